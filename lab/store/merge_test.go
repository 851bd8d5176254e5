package store

import (
	"errors"
	"maps"
	"strconv"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"kernellab/lab/progress"
	"kernellab/testdata/support/check"
)

// bothSave returns the document of exercise 7.7 after two processes have loaded, changed and
// saved it.
func bothSave(t *testing.T, open func() *DB, start progress.Exercise, first, second func(*progress.Exercise)) progress.Exercise {
	t.Helper()
	a, b := open().Student("ada"), open().Student("ada")
	keep(t, a, start)
	load(t, b)
	for i, change := range []func(*progress.Exercise){first, second} {
		e := start.Clone()
		e.Revision++
		change(&e)
		keep(t, []*Student{a, b}[i], e)
	}
	return load(t, open().Student("ada")).Exercises["7.7"]
}

// If two processes work on the same exercise, the work of both is saved. If both have reviewed
// the same task, the later review counts.
func TestStudent_mergesTwoWriters(t *testing.T) {
	eachEngine(t, func(t *testing.T, open func() *DB) {
		start := sample("7.7", 1)
		start.Reviews = map[string]progress.Review{"sum": reviewOn(1, 2), "rest": reviewOn(1, 3)}
		got := bothSave(t, open, start, func(e *progress.Exercise) {
			e.TestedOut, e.Answers["x2"] = true, "from a"
			e.Tasks["sum"] = progress.Task{Done: true, Seen: true, Attempts: 3, Hints: 1, Frame: 12, LatestAnswers: []string{"a", "b", "c"}}
			e.Reviews["sum"], e.Reviews["own"] = reviewOn(6, 9), reviewOn(5, 1)
		}, func(e *progress.Exercise) {
			e.Answers["b"] = "from b"
			e.Tasks["sum"] = progress.Task{Attempts: 3, Hints: 2, Frame: 40, LatestAnswers: []string{"a", "b", "d"}}
			e.Reviews["sum"], e.Reviews["rest"] = reviewOn(4, 1), reviewOn(4, 8)
		})
		check.That(t, got.Answers["x2"] == "from a" && got.Answers["b"] == "from b" && got.TestedOut,
			"got answers %q, known %v, want the answers of both, true", got.Answers, got.TestedOut)
		if s := got.Tasks["sum"]; !s.Done || s.Attempts != 4 || s.Hints != 2 || s.Frame != 40 || len(s.LatestAnswers) != 4 {
			t.Errorf("got task %+v, want the work of both", s)
		}
		want := map[string]progress.Review{"sum": reviewOn(6, 9), "rest": reviewOn(4, 8), "own": reviewOn(5, 1)}
		check.That(t, maps.Equal(got.Reviews, want), "got reviews %v, want %v", got.Reviews, want)
	})
}

// If several revisions are saved at the same time, the newest one remains, in whatever order
// they arrive.
func TestStudent_savesAtOnce(t *testing.T) {
	eachEngine(t, func(t *testing.T, open func() *DB) {
		s := open().Student("ada")
		load(t, s)
		var wg sync.WaitGroup
		for i := range 20 {
			wg.Go(func() {
				n, revision := strconv.Itoa(i+1), uint64(i+1)
				e := progress.Exercise{ID: "7.7", Revision: revision,
					Attempt: progress.Attempt{Started: day(1), Answers: map[string]string{"x": n}}}
				if err := errors.Join(s.SaveExercise(e), s.SaveProfile(progress.Profile{LastExercise: n, Revision: revision})); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		got := load(t, s)
		if e := got.Exercises["7.7"]; e.Revision != 20 || e.Answers["x"] != "20" || got.Profile.LastExercise != "20" {
			t.Errorf("got %+v, want revision 20 of both", got)
		}
	})
}

// Two first sessions at the same time draw different seeds. They end with one profile and
// one seed, whichever saves last.
func TestStudent_twoFirstProfiles(t *testing.T) {
	eachEngine(t, func(t *testing.T, open func() *DB) {
		a, b := open().Student("ada"), open().Student("ada")
		load(t, a)
		load(t, b)
		for i, s := range []*Student{a, b, a, b} {
			p := progress.Profile{Seed: uint64(40 + i%2), LastExercise: "7.7", Revision: uint64(1 + i/2)}
			check.OK(t, s.SaveProfile(p))
			if got := load(t, open().Student("ada")).Profile.Seed; got != 40 {
				t.Fatalf("save %d: got seed %d, want 40, the first on disk", i, got)
			}
		}
	})
}

// Two processes have attempts with different seeds. The attempt saved last becomes the current
// attempt, the other becomes one of the other attempts, and no text of either is lost.
func TestStudent_otherAttemptsTwoSeeds(t *testing.T) {
	eachEngine(t, func(t *testing.T, open func() *DB) {
		first, second, n := open(), open(), 0
		rapid.Check(t, func(t *rapid.T) {
			n++
			id := strconv.Itoa(n)
			stores := []*Student{first.Student(id), second.Student(id)}
			docs := make([]progress.Exercise, 2)
			for i := range docs {
				docs[i] = progress.Exercise{ID: "7.7", Attempt: progress.Attempt{Seed: uint64(i + 1), Started: day(1),
					Answers: map[string]string{}, Tasks: map[string]progress.Task{}}}
			}
			last := 0
			for i := range rapid.IntRange(2, 8).Draw(t, "saves") {
				last = rapid.IntRange(0, 1).Draw(t, "who")
				doc := docs[last].Clone()
				doc.Revision++
				doc.Answers["x"] = strings.Repeat("y", i+1)
				doc.Tasks["s"] = progress.Task{Attempts: doc.Tasks["s"].Attempts + 1}
				docs[last] = doc
				check.OK(t, stores[last].SaveExercise(doc))
			}
			state, _, err := first.Student(id).Load()
			check.OK(t, err)
			got := state.Exercises["7.7"]
			check.Must(t, got.Seed == docs[last].Seed,
				"got current attempt %+v, want seed %d, which was saved last", got, docs[last].Seed)
			for _, doc := range docs {
				if doc.Revision > 0 && !holdsAnswers(got, doc) {
					t.Fatalf("got %+v, want it to hold the attempt of seed %d", got, doc.Seed)
				}
			}
		})
	})
}

// If a process begins an attempt again, the new attempt replaces the one that the process has
// loaded or saved.
func TestStudent_begunAgainReplaces(t *testing.T) {
	eachEngine(t, func(t *testing.T, open func() *DB) {
		s := open().Student("ada")
		keep(t, s, sample("7.7", 1))
		anew := progress.Exercise{ID: "7.7", Attempt: progress.Attempt{Seed: 3, Started: day(5)}, Revision: 2}
		keep(t, s, anew)
		if got := load(t, s).Exercises["7.7"]; len(got.OtherAttempts) > 0 || got.Seed != 3 {
			t.Errorf("got %+v, want only the attempt of seed 3", got)
		}
	})
}

// If a unit is tested out while another process works on one of its exercises, that
// exercise keeps its attempt.
func TestStudent_knownWithoutAttempt(t *testing.T) {
	eachEngine(t, func(t *testing.T, open func() *DB) {
		a, b := open().Student("ada"), open().Student("ada")
		load(t, a)
		load(t, b)
		attempt := sample("7.7", 1)
		keep(t, a, attempt)
		keep(t, b, progress.Exercise{ID: "7.7", TestedOut: true, Revision: 1})
		got := load(t, open().Student("ada")).Exercises["7.7"]
		if !got.TestedOut || got.Seed != attempt.Seed || !got.Started.Equal(attempt.Started) || got.Task != attempt.Task || len(got.OtherAttempts) > 0 {
			t.Errorf("got %+v, want the attempt %+v, known", got, attempt)
		}
		attempt.Revision, attempt.Task = 2, "later"
		keep(t, a, attempt)
		if got := load(t, open().Student("ada")).Exercises["7.7"]; !got.TestedOut || got.Task != "later" {
			t.Errorf("got %+v, want it known and at \"later\"", got)
		}
	})
}

// If two sessions work on the branches of one run, the branches of the session that saves
// last remain, unless that session has not changed any.
func TestStudent_debugOfTwoSessions(t *testing.T) {
	forkAt := func(frame int) func(*progress.Exercise) {
		return func(e *progress.Exercise) {
			s := e.Tasks["sum"]
			s.Debug = &progress.Debug{Root: "r", BranchesMade: 1, ShownBranch: 1,
				Branches: []progress.Branch{{Number: 1, Forks: []progress.Fork{{Frame: frame}}, LastFrame: 9}}}
			e.Tasks["sum"] = s
		}
	}
	frame := func(e progress.Exercise) *int { return &e.Tasks["sum"].Debug.Branches[0].Forks[0].Frame }
	eachEngine(t, func(t *testing.T, open func() *DB) {
		start := sample("7.7", 1)
		forkAt(1)(&start)
		for _, c := range []struct {
			second func(*progress.Exercise)
			want   int
		}{{func(*progress.Exercise) {}, 3}, {forkAt(5), 5}} {
			if got := bothSave(t, open, start, forkAt(3), c.second); *frame(got) != c.want {
				t.Errorf("got the branch at %d, want %d", *frame(got), c.want)
			}
			start.Revision += 2
		}
	})
	e := sample("7.7", 1)
	forkAt(3)(&e)
	*frame(e.Clone()) = 77
	if *frame(e) != 3 {
		t.Error("a change of the clone changed the branch, want a copy")
	}
}

// holdsAnswers reports whether an attempt in e, current or set aside, has the answers of want.
func holdsAnswers(e, want progress.Exercise) bool {
	for _, s := range append(e.OtherAttempts, e.Attempt) {
		if s.Seed == want.Seed && s.Started.Equal(want.Started) && s.Answers["x"] == want.Answers["x"] &&
			s.Tasks["s"].Attempts == want.Tasks["s"].Attempts {
			return true
		}
	}
	return false
}

func reviewOn(on, for_ int) progress.Review {
	return progress.Review{Due: day(on + for_), LastAsked: day(on), Stability: float64(for_), Difficulty: 5, TimesAsked: 1}
}
