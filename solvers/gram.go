package solvers

import (
	"container/list"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"
)

// Gram is a read-only symmetric n×n matrix of inner products. Row returns row
// i, a slice of length Len that stays valid. The caller must not change it.
type Gram interface {
	Len() int
	At(i, j int) float64
	Row(i int) []float64
}

// Diagonal is a Gram matrix that knows its diagonal without computing rows,
// which saves time if rows are computed on demand.
type Diagonal interface {
	Diag(i int) float64
}

// diag returns the entry (i, i).
func diag(g Gram, i int) float64 {
	if d, ok := g.(Diagonal); ok {
		return d.Diag(i)
	}
	return g.At(i, i)
}

// Dense is a Gram matrix stored completely, row by row, in float64.
type Dense struct {
	n    int
	data []float64
}

var _ Gram = (*Dense)(nil)

// NewDense copies a symmetric matrix. It panics if the matrix is empty.
func NewDense(m mat.Symmetric) *Dense {
	n := m.SymmetricDim()
	if n == 0 {
		panic("solvers: empty Gram matrix")
	}
	d := &Dense{n: n, data: make([]float64, n*n)}
	for i := range n {
		row := d.data[i*n : (i+1)*n]
		if s, ok := m.(mat.RawSymmetricer); ok && s.RawSymmetric().Uplo == blas.Upper {
			raw := s.RawSymmetric()
			copy(row[i:], raw.Data[i*raw.Stride+i:i*raw.Stride+n])
			continue
		}
		for j := i; j < n; j++ {
			row[j] = m.At(i, j)
		}
	}
	d.mirror()
	return d
}

// mirror copies the upper triangle to the lower one in tiles. The entries of a
// column are far from one another in memory, but those of a tile fit in the
// cache.
func (d *Dense) mirror() {
	const tile = 64
	for top := 0; top < d.n; top += tile {
		for left := 0; left <= top; left += tile {
			for i := top; i < min(top+tile, d.n); i++ {
				row := d.data[i*d.n : i*d.n+i]
				for j := left; j < min(left+tile, i); j++ {
					row[j] = d.data[j*d.n+i]
				}
			}
		}
	}
}

// Len returns n.
func (d *Dense) Len() int { return d.n }

// At returns the entry (i, j).
func (d *Dense) At(i, j int) float64 { return d.data[i*d.n+j] }

// Row returns row i.
func (d *Dense) Row(i int) []float64 { return d.data[i*d.n : (i+1)*d.n : (i+1)*d.n] }

// Rows is a Gram matrix that computes its rows on demand and keeps them in a
// least-recently-used cache. It is safe for concurrent use if fill is.
type Rows struct {
	n     int
	limit int // rows kept
	fill  func(i int, dst []float64)

	mu     sync.Mutex
	kept   map[int]*list.Element
	recent *list.List // of cachedRow, newest first
}

type cachedRow struct {
	i   int
	row []float64
}

var _ Gram = (*Rows)(nil)

// NewRows returns the n×n Gram matrix whose row i is written by fill into a
// slice of length n. It keeps rows of up to cacheBytes in total, but at least
// two. It panics if n < 1 or fill is nil.
func NewRows(n int, fill func(i int, dst []float64), cacheBytes int) *Rows {
	if n < 1 || fill == nil {
		panic("solvers: NewRows needs n ≥ 1 and a function")
	}
	return &Rows{
		n:      n,
		limit:  max(2, cacheBytes/(8*n)),
		fill:   fill,
		kept:   map[int]*list.Element{},
		recent: list.New(),
	}
}

// Len returns n.
func (r *Rows) Len() int { return r.n }

// At returns entry (i, j). It computes row i if that is not in the cache.
func (r *Rows) At(i, j int) float64 { return r.Row(i)[j] }

// Row returns row i. The slice stays valid after the row leaves the cache.
func (r *Rows) Row(i int) []float64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	if e, ok := r.kept[i]; ok {
		r.recent.MoveToFront(e)
		return e.Value.(cachedRow).row
	}
	row := make([]float64, r.n)
	r.fill(i, row)
	if r.recent.Len() >= r.limit {
		oldest := r.recent.Back()
		delete(r.kept, oldest.Value.(cachedRow).i)
		r.recent.Remove(oldest)
	}
	r.kept[i] = r.recent.PushFront(cachedRow{i, row})
	return row
}
