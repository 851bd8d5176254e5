package solvers

import (
	"context"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

func TestTrace_independentExtensions(t *testing.T) {
	set := readOracle(t, "moons")
	p := dual(t, kernelGram(rbf(1), set.X), set.Y)
	past := runTrace(t, SMO{C: 1}, p, 5)
	var a, b Trace
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); a = extendTrace(t, past, 10) }()
	go func() {
		defer wg.Done()
		other := SMO{C: 1}.Update(p, past.Last(), 3, 90)
		b = extendTrace(t, past.Append(other), 9)
	}()
	wg.Wait()
	if a.Len() != 16 || b.Len() != 16 || past.Len() != 6 {
		t.Fatalf("got lengths %d, %d, %d, want 16, 16, 6", a.Len(), b.Len(), past.Len())
	}
	if da, db := a.At(6).Detail.(*SMODetail), b.At(6).Detail.(*SMODetail); da.K == db.K && da.L == db.L {
		t.Errorf("both futures begin with the pair (%d, %d), want two pairs", da.K, da.L)
	}
	if again := extendTrace(t, past, 10); !reflect.DeepEqual(again.At(15).CoefCopy(), a.At(15).CoefCopy()) {
		t.Errorf("Extend again: got α = %v, want %v", again.At(15).CoefCopy(), a.At(15).CoefCopy())
	}
}

func TestTrace_ExtendStops(t *testing.T) {
	p := xor(t)
	tr := runTrace(t, SMO{C: 1}, p, 0)
	tr, err := tr.Extend(context.Background(), 100, func(s Step) bool { return s.N == 1 })
	if err != nil || tr.Len() != 2 {
		t.Errorf("Extend until step 1: got %d steps, error %v, want 2", tr.Len(), err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	tr, err = tr.Extend(ctx, 100, nil)
	if !errors.Is(err, context.Canceled) || tr.Len() != 2 {
		t.Errorf("Extend when cancelled: got %d steps, error %v, want 2, %v", tr.Len(), err, context.Canceled)
	}
}

func TestNewDual_errors(t *testing.T) {
	g := func(n int) Gram { return kernelGram(dot, make([][]float64, n)) }
	mustDual := func(y ...float64) *Problem { return dual(t, g(len(y)), y) }
	primal := primalOf(t, [][]float64{{1}, {2}}, []float64{1, -1})
	for _, c := range []struct {
		name string
		s    Solver
		p    *Problem
		want string
	}{
		{"one class", SMO{C: 1}, mustDual(1, 1, 1), "all 3 labels are +1"},
		{"one point", Perceptron{}, mustDual(-1), "only one point"},
		{"targets", SMO{C: 1}, mustDual(1, .5), "label 2 is 0.5, want −1 or +1"},
		{"mixed", Logistic{Gamma: 1}, mustDual(1, 0, -1), "not both"},
		{"one class 0/1", Logistic{Gamma: 1}, mustDual(0, 0), "all 2 labels"},
		{"C", SMO{C: -1}, mustDual(1, -1), "C = -1, want a number above 0"},
		{"C zero", SMO{}, mustDual(1, -1), "C = 0"},
		{"C NaN", SMO{C: math.NaN()}, mustDual(1, -1), "C = NaN"},
		{"η", LeastSquares{Eta: 0}, mustDual(1, -1), "η = 0"},
		{"η of ascent", Ascent{Eta: math.Inf(1)}, mustDual(1, -1), "η = +Inf"},
		{"primal ascent", Ascent{Eta: 1}, primal, "needs a Gram matrix"},
		{"γ", Logistic{Gamma: -1}, mustDual(1, -1), "γ = -1"},
		{"λ", Ridge{Lambda: -1}, mustDual(1, -1), "λ = -1"},
		{"a penalty", Logistic{Gamma: 1, Lambda: -1}, mustDual(1, -1), "λ = -1"},
		{"primal SMO", SMO{C: 1}, primal, "needs a Gram matrix"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := NewTrace(c.s, c.p)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: error %v, want %q", c.name, err, c.want)
			}
		})
	}
	if _, err := NewDual(g(2), []float64{1}); err == nil {
		t.Error("NewDual with one label for two points: got no error, want one")
	}
	if _, err := NewDual(g(2), []float64{1, math.NaN()}); err == nil {
		t.Error("NewDual with the label NaN: got no error, want one")
	}
	if _, err := NewPrimal(nil, nil); err == nil {
		t.Error("NewPrimal without points: got no error, want one")
	}
	if _, err := NewPrimal([][]float64{{1}, {math.Inf(1)}}, []float64{1, -1}); err == nil {
		t.Error("NewPrimal with an infinite feature: got no error, want one")
	}
}

func TestParsePairRule_readsNames(t *testing.T) {
	for _, r := range allRules {
		if back, err := ParsePairRule(r.String()); err != nil || back != r {
			t.Errorf("ParsePairRule(%q) = %v, error %v, want %v", r.String(), back, err, r)
		}
	}
	if _, err := ParsePairRule("best"); err == nil || !strings.Contains(err.Error(), "second-order") {
		t.Errorf("ParsePairRule(\"best\"): got error %v, want one that lists the rules", err)
	}
}

func TestSMO_StartAt(t *testing.T) {
	p := xor(t)
	s := must.Value(SMO{C: 1}.StartAt(p, []float64{.1, .1, .2, 0}))
	if w := DualObjective(p.gram, p.y, s.CoefCopy()); !isClose(w, s.Objective, 1e-14) {
		t.Errorf("W = %v, want %v", s.Objective, w)
	}
	for _, bad := range [][]float64{{.1, 0, 0, 0}, {2, 0, 2, 0}, {-.1, 0, -.1, 0}, {0, 0}} {
		if _, err := (SMO{C: 1}).StartAt(p, bad); err == nil {
			t.Errorf("StartAt(%v): got no error, want one", bad)
		}
	}
}

// restaters returns solvers of every kind that can restate a step.
func restaters() []Restater {
	return []Restater{
		SMO{C: 1}, SMO{C: 1, Rule: MaxViolation}, SMO{C: .5, Rule: Random,
			Seed: 3}, Perceptron{}, Perceptron{EveryVisit: true, Seed: 7},
		LeastSquares{Eta: .1}, Logistic{Gamma: .05}, Ridge{Lambda: .3},
	}
}

// If nothing has changed, everything that follows from the coefficients is
// unchanged.
func TestRestater_sameProblem(t *testing.T) {
	set := readOracle(t, "moons")
	p := dual(t, kernelGram(rbf(1), set.X), set.Y)
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom(restaters()).Draw(t, "solver")
		start := runTrace(t, s, p, 0)
		tr := extendTrace(t, start, rapid.IntRange(0, 40).Draw(t, "steps"))
		at := tr.Last()
		again, err := s.Restate(p, at)
		check.Must(t, err == nil, "%s: Restate: got error %v, want none", s.Name(), err)
		if again.N != at.N || again.Updates != at.Updates {
			t.Errorf("%s: got step %d, %d updates, want %d, %d", s.Name(), again.N, again.Updates, at.N, at.Updates)
		}
		if _, ok := s.(Ridge); ok {
			if d := again.Detail.(*RidgeDetail); d.Stage != StageGram {
				t.Errorf("ridge begins again at stage %v, want %v", d.Stage, StageGram)
			}
			return
		}
		if !slices.Equal(again.coef, at.coef) {
			t.Errorf("%s: got coefficients %v, want %v", s.Name(), again.coef, at.coef)
		}
		for i := range p.Len() {
			if math.Abs(again.F(i)-at.F(i)) > 1e-10*(1+math.Abs(at.F(i))) {
				t.Fatalf("%s: f at point %d = %v, want %v", s.Name(), i, again.F(i), at.F(i))
			}
		}
		if math.Abs(again.Objective-at.Objective) > 1e-9*(1+math.Abs(at.Objective)) {
			t.Errorf("%s: objective = %v, want %v", s.Name(), again.Objective, at.Objective)
		}
		if math.Abs(again.Violation-at.Violation) > 1e-9*(1+math.Abs(at.Violation)) && s.Name() == "smo" {
			t.Errorf("%s: violation = %v, want %v", s.Name(), again.Violation, at.Violation)
		}
		if math.Abs(again.Bias-at.Bias) > 1e-9 {
			t.Errorf("%s: b = %v, want %v", s.Name(), again.Bias, at.Bias)
		}
	})
}

func TestRestater_otherProblem(t *testing.T) {
	set := readOracle(t, "moons")
	p, q := dual(t, kernelGram(rbf(1), set.X), set.Y), dual(t, kernelGram(rbf(30), set.X), set.Y)
	for _, s := range restaters() {
		if _, ok := s.(Ridge); ok {
			continue
		}
		at := runTrace(t, s, p, 25).Last()
		there, err := s.Restate(q, at)
		check.Must(t, err == nil, "%s: Restate: got error %v, want none", s.Name(), err)
		weights := there.Weights()
		for i := range q.Len() {
			f := there.Bias
			for j, c := range weights {
				f += c * q.K(i, j)
			}
			if math.Abs(f-there.F(i)) > 1e-9 {
				t.Fatalf("%s: f at point %d = %v, want %v, which is Σ c k + b", s.Name(), i, there.F(i), f)
			}
		}
	}
}

func TestSMO_RestateRejectsAlpha(t *testing.T) {
	p := xor(t)
	at := runTrace(t, SMO{C: 10}, p, 50).Last()
	if _, err := (SMO{C: 1e-3}).Restate(p, at); err == nil {
		t.Error("Restate with C below an α: got no error, want one")
	}
	if _, err := (SMO{C: 100}).Restate(p, at); err != nil {
		t.Error(err)
	}
}

// A converged run continues if C is increased.
func TestTrace_ResumeWithLargerC(t *testing.T) {
	set := readOracle(t, "blobs_overlap")
	p := dual(t, kernelGram(dot, set.X), set.Y)
	tr := runTrace(t, SMO{C: .1}, p, 5000)
	if tr.Last().Status != Converged {
		t.Fatalf("C = 0.1: status %v, want %v", tr.Last().Status, Converged)
	}
	other := SMO{C: 1}
	at, err := other.Restate(p, tr.Last())
	if err != nil || at.Status != Running {
		t.Fatalf("Restate with C = 1: got status %v, error %v, want %v", at.Status, err, Running)
	}
	longer := must.Value(tr.Cut(tr.Len()-2).Append(at).Resume(other, p).Extend(context.Background(), 5000, nil))
	want := runTrace(t, other, p, 5000).Last()
	if got := longer.Last(); got.Status != Converged || math.Abs(got.Objective-want.Objective) > .1 ||
		got.Objective <= tr.Last().Objective {
		t.Errorf("%v with W = %v, want %v", got.Status, got.Objective, want.Objective)
	}
}

// A pair that cannot move leaves a converged run converged and a running one
// running.
func TestSMO_UpdateNullPair(t *testing.T) {
	p := xor(t)
	s := SMO{C: 1}
	done := runTrace(t, s, p, 50).Last()
	if done.Status != Converged {
		t.Fatalf("after 50 steps the status is %v, want %v", done.Status, Converged)
	}
	for k := range p.Len() {
		for l := range p.Len() {
			if k == l {
				continue
			}
			next := s.Update(p, done, k, l)
			if d := next.Detail.(*SMODetail); d.Unchanged && next.Status != Converged {
				t.Errorf("pair (%d, %d) moves nothing: got status %v, want %v", k, l, next.Status, Converged)
			}
			if _, err := s.Next(p, next); err != nil {
				t.Errorf("Next after the pair (%d, %d): got error %v, want none", k, l, err)
			}
		}
	}
}

// sameStep reports whether two steps agree bit by bit.
func sameStep(a, b Step) bool {
	equal := func(x, y []float64) bool {
		return slices.EqualFunc(x, y, func(u, v float64) bool { return math.Float64bits(u) == math.Float64bits(v) })
	}
	return a.N == b.N && a.Updates == b.Updates && a.Status == b.Status && a.Sentence == b.Sentence &&
		math.Float64bits(a.Bias) == math.Float64bits(b.Bias) &&
		math.Float64bits(a.Objective) == math.Float64bits(b.Objective) &&
		equal(a.coef, b.coef) && equal(a.scores, b.scores)
}

// A trace that stores every third step agrees with one that stores every step, in any order of
// access, even after pairs have been chosen and the solver has been changed.
func TestTrace_recomputedStep(t *testing.T) {
	set := readOracle(t, "moons")
	p, q := dual(t, kernelGram(rbf(1), set.X), set.Y), dual(t, kernelGram(rbf(9), set.X), set.Y)
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom(restaters()).Draw(t, "solver")
		full := runTrace(t, s, p, 0)
		sparse := full
		sparse.store.interval = 3
		both := func(do func(Trace) Trace) { full, sparse = do(full), do(sparse) }
		for range rapid.IntRange(1, 4).Draw(t, "rounds") {
			n := rapid.IntRange(0, 60).Draw(t, "steps")
			both(func(tr Trace) Trace {
				longer := extendTrace(t, tr, n)
				return longer
			})
			at := rapid.IntRange(0, full.Len()-1).Draw(t, "at")
			point := rapid.IntRange(0, p.Len()-2).Draw(t, "point")
			switch rapid.IntRange(0, 3).Draw(t, "then") {
			case 0:
				both(func(tr Trace) Trace { return tr.Cut(at) })
			case 1:
				both(func(tr Trace) Trace { return appendStudentStep(tr.Cut(at), point) })
			case 2:
				both(func(tr Trace) Trace { return resumeTrace(t, tr.Cut(at), s, q) })
			}
		}
		if full.Len() != sparse.Len() {
			t.Fatalf("the sparse trace has %d steps, want %d", sparse.Len(), full.Len())
		}
		for range 40 {
			i := rapid.IntRange(0, full.Len()-1).Draw(t, "i")
			if !sameStep(sparse.At(i), full.At(i)) {
				t.Fatalf("%s: step %d of %d = %+v, want %+v", s.Name(), i, full.Len(), sparse.At(i), full.At(i))
			}
		}
		if !sameStep(sparse.Last(), full.Last()) {
			t.Errorf("%s: the last step = %+v, want %+v", s.Name(), sparse.Last(), full.Last())
		}
	})
}

// appendStudentStep appends an update of the given point if the student could choose it for this solver.
func appendStudentStep(tr Trace, point int) Trace {
	switch s := tr.solver.(type) {
	case SMO:
		return tr.Append(s.Update(tr.problem, tr.Last(), point, point+1))
	case Perceptron:
		return tr.Append(s.Visit(tr.problem, tr.Last(), point))
	}
	return tr
}

// resumeTrace continues the last step on another problem.
func resumeTrace(t *rapid.T, tr Trace, s Restater, p *Problem) Trace {
	again := must.Value(s.Restate(p, tr.Last()))
	if tr.Len() == 1 {
		return tr
	}
	return tr.Cut(tr.Len()-2).Append(again).Resume(s, p)
}
