package cli

import (
	"context"
	"encoding/binary"
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
		return nil, failf("raise --cache, or use fewer points",
			"ridge needs the whole Gram matrix: %d points take %d MB, and --cache allows %d", n, n*n*8>>20, mb)
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

// advice says what to try where a fit did not converge. g may be nil for an
// svm, about which it has nothing to say.
func advice(f *modelFlags, status solvers.Status, g solvers.Gram) string {
	switch status {
	case solvers.Unbounded:
		return "--C 10 gives an answer, and so may another kernel"
	case solvers.Stuck:
		return "--pair second-order or --pair max-error goes on from here"
	case solvers.Singular:
		if f.lambda > 0 {
			return "a larger --lambda makes the answer unique, and scaled columns may"
		}
		return "--lambda 0.1 makes the answer unique"
	case solvers.Diverged:
		return shorter(f, g)
	case solvers.IterationLimit:
		return limitAdvice(f, g)
	}
	return ""
}

// spectrumLimit is the number of points up to which a Gram matrix's largest
// eigenvalue is worth its time for a sentence.
const spectrumLimit = 1500

// safeStep is the largest step size that cannot diverge.
func safeStep(f *modelFlags, g solvers.Gram) float64 {
	if f.model == modelLogistic {
		return solvers.Logistic{Lambda: f.penalty()}.SafeStep(g)
	}
	return solvers.EtaMax(g)
}

func limitAdvice(f *modelFlags, g solvers.Gram) string {
	switch f.model {
	case modelPerceptron:
		return "raise --epochs, or use a kernel that separates the classes; where none does, it never ends"
	case modelSVM:
		return "raise --iterations or --tol, lower --C, or scale the columns"
	}
	if g.Len() > spectrumLimit {
		return "raise --iterations, --step or --tol; where the loss rises lower --step"
	}
	if f.step >= safeStep(f, g) {
		return shorter(f, g) + "; then raise --iterations or --tol"
	}
	return fmt.Sprintf("raise --iterations or --tol; steps below %.3g are safe here", safeStep(f, g))
}

// shorter says which step size is short enough.
func shorter(f *modelFlags, g solvers.Gram) string {
	if g.Len() > spectrumLimit {
		return "a smaller --step works"
	}
	return fmt.Sprintf("--step below %.3g is safe here", safeStep(f, g))
}

// twins finds two equal points with opposite labels, counted from 1: every
// kernel gives them the same value, so no hard margin exists in any feature
// space.
func twins(set *dataset.Set) (a, b int, ok bool) {
	first := map[string]int{}
	for i := range set.Len() {
		key := make([]byte, 0, 8*set.Dim())
		for _, v := range set.Point(i) {
			key = binary.LittleEndian.AppendUint64(key, math.Float64bits(v+0))
		}
		j, seen := first[string(key)]
		if !seen {
			first[string(key)] = i
			continue
		}
		if set.Label(i) != set.Label(j) {
			return j + 1, i + 1, true
		}
	}
	return 0, 0, false
}

// explainTwins names the points that make a hard margin impossible. A solver
// that only ran into its cap gets the status that this proves.
func explainTwins(f *modelFlags, set *dataset.Set, m *fitted) {
	if f.model != modelSVM || !math.IsInf(f.c, 1) {
		return
	}
	if m.status != solvers.IterationLimit && m.status != solvers.Unbounded {
		return
	}
	a, b, ok := twins(set)
	if !ok {
		return
	}
	m.status = solvers.Unbounded
	m.sentence = fmt.Sprintf(
		"Points %d and %d are equal with opposite labels, so no kernel separates them, and W grows for ever", a, b,
	)
	m.advice = "--C 10 gives an answer, and so does leaving one of the two out"
}
