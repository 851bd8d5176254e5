package unit6

import (
	"context"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/kernels"
	"kernellab/solvers"
)

// further is a trace n steps on.
func further(t *testing.T, trace solvers.Trace, err error, n int) solvers.Trace {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	trace, err = trace.Extend(context.Background(), n, nil)
	if err != nil {
		t.Fatal(err)
	}
	return trace
}

// both walks the dual and the primal of a model.
func both(t *testing.T, m stage.Model, s solvers.Solver, n int) (dual, primal solvers.Trace) {
	t.Helper()
	r, err := stage.Start(m, s)
	if err != nil || len(r.Traces()) != 2 {
		t.Fatalf("stage.Start: got %d traces, error %v, want 2 and none", len(r.Traces()), err)
	}
	return further(t, r.Traces()[0], nil, n), further(t, r.Traces()[1], nil, n)
}

// sameTo is the difference up to which two paths count as one: rounding alone
// explains it.
const sameTo = 1e-12

// model is the three points with a kernel.
func (p threePoints) model(k kernels.Kernel[[]float64]) stage.Model {
	return stage.Model{Set: p.set(), Kernel: k}
}

// maxDescent is how far the runs of this unit go.
const maxDescent = 400

// pulledBack is Φᵀa, one number a feature.
func pulledBack(m stage.Model, dual solvers.Step) []float64 {
	rows, _ := m.Features()
	out := make([]float64, len(rows[0]))
	for i, a := range dual.Weights() {
		for j, v := range rows[i] {
			out[j] += a * v
		}
	}
	return out
}

// difference is max |uⱼ − vⱼ| over max(1, |uⱼ|).
func difference(u, v []float64) float64 {
	size, worst := 1.0, 0.0
	for j := range u {
		size = math.Max(size, math.Abs(u[j]))
		worst = math.Max(worst, math.Abs(u[j]-v[j]))
	}
	return worst / size
}

func TestThreePoints_stepsByHandAreTheSolvers(t *testing.T) {
	for seed := range uint64(300) {
		p := newThreePoints(seed)
		dual, primal := both(t, p.model(kernels.Linear{}), solvers.LeastSquares{Eta: p.eta}, 2)
		truth := p.working().Truth()
		first, scores, second := p.each(truth, firstName), p.each(truth, scoreName), p.each(truth, secondName)
		for i := range p.x {
			if a := dual.At(1).Coef().At(i); !lesson.Near(a, first[i]) {
				t.Errorf("seed %d: a%d after one step is %v by the solver, want %v (by hand)", seed, i+1, a, first[i])
			}
			if f := dual.At(1).F(i); !lesson.Near(f, scores[i]) {
				t.Errorf("seed %d: f%d is %v by the solver, want %v (by hand)", seed, i+1, f, scores[i])
			}
			if a := dual.At(2).Coef().At(i); !lesson.Near(a, second[i]) {
				t.Errorf("seed %d: a%d after two steps is %v by the solver, want %v (by hand)", seed, i+1, a,
					second[i])
			}
		}
		if w := primal.At(2).Coef().At(0); !lesson.Near(w, p.weight(second)) {
			t.Errorf("seed %d: w is %v by the primal, want %v (by hand)", seed, w, p.weight(second))
		}
		if dual.At(2).Objective >= dual.At(0).Objective {
			t.Errorf("seed %d: loss after two steps is %v, want less than %v", seed, dual.At(2).Objective,
				dual.At(0).Objective)
		}
	}
}

func TestLeastSquares_primalAndDualTakeTheSameSteps(t *testing.T) {
	for seed := range uint64(20) {
		p := newThreePoints(seed)
		for _, k := range []kernels.Kernel[[]float64]{kernels.Linear{}, kernels.Poly{Degree: 2, C: 1}} {
			m := p.model(k)
			gram, err := m.Gram()
			if err != nil {
				t.Fatal(err)
			}
			for _, share := range []float64{0.2, 0.95, 1.05, 1.6} {
				dual, primal := both(t, m,
					solvers.LeastSquares{Eta: share * solvers.EtaMax(gram), MaxSteps: maxDescent, Tol: 1e-9},
					maxDescent)
				sameSteps(t, m, dual, primal)
				if share > 1 && dual.Last().Status != solvers.Diverged {
					t.Errorf("seed %d, %v, η = %v of the limit: got %v, want divergence", seed, k, share,
						dual.Last().Status)
				}
				if share < 1 && dual.Last().Objective >= dual.At(0).Objective {
					t.Errorf("seed %d, %v, η = %v of the limit: got the loss %v at the end, want less than %v", seed,
						k, share, dual.Last().Objective, dual.At(0).Objective)
				}
			}
		}
	}
	for _, name := range []string{"moons", "circles", "blobs_overlap"} {
		m := stage.Model{Set: dataset.MustBuiltin(name), Kernel: kernels.Poly{Degree: 3, C: 1}}
		gram, err := m.Gram()
		if err != nil {
			t.Fatal(err)
		}
		dual, primal := both(t, m, solvers.Logistic{Gamma: solvers.GammaSafe(gram) / 2, MaxSteps: maxDescent},
			maxDescent)
		sameSteps(t, m, dual, primal)
	}
}

// sameSteps holds w to Φᵀa at every step.
func sameSteps(t *testing.T, m stage.Model, dual, primal solvers.Trace) {
	t.Helper()
	for i := range min(dual.Len(), primal.Len()) {
		if d := difference(primal.At(i).CoefCopy(), pulledBack(m, dual.At(i))); !(d <= sameTo) {
			t.Fatalf("%s, %s: after %d steps w and Φᵀa differ by %g, want at most %g", m.Set.Name(), m.Kernel, i, d,
				sameTo)
		}
	}
}

func TestFirstStep_isTheSolversStep(t *testing.T) {
	gram := solvers.NewDense(mat.NewSymDense(4, []float64{5, 1, 0, 2, 1, 3, 1, 0, 0, 1, 4, 1, 2, 0, 1, 9}))
	for seed := range uint64(200) {
		f := newFirstStep(seed)
		a, _ := answer.Values(t.Context(), f.vars().Text("a"), 4)
		problem, err := solvers.NewDual(gram, f.y)
		if err != nil {
			t.Fatal(err)
		}
		trace, err := solvers.NewTrace(solvers.Logistic{Gamma: f.gamma}, problem)
		trace = further(t, trace, err, 1)
		for i, a := range a {
			if got := trace.At(1).Coef().At(i); got != a || math.Abs(a) != f.gamma/2 {
				t.Errorf("seed %d: a%d = %v, want %v as by the solver, and γ/2 in size, with γ = %v", seed, i+1, a,
					got, f.gamma)
			}
		}
	}
}

func TestPlusMinus_takesTheStepsOfZeroOne(t *testing.T) {
	m := stage.Model{Set: dataset.MustBuiltin("moons"), Kernel: kernels.RBF{Sigma: 0.5}}
	problem, err := m.Dual()
	if err != nil {
		t.Fatal(err)
	}
	const gamma, steps = 0.2, 200
	one, err := solvers.NewTrace(solvers.Logistic{Gamma: gamma, Form: solvers.PlusMinus}, problem)
	one = further(t, one, err, steps)
	other, err := solvers.NewTrace(solvers.Logistic{Gamma: gamma, Form: solvers.ZeroOne}, problem)
	other = further(t, other, err, steps)
	written := make([]float64, problem.Len()) // y′ − s(f) as it stands, without the lab's care for digits
	for i := range steps + 1 {
		u := one.At(i).CoefCopy()
		if d := difference(u, other.At(i).CoefCopy()); !(d <= sameTo) {
			t.Fatalf("after %d steps the forms differ by %g, want at most %g", i, d, sameTo)
		}
		if d := difference(u, written); !(d <= sameTo) {
			t.Fatalf("after %d steps the form as written differs by %g, want at most %g", i, d, sameTo)
		}
		f := make([]float64, len(written))
		for j := range f {
			for l, a := range written {
				f[j] += a * problem.K(j, l)
			}
		}
		for j := range written {
			written[j] += gamma * ((problem.Y(j)+1)/2 - 1/(1+math.Exp(-f[j])))
		}
	}
}

func TestPush_isLargestOnTheWrongSide(t *testing.T) {
	for seed := range uint64(200) {
		p := newPush(seed)
		if !(p.size(p.wrong) > 0.5 && 0.5 > p.size(p.close) && p.size(p.close) > p.size(p.confident) &&
			p.size(p.confident) > 0) {
			t.Errorf("seed %d: sizes %v, %v, %v of wrong, close and confident, want them to fall, with 0.5 after the first",
				seed, p.size(p.wrong), p.size(p.close), p.size(p.confident))
		}
	}
}

func TestThreePoints_followASlip(t *testing.T) {
	p := newThreePoints(1)
	own := p.each(p.working().Truth(), firstName)
	own[0]++
	a := exercises.Answers{}
	for i := range p.x {
		f := p.weight(own) * p.x[i]
		a[firstName(i)], a[scoreName(i)], a[secondName(i)] = answer.Decimal(own[i]), answer.Decimal(f),
			answer.Decimal(own[i]+p.rate*(p.t[i]-f))
	}
	r := step(t, "6.1", "hand", 1).Check(t.Context(), a)
	if r.Accepted || r.Verdict != exercises.NotEqual || !strings.Contains(r.Fact[0].String(), "a₁′") {
		t.Errorf("slip in a₁′: got %s %v, want a₁′ called not equal", r.FirstLine(), r.Fact)
	}
	for i := range p.x {
		for _, name := range []string{scoreName(i), secondName(i)} {
			if f := r.Fields[name]; f.Verdict != exercises.Close && f.Verdict != exercises.Equal {
				t.Errorf("%s follows from the slip: got verdict %s, want close or equal", name, f.Verdict.Words())
			}
		}
	}
	if f := r.Fields[firstName(1)]; f.Verdict != exercises.Equal || f.Message != "" {
		t.Errorf("a₂′ is right: got %v, want equal and no message", f)
	}
}

func TestLeastSquares_notesBeyondTheLimit(t *testing.T) {
	p := newThreePoints(4)
	for _, c := range []struct {
		share float64
		want  []string
	}{
		{0.5, []string{"stable", "largest difference"}},
		{1.2, []string{"diverges: factor −1.4", "you expected: it settles", "it does this: f(x"}},
	} {
		eta := exercises.FormatNumber(c.share * 3 / p.lambda())
		scene := step(t, "6.1", "side", 4).Scene(context.Background(), exercises.Answers{"beyond": "slow", "eta": eta})
		run, err := scene.Run.Extend(context.Background(), 5, exercises.Break{})
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		for _, l := range run.Frame(run.Len() - 1).Notes {
			text.WriteString(l.String() + "\n")
		}
		for _, want := range c.want {
			if !strings.Contains(text.String(), want) {
				t.Errorf("η = %v of the limit: got the notes %s, want %q in them", c.share, text.String(), want)
			}
		}
	}
}

// TestThreePoints_emptyBlankFollowsFromNothing checks that the report calls a blank
// empty, and not consistent with an earlier slip.
func TestThreePoints_emptyBlankFollowsFromNothing(t *testing.T) {
	p := newThreePoints(1)
	a := p.working().Reference()
	a[firstName(0)] = answer.Decimal(p.working().Truth()[firstName(0)] + 1)
	a[scoreName(2)] = ""
	r := step(t, "6.1", "hand", 1).Check(t.Context(), a)
	if r.Accepted || r.Fields[scoreName(2)].Verdict != exercises.Empty {
		t.Errorf("%s left empty: got verdict %s, want empty", scoreName(2), r.Fields[scoreName(2)].Verdict.Words())
	}
}
