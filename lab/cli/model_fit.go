package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"kernellab/exercises/dataset"
	"kernellab/kernels"
	"kernellab/solvers"
)

// fitted is a model after training.
type fitted struct {
	model      string
	kernel     kernels.Kernel[[]float64]
	set        *dataset.Set
	c          float64 // svm
	lambda     float64 // logistic
	iterations int
	status     solvers.Status
	sentence   string
	advice     string // what to try, where it did not converge
	objective  float64
	primal     float64 // svm
	gap        float64 // svm
	violation  float64 // of the conditions for an optimum, where the model was stepped
	bias       float64
	dual       []float64 // nil if it was interrupted before there was one
	weights    []float64 // f = Σ weightsᵢ·k(xᵢ, ·) + bias
	scores     []float64 // f at the training points
}

// recorder is told every step of a walk.
type recorder interface{ record(solvers.Step) error }

// fit trains the model that the flags describe. A cancelled ctx gives what
// there is, with status interrupted. rec may be nil.
func fit(ctx context.Context, f *modelFlags, set *dataset.Set, rec recorder) (*fitted, error) {
	if err := kernels.CheckDim(f.kernel, set.Dim()); err != nil {
		return nil, usagef("choose a kernel for points in this dimension", "--kernel: %v", err)
	}
	if n, mb := set.Len(), f.cacheMB; f.model == modelRidge && n*n > mb*(1<<20)/8 {
		return nil, failf("raise --cache, or use fewer points", "ridge needs the whole Gram matrix: %d points take %d MB, and --cache allows %d", n, n*n*8>>20, mb)
	}
	m, err := trainFor(ctx, f, set, rec)
	if errors.Is(err, context.Canceled) {
		nan := math.NaN()
		m, err = &fitted{status: solvers.Interrupted, objective: nan, primal: nan, gap: nan, bias: nan}, nil
	}
	if err != nil {
		return nil, solverError(err)
	}
	explainTwins(f, set, m)
	m.model, m.kernel, m.set, m.c, m.lambda = f.model, f.kernel, set, f.c, f.penalty()
	if m.sentence == "" {
		m.sentence = m.status.Sentence()
	}
	return m, nil
}

// trainFor trains by the fast path, which hands over what it has soon after ctx
// is cancelled, or else by steps, which are left behind then.
func trainFor(ctx context.Context, f *modelFlags, set *dataset.Set, rec recorder) (*fitted, error) {
	if f.model == modelSVM && !f.given("pair") && rec == nil {
		return fitSVM(ctx, f, set)
	}
	return within(ctx, func() (*fitted, error) { return train(ctx, f, set, rec) })
}

func train(ctx context.Context, f *modelFlags, set *dataset.Set, rec recorder) (*fitted, error) {
	if f.model == modelRidge && rec == nil {
		return fitRidge(f, set)
	}
	g, bad, err := newGram(f.kernel, set, f.cacheMB)
	if err != nil {
		return nil, err
	}
	m, err := walk(ctx, solverOf(f), g, set.Labels(), rec)
	if err := bad(); err != nil {
		return nil, err
	}
	if err == nil && (f.model == modelLogistic || f.model == modelLeastSquares) {
		judgeGradient(m, f.tol)
	}
	if err == nil && m.status != solvers.Converged {
		m.advice = advice(f, m.status, g)
	}
	return m, err
}

// solverOf returns the solver to walk with. Gradient descent gets no tolerance:
// it takes the steps it was asked for, and [judgeGradient] says what they came
// to.
func solverOf(f *modelFlags) solvers.Solver {
	switch f.model {
	case modelSVM:
		return solvers.SMO{C: f.c, Tol: f.tol, Rule: f.pair, Seed: f.seed, MaxUpdates: f.updates()}
	case modelRidge:
		return solvers.Ridge{Lambda: f.penalty()}
	case modelLogistic:
		return solvers.Logistic{Gamma: f.step, Lambda: f.penalty(), Form: solvers.PlusMinus, MaxSteps: f.iterations}
	case modelLeastSquares:
		return solvers.LeastSquares{Eta: f.step, MaxSteps: f.iterations}
	}
	return solvers.Perceptron{MaxEpochs: f.epochs}
}

// walk takes a solver step by step, keeping only the last one.
func walk(ctx context.Context, s solvers.Solver, g solvers.Gram, y []float64, rec recorder) (*fitted, error) {
	p, err := solvers.NewDual(g, y)
	if err != nil {
		return nil, err
	}
	at, err := s.Start(p)
	status := at.Status
	for err == nil {
		if rec != nil {
			if err := rec.record(at); err != nil {
				return nil, err
			}
		}
		status = at.Status
		if ctx.Err() != nil && !status.Done() {
			status = solvers.Interrupted
		}
		if status.Done() {
			break
		}
		at, err = s.Next(p, at)
	}
	if err != nil {
		return nil, err
	}
	return afterWalk(s, at, status), nil
}

// judgeGradient calls a descent that took all its steps converged if the
// gradient has become short enough.
func judgeGradient(m *fitted, tol float64) {
	if m.status == solvers.IterationLimit && m.violation <= tol {
		m.status = solvers.Converged
		m.sentence = fmt.Sprintf("The gradient has length %.3g after %d steps.", m.violation, m.iterations)
	}
}

func afterWalk(s solvers.Solver, at solvers.Step, status solvers.Status) *fitted {
	m := &fitted{
		iterations: at.N, status: status, sentence: at.Sentence,
		objective: at.Objective, primal: at.PrimalObjective, gap: at.Gap, bias: at.Bias,
		violation: at.Violation, dual: at.CoefCopy(), weights: at.Weights(), scores: make([]float64, at.Scores().Len()),
	}
	switch s.(type) {
	case solvers.SMO, solvers.Perceptron:
		m.iterations = at.Updates
	case solvers.Ridge:
		m.iterations = 1 // its steps are the stages of one direct solution
	}
	for i := range m.scores {
		m.scores[i] = at.F(i)
	}
	return m
}

// solverError adds what would work to a solver's refusal.
func solverError(err error) error {
	var h hinted
	if errors.As(err, &h) {
		return err
	}
	var oneClass *solvers.OneClassError
	if errors.As(err, &oneClass) {
		return failf("add points of the other class, or fit targets with --model ridge", "%s", plain(err))
	}
	return fmt.Errorf("%s", plain(err))
}

// plain is an error's text without the name of the package it comes from.
func plain(err error) string { return strings.TrimPrefix(err.Error(), "solvers: ") }

// expansion is f as a function of any point.
func (m *fitted) expansion() kernels.Expansion {
	return kernels.Expansion{Kernel: m.kernel, Points: m.set.Points(), Coef: m.weights, Bias: m.bias}
}

// isRegression reports that the labels are targets, not classes.
func (m *fitted) isRegression() bool { return m.model == modelRidge || m.model == modelLeastSquares }

// right counts the training points on their own side; f = 0 is on neither.
func (m *fitted) right() int {
	n := 0
	for i, f := range m.scores {
		if f*m.set.Label(i) > 0 {
			n++
		}
	}
	return n
}

// squaredError is the mean squared error on the training points.
func (m *fitted) squaredError() float64 {
	var s float64
	for i, f := range m.scores {
		d := m.set.Label(i) - f
		s += d * d
	}
	return s / float64(len(m.scores))
}

// supportVectors counts the points with α > 0, and those at the bound C.
func (m *fitted) supportVectors() (all, atBound int) {
	for _, a := range m.dual {
		if a > 0 {
			all++
		}
		if a > 0 && a >= m.c {
			atBound++
		}
	}
	return all, atBound
}
