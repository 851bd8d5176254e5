package stage

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/solvers"
)

// TestPredictionsThatFlipAreEvents: wherever the event says so, and only
// there, f has another sign than one step before.
func TestPredictionsThatFlipAreEvents(t *testing.T) {
	seen := 0
	for _, name := range []string{"logistic", "smo moons", "perceptron rbf"} {
		r := extended(t, beginnings()[name], 60)
		for i := 2; i < r.Len(); i++ {
			flips := 0
			for j := range r.Trace().Problem().Len() {
				if r.Trace().At(i-1).F(j)*r.Trace().At(i).F(j) < 0 {
					flips++
				}
			}
			says := strings.Contains(r.Event(i), "change")
			if says && flips == 0 {
				t.Errorf("%s at %d: %q, and no sign changed", name, i, r.Event(i))
			}
			if !says && flips > 0 && r.Event(i) == "" {
				t.Errorf("%s at %d: %d signs changed, and nothing is told", name, i, flips)
			}
			if says {
				seen++
			}
		}
	}
	if seen == 0 {
		t.Error("no prediction flips in any run")
	}
}

func TestAnObjectiveThatStallsIsAnEventOnce(t *testing.T) {
	m := model("blobs_sep", "linear")
	r, err := Start(m, solvers.LeastSquares{Eta: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	r = extended(t, r, 3000)
	n := 0
	for i := range r.Len() {
		if r.Event(i) == "the objective stalls" {
			n++
			if now, was := r.Trace().At(i).Objective, r.Trace().At(i-1).Objective; was-now > 1e-6*now {
				t.Errorf("at %d: from %v to %v", i, was, now)
			}
		}
	}
	if n != 1 {
		t.Errorf("the objective stalls %d times", n)
	}
}

// TestAFaultyRunGoesItsOwnWay: it is watched, not steered or written down, and
// its laws are those of the solver it claims to be.
func TestAFaultyRunGoesItsOwnWay(t *testing.T) {
	m := model("moons", "rbf(sigma=0.5)")
	problem, err := m.Dual()
	if err != nil {
		t.Fatal(err)
	}
	smo := solvers.SMO{C: 1}
	trace, err := solvers.NewTrace(pretender{smo}, problem)
	if err != nil {
		t.Fatal(err)
	}
	r := extended(t, NewRun(m, SMOPainter{Model: m, Solver: smo}, trace), 5)
	if r.Options(2, nil) != nil {
		t.Error("a faulty run offers choices")
	}
	if _, err := r.Preview(2, exercises.Answers{"k": "1"}); err != errFaulty {
		t.Errorf("preview: %v", err)
	}
	if _, err := r.Fork(context.Background(), 2, exercises.Answers{"C": "2"}); err != errFaulty {
		t.Errorf("fork: %v", err)
	}
	var text bytes.Buffer
	if err := r.Record(&text); err == nil || text.Len() > 0 {
		t.Errorf("a faulty run is written down: %v %q", err, text.String())
	}
	if err := r.Export(&text, "csv"); err != nil {
		t.Error(err)
	}
	if len(r.Invariants(3)) < 3 || len(r.Frame(3).Why()) == 0 || len(r.Questions(3)) == 0 {
		t.Error("a faulty run is not asked as what it claims to be")
	}
	if b, err := r.Watch("clip == H"); err != nil {
		t.Errorf("%v %v", b, err)
	}
}

// pretender is a solver that passes for SMO, and is.
type pretender struct{ solvers.SMO }

func (p pretender) Claims() solvers.Solver { return p.SMO }
