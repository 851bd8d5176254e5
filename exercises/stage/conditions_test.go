package stage

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// TestRunToAndBackAgree: the frames at which running forward stops are those
// found on the way back.
func TestRunToAndBackAgree(t *testing.T) {
	for name, start := range beginnings() {
		whole := extended(t, start, 80)
		for _, b := range start.Breaks() {
			var forward []int
			r := start
			for r.Len() < whole.Len() {
				longer, err := r.Extend(context.Background(), whole.Len()-r.Len(), b)
				if err != nil {
					t.Fatal(err)
				}
				r = longer.(Run)
				if r.Holds(r.Len()-1, b) {
					forward = append(forward, r.Len()-1)
				}
			}
			n := 0
			for i := whole.Len() - 1; i >= 0; i-- {
				if !whole.Holds(i, b) {
					continue
				}
				n++
				if n > len(forward) || forward[len(forward)-n] != i {
					t.Fatalf("%s, %s: back stops at %d, forward at %v", name, b.Name, i, forward)
				}
			}
			if n != len(forward) {
				t.Errorf("%s, %s: back finds %d, forward %d", name, b.Name, n, len(forward))
			}
		}
	}
}

// What changes at a point changes at exactly the steps that change its coefficient.
func TestChangesOfAPoint(t *testing.T) {
	specimens(t, func(k anatomy.Kind, r Run) {
		r = extended(t, r, 12)
		for _, point := range []int{0, 3, r.start.model.Set.Len() - 1} {
			b, ok := r.Change(point)
			if !ok {
				t.Errorf("%s keeps no number for point %d", k.Name, point+1)
				continue
			}
			for i := 1; i < r.Len(); i++ {
				want := r.traces[0].At(i).Coef().At(point) != r.traces[0].At(i-1).Coef().At(point)
				if k.Restarts && want {
					continue // ridge regression has no coefficients before it has them all
				}
				if r.Holds(i, b) != want {
					t.Errorf("%s, %q at %d: %v, want %v", k.Name, b.Label, i, !want, want)
				}
			}
		}
		if _, ok := r.Change(r.start.model.Set.Len()); ok {
			t.Errorf("%s: a point that there is not", k.Name)
		}
	})
}

// TestUpToTellsNothingOfWhatCame: forked or not, a run up to a frame says of it
// what the whole run says, and no chart has a value beyond it.
func TestUpToTellsNothingOfWhatCame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRun(t)
		i := rapid.IntRange(0, r.Len()-1).Draw(t, "i")
		past := r.UpTo(i).(Run)
		if past.Len() != i+1 {
			t.Fatalf("%d frames up to frame %d", past.Len(), i)
		}
		whole, cut := r.Frame(i), past.Frame(i)
		if a, b := whole.Status.String(), cut.Status.String(); a != b {
			t.Errorf("status %q, was %q", b, a)
		}
		for _, f := range cut.Figures {
			c, ok := f.Plot.(ascii.Chart)
			if !ok || !c.HasCursor || c.XLabel != "step" {
				continue
			}
			for _, s := range c.Series {
				for _, x := range s.X {
					if x > float64(i) {
						t.Fatalf("%q, up to step %d, has a value at step %v", f.Title, i, x)
					}
				}
			}
		}
	})
}

// TestTheTruthIsAccepted: what the quiz and the form take for right is what
// the run goes on with, forked or not.
func TestTheTruthIsAccepted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRun(t)
		if r.Len() < 2 {
			return
		}
		i := rapid.IntRange(0, r.Len()-2).Draw(t, "i")
		steps := r.Questions(i)
		if by := r.ByHand(i); by != nil {
			steps = append(steps, by)
		}
		if r.opens(i+1) && len(steps) > 0 {
			t.Errorf("frame %d only takes up what was there, and %d questions are asked about it", i+1, len(steps))
		}
		for _, q := range steps {
			info := q.Info()
			if got := q.Check(context.Background(), info.Reference); !got.Accepted {
				t.Errorf("%s: the reference %v is not accepted: %v", info.Name, info.Reference, got.Fact)
			}
			if got := q.Check(context.Background(), exercises.Answers{}); got.Accepted {
				t.Errorf("%s: nothing is accepted", info.Name)
			}
		}
	})
}

// TestAStepThatWasChosenIsNotAskedFor; one that took its place is again.
func TestAStepThatWasChosenIsNotAskedFor(t *testing.T) {
	r := extended(t, beginnings()["smo second-order"], 3)
	forked := func(from Run, a exercises.Answers) Run {
		t.Helper()
		next, err := from.Fork(t.Context(), 1, a)
		if err != nil {
			t.Fatal(err)
		}
		return next.(Run)
	}
	if len(r.Questions(1)) == 0 {
		t.Fatal("nothing is asked about the solver's own step")
	}
	chosen := forked(r, exercises.Answers{"k": "1", "l": "9", "C": "2"})
	if qs := chosen.Questions(1); len(qs) != 0 {
		t.Errorf("%d questions on what rule leads to a pair that was chosen", len(qs))
	}
	if qs := forked(chosen, exercises.Answers{"C": "3"}).Questions(1); len(qs) == 0 {
		t.Error("the solver steps again, and nothing is asked about it")
	}
}

func TestMarkLeavesTheOriginalAlone(t *testing.T) {
	run := beginnings()["smo second-order"]
	one := run.Mark(2)
	two := one.Mark(4)
	longer := extended(t, two, 6)
	for i := range 6 {
		if run.Marked(i) || one.Marked(i) != (i == 2) || longer.Marked(i) != (i == 2 || i == 4) {
			t.Errorf("frame %d: %v, %v, %v", i, run.Marked(i), one.Marked(i), two.Marked(i))
		}
	}
}

// TestACorrectRunKeepsItsBooks, however it was forked, as long as no step was
// taken without its clip; that step the ledger marks. A larger C right after it
// takes in again what had left the box.
func TestACorrectRunKeepsItsBooks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRun(t)
		for i := range r.Len() {
			c, _ := decided(r, i)
			if c.Answers["clip"] != "off" || c.took && r.opens(i+1) {
				continue
			}
			if c.took && !broken(r.Invariants(i+1), "box") {
				t.Errorf("step %d of the forks %v left the box, and the ledger does not say so", i+1, r.choices)
			}
			return
		}
		frames := []int{0, r.Len() - 1, rapid.IntRange(0, r.Len()-1).Draw(t, "frame")}
		for _, c := range r.choices {
			frames = append(frames, c.At, min(c.At+1, r.Len()-1))
		}
		for _, i := range frames {
			laws := r.Invariants(i)
			if len(laws) == 0 {
				t.Errorf("frame %d: no laws", i)
			}
			for _, law := range laws {
				if !law.Holds {
					t.Errorf("frame %d of %d, forks %v: %s = %s: %s", i, r.Len(), r.choices, law.Law.String(),
						law.Value, law.Note)
				}
			}
		}
	})
}

func TestAConditionThatCannotBeRead(t *testing.T) {
	r := beginnings()["smo moons"]
	_, err := r.Watch("alpha[3] ==")
	if _, ok := err.(*exercises.WatchError); !ok {
		t.Errorf("error %T %v", err, err)
	}
	if got := r.Complete("al", 2); len(got) == 0 {
		t.Error("nothing completes al")
	}
	if r.Holds(1, exercises.Break{Name: "no such thing ("}) {
		t.Error("a break that cannot be read holds")
	}
}

// broken reports whether the law of a name does not hold.
func broken(laws []exercises.Invariant, name string) bool {
	for _, law := range laws {
		if law.Name == name {
			return !law.Holds
		}
	}
	return false
}

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
	r := extended(t, mustStart(m, solvers.LeastSquares{Eta: 0.1}), 3000)
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
	if err := r.Write(&text, "csv", nil); err != nil {
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
