package stage

import (
	"bytes"
	"context"
	"maps"
	"math"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/exercises/runfile"
	"kernellab/kernels"
	"kernellab/solvers"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

func trainingData(set, kernel string) TrainingData {
	k, err := kernels.Parse(kernel)
	if err != nil {
		panic(err)
	}
	return TrainingData{Set: dataset.MustBuiltin(set), Kernel: k}
}

// beginnings returns runs of every solver at their start. They never change, so
// all tests share them.
var beginnings = sync.OnceValue(startRuns)

func startRuns() map[string]Run {
	out := map[string]Run{}
	for name, c := range map[string]struct {
		set, kernel string
		solver      solvers.Solver
	}{
		"smo moons":      {"moons", "rbf(sigma=0.5)", solvers.SMO{C: 10}},
		"smo hard":       {"xor4", "rbf(sigma=1)", solvers.SMO{C: math.Inf(1)}},
		"perceptron":     {"xor4", "poly(degree=2,c=1)", solvers.Perceptron{EveryVisit: true}},
		"perceptron rbf": {"circles", "rbf(sigma=1)", solvers.Perceptron{Seed: 2}},
		"logistic":       {"moons", "rbf(sigma=0.5)", solvers.Logistic{Gamma: .1}},
		"logistic ±1":    {"blobs_overlap", "linear", solvers.Logistic{Gamma: .001, Form: solvers.PlusMinus}},
		"logistic λ":     {"circles", "poly(degree=2,c=1)", solvers.Logistic{Gamma: .02, Lambda: .5}},
		"least squares":  {"sine_reg", "rbf(sigma=0.5)", solvers.LeastSquares{Eta: .5}},
		"diverging":      {"blobs_overlap", "linear", solvers.LeastSquares{Eta: 50}},
		"ridge":          {"sine_reg", "poly(degree=3,c=1)", solvers.Ridge{Lambda: .1}},
		"ridge rbf":      {"sine_reg", "rbf(sigma=1)", solvers.Ridge{Lambda: .1}},
	} {
		out[name] = must.Value(Start(trainingData(c.set, c.kernel), c.solver))
	}
	for _, rule := range solvers.PairRules() {
		out["smo "+rule.String()] = must.Value(Start(trainingData("worksheet1d", "poly(degree=2,c=1)"),
			solvers.SMO{C: 1, Rule: rule, Seed: 4}))
	}
	return out
}

func extendRun(t check.T, r exercises.Run, n int) Run {
	return must.Value(r.Extend(context.Background(), n, exercises.Condition{})).(Run)
}

// drawRun draws a run of some solver with some steps and some forks.
func drawRun(t *rapid.T) Run {
	all := beginnings()
	r := all[rapid.SampledFrom(slices.Sorted(maps.Keys(all))).Draw(t, "run")]
	r = extendRun(t, r, rapid.IntRange(0, 25).Draw(t, "steps"))
	for range rapid.IntRange(0, 3).Draw(t, "forks") {
		at := rapid.IntRange(0, r.Len()-1).Draw(t, "at")
		fork, err := r.Fork(context.Background(), at, drawChoice(t, r, at))
		if err != nil {
			continue
		}
		r = extendRun(t, fork, rapid.IntRange(0, 12).Draw(t, "more"))
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

// sameSteps compares two steps bit for bit.
func sameSteps(t check.T, where string, a, b solvers.Step) bool {
	ok := bits(a.Bias) == bits(b.Bias) && bits(a.Objective) == bits(b.Objective) && a.N == b.N &&
		a.Updates == b.Updates &&
		a.Status == b.Status && a.Sentence == b.Sentence && a.Coef().Len() == b.Coef().Len() &&
		bits(a.Violation) == bits(b.Violation)
	for i := 0; ok && i < a.Coef().Len(); i++ {
		ok = bits(a.Coef().At(i)) == bits(b.Coef().At(i))
	}
	for i := 0; ok && i < a.Scores().Len(); i++ {
		ok = bits(a.Scores().At(i)) == bits(b.Scores().At(i))
	}
	if !ok {
		t.Errorf("%s: got step %d with g = %v, %v, want step %d with %v, %v bit by bit", where, a.N, a.Objective,
			a.Status,
			b.N, b.Objective, b.Status)
	}
	return ok
}

func bits(v float64) uint64 { return math.Float64bits(v) }

// specimens calls visit for every solver in anatomy.All, with a run of some steps.
func specimens(t *testing.T, visit func(k anatomy.Kind, r Run)) {
	t.Helper()
	kinds := anatomy.All()
	penalised, _ := anatomy.KindNamed("logistic")
	penalised.Example = solvers.Logistic{Gamma: .01, Lambda: .5}
	for _, k := range append(kinds, penalised) {
		m := TrainingData{Set: dataset.MustBuiltin("moons"), Kernel: kernels.RBF{Sigma: 1}}
		painter, ok := PainterOf(m, k.Example)
		if !ok {
			t.Errorf("PainterOf(%s): got no painter, want one", k.Name)
			continue
		}
		tr := must.Value(solvers.NewTrace(k.Example, must.Value(m.Dual())))
		r := must.Value(NewRun(m, painter, tr).Extend(t.Context(), 3, exercises.Condition{}))
		visit(k, r.(Run))
	}
}

// shared is the number of names that conditions of every solver may use.
const shared = 6

// Every solver that anatomy.All lists has reasons, laws that agree with the step,
// predictions, names for conditions, exports and a line in run files.
func TestRun_everySolverComplete(t *testing.T) {
	specimens(t, func(k anatomy.Kind, r Run) {
		f := r.Frame(2)
		check.That(t, len(f.Why()) >= 4, "%s: got %d reasons for step 2, want at least 4", k.Name, len(f.Why()))
		if k.Name != "ascent" && (len(f.Inspect(0)) == 0 || f.Inspect(-1) != nil || f.Inspect(1_000_000) != nil) {
			t.Errorf("%s: Inspect(0) = %v, want words, and none for points that do not exist", k.Name, f.Inspect(0))
		}
		laws := 0
		for _, law := range r.Invariants(2) {
			if law.Name != "psd" {
				laws++
			}
			check.That(t, law.Holds,
				"%s: a sound step breaks %s, want it to hold: %s", k.Name, law.Name, law.Note)
		}
		check.That(t, laws != 0, "%s: got no law in the ledger, want some", k.Name)
		check.That(t, len(r.Questions(1)) != 0 && r.ByHand(1) != nil,
			"%s: got %d predictions, want some and a step by hand", k.Name, len(r.Questions(1)))
		if n := len(r.Complete("", 0)); n <= shared {
			t.Errorf("%s: got %d names for conditions, want more than %d", k.Name, n, shared)
		}
		for _, format := range r.Formats() {
			var out bytes.Buffer
			if err := r.Write(&out, format, nil); err != nil || out.Len() == 0 {
				t.Errorf("%s: Write(%s): got %d bytes, error %v, want an export", k.Name, format, out.Len(), err)
			}
		}
		file := runfile.File{Set: r.lastSegment().data.Set, BuiltIn: true, Kernel: kernels.RBF{Sigma: 1},
			Solver:   k.Example,
			Branches: []runfile.Branch{{Name: "main", Steps: 2}}}
		var b bytes.Buffer
		if err := runfile.Write(&b, file); err != nil {
			t.Errorf("%s: Write of a run file: got error %v, want none", k.Name, err)
		}
		if got, err := runfile.Read(&b); err != nil || got.Solver != k.Example {
			t.Errorf("%s: Read: got %v, error %v, want %v", k.Name, got.Solver, err, k.Example)
		}
	})
}
