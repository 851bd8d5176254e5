package solvers

import (
	"context"
)

// Options steer [SolveSVM] and [SolveRows].
type Options struct {
	C       float64 // +Inf: hard margin
	Tol     float64 // 0: 1e-3; stop where b_low − b_up < Tol
	MaxIter int     // cap on updates; 0: 10000000
	// Start is an α to begin from, in [0, C] with Σαt = 0: the solution for a
	// neighbouring C or kernel. Nil: 0.
	Start []float64
	// CacheBytes is the memory that rows of the Gram matrix may take; 0: 256 MB.
	// Two rows are kept at the least.
	CacheBytes int
	// NoShrinking keeps all points in play from the first update to the last,
	// so that the pairs are those of [SMO].
	NoShrinking bool
	// Progress is called about ten times a second; nil: never.
	Progress func(Progress)
}

// Solution is what [SolveSVM] found: f = Σ αᵢtᵢk(xᵢ, ·) + Bias.
type Solution struct {
	Alpha      []float64
	Scores     []float64 // f − Bias at the training points; nil where an interruption left no time
	Bias       float64
	Objective  float64 // W, the dual
	Primal     float64 // ½‖w‖² + CΣξ, see [Step.PrimalObjective]
	Gap        float64 // Primal − Objective
	Violation  float64 // b_low − b_up
	NormSq     float64 // ‖w‖²
	Iterations int
	Status     Status
	Sentence   string
}

// Supports counts the points with α > 0.
func (s Solution) Supports() (n int) {
	for _, a := range s.Alpha {
		if a > 0 {
			n++
		}
	}
	return n
}

// AtBound counts the points with α = C, of a machine with this C.
func (s Solution) AtBound(c float64) (n int) {
	for _, a := range s.Alpha {
		if a == c {
			n++
		}
	}
	return n
}

// SolveSVM solves the dual of the support vector machine by the same SMO as
// [SMO] with the second-order rule, without keeping the steps. Labels are −1
// and +1. A cancelled ctx gives the best so far with status Interrupted and no
// error; errors are for problems that cannot be posed.
func SolveSVM(ctx context.Context, g Gram, y []float64, o Options) (Solution, error) {
	if g == nil {
		panic("solvers: nil Gram matrix")
	}
	return SolveRows(ctx, newGramRows(g), y, o)
}

// SolveRows is [SolveSVM] for a Gram matrix that is computed row by row: the
// fast path for many points. It rearranges the source while it works and puts
// it back in order.
//
// Where the whole matrix fits the cache in float64, and for tolerances under
// 1e-6, the rows are kept in float64, else in float32, which halves their
// memory and rounds entries to 6e-8.
func SolveRows(ctx context.Context, src RowSource, y []float64, o Options) (Solution, error) {
	s := SMO{C: o.C, Tol: o.Tol, MaxUpdates: o.MaxIter}
	if o.MaxIter == 0 {
		s.MaxUpdates = 10_000_000
	}
	if err := s.checkRows(src.Len(), y, o.Start); err != nil {
		return Solution{}, err
	}
	if o.CacheBytes <= 0 {
		o.CacheBytes = 256 << 20
	}
	if n := src.Len(); s.tol() < exactBelow || n*n <= o.CacheBytes/8 {
		return newFastSMO[float64](s, src, y, o).solve(ctx), nil
	}
	return newFastSMO[float32](s, src, y, o).solve(ctx), nil
}

// exactBelow is the tolerance under which entries rounded to float32 would
// show in the answer.
const exactBelow = 1e-6

// checkRows reports what [SMO.StartAt] would.
func (s SMO) checkRows(n int, y, start []float64) error {
	p, err := NewDual(sized(n), y)
	if err != nil {
		return err
	}
	if err := s.check(p); err != nil || start == nil {
		return err
	}
	return s.checkAlpha(p, start)
}

// sized stands for a Gram matrix of which only the size is looked at.
type sized int

func (n sized) Len() int          { return int(n) }
func (sized) At(_, _ int) float64 { panic("solvers: no entries") }
func (sized) Row(int) []float64   { panic("solvers: no rows") }
