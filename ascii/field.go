package ascii

import "math"

// Sampler is a real function of the plane, sampled on grids. A [Map] fills it.
type Sampler interface {
	// Sample sets dst[r*len(xs)+c] = f(xs[c], ys[r]); dst has room for
	// len(xs)·len(ys) values. Values that are not finite are drawn as nothing.
	Sample(dst, xs, ys []float64)
}

// FieldFunc is a field given by its value at a point.
type FieldFunc func(x, y float64) float64

// Sample calls the function at every point of the grid.
func (f FieldFunc) Sample(dst, xs, ys []float64) {
	for r, y := range ys {
		row := dst[r*len(xs) : (r+1)*len(xs)]
		for c, x := range xs {
			row[c] = f(x, y)
		}
	}
}

// Point is a point of the plane, in the units of the data.
type Point struct{ X, Y float64 }

// Range is an interval of an axis. The zero Range stands for the range of the
// data.
type Range struct{ Min, Max float64 }

// Span returns Max − Min.
func (r Range) Span() float64 { return r.Max - r.Min }

// With returns the smallest range that contains r and v. If v is not finite, it
// returns r.
func (r Range) With(v float64) Range {
	if !finite(v) {
		return r
	}
	return Range{min(r.Min, v), max(r.Max, v)}
}

// Pad returns the range widened by the fraction t of its span at both ends.
func (r Range) Pad(t float64) Range {
	d := r.Span() * t
	return Range{r.Min - d, r.Max + d}
}

// RangeOf returns the smallest range that contains all finite values, or the
// zero Range if there are none.
func RangeOf(values ...float64) Range {
	r, ok := emptyRange(), false
	for _, v := range values {
		if finite(v) {
			r, ok = r.With(v), true
		}
	}
	if !ok {
		return Range{}
	}
	return r
}

func emptyRange() Range { return Range{math.Inf(1), math.Inf(-1)} }

// proper returns a range that can be drawn: finite, with Min < Max, and wide
// enough that adjacent pixels have different values.
func (r Range) proper() Range {
	if !finite(r.Min) || !finite(r.Max) || r.Min > r.Max || math.Abs(r.Min) > 1e150 || math.Abs(r.Max) > 1e150 {
		return Range{-1, 1}
	}
	if !r.flat() {
		return r
	}
	d := max(0.5*math.Abs(r.Min), 0.5)
	return Range{r.Min - d, r.Max + d}
}

// flat reports whether a range is a single value up to rounding.
func (r Range) flat() bool {
	return !(r.Span() > 1e-9*max(math.Abs(r.Min), math.Abs(r.Max), 1e-300))
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// noValue returns a value that is not drawn.
func noValue() float64 { return math.NaN() }

// onCentres widens a range as little as possible so that evenly spaced ticks in
// it are at the centres of n cells and meet values drawn there. The result ok
// is false if ticks are not evenly spaced or closer than the cells.
func (r Range) onCentres(ticks []Tick, n int) (wide Range, ok bool) {
	step, even := spacing(ticks)
	if !even || n < 3 {
		return r, false
	}
	for every := math.Floor(float64(n)*step/r.Span() + 1e-9); every >= 1; every-- {
		cell := step / every
		slack := float64(n)*cell - r.Span()
		// The first tick lies half a cell above a whole number of them.
		below := math.Round((ticks[0].Value-r.Min+slack/2)/cell-0.5) + 0.5
		if lo := ticks[0].Value - below*cell; lo <= r.Min+1e-9*cell && lo+float64(n)*cell >= r.Max-1e-9*cell {
			return Range{lo, lo + float64(n)*cell}, true
		}
	}
	return r, false
}

// spacing returns the distance between adjacent ticks. The result even is false
// if it is not constant.
func spacing(ticks []Tick) (step float64, even bool) {
	if len(ticks) < 2 {
		return 0, false
	}
	step = ticks[1].Value - ticks[0].Value
	for i := range ticks[1:] {
		if d := ticks[i+1].Value - ticks[i].Value; !(math.Abs(d-step) <= 1e-6*step) {
			return 0, false
		}
	}
	return step, true
}

// An axis may be widened by tickWorth of its span to keep a tick, and by at
// most maxWidening.
const (
	tickWorth   = 0.06
	maxWidening = 1.3
)

// centred returns a wider range with about limit ticks, or fewer, at the
// centres of n cells, and the ticks. It tries the spacings that ticksOf offers
// and chooses one that widens the range little and keeps many ticks. If every
// spacing widens it too much, it pads the range and the ticks are not centred.
func (r Range) centred(limit, n int, ticksOf func(Range, int) []Tick) (Range, []Tick) {
	wide, ticks := r.Pad(0.04), ticksOf(r, limit)
	least := math.Inf(1)
	for m := limit; m >= 2; m-- {
		t := ticksOf(r, m)
		w, ok := r.onCentres(t, n)
		wider := w.Span() / r.Span()
		if cost := wider - tickWorth*float64(len(t)); ok && wider <= maxWidening && cost < least {
			wide, ticks, least = w, t, cost
		}
	}
	return wide, ticks
}
