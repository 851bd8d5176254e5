package solvers

import (
	"container/list"
	"sync"
)

// Rows is a Gram matrix whose rows are computed when asked for and kept in a
// least-recently-used cache. It is safe for concurrent use if fill is.
type Rows struct {
	n     int
	limit int // rows kept
	fill  func(i int, dst []float64)

	mu     sync.Mutex
	kept   map[int]*list.Element
	recent *list.List // of cachedRow, newest first
	misses int
}

type cachedRow struct {
	i   int
	row []float64
}

var _ Gram = (*Rows)(nil)

// NewRows returns the n×n Gram matrix whose row i is written by fill into a
// slice of length n. Rows taking up to cacheBytes are kept, two at the least.
// It panics if n < 1 or fill is nil.
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

// At returns the entry (i, j); it computes row i if that is not kept.
func (r *Rows) At(i, j int) float64 { return r.Row(i)[j] }

// Row returns row i. A row that falls out of the cache stays valid for those
// who hold it.
func (r *Rows) Row(i int) []float64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	if e, ok := r.kept[i]; ok {
		r.recent.MoveToFront(e)
		return e.Value.(cachedRow).row
	}
	row := make([]float64, r.n)
	r.fill(i, row)
	r.misses++
	if r.recent.Len() >= r.limit {
		oldest := r.recent.Back()
		delete(r.kept, oldest.Value.(cachedRow).i)
		r.recent.Remove(oldest)
	}
	r.kept[i] = r.recent.PushFront(cachedRow{i, row})
	return row
}

// Computed returns how many rows have been computed so far.
func (r *Rows) Computed() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.misses
}
