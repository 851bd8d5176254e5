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
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// Running forward stops at the same frames as running back.
func TestRun_HoldsForwardAndBack(t *testing.T) {
	for name, start := range beginnings() {
		whole := extendRun(t, start, 80)
		for _, b := range start.Conditions() {
			if _, ok := start.lastSegment().parser.read(b.Name); !ok {
				t.Errorf("%s: break %s cannot be read, want it to be a condition", name, b.Name)
			}
			var forward []int
			r := start
			for r.Len() < whole.Len() {
				longer := must.Value(r.Extend(context.Background(), whole.Len()-r.Len(), b))
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
				check.Must(t, n <= len(forward) && forward[len(forward)-n] == i,
					"%s, %s: back stops at %d, want one of the stops forward, %v", name, b.Name, i, forward)
			}
			check.That(t, n == len(forward),
				"%s, %s: back stops %d times, want %d as forward", name, b.Name, n, len(forward))
		}
	}
}

// The condition of a point holds at exactly the steps that change its coefficient.
func TestRun_Change(t *testing.T) {
	specimens(t, func(k anatomy.Kind, r Run) {
		r = extendRun(t, r, 12)
		for _, point := range []int{0, 3, r.start.data.Set.Len() - 1} {
			b, ok := r.ChangeCondition(point)
			if !ok {
				t.Errorf("%s: Change(%d): got no condition, want one", k.Name, point)
				continue
			}
			for i := 1; i < r.Len(); i++ {
				want := r.traces[0].At(i).Coef().At(point) != r.traces[0].At(i-1).Coef().At(point)
				if k.Restarts && want {
					continue // all coefficients of ridge regression appear in one step
				}
				check.That(t, r.Holds(i, b) == want,
					"%s: Holds(%d, %q) = %v, want %v", k.Name, i, b.Label, !want, want)
			}
		}
		if _, ok := r.ChangeCondition(r.start.data.Set.Len()); ok {
			t.Errorf("%s: Change of a point that does not exist: got a condition, want none", k.Name)
		}
	})
}

// A run that is cut at a frame describes that frame in the same way as the whole run. No chart of
// the cut run has a later value.
func TestRun_UpToHidesLaterSteps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRun(t)
		i := rapid.IntRange(0, r.Len()-1).Draw(t, "i")
		past := r.UpTo(i).(Run)
		check.Must(t, past.Len() == i+1, "UpTo(%d): got %d frames, want %d", i, past.Len(), i+1)
		whole, cut := r.Frame(i), past.Frame(i)
		if a, b := whole.Status.String(), cut.Status.String(); a != b {
			t.Errorf("UpTo(%d): got status %q, want %q", i, b, a)
		}
		for _, f := range cut.Figures {
			c, ok := f.Plot.(ascii.Chart)
			if !ok || !c.HasCursor || c.XLabel != "step" {
				continue
			}
			for _, s := range c.Series {
				for _, x := range s.X {
					if x > float64(i) {
						t.Fatalf("%q, up to step %d, has a value at step %v, want none beyond", f.Title, i, x)
					}
				}
			}
		}
	})
}

// The questions and the form of a step accept the numbers of the step, whether the run is forked or
// not.
func TestRun_QuestionsAcceptNextStep(t *testing.T) {
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
		if r.startsSegment(i+1) && len(steps) > 0 {
			t.Errorf("frame %d begins a new setting: got %d questions, want none", i+1, len(steps))
		}
		for _, q := range steps {
			info := q.Info()
			if got := q.Check(context.Background(), info.Reference); !got.Accepted {
				t.Errorf("%s: the reference %v is refused, want it accepted: %v", info.Name, info.Reference, got.Fact)
			}
			if got := q.Check(context.Background(), exercises.Answers{}); got.Accepted {
				t.Errorf("%s: an empty answer is accepted, want it refused", info.Name)
			}
		}
	})
}

// There are no questions about a step that was chosen by hand, unless the solver would make
// the same step.
func TestRun_QuestionsSkipChosenStep(t *testing.T) {
	r := extendRun(t, beginnings()["smo second-order"], 3)
	forked := func(from Run, a exercises.Answers) Run {
		t.Helper()
		return must.Value(from.Fork(t.Context(), 1, a)).(Run)
	}
	if len(r.Questions(1)) == 0 {
		t.Fatal("the solver's own step: got no questions, want some")
	}
	chosen := forked(r, exercises.Answers{"k": "1", "l": "9", "C": "2"})
	if qs := chosen.Questions(1); len(qs) != 0 {
		t.Errorf("a pair chosen by hand: got %d questions, want none", len(qs))
	}
	if qs := forked(chosen, exercises.Answers{"C": "3"}).Questions(1); len(qs) == 0 {
		t.Error("after C was changed the solver steps again: got no questions, want some")
	}
}

// All laws hold in every run, even after forks. The only exception is a step that was taken without
// its clip, which the ledger marks. If C is raised right afterwards, the α are inside the box
// again.
func TestRun_InvariantsHoldAfterForks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRun(t)
		for i := range r.Len() {
			c, _ := forkAt(r, i)
			if c.Answers["clip"] != "off" || c.madeStep && r.startsSegment(i+1) {
				continue
			}
			if c.madeStep && !isViolated(r.Invariants(i+1), "box") {
				t.Errorf("step %d of the forks %v left the box and no law is broken, want \"box\" broken", i+1,
					r.choices)
			}
			return
		}
		frames := []int{0, r.Len() - 1, rapid.IntRange(0, r.Len()-1).Draw(t, "frame")}
		for _, c := range r.choices {
			frames = append(frames, c.Frame, min(c.Frame+1, r.Len()-1))
		}
		for _, i := range frames {
			laws := r.Invariants(i)
			check.That(t, len(laws) != 0, "Invariants(%d): got no laws, want some", i)
			for _, law := range laws {
				check.That(t, law.Holds,
					"frame %d of %d, forks %v: %s = %s, want it to hold: %s", i, r.Len(), r.choices, law.Law.String(),
					law.Value, law.Note)
			}
		}
	})
}

// isViolated reports whether the law with the given name is violated.
func isViolated(laws []exercises.Invariant, name string) bool {
	for _, law := range laws {
		if law.Name == name {
			return !law.Holds
		}
	}
	return false
}

// The event mentions a change of predictions if and only if the sign of f has
// changed at some point.
func TestRun_EventOfPredictions(t *testing.T) {
	seen := 0
	for _, name := range []string{"logistic", "smo moons", "perceptron rbf"} {
		r := extendRun(t, beginnings()[name], 60)
		for i := 2; i < r.Len(); i++ {
			flips := 0
			for j := range r.Trace().Problem().Len() {
				if r.Trace().At(i-1).F(j)*r.Trace().At(i).F(j) < 0 {
					flips++
				}
			}
			says := strings.Contains(r.Event(i), "change")
			if says && flips == 0 {
				t.Errorf("%s at %d: got event %q and no sign changed, want one that does", name, i, r.Event(i))
			}
			if !says && flips > 0 && r.Event(i) == "" {
				t.Errorf("%s at %d: got no event, want one for the %d signs that changed", name, i, flips)
			}
			if says {
				seen++
			}
		}
	}
	if seen == 0 {
		t.Error("no prediction changes in any run, want at least one")
	}
}

func TestRun_EventOfStallOnce(t *testing.T) {
	m := trainingData("blobs_sep", "linear")
	r := extendRun(t, must.Value(Start(m, solvers.LeastSquares{Eta: 0.1})), 3000)
	n := 0
	for i := range r.Len() {
		if r.Event(i) == "the objective stalls" {
			n++
			if now, was := r.Trace().At(i).Objective, r.Trace().At(i-1).Objective; was-now > 1e-6*now {
				t.Errorf("frame %d stalls with the objective from %v to %v, want a smaller change", i, was, now)
			}
		}
	}
	check.That(t, n == 1, "the event \"the objective stalls\" occurs %d times, want once", n)
}

// A faulty run can be watched, but not forked or recorded. Its laws are those of
// the solver it claims to be.
func TestRun_faultySolver(t *testing.T) {
	m := trainingData("moons", "rbf(sigma=0.5)")
	problem := must.Value(m.Dual())
	smo := solvers.SMO{C: 1}
	trace := must.Value(solvers.NewTrace(pretender{smo}, problem))
	r := extendRun(t, NewRun(m, SMOPainter{Data: m, Solver: smo}, trace), 5)
	check.That(t, r.Options(2, nil) == nil, "Options of a faulty run = %v, want none", r.Options(2, nil))
	if _, err := r.Preview(2, exercises.Answers{"k": "1"}); err != errFaulty {
		t.Errorf("Preview of a faulty run: got error %v, want %v", err, errFaulty)
	}
	if _, err := r.Fork(context.Background(), 2, exercises.Answers{"C": "2"}); err != errFaulty {
		t.Errorf("Fork of a faulty run: got error %v, want %v", err, errFaulty)
	}
	var text bytes.Buffer
	if err := r.WriteRunFile(&text); err == nil || text.Len() > 0 {
		t.Errorf("Record of a faulty run: got error %v and %q, want an error and nothing", err, text.String())
	}
	if err := r.Write(&text, "csv", nil); err != nil {
		t.Error(err)
	}
	check.That(t, len(r.Invariants(3)) >= 3 && len(r.Frame(3).Why()) != 0 && len(r.Questions(3)) != 0,
		"a faulty run: got %d laws, %d reasons, %d questions, want those of the solver it claims to be",
		len(r.Invariants(3)), len(r.Frame(3).Why()), len(r.Questions(3)))
	if b, err := r.ParseCondition("clip == H"); err != nil {
		t.Errorf("ParseCondition(\"clip == H\"): got %v, error %v, want a condition", b, err)
	}
}

// pretender is SMO, but has the method Claims of a faulty solver.
type pretender struct{ solvers.SMO }

func (p pretender) Claims() solvers.Solver { return p.SMO }
