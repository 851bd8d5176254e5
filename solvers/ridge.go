package solvers

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// RidgeStage is a part of the computation of ridge regression. Each step executes one of the stages.
type RidgeStage uint8

// The stages, in order.
const (
	StageGram       RidgeStage = iota // form K or ΦᵀΦ
	StageRegularise                   // add λI
	StageCholesky                     // factor into LLᵀ
	StageForward                      // solve Lz = rhs
	StageBack                         // solve Lᵀc = z
	StageResidual                     // compute the residual
)

// String returns the name of the stage.
func (s RidgeStage) String() string {
	names := [...]string{"Gram matrix", "add λI", "Cholesky", "forward solve", "back solve", "residual"}
	if int(s) >= len(names) {
		return "unknown"
	}
	return names[s]
}

// Ridge minimises ½‖y − f‖² + ½λ‖w‖² without an intercept, in stages:
//
//	primal: (ΦᵀΦ + λI) w = Φᵀy
//	dual:   (K + λI) a = y
//
// If the matrix is singular to working precision, Ridge computes the least-norm solution, the
// status is Singular, and the detail holds the condition number. The objective is NaN until the
// back solve has computed the coefficients.
type Ridge struct{ Lambda float64 }

// ridgeWork holds the intermediate results that later stages need.
type ridgeWork struct {
	matrix *mat.SymDense // G + λI, where G is K or ΦᵀΦ
	chol   *mat.Cholesky // nil if the matrix is singular
	rhs    []float64
	z      []float64
}

// Name returns "ridge".
func (Ridge) Name() string { return "ridge" }

// Start forms the matrix. It returns an error if λ is negative or not finite.
func (r Ridge) Start(p *Problem) (Step, error) {
	if err := checkLambda(r.Lambda); err != nil {
		return Step{}, err
	}
	g, rhs := normalEquations(p)
	work := &ridgeWork{matrix: g, rhs: rhs}
	return Step{
		coef: make([]float64, p.Dim()), scores: make([]float64, p.Len()), Objective: math.NaN(),
		Detail: &RidgeDetail{Stage: StageGram, Matrix: Matrix{g}, RHS: Vector{rhs}, work: work},
	}, nil
}

func checkLambda(lambda float64) error {
	if !(lambda >= 0) || math.IsInf(lambda, 0) {
		return &ParamError{Name: "λ", Value: lambda, Want: "0 or more"}
	}
	return nil
}

// checkEta returns an error unless a step size is positive and finite.
func checkEta(eta float64) error {
	if !(eta > 0) || math.IsInf(eta, 0) {
		return &ParamError{Name: "η", Value: eta, Want: "a number above 0"}
	}
	return nil
}

// Next executes the next stage.
func (r Ridge) Next(p *Problem, s Step) (Step, error) { return r.NextWith(p, s, FaultHooks{}) }

// NextWith is like Next, but hooks replace parts of the algorithm, to plant faults in it.
func (r Ridge) NextWith(p *Problem, s Step, hooks FaultHooks) (Step, error) {
	if s.Status.Done() {
		return s, nil
	}
	previous, ok := s.Detail.(*RidgeDetail)
	if !ok {
		panic("solvers: not a step of ridge regression")
	}
	d := *previous
	work := *previous.work
	d.Stage++
	d.work = &work
	next := s
	next.N++
	next.Detail = &d
	switch d.Stage {
	case StageRegularise:
		work.matrix = r.addLambda(work.matrix, hooks)
		d.Matrix = Matrix{work.matrix}
	case StageCholesky:
		r.factorise(&d, &work)
		if work.chol != nil {
			var l mat.TriDense
			work.chol.LTo(&l)
			d.Matrix = Matrix{&l}
		}
	case StageForward:
		r.forwardSolve(&d, &work, hooks)
	case StageBack:
		next.Updates++
		next.coef = r.backSolve(&d, &work, hooks)
		next.scores = p.scores(next.coef)
		d.Result = Vector{next.coef}
		next.Objective = ridgeObjective(p.y, next.scores, p.normSquared(next.coef, next.scores), r.Lambda)
	case StageResidual:
		r.setResidual(&next, &d, &work)
	}
	return next, nil
}

// Restate returns the first stage, with N and Updates of the given step. It discards the
// coefficients: if λ changes, all later stages must be computed again.
func (r Ridge) Restate(p *Problem, from Step) (Step, error) {
	s, err := r.Start(p)
	s.N, s.Updates = from.N, from.Updates
	return s, err
}

// normalEquations returns K and y, or ΦᵀΦ and Φᵀy.
func normalEquations(p *Problem) (*mat.SymDense, []float64) {
	m := p.Dim()
	g := mat.NewSymDense(m, nil)
	if !p.IsPrimal() {
		for i := range m {
			for j := i; j < m; j++ {
				g.SetSym(i, j, p.gram.At(i, j))
			}
		}
		return g, p.y
	}
	for _, row := range p.phi {
		g.SymRankOne(g, 1, mat.NewVecDense(m, row))
	}
	return g, p.toCoefficients(p.y)
}

// addLambda returns K + λI. If hooks.Entry is set, its values replace the entries of the result.
func (r Ridge) addLambda(k *mat.SymDense, hooks FaultHooks) *mat.SymDense {
	n := k.SymmetricDim()
	out := mat.NewSymDense(n, nil)
	out.CopySym(k)
	for i := range n {
		out.SetSym(i, i, out.At(i, i)+r.Lambda)
		for j := i; j < n && hooks.Entry != nil; j++ {
			out.SetSym(i, j, hooks.Entry(i, j, k.At(i, j)))
		}
	}
	return out
}

// factorise computes L and d.Cond. If the matrix is singular to working precision, it sets d.Singular
// instead of L.
func (r Ridge) factorise(d *RidgeDetail, work *ridgeWork) {
	var chol mat.Cholesky
	ok := chol.Factorize(work.matrix)
	d.Cond = math.Inf(1)
	if ok {
		d.Cond = chol.Cond()
	}
	if !ok || d.Cond > 1/epsilon {
		d.Singular = true
		return
	}
	work.chol = &chol
}

// epsilon is the spacing of float64 at 1.
const epsilon = 2.220446049250313e-16

// forwardSolve solves Lz = rhs. If the matrix is singular, forwardSolve does
// nothing, and backSolve solves the whole system.
func (r Ridge) forwardSolve(d *RidgeDetail, work *ridgeWork, hooks FaultHooks) {
	if work.chol == nil {
		return
	}
	var l mat.TriDense
	work.chol.LTo(&l)
	n := len(work.rhs)
	work.z = make([]float64, n)
	for i := range n {
		sum := work.rhs[i]
		for j := range i {
			sum -= l.At(i, j) * work.z[j]
		}
		pivot := l.At(i, i)
		if hooks.Pivot != nil {
			pivot = hooks.Pivot(pivot)
		}
		work.z[i] = sum / pivot
	}
	d.Result = Vector{work.z}
}

// backSolve returns the solution c of (G + λI) c = rhs, with one round of iterative refinement. If
// hooks.Pivot is set, backSolve solves Lᵀc = z instead, so that a fault in z is not lost. If the
// matrix is singular, backSolve returns the least-norm solution.
func (r Ridge) backSolve(d *RidgeDetail, work *ridgeWork, hooks FaultHooks) []float64 {
	if work.chol == nil {
		c, rank := leastNorm(work.matrix, work.rhs)
		d.Rank = rank
		return c
	}
	d.Rank = len(work.rhs)
	if hooks.Pivot != nil {
		return work.substitute()
	}
	c := solveCholesky(work.chol, work.rhs)
	floats.Add(c, solveCholesky(work.chol, residual(work.matrix, c, work.rhs)))
	return c
}

// substitute solves Lᵀc = z for the current z.
func (work *ridgeWork) substitute() []float64 {
	var l mat.TriDense
	work.chol.LTo(&l)
	n := len(work.z)
	c := make([]float64, n)
	for i := n - 1; i >= 0; i-- {
		c[i] = work.z[i]
		for j := i + 1; j < n; j++ {
			c[i] -= l.At(j, i) * c[j]
		}
		c[i] /= l.At(i, i)
	}
	return c
}

// solveCholesky solves UᵀUx = rhs. It reads U by rows, which are contiguous in memory. gonum's
// solver, which is designed for many right-hand sides, reads columns.
func solveCholesky(chol *mat.Cholesky, rhs []float64) []float64 {
	u := chol.RawU().(mat.RawTriangular).RawTriangular()
	n := len(rhs)
	x := clone(rhs)
	rowOf := func(i int) []float64 { return u.Data[i*u.Stride+i : i*u.Stride+n] }
	for i := range n {
		row := rowOf(i)
		x[i] /= row[0]
		floats.AddScaled(x[i+1:], -x[i], row[1:])
	}
	for i := n - 1; i >= 0; i-- {
		row := rowOf(i)
		x[i] = (x[i] - floats.Dot(row[1:], x[i+1:])) / row[0]
	}
	return x
}

// residual returns rhs − Ac.
func residual(a *mat.SymDense, c, rhs []float64) []float64 {
	var ac mat.VecDense
	ac.MulVec(a, mat.NewVecDense(len(c), c))
	out := make([]float64, len(rhs))
	floats.SubTo(out, rhs, ac.RawVector().Data)
	return out
}

// leastNorm returns the shortest c that minimises ‖Ac − rhs‖, and the rank of A. It uses the
// eigenvectors of A. If their computation fails, c and the rank are 0.
func leastNorm(a *mat.SymDense, rhs []float64) ([]float64, int) {
	n := len(rhs)
	c := make([]float64, n)
	values, v, ok := Spectrum(n, a.At)
	if !ok {
		return c, 0
	}
	largest := max(math.Abs(values[0]), math.Abs(values[n-1]))
	var rank int
	for k, lambda := range values {
		if math.Abs(lambda) <= float64(n)*epsilon*largest {
			continue
		}
		rank++
		u := mat.Col(nil, k, v)
		floats.AddScaled(c, floats.Dot(u, rhs)/lambda, u)
	}
	return c, rank
}

// ridgeObjective returns ½‖y − f‖² + ½λ‖w‖².
func ridgeObjective(y, f []float64, w2, lambda float64) float64 {
	return float64(len(y))*meanSquare(y, f)/2 + lambda*w2/2
}

func (r Ridge) setResidual(next *Step, d *RidgeDetail, work *ridgeWork) {
	res := residual(work.matrix, next.coef, work.rhs)
	d.Result = Vector{res}
	d.Residual = floats.Norm(res, 2) / max(floats.Norm(work.rhs, 2), math.SmallestNonzeroFloat64)
	next.Violation = d.Residual
	next.Status, next.Sentence = ridgeStatus(d.Singular, d.Rank, len(work.rhs), d.Residual)
}

// ridgeStatus returns the status of the solution of a system of n equations, and a sentence that
// explains it.
func ridgeStatus(isSingular bool, rank, n int, residual float64) (Status, string) {
	if isSingular {
		return Singular, fmt.Sprintf("The matrix has rank %d of %d: many coefficients fit equally well, and these "+
			"are the shortest. Any λ > 0 makes the answer unique.", rank, n)
	}
	if residual > 1e-3 {
		return Converged, fmt.Sprintf("Not solved: the two sides of the system differ by %s of the right one.",
			formatNumber(residual))
	}
	return Converged, fmt.Sprintf("Solved: the system holds to %s of its right-hand side.", formatNumber(residual))
}

// Solve executes all stages. If the matrix is singular, it returns the step with the least-norm
// solution and a *ConditionError.
func (r Ridge) Solve(p *Problem) (Step, error) {
	s, err := r.Start(p)
	for err == nil && !s.Status.Done() {
		s, err = r.Next(p, s)
	}
	if err != nil {
		return s, fmt.Errorf("ridge: %w", err)
	}
	if d := s.Detail.(*RidgeDetail); d.Singular {
		return s, &ConditionError{Cond: d.Cond, Rank: d.Rank, N: p.Dim()}
	}
	return s, nil
}

// RidgeSolution is the solution of kernel ridge regression.
type RidgeSolution struct {
	Coef      []float64 // the n coefficients a
	Scores    []float64 // Ka, f at the training points
	Objective float64   // ½‖y − Ka‖² + ½λaᵀKa
	Residual  float64   // ‖(K + λI)a − y‖ / ‖y‖
	Rank      int       // n, or less if the status is Singular
	Status    Status    // Converged or Singular
	Sentence  string    // explains the status
}

// SolveRidge solves (K + λI)a = y with one round of iterative refinement. The result is that of the
// last step of [Ridge] in the dual, but no step is stored. SolveRidge overwrites k, the n×n Gram
// matrix. If the matrix is singular to working precision, the result is the least-norm solution.
// SolveRidge returns an error if y does not have n entries, an entry is not finite, or λ is
// negative or not finite.
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
	work := ridgeWork{matrix: k, rhs: y}
	Ridge{Lambda: lambda}.factorise(&d, &work)
	out := RidgeSolution{Coef: Ridge{}.backSolve(&d, &work, FaultHooks{}), Rank: d.Rank}
	res := residual(k, out.Coef, y)
	out.Residual = floats.Norm(res, 2) / max(floats.Norm(y, 2), math.SmallestNonzeroFloat64)
	out.Scores = scoresOf(res, out.Coef, y, lambda)
	out.Objective = ridgeObjective(y, out.Scores, floats.Dot(out.Coef, out.Scores), lambda)
	out.Status, out.Sentence = ridgeStatus(d.Singular, out.Rank, n, out.Residual)
	return out, nil
}

// scoresOf returns Ka = y − λa − r, where r = y − (K + λI)a is the residual.
func scoresOf(r, a, y []float64, lambda float64) []float64 {
	f := clone(y)
	floats.Sub(f, r)
	floats.AddScaled(f, -lambda, a)
	return f
}

// Posterior is the distribution of a Gaussian process f with prior mean 0, given noisy measurements of
// f at n points. The posterior mean is the solution of kernel ridge regression, and the method Variance
// returns the posterior variance. See Rasmussen and Williams, Gaussian Processes for Machine Learning,
// 2006, section 2.2.
type Posterior struct{ chol mat.Cholesky }

// NewPosterior returns the posterior for the n×n Gram matrix k and noise of variance λ ≥ 0. It
// returns an error if K + λI is not positive definite to working precision.
func NewPosterior(k *mat.SymDense, lambda float64) (p Posterior, err error) {
	if err := checkLambda(lambda); err != nil {
		return p, err
	}
	if !p.chol.Factorize(Ridge{Lambda: lambda}.addLambda(k, FaultHooks{})) || p.chol.Cond() > 1/epsilon {
		return p, fmt.Errorf("solvers: K + λI is not positive definite to working precision, λ = %g", lambda)
	}
	return p, nil
}

// Variance returns kxx − kᵀ(K + λI)⁻¹k, the variance of f(x) without the noise of a new
// measurement. The parameter kxx is the kernel's value at (x, x), and k holds its values at x and
// each of the n points.
func (p Posterior) Variance(kxx float64, k []float64) float64 {
	return max(0, kxx-floats.Dot(k, solveCholesky(&p.chol, k)))
}
