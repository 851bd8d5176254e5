package stage

import (
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/runfile"
	"kernellab/solvers"
)

// TestEveryRunEnds: solvers that would go on for ever are ended, in words, by
// the steps that a run file holds, within the room there is.
func TestEveryRunEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const most = 20 << 20
	for name, s := range map[string]solvers.Solver{
		"gradient still": solvers.Logistic{Gamma: .05},
		"violation":      solvers.SMO{C: 1e6, Tol: 1e-15, Rule: solvers.Random, Seed: 1, MaxUpdates: 1e9},
		"No end":         solvers.Perceptron{EveryVisit: true, MaxEpochs: 1e9},
	} {
		m := model("blobs_overlap", "linear")
		if s.Name() == "logistic" {
			m = model("circles", "rbf(sigma=1)")
		}
		r, err := Start(m, s)
		if err != nil {
			t.Fatal(err)
		}
		room := solvers.NewRoom(most, nil)
		ctx := solvers.WithRoom(t.Context(), room)
		for r.Len() < 2*mostSteps {
			longer, err := r.Extend(ctx, 10_000, exercises.Break{})
			if err != nil {
				t.Fatal(err)
			}
			if longer.Len() == r.Len() {
				break
			}
			r = longer.(Run)
		}
		why, done := r.Done()
		if !done || r.Len() != mostSteps+1 || !strings.HasPrefix(why, "No end in sight after 100000 steps: a run stops here. ") || !strings.Contains(why, name) {
			t.Errorf("%s: %d steps, %v: %s", s.Name(), r.Len()-1, done, why)
		}
		if taken := room.Taken(); taken > most {
			t.Errorf("%s takes %d bytes of %d", s.Name(), taken, most)
		}
		if notes := r.Frame(r.Len() - 1).Notes; len(notes) == 0 || notes[len(notes)-1].String() != why {
			t.Errorf("%s: the last frame does not say why: %v", s.Name(), notes)
		}
		r.Frame(r.Len() / 2)
		if taken := room.Taken(); taken > most+4<<20 {
			t.Errorf("%s takes %d bytes of %d once a frame in between is shown", s.Name(), taken, most)
		}
	}
}

// TestADescentComesToRest where it was given no tolerance; a file that goes on
// is replayed as it is.
func TestADescentComesToRest(t *testing.T) {
	m := model("sine_reg", "poly(degree=2,c=1)")
	r, err := Start(m, solvers.LeastSquares{Eta: .05})
	if err != nil {
		t.Fatal(err)
	}
	rested := extended(t, r, mostSteps)
	why, done := rested.Done()
	if !done || rested.Len() > mostSteps || !strings.Contains(why, "The gradient is 0 but for rounding, and the objective stays ") {
		t.Fatalf("%d steps, %v: %s", rested.Len()-1, done, why)
	}
	again := extended(t, rested, 10)
	if again.Len() != rested.Len() {
		t.Errorf("at rest it takes %d steps more", again.Len()-rested.Len())
	}
	f := runfile.File{Set: m.Set, BuiltIn: true, Kernel: m.Kernel, Solver: r.Trace().Solver(), Branches: []runfile.Branch{{Name: "main", Steps: rested.Len() + 20}}}
	branches, err := Replay(t.Context(), f, nil)
	if err != nil || branches[0].Run.Len() != rested.Len()+21 {
		t.Errorf("a file that goes on: %v", err)
	}
}

// TestADescentThatConvergesSoonerIsReplayed: in files of before the gradient
// held to the tolerance was that of the step before.
func TestADescentThatConvergesSoonerIsReplayed(t *testing.T) {
	m := model("sine_reg", "poly(degree=2,c=1)")
	r, err := Start(m, solvers.LeastSquares{Eta: .05, Tol: 1e-3})
	if err != nil {
		t.Fatal(err)
	}
	r = extended(t, r, mostSteps)
	steps := r.Len() - 1
	f := runfile.File{Set: m.Set, BuiltIn: true, Kernel: m.Kernel, Solver: r.Trace().Solver(), Branches: []runfile.Branch{{Name: "main", Steps: steps + 1, Status: "converged", Objective: r.Trace().Last().Objective}}}
	told := 0
	branches, err := Replay(t.Context(), f, func(_ runfile.Branch, step int) { told = step })
	if err != nil || branches[0].Run.Len() != r.Len() || told != steps {
		t.Fatalf("%v, told of step %d of %d", err, told, steps)
	}
	f.Branches[0].Status = "running"
	if _, err := Replay(t.Context(), f, nil); err == nil {
		t.Error("a branch that ends before its last step is replayed")
	}
}
