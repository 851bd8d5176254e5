package stage

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"kernellab/ascii"
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
	at, words, _ := fork.(Run).Origin()
	was := r.Trace().At(3).Detail.(*solvers.SMODetail)
	want := anatomy.Move{K: 1, L: 4}.String() + " instead of " + anatomy.Move{K: was.K + 1, L: was.L + 1}.Numbers()
	if at != 2 || words != want {
		t.Errorf("origin %d %q, want 2 %q", at, words, want)
	}
	want2 := solvers.PairUpdate(r.Trace().Problem().Gram(), r.Trace().Problem().Labels(), r.Trace().At(2).CoefCopy(),
		r.Trace().At(2).Bias, 1, 0, 3)
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
		{"rule", smo, exercises.Answers{"rule": "random"},
			func(s solvers.Solver) bool { return s.(solvers.SMO).Rule == solvers.Random }},
		{"order", extended(t, beginnings()["perceptron"], 9), exercises.Answers{"order": "3"},
			func(s solvers.Solver) bool { return s.(solvers.Perceptron).Seed == 3 }},
		{"gamma", extended(t, beginnings()["logistic"], 9), exercises.Answers{"gamma": "0.2"},
			func(s solvers.Solver) bool { return s.(solvers.Logistic).Gamma == 0.2 }},
		{"eta", extended(t, beginnings()["least squares"], 9), exercises.Answers{"eta": "0.25"},
			func(s solvers.Solver) bool { return s.(solvers.LeastSquares).Eta == 0.25 }},
		{"penalty", extended(t, beginnings()["logistic"], 9), exercises.Answers{"lambda": "0.5"},
			func(s solvers.Solver) bool { return s.(solvers.Logistic).Lambda == 0.5 }},
		{"no penalty", extended(t, beginnings()["logistic λ"], 9), exercises.Answers{"lambda": "0"},
			func(s solvers.Solver) bool { return s.(solvers.Logistic).Lambda == 0 }},
		{"lambda", extended(t, beginnings()["ridge"], 3), exercises.Answers{"lambda": "7"},
			func(s solvers.Solver) bool { return s.(solvers.Ridge).Lambda == 7 }},
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

// clippedAt is the first frame from which the run takes a clipped step.
func clippedAt(t *testing.T, r Run) int {
	t.Helper()
	for i := 1; i < r.Len(); i++ {
		if d, ok := r.Trace().At(i).Detail.(*solvers.SMODetail); ok && d.Clipped && d.Kappa > 0 {
			return i - 1
		}
	}
	t.Fatal("no step is clipped")
	return 0
}

func TestAStepWithoutItsClip(t *testing.T) {
	r := extended(t, beginnings()["smo moons"], 30)
	at := clippedAt(t, r)
	own := r.Trace().At(at + 1).Detail.(*solvers.SMODetail)
	a := exercises.Answers{"clip": "off"}
	fork, err := r.Fork(context.Background(), at, a)
	if err != nil {
		t.Fatal(err)
	}
	f := fork.(Run)
	d := f.Trace().At(at + 1).Detail.(*solvers.SMODetail)
	if d.K != own.K || d.L != own.L || d.NewAl != own.Unclipped {
		t.Errorf("pair (%d, %d) to αℓ = %v, want (%d, %d) to %v", d.K, d.L, d.NewAl, own.K, own.L, own.Unclipped)
	}
	if want := own.OldAk + own.S*(own.OldAl-own.Unclipped); math.Abs(d.NewAk-want) > 1e-12 {
		t.Errorf("αk = %v, want %v", d.NewAk, want)
	}
	slope := own.Tl * (own.Ek - own.El)
	if want := slope * slope / (2 * own.Kappa); math.Abs(d.DW-want) > 1e-9*want {
		t.Errorf("W rises by %v, and the top of its parabola lies %v above", d.DW, want)
	}
	if !broken(f.Invariants(at+1), "box") || broken(f.Invariants(at+1), "sum") {
		t.Error("the ledger has to find the box left, and Σαt = 0 kept")
	}
	if _, words, _ := f.Origin(); !strings.Contains(words, "without the clip") {
		t.Errorf("origin %q", words)
	}
	frame, err := r.Preview(at, a)
	if err != nil || !strings.Contains(frame.Notes[0].String(), "leaves [0, C]") {
		t.Errorf("preview %v, %v", frame.Notes, err)
	}
	replays(t, extended(t, f, 6))
}

func TestAClipThatIsNotThereCannotBeLeftOut(t *testing.T) {
	r := extended(t, beginnings()["smo moons"], 30)
	at := -1
	for i := 1; i < r.Len() && at < 0; i++ {
		if d, ok := r.Trace().At(i).Detail.(*solvers.SMODetail); ok && !d.Clipped {
			at = i - 1
		}
	}
	for _, c := range r.Options(at, nil) {
		if c.Name == "clip" {
			t.Error("a clip is offered where there is none")
		}
	}
	if _, err := r.Fork(context.Background(), at, exercises.Answers{"clip": "off"}); err != errNothing {
		t.Errorf("got %v", err)
	}
	if _, err := r.Fork(context.Background(), at, exercises.Answers{"clip": "maybe"}); err == nil ||
		!strings.Contains(err.Error(), `"on"`) {
		t.Errorf("got %v", err)
	}
}

// The forks of a run, taken again on one of its root, lead to the same run, bit by
// bit.
func TestForksTakenAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRun(t)
		for _, original := range beginnings() {
			if original.Root() != r.Root() {
				continue
			}
			again, err := exercises.Regrow(context.Background(), original, r.Forks(), r.Len()-1)
			if err != nil {
				if checkPairMoves(r) == nil {
					t.Fatalf("%v: %v", r.Forks(), err)
				}
				return
			}
			g := again.(Run)
			if g.Len() != r.Len() || fmt.Sprint(g.Forks()) != fmt.Sprint(r.Forks()) {
				t.Fatalf("%d frames by %v, want %d by %v", g.Len(), g.Forks(), r.Len(), r.Forks())
			}
			for i := range r.Len() {
				same(t, "again", g.traces[0].At(i), r.traces[0].At(i))
			}
			return
		}
		t.Fatal("no original has its root")
	})
}

// Other data, another kernel or another parameter is another root; a fork and
// another length are not.
func TestRootsTellRunsApart(t *testing.T) {
	seen := map[string]string{}
	for name, r := range beginnings() {
		if other, ok := seen[r.Root()]; ok {
			t.Errorf("%s and %s have one root", name, other)
		}
		seen[r.Root()] = name
		longer := extended(t, r, 4)
		if longer.Root() != r.Root() {
			t.Errorf("%s: a longer run has another root", name)
		}
	}
}

// TestOddChoices: whatever is typed, a fork is made or refused in words, and
// what is made can be shown, asked and written down.
func TestOddChoices(t *testing.T) {
	odd := []string{"1e308", "1e-300", "4.9e-324", "0", "-0", "inf", "NaN", "1", "2", "3", "4", "0.5", "7.25", "1e17",
		"1e-17", "1e400", "٣", " 3 ", "0x10", "1_0", "on", "off", "", "rule", "file", "18446744073709551615", "random",
		"max-error-literal"}
	rapid.Check(t, func(t *rapid.T) {
		r := drawRun(t)
		at := rapid.IntRange(-1, r.Len()).Draw(t, "at")
		a := exercises.Answers{}
		names := []string{"k", "l", "clip", "point", "C", "rule", "order", "gamma", "eta", "lambda", "sigma", "other"}
		if own := r.Options(at, nil); len(own) > 0 && rapid.IntRange(0, 9).Draw(t, "own") > 0 {
			names = names[:0]
			for _, c := range own {
				names = append(names, c.Name)
			}
		}
		for range rapid.IntRange(1, 2).Draw(t, "choices") {
			a[rapid.SampledFrom(names).Draw(t,
				"name")] = rapid.OneOf(rapid.SampledFrom(odd), rapid.SampledFrom(odd), rapid.SampledFrom(odd),
				rapid.String()).Draw(t, "text")
		}
		r.Options(at, a)
		_, errSeen := r.Preview(at, a)
		fork, err := r.Fork(context.Background(), at, a)
		if err != nil {
			if err.Error() == "" || err != errNothing && errSeen == nil {
				t.Fatalf("%v: fork %v, preview %v", a, err, errSeen)
			}
			return
		}
		f := extended(t, fork, 6)
		g := ascii.NewGrid(50, 16)
		for i := range f.Len() {
			for _, fig := range f.Frame(i).Figures {
				fig.Plot.Draw(g, g.Bounds(), ascii.View{})
			}
			f.Invariants(i)
			f.Summary(i)
			f.Event(i)
			f.Questions(i)
			f.ByHand(i)
		}
		for _, format := range f.Formats() {
			if err := f.Write(&bytes.Buffer{}, format, nil); err != nil {
				t.Errorf("%s: %v", format, err)
			}
		}
		r.Compare(f, max(0, at))
		var text bytes.Buffer
		if err := f.Record(&text); err != nil {
			t.Errorf("%v is not written down: %v", a, err)
		}
	})
}
