package ascii

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Vector is a point or direction in three dimensions.
type Vector [3]float64

// Space is a parallel projection of three-dimensional space with axes, planes
// through 0, and arrows.
type Space struct {
	// Extent is the largest distance from 0 that the picture shows. The scale depends only
	// on it, so the picture does not change its size when it is turned.
	Extent float64
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

// Plane is the plane through 0 that two directions span.
type Plane struct {
	U, V Vector
	Name string // as part of a sentence: "the plane of x₁ and x₂"
}

// Plus returns a + b.
func (a Vector) Plus(b Vector) Vector { return Vector{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }

// Times returns c·a.
func (a Vector) Times(c float64) Vector { return Vector{c * a[0], c * a[1], c * a[2]} }

// Dot returns the inner product.
func (a Vector) Dot(b Vector) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func (a Vector) unit() (Vector, bool) {
	length := math.Sqrt(a.Dot(a))
	return a.Times(1 / length), length > 1e-12 && finite(length)
}

func (a Vector) format() string {
	return fmt.Sprintf("(%.3g, %.3g, %.3g)", withoutSignedZero(a[0]), withoutSignedZero(a[1]), withoutSignedZero(a[2]))
}

// Project returns where a point lies in the picture: X to the right, Y up.
func (s Space) Project(a Vector) Point {
	turn, tilt := s.Turn*math.Pi/180, s.Tilt*math.Pi/180
	away := a[0]*math.Cos(turn) + a[1]*math.Sin(turn)
	return Point{X: a[1]*math.Cos(turn) - a[0]*math.Sin(turn), Y: a[2]*math.Cos(tilt) - away*math.Sin(tilt)}
}

// extent returns Extent, or 1 if that is not set.
func (s Space) extent() float64 {
	if s.Extent > 0 && finite(s.Extent) {
		return s.Extent
	}
	return 1
}

// axes returns arrows from 0 along the three axes.
func (s Space) axes() []Arrow {
	var out []Arrow
	for i, name := range s.Axes {
		var to Vector
		to[i] = 0.9 * s.extent()
		out = append(out, Arrow{To: to, Name: name, Ink: Axis})
	}
	return out
}

// linesPerDirection is the number of lines of a net in each direction of its plane.
const linesPerDirection = 5

// mesh returns the lines of a net in a plane. In three dimensions the net is square. It
// returns nil if the two directions are parallel.
func (s Space) mesh(p Plane) [][2]Vector {
	u, ok := p.U.unit()
	v, independent := p.V.Plus(u.Times(-u.Dot(p.V))).unit()
	if !ok || !independent {
		return nil
	}
	var out [][2]Vector
	r := 0.6 * s.extent()
	for i := range linesPerDirection {
		at := r * (2*float64(i)/(linesPerDirection-1) - 1)
		out = append(out, [2]Vector{u.Times(at).Plus(v.Times(-r)), u.Times(at).Plus(v.Times(r))},
			[2]Vector{v.Times(at).Plus(u.Times(-r)), v.Times(at).Plus(u.Times(r))})
	}
	return out
}

// Draw draws the planes, then the axes, then the arrows.
func (s Space) Draw(dst *Grid, area Rect, v View) {
	area = area.Intersect(dst.Bounds())
	if area.Empty() {
		return
	}
	r := Range{Min: -s.extent(), Max: s.extent()}
	x, y := equalise(r, r, area, v.CellAspect())
	f := frame{area: area, x: x, y: y}
	c := newCanvas(area, false)
	draw := func(from, to Vector, k stroke) { c.line([]Point{f.cell(s.Project(from)), f.cell(s.Project(to))}, k) }
	for _, p := range s.Planes {
		lines := s.mesh(p)
		for i, l := range lines {
			k := stroke{ink: Drop, dash: thin, glyph: '.', rank: rankDrop}
			if i < 2 || i >= len(lines)-2 { // its edge
				k.dash = dotted
			}
			draw(l[0], l[1], k)
		}
	}
	for _, a := range s.axes() {
		draw(a.From, a.To, stroke{ink: a.Ink, glyph: ':', rank: rankBefore})
	}
	var heads Map
	for i, a := range s.Arrows {
		k := stroke{ink: cmp.Or(a.Ink, Curve), glyph: '+', rank: rankCurve}
		if a.Dotted {
			k.dash = dotted
		}
		draw(a.From, a.To, k)
		if slices.ContainsFunc(s.Arrows[i+1:], func(later Arrow) bool { return later.To == a.To }) {
			continue
		}
		end := s.Project(a.To)
		heads.Marks = append(heads.Marks, Mark{X: end.X, Y: end.Y, Label: a.Name, Ink: a.Ink})
	}
	c.paint(dst, v, nil)
	drawMarks(dst, area, v, (*ground)(nil).under(v), heads.placed(nil, f, v))
	s.nameAxes(dst, f, v)
}

// isStroke reports whether a cell contains nothing but strokes.
func isStroke(r rune) bool { return r == 0 || r >= 0x2800 && r < 0x2900 || r == '.' || r == ':' }

// nameAxes writes the names of the axes at their ends, unless something else is
// named there.
func (s Space) nameAxes(dst *Grid, f frame, v View) {
	for _, a := range s.axes() {
		x, y, ok := f.place(s.Project(a.To))
		name := v.Transliterate(a.Name)
		if !ok || x+1+Width(name) > f.area.X+f.area.W {
			continue
		}
		for i := range Width(name) {
			ok = ok && isStroke(dst.At(x+1+i, y).Rune)
		}
		if ok {
			dst.Write(x+1, y, Width(name), Line{{Text: name, Ink: Dim}})
		}
	}
}

// ends returns a phrase about where the arrow starts and ends.
func (a Arrow) ends() string {
	if a.From == a.To {
		return "has no length, at " + a.To.format()
	}
	return "goes from " + a.From.format() + " to " + a.To.format()
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
		out = append(out, name+" "+a.ends()+".")
	}
	for _, p := range s.Planes {
		if len(s.mesh(p)) > 0 {
			out = append(out, capitalised(p.Name)+" is drawn as a net.")
		}
	}
	return out
}
