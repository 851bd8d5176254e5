package progress

import (
	"os"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func anyStep(t *rapid.T) Task {
	return Task{
		Done: rapid.Bool().Draw(t, "done"), Helped: rapid.Bool().Draw(t, "helped"), Seen: rapid.Bool().Draw(t, "seen"),
		Attempts: rapid.IntRange(0, 5).Draw(t, "attempts"), Hints: rapid.IntRange(0, 3).Draw(t, "hints"),
		Solution: rapid.Bool().Draw(t, "solution"),
		Verdict:  rapid.SampledFrom([]string{"", "Equal."}).Draw(t, "verdict"),
		Frame:    rapid.IntRange(0, 9).Draw(t, "frame"),
		Tried:    rapid.SliceOfNDistinct(rapid.StringMatching("[a-c]"), 0, 3, rapid.ID).Draw(t, "tried"),
		Disputed: rapid.SliceOfNDistinct(rapid.StringMatching("[a-c]"), 0, 3, rapid.ID).Draw(t, "disputed"),
		Debug:    anyDebug(t),
	}
}

func anyExercise(t *rapid.T) Exercise {
	e := Exercise{
		ID: "7.7", Seed: rapid.Uint64Range(1, 2).Draw(t, "seed"), Started: day(1),
		Task: rapid.SampledFrom([]string{"a", "b"}).Draw(t, "step"), Done: rapid.Bool().Draw(t, "all done"),
		Helped:  rapid.Bool().Draw(t, "any help"),
		Seconds: float64(rapid.IntRange(0, 100).Draw(t, "seconds")), Updated: day(rapid.IntRange(1, 9).Draw(t, "day")),
		Answers: rapid.MapOf(rapid.SampledFrom([]string{"x", "y", "z"}), rapid.StringMatching("[ab]{0,2}")).Draw(t,
			"answers"),
		Tasks: map[string]Task{},
	}
	if e.Done && rapid.Bool().Draw(t, "noted") {
		e.DoneAt = day(rapid.IntRange(1, 9).Draw(t, "done on"))
	}
	for _, name := range []string{"a", "b", "c"} {
		if rapid.Bool().Draw(t, "has "+name) {
			e.Tasks[name] = anyStep(t)
		}
	}
	e.Known = rapid.Bool().Draw(t, "known")
	e.Reviews = rapid.MapOfN(rapid.SampledFrom([]string{"a", "b"}), rapid.Custom(anyReview), 0, 2).Draw(t, "reviews")
	return e
}

func anyReview(t *rapid.T) Review {
	last := rapid.IntRange(1, 9).Draw(t, "asked on")
	return Review{Due: day(last + rapid.IntRange(1, 9).Draw(t, "for")), Last: day(last), Stability: 3, Difficulty: 5,
		Asked: rapid.IntRange(1, 3).Draw(t, "asked")}
}

// grown draws a document that this process may save after base.
func grown(t *rapid.T, base Exercise) Exercise {
	e := anyExercise(t)
	if e.sameAttempt(base) {
		for name, s := range base.Tasks {
			if _, ok := e.Tasks[name]; !ok {
				e.Tasks[name] = s
			}
		}
	}
	e.Seconds += base.Seconds
	return e
}

func TestMerge_laws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := anyExercise(t)
		mine, disk := grown(t, base), grown(t, base)
		out := merge(base, mine, disk)
		if out.Done != (mine.Done || disk.Done) {
			t.Fatalf("merged Done = %v, want that of %v or %v", out.Done, mine.Done, disk.Done)
		}
		for _, at := range []time.Time{mine.DoneAt, disk.DoneAt} {
			if !at.IsZero() && (out.DoneAt.IsZero() || out.DoneAt.After(at)) {
				t.Fatalf("merged DoneAt = %v, want the earlier of %v and %v", out.DoneAt, mine.DoneAt, disk.DoneAt)
			}
		}
		if out.Seconds < mine.Seconds || out.Seconds < disk.Seconds {
			t.Fatalf("merged Seconds = %g, want at least %g and %g", out.Seconds, mine.Seconds, disk.Seconds)
		}
		for name, text := range mine.Answers {
			if was, had := base.Answers[name]; (!had || was != text) && out.Answers[name] != text {
				t.Fatalf("merged answer to %s = %q, want %q", name, out.Answers[name], text)
			}
		}
		if !mine.sameAttempt(disk) {
			return
		}
		for name := range out.Tasks {
			if m, d := mine.Tasks[name],
				disk.Tasks[name]; out.Tasks[name].Done != (m.Done || d.Done) ||
				out.Tasks[name].Hints < max(m.Hints, d.Hints) {
				t.Fatalf("merged step %s = %+v, want at least %+v and %+v", name, out.Tasks[name], m, d)
			}
		}
	})
}

// If there is no other writer, a save is unchanged.
func TestMerge_alone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := anyExercise(t)
		mine := base.Clone()
		mine.Answers = rapid.MapOf(rapid.SampledFrom([]string{"x", "y", "z"}), rapid.StringMatching("[ab]{0,2}")).Draw(
			t, "new answers",
		)
		mine.Task = "c"
		mine.Seconds += 5
		for name, s := range mine.Tasks {
			s.Attempts, s.Frame = s.Attempts+1, s.Frame+1
			mine.Tasks[name] = s
		}
		if out := merge(base, mine, base); !reflect.DeepEqual(out, mine) {
			t.Fatalf("merged\n%+v\nwant\n%+v", out, mine)
		}
	})
}

// What two processes do on the same exercise is kept.
func TestMerge_twoWriters(t *testing.T) {
	dir := t.TempDir()
	a, b := NewFiles(dir), NewFiles(dir)
	start := sample("7.7", 1)
	save(t, a, start)
	load(t, b)
	mine := start.Clone()
	mine.Revision, mine.Answers["x2"] = 2, "from a"
	mine.Tasks["sum"] = Task{Done: true, Seen: true, Attempts: 3, Hints: 1, Frame: 12, Tried: []string{"a", "b", "c"}}
	save(t, a, mine)
	yours := start.Clone()
	yours.Revision, yours.Answers["b"] = 2, "from b"
	yours.Tasks["sum"] = Task{Attempts: 3, Hints: 2, Frame: 40, Tried: []string{"a", "b", "d"}}
	save(t, b, yours)
	got := load(t, NewFiles(dir)).Exercises["7.7"]
	if got.Answers["x2"] != "from a" || got.Answers["b"] != "from b" {
		t.Errorf("got answers %q, want those of both", got.Answers)
	}
	if s := got.Tasks["sum"]; !s.Done || s.Attempts != 4 || s.Hints != 2 || s.Frame != 40 || len(s.Tried) != 4 {
		t.Errorf("got task %+v, want the work of both", s)
	}
}

// Of saves at the same time, in any order, the newest remains.
func TestFiles_concurrentSaves(t *testing.T) {
	s := NewFiles(t.TempDir())
	load(t, s)
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			e := Exercise{ID: "7.7", Started: day(1), Revision: uint64(i + 1),
				Answers: map[string]string{"x": strconv.Itoa(i + 1)}}
			if err := s.SaveExercise(e, Draft); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if got := load(t, s).Exercises["7.7"]; got.Revision != 20 || got.Answers["x"] != "20" {
		t.Errorf("got %+v, want revision 20", got)
	}
}

func FuzzDecode(f *testing.F) {
	for _, text := range []string{`{"version":1,"id":"7.7"}`,
		`{"version":1,"id":"7.7","steps":{"a":{"Done":true,"x":1}},"ID":"b","y":[]}`, "{", "null",
		`{"version":1,"id":"a","answers":null,"steps":null}`,
		`{"version":1,"id":"a","steps":{"s":{"debug":{"root":"r","branches":[{"number":1,"forks":[{"at":-3,"choose":{"k":"2"}}],"last":9}],"conditions":[{"text":"gap < 1","off":true}]}}}}`, `{"version":1,"id":"a","steps":{"s":{"debug":{"branches":[]}}}}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		e, err := decodeExercise(text)
		if err != nil {
			if !reflect.DeepEqual(e, Exercise{}) {
				t.Errorf("decodeExercise: got an error and %+v, want only the error", e)
			}
			return
		}
		again := must(encode(e))
		back, err := decodeExercise(again)
		if err != nil {
			t.Fatalf("decodeExercise of its own text: got error %v, want none, in\n%s", err, again)
		}
		third, err := encode(back)
		if err != nil || string(third) != string(again) {
			t.Errorf("encode again: got error %v\n%s\nwant\n%s", err, third, again)
		}
	})
}

// Two first sessions at the same time draw different seeds. They end with one profile and
// one seed, whichever saves last.
func TestFiles_twoFirstProfiles(t *testing.T) {
	dir := t.TempDir()
	a, b := NewFiles(dir), NewFiles(dir)
	load(t, a)
	load(t, b)
	for i, s := range []*Files{a, b, a, b} {
		p := Profile{Seed: uint64(40 + i%2), Last: "7.7", Revision: uint64(1 + i/2)}
		check(t, s.SaveProfile(p, Durable))
		if got := load(t, NewFiles(dir)).Profile.Seed; got != 40 {
			t.Fatalf("save %d: got seed %d, want 40, the first on disk", i, got)
		}
	}
}

// Two processes have attempts with different numbers. The one saved last is the current one,
// the other is set aside, and no text or attempt of either is lost.
func TestFiles_otherAttemptsTwoSeeds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dir := must(os.MkdirTemp("", "seeds"))
		defer os.RemoveAll(dir)
		stores := []*Files{NewFiles(dir), NewFiles(dir)}
		docs := make([]Exercise, 2)
		for i := range docs {
			docs[i] = Exercise{ID: "7.7", Seed: uint64(i + 1), Started: day(1), Answers: map[string]string{},
				Tasks: map[string]Task{}}
		}
		last := 0
		for n := range rapid.IntRange(2, 8).Draw(t, "saves") {
			last = rapid.IntRange(0, 1).Draw(t, "who")
			doc := docs[last].Clone()
			doc.Revision++
			doc.Answers["x"] = strings.Repeat("y", n+1)
			doc.Tasks["s"] = Task{Attempts: doc.Tasks["s"].Attempts + 1}
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
			t.Fatalf("got current attempt %+v, want seed %d, which was saved last", got, docs[last].Seed)
		}
		for _, doc := range docs {
			if doc.Revision > 0 && !holds(got, doc) {
				t.Fatalf("got %+v, want it to hold the attempt of seed %d", got, doc.Seed)
			}
		}
	})
}

// holds reports whether a document has the answers and attempts of another, on the current
// attempt or on one set aside.
func holds(e, want Exercise) bool {
	for _, s := range append(e.OtherAttempts, e.currentAttempt()) {
		if s.isCurrentOf(want) && s.Answers["x"] == want.Answers["x"] &&
			s.Tasks["s"].Attempts == want.Tasks["s"].Attempts {
			return true
		}
	}
	return false
}

// An attempt that this process begins again replaces the one it knows.
func TestFiles_begunAgainReplaces(t *testing.T) {
	dir := t.TempDir()
	s := NewFiles(dir)
	save(t, s, sample("7.7", 1))
	anew := Exercise{ID: "7.7", Seed: 3, Started: day(5), Revision: 2}
	save(t, s, anew)
	if got := load(t, s).Exercises["7.7"]; len(got.OtherAttempts) > 0 || got.Seed != 3 {
		t.Errorf("got %+v, want only the attempt of seed 3", got)
	}
}

func asked(on, for_ int) Review {
	return Review{Due: day(on + for_), Last: day(on), Stability: float64(for_), Difficulty: 5, Asked: 1}
}

// Two processes review different tasks and the same one: nothing is lost, and the later
// review of a task counts. Known units are kept from both.
func TestMerge_reviewsOfTwoWriters(t *testing.T) {
	dir := t.TempDir()
	a, b := NewFiles(dir), NewFiles(dir)
	start := sample("7.7", 1)
	start.Reviews = map[string]Review{"sum": asked(1, 2), "rest": asked(1, 3)}
	save(t, a, start)
	load(t, b)
	mine := start.Clone()
	mine.Revision, mine.Known = 2, true
	mine.Reviews["sum"], mine.Reviews["own"] = asked(6, 9), asked(5, 1)
	save(t, a, mine)
	yours := start.Clone()
	yours.Revision = 2
	yours.Reviews["sum"], yours.Reviews["rest"] = asked(4, 1), asked(4, 8)
	save(t, b, yours)
	got := load(t, NewFiles(dir)).Exercises["7.7"]
	want := map[string]Review{"sum": asked(6, 9), "rest": asked(4, 8), "own": asked(5, 1)}
	for name, r := range want {
		if !got.Reviews[name].same(r) {
			t.Errorf("%s: %+v, want %+v", name, got.Reviews[name], r)
		}
	}
	if !got.Known || len(got.Reviews) != len(want) {
		t.Errorf("got known = %v, reviews %v, want true and %v", got.Known, got.Reviews, want)
	}
}

// If a unit is tested out while another process works on one of its exercises, that
// exercise keeps its attempt.
func TestMerge_knownWithoutAttempt(t *testing.T) {
	dir := t.TempDir()
	a, b := NewFiles(dir), NewFiles(dir)
	load(t, a)
	load(t, b)
	attempt := sample("7.7", 1)
	save(t, a, attempt)
	save(t, b, Exercise{ID: "7.7", Known: true, Revision: 1})
	got := load(t, NewFiles(dir)).Exercises["7.7"]
	if !got.Known || !got.sameAttempt(attempt) || got.Task != attempt.Task || len(got.OtherAttempts) > 0 {
		t.Errorf("got %+v, want the attempt %+v, known", got, attempt)
	}
	attempt.Revision, attempt.Task = 2, "later"
	save(t, a, attempt)
	if got := load(t, NewFiles(dir)).Exercises["7.7"]; !got.Known || got.Task != "later" {
		t.Errorf("got %+v, want it known and at \"later\"", got)
	}
}

// anyDebug draws a run with branches of three kinds and conditions of three texts.
func anyDebug(t *rapid.T) *Debug {
	if !rapid.Bool().Draw(t, "any debug") {
		return nil
	}
	d := &Debug{Root: rapid.SampledFrom([]string{"a", "a", "b"}).Draw(t, "root")}
	for _, at := range rapid.SliceOfNDistinct(rapid.IntRange(3, 5), 0, 3, rapid.ID).Draw(t, "ways") {
		d.Made++
		d.Branches = append(d.Branches,
			Branch{Number: d.Made, Forks: []Fork{{Frame: at, Choices: map[string]string{"k": "1"}}}, Last: at + 1})
	}
	d.Shown = rapid.IntRange(0, d.Made).Draw(t, "shown")
	for _, text := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"x", "y", "z"}), 0, 3, rapid.ID).Draw(t,
		"texts") {
		d.Conditions = append(d.Conditions, Condition{Text: text, Off: rapid.Bool().Draw(t, "off")})
	}
	return d
}

// Of two sessions that work on the branches of one run, the one that saves last wins,
// unless it changed none.
func TestMerge_debugOfTwoSessions(t *testing.T) {
	dir := t.TempDir()
	a, b := NewFiles(dir), NewFiles(dir)
	start := sample("7.7", 1)
	save(t, a, start)
	load(t, b)
	with := func(e Exercise, at int) Exercise {
		e = e.Clone()
		e.Revision++
		s := e.Tasks["sum"]
		s.Debug = &Debug{Root: "r", Made: 1, Shown: 1, Branches: []Branch{{Number: 1, Forks: []Fork{{Frame: at}}, Last: 9}}}
		e.Tasks["sum"] = s
		return e
	}
	at := func() int {
		return load(t, NewFiles(dir)).Exercises["7.7"].Tasks["sum"].Debug.Branches[0].Forks[0].Frame
	}
	save(t, a, with(start, 3))
	unchanged := start.Clone()
	unchanged.Revision++
	save(t, b, unchanged)
	if at() != 3 {
		t.Errorf("got the branch at %d, want 3, since the other session changed nothing", at())
	}
	save(t, b, with(unchanged, 5))
	if at() != 5 {
		t.Errorf("got the branch at %d, want 5, which was saved last", at())
	}
	e := with(start, 3)
	e.Clone().Tasks["sum"].Debug.Branches[0].Forks[0].Frame = 77
	if e.Tasks["sum"].Debug.Branches[0].Forks[0].Frame != 3 {
		t.Error("a change of the clone changed the branch, want a copy")
	}
}

// must returns the value of a call that cannot fail here.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
