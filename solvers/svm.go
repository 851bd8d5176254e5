package solvers

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/floats"
)

// Options are the settings of [SolveSVM] and [SolveRows].
type Options struct {
	C       float64 // +Inf for the hard margin
	Tol     float64 // stop when b_low − b_up < Tol; if 0, 1e-3
	MaxIter int     // cap on updates; if 0, 10 000 000
	// Start is an α to begin from, in [0, C] with Σαt = 0, such as the solution for
	// a neighbouring C or kernel. If nil, the solver begins at 0.
	Start []float64
	// CacheBytes is the memory for rows of the Gram matrix; if 0, 256 MB. The
	// cache has room for at least two rows, even if they take more.
	CacheBytes int
	// NoShrinking keeps all points active to the end. The solver then updates
	// the same pairs as [SMO].
	NoShrinking bool
	// Progress, if not nil, is called about ten times a second.
	Progress func(Progress)
}

// Solution is the result of [SolveSVM]: f = Σ αᵢtᵢk(xᵢ, ·) + Bias.
type Solution struct {
	Alpha           []float64
	Scores          []float64 // f − Bias at the training points; nil if an interruption left no time to compute f
	Bias            float64
	Objective       float64 // W, the dual
	PrimalObjective float64 // ½‖w‖² + CΣξ, see [Step.PrimalObjective]
	Gap             float64 // PrimalObjective − Objective
	Violation       float64 // b_low − b_up
	NormSq          float64 // ‖w‖²
	Iterations      int
	Status          Status
	Sentence        string // explains Status, with the numbers of this solution
}

// SupportCount returns the number of points with α > 0.
func (s Solution) SupportCount() (n int) {
	for _, a := range s.Alpha {
		if a > 0 {
			n++
		}
	}
	return n
}

// AtBoundCount returns the number of points with α = c.
func (s Solution) AtBoundCount(c float64) (n int) {
	for _, a := range s.Alpha {
		if a == c {
			n++
		}
	}
	return n
}

// SolveSVM solves the dual of the support vector machine with the algorithm of
// [SMO] and the second-order rule, without storing steps. Labels are −1 and +1.
// If ctx is cancelled, it returns the best solution so far with status
// Interrupted and no error. An error means that the problem is invalid. SolveSVM panics if g is nil.
func SolveSVM(ctx context.Context, g Gram, y []float64, o Options) (Solution, error) {
	if g == nil {
		panic("solvers: nil Gram matrix")
	}
	return SolveRows(ctx, newGramRows(g), y, o)
}

// SolveRows is [SolveSVM] for a Gram matrix that is computed row by row, the fastest method for
// many points. It reorders the points of src while it runs, and restores their order before it
// returns.
//
// Rows are stored in float64 if the whole matrix fits in the cache or the tolerance is below 1e-6.
// Otherwise they are stored in float32, which halves the memory and causes relative rounding errors
// of up to 6e-8.
func SolveRows(ctx context.Context, src RowSource, y []float64, o Options) (Solution, error) {
	s := SMO{C: o.C, Tol: o.Tol, MaxUpdates: o.MaxIter}
	if o.MaxIter == 0 {
		s.MaxUpdates = 10_000_000
	}
	if err := s.checkRows(src, y, o.Start); err != nil {
		return Solution{}, err
	}
	if o.CacheBytes <= 0 {
		o.CacheBytes = 256 << 20
	}
	if n := src.Len(); s.tol() < float64Tol || n*n <= o.CacheBytes/8 {
		return newFastSMO[float64](s, src, y, o).solve(ctx), nil
	}
	return newFastSMO[float32](s, src, y, o).solve(ctx), nil
}

// float64Tol is the tolerance below which rounding entries to float32 would
// affect the result.
const float64Tol = 1e-6

// checkRows checks the parameters of s, the labels y and, unless start is nil, the initial α in
// start. It returns the error that [SMO.StartAt] returns in the same case, or nil.
func (s SMO) checkRows(src RowSource, y, start []float64) error {
	p, err := NewDual(sourceGram{src}, y)
	if err != nil {
		return err
	}
	if err := s.checkProblem(p); err != nil || start == nil {
		return err
	}
	return s.checkAlpha(p, start)
}

// sourceGram makes a [Gram] of a RowSource. It caches nothing.
type sourceGram struct{ src RowSource }

func (g sourceGram) Len() int { return g.src.Len() }

func (g sourceGram) At(i, j int) float64 {
	var v [1]float64
	g.src.Fill(v[:], i, j)
	return v[0]
}

func (g sourceGram) Row(i int) []float64 {
	row := make([]float64, g.Len())
	g.src.Fill(row, i, 0)
	return row
}

// state returns the current state in the form that the steps of [SMO] use.
func (w *fastSMO[T]) state() *smoState {
	p := &Problem{gram: sourceGram{w.src}, y: w.t, dim: len(w.t)}
	return &smoState{p: p, t: w.t, c: w.solver.C, alpha: w.alpha, score: w.score}
}

// recordObjectives sets objective to W and lowers leastPrimal to the current primal
// objective if that is less. All scores must be current.
func (w *fastSMO[T]) recordObjectives() {
	st := w.state()
	bUp, bLow := st.thresholds()
	normSq := st.normSquared()
	w.objective = floats.Sum(w.alpha) - normSq/2
	w.leastPrimal = min(w.leastPrimal, PrimalObjective(st.c, normSq, -(bUp+bLow)/2, st.score, st.t))
}

// solution returns the current result in the original order of the points.
func (w *fastSMO[T]) solution(status Status) Solution {
	for i := range w.originalIndex {
		for w.originalIndex[i] != i {
			w.swap(i, w.originalIndex[i])
		}
	}
	out := Solution{Alpha: w.alpha, Iterations: w.updates, Status: status}
	if w.scoresCurrent {
		step := w.solver.assess(w.state(), Step{N: w.updates, Updates: w.updates})
		out.Scores, out.Bias, out.Objective, out.PrimalObjective = w.score, step.Bias, step.Objective,
			step.PrimalObjective
		out.Violation, out.NormSq, out.Sentence = step.Violation, w.state().normSquared(), step.Sentence
	} else {
		out.Bias, out.Objective, out.PrimalObjective = -(w.bUp+w.bLow)/2, w.objective, w.leastPrimal
		out.Violation, out.NormSq = w.bLow-w.bUp, 2*(floats.Sum(w.alpha)-w.objective)
	}
	out.Gap = out.PrimalObjective - out.Objective
	switch {
	case status == Interrupted:
		out.Sentence = fmt.Sprintf("Stopped after %s with a violation of %s; this is the best so far.",
			updatesText(w.updates), formatNumber(out.Violation))
	case status == Stuck:
		out.Sentence = fmt.Sprintf("After %s the steps are below the rounding of α, at a violation of %s. Scale "+
			"the features, or ask for a looser tolerance.", updatesText(w.updates), formatNumber(out.Violation))
	case out.Sentence == "":
		out.Sentence = status.Sentence()
	}
	return out
}

// Progress describes the state of a solve.
type Progress struct {
	Iterations int
	Violation  float64 // b_low − b_up, the largest violation among the active points
	Objective  float64
	// Gap is the part of the duality gap that the active points contribute. It is the whole gap if
	// the α of the inactive points are already optimal, because a point with an optimal α contributes
	// nothing. For the hard margin it is +Inf until every active point has t·f ≥ 1.
	Gap    float64
	Active int // number of active points; shrinking makes the others inactive
}

// progress returns the current progress.
func (w *fastSMO[T]) progress() Progress {
	return Progress{Iterations: w.updates, Violation: w.bLow - w.bUp, Objective: w.objective, Gap: w.activeGap(),
		Active: w.activeCount}
}

// activeGap returns Σ C·ξ − α(1 − t·f) over the active points, with slacks ξ =
// max(0, 1 − t·f). No term is negative. If Σαt = 0 and all points are active,
// the sum is the primal objective minus the dual objective.
func (w *fastSMO[T]) activeGap() float64 {
	b, gap := -(w.bUp+w.bLow)/2, 0.0
	for i := range w.activeCount {
		m := 1 - w.t[i]*(w.score[i]+b)
		gap -= w.alpha[i] * m
		if m > 0 {
			gap += w.solver.C * m
		}
	}
	return max(0, gap)
}
