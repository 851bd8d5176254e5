package catalogue

import (
	"bytes"
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/runfile"
	"kernellab/exercises/stage"
	"kernellab/solvers"
)

// TestEveryRunCanBeQuestioned walks the run of every step of every exercise:
// its laws hold, the truth is accepted, forks go where they say, and what is
// written down replays bit by bit. Runs with a planted error are the bug
// hunt's own to test.
func TestEveryRunCanBeQuestioned(t *testing.T) {
	asked := 0
	eachRun(t, func(where string, _ exercises.Step, scene exercises.Scene) {
		if _, course := scene.Run.(stage.Course); course {
			return // nothing of it can be forked: see TestEveryRunIsTold
		}
		run, ok := scene.Run.(stage.Run)
		if !ok {
			t.Errorf("%s: the run is a %T, which cannot be questioned", where, scene.Run)
			return
		}
		asked++
		question(t, where, run)
	})
	if asked < 8 {
		t.Errorf("only %d runs were asked", asked)
	}
}

// eachRun walks the runs that the steps of all exercises begin with, but for those of
// the bug hunt, which do without some of what others have.
func eachRun(t *testing.T, f func(where string, s exercises.Step, scene exercises.Scene)) {
	t.Helper()
	lib := library(t)
	for _, u := range lib.Units() {
		for _, summary := range u.Exercises {
			e, err := lib.Open(summary.ID, exercises.Options{Seed: 7})
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range e.Steps {
				if scene := s.Scene(t.Context(), nil); scene.Run != nil && e.ID != "D.2" {
					f(e.ID+" "+s.Info().Name, s, scene)
				}
			}
		}
	}
}

// question asks a run everything, at a few frames and in a few forks.
func question(t *testing.T, where string, start stage.Run) {
	r := rand.New(rand.NewPCG(1, uint64(len(where))))
	longer, err := start.Extend(context.Background(), 12, exercises.Break{})
	if err != nil {
		t.Fatalf("%s: %v", where, err)
	}
	run := longer.(stage.Run)
	inspectRun(t, where, run, r)
	for range 6 {
		at := r.IntN(run.Len())
		a := exercises.Answers{}
		for _, c := range run.Options(at, nil) {
			if c.Name != "clip" && r.IntN(2) == 0 { // without it the laws do not hold
				a[c.Name] = c.Nudge(r.IntN(7) - 3)
			}
		}
		fork, err := run.Fork(context.Background(), at, a)
		if err != nil {
			if _, seen := run.Preview(at, a); seen != nil && strings.Contains(seen.Error(), "panic") {
				t.Errorf("%s: %v", where, seen)
			}
			continue
		}
		on, err := fork.Extend(context.Background(), 6, exercises.Break{})
		if err != nil {
			t.Fatalf("%s fork %v: %v", where, a, err)
		}
		f := on.(stage.Run)
		inspectRun(t, where+" forked", f, r)
		c, ok := run.Compare(f, min(at+2, run.Len()-1))
		if !ok || len(c.Facts) == 0 {
			t.Errorf("%s: the fork %v cannot be compared", where, a)
		}
		draw(c.Figures)
	}
}

func inspectRun(t *testing.T, where string, run stage.Run, r *rand.Rand) {
	for _, i := range []int{0, r.IntN(run.Len()), r.IntN(run.Len()), run.Len() - 1} {
		f := run.Frame(i)
		if len(f.Status) == 0 || len(f.Formula) == 0 {
			t.Errorf("%s frame %d: no status or formula", where, i)
		}
		draw(f.Figures)
		for _, law := range run.Invariants(i) {
			if !law.Holds {
				t.Errorf("%s frame %d: %s = %s: %s", where, i, law.Law.String(), law.Value, law.Note)
			}
		}
		if i+1 < run.Len() {
			for _, q := range run.Questions(i) {
				if got := q.Check(context.Background(), q.Info().Reference); !got.Accepted {
					t.Errorf("%s frame %d, %s: the truth is not accepted", where, i, q.Info().Name)
				}
			}
		}
		run.Event(i)
	}
	replayed(t, where, run)
}

func draw(figures []exercises.Figure) {
	g := ascii.NewGrid(60, 20)
	for _, f := range figures {
		f.Plot.Draw(g, g.Bounds(), ascii.View{})
	}
}

// replayed writes a run down and holds its replay to the same bits.
func replayed(t *testing.T, where string, run stage.Run) {
	var text bytes.Buffer
	if err := run.Record(&text); err != nil {
		t.Errorf("%s: %v", where, err)
		return
	}
	f, err := runfile.Read(&text)
	if err != nil {
		t.Errorf("%s: %v", where, err)
		return
	}
	branches, err := stage.Replay(context.Background(), f, nil)
	if err != nil {
		t.Errorf("%s: %v", where, err)
		return
	}
	if d := stage.Diff(run, branches[len(branches)-1].Run); !d.Same {
		t.Errorf("%s: the replay differs: %v", where, d.Words)
	}
}

// TestLiftingWalksBothWays: the run of 1.4 shows the primal perceptron and is
// questioned in the dual; the two take the same steps.
func TestLiftingWalksBothWays(t *testing.T) {
	library, err := New()
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for seed := range uint64(20) {
		e, err := library.Open("1.4", exercises.Options{Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range e.Steps {
			run, ok := s.Scene(context.Background(), nil).Run.(stage.Run)
			if !ok {
				continue
			}
			done, err := run.Extend(context.Background(), 3000, exercises.Break{})
			if err != nil {
				t.Fatal(err)
			}
			found++
			traces := done.(stage.Run).Traces()
			for i := range traces[0].Len() {
				dual, primal := traces[0].At(i).Detail.(*solvers.PerceptronDetail), traces[1].At(i).Detail.(*solvers.PerceptronDetail)
				if dual.Point != primal.Point || dual.Errors != primal.Errors {
					t.Fatalf("seed %d step %d: the dual visits point %d, the primal %d", seed, i, dual.Point+1, primal.Point+1)
				}
			}
		}
	}
	if found != 20 {
		t.Errorf("%d runs of 20 seeds", found)
	}
}
