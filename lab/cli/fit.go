package cli

import (
	"cmp"
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

// fittedModel is a model after training.
type fittedModel struct {
	model      string
	kernel     kernels.Kernel[[]float64]
	set        *dataset.Set
	c          float64 // svm
	lambda     float64 // logistic
	iterations int
	status     solvers.Status
	sentence   string
	advice     string // what to try if the fit did not converge
	objective  float64
	primal     float64 // svm
	gap        float64 // svm
	violation  float64 // largest violation of the conditions for an optimum; for a direct ridge solution, the residual
	bias       float64
	dual       []float64 // nil if the fit was interrupted before any solution existed
	weights    []float64 // f = Σ weightsᵢ·k(xᵢ, ·) + bias
	scores     []float64 // f at the training points

	inputs     inputs
	validation *crossValidation // nil without --cv
	gram       gramKind
	decision   []float64 // f at the points of --predict; nil without --predict, or if the fit was interrupted
}

// recorder is a function that receives every step of a solver, for example to write it to a file.
type recorder func(solvers.Step) error

// fit trains the model that the flags describe. If ctx is cancelled, it returns the
// unfinished model with status interrupted. rec may be nil.
func fit(ctx context.Context, f *modelFlags, set *dataset.Set, rec recorder) (*fittedModel, error) {
	if err := kernels.CheckDim(f.kernel, set.Dim()); err != nil {
		return nil, usagef("choose a kernel for points in this dimension", "--kernel: %v", err)
	}
	if n, mb := set.Len(), f.cacheMB; f.model == modelRidge && n*n > mb*(1<<20)/8 {
		return nil, failf("raise --cache, or use fewer points",
			"ridge needs the whole Gram matrix: %d points take %d MB, and --cache allows %d", n, n*n*8>>20, mb)
	}
	m, err := trainFastest(ctx, f, set, rec)
	if errors.Is(err, context.Canceled) {
		nan := math.NaN()
		m, err = &fittedModel{status: solvers.Interrupted, objective: nan, primal: nan, gap: nan, bias: nan}, nil
	}
	if err != nil {
		return nil, solverError(err)
	}
	explainConflict(f, set, m)
	m.model, m.kernel, m.set, m.c, m.lambda = f.model, f.kernel, set, f.c, f.penalty()
	if m.sentence == "" {
		m.sentence = m.status.Sentence()
	}
	return m, nil
}

// trainFastest trains an SVM by the fast solver if no steps are recorded and --pair is not given, and
// otherwise runs a solver step by step. After ctx is cancelled, the fast solver and a recorded run soon
// return the model that they have. Any other run is abandoned.
func trainFastest(ctx context.Context, f *modelFlags, set *dataset.Set, rec recorder) (*fittedModel, error) {
	if f.model == modelSVM && !f.hasFlag("pair") && rec == nil {
		return fitSVM(ctx, f, set)
	}
	if rec != nil {
		return train(ctx, f, set, rec)
	}
	return withGrace(ctx, func() (*fittedModel, error) { return train(ctx, f, set, nil) })
}

func train(ctx context.Context, f *modelFlags, set *dataset.Set, rec recorder) (*fittedModel, error) {
	if f.model == modelRidge && rec == nil {
		return fitRidge(f, set)
	}
	g, rowsErr, err := newGram(f, set)
	if err != nil {
		return nil, err
	}
	m, err := runSolver(ctx, solverOf(f), g, set.Labels(), f.withProgress(rec))
	if err = cmp.Or(rowsErr(), err); err != nil {
		return nil, err
	}
	if (f.model == modelLogistic || f.model == modelLeastSquares) &&
		m.status == solvers.IterationLimit && m.violation <= f.tol {
		m.status = solvers.Converged
		m.sentence = fmt.Sprintf("The gradient has length %.3g after %d steps.", m.violation, m.iterations)
	}
	m.advice = advice(f, m.status, g)
	return m, nil
}

// withProgress returns a recorder that also shows the progress.
func (f *modelFlags) withProgress(rec recorder) recorder {
	if f.progress == nil {
		return rec
	}
	return func(s solvers.Step) error {
		f.progress(fmt.Sprintf("step %d, objective %.6g, violation %.2g", s.N, s.Objective, s.Violation))
		if rec == nil {
			return nil
		}
		return rec(s)
	}
}

// solverOf returns the solver to run step by step. Gradient descent gets no tolerance:
// it takes all requested steps, and then the length of the gradient decides whether it converged.
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
	return solvers.Perceptron{MaxPasses: f.epochs}
}

// runSolver runs a solver step by step and returns the model after the last step. It passes
// every step to rec, which may be nil.
func runSolver(ctx context.Context, s solvers.Solver, g solvers.Gram, y []float64, rec recorder) (*fittedModel, error) {
	p, err := solvers.NewDual(g, y)
	if err != nil {
		return nil, err
	}
	step, err := s.Start(p)
	status := step.Status
	for err == nil {
		if rec != nil {
			if err := rec(step); err != nil {
				return nil, err
			}
		}
		status = step.Status
		if ctx.Err() != nil && !status.Done() {
			status = solvers.Interrupted
		}
		if status.Done() {
			break
		}
		step, err = s.Next(p, step)
	}
	if err != nil {
		return nil, err
	}
	return modelAt(step, status), nil
}

// modelAt returns the model after a step of a solver.
func modelAt(step solvers.Step, status solvers.Status) *fittedModel {
	m := &fittedModel{
		iterations: step.Updates, status: status, sentence: step.Sentence,
		objective: step.Objective, primal: step.PrimalObjective, gap: step.Gap, bias: step.Bias,
		violation: step.Violation, dual: step.CoefCopy(), weights: step.Weights(),
		scores: make([]float64, step.Scores().Len()),
	}
	for i := range m.scores {
		m.scores[i] = step.F(i)
	}
	return m
}

// solverError returns an error of a solver with a hint at what would work, if one is known.
func solverError(err error) error {
	if _, hasHint := errors.AsType[hintedError](err); hasHint {
		return err
	}
	text, hint := strings.TrimPrefix(err.Error(), "solvers: "), ""
	if _, isOneClass := errors.AsType[*solvers.OneClassError](err); isOneClass {
		hint = "add points of the other class, or fit targets with --model ridge"
	}
	return failf(hint, "%s", text)
}

// expansion returns f as a function of any point.
func (m *fittedModel) expansion() kernels.Expansion {
	return kernels.Expansion{Kernel: m.kernel, Points: m.set.Points(), Coef: m.weights, Bias: m.bias}
}

// isRegression reports whether a model fits the labels themselves rather than their signs.
func isRegression(model string) bool { return model == modelRidge || model == modelLeastSquares }

// countRight returns the number of points of a set at which f has the sign of the label. A
// point with f = 0 does not count.
func countRight(set *dataset.Set, scores []float64) int {
	n := 0
	for i, f := range scores {
		if f*set.Label(i) > 0 {
			n++
		}
	}
	return n
}

// squaredError returns the mean squared error of f on a set.
func squaredError(set *dataset.Set, scores []float64) float64 {
	var s float64
	for i, f := range scores {
		d := set.Label(i) - f
		s += d * d
	}
	return s / float64(len(scores))
}

// supportVectors returns the number of points with α > 0, and how many of them are
// at the bound C.
func (m *fittedModel) supportVectors() (count, atBound int) {
	for _, a := range m.dual {
		if a > 0 {
			count++
		}
		if a > 0 && a >= m.c {
			atBound++
		}
	}
	return count, atBound
}

// advice returns what to try if a fit did not converge, or "" if it has no
// suggestion. g may be nil for an SVM and for ridge, whose advice does not depend on it.
func advice(f *modelFlags, status solvers.Status, g solvers.Gram) string {
	switch status {
	case solvers.Unbounded:
		return "--C 10 gives an answer, and another kernel may too"
	case solvers.Stuck:
		return "--pair second-order and --pair max-error do not stop here"
	case solvers.Singular:
		return "a larger --lambda makes the answer unique, and scaling the columns may too"
	case solvers.Diverged:
		return stepAdvice(f, g)
	case solvers.IterationLimit:
		return limitAdvice(f, g)
	}
	return ""
}

// spectrumLimit is the largest number of points for which the advice computes the
// largest eigenvalue of the Gram matrix.
const spectrumLimit = 1500

// safeStep returns the largest step size that cannot diverge.
func safeStep(f *modelFlags, g solvers.Gram) float64 {
	if f.model == modelLogistic {
		return solvers.Logistic{Lambda: f.penalty()}.SafeStep(g)
	}
	return solvers.MaxEta(g)
}

func limitAdvice(f *modelFlags, g solvers.Gram) string {
	switch f.model {
	case modelPerceptron:
		return "raise --epochs, or use a kernel that separates the classes; if none does, the perceptron never stops"
	case modelSVM:
		return "raise --iterations or --tol, lower --C, or scale the columns"
	}
	if g.Len() <= spectrumLimit && f.step >= safeStep(f, g) {
		return stepAdvice(f, g)
	}
	return "raise --iterations or --tol; " + stepAdvice(f, g)
}

// stepAdvice returns advice on the step size. For up to spectrumLimit points, it
// contains the largest safe step.
func stepAdvice(f *modelFlags, g solvers.Gram) string {
	if g.Len() > spectrumLimit {
		return "if the loss rises, lower --step"
	}
	return fmt.Sprintf("--step below %.3g is safe here", safeStep(f, g))
}

// conflictingPoints returns the numbers, counted from 1, of two equal points with
// opposite labels. Every kernel gives such points the same value, so no hard margin
// exists in any feature space. ok is false if the set has no such points.
func conflictingPoints(set *dataset.Set) (a, b int, ok bool) {
	firstIndex := map[string]int{}
	for i := range set.Len() {
		key := make([]byte, 0, 8*set.Dim())
		for _, v := range set.Point(i) {
			key = binary.LittleEndian.AppendUint64(key, math.Float64bits(v+0))
		}
		j, seen := firstIndex[string(key)]
		if !seen {
			firstIndex[string(key)] = i
			continue
		}
		if set.Label(i) != set.Label(j) {
			return j + 1, i + 1, true
		}
	}
	return 0, 0, false
}

// explainConflict explains a failed hard margin by two equal points with opposite
// labels. If the solver only reached its limit of updates, the status becomes
// unbounded, which the two points prove.
func explainConflict(f *modelFlags, set *dataset.Set, m *fittedModel) {
	if f.model != modelSVM || !math.IsInf(f.c, 1) {
		return
	}
	if m.status != solvers.IterationLimit && m.status != solvers.Unbounded {
		return
	}
	a, b, ok := conflictingPoints(set)
	if !ok {
		return
	}
	m.status = solvers.Unbounded
	m.sentence = fmt.Sprintf(
		"Points %d and %d are equal with opposite labels, so no kernel separates them, and g grows for ever", a, b,
	)
	m.advice = "--C 10 gives an answer, and so does leaving one of the two out"
}
