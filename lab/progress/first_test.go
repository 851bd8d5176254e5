package progress

import (
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Two first sessions at the same time draw different seeds. They end with one profile and
// one seed, whichever saves last.
func TestFiles_twoFirstProfiles(t *testing.T) {
	dir := t.TempDir()
	a, b := NewFiles(dir), NewFiles(dir)
	load(t, a)
	load(t, b)
	for i, s := range []*Files{a, b, a, b} {
		p := Profile{Seed: uint64(40 + i%2), Last: "7.7", Revision: uint64(1 + i/2)}
		if err := s.SaveProfile(p, Durable); err != nil {
			t.Fatal(err)
		}
		if got := load(t, NewFiles(dir)).Profile.Seed; got != 40 {
			t.Fatalf("save %d: got seed %d, want 40, the first on disk", i, got)
		}
	}
}

// Two processes have sheets with different numbers. The one saved last is the current one,
// the other is set aside, and no text or attempt of either is lost.
func TestFiles_sheetsOfTwoSeeds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp("", "seeds")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		stores := []*Files{NewFiles(dir), NewFiles(dir)}
		docs := make([]Exercise, 2)
		for i := range docs {
			docs[i] = Exercise{ID: "7.7", Seed: uint64(i + 1), Started: day(1), Answers: map[string]string{},
				Steps: map[string]Task{}}
		}
		last := 0
		for n := range rapid.IntRange(2, 8).Draw(t, "saves") {
			last = rapid.IntRange(0, 1).Draw(t, "who")
			doc := docs[last].Clone()
			doc.Revision++
			doc.Answers["x"] = strings.Repeat("y", n+1)
			doc.Steps["s"] = Task{Attempts: doc.Steps["s"].Attempts + 1}
			docs[last] = doc
			if err := stores[last].SaveExercise(doc, Draft); err != nil {
				t.Fatal(err)
			}
		}
		state, _, err := NewFiles(dir).Load()
		if err != nil {
			t.Fatal(err)
		}
		got := state.Exercises["7.7"]
		if got.Seed != docs[last].Seed {
			t.Fatalf("got current sheet %+v, want seed %d, which was saved last", got, docs[last].Seed)
		}
		for _, doc := range docs {
			if doc.Revision > 0 && !holds(got, doc) {
				t.Fatalf("got %+v, want it to hold the sheet of seed %d", got, doc.Seed)
			}
		}
	})
}

// holds reports whether a document has the answers and attempts of another, on the current
// sheet or on one set aside.
func holds(e, want Exercise) bool {
	for _, s := range append(e.OtherAttempts, e.currentAttempt()) {
		if s.isCurrentOf(want) && s.Answers["x"] == want.Answers["x"] &&
			s.Steps["s"].Attempts == want.Steps["s"].Attempts {
			return true
		}
	}
	return false
}

// A sheet that this process begins again replaces the one it knows.
func TestFiles_begunAgainReplaces(t *testing.T) {
	dir := t.TempDir()
	s := NewFiles(dir)
	save(t, s, sample("7.7", 1))
	anew := Exercise{ID: "7.7", Seed: 3, Started: day(5), Revision: 2}
	save(t, s, anew)
	if got := load(t, s).Exercises["7.7"]; len(got.OtherAttempts) > 0 || got.Seed != 3 {
		t.Errorf("got %+v, want only the sheet of seed 3", got)
	}
}
