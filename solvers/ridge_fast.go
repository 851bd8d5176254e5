package solvers

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// RidgeSolution is what kernel ridge regression comes to.
type RidgeSolution struct {
	Coef      []float64 // a, n numbers
	Scores    []float64 // Ka, f at the training points
	Objective float64   // ½‖y − Ka‖² + ½λaᵀKa
	Residual  float64   // ‖(K + λI)a − y‖ / ‖y‖
	Cond      float64   // condition number of K + λI
	Rank      int       // n, or less where the status is Singular
	Status    Status    // Converged or Singular
	Sentence  string
}

// SolveRidge solves (K + λI)a = y at once, with one round of iterative
// refinement: what the stages of [Ridge] come to, without keeping any of them.
// k is the n×n Gram matrix; it is used as room for K + λI and is not K any
// more afterwards. A matrix that is singular to working precision gives the
// least-norm answer. It reports lengths that differ, targets that are not
// finite, and a λ that is negative or not finite.
func SolveRidge(k *mat.SymDense, y []float64, lambda float64) (RidgeSolution, error) {
	n := k.SymmetricDim()
	if n != len(y) {
		return RidgeSolution{}, fmt.Errorf("solvers: the Gram matrix is %d×%d, but there are %d labels", n, n, len(y))
	}
	if err := checkFinite(y); err != nil {
		return RidgeSolution{}, err
	}
	if err := checkLambda(lambda); err != nil {
		return RidgeSolution{}, err
	}
	for i := range n {
		k.SetSym(i, i, k.At(i, i)+lambda)
	}
	var d RidgeDetail
	w := ridgeWork{a: k, rhs: y}
	Ridge{Lambda: lambda}.factor(&d, &w)
	out := RidgeSolution{Cond: d.Cond}
	out.Coef = Ridge{}.back(&d, &w, FaultHooks{})
	out.Rank = d.Rank
	res := residual(k, out.Coef, y)
	out.Residual = floats.Norm(res, 2) / math.Max(floats.Norm(y, 2), math.SmallestNonzeroFloat64)
	out.Scores = scoresOf(res, out.Coef, y, lambda)
	out.Objective = ridgeObjective(y, out.Scores, floats.Dot(out.Coef, out.Scores), lambda)
	out.Status, out.Sentence = ridgeEnd(d.Singular, out.Rank, n, out.Residual)
	return out, nil
}

// scoresOf is Ka = y − λa − r, where r = y − (K + λI)a is the residual.
func scoresOf(r, a, y []float64, lambda float64) []float64 {
	f := clone(y)
	floats.Sub(f, r)
	floats.AddScaled(f, -lambda, a)
	return f
}
