package solvers

import "kernellab/kernels/vec"

// rowCache keeps rows of a Gram matrix, the least recently used making way. A
// row is known by the place of its point and holds the entries of the places
// 0 … filled−1; as points are set aside the rows get shorter and more of them
// fit.
//
// The memory is taken in slabs as it is needed, and never given back: it is
// the only large memory of a solve, and a few slabs are nothing to collect.
type rowCache[T vec.Entry] struct {
	src    RowSource
	slabs  []pages[T]
	slab   int // entries in a slab
	most   int // slabs there may be
	stride int // entries set apart for a row; a row lies in one slab

	slotOf []int32 // by place; negative where there is no row
	slots  []slot
	head   int32 // most recently used
	tail   int32 // least recently used
	used   int   // slots in use are slots[:used]
	room   int   // rows that fit at this stride

	lean  int // entries that rows may take for now
	again int // rows wanted again after they were dropped, since lean grew
}

// In slotOf, these are places without a row.
const (
	never   = -1 // it has had none
	dropped = -2 // it has had one
)

// leanRows is how many rows a cache begins with where entries are cheap.
const leanRows = 16

// slot is one row in the block, linked to the rows used before and after it.
type slot struct {
	place      int32
	prev, next int32 // towards head, towards tail; −1 at the ends
	filled     int
}

// slabEntries is the usual size of a slab: small beside a cache, large beside a
// row.
const slabEntries = 1 << 20

// newRowCache allows memory for so many entries, at most for the whole matrix
// and at the least for two rows.
//
// Where entries are cheap (see [Cheap]) it begins with a few rows, and makes them
// four times as many whenever twice as many as there is room for have had to be
// computed again. Memory that is touched for the first time costs as much as
// entries do: a short run is over before keeping its rows would have paid, and a
// long one computes again no more than three times the rows it can keep.
func newRowCache[T vec.Entry](src RowSource, entries int) *rowCache[T] {
	n := src.Len()
	c := &rowCache[T]{src: src, stride: n, slotOf: make([]int32, n), head: -1, tail: -1}
	c.slab = max(2*n, min(slabEntries, entries, n*n))
	c.most = max(1, min(entries/c.slab, (n+c.slab/n-1)/(c.slab/n)))
	for i := range c.slotOf {
		c.slotOf[i] = never
	}
	c.lean = c.most * c.slab
	if isCheap(src) {
		c.lean = min(c.lean, leanRows*n)
	}
	c.room = c.fitting(n)
	return c
}

// fitting is how many rows of m entries there may be.
func (c *rowCache[T]) fitting(m int) int {
	return min(c.most*(c.slab/m), c.lean/m, c.src.Len())
}

// missed counts a row that had been dropped, and makes room after enough of them.
func (c *rowCache[T]) missed() {
	c.again++
	if c.again < 2*c.room {
		return
	}
	c.again = 0
	c.lean = min(4*c.lean, c.most*c.slab)
	c.room = c.fitting(c.stride)
}

// at returns the memory of slot s where rows are stride long.
func (c *rowCache[T]) at(s, stride int) []T {
	each := c.slab / stride
	for len(c.slabs) <= s/each {
		c.slabs = append(c.slabs, pages[T]{mem: make([]T, c.slab)})
	}
	from := s % each * stride
	return c.slabs[s/each].cut(from, from+stride)
}

// row returns the first m entries of the row of the point at place i. It stays
// valid until the next but one call, or the next change of places.
func (c *rowCache[T]) row(i, m int) []T {
	s := c.slotOf[i]
	if s < 0 {
		s = c.take(i)
	} else {
		c.unlink(s)
	}
	c.linkFirst(s)
	sl := &c.slots[s]
	row := c.at(int(s), c.stride)[:m:m]
	if sl.filled < m {
		fill(c.src, row[sl.filled:], i, sl.filled)
		sl.filled = m
	}
	return row
}

// kept returns the whole row of the point at place i, if it is there.
func (c *rowCache[T]) kept(i int) ([]T, bool) {
	s := c.slotOf[i]
	if s < 0 || c.slots[s].filled < c.src.Len() {
		return nil, false
	}
	return c.at(int(s), c.stride), true
}

// take gives place i a slot, a fresh one or that of the oldest row.
func (c *rowCache[T]) take(i int) int32 {
	if c.slotOf[i] == dropped {
		c.missed()
	}
	var s int32
	if c.used < c.room {
		s = int32(c.used)
		c.used++
		if len(c.slots) < c.used {
			c.slots = append(c.slots, slot{})
		}
	} else {
		s = c.tail
		c.unlink(s)
		c.slotOf[c.slots[s].place] = dropped
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

// swap follows an exchange of points between the places a < b in all rows; a
// row that ends between the two is cut off before a.
func (c *rowCache[T]) swap(pairs [][2]int32) {
	for s := range c.slots[:c.used] {
		sl := &c.slots[s]
		row := c.at(s, c.stride)
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

// restride sets m entries apart for each row in place of what it was, so that
// no memory lies idle between rows. Longer rows lose their ends; rows that no
// longer fit are dropped, the least recently used first.
func (c *rowCache[T]) restride(m int) {
	if m == c.stride {
		return
	}
	room := c.fitting(m)
	for c.used > room {
		c.drop()
	}
	old := c.stride
	move := func(s int) { copy(c.at(s, m), c.at(s, old)[:min(old, c.slots[s].filled)]) }
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
	c.stride, c.room = m, room
}

// drop forgets the least recently used row; the last slot moves into its own.
func (c *rowCache[T]) drop() {
	s := c.tail
	c.unlink(s)
	c.slotOf[c.slots[s].place] = dropped
	c.used--
	last := int32(c.used)
	if s == last {
		return
	}
	sl := c.slots[last]
	copy(c.at(int(s), c.stride), c.at(c.used, c.stride)[:sl.filled])
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

// RowSource computes rows of a Gram matrix stretch by stretch. Its points
// stand in places 0 … Len−1, which the solver swaps so that those it still
// works on come first: a row over these is then one stretch, and the points
// behind them cost nothing.
type RowSource interface {
	Len() int
	// Diag returns K(i, i).
	Diag(i int) float64
	// Fill writes K(i, from), K(i, from+1), … to dst. Several goroutines may
	// call it at once, but none while Swap is called.
	Fill(dst []float64, i, from int)
	// Fill32 is Fill rounded to float32.
	Fill32(dst []float32, i, from int)
	// Swap exchanges the points at two places.
	Swap(i, j int)
}

// Cheap is what a RowSource may be besides: its entries take about as long as
// the memory they are written to for the first time, a few nanoseconds, so that
// rows are better computed again than kept until it is known that they are
// wanted often.
type Cheap interface{ Cheap() bool }

func isCheap(src RowSource) bool {
	c, ok := src.(Cheap)
	return ok && c.Cheap()
}

// gramRows makes a RowSource of a Gram matrix.
type gramRows struct {
	g     Gram
	place []int // the point at each place
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

// fill is Fill or Fill32, by the type of dst.
func fill[T vec.Entry](src RowSource, dst []T, i, from int) {
	switch dst := any(dst).(type) {
	case []float64:
		src.Fill(dst, i, from)
	case []float32:
		src.Fill32(dst, i, from)
	}
}

// pageRun is how many entries of fresh memory are asked for at once, 32 or
// 64 kB: enough that the call costs little beside them, and few asked for in vain.
const pageRun = 8 << 10

// pages is fresh memory that is taken into use from its front. The system is
// asked for a run of its pages before they are written: one call in place of a
// fault for each page of 4 kB, which costs as much as computing its entries.
type pages[T vec.Entry] struct {
	mem   []T
	asked int // mem[:asked] has been asked for
}

// cut returns mem[from:to], which is about to be used.
func (p *pages[T]) cut(from, to int) []T {
	if to > p.asked {
		end := min(len(p.mem), max(to, p.asked+pageRun))
		populate(p.mem[p.asked:end])
		p.asked = end
	}
	return p.mem[from:to:to]
}
