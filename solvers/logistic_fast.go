package solvers

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// LogisticSolution is what kernel logistic regression with a penalty comes to.
type LogisticSolution struct {
	Coef       []float64 // a, n numbers
	Scores     []float64 // Ka, f at the training points
	Objective  float64   // Σ log(1 + exp(−yf)) + ½λaᵀKa
	Residual   float64   // the largest |λaᵢ − (yᵢ − s(fᵢ))|, y in {0, 1}
	Iterations int
	Status     Status // Converged, IterationLimit or Interrupted
}

// mostNewton caps the iterations of [SolveLogistic], restTol is the residual at
// which they end.
const (
	mostNewton = 100
	restTol    = 1e-9
)

// SolveLogistic minimises Σ log(1 + exp(−yf)) + ½λaᵀKa, f = Ka, by Newton's
// method: what the steps of [Logistic] come to, without taking them. Among all a
// with the least value it returns the one with λaᵢ = yᵢ − s(fᵢ). It solves one
// system of n equations an iteration (Rasmussen and Williams 2006, algorithm
// 3.1, with K/λ as the covariance), and halves a step that does not descend.
// k is the n×n Gram matrix. It reports labels that [Logistic] does, lengths that
// differ, and a λ that is not positive.
func SolveLogistic(ctx context.Context, k mat.Symmetric, y []float64, lambda float64) (LogisticSolution, error) {
	n := k.SymmetricDim()
	signs, err := plusMinus(y)
	switch {
	case err != nil:
		return LogisticSolution{}, err
	case n != len(y):
		return LogisticSolution{}, fmt.Errorf("solvers: the Gram matrix is %d×%d, but there are %d labels", n, n, len(y))
	case !(lambda > 0) || math.IsInf(lambda, 0):
		return LogisticSolution{}, &ParamError{Name: "λ", Value: lambda, Want: "a number above 0"}
	}
	w := newton{loss: PlusMinus.Loss(), y: signs, lambda: lambda, k: mat.NewSymDense(n, nil), a: make([]float64, n), f: make([]float64, n)}
	w.k.CopySym(k)
	w.k.ScaleSym(1/lambda, w.k)
	out := LogisticSolution{Status: IterationLimit}
	for out.Residual = w.residual(); out.Iterations < mostNewton; out.Iterations++ {
		if out.Residual <= restTol {
			out.Status = Converged
			break
		}
		if ctx.Err() != nil {
			out.Status = Interrupted
			break
		}
		if !w.step() {
			break
		}
		out.Residual = w.residual()
	}
	out.Scores, out.Objective = w.f, w.objective(w.a, w.f)
	out.Coef = slices.Clone(w.a)
	floats.Scale(1/lambda, out.Coef)
	return out, nil
}

// newton is an iteration's state: a here is λa, and f = (K/λ)a.
type newton struct {
	loss   Loss
	y      []float64 // −1 or +1
	lambda float64
	k      *mat.SymDense // K/λ
	a, f   []float64
}

// objective is the loss and ½aᵀf, which is ½λ times that of the true a.
func (w *newton) objective(a, f []float64) float64 {
	return LogisticLoss(w.y, f) + floats.Dot(a, f)/2
}

// residual is how far a is from y − s(f).
func (w *newton) residual() float64 {
	var most float64
	for i, f := range w.f {
		most = math.Max(most, math.Abs(w.a[i]-w.loss.residual(w.y[i], f)))
	}
	return most
}

// step goes towards the Newton point, by halves until the objective does not
// rise; not ok where no step is left.
func (w *newton) step() bool {
	target, ok := w.target()
	if !ok {
		return false
	}
	before := w.objective(w.a, w.f)
	for part := 1.0; part > 1e-9; part /= 2 {
		a := clone(target)
		floats.Sub(a, w.a)
		floats.Scale(part, a)
		floats.Add(a, w.a)
		f := w.times(a)
		if after := w.objective(a, f); after <= before+1e-12*math.Abs(before) {
			w.a, w.f = a, f
			return true
		}
	}
	return false
}

// target is the Newton point: a = b − √W B⁻¹ √W (K/λ) b with b = Wf + y − s(f),
// B = I + √W (K/λ) √W, and W the slopes s(1 − s).
func (w *newton) target() ([]float64, bool) {
	n := len(w.y)
	root, b := make([]float64, n), make([]float64, n)
	for i, f := range w.f {
		slope := Sigmoid(f) * Sigmoid(-f)
		root[i], b[i] = math.Sqrt(slope), slope*f+w.loss.residual(w.y[i], f)
	}
	system := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			system.SetSym(i, j, root[i]*w.k.At(i, j)*root[j])
		}
		system.SetSym(i, i, system.At(i, i)+1)
	}
	var chol mat.Cholesky
	if !chol.Factorize(system) {
		return nil, false
	}
	rhs := w.times(b)
	floats.Mul(rhs, root)
	var solved mat.VecDense
	if err := chol.SolveVecTo(&solved, mat.NewVecDense(n, rhs)); err != nil {
		return nil, false
	}
	for i := range b {
		b[i] -= root[i] * solved.AtVec(i)
	}
	return b, true
}

// times is (K/λ)v.
func (w *newton) times(v []float64) []float64 {
	var out mat.VecDense
	out.MulVec(w.k, mat.NewVecDense(len(v), v))
	return out.RawVector().Data
}
