package cli

import (
	"fmt"
	"math"

	"kernellab/ascii"
	"kernellab/kernels"
	"kernellab/solvers"
)

// picture is a model's figure with the lines above and below it.
type picture struct {
	title, status, held string
	scale               string // what colour means, where it is not the class
	figure              ascii.Map
}

// newPicture chooses the figure for a model: curves over one coordinate,
// regions over two.
func newPicture(m *fitted, p plane) picture {
	f := m.expansion().On(p.slice)
	pic := picture{
		title:  fmt.Sprintf("%s  %s", m.model, m.kernel),
		status: statusLine(m),
		held:   p.others,
	}
	switch {
	case p.slice.J < 0:
		pic.figure = lineFigure(m, p, f)
	case m.isRegression() && !m.hasClasses():
		pic.figure, pic.scale = surfaceFigure(m, p, f)
	default:
		pic.figure = regionFigure(m, p, f)
	}
	return pic
}

// statusLine says in a few words what came of the fit.
func statusLine(m *fitted) string {
	s := fmt.Sprintf("%s: %d points, %s", m.set.Name(), m.set.Len(), m.status)
	if m.isRegression() {
		return s + fmt.Sprintf(", mean squared error %.3g", m.squaredError())
	}
	s += fmt.Sprintf(", %d wrong", m.set.Len()-m.right())
	if m.model == modelSVM {
		all, atBound := m.supportVectors()
		s += fmt.Sprintf(", %d support vectors", all)
		if atBound > 0 {
			s += fmt.Sprintf(" (%d at C)", atBound)
		}
	}
	return s
}

// hasClasses reports that all labels are −1 or +1.
func (m *fitted) hasClasses() bool {
	for i := range m.set.Len() {
		if math.Abs(m.set.Label(i)) != 1 {
			return false
		}
	}
	return true
}

// marks are the points of the data; at gives the height of a point in 1-D.
func (m *fitted) marks(p plane, at func(i int) float64) []ascii.Mark {
	classes := m.hasClasses()
	marks := make([]ascii.Mark, m.set.Len())
	for i := range marks {
		x, y := p.coordinates(m.set.Point(i))
		if at != nil {
			y = at(i)
		}
		marks[i] = ascii.Mark{X: x, Y: y, Kind: m.kind(i)}
		if classes {
			marks[i].Class = int(m.set.Label(i))
		}
	}
	return marks
}

// kind says whether a point is a support vector.
func (m *fitted) kind(i int) ascii.MarkKind {
	switch {
	case m.model != modelSVM && m.model != modelPerceptron, m.dual[i] <= 0:
		return ascii.PlainMark
	case m.model == modelSVM && m.dual[i] >= m.c:
		return ascii.BoundSV
	}
	return ascii.FreeSV
}

// levels are the lines that mean something for a model: margins are the SVM's.
func (m *fitted) levels() ascii.Levels {
	if m.model == modelSVM {
		return ascii.WithMargins
	}
	return ascii.BoundaryOnly
}

// regionFigure shows the two sides of f over two coordinates.
func regionFigure(m *fitted, p plane, f kernels.Plane) ascii.Map {
	fig := ascii.Map{Marks: m.marks(p, nil), Field: f, Levels: m.levels(), XLabel: p.names[0], YLabel: p.names[1], Legend: true}
	if m.model == modelLogistic {
		fig.Field = probability{f}
	}
	x, y := markRanges(fig.Marks)
	fig.Equal = comparable(x.Span(), y.Span())
	return fig
}

// comparable reports whether two ranges can share a scale without one of them
// being squeezed.
func comparable(a, b float64) bool { return a > 0 && b > 0 && a < 2.5*b && b < 2.5*a }

func markRanges(marks []ascii.Mark) (x, y ascii.Range) {
	var xs, ys []float64
	for _, k := range marks {
		xs, ys = append(xs, k.X), append(ys, k.Y)
	}
	return ascii.RangeOf(xs...), ascii.RangeOf(ys...)
}

// probability turns scores into the strength of a fill that means
// s(f) = 1/(1+e^−f): nothing at ½, full at 0 and 1.
type probability struct{ field ascii.Sampler }

func (p probability) Sample(dst, xs, ys []float64) {
	p.field.Sample(dst, xs, ys)
	for i, f := range dst {
		dst[i] = 3.3 * (solvers.Sigmoid(f) - 0.5)
	}
}

// surfaceFigure shows a regression over two coordinates: f as colour, relative
// to the range of the targets.
func surfaceFigure(m *fitted, p plane, f kernels.Plane) (ascii.Map, string) {
	r := ascii.RangeOf(m.set.Labels()...)
	mid, half := (r.Min+r.Max)/2, math.Max(r.Span()/2, math.SmallestNonzeroFloat64)
	marks := m.marks(p, nil)
	for i := range marks {
		marks[i].Class = 1
		if m.set.Label(i) < mid {
			marks[i].Class = -1
		}
	}
	x, y := markRanges(marks)
	fig := ascii.Map{Marks: marks, Field: rescaled{f, mid, 1.65 / half}, Levels: ascii.BoundaryOnly,
		Equal: comparable(x.Span(), y.Span()), XLabel: p.names[0], YLabel: p.names[1]}
	return fig, fmt.Sprintf("fill: f from %s to %s, line at %s; marks: targets below and above that",
		ascii.FormatValue(r.Min), ascii.FormatValue(r.Max), ascii.FormatValue(mid))
}

// rescaled is (f − mid)·factor.
type rescaled struct {
	field       ascii.Sampler
	mid, factor float64
}

func (r rescaled) Sample(dst, xs, ys []float64) {
	r.field.Sample(dst, xs, ys)
	for i, f := range dst {
		dst[i] = (f - r.mid) * r.factor
	}
}

// lineFigure shows f as a curve over one coordinate. Classes lie at their
// labels, and the number line is filled by the sign of f.
func lineFigure(m *fitted, p plane, f kernels.Plane) ascii.Map {
	marks := m.marks(p, m.set.Label)
	x, y := markRanges(marks)
	x = x.Pad(0.05)
	if x.Span() == 0 {
		x = ascii.Range{Min: x.Min - 1, Max: x.Max + 1}
	}
	value := func(v float64) float64 { return f.Eval(v, 0) }
	fig := ascii.Map{X: x, Marks: marks, XLabel: p.names[0], YLabel: "f",
		Curves: []ascii.CurveLine{{F: value, Name: "f"}}}
	if m.isRegression() {
		fig.YLabel = m.set.LabelColumn()
		fig.Y = curveRange(value, x, y).Pad(0.08)
		return fig
	}
	fig.Field, fig.Levels = f, ascii.BoundaryOnly
	fig.Y = curveRange(value, x, ascii.Range{Min: -1.2, Max: 1.2}).Pad(0.05)
	return fig
}

// curveRange is the range that shows the data and as much of the curve as
// leaves the data readable.
func curveRange(f func(float64) float64, x, data ascii.Range) ascii.Range {
	const samples, room = 200, 1.0
	r := data
	for i := range samples + 1 {
		r = r.With(f(x.Min + x.Span()*float64(i)/samples))
	}
	span := math.Max(data.Span(), 1e-9)
	return ascii.Range{Min: math.Max(r.Min, data.Min-room*span), Max: math.Min(r.Max, data.Max+room*span)}
}

// captions are the lines of text that belong to the picture.
func (p picture) captions() []string {
	lines := []string{p.title, p.status}
	for _, s := range []string{p.held, p.scale} {
		if s != "" {
			lines = append(lines, s)
		}
	}
	return lines
}

// draw puts the title and the status above the figure and what the reader must
// know about it below.
func (p picture) draw(size pictureSize, v ascii.View) *ascii.Grid {
	g := ascii.NewGrid(size.w, size.h)
	g.Fill(g.Bounds(), ascii.Cell{Bg: ascii.Paper})
	lines := p.captions()
	above, below := lines[:2], lines[2:]
	write := func(y int, text string, ink ascii.Ink) {
		g.Write(1, y, size.w-1, ascii.View{}.Clip(ascii.Line{{Text: text, Ink: ink}}, size.w-1))
	}
	write(0, above[0], ascii.Strong)
	write(1, above[1], ascii.Dim)
	p.figure.Draw(g, ascii.Rect{Y: 2, W: size.w, H: size.h - 2 - len(below)}, v)
	for i, line := range below {
		write(size.h-len(below)+i, line, ascii.Dim)
	}
	return g
}
