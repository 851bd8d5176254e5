package solvers

import "kernellab/kernels/vec"

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
