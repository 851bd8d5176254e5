package stage

import (
	"context"
	"math"
	"sync"

	"pgregory.net/rapid"

	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/kernels"
	"kernellab/solvers"
)

func model(set, kernel string) Model {
	k, err := kernels.Parse(kernel)
	if err != nil {
		panic(err)
	}
	return Model{Set: dataset.MustBuiltin(set), Kernel: k}
}

// beginnings are runs of every solver at their start. They never change, so one
// of each serves all tests.
var beginnings = sync.OnceValue(begin)

func begin() map[string]Run {
	out := map[string]Run{}
	add := func(name string, r Run, err error) {
		if err != nil {
			panic(name + ": " + err.Error())
		}
		out[name] = r
	}
	for _, rule := range []solvers.PairRule{solvers.SecondOrder, solvers.MaxViolation, solvers.MaxError, solvers.MaxErrorLiteral, solvers.Random} {
		r, err := Start(model("worksheet1d", "poly(degree=2,c=1)"), solvers.SMO{C: 1, Rule: rule, Seed: 4})
		add("smo "+rule.String(), r, err)
	}
	r, err := Start(model("moons", "rbf(sigma=0.5)"), solvers.SMO{C: 10})
	add("smo moons", r, err)
	r, err = Start(model("xor4", "rbf(sigma=1)"), solvers.SMO{C: math.Inf(1)})
	add("smo hard", r, err)
	r, err = Start(model("xor4", "poly(degree=2,c=1)"), solvers.Perceptron{EveryVisit: true})
	add("perceptron", r, err)
	r, err = Start(model("circles", "rbf(sigma=1)"), solvers.Perceptron{Seed: 2})
	add("perceptron rbf", r, err)
	r, err = Start(model("moons", "rbf(sigma=0.5)"), solvers.Logistic{Gamma: .1})
	add("logistic", r, err)
	r, err = Start(model("blobs_overlap", "linear"), solvers.Logistic{Gamma: .001, Form: solvers.PlusMinus})
	add("logistic ±1", r, err)
	r, err = Start(model("circles", "poly(degree=2,c=1)"), solvers.Logistic{Gamma: .02, Lambda: .5})
	add("logistic λ", r, err)
	r, err = Start(model("sine_reg", "rbf(sigma=0.5)"), solvers.LeastSquares{Eta: .5})
	add("least squares", r, err)
	r, err = Start(model("blobs_overlap", "linear"), solvers.LeastSquares{Eta: 50})
	add("diverging", r, err)
	r, err = Start(model("sine_reg", "poly(degree=3,c=1)"), solvers.Ridge{Lambda: .1})
	add("ridge", r, err)
	r, err = Start(model("sine_reg", "rbf(sigma=1)"), solvers.Ridge{Lambda: .1})
	add("ridge rbf", r, err)
	return out
}

func extended(t interface{ Fatal(...any) }, r exercises.Run, n int) Run {
	longer, err := r.Extend(context.Background(), n, exercises.Break{})
	if err != nil {
		t.Fatal(err)
	}
	return longer.(Run)
}

// drawRun draws a run of some solver with some steps and some forks.
func drawRun(t *rapid.T) Run {
	all := beginnings()
	r := all[rapid.SampledFrom(sortedNames(all)).Draw(t, "run")]
	r = extended(t, r, rapid.IntRange(0, 25).Draw(t, "steps"))
	for range rapid.IntRange(0, 3).Draw(t, "forks") {
		at := rapid.IntRange(0, r.Len()-1).Draw(t, "at")
		fork, err := r.Fork(context.Background(), at, drawChoice(t, r, at))
		if err != nil {
			continue
		}
		r = extended(t, fork, rapid.IntRange(0, 12).Draw(t, "more"))
	}
	return r
}

// drawChoice changes some of the options of a frame.
func drawChoice(t *rapid.T, r Run, at int) exercises.Answers {
	a := exercises.Answers{}
	for _, c := range r.Options(at, nil) {
		if rapid.IntRange(0, 2).Draw(t, "change "+c.Name) == 0 {
			a[c.Name] = c.Nudge(rapid.IntRange(-9, 9).Draw(t, "nudge "+c.Name))
		}
	}
	return a
}

func sortedNames(m map[string]Run) []string {
	var out []string
	for name := range m {
		out = append(out, name)
	}
	for i := range out {
		for j := range i {
			if out[i] < out[j] {
				out[i], out[j] = out[j], out[i]
			}
		}
	}
	return out
}

// same compares two steps bit for bit.
func same(t interface{ Errorf(string, ...any) }, where string, a, b solvers.Step) bool {
	ok := bits(a.Bias) == bits(b.Bias) && bits(a.Objective) == bits(b.Objective) && a.N == b.N && a.Updates == b.Updates &&
		a.Status == b.Status && a.Sentence == b.Sentence && a.Coef().Len() == b.Coef().Len() && bits(a.Violation) == bits(b.Violation)
	for i := 0; ok && i < a.Coef().Len(); i++ {
		ok = bits(a.Coef().At(i)) == bits(b.Coef().At(i))
	}
	for i := 0; ok && i < a.Scores().Len(); i++ {
		ok = bits(a.Scores().At(i)) == bits(b.Scores().At(i))
	}
	if !ok {
		t.Errorf("%s: steps %d and %d differ: W %v and %v, status %v and %v", where, a.N, b.N, a.Objective, b.Objective, a.Status, b.Status)
	}
	return ok
}

func bits(v float64) uint64 { return math.Float64bits(v) }
