package ascii

import "math"

// Sampler is a real function of the plane, sampled on grids: what a [Map] fills.
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

// Range is an interval of an axis. The zero Range means "from the data".
type Range struct{ Min, Max float64 }

// Span returns Max − Min.
func (r Range) Span() float64 { return r.Max - r.Min }

// With returns the smallest range that holds r and v. Values that are not
// finite change nothing.
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

// RangeOf returns the smallest range that holds all finite values; the zero
// Range if there is none.
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

// proper returns a range that can be drawn: finite, Min < Max, and wide enough
// that neighbouring pixels have different values.
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

// flat reports a range that is one value but for rounding.
func (r Range) flat() bool {
	return !(r.Span() > 1e-9*max(math.Abs(r.Min), math.Abs(r.Max), 1e-300))
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// noValue is drawn as nothing.
func noValue() float64 { return math.NaN() }

// onCentres widens a range by as little as it takes for evenly spaced ticks in it
// to lie on the centres of n cells, so that what is drawn at a tick's value meets
// the tick; not ok for ticks that are not evenly spaced, or closer than the cells.
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

// spacing is the distance between neighbouring ticks; even is false where there
// is not one for all.
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

// An axis is rather widened by worthATick of its span than that it has a tick
// less, and by mostWidened at most.
const (
	worthATick  = 0.06
	mostWidened = 1.3
)

// centred is the range with ticks on the centres of n cells, and its ticks, about
// most at most. Of the spacings that ticksOf has for it, it takes one that widens
// little and leaves many ticks; where each would widen it too much it is padded,
// and the ticks lie where they may.
func (r Range) centred(most, n int, ticksOf func(Range, int) []Tick) (Range, []Tick) {
	wide, ticks := r.Pad(0.04), ticksOf(r, most)
	least := math.Inf(1)
	for m := most; m >= 2; m-- {
		t := ticksOf(r, m)
		w, ok := r.onCentres(t, n)
		wider := w.Span() / r.Span()
		if cost := wider - worthATick*float64(len(t)); ok && wider <= mostWidened && cost < least {
			wide, ticks, least = w, t, cost
		}
	}
	return wide, ticks
}
