package ascii

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// wordGrid is the number of points a side at which a map is read for its words.
const wordGrid = 65

// mapReading is what there is to see of a map's field on a regular grid.
type mapReading struct {
	m                Map
	x, y             Range
	pos, zero, known int   // values: not below 0, 0, and all
	high, low        Point // where the field is greatest and least
	boundary         []contour
	classed          int   // marks with a class
	wrong            []int // of these, those that are not on its side
}

// read samples the field, which there is, over the map and at its marks.
func (m Map) read() mapReading {
	x, y := m.Ranges()
	r := mapReading{m: m, x: x, y: y}
	f, xs, ys := onWordGrid(m.Field, x, y)
	most, least := math.Inf(-1), math.Inf(1)
	for i, v := range f {
		if math.IsNaN(v) {
			continue
		}
		at := Point{xs[i%wordGrid], ys[i/wordGrid]}
		if v > most {
			most, r.high = v, at
		}
		if v < least {
			least, r.low = v, at
		}
		r.known++
		if v >= 0 {
			r.pos++
		}
		if v == 0 {
			r.zero++
		}
	}
	r.boundary = newContours(f, wordGrid, wordGrid).at(0)
	for _, l := range r.boundary {
		for j, p := range l.pts {
			l.pts[j] = Point{x.Min + p.X/(wordGrid-1)*x.Span(), y.Max - p.Y/(wordGrid-1)*y.Span()}
		}
	}
	for i, k := range m.Marks {
		if k.Class == 0 {
			continue
		}
		r.classed++
		at := [1]float64{}
		m.Field.Sample(at[:], []float64{k.X}, []float64{k.Y})
		if signOf(at[0]) != signOf(float64(k.Class)) {
			r.wrong = append(r.wrong, i)
		}
	}
	return r
}

// onWordGrid returns the values of a field on the grid on which a map is read.
func onWordGrid(s Sampler, x, y Range) (values, xs, ys []float64) {
	values, xs, ys = make([]float64, wordGrid*wordGrid), make([]float64, wordGrid), make([]float64, wordGrid)
	for i := range xs {
		t := float64(i) / (wordGrid - 1)
		xs[i], ys[i] = x.Min+t*x.Span(), y.Max-t*y.Span()
	}
	s.Sample(values, xs, ys)
	return values, xs, ys
}

// flat reports that the field separates nothing: it is 0 everywhere, or has no
// value.
func (r mapReading) flat() bool { return r.zero == r.known }

// share is how many percent of the map class +1 has.
func (r mapReading) share() int { return int(math.Round(100 * float64(r.pos) / float64(r.known))) }

// mostPieces is how many pieces of the boundary are told one by one.
const mostPieces = 4

// words tells shares, boundary, and the points near it.
func (r mapReading) words() []string {
	switch {
	case r.known == 0:
		return []string{"The function has no value anywhere on the map."}
	case r.flat():
		return []string{"The function is 0 everywhere on the map: neither class has a part of it yet."}
	}
	if r.m.Levels == NoLines {
		return []string{fmt.Sprintf("The fill is highest at %s, lowest at %s, and above the middle of its scale on %d %% of the map.", r.high.said(), r.low.said(), r.share())}
	}
	out := []string{fmt.Sprintf("Class +1 has %d %% of the map, class -1 %d %%.", r.share(), 100-r.share())}
	if r.classed == 0 {
		out[0] = fmt.Sprintf("f is above 0 on %d %% of the map, below 0 on %d %%.", r.share(), 100-r.share())
	}
	return append(append(out, r.boundaryWords()...), r.nearWords()...)
}

// boundaryWords tells where the boundary runs, piece by piece.
func (r mapReading) boundaryWords() []string {
	switch n := len(r.boundary); n {
	case 0:
		return []string{"The boundary f = 0 does not cross the map."}
	case 1:
		return []string{"The boundary f = 0 " + r.run(r.boundary[0]) + "."}
	default:
		out := []string{fmt.Sprintf("The boundary f = 0 has %s.", Count(n, "piece"))}
		for i, l := range r.boundary {
			if i == mostPieces {
				return append(out, AndMore(n-i, "piece"))
			}
			out = append(out, "One "+r.run(l)+".")
		}
		return out
	}
}

func (r mapReading) run(l contour) string { return l.run(r.x, r.y, r.m.XLabel, r.m.YLabel) }

// How much of the map a line may stray and still count as straight, and how far
// from the boundary a point may be and still count as near it.
const (
	straight = 0.02
	near     = 0.06
)

// mostNear is how many points near the boundary are told one by one.
const mostNear = 4

// run says where a line on the map runs: upright, level, straight, or bent by way
// of the place that is farthest from the straight way.
func (c contour) run(x, y Range, xLabel, yLabel string) string {
	a, b := c.pts[0], c.pts[len(c.pts)-1]
	across, up := emptyRange(), emptyRange()
	for _, p := range c.pts {
		across, up = across.With(p.X), up.With(p.Y)
	}
	if c.closed {
		return fmt.Sprintf("is closed, around %s, %.3g wide and %.3g high",
			Point{(across.Min + across.Max) / 2, (up.Min + up.Max) / 2}.said(), across.Span(), up.Span())
	}
	off, by := 0.0, a
	for _, p := range c.pts {
		if d := offChord(x, y, a, b, p); d > off {
			off, by = d, p
		}
	}
	switch {
	case across.Span() < straight*x.Span():
		return fmt.Sprintf("runs upright at %s = %.3g", cmp.Or(xLabel, "x"), unsigned((a.X+b.X)/2))
	case up.Span() < straight*y.Span():
		return fmt.Sprintf("runs level at %s = %.3g", cmp.Or(yLabel, "y"), unsigned((a.Y+b.Y)/2))
	case off < straight:
		return fmt.Sprintf("runs straight from %s to %s", a.said(), b.said())
	}
	return fmt.Sprintf("bends from %s by way of %s to %s", a.said(), by.said(), b.said())
}

// said is the point in words.
func (p Point) said() string { return fmt.Sprintf("(%.3g, %.3g)", unsigned(p.X), unsigned(p.Y)) }

// unsigned is a number whose 0 has no sign, also where rounding alone gives one.
func unsigned(v float64) float64 {
	if math.Abs(v) < 1e-12 {
		return 0
	}
	return v
}

// offChord is how far p is from the straight way from a to b, in parts of the map.
func offChord(x, y Range, a, b, p Point) float64 {
	unit := func(q Point) Point { return Point{(q.X - x.Min) / x.Span(), (q.Y - y.Min) / y.Span()} }
	return distance(unit(a), unit(b), unit(p))
}

// distance is that of p from the stretch from a to b.
func distance(a, b, p Point) float64 {
	dx, dy := b.X-a.X, b.Y-a.Y
	t := 0.0
	if l := dx*dx + dy*dy; l > 0 {
		t = math.Max(0, math.Min(1, ((p.X-a.X)*dx+(p.Y-a.Y)*dy)/l))
	}
	return math.Hypot(p.X-a.X-t*dx, p.Y-a.Y-t*dy)
}

// nearest are the marks near the boundary, the nearest first.
func (r mapReading) nearest() []int {
	far := make([]float64, len(r.m.Marks))
	var out []int
	for i, k := range r.m.Marks {
		if far[i] = r.off(Point{k.X, k.Y}); far[i] <= near {
			out = append(out, i)
		}
	}
	slices.SortStableFunc(out, func(a, b int) int { return cmp.Compare(far[a], far[b]) })
	return out
}

// nearWords tells the points near the boundary.
func (r mapReading) nearWords() []string {
	switch at := r.nearest(); {
	case len(r.boundary) == 0 || len(r.m.Marks) == 0:
		return nil
	case len(at) == 0:
		return []string{"No point is near it."}
	case len(at) == 1:
		return []string{"Near it is point " + r.m.named(at[0]) + "."}
	default:
		return []string{"Near it are, the nearest first, points " + r.m.names(at, mostNear) + "."}
	}
}

// off is how far p is from the boundary, in parts of the map.
func (r mapReading) off(p Point) float64 {
	far := math.Inf(1)
	for _, l := range r.boundary {
		for j := 1; j < len(l.pts); j++ {
			far = math.Min(far, offChord(r.x, r.y, l.pts[j-1], l.pts[j], p))
		}
	}
	return far
}
