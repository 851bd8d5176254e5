package solvers

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// LogisticForm is a way to write logistic regression, with labels 0 and 1 or −1 and +1. All forms
// take the same steps up to rounding, because y′ − s(f) = y·s(−yf) for y = ±1 and y′ = (y+1)/2.
type LogisticForm uint8

// The forms.
const (
	// ZeroOne: a ← (1 − ηλ)a + η(y − s(Ka)), y in {0, 1}, where 1 − s(f) is computed as s(−f).
	ZeroOne LogisticForm = iota
	// PlusMinus: aᵢ ← (1 − ηλ)aᵢ + η·s(−yᵢ(Ka)ᵢ)·yᵢ, y in {−1, +1}.
	PlusMinus
	// ZeroOneSubtracted: ZeroOne with 1 − s(f) as written, which loses digits and is 0 from f = 37
	// on.
	ZeroOneSubtracted
)

// Logistic minimises Σ log(1 + exp(−yf)) + ½λ‖w‖², y in {−1, +1}, by gradient descent from zero,
// without intercept. In the dual ‖w‖² is aᵀKa. Every form accepts labels 0/1 and −1/+1. The
// objective of a step is the value of the minimised function after the step. The objective falls at
// every step if the step size is below 8/(λ_max(K) + 4λ), see [Logistic.SafeStep]. At the optimum
// λaᵢ = yᵢ − s(fᵢ) with y in {0, 1}, up to a vector that K maps to 0.
type Logistic struct {
	Gamma    float64 // the step size, above 0
	Lambda   float64 // the penalty λ, 0 for none
	Form     LogisticForm
	MaxSteps int     // if 0, there is no cap
	Tol      float64 // stop when the length of the gradient Φᵀr − λw is at most Tol; if 0, never
}

// Name returns "logistic".
func (Logistic) Name() string { return "logistic" }

// Start returns the step at zero. It returns an error if the step size or λ is out of range, the
// labels are not 0/1 or −1/+1, or there is only one class.
func (l Logistic) Start(p *Problem) (Step, error) {
	if !(l.Gamma > 0) || math.IsInf(l.Gamma, 0) {
		return Step{}, &ParamError{Name: "γ", Value: l.Gamma, Want: "a number above 0"}
	}
	if err := checkLambda(l.Lambda); err != nil {
		return Step{}, err
	}
	if _, err := toPlusMinus(p.y); err != nil {
		return Step{}, err
	}
	d, err := l.descent(p)
	if err != nil {
		return Step{}, err
	}
	return d.start(p), nil
}

// Next executes a full-batch step.
func (l Logistic) Next(p *Problem, s Step) (Step, error) { return l.NextWith(p, s, FaultHooks{}) }

// NextWith is Next with parts of the algorithm replaced.
func (l Logistic) NextWith(p *Problem, s Step, hooks FaultHooks) (Step, error) {
	d, err := l.descent(p)
	if err != nil {
		return Step{}, err
	}
	return d.next(p, s, hooks), nil
}

// Restate returns a step of this solver at the coefficients, a or w, of another step. See [Restater].
func (l Logistic) Restate(p *Problem, from Step) (Step, error) {
	if _, err := l.Start(p); err != nil {
		return Step{}, err
	}
	d, err := l.descent(p)
	if err != nil {
		return Step{}, err
	}
	return d.restate(p, from)
}

func (l Logistic) descent(p *Problem) (descent, error) {
	y, err := toPlusMinus(p.y)
	if err != nil {
		return descent{}, err
	}
	return descent{
		eta: l.Gamma, rate: l.Gamma, gradientFactor: 1, lambda: l.Lambda, maxSteps: l.MaxSteps, tol: l.Tol,
		residuals: residualsOf(l.Form.Loss(), l.Form.convertLabels(y)),
		loss:      func(f []float64) float64 { return LogisticLoss(y, f) },
	}, nil
}

// convertLabels converts labels −1 and +1 to the labels of this form.
func (form LogisticForm) convertLabels(y []float64) []float64 {
	if form.Loss().Labels == Signs {
		return y
	}
	out := make([]float64, len(y))
	for i, v := range y {
		out[i] = (v + 1) / 2
	}
	return out
}

// Sigmoid returns s(u) = 1/(1 + e^{−u}). It does not overflow.
func Sigmoid(u float64) float64 {
	if u >= 0 {
		return 1 / (1 + math.Exp(-u))
	}
	e := math.Exp(u)
	return e / (1 + e)
}

// LogisticLoss returns Σ log(1 + exp(−yf)) for labels −1/+1. It does not
// overflow.
func LogisticLoss(y, f []float64) float64 { return PlusMinus.Loss().Sum(y, f) }

func softplus(u float64) float64 {
	return max(u, 0) + math.Log1p(math.Exp(-math.Abs(u)))
}

// toPlusMinus converts labels 0/1 or −1/+1 to −1/+1. It returns an error if there is another label,
// both 0 and −1 occur, or there is only one class.
func toPlusMinus(y []float64) ([]float64, error) {
	want := "0 or 1, or −1 or +1"
	zeroIndex, minusIndex := -1, -1
	var ones int
	out := make([]float64, len(y))
	for i, v := range y {
		switch v {
		case 1:
			ones++
		case 0:
			zeroIndex = i
		case -1:
			minusIndex = i
		default:
			return nil, &LabelError{Index: i, Value: v, Want: want}
		}
		out[i] = 1
		if v != 1 {
			out[i] = -1
		}
	}
	if zeroIndex >= 0 && minusIndex >= 0 {
		return nil, &LabelError{Index: max(zeroIndex, minusIndex), Value: y[max(zeroIndex, minusIndex)],
			Want: want + ", not both"}
	}
	if ones == 0 || ones == len(y) {
		return nil, &OneClassError{N: len(y), Label: y[0]}
	}
	return out, nil
}

// LogisticSolution is the solution of kernel logistic regression with a
// penalty.
type LogisticSolution struct {
	Coef       []float64 // a, n numbers
	Scores     []float64 // Ka, f at the training points
	Objective  float64   // Σ log(1 + exp(−yf)) + ½λaᵀKa
	Residual   float64   // the largest |λaᵢ − (yᵢ − s(fᵢ))|, y in {0, 1}
	Iterations int
	Status     Status // Converged, IterationLimit or Interrupted
}

// maxNewtonSteps limits the iterations of [SolveLogistic], which end when the
// residual is at most newtonTol.
const (
	maxNewtonSteps = 100
	newtonTol      = 1e-9
)

// SolveLogistic minimises Σ log(1 + exp(−yf)) + ½λaᵀKa, f = Ka, by Newton's
// method. The result is the limit of the steps of [Logistic]. Among all
// minimising vectors it returns the one with λaᵢ = yᵢ − s(fᵢ). Each iteration solves
// a system of n equations (Rasmussen and Williams 2006, algorithm 3.1, with K/λ
// as the covariance) and halves its step until the objective does not rise. The
// parameter k is the n×n Gram matrix. SolveLogistic returns an error if lengths differ, if
// [Logistic] would reject the labels, or if λ is not positive.
func SolveLogistic(ctx context.Context, k mat.Symmetric, y []float64, lambda float64) (LogisticSolution, error) {
	n := k.SymmetricDim()
	signs, err := toPlusMinus(y)
	switch {
	case err != nil:
		return LogisticSolution{}, err
	case n != len(y):
		return LogisticSolution{}, fmt.Errorf("solvers: the Gram matrix is %d×%d, but there are %d labels", n, n,
			len(y))
	case !(lambda > 0) || math.IsInf(lambda, 0):
		return LogisticSolution{}, &ParamError{Name: "λ", Value: lambda, Want: "a number above 0"}
	}
	state := newton{loss: PlusMinus.Loss(), y: signs, scaledGram: mat.NewSymDense(n, nil), a: make([]float64, n),
		f: make([]float64, n)}
	state.scaledGram.CopySym(k)
	state.scaledGram.ScaleSym(1/lambda, state.scaledGram)
	out := LogisticSolution{Status: IterationLimit}
	for out.Residual = state.residual(); out.Iterations < maxNewtonSteps; out.Iterations++ {
		if out.Residual <= newtonTol {
			out.Status = Converged
			break
		}
		if ctx.Err() != nil {
			out.Status = Interrupted
			break
		}
		if !state.step() {
			break
		}
		out.Residual = state.residual()
	}
	out.Scores, out.Objective = state.f, state.objective(state.a, state.f)
	out.Coef = slices.Clone(state.a)
	floats.Scale(1/lambda, out.Coef)
	return out, nil
}

// newton is the state of the iteration of [SolveLogistic]. Here a is λ times the solution's Coef,
// so f = (K/λ)a.
type newton struct {
	loss       Loss
	y          []float64     // −1 or +1
	scaledGram *mat.SymDense // K/λ
	a, f       []float64
}

// objective returns Σ log(1 + exp(−yf)) + ½aᵀf, the minimised function.
func (state *newton) objective(a, f []float64) float64 {
	return LogisticLoss(state.y, f) + floats.Dot(a, f)/2
}

// residual returns the largest |aᵢ − (yᵢ − s(fᵢ))|, with y in {0, 1}.
func (state *newton) residual() float64 {
	var largest float64
	for i, f := range state.f {
		largest = max(largest, math.Abs(state.a[i]-state.loss.residual(state.y[i], f)))
	}
	return largest
}

// step moves towards the Newton point and halves the step until the objective
// does not rise. It returns false if it finds no such step.
func (state *newton) step() bool {
	point, ok := state.newtonPoint()
	if !ok {
		return false
	}
	previous := state.objective(state.a, state.f)
	for fraction := 1.0; fraction > 1e-9; fraction /= 2 {
		a := clone(point)
		floats.Sub(a, state.a)
		floats.Scale(fraction, a)
		floats.Add(a, state.a)
		f := state.multiply(a)
		if value := state.objective(a, f); value <= previous+1e-12*math.Abs(previous) {
			state.a, state.f = a, f
			return true
		}
	}
	return false
}

// newtonPoint returns the Newton point a = b − √W B⁻¹ √W (K/λ) b, where b = Wf + y − s(f) and B = I
// + √W (K/λ) √W. W is the diagonal matrix of the slopes s(1 − s). If B cannot be factored,
// newtonPoint returns false.
func (state *newton) newtonPoint() ([]float64, bool) {
	n := len(state.y)
	rootSlope, b := make([]float64, n), make([]float64, n)
	for i, f := range state.f {
		slope := Sigmoid(f) * Sigmoid(-f)
		rootSlope[i], b[i] = math.Sqrt(slope), slope*f+state.loss.residual(state.y[i], f)
	}
	system := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			system.SetSym(i, j, rootSlope[i]*state.scaledGram.At(i, j)*rootSlope[j])
		}
		system.SetSym(i, i, system.At(i, i)+1)
	}
	var chol mat.Cholesky
	if !chol.Factorize(system) {
		return nil, false
	}
	rhs := state.multiply(b)
	floats.Mul(rhs, rootSlope)
	var solution mat.VecDense
	if err := chol.SolveVecTo(&solution, mat.NewVecDense(n, rhs)); err != nil {
		return nil, false
	}
	for i := range b {
		b[i] -= rootSlope[i] * solution.AtVec(i)
	}
	return b, true
}

// multiply returns (K/λ)v.
func (state *newton) multiply(v []float64) []float64 {
	var out mat.VecDense
	out.MulVec(state.scaledGram, mat.NewVecDense(len(v), v))
	return out.RawVector().Data
}
