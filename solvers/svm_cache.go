package solvers

import "kernellab/kernels/vec"

// rowCache is a least-recently-used cache of rows of a Gram matrix. The key of
// a row is the current index of its point, and the row has the entries 0 …
// filled−1. When points become inactive, rows get shorter and more of them fit.
//
// The memory is allocated in slabs when needed and never released. It is the
// only large memory of a solve, and a few slabs are no work for the garbage
// collector.
type rowCache[T vec.Entry] struct {
	src      RowSource
	slabs    []pagedMemory[T]
	slab     int // entries in a slab
	maxSlabs int
	stride   int // entries reserved for a row; a row lies in a single slab

	slotOf   []int32 // by index of the point; negative if its row is not cached
	slots    []slot
	head     int32 // most recently used
	tail     int32 // least recently used
	used     int   // slots in use are slots[:used]
	capacity int   // rows that fit at this stride

	limit  int // entries that rows may take for now
	misses int // rows recomputed after eviction since limit grew
}

// The values of slotOf for points whose row is not cached.
const (
	neverCached = -1
	evicted     = -2
)

// initialRows is the initial capacity of a cache if entries are cheap.
const initialRows = 16

// slot is a row in a slab, linked to the rows used before and after it.
type slot struct {
	place      int32
	prev, next int32 // towards head, towards tail; −1 at the ends
	filled     int
}

// slabEntries is the usual size of a slab, which is small compared with the
// cache and large compared with a row.
const slabEntries = 1 << 20

// newRowCache returns a cache of at most the given number of entries. It never
// exceeds the whole matrix and has room for at least two rows.
//
// If entries are cheap (see [Cheap]), the capacity begins with a few rows and
// grows by a factor of four whenever the number of recomputed rows reaches
// twice the capacity. Touching memory for the first time costs as much as
// computing such entries. A short run ends before keeping its rows would pay
// off, and a long run recomputes at most three times as many rows as it can
// keep.
func newRowCache[T vec.Entry](src RowSource, entries int) *rowCache[T] {
	n := src.Len()
	c := &rowCache[T]{src: src, stride: n, slotOf: make([]int32, n), head: -1, tail: -1}
	c.slab = max(2*n, min(slabEntries, entries, n*n))
	c.maxSlabs = max(1, min(entries/c.slab, (n+c.slab/n-1)/(c.slab/n)))
	for i := range c.slotOf {
		c.slotOf[i] = neverCached
	}
	c.limit = c.maxSlabs * c.slab
	if isCheap(src) {
		c.limit = min(c.limit, initialRows*n)
	}
	c.capacity = c.capacityFor(n)
	return c
}

// capacityFor returns the number of rows of m entries that fit.
func (c *rowCache[T]) capacityFor(m int) int {
	return min(c.maxSlabs*(c.slab/m), c.limit/m, c.src.Len())
}

// countMiss counts the recomputation of an evicted row and raises the limit
// after enough of them.
func (c *rowCache[T]) countMiss() {
	c.misses++
	if c.misses < 2*c.capacity {
		return
	}
	c.misses = 0
	c.limit = min(4*c.limit, c.maxSlabs*c.slab)
	c.capacity = c.capacityFor(c.stride)
}

// slotMemory returns the memory of slot s for the given stride.
func (c *rowCache[T]) slotMemory(s, stride int) []T {
	each := c.slab / stride
	for len(c.slabs) <= s/each {
		c.slabs = append(c.slabs, pagedMemory[T]{mem: make([]T, c.slab)})
	}
	from := s % each * stride
	return c.slabs[s/each].slice(from, from+stride)
}

// row returns the first m entries of the row of point i. The slice is valid
// until the next call but one, or until points are reordered.
func (c *rowCache[T]) row(i, m int) []T {
	s := c.slotOf[i]
	if s < 0 {
		s = c.allocate(i)
	} else {
		c.unlink(s)
	}
	c.linkFirst(s)
	sl := &c.slots[s]
	row := c.slotMemory(int(s), c.stride)[:m:m]
	if sl.filled < m {
		fill(c.src, row[sl.filled:], i, sl.filled)
		sl.filled = m
	}
	return row
}

// kept returns the row of point i if it is completely cached.
func (c *rowCache[T]) kept(i int) ([]T, bool) {
	s := c.slotOf[i]
	if s < 0 || c.slots[s].filled < c.src.Len() {
		return nil, false
	}
	return c.slotMemory(int(s), c.stride), true
}

// allocate returns a slot for the row of point i, either a new one or that of
// the least recently used row.
func (c *rowCache[T]) allocate(i int) int32 {
	if c.slotOf[i] == evicted {
		c.countMiss()
	}
	var s int32
	if c.used < c.capacity {
		s = int32(c.used)
		c.used++
		if len(c.slots) < c.used {
			c.slots = append(c.slots, slot{})
		}
	} else {
		s = c.tail
		c.unlink(s)
		c.slotOf[c.slots[s].place] = evicted
	}
	c.slots[s] = slot{place: int32(i), prev: -1, next: -1}
	c.slotOf[i] = s
	return s
}

func (c *rowCache[T]) unlink(s int32) {
	sl := c.slots[s]
	if sl.prev >= 0 {
		c.slots[sl.prev].next = sl.next
	} else if c.head == s {
		c.head = sl.next
	}
	if sl.next >= 0 {
		c.slots[sl.next].prev = sl.prev
	} else if c.tail == s {
		c.tail = sl.prev
	}
}

func (c *rowCache[T]) linkFirst(s int32) {
	c.slots[s].prev, c.slots[s].next = -1, c.head
	if c.head >= 0 {
		c.slots[c.head].prev = s
	} else {
		c.tail = s
	}
	c.head = s
}

// swap applies exchanges of points a < b to all rows. A row that ends between
// the two is cut off before a.
func (c *rowCache[T]) swap(pairs [][2]int32) {
	for s := range c.slots[:c.used] {
		sl := &c.slots[s]
		row := c.slotMemory(s, c.stride)
		for _, p := range pairs {
			a, b := int(p[0]), int(p[1])
			switch {
			case sl.filled > b:
				row[a], row[b] = row[b], row[a]
			case sl.filled > a:
				sl.filled = a
			}
		}
	}
	for _, p := range pairs {
		a, b := p[0], p[1]
		c.slotOf[a], c.slotOf[b] = c.slotOf[b], c.slotOf[a]
		for _, i := range p {
			if s := c.slotOf[i]; s >= 0 {
				c.slots[s].place = i
			}
		}
	}
}

// restride changes the number of entries reserved for each row, so that no
// memory is wasted between rows. Longer rows lose their ends. If there are too
// many rows, the least recently used ones are evicted.
func (c *rowCache[T]) restride(m int) {
	if m == c.stride {
		return
	}
	capacity := c.capacityFor(m)
	for c.used > capacity {
		c.drop()
	}
	old := c.stride
	move := func(s int) { copy(c.slotMemory(s, m), c.slotMemory(s, old)[:min(old, c.slots[s].filled)]) }
	if m < old {
		for s := range c.used {
			move(s)
		}
	} else {
		for s := c.used - 1; s >= 0; s-- {
			move(s)
		}
	}
	for s := range c.slots[:c.used] {
		c.slots[s].filled = min(c.slots[s].filled, m)
	}
	c.stride, c.capacity = m, capacity
}

// drop evicts the least recently used row and moves the last slot into its
// place.
func (c *rowCache[T]) drop() {
	s := c.tail
	c.unlink(s)
	c.slotOf[c.slots[s].place] = evicted
	c.used--
	last := int32(c.used)
	if s == last {
		return
	}
	sl := c.slots[last]
	copy(c.slotMemory(int(s), c.stride), c.slotMemory(c.used, c.stride)[:sl.filled])
	c.slots[s] = sl
	c.slotOf[sl.place] = s
	if sl.prev >= 0 {
		c.slots[sl.prev].next = s
	} else {
		c.head = s
	}
	if sl.next >= 0 {
		c.slots[sl.next].prev = s
	} else {
		c.tail = s
	}
}

// RowSource computes parts of the rows of a Gram matrix. The solver reorders
// its points with Swap so that the active ones come first. The row over the
// active points is then contiguous, and the other points cost nothing.
type RowSource interface {
	Len() int
	// Diag returns K(i, i).
	Diag(i int) float64
	// Fill writes K(i, from), K(i, from+1), … to dst. Several goroutines may
	// call it at the same time, but not during a call of Swap.
	Fill(dst []float64, i, from int)
	// Fill32 writes the values of Fill, rounded to float32.
	Fill32(dst []float32, i, from int)
	// Swap exchanges two points.
	Swap(i, j int)
}

// Cheap is an optional interface of a RowSource. If it reports true, computing
// an entry takes about as long as touching new memory, a few nanoseconds. Then
// rows are recomputed until it is known that they are needed often.
type Cheap interface{ Cheap() bool }

func isCheap(src RowSource) bool {
	c, ok := src.(Cheap)
	return ok && c.Cheap()
}

// gramRows is a RowSource that reads a Gram matrix.
type gramRows struct {
	g     Gram
	place []int // original index of the point at each index
}

var _ RowSource = (*gramRows)(nil)

func newGramRows(g Gram) *gramRows { return &gramRows{g: g, place: identity(g.Len())} }

func identity(n int) []int {
	v := make([]int, n)
	for i := range v {
		v[i] = i
	}
	return v
}

func (r *gramRows) Len() int { return len(r.place) }

func (r *gramRows) Diag(i int) float64 { return diag(r.g, r.place[i]) }

func (r *gramRows) Fill(dst []float64, i, from int) { gather(dst, r.g.Row(r.place[i]), r.place[from:]) }

func (r *gramRows) Fill32(dst []float32, i, from int) {
	gather(dst, r.g.Row(r.place[i]), r.place[from:])
}

func (r *gramRows) Swap(i, j int) { r.place[i], r.place[j] = r.place[j], r.place[i] }

func gather[T vec.Entry](dst []T, row []float64, place []int) {
	for j := range dst {
		dst[j] = T(row[place[j]])
	}
}

// fill calls Fill or Fill32, depending on the type of dst.
func fill[T vec.Entry](src RowSource, dst []T, i, from int) {
	switch dst := any(dst).(type) {
	case []float64:
		src.Fill(dst, i, from)
	case []float32:
		src.Fill32(dst, i, from)
	}
}

// pageRun is the number of entries of new memory that are populated at once, 32
// or 64 kB. Larger runs make the call cheaper per entry, smaller ones populate
// less in vain.
const pageRun = 8 << 10

// pagedMemory is new memory that is used from its front. It asks the system for
// a run of pages before they are written. This takes one call instead of a page
// fault every 4 kB, which costs as much as computing the entries of the page.
type pagedMemory[T vec.Entry] struct {
	mem       []T
	populated int // mem[:populated] has been requested
}

// slice returns mem[from:to], which is about to be used.
func (p *pagedMemory[T]) slice(from, to int) []T {
	if to > p.populated {
		end := min(len(p.mem), max(to, p.populated+pageRun))
		populate(p.mem[p.populated:end])
		p.populated = end
	}
	return p.mem[from:to:to]
}
