package progress

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Two first sessions at once, each with a seed of its own: one profile, one
// seed, whoever saves last.
func TestTwoFirstProfiles(t *testing.T) {
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
			t.Fatalf("save %d: the seed is %d, and the first on disk was 40", i, got)
		}
	}
}

// Two first sessions of one sheet, begun at different times: it is one sheet,
// and what is done in either is in it, however the saves fall.
func TestTwoFirstSheets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp("", "first")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		stores := []*Files{NewFiles(dir), NewFiles(dir)}
		docs := []Exercise{
			{ID: "7.7", Seed: 4, Started: day(1), Answers: map[string]string{}, Steps: map[string]Task{}},
			{ID: "7.7", Seed: 4, Started: day(2), Answers: map[string]string{}, Steps: map[string]Task{}},
		}
		for n := range rapid.IntRange(2, 8).Draw(t, "saves") {
			i := rapid.IntRange(0, 1).Draw(t, "who")
			doc := docs[i].Clone()
			field := []string{"a", "b"}[i] + string(rune('0'+n))
			doc.Revision++
			doc.Answers[field] = "typed"
			doc.Steps[field] = Task{Attempts: 1, Done: true}
			docs[i] = doc
			if err := stores[i].SaveExercise(doc, Draft); err != nil {
				t.Fatal(err)
			}
		}
		state, _, err := NewFiles(dir).Load()
		if err != nil {
			t.Fatal(err)
		}
		got := state.Exercises["7.7"]
		for _, doc := range docs {
			for field := range doc.Answers {
				if got.Answers[field] != "typed" || !got.Steps[field].Done || got.Steps[field].Attempts != 1 {
					t.Fatalf("%s is lost: %+v", field, got)
				}
			}
		}
		if len(got.OtherAttempts) > 0 {
			t.Fatalf("one sheet became two: %+v", got.OtherAttempts)
		}
	})
}

// Sheets with different numbers in two processes: the one saved last is in
// hand, the other beside it, and no text or attempt of either is lost.
func TestSheetsOfTwoSeeds(t *testing.T) {
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
			t.Fatalf("the sheet in hand is not the one saved last: %+v", got)
		}
		for _, doc := range docs {
			if doc.Revision > 0 && !holds(got, doc) {
				t.Fatalf("the sheet of seed %d is lost: %+v", doc.Seed, got)
			}
		}
	})
}

// holds reports whether a document has the answers and attempts of another, in
// hand or beside.
func holds(e, want Exercise) bool {
	for _, s := range append(e.OtherAttempts, e.currentAttempt()) {
		if s.isCurrentOf(want) && s.Answers["x"] == want.Answers["x"] &&
			s.Steps["s"].Attempts == want.Steps["s"].Attempts {
			return true
		}
	}
	return false
}

// A sheet that this process begins anew in place of one it knows is meant to
// replace it.
func TestBegunAnewReplaces(t *testing.T) {
	dir := t.TempDir()
	s := NewFiles(dir)
	save(t, s, sample("7.7", 1))
	anew := Exercise{ID: "7.7", Seed: 3, Started: day(5), Revision: 2}
	save(t, s, anew)
	if got := load(t, s).Exercises["7.7"]; len(got.OtherAttempts) > 0 || got.Seed != 3 {
		t.Errorf("%+v", got)
	}
}

// Where locks do not work, a document that another process has made in the
// meantime is merged with, not replaced.
func TestFirstIsMadeExclusively(t *testing.T) {
	dir := t.TempDir()
	s := NewFiles(dir)
	other := sample("7.7", 1)
	s.disk = &racing{before: func() { save(t, NewFiles(filepath.Clean(dir)), other) }}
	mine := sample("7.7", 1)
	mine.Answers = map[string]string{"c": "mine"}
	save(t, s, mine)
	got := load(t, NewFiles(dir)).Exercises["7.7"]
	if got.Answers["c"] != "mine" || got.Answers["x2"] != other.Answers["x2"] {
		t.Errorf("found %q", got.Answers)
	}
}

// racing is a disk without locks on which somebody else is first, once.
type racing struct {
	osDisk
	before func()
}

func (r *racing) Lock(string) (func(), bool, error) { return func() {}, true, nil }

func (r *racing) Link(from, to string) error {
	if r.before != nil {
		before := r.before
		r.before = nil
		before()
	}
	return r.osDisk.Link(from, to)
}
