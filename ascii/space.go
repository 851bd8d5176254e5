package ascii

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Vector is a point or direction in three dimensions.
type Vector [3]float64

// Space is a parallel projection of three-dimensional space with axes, parts of
// planes, and arrows.
type Space struct {
	// FitPoints holds points that must fit into the picture, in addition to all arrows and planes. The
	// scale does not depend on Turn, so turning the picture does not change its size.
	FitPoints []Vector
	// Turn is the rotation about the third axis and Tilt the elevation of the
	// viewer above the plane of the first two axes, both in degrees.
	Turn, Tilt float64
	Arrows     []Arrow // if several end at the same point, only the name of the last is shown
	Planes     []Plane
	Axes       [3]string // names of the axes
}

// Arrow is an arrow from one point to another, with a mark and its name at the
// end.
type Arrow struct {
	From, To Vector
	Name     string
	Ink      Ink // None means Curve
	Dotted   bool
}

// Plane is a part of a plane: all points Centre + s·U + t·V with s and t from −1 to 1.
type Plane struct {
	Centre, U, V Vector
	Name         string // as part of a sentence: "the plane of x₁ and x₂"
}

// Plus returns a + b.
func (a Vector) Plus(b Vector) Vector { return Vector{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }

// Times returns c·a.
func (a Vector) Times(c float64) Vector { return Vector{c * a[0], c * a[1], c * a[2]} }

// Dot returns the inner product.
func (a Vector) Dot(b Vector) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func (a Vector) format() string {
	a = a.Plus(Vector{}) // −0 + 0 is 0
	return fmt.Sprintf("(%.3g, %.3g, %.3g)", a[0], a[1], a[2])
}

// Project returns the position of a point in the picture, with X to the right and Y up.
func (s Space) Project(a Vector) Point {
	turn, tilt := s.Turn*math.Pi/180, s.Tilt*math.Pi/180
	depth := a[0]*math.Cos(turn) + a[1]*math.Sin(turn)
	return Point{X: a[1]*math.Cos(turn) - a[0]*math.Sin(turn), Y: a[2]*math.Cos(tilt) - depth*math.Sin(tilt)}
}

// bounds returns the smallest ranges that contain the projections of all points, arrows and planes,
// whatever Turn is.
func (s Space) bounds() (x, y Range) {
	points := slices.Clone(s.FitPoints)
	for _, a := range s.Arrows {
		points = append(points, a.From, a.To)
	}
	for _, p := range s.Planes {
		for _, l := range p.mesh() {
			points = append(points, l[:]...)
		}
	}
	sin, cos := math.Sincos(s.Tilt * math.Pi / 180)
	for _, a := range points {
		r := math.Hypot(a[0], a[1])
		x, y = x.With(r).With(-r), y.With(a[2]*cos+r*sin).With(a[2]*cos-r*sin)
	}
	return x.drawable(), y.drawable()
}

// axes returns arrows from 0 along the three axes.
func (s Space) axes() []Arrow {
	_, y := s.bounds()
	var out []Arrow
	for i, name := range s.Axes {
		var to Vector
		to[i] = y.Max
		out = append(out, Arrow{To: to, Name: name, Ink: Axis})
	}
	return out
}

// linesPerDirection is the number of lines in each of the two directions of the net that is drawn
// for a plane.
const linesPerDirection = 5

// mesh returns the lines of the net that is drawn for a plane.
func (p Plane) mesh() (out [][2]Vector) {
	for i := range linesPerDirection {
		t := 2*float64(i)/(linesPerDirection-1) - 1
		uPoint, vPoint := p.Centre.Plus(p.U.Times(t)), p.Centre.Plus(p.V.Times(t))
		out = append(out, [2]Vector{uPoint.Plus(p.V.Times(-1)), uPoint.Plus(p.V)},
			[2]Vector{vPoint.Plus(p.U.Times(-1)), vPoint.Plus(p.U)})
	}
	return out
}

// Draw draws the planes, then the axes, then the arrows.
func (s Space) Draw(dst *Grid, area Rect, v View) {
	area = area.Intersect(dst.Bounds())
	if area.Empty() {
		return
	}
	x, y := s.bounds()
	x, y = equaliseScale(x, y, area, v.CellAspect())
	f := frame{area: area, x: x, y: y}
	c := newCanvas(area, false)
	draw := func(from, to Vector, style stroke) {
		c.line([]Point{f.position(s.Project(from)), f.position(s.Project(to))}, style)
	}
	for _, p := range s.Planes {
		lines := p.mesh()
		for i, l := range lines {
			style := stroke{ink: Drop, dash: thin, glyph: '.', rank: rankDrop}
			if i < 2 || i >= len(lines)-2 { // the edges of the net
				style.dash = dotted
			}
			draw(l[0], l[1], style)
		}
	}
	for _, a := range s.axes() {
		draw(a.From, a.To, stroke{ink: a.Ink, glyph: ':', rank: rankPrevious})
	}
	var heads Map
	for i, a := range s.Arrows {
		style := stroke{ink: cmp.Or(a.Ink, Curve), glyph: '+', rank: rankCurve}
		if a.Dotted {
			style.dash = dotted
		}
		draw(a.From, a.To, style)
		if slices.ContainsFunc(s.Arrows[i+1:], func(later Arrow) bool { return later.To == a.To }) {
			continue
		}
		end := s.Project(a.To)
		heads.Marks = append(heads.Marks, Mark{X: end.X, Y: end.Y, Label: a.Name, Ink: a.Ink})
	}
	c.paint(dst, v, nil)
	for _, a := range s.axes() {
		name := v.Transliterate(a.Name)
		if x, y, ok := f.cellOf(s.Project(a.To)); ok && x+1+Width(name) <= area.X+area.W {
			dst.Write(x+1, y, Width(name), Line{{Text: name, Ink: Dim}})
		}
	}
	drawMarks(dst, area, v, (*fieldSamples)(nil).backgrounds(v), heads.placeMarks(nil, f, v))
}

// Words describes the ends of each arrow in three dimensions and lists the
// planes.
func (s Space) Words() []string {
	out := []string{fmt.Sprintf("Three dimensions, turned by %s degrees and seen from %s degrees above.",
		FormatValue(s.Turn), FormatValue(s.Tilt))}
	for _, a := range s.Arrows {
		name := a.Name
		if a.Dotted {
			name += ", dotted,"
		}
		out = append(out, name+" goes from "+a.From.format()+" to "+a.To.format()+".")
	}
	for _, p := range s.Planes {
		out = append(out, capitalise(p.Name)+" is drawn as a net.")
	}
	return out
}
