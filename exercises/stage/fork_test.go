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
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// A fork does not change the original run, even if two forks of the same run are extended
// concurrently (run with -race).
func TestRun_ForkKeepsOriginal(t *testing.T) {
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
					longer, _ := fork.Extend(context.Background(), 15, exercises.Condition{})
					forks[j] = longer.(Run)
				}
			})
		}
		wait.Wait()
		check.Must(t, len(steps(r)) == len(before),
			"after two forks: got %d frames, want %d", r.Len(), len(before))
		for i, s := range before {
			sameSteps(t, "the original", s, r.traces[0].At(i))
			for j, c := range copies[i] {
				if s.Coef().At(j) != c && c == c {
					t.Fatalf("coefficient %d of step %d became %v, want %v", j, i, s.Coef().At(j), c)
				}
			}
		}
		for _, f := range forks {
			checkFork(t, r, f, at)
		}
	})
}

// checkFork compares the steps before a fork with the steps of the original run.
func checkFork(t *rapid.T, r, f Run, at int) {
	if len(f.traces) == 0 {
		return
	}
	for i := range at {
		sameSteps(t, "the past of the fork", r.traces[0].At(i), f.traces[0].At(i))
	}
	if forks := f.Forks(); len(forks) == 0 || forks[len(forks)-1].Frame != at || forks[len(forks)-1].Description == "" {
		t.Errorf("Forks() = %v, want one at %d with a description", forks, at)
	}
	for i := range f.Len() {
		check.Must(t, f.traces[0].At(i).N == i, "frame %d holds step %d, want %d", i, f.traces[0].At(i).N, i)
	}
	for i := range f.Len() {
		if fr := f.Frame(i); len(fr.Status) == 0 || len(fr.Formula) == 0 {
			t.Errorf("frame %d of a fork: got status %q, formula %v, want both", i, fr.Status.String(), fr.Formula)
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

// The preview of a choice is the frame after it.
func TestRun_PreviewAgreesWithFork(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRun(t)
		at := rapid.IntRange(0, r.Len()-1).Draw(t, "at")
		a := drawChoice(t, r, at)
		seen, errSeen := r.Preview(at, a)
		fork, err := r.Fork(context.Background(), at, a)
		if err == errUnchanged {
			return
		}
		check.Must(t, (err == nil) == (errSeen == nil),
			"Fork(%v): got error %v, want %v as of the preview", a, err, errSeen)
		if err != nil {
			check.That(t, fork == nil, "Fork(%v): got a run and error %v, want only the error", a, err)
			return
		}
		frame := fork.Frame(fork.Len() - 1)
		check.That(t, frame.Status.String() == seen.Status.String() && len(frame.Formula) == len(seen.Formula),
			"fork: got status %q, want %q as in the preview", frame.Status.String(), seen.Status.String())
		for j := range frame.Formula {
			check.That(t, frame.Formula[j].String() == seen.Formula[j].String(),
				"fork: got formula %q, want %q as in the preview", frame.Formula[j].String(),
				seen.Formula[j].String())
		}
	})
}

// A fork with the values that the options show changes nothing, and the controls
// offer these values.
func TestRun_OptionsShowOwnValues(t *testing.T) {
	for name, r := range beginnings() {
		r = extendRun(t, r, 20)
		for at := range r.Len() {
			own := exercises.Answers{}
			for _, c := range r.Options(at, nil) {
				own[c.Name] = c.Value
				check.That(t, c.Nudge(0) != "",
					"%s at %d: %s = %q is not offered, want its own value offered", name, at, c.Name, c.Value)
			}
			check.That(t, len(own) != 0, "%s at %d: got no options, want some", name, at)
			if _, err := r.Fork(context.Background(), at, own); err != errUnchanged {
				t.Errorf("%s at %d: Fork with its own values %v: got error %v, want %v", name, at, own, err, errUnchanged)
			}
		}
	}
}

func TestRun_ForkTakesPair(t *testing.T) {
	r := extendRun(t, beginnings()["smo second-order"], 6)
	fork := must.Value(r.Fork(context.Background(), 2, exercises.Answers{"k": "1", "l": "4"}))
	d := fork.(Run).Trace().At(3).Detail.(*solvers.SMODetail)
	check.That(t, d.K == 0 && d.L == 3, "got pair (%d, %d), want (1, 4)", d.K+1, d.L+1)
	made := fork.(Run).Forks()[0]
	was := r.Trace().At(3).Detail.(*solvers.SMODetail)
	want := anatomy.Move{K: 1, L: 4}.String() + " instead of " + anatomy.Move{K: was.K + 1, L: was.L + 1}.PointNumbers()
	check.That(t, made.Frame == 2 && made.Description == want, "Forks() = %v, want frame 2, %q", made, want)
	want2 := solvers.PairUpdate(r.Trace().Problem().Gram(), r.Trace().Problem().Labels(), r.Trace().At(2).CoefCopy(),
		r.Trace().At(2).Bias, 1, 0, 3)
	check.That(t, d.NewAl == want2.NewAl && d.NewAk == want2.NewAk,
		"got α = %v, %v, want %v, %v", d.NewAk, d.NewAl, want2.NewAk, want2.NewAl)
	frame, err := r.Preview(2, exercises.Answers{"k": "1", "l": "4"})
	check.That(t, err == nil && strings.Contains(frame.Notes[1].String(), "Δg = "+anatomy.Num(d.Gain)),
		"preview: got notes %v, error %v, want Δg = %s", frame.Notes, err, anatomy.Num(d.Gain))
}

func TestRun_ForkSetsParameter(t *testing.T) {
	for _, c := range []struct {
		name, parameter, typed string
		want                   solvers.Solver
	}{
		{"smo moons", "C", "inf", solvers.SMO{C: math.Inf(1)}},
		{"smo moons", "rule", "random", solvers.SMO{C: 10, Rule: solvers.Random}},
		{"perceptron", "order", "3", solvers.Perceptron{EveryVisit: true, Seed: 3}},
		{"logistic", "gamma", "0.2", solvers.Logistic{Gamma: 0.2}},
		{"least squares", "eta", "0.25", solvers.LeastSquares{Eta: 0.25}},
		{"logistic", "lambda", "0.5", solvers.Logistic{Gamma: 0.1, Lambda: 0.5}},
		{"logistic λ", "lambda", "0", solvers.Logistic{Gamma: 0.02}},
		{"ridge", "lambda", "7", solvers.Ridge{Lambda: 7}},
	} {
		t.Run(c.name+" "+c.parameter, func(t *testing.T) {
			start := extendRun(t, beginnings()[c.name], 3)
			fork, err := start.Fork(context.Background(), 3, exercises.Answers{c.parameter: c.typed})
			check.Must(t, err == nil, "Fork: got error %v, want a fork", err)
			f := extendRun(t, fork, 5)
			check.Equal(t, f.Trace().Solver(), c.want, "the solver of the fork")
			if got := f.segmentAt(2).solver(); got != start.Trace().Solver() {
				t.Errorf("step 2 has %+v, want %+v as before the fork", got, start.Trace().Solver())
			}
		})
	}
	smo := extendRun(t, beginnings()["smo moons"], 30)
	f := must.Value(smo.Fork(context.Background(), 30, exercises.Answers{"sigma": "2"})).(Run)
	for i, a := range smo.Trace().At(30).Coef().All() {
		check.Equal(t, f.Trace().At(30).Coef().At(i), a, "after σ changed α%d", i+1)
	}
	if k := f.Trace().Problem().K(0, 1); k == smo.Trace().Problem().K(0, 1) {
		t.Errorf("after σ changed K(0, 1) is still %v, want another value", k)
	}
}

func TestRun_ForkErrors(t *testing.T) {
	r := extendRun(t, beginnings()["smo moons"], 40)
	for _, c := range []struct {
		a    exercises.Answers
		want string
	}{
		{exercises.Answers{"k": "0"}, "the points are 1 to"},
		{exercises.Answers{"k": "two"}, "the points are 1 to"},
		{exercises.Answers{"k": "4", "l": "4"}, "two different points"},
		{exercises.Answers{"C": "-1"}, "above 0"},
		{exercises.Answers{"C": "NaN"}, "above 0"},
		{exercises.Answers{"C": "0.001"}, "cannot go on from here: α"},
		{exercises.Answers{"sigma": "wide"}, "σ has to be"},
		{exercises.Answers{"rule": "best"}, "the rules are"},
		{nil, "nothing is different"},
	} {
		if _, err := r.Fork(context.Background(), 40, c.a); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Fork(%v): got error %v, want one with %q", c.a, err, c.want)
		}
	}
	for _, at := range []int{-1, r.Len()} {
		if _, err := r.Preview(at, exercises.Answers{"k": "1"}); err == nil {
			t.Errorf("Preview(%d): got no error, want one", at)
		}
		check.That(t, r.Options(at, nil) == nil, "Options(%d): got some, want none", at)
	}
}

// clippedAt returns the first frame from which the run takes a clipped step.
func clippedAt(t *testing.T, r Run) int {
	t.Helper()
	for i := 1; i < r.Len(); i++ {
		if d, ok := r.Trace().At(i).Detail.(*solvers.SMODetail); ok && d.Clipped && d.Kappa > 0 {
			return i - 1
		}
	}
	t.Fatal("got no clipped step, want one")
	return 0
}

func TestRun_ForkWithoutClip(t *testing.T) {
	r := extendRun(t, beginnings()["smo moons"], 30)
	at := clippedAt(t, r)
	own := r.Trace().At(at + 1).Detail.(*solvers.SMODetail)
	a := exercises.Answers{"clip": "off"}
	f := must.Value(r.Fork(context.Background(), at, a)).(Run)
	d := f.Trace().At(at + 1).Detail.(*solvers.SMODetail)
	check.That(t, d.K == own.K && d.L == own.L && d.NewAl == own.Unclipped,
		"got pair (%d, %d) to αₗ = %v, want (%d, %d) to %v", d.K, d.L, d.NewAl, own.K, own.L, own.Unclipped)
	if want := own.OldAk + own.S*(own.OldAl-own.Unclipped); math.Abs(d.NewAk-want) > 1e-12 {
		t.Errorf("αₖ = %v, want %v", d.NewAk, want)
	}
	slope := own.Tl * (own.Ek - own.El)
	if want := slope * slope / (2 * own.Kappa); math.Abs(d.Gain-want) > 1e-9*want {
		t.Errorf("g rises by %v, want %v, the top of its parabola", d.Gain, want)
	}
	check.That(t, isViolated(f.Invariants(at+1), "box") && !isViolated(f.Invariants(at+1), "sum"),
		"got laws %v, want the box broken and Σαt = 0 kept", f.Invariants(at+1))
	c := f.Trace().Solver().(solvers.SMO).C
	for i, alpha := range f.Trace().At(at + 1).Coef().All() {
		said := fmt.Sprint(f.Frame(at + 1).Inspect(i))
		check.That(t, (alpha < 0 || alpha > c) == strings.Contains(said, "0 ≤ α ≤ C: violated"),
			"Inspect(%d) with α = %v = %s", i, alpha, said)
	}
	if words := f.Forks()[0].Description; !strings.Contains(words, "without the clip") {
		t.Errorf("Forks(): got %q, want that the clip was left out", words)
	}
	frame, err := r.Preview(at, a)
	check.That(t, err == nil && strings.Contains(frame.Notes[0].String(), "leaves [0, C]"),
		"Preview: got notes %v, error %v, want that α leaves [0, C]", frame.Notes, err)
	checkReplay(t, extendRun(t, f, 6))
}

func TestRun_ForkNeedsClip(t *testing.T) {
	r := extendRun(t, beginnings()["smo moons"], 30)
	at := -1
	for i := 1; i < r.Len() && at < 0; i++ {
		if d, ok := r.Trace().At(i).Detail.(*solvers.SMODetail); ok && !d.Clipped {
			at = i - 1
		}
	}
	for _, c := range r.Options(at, nil) {
		check.That(t, c.Name != "clip",
			"Options(%d) offers the clip, want it not offered where nothing is clipped", at)
	}
	if _, err := r.Fork(context.Background(), at, exercises.Answers{"clip": "off"}); err != errUnchanged {
		t.Errorf("Fork(clip=off): got error %v, want %v", err, errUnchanged)
	}
	if _, err := r.Fork(context.Background(), at, exercises.Answers{"clip": "maybe"}); err == nil ||
		!strings.Contains(err.Error(), `"on"`) {
		t.Errorf("Fork(clip=maybe): got error %v, want one that names \"on\"", err)
	}
}

// Repeating the forks of a run on a new run with the same root gives the same run, bit by bit.
func TestRun_ForksRegrow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRun(t)
		for _, original := range beginnings() {
			if original.Root() != r.Root() {
				continue
			}
			again, err := exercises.ReplayForks(context.Background(), original, r.Forks(), r.Len()-1)
			if err != nil {
				check.Must(t, checkPairMoves(r) != nil,
					"Regrow(%v): got error %v, want the run again", r.Forks(), err)
				return
			}
			g := again.(Run)
			check.Must(t, g.Len() == r.Len() && fmt.Sprint(g.Forks()) == fmt.Sprint(r.Forks()),
				"Regrow: got %d frames by %v, want %d by %v", g.Len(), g.Forks(), r.Len(), r.Forks())
			for i := range r.Len() {
				sameSteps(t, "again", g.traces[0].At(i), r.traces[0].At(i))
			}
			return
		}
		t.Fatalf("no run has the root %q, want one", r.Root())
	})
}

// Other data, another kernel or another parameter change the root. Forking or extending a run does
// not.
func TestRun_Root(t *testing.T) {
	seen := map[string]string{}
	for name, r := range beginnings() {
		if other, ok := seen[r.Root()]; ok {
			t.Errorf("%s and %s have the same root, want two", name, other)
		}
		seen[r.Root()] = name
		longer := extendRun(t, r, 4)
		check.Equal(t, longer.Root(), r.Root(), "%s: the root of a longer run", name)
	}
}

// For any typed text, Fork returns a run or an error with a reason. Every run that it returns can
// be drawn, has questions and can be recorded.
func TestRun_ForkAnyText(t *testing.T) {
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
			if err.Error() == "" || err != errUnchanged && errSeen == nil {
				t.Fatalf("Fork(%v): got error %v, preview error %v, want a reason in both or none", a, err, errSeen)
			}
			return
		}
		f := extendRun(t, fork, 6)
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
				t.Errorf("Write(%s): got error %v, want none", format, err)
			}
		}
		r.Compare(f, max(0, at))
		var text bytes.Buffer
		if err := f.WriteRunFile(&text); err != nil {
			t.Errorf("Record of the fork %v: got error %v, want none", a, err)
		}
	})
}
