package solvers

import (
	"container/list"
	"fmt"
	"math"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Problem is the input of a solver: a Gram matrix (dual form) or a design
// matrix (primal form), and labels or targets. It is immutable and safe for
// concurrent use.
type Problem struct {
	gram Gram        // nil in the primal
	phi  [][]float64 // nil in the dual; row i is φᵢ
	y    []float64   // labels or targets
	dim  int         // number of coefficients
}

// NewDual returns the dual problem of a Gram matrix and labels. It copies only the labels. It
// returns an error if there are no labels, if the lengths differ, or if a label is not finite. It
// panics if g is nil.
func NewDual(g Gram, y []float64) (*Problem, error) {
	if g == nil {
		panic("solvers: nil Gram matrix")
	}
	if g.Len() != len(y) {
		return nil, fmt.Errorf("solvers: the Gram matrix is %d×%d, but there are %d labels", g.Len(), g.Len(), len(y))
	}
	if err := checkFinite(y); err != nil {
		return nil, err
	}
	return &Problem{gram: g, y: clone(y), dim: len(y)}, nil
}

// NewPrimal returns the primal problem of a design matrix phi and labels y. Row i of phi is φᵢ.
// NewPrimal copies both slices. It returns an error if there are no points or no features, if the
// numbers of rows and labels differ, if the rows have different lengths, or if an entry or label is
// not finite.
func NewPrimal(phi [][]float64, y []float64) (*Problem, error) {
	if len(phi) != len(y) {
		return nil, fmt.Errorf("solvers: %d rows of features, but %d labels", len(phi), len(y))
	}
	if err := checkFinite(y); err != nil {
		return nil, err
	}
	p := &Problem{y: clone(y), dim: len(phi[0]), phi: make([][]float64, len(phi))}
	if p.dim == 0 {
		return nil, fmt.Errorf("solvers: the rows of features are empty")
	}
	for i, row := range phi {
		if len(row) != p.dim {
			return nil, fmt.Errorf("solvers: row %d has %d features, row 1 has %d", i+1, len(row), p.dim)
		}
		for j, v := range row {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, fmt.Errorf("solvers: feature %d of row %d is %v, want a finite number", j+1, i+1, v)
			}
		}
		p.phi[i] = clone(row)
	}
	return p, nil
}

func checkFinite(y []float64) error {
	if len(y) == 0 {
		return fmt.Errorf("solvers: no points")
	}
	for i, v := range y {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return &LabelError{Index: i, Value: v, Want: "a finite number"}
		}
	}
	return nil
}

// Len returns n, the number of points.
func (p *Problem) Len() int { return len(p.y) }

// IsPrimal reports whether the problem has a design matrix instead of a Gram
// matrix.
func (p *Problem) IsPrimal() bool { return p.gram == nil }

// Dim returns the number of coefficients: n in the dual, the number of features in the primal.
func (p *Problem) Dim() int { return p.dim }

// Y returns label or target i.
func (p *Problem) Y(i int) float64 { return p.y[i] }

// Labels returns a copy of all labels or targets.
func (p *Problem) Labels() []float64 { return clone(p.y) }

// K returns ⟨φᵢ, φⱼ⟩, either an entry of the Gram matrix or an inner product of
// two rows of the design matrix.
func (p *Problem) K(i, j int) float64 {
	if p.gram != nil {
		return p.gram.At(i, j)
	}
	return floats.Dot(p.phi[i], p.phi[j])
}

// Gram returns the Gram matrix, or nil in the primal.
func (p *Problem) Gram() Gram { return p.gram }

// Feature returns a copy of row φᵢ of the design matrix, or nil in the dual.
func (p *Problem) Feature(i int) []float64 {
	if p.phi == nil {
		return nil
	}
	return clone(p.phi[i])
}

// scores returns the scores f(xᵢ) − b of all training points for coefficients c: Kc in the dual, or
// Φc in the primal.
func (p *Problem) scores(c []float64) []float64 {
	f := make([]float64, p.Len())
	for i := range f {
		f[i] = floats.Dot(p.row(i), c)
	}
	return f
}

// row returns the vector whose inner product with the coefficients is the score
// of point i.
func (p *Problem) row(i int) []float64 {
	if p.gram != nil {
		return p.gram.Row(i)
	}
	return p.phi[i]
}

// toCoefficients converts a vector r with an entry for each point to a vector with an entry for each
// coefficient: r itself in the dual, Φᵀr in the primal. This conversion is the only difference
// between a primal algorithm and its dual form.
func (p *Problem) toCoefficients(r []float64) []float64 {
	if p.gram != nil {
		return r
	}
	g := make([]float64, p.dim)
	for i, v := range r {
		floats.AddScaled(g, v, p.phi[i])
	}
	return g
}

// norm returns ‖w‖ for coefficients c, which is √(cᵀKc) in the dual.
func (p *Problem) norm(c []float64) float64 {
	if p.IsPrimal() {
		return floats.Norm(c, 2)
	}
	return math.Sqrt(max(0, floats.Dot(c, p.scores(c))))
}

// normSquared returns ‖w‖² for coefficients c with scores f.
func (p *Problem) normSquared(c, f []float64) float64 {
	if p.IsPrimal() {
		return floats.Dot(c, c)
	}
	return floats.Dot(c, f)
}

// signLabels returns the labels if they are −1 and +1 and both occur. Otherwise it returns a
// *LabelError or a *OneClassError.
func (p *Problem) signLabels() ([]float64, error) {
	var pos, neg int
	for i, v := range p.y {
		switch v {
		case 1:
			pos++
		case -1:
			neg++
		default:
			return nil, &LabelError{Index: i, Value: v, Want: "−1 or +1"}
		}
	}
	if pos == 0 || neg == 0 {
		return nil, &OneClassError{N: len(p.y), Label: p.y[0]}
	}
	return p.y, nil
}

func clone(v []float64) []float64 { return append([]float64(nil), v...) }

// LabelError reports a label that the solver cannot use.
type LabelError struct {
	Index int // index of the point, from 0
	Value float64
	Want  string // "−1 or +1"
}

func (e *LabelError) Error() string {
	return fmt.Sprintf("solvers: label %d is %g, want %s", e.Index+1, e.Value, e.Want)
}

// OneClassError reports that all points have the same label, so there is
// nothing to separate.
type OneClassError struct {
	N     int
	Label float64
}

func (e *OneClassError) Error() string {
	if e.N == 1 {
		return "solvers: only one point: a classifier needs at least two, one of each class"
	}
	return fmt.Sprintf("solvers: all %d labels are %+g: a classifier needs points of both classes", e.N, e.Label)
}

// ParamError reports that a parameter of a solver is out of range.
type ParamError struct {
	Name  string
	Value float64
	Want  string
}

func (e *ParamError) Error() string {
	return fmt.Sprintf("solvers: %s = %g, want %s", e.Name, e.Value, e.Want)
}

// NoGramError reports that a solver needs a Gram matrix and the problem is in the primal form, which
// has none.
type NoGramError struct{ Solver string }

func (e *NoGramError) Error() string { return fmt.Sprintf("solvers: %s needs a Gram matrix", e.Solver) }

// ConditionError reports that a linear system is singular to working precision.
// The least-norm solution is returned with it.
type ConditionError struct {
	Cond float64 // condition number, +Inf if the matrix is exactly singular
	Rank int
	N    int
}

func (e *ConditionError) Error() string {
	return fmt.Sprintf("solvers: the matrix has rank %d of %d (condition number %.3g); this is the least-norm "+
		"answer, and any λ > 0 makes it unique", e.Rank, e.N, e.Cond)
}

// Gram is a read-only symmetric n×n matrix of inner products. Row returns row i, a slice of length
// Len that stays valid. The caller must not change the slice.
type Gram interface {
	Len() int
	At(i, j int) float64
	Row(i int) []float64
}

// Dense is a Gram matrix stored completely, row by row, in float64.
type Dense struct {
	n    int
	data []float64
}

// NewDense copies a symmetric matrix. It panics if the matrix is empty.
func NewDense(m mat.Symmetric) *Dense {
	if m.SymmetricDim() == 0 {
		panic("solvers: empty Gram matrix")
	}
	return &Dense{n: m.SymmetricDim(), data: mat.DenseCopyOf(m).RawMatrix().Data}
}

// Len returns n.
func (d *Dense) Len() int { return d.n }

// At returns the entry (i, j).
func (d *Dense) At(i, j int) float64 { return d.data[i*d.n+j] }

// Row returns row i.
func (d *Dense) Row(i int) []float64 { return d.data[i*d.n : (i+1)*d.n : (i+1)*d.n] }

// CachedGram is a Gram matrix that computes its rows on demand and keeps them in a
// least-recently-used cache. It is safe for concurrent use, and calls fill for
// one row at a time.
type CachedGram struct {
	n     int
	limit int // maximum number of cached rows
	fill  func(i int, dst []float64)

	mu       sync.Mutex
	elements map[int]*list.Element // the elements of recent by i
	recent   *list.List            // of cachedRow, most recently used first
}

type cachedRow struct {
	i   int
	row []float64
}

// NewCachedGram returns an n×n Gram matrix. The function fill writes row i to dst, which has length n.
// The cache holds at most cacheBytes, but always at least two rows. NewCachedGram panics if n < 1
// or fill is nil.
func NewCachedGram(n int, fill func(i int, dst []float64), cacheBytes int) *CachedGram {
	if n < 1 || fill == nil {
		panic("solvers: NewCachedGram needs n ≥ 1 and a function")
	}
	return &CachedGram{
		n:        n,
		limit:    max(2, cacheBytes/(8*n)),
		fill:     fill,
		elements: map[int]*list.Element{},
		recent:   list.New(),
	}
}

// Len returns n.
func (r *CachedGram) Len() int { return r.n }

// At returns entry (i, j). It computes row i if the row is not in the cache.
func (r *CachedGram) At(i, j int) float64 { return r.Row(i)[j] }

// Row returns row i. The slice stays valid after the row leaves the cache.
func (r *CachedGram) Row(i int) []float64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	if e, ok := r.elements[i]; ok {
		r.recent.MoveToFront(e)
		return e.Value.(cachedRow).row
	}
	row := make([]float64, r.n)
	r.fill(i, row)
	if r.recent.Len() >= r.limit {
		oldest := r.recent.Back()
		delete(r.elements, oldest.Value.(cachedRow).i)
		r.recent.Remove(oldest)
	}
	r.elements[i] = r.recent.PushFront(cachedRow{i, row})
	return row
}
