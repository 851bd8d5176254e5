package ask

import (
	"context"
	"fmt"
	"kernellab/exercises/anatomy"
	"kernellab/testdata/support/anatomytest"
	"math"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/kernels"
	"kernellab/solvers"
)

// run is a solver's steps on a built-in set, with the kernel told once more by
// its formula.
type run struct {
	name   string
	model  anatomytest.Model
	traces []solvers.Trace
	k      func(x, z []float64) float64
}

// kernel formulas, apart from the package that the runs use.
var formulas = map[string]func(x, z []float64) float64{
	"linear": inner,
	"poly(degree=2,c=1)": func(x, z []float64) float64 {
		return math.Pow(inner(x, z)+1, 2)
	},
	"poly(degree=3,c=1)": func(x, z []float64) float64 {
		return math.Pow(inner(x, z)+1, 3)
	},
	"rbf(sigma=1)":  func(x, z []float64) float64 { return math.Exp(-apart(x, z) / 2) },
	"rbf(sigma=.5)": func(x, z []float64) float64 { return math.Exp(-2 * apart(x, z)) },
}

func inner(x, z []float64) float64 {
	var sum float64
	for i := range x {
		sum += x[i] * z[i]
	}
	return sum
}

func apart(x, z []float64) float64 {
	var sum float64
	for i := range x {
		sum += (x[i] - z[i]) * (x[i] - z[i])
	}
	return sum
}

func newRun(t testing.TB, set, kernel string, s solvers.Solver, steps int) run {
	t.Helper()
	k, err := kernels.Parse(kernel)
	if err != nil {
		t.Fatal(err)
	}
	m := anatomytest.Model{Set: dataset.MustBuiltin(set), Kernel: k}
	p, err := m.Dual()
	if err != nil {
		t.Fatalf("%s on %s: %v", s.Name(), set, err)
	}
	return run{fmt.Sprintf("%s %s %s", s.Name(), set, kernel), m, []solvers.Trace{anatomytest.Trace(t, s, p, steps)}, formulas[kernel]}
}

func runs(t testing.TB) []run {
	inf := math.Inf(1)
	return []run{
		newRun(t, "worksheet1d", "poly(degree=2,c=1)", solvers.SMO{C: 1}, 40),
		newRun(t, "worksheet1d", "rbf(sigma=1)", solvers.SMO{C: .5, Rule: solvers.MaxViolation}, 40),
		newRun(t, "moons", "rbf(sigma=.5)", solvers.SMO{C: 2, Rule: solvers.MaxError}, 25),
		newRun(t, "blobs_sep", "linear", solvers.SMO{C: inf}, 25),
		newRun(t, "xor4", "poly(degree=2,c=1)", solvers.SMO{C: inf, Rule: solvers.MaxErrorLiteral}, 9),
		newRun(t, "worksheet1d", "poly(degree=2,c=1)", solvers.SMO{C: 10, Rule: solvers.MaxErrorLiteral}, 9),
		newRun(t, "circles", "rbf(sigma=1)", solvers.SMO{C: 1, Rule: solvers.Random, Seed: 5}, 20),
		newRun(t, "xor4", "poly(degree=2,c=1)", solvers.Perceptron{EveryVisit: true}, 40),
		newRun(t, "parabola", "poly(degree=2,c=1)", solvers.Perceptron{}, 30),
		newRun(t, "moons", "rbf(sigma=.5)", solvers.Perceptron{EveryVisit: true, NoBias: true}, 120),
		newRun(t, "blobs_sep", "linear", solvers.Perceptron{}, 30),
		newRun(t, "circles", "rbf(sigma=1)", solvers.Logistic{Gamma: .1}, 15),
		newRun(t, "moons", "poly(degree=3,c=1)", solvers.Logistic{Gamma: .01, Form: solvers.PlusMinus}, 15),
		newRun(t, "circles", "rbf(sigma=1)", solvers.Logistic{Gamma: .1, Lambda: .5}, 15),
		newRun(t, "moons", "poly(degree=3,c=1)", solvers.Logistic{Gamma: .01, Lambda: 20, Form: solvers.PlusMinus}, 15),
		newRun(t, "worksheet1d", "rbf(sigma=1)", solvers.Ascent{Eta: .1}, 12),
		newRun(t, "sine_reg", "rbf(sigma=.5)", solvers.LeastSquares{Eta: .5}, 15),
		newRun(t, "blobs_overlap", "linear", solvers.LeastSquares{Eta: 5}, 11),
		newRun(t, "sine_reg", "poly(degree=3,c=1)", solvers.Ridge{Lambda: .1}, 6),
		newRun(t, "sine_reg", "rbf(sigma=.5)", solvers.Ridge{Lambda: .01}, 6),
		newRun(t, "xor4", "linear", solvers.Ridge{}, 6),
		newRun(t, "xor4", "poly(degree=2,c=1)", solvers.Ridge{}, 6),
	}
}

// each calls visit for every step of every run.
func each(t *testing.T, visit func(r run, i int)) {
	t.Helper()
	for _, r := range runs(t) {
		for i := 0; i+1 < r.traces[0].Len(); i++ {
			visit(r, i)
		}
	}
}

// asked are all steps about a step of a run.
func asked(r run, i int) []exercises.Step {
	out := Questions(r.traces, i)
	if by := ByHand(r.traces, i); by != nil {
		out = append(out, by)
	}
	return out
}

func check(s exercises.Step, a exercises.Answers) exercises.Report {
	return s.Check(context.Background(), a)
}

func facts(r exercises.Report) string {
	var lines []string
	for _, l := range append(r.Fact, r.Advice...) {
		lines = append(lines, l.String())
	}
	for _, f := range r.Fields {
		lines = append(lines, f.Message)
	}
	return strings.Join(lines, "\n")
}

func TestReferences(t *testing.T) {
	count := map[string]int{}
	each(t, func(r run, i int) {
		seen := map[string]bool{}
		for _, s := range asked(r, i) {
			info := s.Info()
			if seen[info.Name] || info.Name == "" || info.Title == "" || info.Question.String() == "" || len(info.Fields) == 0 {
				t.Fatalf("%s step %d: %q is not told apart or says too little", r.name, i, info.Name)
			}
			seen[info.Name] = true
			count[info.Name]++
			for _, f := range info.Fields {
				if info.Reference[f.Name] == "" {
					t.Fatalf("%s step %d, %s: no reference for %q", r.name, i, info.Name, f.Name)
				}
			}
			if got := check(s, info.Reference); !got.Accepted || got.Verdict != exercises.Equal || len(info.Reference) != len(info.Fields) {
				t.Fatalf("%s step %d, %s: the reference %v is not accepted: %v %s", r.name, i, info.Name, info.Reference, got.Verdict, facts(got))
			}
			if got := check(s, nil); got.Accepted || got.Verdict != exercises.Empty {
				t.Fatalf("%s step %d, %s: no answer is %v", r.name, i, info.Name, got.Verdict)
			}
			s.Scene(context.Background(), info.Reference)
			s.Scene(context.Background(), nil)
		}
	})
	for _, name := range []string{"pair", "clip", "kappa", "alpha", "rise", "mistake", "next", "bias", "sign", "value", "loss", "stability", "rank", "entry", "definite", "forward", "back", "residual", "byhand"} {
		if count[name] == 0 {
			t.Errorf("%q is never asked", name)
		}
	}
}

// TestWrongAnswers: each field by itself made wrong is refused, in words that
// do not hold the value.
func TestWrongAnswers(t *testing.T) {
	each(t, func(r run, i int) {
		if i > 3 && i%7 != 0 {
			return
		}
		for _, s := range asked(r, i) {
			info := s.Info()
			for _, f := range info.Fields {
				for _, w := range wrong(t.Context(), f, info.Reference[f.Name]) {
					a := info.Reference.With(f.Name, w)
					got := check(s, a)
					if got.Accepted || got.Fields[f.Name].Verdict == exercises.Equal {
						if info.Name == "pair" || f.Name == "k" || f.Name == "l" || info.Name == "clip" || info.Name == "kappa" {
							continue // another pair may be as good, and a clip at two bounds at once
						}
						t.Fatalf("%s step %d, %s: %s = %s is accepted for %v: %s", r.name, i, info.Name, f.Name, w, info.Reference, facts(got))
					}
					if f.Kind == exercises.TextField && f.Name != "k" && f.Name != "l" && f.Name != "point" && info.Name != "pair" && info.Name != "next" {
						leaks(t, r.name, info, f.Name, w, got)
					}
				}
			}
		}
	})
}

// wrong are answers to a field that are far from the reference.
func wrong(ctx context.Context, f exercises.Field, reference string) []string {
	var out []string
	for _, c := range f.Choices {
		if c.Value != reference {
			out = append(out, c.Value)
		}
	}
	if v, ok := read(ctx, reference); ok && f.Kind == exercises.TextField {
		if math.IsInf(v, 1) {
			return []string{"0", "1e6"}
		}
		for _, d := range []float64{3 * (1 + math.Abs(v)), -7 * (1 + math.Abs(v))} {
			out = append(out, typed(math.Round(100*(v+d))/100))
		}
	}
	return out
}

// leaks reports a value that the words of a refused answer hold.
func leaks(t *testing.T, name string, info exercises.Info, field, typedWrong string, got exercises.Report) {
	t.Helper()
	v, ok := read(t.Context(), info.Reference[field])
	if !ok || len(info.Reference[field]) < 5 {
		return // too short to be told from other numbers
	}
	own := got.Fields[field].Message
	if len(info.Fields) == 1 {
		own = facts(got)
	}
	for _, form := range []string{info.Reference[field], show(v), anatomy.Num(v), strings.ReplaceAll(info.Reference[field], "-", "−")} {
		if strings.Contains(own, form) {
			t.Fatalf("%s, %s: to %s = %s it is said %q, which holds %s", name, info.Name, field, typedWrong, own, form)
		}
	}
}

// TestUnreadable: what cannot be read is no attempt, at any field.
func TestUnreadable(t *testing.T) {
	r := newRun(t, "worksheet1d", "poly(degree=2,c=1)", solvers.SMO{C: 1}, 4)
	for _, s := range asked(r, 1) {
		for _, f := range s.Info().Fields {
			if f.Kind != exercises.TextField {
				continue
			}
			for _, text := range []string{"(", "two", "1,2", "NaN", "1/0", "∞ − 1", strings.Repeat("9", 400)} {
				got := check(s, s.Info().Reference.With(f.Name, text))
				if got.Accepted {
					t.Errorf("%s: %s = %q is accepted", s.Info().Name, f.Name, text)
				}
				s.Scene(context.Background(), s.Info().Reference.With(f.Name, text))
			}
			if got := check(s, s.Info().Reference.With(f.Name, "(")); got.Verdict != exercises.Unreadable {
				t.Errorf("%s: %s = ( is %v", s.Info().Name, f.Name, got.Verdict)
			}
		}
	}
}

// TestNothingToAsk: a step that no update led to has no questions.
func TestNothingToAsk(t *testing.T) {
	r := newRun(t, "xor4", "linear", solvers.SMO{C: 1}, 0)
	start := r.traces[0]
	again := []solvers.Trace{start.With(start.At(0))}
	if q := Questions(again, 0); q != nil {
		t.Errorf("questions about no update: %v", q)
	}
	if s := ByHand(again, 0); s != nil {
		t.Errorf("no update by hand: %v", s.Info())
	}
}
