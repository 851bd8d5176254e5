package ascii

import (
	"math"
)

// Sampler is a real function of the plane, sampled on grids. A [Map] draws it as a fill.
type Sampler interface {
	// Sample sets dst[r*len(xs)+c] = f(xs[c], ys[r]); dst has room for len(xs)·len(ys) values.
	// Values that are not finite are not drawn.
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

// Range is an interval of an axis. The zero Range means the range of the data.
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
	r := emptyRange()
	for _, v := range values {
		r = r.With(v)
	}
	if r == emptyRange() {
		return Range{}
	}
	return r
}

func emptyRange() Range { return Range{math.Inf(1), math.Inf(-1)} }

// drawable returns a range that can be drawn: finite, with Min < Max, and wide enough that adjacent
// pixels have different values. For a range that is reversed, too large or not finite, it returns
// [−1, 1].
func (r Range) drawable() Range {
	if !finite(r.Min) || !finite(r.Max) || r.Min > r.Max || math.Abs(r.Min) > 1e150 || math.Abs(r.Max) > 1e150 {
		return Range{-1, 1}
	}
	if !r.isDegenerate() {
		return r
	}
	d := max(0.5*math.Abs(r.Min), 0.5)
	return Range{r.Min - d, r.Max + d}
}

// isDegenerate reports whether a range is a single value up to rounding.
func (r Range) isDegenerate() bool {
	return !(r.Span() > 1e-9*max(math.Abs(r.Min), math.Abs(r.Max), 1e-300))
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// noValue returns NaN, which is never drawn.
func noValue() float64 { return math.NaN() }

// withCentredTicks widens a range as little as possible so that its ticks are at the centres of n
// cells, where values are drawn. The result ok is false if there is no such range, for example
// because the ticks are not evenly spaced or closer together than the cells.
func (r Range) withCentredTicks(ticks []Tick, n int) (wide Range, ok bool) {
	step, uniform := spacing(ticks)
	if !uniform || n < 3 {
		return r, false
	}
	for cellsPerStep := math.Floor(float64(n)*step/r.Span() + 1e-9); cellsPerStep >= 1; cellsPerStep-- {
		cell := step / cellsPerStep
		slack := float64(n)*cell - r.Span()
		// lo is the lower end of the wider range. The first tick is half a cell plus a whole number of
		// cells above lo.
		cellsBelow := math.Round((ticks[0].Value-r.Min+slack/2)/cell-0.5) + 0.5
		if lo := ticks[0].Value - cellsBelow*cell; lo <= r.Min+1e-9*cell && lo+float64(n)*cell >= r.Max-1e-9*cell {
			return Range{lo, lo + float64(n)*cell}, true
		}
	}
	return r, false
}

// spacing returns the distance between adjacent ticks. uniform is false if the distance is not
// constant.
func spacing(ticks []Tick) (step float64, uniform bool) {
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

// To keep one more tick, an axis may be widened by the fraction tickWorth of its span. In total an
// axis may be widened by the factor maxWidening.
const (
	tickWorth   = 0.06
	maxWidening = 1.3
)

// widenToCentres returns a wider range and its ticks, which are at the centres of n cells. There are
// about limit ticks, or fewer. It tries the spacings that ticksOf offers and chooses one that widens
// the range little and keeps many ticks. If every spacing widens the range too much, widenToCentres
// pads the range, and the ticks are not at centres.
func (r Range) widenToCentres(limit, n int, ticksOf func(Range, int) []Tick) (Range, []Tick) {
	widened, ticks := r.Pad(0.04), ticksOf(r, limit)
	leastCost := math.Inf(1)
	for m := limit; m >= 2; m-- {
		t := ticksOf(r, m)
		w, ok := r.withCentredTicks(t, n)
		factor := w.Span() / r.Span()
		if cost := factor - tickWorth*float64(len(t)); ok && factor <= maxWidening && cost < leastCost {
			widened, ticks, leastCost = w, t, cost
		}
	}
	return widened, ticks
}

// frame maps a rectangle of the plane to a rectangle of cells.
type frame struct {
	area Rect
	x, y Range
}

// position returns the position of p in cells from the upper left corner of the
// area.
func (f frame) position(p Point) Point {
	return Point{
		(p.X - f.x.Min) / f.x.Span() * float64(f.area.W),
		(f.y.Max - p.Y) / f.y.Span() * float64(f.area.H),
	}
}

// cellOf returns the cell that contains p, if it is in the area. The upper ends
// of the ranges belong to the last cell.
func (f frame) cellOf(p Point) (x, y int, ok bool) {
	q := f.position(p)
	w, h := float64(f.area.W), float64(f.area.H)
	if !(q.X >= -1e-9 && q.Y >= -1e-9 && q.X <= w+1e-9 && q.Y <= h+1e-9) || f.area.Empty() {
		return 0, 0, false
	}
	return f.area.X + clamp(floor(q.X), 0, f.area.W-1), f.area.Y + clamp(floor(q.Y), 0, f.area.H-1), true
}

// fieldSamples holds the values of a field at the pixels of a frame. A cell has two pixels, one
// above the other. There is a border of one pixel, so that level lines reach the edges.
type fieldSamples struct {
	frame  frame
	w, h   int // including the border
	values []float64
}

func sampleField(s Sampler, f frame) *fieldSamples {
	g := &fieldSamples{frame: f, w: f.area.W + 2, h: 2*f.area.H + 2}
	g.values = make([]float64, g.w*g.h)
	xs, ys := make([]float64, g.w), make([]float64, g.h)
	for c := range xs {
		xs[c] = f.x.Min + (float64(c)-0.5)/float64(f.area.W)*f.x.Span()
	}
	for r := range ys {
		ys[r] = f.y.Max - (float64(r)-0.5)/float64(2*f.area.H)*f.y.Span()
	}
	s.Sample(g.values, xs, ys)
	return g
}

// halves returns the values of the two pixels of a cell.
func (g *fieldSamples) halves(x, y int) (top, bottom float64) {
	i := (2*y+1)*g.w + x + 1
	return g.values[i], g.values[i+g.w]
}

func (g *fieldSamples) mean(x, y int) float64 {
	top, bottom := g.halves(x, y)
	return (top + bottom) / 2
}

// levelLines returns the level lines, with coordinates in cells.
func (g *fieldSamples) levelLines(c *contourFinder, level float64) []contour {
	out := c.levelLines(level)
	for i := range out {
		for j, p := range out[i].pts {
			out[i].pts[j] = Point{p.X - 0.5, (p.Y - 0.5) / 2}
		}
	}
	return out
}

// zeroTolerance is the absolute value below which a value belongs to neither side. It hides rounding in
// a field that is zero everywhere, such as the initial field of a solver.
const zeroTolerance = 1e-12

// FillOf returns the ink of a value of the field, or None if the value is NaN or 0 up to rounding.
func FillOf(f float64) Ink {
	switch {
	case math.IsNaN(f), math.Abs(f) < zeroTolerance:
		return None
	case f >= 0:
		return FillPos(fillStrength(f))
	}
	return FillNeg(fillStrength(-f))
}

// fillStrength returns the strength of the fill for the absolute value a, from 0 to FillSteps − 1. The
// strength increases at each multiple of 0.15.
func fillStrength(a float64) int { return int(min(a/0.15, FillSteps-1)) }

// paint draws the field as half-blocks or as texture.
func (g *fieldSamples) paint(dst *Grid, v View) {
	for y := range g.frame.area.H {
		for x := range g.frame.area.W {
			c := g.texture(x, y, v)
			if v.Filled() {
				c = halfBlock(g.inks(x, y))
			}
			dst.Set(g.frame.area.X+x, g.frame.area.Y+y, c)
		}
	}
}

func (g *fieldSamples) inks(x, y int) (top, bottom Ink) {
	t, b := g.halves(x, y)
	return FillOf(t), FillOf(b)
}

// halfBlock returns a cell whose upper and lower halves have the given inks.
func halfBlock(top, bottom Ink) Cell {
	switch {
	case top == bottom:
		return Cell{Bg: top}
	case top == None:
		return Cell{Rune: '▄', Fg: bottom}
	}
	return Cell{Rune: '▀', Fg: top, Bg: bottom}
}

// texture returns the cell of a region in profiles without fills. It is dense
// for |f| ≥ 1 and sparse below. The negative side has a texture only in
// profiles with colours.
func (g *fieldSamples) texture(x, y int, v View) Cell {
	f := g.mean(x, y)
	isNegative := f < 0
	if math.IsNaN(f) || isNegative && v.Profile != ANSI16 {
		return Cell{}
	}
	ink := TexturePos
	if isNegative {
		ink, f = TextureNeg, -f
	}
	dense, sparse := '·', '·'
	if v.Profile == SevenBit {
		dense, sparse = ':', '.'
	}
	switch {
	case f >= 1:
		return Cell{Rune: dense, Fg: ink}
	case f > 0 && (x+2*(y%2))%4 == 0:
		return Cell{Rune: sparse, Fg: ink}
	}
	return Cell{}
}

// backgrounds returns a function that returns the background of cell (x, y), for something drawn
// over the whole cell.
func (g *fieldSamples) backgrounds(v View) func(x, y int) Ink {
	return func(x, y int) Ink {
		if g == nil || !v.Filled() {
			return None
		}
		return FillOf(g.mean(x, y))
	}
}

// backgroundAt returns the background at p.
func (g *fieldSamples) backgroundAt(p Point, v View) Ink {
	if g == nil || !v.Filled() {
		return None
	}
	q := g.frame.position(p)
	x := clamp(floor(q.X), 0, g.frame.area.W-1)
	r := clamp(floor(2*q.Y), 0, 2*g.frame.area.H-1)
	return FillOf(g.values[(r+1)*g.w+x+1])
}
