package stage

import (
	"context"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// TestBackThenForwardIsTheIdentity: from every frame, forked or not, the same
// next step is taken again, unless it was chosen by hand.
func TestBackThenForwardIsTheIdentity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRun(t)
		for i := 0; i+1 < r.Len(); i++ {
			if r.opens(i+1) || byHand(r, i) {
				continue
			}
			again := r
			again.traces = r.upTo(i)
			again = extended(t, again, 1)
			if again.Len() != i+2 {
				t.Fatalf("from frame %d there is no way on, although there was", i)
			}
			same(t, "forward again", again.traces[0].At(i+1), r.traces[0].At(i+1))
			same(t, "and back", again.traces[0].At(i), r.traces[0].At(i))
		}
	})
}

// TestAForkLeavesTheOriginalAlone, even while two forks of one past grow at
// once (run with -race).
func TestAForkLeavesTheOriginalAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRun(t)
		at := rapid.IntRange(0, r.Len()-1).Draw(t, "at")
		choices := []exercises.Answers{drawChoice(t, r, at), drawChoice(t, r, at)}
		before := append([]solvers.Step{}, steps(r)...)
		copies := make([][]float64, len(before))
		for i, s := range before {
			copies[i] = s.CoefCopy()
		}
		var wait sync.WaitGroup
		forks := make([]Run, len(choices))
		for j, a := range choices {
			wait.Go(func() {
				if fork, err := r.Fork(context.Background(), at, a); err == nil {
					longer, _ := fork.Extend(context.Background(), 15, exercises.Break{})
					forks[j] = longer.(Run)
				}
			})
		}
		wait.Wait()
		if len(steps(r)) != len(before) {
			t.Fatalf("%d frames, were %d", r.Len(), len(before))
		}
		for i, s := range before {
			same(t, "the original", s, r.traces[0].At(i))
			for j, c := range copies[i] {
				if s.Coef().At(j) != c && c == c {
					t.Fatalf("coefficient %d of step %d changed", j, i)
				}
			}
		}
		for _, f := range forks {
			checkFork(t, r, f, at)
		}
	})
}

// checkFork holds a fork to its past.
func checkFork(t *rapid.T, r, f Run, at int) {
	if len(f.traces) == 0 {
		return
	}
	for i := range at {
		same(t, "the past of the fork", r.traces[0].At(i), f.traces[0].At(i))
	}
	if where, words, ok := f.Origin(); !ok || where != at || words == "" {
		t.Errorf("origin %d %q %v, forked at %d", where, words, ok, at)
	}
	for i := range f.Len() {
		if f.traces[0].At(i).N != i {
			t.Fatalf("frame %d holds step %d", i, f.traces[0].At(i).N)
		}
	}
	for i := range f.Len() {
		if fr := f.Frame(i); len(fr.Status) == 0 || len(fr.Formula) == 0 {
			t.Errorf("frame %d of a fork: status %q", i, fr.Status.String())
		}
		f.Event(i)
	}
}

func steps(r Run) []solvers.Step {
	out := make([]solvers.Step, r.Len())
	for i := range out {
		out[i] = r.traces[0].At(i)
	}
	return out
}

// TestPreviewShowsWhatForkTakes: the frame seen before is the frame after.
func TestPreviewShowsWhatForkTakes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRun(t)
		at := rapid.IntRange(0, r.Len()-1).Draw(t, "at")
		a := drawChoice(t, r, at)
		seen, errSeen := r.Preview(at, a)
		fork, err := r.Fork(context.Background(), at, a)
		if err == errNothing {
			return
		}
		if (err == nil) != (errSeen == nil) {
			t.Fatalf("preview: %v, fork: %v", errSeen, err)
		}
		if err != nil {
			if fork != nil {
				t.Error("a run beside an error")
			}
			return
		}
		frame := fork.Frame(fork.Len() - 1)
		if frame.Status.String() != seen.Status.String() || len(frame.Formula) != len(seen.Formula) {
			t.Errorf("preview %q, fork %q", seen.Status.String(), frame.Status.String())
		}
		for j := range frame.Formula {
			if frame.Formula[j].String() != seen.Formula[j].String() {
				t.Errorf("preview %q, fork %q", seen.Formula[j].String(), frame.Formula[j].String())
			}
		}
	})
}

// TestOptionsAreInForce: what an option says is what a fork with it leaves as
// it is, and the first value of every option is one that the control offers.
func TestOptionsAreInForce(t *testing.T) {
	for name, r := range beginnings() {
		r = extended(t, r, 20)
		for at := range r.Len() {
			own := exercises.Answers{}
			for _, c := range r.Options(at, nil) {
				own[c.Name] = c.Value
				if c.Nudge(0) == "" {
					t.Errorf("%s at %d: %s = %q is not offered", name, at, c.Name, c.Value)
				}
			}
			if len(own) == 0 {
				t.Errorf("%s at %d: nothing can be chosen", name, at)
			}
			if _, err := r.Fork(context.Background(), at, own); err != errNothing {
				t.Errorf("%s at %d: the run's own values %v make a fork, or %v", name, at, own, err)
			}
		}
	}
}

func TestThePairOfAForkIsTaken(t *testing.T) {
	r := extended(t, beginnings()["smo second-order"], 6)
	fork, err := r.Fork(context.Background(), 2, exercises.Answers{"k": "1", "l": "4"})
	if err != nil {
		t.Fatal(err)
	}
	d := fork.(Run).Trace().At(3).Detail.(*solvers.SMODetail)
	if d.K != 0 || d.L != 3 {
		t.Errorf("pair (%d, %d)", d.K+1, d.L+1)
	}
	at, words, _ := fork.(exercises.Forker).Origin()
	was := r.Trace().At(3).Detail.(*solvers.SMODetail)
	want := anatomy.Move{K: 1, L: 4}.String() + " instead of " + anatomy.Move{K: was.K + 1, L: was.L + 1}.Numbers()
	if at != 2 || words != want {
		t.Errorf("origin %d %q, want 2 %q", at, words, want)
	}
	want2 := solvers.PairUpdate(r.Trace().Problem().Gram(), r.Trace().Problem().Labels(), r.Trace().At(2).CoefCopy(), r.Trace().At(2).Bias, 1, 0, 3)
	if d.NewAl != want2.NewAl || d.NewAk != want2.NewAk {
		t.Errorf("α = %v, %v, want %v, %v", d.NewAk, d.NewAl, want2.NewAk, want2.NewAl)
	}
	frame, err := r.Preview(2, exercises.Answers{"k": "1", "l": "4"})
	if err != nil || !strings.Contains(frame.Notes[1].String(), "ΔW = "+anatomy.Num(d.DW)) {
		t.Errorf("notes %v, error %v", frame.Notes, err)
	}
}

func TestAParameterOfAFork(t *testing.T) {
	smo := extended(t, beginnings()["smo moons"], 30)
	for _, c := range []struct {
		name string
		run  Run
		a    exercises.Answers
		of   func(solvers.Solver) bool
	}{
		{"C", smo, exercises.Answers{"C": "inf"}, func(s solvers.Solver) bool { return s.(solvers.SMO).C > 1e300 }},
		{"rule", smo, exercises.Answers{"rule": "random"}, func(s solvers.Solver) bool { return s.(solvers.SMO).Rule == solvers.Random }},
		{"order", extended(t, beginnings()["perceptron"], 9), exercises.Answers{"order": "3"}, func(s solvers.Solver) bool { return s.(solvers.Perceptron).Seed == 3 }},
		{"gamma", extended(t, beginnings()["logistic"], 9), exercises.Answers{"gamma": "0.2"}, func(s solvers.Solver) bool { return s.(solvers.Logistic).Gamma == 0.2 }},
		{"eta", extended(t, beginnings()["least squares"], 9), exercises.Answers{"eta": "0.25"}, func(s solvers.Solver) bool { return s.(solvers.LeastSquares).Eta == 0.25 }},
		{"penalty", extended(t, beginnings()["logistic"], 9), exercises.Answers{"lambda": "0.5"}, func(s solvers.Solver) bool { return s.(solvers.Logistic).Lambda == 0.5 }},
		{"no penalty", extended(t, beginnings()["logistic λ"], 9), exercises.Answers{"lambda": "0"}, func(s solvers.Solver) bool { return s.(solvers.Logistic).Lambda == 0 }},
		{"lambda", extended(t, beginnings()["ridge"], 3), exercises.Answers{"lambda": "7"}, func(s solvers.Solver) bool { return s.(solvers.Ridge).Lambda == 7 }},
	} {
		fork, err := c.run.Fork(context.Background(), 3, c.a)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		f := extended(t, fork, 5)
		if !c.of(f.Trace().Solver()) {
			t.Errorf("%s: the fork goes on with %+v", c.name, f.Trace().Solver())
		}
		if c.of(f.at(2).solver()) {
			t.Errorf("%s: what was before the fork is read under the new setting", c.name)
		}
	}
	sigma, err := smo.Fork(context.Background(), 30, exercises.Answers{"sigma": "2"})
	if err != nil {
		t.Fatal(err)
	}
	f := sigma.(Run)
	for i, a := range smo.Trace().At(30).Coef().All() {
		if f.Trace().At(30).Coef().At(i) != a {
			t.Errorf("α%d changed with σ", i+1)
		}
	}
	if k := f.Trace().Problem().K(0, 1); k == smo.Trace().Problem().K(0, 1) {
		t.Error("σ changed, and the Gram matrix did not")
	}
}

func TestChoicesThatCannotBeTaken(t *testing.T) {
	r := extended(t, beginnings()["smo moons"], 40)
	for _, c := range []struct {
		a    exercises.Answers
		want string
	}{
		{exercises.Answers{"k": "0"}, "the points are 1 to"},
		{exercises.Answers{"k": "two"}, "the points are 1 to"},
		{exercises.Answers{"k": "4", "l": "4"}, "two different points"},
		{exercises.Answers{"C": "-1"}, "above 0"},
		{exercises.Answers{"C": "NaN"}, "above 0"},
		{exercises.Answers{"C": "0.001"}, "the last one before this in which no α does"},
		{exercises.Answers{"sigma": "wide"}, "σ has to be"},
		{exercises.Answers{"rule": "best"}, "the rules are"},
		{nil, "nothing is different"},
	} {
		if _, err := r.Fork(context.Background(), 40, c.a); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: error %v, want one with %q", c.a, err, c.want)
		}
	}
	for _, at := range []int{-1, r.Len()} {
		if _, err := r.Preview(at, exercises.Answers{"k": "1"}); err == nil {
			t.Errorf("frame %d is forked", at)
		}
		if r.Options(at, nil) != nil {
			t.Errorf("frame %d has options", at)
		}
	}
}

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
