package solvers

import (
	"container/list"
	"slices"

	"kernellab/kernels/vec"
)

// rowCache is a least-recently-used cache of rows of a Gram matrix. The key of a row is the current
// index of its point. Only the entries 0 … filled−1 of a row are computed. When points become
// inactive, rows get shorter, so more rows fit.
//
// The memory is allocated in slabs when needed, and never released. Large slabs keep the
// work of the garbage collector small.
type rowCache[T vec.Entry] struct {
	src      RowSource
	slabs    [][]T
	slabSize int // entries in a slab
	maxSlabs int
	stride   int // entries reserved for a row; a row lies in a single slab

	rowOf    []*rowRecord // row of the point with this index; nil if it is not cached
	evicted  []bool       // whether the row of the point with this index was evicted
	rows     []*rowRecord // rows by slot
	recent   *list.List   // the rows, most recently used first
	capacity int          // rows that fit at this stride

	limit  int // entries that rows may take for now
	misses int // number of evicted rows that were recomputed since limit was last raised
}

// initialRows is the initial capacity of a cache if entries are cheap.
const initialRows = 16

// rowRecord describes the row of a point: its slot in memory, the number of its
// filled entries, and its place in the order of use.
type rowRecord struct {
	point, slot, filled int
	element             *list.Element // position in recent
}

// slabEntries is the usual size of a slab, which is small compared with the
// cache and large compared with a row.
const slabEntries = 1 << 20

// newRowCache returns a cache of at most the given number of entries. It never
// exceeds the whole matrix and has room for at least two rows.
//
// If entries are cheap (see [CheapEntries]), the capacity begins with a few rows and grows by a
// factor of four whenever the number of recomputed rows reaches twice the capacity. Touching memory
// for the first time costs as much as computing cheap entries. A short run ends before it would pay
// to keep its rows, and a long run recomputes at most three times as many rows as the cache holds.
func newRowCache[T vec.Entry](src RowSource, entries int) *rowCache[T] {
	n := src.Len()
	c := &rowCache[T]{src: src, stride: n, rowOf: make([]*rowRecord, n), evicted: make([]bool, n), recent: list.New()}
	c.slabSize = max(2*n, min(slabEntries, entries, n*n))
	c.maxSlabs = max(1, min(entries/c.slabSize, (n+c.slabSize/n-1)/(c.slabSize/n)))
	c.limit = c.maxSlabs * c.slabSize
	if hasCheapEntries(src) {
		c.limit = min(c.limit, initialRows*n)
	}
	c.capacity = c.capacityFor(n)
	return c
}

// capacityFor returns the number of rows of m entries that fit.
func (c *rowCache[T]) capacityFor(m int) int {
	return min(c.maxSlabs*(c.slabSize/m), c.limit/m, c.src.Len())
}

// countMiss counts the recomputation of an evicted row and raises the limit after enough misses.
func (c *rowCache[T]) countMiss() {
	c.misses++
	if c.misses < 2*c.capacity {
		return
	}
	c.misses = 0
	c.limit = min(4*c.limit, c.maxSlabs*c.slabSize)
	c.capacity = c.capacityFor(c.stride)
}

// slotMemory returns the memory of slot s for the given stride.
func (c *rowCache[T]) slotMemory(s, stride int) []T {
	rowsPerSlab := c.slabSize / stride
	for len(c.slabs) <= s/rowsPerSlab {
		c.slabs = append(c.slabs, make([]T, c.slabSize))
	}
	from := s % rowsPerSlab * stride
	return c.slabs[s/rowsPerSlab][from : from+stride : from+stride]
}

// row returns the first m entries of the row of point i. The slice stays valid until the second
// call of row after this one, or until points are reordered.
func (c *rowCache[T]) row(i, m int) []T {
	r := c.rowOf[i]
	if r == nil {
		r = c.allocate(i)
	}
	c.recent.MoveToFront(r.element)
	row := c.slotMemory(r.slot, c.stride)[:m:m]
	if r.filled < m {
		fillRow(c.src, row[r.filled:], i, r.filled)
		r.filled = m
	}
	return row
}

// completeRow returns the row of point i if all its entries are cached.
func (c *rowCache[T]) completeRow(i int) ([]T, bool) {
	r := c.rowOf[i]
	if r == nil || r.filled < c.src.Len() {
		return nil, false
	}
	return c.slotMemory(r.slot, c.stride), true
}

// allocate returns an empty row for point i, in new memory or in the memory of the
// least recently used row.
func (c *rowCache[T]) allocate(i int) *rowRecord {
	if c.evicted[i] {
		c.countMiss()
	}
	var r *rowRecord
	if len(c.rows) < c.capacity {
		r = &rowRecord{slot: len(c.rows)}
		r.element = c.recent.PushFront(r)
		c.rows = append(c.rows, r)
	} else {
		r = c.evict()
	}
	r.point, r.filled, c.rowOf[i] = i, 0, r
	return r
}

// evict detaches the least recently used row from its point and returns it.
func (c *rowCache[T]) evict() *rowRecord {
	r := c.recent.Back().Value.(*rowRecord)
	c.rowOf[r.point], c.evicted[r.point] = nil, true
	return r
}

// swap exchanges the points with indices a and b, a < b, for each of the swaps (a, b), in all
// cached rows. A row with an entry for a but none for b is cut off before a.
func (c *rowCache[T]) swap(swaps [][2]int32) {
	for _, r := range c.rows {
		row := c.slotMemory(r.slot, c.stride)
		for _, p := range swaps {
			a, b := int(p[0]), int(p[1])
			switch {
			case r.filled > b:
				row[a], row[b] = row[b], row[a]
			case r.filled > a:
				r.filled = a
			}
		}
	}
	for _, p := range swaps {
		a, b := p[0], p[1]
		c.rowOf[a], c.rowOf[b] = c.rowOf[b], c.rowOf[a]
		c.evicted[a], c.evicted[b] = c.evicted[b], c.evicted[a]
		for _, i := range p {
			if r := c.rowOf[i]; r != nil {
				r.point = int(i)
			}
		}
	}
}

// restride changes the number of entries reserved for each row, so that no memory is wasted
// between rows. Longer rows are truncated. If there are too many rows, the least recently
// used ones are evicted.
func (c *rowCache[T]) restride(m int) {
	if m == c.stride {
		return
	}
	capacity := c.capacityFor(m)
	for len(c.rows) > capacity {
		c.dropOldest()
	}
	rows := slices.Clone(c.rows)
	if m > c.stride {
		slices.Reverse(rows) // from the end, so that no row overwrites another
	}
	for _, r := range rows {
		r.filled = min(r.filled, m)
		copy(c.slotMemory(r.slot, m), c.slotMemory(r.slot, c.stride)[:r.filled])
	}
	c.stride, c.capacity = m, capacity
}

// dropOldest evicts the least recently used row and moves the last row in memory into the slot
// of the evicted row.
func (c *rowCache[T]) dropOldest() {
	r, last := c.evict(), c.rows[len(c.rows)-1]
	c.recent.Remove(r.element)
	copy(c.slotMemory(r.slot, c.stride), c.slotMemory(last.slot, c.stride)[:last.filled])
	last.slot, c.rows[r.slot] = r.slot, last
	c.rows = c.rows[:len(c.rows)-1]
}

// RowSource computes parts of the rows of a Gram matrix. The solver reorders
// its points with Swap so that the active ones come first. The row over the
// active points is then contiguous, and the other points cost nothing.
type RowSource interface {
	Len() int
	// Diag returns K(i, i).
	Diag(i int) float64
	// Fill writes K(i, from), K(i, from+1), … to dst. Several goroutines may
	// call Fill at the same time, but not during a call of Swap.
	Fill(dst []float64, i, from int)
	// Fill32 writes the values of Fill, rounded to float32.
	Fill32(dst []float32, i, from int)
	// Swap exchanges two points.
	Swap(i, j int)
}

// CheapEntries is an optional interface of a RowSource. If HasCheapEntries reports true, computing
// an entry takes about as long as touching new memory, a few nanoseconds. The cache then begins
// with room for few rows, and grows when many rows have had to be recomputed.
type CheapEntries interface{ HasCheapEntries() bool }

func hasCheapEntries(src RowSource) bool {
	c, ok := src.(CheapEntries)
	return ok && c.HasCheapEntries()
}

// gramRows is a RowSource that reads a Gram matrix.
type gramRows struct {
	gram     Gram
	original []int // original index of the point at each index
}

func newGramRows(g Gram) *gramRows { return &gramRows{gram: g, original: identity(g.Len())} }

func identity(n int) []int {
	v := make([]int, n)
	for i := range v {
		v[i] = i
	}
	return v
}

func (r *gramRows) Len() int { return len(r.original) }

func (r *gramRows) Diag(i int) float64 { return r.gram.At(r.original[i], r.original[i]) }

func (r *gramRows) Fill(dst []float64, i, from int) {
	copyEntries(dst, r.gram.Row(r.original[i]), r.original[from:])
}

func (r *gramRows) Fill32(dst []float32, i, from int) {
	copyEntries(dst, r.gram.Row(r.original[i]), r.original[from:])
}

func (r *gramRows) Swap(i, j int) { r.original[i], r.original[j] = r.original[j], r.original[i] }

func copyEntries[T vec.Entry](dst []T, row []float64, indices []int) {
	for j := range dst {
		dst[j] = T(row[indices[j]])
	}
}

// fillRow calls Fill or Fill32, depending on the type of dst.
func fillRow[T vec.Entry](src RowSource, dst []T, i, from int) {
	switch dst := any(dst).(type) {
	case []float64:
		src.Fill(dst, i, from)
	case []float32:
		src.Fill32(dst, i, from)
	}
}
