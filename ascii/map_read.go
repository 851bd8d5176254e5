package ascii

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// descriptionGrid is the number of points on each side of the grid on which the field of a map is
// sampled to describe it.
const descriptionGrid = 65

// fieldSummary holds what the description of a map says about its field, a function of the plane
// that is sampled on a regular grid.
type fieldSummary struct {
	m              Map
	x, y           Range
	nonNegative    int   // number of values ≥ 0
	zeros          int   // number of values = 0
	sampleCount    int   // number of values that are not NaN
	high, low      Point // where the field is greatest and least
	boundary       []contour
	marksWithClass int   // number of marks with a class
	misclassified  []int // indices of the marks that are not on the side of their class
}

// summariseField samples the field over the map and at its marks. m.Field must not be nil.
func (m Map) summariseField() fieldSummary {
	x, y := m.Ranges()
	r := fieldSummary{m: m, x: x, y: y}
	f, xs, ys := sampleDescriptionGrid(m.Field, x, y)
	greatest, least := math.Inf(-1), math.Inf(1)
	for i, v := range f {
		if math.IsNaN(v) {
			continue
		}
		at := Point{xs[i%descriptionGrid], ys[i/descriptionGrid]}
		if v > greatest {
			greatest, r.high = v, at
		}
		if v < least {
			least, r.low = v, at
		}
		r.sampleCount++
		if v >= 0 {
			r.nonNegative++
		}
		if v == 0 {
			r.zeros++
		}
	}
	r.boundary = newContourFinder(f, descriptionGrid, descriptionGrid).levelLines(0)
	for _, l := range r.boundary {
		for j, p := range l.pts {
			l.pts[j] = Point{x.Min + p.X/(descriptionGrid-1)*x.Span(), y.Max - p.Y/(descriptionGrid-1)*y.Span()}
		}
	}
	for i, mark := range m.Marks {
		if mark.Class == 0 {
			continue
		}
		r.marksWithClass++
		value := [1]float64{}
		m.Field.Sample(value[:], []float64{mark.X}, []float64{mark.Y})
		if signOf(value[0]) != signOf(float64(mark.Class)) {
			r.misclassified = append(r.misclassified, i)
		}
	}
	return r
}

// sampleDescriptionGrid returns the values of a field on the grid of descriptionGrid points on each side,
// and the coordinates of the grid.
func sampleDescriptionGrid(s Sampler, x, y Range) (values, xs, ys []float64) {
	values = make([]float64, descriptionGrid*descriptionGrid)
	xs, ys = make([]float64, descriptionGrid), make([]float64, descriptionGrid)
	for i := range xs {
		t := float64(i) / (descriptionGrid - 1)
		xs[i], ys[i] = x.Min+t*x.Span(), y.Max-t*y.Span()
	}
	s.Sample(values, xs, ys)
	return values, xs, ys
}

// isZero reports whether the field is 0 everywhere or has no values.
func (r fieldSummary) isZero() bool { return r.zeros == r.sampleCount }

// nonNegativePercent returns the percentage of the map where the field is at least 0.
func (r fieldSummary) nonNegativePercent() int {
	return int(math.Round(100 * float64(r.nonNegative) / float64(r.sampleCount)))
}

// maxPieces is the largest number of pieces of the boundary that are described.
const maxPieces = 4

// words describes the shares of the classes, the boundary, and the points near the boundary.
func (r fieldSummary) words() []string {
	switch {
	case r.sampleCount == 0:
		return []string{"The function has no value anywhere on the map."}
	case r.isZero():
		return []string{"The function is 0 everywhere on the map: no part of it belongs to a class yet."}
	}
	if r.m.Levels == NoLines {
		return []string{fmt.Sprintf("The fill is highest at %s, lowest at %s, and above the middle of its scale on "+
			"%d %% of the map.", r.high.format(), r.low.format(), r.nonNegativePercent())}
	}
	out := []string{fmt.Sprintf("Class +1 has %d %% of the map, class -1 %d %%.", r.nonNegativePercent(),
		100-r.nonNegativePercent())}
	if r.marksWithClass == 0 {
		out[0] = fmt.Sprintf("f is above 0 on %d %% of the map, below 0 on %d %%.", r.nonNegativePercent(),
			100-r.nonNegativePercent())
	}
	return slices.Concat(out, r.boundaryWords(), r.nearWords())
}

// boundaryWords describes where the boundary runs, piece by piece.
func (r fieldSummary) boundaryWords() []string {
	switch n := len(r.boundary); n {
	case 0:
		return []string{"The boundary f = 0 does not cross the map."}
	case 1:
		return []string{"The boundary f = 0 " + r.boundaryCourse(r.boundary[0]) + "."}
	default:
		out := []string{fmt.Sprintf("The boundary f = 0 has %s.", Count(n, "piece"))}
		for i, l := range r.boundary {
			if i == maxPieces {
				return append(out, AndMore(n-i, "piece"))
			}
			out = append(out, "One "+r.boundaryCourse(l)+".")
		}
		return out
	}
}

func (r fieldSummary) boundaryCourse(l contour) string {
	return l.courseText(r.x, r.y, r.m.XLabel, r.m.YLabel)
}

// Distances relative to the size of the map: the deviation up to which a line counts as
// straight, and the distance up to which a point is near the boundary.
const (
	maxStraightDeviation = 0.02
	nearDistance         = 0.06
)

// maxListedNear is the largest number of points near the boundary that are listed.
const maxListedNear = 4

// courseText describes the course of a line on the map: closed, vertical, horizontal, straight, or
// bent through the point farthest from the straight line between its ends.
func (c contour) courseText(x, y Range, xLabel, yLabel string) string {
	a, b := c.pts[0], c.pts[len(c.pts)-1]
	lineX, lineY := emptyRange(), emptyRange()
	for _, p := range c.pts {
		lineX, lineY = lineX.With(p.X), lineY.With(p.Y)
	}
	if c.closed {
		return fmt.Sprintf("is closed, around %s, %.3g wide and %.3g high",
			Point{(lineX.Min + lineX.Max) / 2, (lineY.Min + lineY.Max) / 2}.format(), lineX.Span(), lineY.Span())
	}
	maxDistance, farthest := 0.0, a
	for _, p := range c.pts {
		if d := relativeDistance(x, y, a, b, p); d > maxDistance {
			maxDistance, farthest = d, p
		}
	}
	switch {
	case lineX.Span() < maxStraightDeviation*x.Span():
		return fmt.Sprintf("is vertical at about %s = %.3g", cmp.Or(xLabel, "x"), withoutSignedZero((a.X+b.X)/2))
	case lineY.Span() < maxStraightDeviation*y.Span():
		return fmt.Sprintf("is horizontal at about %s = %.3g", cmp.Or(yLabel, "y"), withoutSignedZero((a.Y+b.Y)/2))
	case maxDistance < maxStraightDeviation:
		return fmt.Sprintf("runs straight from %s to %s", a.format(), b.format())
	}
	return fmt.Sprintf("bends from %s through %s to %s", a.format(), farthest.format(), b.format())
}

// format formats the point.
func (p Point) format() string {
	return fmt.Sprintf("(%.3g, %.3g)", withoutSignedZero(p.X), withoutSignedZero(p.Y))
}

// withoutSignedZero returns v, or +0 if v is −0 or a rounding error.
func withoutSignedZero(v float64) float64 {
	if math.Abs(v) < 1e-12 {
		return 0
	}
	return v
}

// relativeDistance returns the distance of p from the segment from a to b, as a fraction of
// the size of the map.
func relativeDistance(x, y Range, a, b, p Point) float64 {
	unit := func(q Point) Point { return Point{(q.X - x.Min) / x.Span(), (q.Y - y.Min) / y.Span()} }
	return segmentDistance(unit(a), unit(b), unit(p))
}

// segmentDistance returns the distance of p from the segment from a to b.
func segmentDistance(a, b, p Point) float64 {
	dx, dy := b.X-a.X, b.Y-a.Y
	t := 0.0
	if l := dx*dx + dy*dy; l > 0 {
		t = max(0, min(1, ((p.X-a.X)*dx+(p.Y-a.Y)*dy)/l))
	}
	return math.Hypot(p.X-a.X-t*dx, p.Y-a.Y-t*dy)
}

// nearBoundary returns the marks near the boundary in order of distance.
func (r fieldSummary) nearBoundary() []int {
	distances := make([]float64, len(r.m.Marks))
	var out []int
	for i, mark := range r.m.Marks {
		if distances[i] = r.boundaryDistance(Point{mark.X, mark.Y}); distances[i] <= nearDistance {
			out = append(out, i)
		}
	}
	slices.SortStableFunc(out, func(a, b int) int { return cmp.Compare(distances[a], distances[b]) })
	return out
}

// nearWords describes the points near the boundary.
func (r fieldSummary) nearWords() []string {
	switch near := r.nearBoundary(); {
	case len(r.boundary) == 0 || len(r.m.Marks) == 0:
		return nil
	case len(near) == 0:
		return []string{"No point is near it."}
	case len(near) == 1:
		return []string{"Point " + r.m.numberOf(near[0]) + " is near it."}
	default:
		return []string{"The points near it, nearest first, are " + r.m.numbers(near, maxListedNear) + "."}
	}
}

// boundaryDistance returns the distance of p from the boundary, as a fraction of the size
// of the map.
func (r fieldSummary) boundaryDistance(p Point) float64 {
	nearest := math.Inf(1)
	for _, l := range r.boundary {
		for j := 1; j < len(l.pts); j++ {
			nearest = min(nearest, relativeDistance(r.x, r.y, l.pts[j-1], l.pts[j], p))
		}
	}
	return nearest
}
