package export

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"kernellab/ascii"
)

// glyph is the mark of a point: its outline, filled where it has a weight, and
// with a ring where it stands out.
type glyph struct {
	class  int
	body   color.Color // inside
	edge   color.Color
	ring   color.Color // nil: none
	radius vg.Length
}

const radius = 2.6

// DrawGlyph draws a diamond for class +1, a square for −1, a disc for neither.
func (g glyph) DrawGlyph(c *draw.Canvas, _ draw.GlyphStyle, at vg.Point) {
	outline := g.outline(at)
	c.SetColor(g.body)
	c.Fill(outline)
	c.SetLineStyle(draw.LineStyle{Color: g.edge, Width: 0.9})
	c.Stroke(outline)
	if g.ring != nil {
		c.SetLineStyle(draw.LineStyle{Color: g.ring, Width: 1})
		c.Stroke(circle(at, 2*g.radius))
	}
}

func (g glyph) outline(at vg.Point) vg.Path {
	r := g.radius
	if g.class == 0 {
		return circle(at, r)
	}
	corners := []vg.Point{{X: -r, Y: -r}, {X: r, Y: -r}, {X: r, Y: r}, {X: -r, Y: r}}
	if g.class > 0 {
		r *= 1.3
		corners = []vg.Point{{X: 0, Y: -r}, {X: r, Y: 0}, {X: 0, Y: r}, {X: -r, Y: 0}}
	}
	var p vg.Path
	p.Move(at.Add(corners[0]))
	for _, q := range corners[1:] {
		p.Line(at.Add(q))
	}
	p.Close()
	return p
}

func circle(at vg.Point, r vg.Length) vg.Path {
	var p vg.Path
	p.Move(vg.Point{X: at.X + r, Y: at.Y})
	p.Arc(at, r, 0, 6.283185307179586)
	p.Close()
	return p
}

// glyph is how a mark looks: hollow without a weight, filled with one, and with
// the colour of a bound at its bound.
func (s sheet) glyph(m ascii.Mark) glyph {
	hue, strong, bound := ascii.Strong, ascii.Strong, ascii.Strong
	switch {
	case m.Class > 0:
		hue, strong, bound = ascii.MarkPos, ascii.FreePos, ascii.BoundPos
	case m.Class < 0:
		hue, strong, bound = ascii.MarkNeg, ascii.FreeNeg, ascii.BoundNeg
	}
	g := glyph{class: m.Class, body: s.shades.Paper.rgba(), edge: s.ink(hue), radius: radius}
	switch m.Kind {
	case ascii.FreeSV:
		g.body = s.ink(strong)
	case ascii.BoundSV:
		g.body = s.ink(bound)
	case ascii.Missed:
		g.body = s.ink(hue)
	}
	switch {
	case m.Selected:
		g.ring = s.ink(ascii.Select)
	case m.Focus:
		g.ring = s.ink(ascii.Accent)
	}
	return g
}

// marks draws points with their labels, and says in the legend what is what.
func (s sheet) marks(marks []ascii.Mark, at func(int) (x, y float64)) {
	if len(marks) == 0 {
		return
	}
	points := make(plotter.XYs, len(marks))
	for i := range marks {
		points[i].X, points[i].Y = at(i)
	}
	s.Add(&plotter.Scatter{XYs: points, GlyphStyleFunc: func(i int) draw.GlyphStyle {
		return draw.GlyphStyle{Shape: s.glyph(marks[i]), Radius: radius, Color: color.Black}
	}})
	s.labels(marks, points)
	s.legend(marks)
}

// labels writes the labels of marks beside them.
func (s sheet) labels(marks []ascii.Mark, points plotter.XYs) {
	var l plotter.Labels
	for i, m := range marks {
		if m.Label == "" {
			continue
		}
		l.XYs = append(l.XYs, points[i])
		l.Labels = append(l.Labels, m.Label)
		l.TextStyle = append(l.TextStyle, s.style(textSize, orElse(m.Ink, ascii.Strong), draw.XLeft))
	}
	l.Offset = vg.Point{X: 2.2 * radius, Y: 0}
	if len(l.Labels) > 0 {
		s.Add(&l)
	}
}

// legend names the kinds of mark that there are.
func (s sheet) legend(marks []ascii.Mark) {
	names := map[ascii.MarkKind]string{
		ascii.PlainMark: "", ascii.FreeSV: ", 0 < α < C", ascii.BoundSV: ", α = C", ascii.Missed: ", a mistake: α > 0",
	}
	for _, class := range []int{1, -1} {
		for _, kind := range []ascii.MarkKind{ascii.PlainMark, ascii.FreeSV, ascii.BoundSV, ascii.Missed} {
			if holds(marks, class, kind) {
				name := map[int]string{1: "class +1", -1: "class −1"}[class] + names[kind]
				s.key.add(name, thumb{s.glyph(ascii.Mark{Class: class, Kind: kind})})
			}
		}
	}
}

func holds(marks []ascii.Mark, class int, kind ascii.MarkKind) bool {
	for _, m := range marks {
		if m.Class == class && m.Kind == kind {
			return true
		}
	}
	return false
}

// thumb is a mark in the legend.
type thumb struct{ glyph }

var _ plot.Thumbnailer = thumb{}

func (t thumb) Thumbnail(c *draw.Canvas) { t.DrawGlyph(c, draw.GlyphStyle{}, c.Center()) }
