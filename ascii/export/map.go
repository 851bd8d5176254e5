package export

import (
	"image/color"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"kernellab/ascii"
)

// across and down are the places at which a field is taken.
const across, down = 200, 150

// field is the values of a sampler on a grid.
type field struct {
	xs, ys, values []float64
}

func sampled(f ascii.Sampler, x, y ascii.Range, nx, ny int) field {
	g := field{spread(x, nx), spread(y, ny), make([]float64, nx*ny)}
	f.Sample(g.values, g.xs, g.ys)
	return g
}

// spread is n values evenly from one end of a range to the other.
func spread(r ascii.Range, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = r.Min + r.Span()*float64(i)/float64(max(1, n-1))
	}
	return out
}

var _ plotter.GridXYZ = field{}

func (g field) Dims() (c, r int)   { return len(g.xs), len(g.ys) }
func (g field) X(c int) float64    { return g.xs[c] }
func (g field) Y(r int) float64    { return g.ys[r] }
func (g field) Z(c, r int) float64 { return g.values[r*len(g.xs)+c] }

// inks is a palette of the theme.
type inks []color.Color

func (p inks) Colors() []color.Color { return p }

// sides are the fills from the strongest of class −1 to the strongest of +1.
func (s sheet) sides() inks {
	var out inks
	for k := ascii.FillSteps - 1; k >= 0; k-- {
		out = append(out, s.ink(ascii.FillNeg(k)))
	}
	for k := range ascii.FillSteps {
		out = append(out, s.ink(ascii.FillPos(k)))
	}
	return out
}

// saturated is the |f| from which the fill is as strong as it gets.
const saturated = 0.15 * ascii.FillSteps

// fill paints a field by side and strength.
func (s sheet) fill(g plotter.GridXYZ) {
	h := plotter.NewHeatMap(g, s.sides())
	h.Min, h.Max = -saturated, saturated
	h.Underflow, h.Overflow = s.ink(ascii.FillNeg(ascii.FillSteps-1)), s.ink(ascii.FillPos(ascii.FillSteps-1))
	h.NaN = s.shades.Paper.rgba()
	h.Rasterized = true
	s.Add(h)
}

// decisions draws a decision picture: field, level lines, curves, points.
func (s sheet) decisions(m ascii.Map) {
	x, y := m.Ranges()
	if m.Equal {
		x, y = equal(x, y, s.room)
	}
	s.axes(x, y, m.XLabel, m.YLabel)
	if m.Field != nil {
		g := sampled(m.Field, x, y, across, down)
		s.fill(g)
		s.levels(g, m.Levels)
	}
	if m.Beside != nil {
		s.level(sampled(m.Beside, x, y, across, down), 0, ascii.Truth, "the other's boundary", 2, 2)
	}
	for _, c := range m.Curves {
		s.curve(c, x)
	}
	s.marks(m.Marks, func(i int) (float64, float64) { return m.Marks[i].X, m.Marks[i].Y })
}

// equal widens one range so that a unit is as long across as it is up.
func equal(x, y ascii.Range, room vg.Point) (ascii.Range, ascii.Range) {
	const aside = 0.85 // of the room is the picture's own
	ux, uy := x.Span()/float64(room.X), y.Span()/(float64(room.Y)*aside)
	if ux < uy {
		return x.Pad((uy/ux - 1) / 2), y
	}
	return x, y.Pad((ux/uy - 1) / 2)
}

// levels draws the boundary, and the margins where the map has them.
func (s sheet) levels(g field, of ascii.Levels) {
	if of == ascii.NoLines {
		return
	}
	s.level(g, 0, ascii.Boundary, "f = 0")
	if of == ascii.WithMargins {
		s.level(g, 1, ascii.MarginPos, "f = +1", 1.5, 2.5)
		s.level(g, -1, ascii.MarginNeg, "f = −1", 1.5, 2.5)
	}
}

// level draws where a field has a value, if it has.
func (s sheet) level(g field, value float64, ink ascii.Ink, name string, dashes ...vg.Length) {
	if !g.crosses(value) {
		return
	}
	style := s.line(ink, 1.2, dashes...)
	lines := plotter.NewContour(g, []float64{value}, inks{s.ink(ink)})
	lines.LineStyles[0] = style
	s.Add(lines)
	s.key.add(name, &plotter.Line{LineStyle: style})
}

// crosses reports whether a field lies on both sides of a value.
func (g field) crosses(value float64) bool {
	over, under := false, false
	for _, v := range g.values {
		over, under = over || v > value && finite(v), under || v < value && finite(v)
	}
	return over && under
}

// curve draws a line over a map; where it is not finite it is broken.
func (s sheet) curve(c ascii.CurveLine, x ascii.Range) {
	points := c.Points
	if c.F != nil {
		points = nil
		for _, at := range spread(x, across) {
			points = append(points, ascii.Point{X: at, Y: c.F(at)})
		}
	}
	style := s.line(orElse(c.Ink, ascii.Curve), 1.2)
	if c.Dotted {
		style.Dashes = []vg.Length{1.5, 2.5}
	}
	for _, part := range unbroken(points) {
		s.Add(&plotter.Line{XYs: part, LineStyle: style})
	}
	if c.Name != "" {
		s.key.add(c.Name, &plotter.Line{LineStyle: style})
	}
}

// unbroken parts points into runs of finite ones.
func unbroken(points []ascii.Point) []plotter.XYs {
	var out []plotter.XYs
	fresh := true
	for _, p := range points {
		if !finite(p.X) || !finite(p.Y) {
			fresh = true
			continue
		}
		if fresh {
			out, fresh = append(out, nil), false
		}
		out[len(out)-1] = append(out[len(out)-1], plotter.XY{X: p.X, Y: p.Y})
	}
	return out
}

func orElse(i, other ascii.Ink) ascii.Ink {
	if i == ascii.None {
		return other
	}
	return i
}
