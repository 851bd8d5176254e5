package stage

import (
	"fmt"
	"math"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/kernels"
	"kernellab/solvers"
)

// MapOptions is what varies between decision pictures of one model.
type MapOptions struct {
	Title string // "" for a title of its own
	// Probability shades by s(f) − ½ rather than by f.
	Probability bool
	// Margins draws f = ±1 as well as f = 0.
	Margins bool
	// Kind says how each point is marked; nil: all plain.
	Kind func(i int) ascii.MarkKind
	// Focus marks the points the step is about, with a short label each.
	Focus map[int]string
	// Curves are laid over the picture (a known true boundary, say).
	Curves []ascii.CurveLine
}

// Map returns the picture of f over the points: in one dimension the curve
// f over the number line, in two the decision map, beyond that the plane of
// the chosen pair of columns with the others at their mean, which the title
// says.
func (m Model) Map(f kernels.Expansion, o MapOptions) exercises.Figure {
	fig := exercises.Figure{Title: m.title(o), Role: exercises.Main}
	if m.Set.Dim() == 1 {
		fig.Plot = m.curve(f, o)
		return fig
	}
	i, j := m.columns()
	names := m.Set.Columns()
	fig.Plot = ascii.Map{
		X: m.span(i), Y: m.span(j),
		Field:  field(f.On(m.slice()), o),
		Levels: levels(o),
		Marks:  m.marks(o, func(n int) (x, y float64) { p := m.Set.Point(n); return p[i], p[j] }),
		Curves: o.Curves,
		XLabel: names[i], YLabel: names[j],
	}
	return fig
}

// span is the part of column j that is shown.
func (m Model) span(j int) ascii.Range { return ascii.RangeOf(m.Set.Column(j)...).Pad(0.12) }

func (m Model) title(o MapOptions) string {
	title := o.Title
	if title == "" {
		title = m.Set.Name() + ", " + m.Kernel.String()
	}
	if note := m.sliceNote(); note != "" {
		title += " (" + note + ")"
	}
	return title
}

func levels(o MapOptions) ascii.Levels {
	if o.Margins {
		return ascii.WithMargins
	}
	return ascii.BoundaryOnly
}

func field(s ascii.Sampler, o MapOptions) ascii.Sampler {
	if o.Probability {
		return probability{s}
	}
	return s
}

// probability shades s(f): 3.3·(s(f) − ½), so that certainty saturates.
type probability struct{ f ascii.Sampler }

// Sample samples the shade.
func (p probability) Sample(dst, xs, ys []float64) {
	p.f.Sample(dst, xs, ys)
	for i, f := range dst {
		dst[i] = 3.3 * (solvers.Sigmoid(f) - .5)
	}
}

// curve is the picture in one dimension: f over x, above bands of its sign.
func (m Model) curve(f kernels.Expansion, o MapOptions) ascii.Figure {
	at := func(x float64) float64 { return f.Eval([]float64{x}) }
	y := ascii.RangeOf(-1.6, 1.6)
	if m.regression() {
		y = ascii.RangeOf(m.Set.Labels()...).Pad(.15)
	}
	picture := ascii.Map{
		X: m.span(0), Y: y,
		Marks:  m.marks(o, func(n int) (float64, float64) { return m.Set.Point(n)[0], m.Set.Label(n) }),
		Curves: append([]ascii.CurveLine{{F: at, Name: "f"}}, o.Curves...),
		XLabel: m.Set.Columns()[0], YLabel: "f",
	}
	if !m.regression() {
		picture.Field = field(f.On(m.slice()), o)
		picture.Levels = ascii.BoundaryOnly
	}
	return picture
}

func (m Model) regression() bool { return m.Set.Task() == dataset.Regression }

// marks are the points, with class, kind and focus.
func (m Model) marks(o MapOptions, place func(i int) (x, y float64)) []ascii.Mark {
	out := make([]ascii.Mark, m.Set.Len())
	for i := range out {
		x, y := place(i)
		out[i] = ascii.Mark{X: x, Y: y, Class: m.class(i)}
		if o.Kind != nil {
			out[i].Kind = o.Kind(i)
		}
		if l, ok := o.Focus[i]; ok {
			out[i].Focus, out[i].Label = true, l
		}
	}
	return out
}

// class is +1 or −1, 0 in a regression.
func (m Model) class(i int) int {
	switch {
	case m.regression():
		return 0
	case m.Set.Label(i) > 0:
		return 1
	}
	return -1
}

// Standing says how a point with a given α is marked when the bound is c.
func Standing(alpha, c float64) ascii.MarkKind {
	switch {
	case alpha == 0:
		return ascii.PlainMark
	case alpha == c && !math.IsInf(c, 1):
		return ascii.BoundSV
	}
	return ascii.FreeSV
}

// MarginNote says how many points lie on the wrong side and within the margin.
func MarginNote(s solvers.Step, set *dataset.Set) string {
	var wrong, inside int
	for i := range set.Len() {
		m := set.Label(i) * s.F(i)
		if m <= 0 {
			wrong++
		}
		if m < 1-1e-3 {
			inside++
		}
	}
	return fmt.Sprintf("%d on the wrong side, %d inside the margin", wrong, inside)
}
