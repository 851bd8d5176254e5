package solvers

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// penalised is a problem of 12 points in the plane with a kernel of features,
// in both forms.
func penalised(t *testing.T, seed uint64) (dual, primal *Problem, g *Dense) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 7))
	rows, y := make([][]float64, 12), make([]float64, 12)
	for i := range rows {
		y[i] = 1 - 2*float64(i%2)
		a, b := r.NormFloat64()+y[i]/2, r.NormFloat64()
		rows[i] = []float64{1, a, b, a * a, a * b, b * b}
	}
	g = LinearGram(rows)
	dual, err := NewDual(g, y)
	if err != nil {
		t.Fatal(err)
	}
	if primal, err = NewPrimal(rows, y); err != nil {
		t.Fatal(err)
	}
	return dual, primal, g
}

// stationary is the a with λa = y − s(Ka), y in {0, 1}, by Newton's method on
// that equation: an independent way to the minimum.
func stationary(t *testing.T, g *Dense, y []float64, lambda float64) []float64 {
	t.Helper()
	n := g.Len()
	a := make([]float64, n)
	for range 60 {
		jacobian, left := mat.NewDense(n, n, nil), mat.NewVecDense(n, nil)
		for i := range n {
			s := 1 / (1 + math.Exp(-floats.Dot(g.Row(i), a)))
			left.SetVec(i, lambda*a[i]-((y[i]+1)/2-s))
			for j := range n {
				jacobian.Set(i, j, s*(1-s)*g.At(i, j))
			}
			jacobian.Set(i, i, jacobian.At(i, i)+lambda)
		}
		if mat.Norm(left, math.Inf(1)) < 1e-15 {
			return a
		}
		var step mat.VecDense
		if err := step.SolveVec(jacobian, left); err != nil {
			t.Fatal(err)
		}
		floats.Sub(a, step.RawVector().Data)
	}
	return a
}

func walked(t *testing.T, s Solver, p *Problem, steps int) Trace {
	t.Helper()
	tr, err := NewTrace(s, p)
	if err != nil {
		t.Fatal(err)
	}
	if tr, err = tr.Extend(t.Context(), steps, nil); err != nil {
		t.Fatal(err)
	}
	return tr
}

// The descent comes to rest where Newton's method does, to 1e-12, in both forms
// of the labels and in the primal; there λa = y − s(f).
func TestPenalisedDescentRestsWhereNewtonDoes(t *testing.T) {
	for seed := range uint64(10) {
		dual, primal, g := penalised(t, seed)
		for _, lambda := range []float64{.5, 2, 10} {
			want := stationary(t, g, dual.y, lambda)
			for _, form := range []LogisticForm{ZeroOne, PlusMinus} {
				s := Logistic{Lambda: lambda, Form: form}
				s.Gamma = s.SafeStep(g) / 2
				last := walked(t, s, dual, 4000).Last()
				if off := floats.Distance(last.coef, want, math.Inf(1)); !(off < 1e-12) {
					t.Errorf("seed %d, λ = %v, form %d: a is %v off Newton's", seed, lambda, form, off)
				}
				for i, a := range last.coef {
					if rest := lambda*a - ZeroOne.Loss().residual((dual.y[i]+1)/2, last.F(i)); math.Abs(rest) > 1e-12 {
						t.Errorf("seed %d, λ = %v: at point %d λa misses y − s(f) by %v", seed, lambda, i+1, rest)
					}
				}
				w := walked(t, s, primal, 4000).Last()
				for i := range want {
					if math.Abs(w.F(i)-last.F(i)) > 1e-11 {
						t.Errorf("seed %d, λ = %v: f(x%d) is %v in the primal and %v in the dual", seed, lambda, i+1, w.F(i), last.F(i))
					}
				}
			}
		}
	}
}

// The step goes against the gradient of the objective in w, which is that of
// finite differences, and the objective falls at every step below SafeStep.
func TestPenalisedStepIsAgainstTheGradient(t *testing.T) {
	for seed := range uint64(10) {
		dual, primal, g := penalised(t, seed)
		s := Logistic{Lambda: 1.5}
		s.Gamma = .99 * s.SafeStep(g)
		tr := walked(t, s, primal, 30)
		for i := range tr.Len() - 1 {
			at, next := tr.At(i), tr.At(i+1)
			for j := range at.coef {
				const h = 1e-5
				up, down := at.CoefCopy(), at.CoefCopy()
				up[j], down[j] = up[j]+h, down[j]-h
				slope := (objectiveOf(s, primal, up) - objectiveOf(s, primal, down)) / (2 * h)
				if step := next.coef[j] - at.coef[j]; math.Abs(step+s.Gamma*slope) > 1e-6*s.Gamma*(1+math.Abs(slope)) {
					t.Errorf("seed %d step %d: w%d moved by %v, the gradient asks for %v", seed, i+1, j+1, step, -s.Gamma*slope)
				}
			}
			if next.Objective > at.Objective*(1+1e-12) {
				t.Errorf("seed %d step %d: the objective rises from %v to %v", seed, i+1, at.Objective, next.Objective)
			}
			if got := objectiveOf(s, primal, next.coef); math.Abs(got-next.Objective) > 1e-12*got {
				t.Errorf("seed %d step %d: the objective is %v, not %v", seed, i+1, got, next.Objective)
			}
		}
		// The dual walks the same way.
		last := walked(t, s, dual, 30).Last()
		if want := tr.Last(); math.Abs(last.Objective-want.Objective) > 1e-10*want.Objective || math.Abs(last.Violation-want.Violation) > 1e-8*(1+want.Violation) {
			t.Errorf("seed %d: objective and gradient are %v, %v in the dual and %v, %v in the primal", seed, last.Objective, last.Violation, want.Objective, want.Violation)
		}
	}
}

// objectiveOf is the objective at weights w, from its definition.
func objectiveOf(s Logistic, p *Problem, w []float64) float64 {
	sum := s.Lambda * floats.Dot(w, w) / 2
	for i, row := range p.phi {
		sum += math.Log1p(math.Exp(-p.y[i] * floats.Dot(row, w)))
	}
	return sum
}

// Without a penalty not one bit is otherwise, and a penalty below 0 is refused.
func TestNoPenalty(t *testing.T) {
	dual, _, g := penalised(t, 3)
	if _, err := (Logistic{Gamma: 1, Lambda: -1}).Start(dual); err == nil {
		t.Error("λ = −1 is taken")
	}
	s := Logistic{Gamma: GammaSafe(g) / 2}
	tr := walked(t, s, dual, 40)
	for i := range tr.Len() - 1 {
		at, next := tr.At(i), tr.At(i+1)
		for j, a := range at.coef {
			if want := a + float64(s.Gamma*ZeroOne.Loss().residual((dual.y[j]+1)/2, at.F(j))); next.coef[j] != want {
				t.Errorf("step %d: a%d is %v, want %v", i+1, j+1, next.coef[j], want)
			}
		}
		if next.Objective != LogisticLoss(dual.y, next.scores) {
			t.Errorf("step %d: the loss is %v", i+1, next.Objective)
		}
	}
}
