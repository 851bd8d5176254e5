package stage

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/kernels"
	"kernellab/solvers"
)

// MapOptions are the options of a decision picture, which shows f over the points.
type MapOptions struct {
	Title string // if empty, a generated title
	// Probability means that the shading depends on s(f) − ½ instead of f.
	Probability bool
	// Margins draws f = ±1 as well as f = 0.
	Margins bool
	// Kind returns the kind of mark of each point. If nil, all marks are plain.
	Kind func(i int) ascii.MarkKind
	// Kinds are the possible marks, for the legend.
	Kinds []ascii.MarkKind
	// Focus marks the points of the step, each with a short label.
	Focus map[int]string
	// Curves are drawn over the picture, for example a known true boundary.
	Curves []ascii.CurveLine
	// Standalone means that the picture is not part of a run. The axes of such a picture fit the
	// points and f, and it has a legend. In a run, the axes fit only the points, so that they
	// are the same in all frames. Only an axis of targets also fits f at the ends of the picture.
	Standalone bool
	// Targets means that f approximates the labels, even if the labels are classes.
	Targets bool
}

// Map returns the picture of f over the points. In one dimension, it is the curve f over the number
// line. In two dimensions, it is the decision map. In more dimensions, it is the decision map on the
// plane of the chosen pair of columns, where all other columns have their mean. The title says so.
func (data TrainingData) Map(f kernels.Expansion, o MapOptions) exercises.Figure {
	fig := exercises.Figure{Title: data.title(o), Role: exercises.Main}
	switch {
	case data.Set.Dim() == 1 && o.Standalone:
		fig.Plot = data.standaloneCurve(f, o)
	case data.Set.Dim() == 1:
		fig.Plot = data.curve(f, o)
	case data.isSurface(o):
		fig.Plot = data.surface(f, o)
	default:
		fig.Plot = data.plane(f, o)
	}
	return fig
}

func (data TrainingData) title(o MapOptions) string {
	title := o.Title
	if title == "" {
		title = data.Set.Title() + ", " + kernels.Describe(data.Kernel)
	}
	if note := data.sliceNote(); note != "" {
		title += " (" + note + ")"
	}
	return title
}

// plane returns the picture in two dimensions.
func (data TrainingData) plane(f kernels.Expansion, o MapOptions) ascii.Map {
	i, j := data.columns()
	names := data.Set.Columns()
	picture := ascii.Map{
		Field: field(f.OnSlice(data.drawnSlice()), o), Levels: levels(o),
		Marks:  data.marks(o, func(n int) (x, y float64) { p := data.Set.Point(n); return p[i], p[j] }),
		Curves: o.Curves,
		XLabel: names[i], YLabel: names[j],
		Legend: true, PossibleKinds: o.Kinds,
	}
	if !o.Standalone {
		picture.X, picture.Y = data.span(i), data.span(j)
		return picture
	}
	x, y := ascii.RangeOf(data.Set.Column(i)...).Span(), ascii.RangeOf(data.Set.Column(j)...).Span()
	picture.SameScale = x > 0 && y > 0 && x < 2.5*y && y < 2.5*x // otherwise one axis would become too short
	return picture
}

// span returns the part of column j that is shown.
func (data TrainingData) span(j int) ascii.Range {
	return ascii.RangeOf(data.Set.Column(j)...).Pad(0.12)
}

func levels(o MapOptions) ascii.Levels {
	if o.Margins {
		return ascii.WithMargins
	}
	return ascii.BoundaryOnly
}

func field(s ascii.Sampler, o MapOptions) ascii.Sampler {
	if o.Probability {
		// ascii.Map saturates at ±1.65.
		return shade{s, func(f float64) float64 { return 3.3 * (solvers.Sigmoid(f) - 0.5) }}
	}
	return s
}

// shade is a sampler that computes the strength of the fill from the values of f.
type shade struct {
	f        ascii.Sampler
	strength func(f float64) float64
}

// Sample samples the strength.
func (s shade) Sample(dst, xs, ys []float64) {
	s.f.Sample(dst, xs, ys)
	for i, f := range dst {
		dst[i] = s.strength(f)
	}
}

// surface shows f over two coordinates as colour, relative to the range of the targets. The marks
// distinguish targets below the middle of this range from targets above it.
func (data TrainingData) surface(f kernels.Expansion, o MapOptions) ascii.Map {
	picture := data.plane(f, o)
	r := ascii.RangeOf(data.Set.Labels()...)
	mid, factor := (r.Min+r.Max)/2, 1.65/max(r.Span()/2, math.SmallestNonzeroFloat64)
	picture.Field = shade{f.OnSlice(data.drawnSlice()), func(f float64) float64 { return (f - mid) * factor }}
	picture.Levels, picture.Legend = ascii.BoundaryOnly, false
	for i := range picture.Marks {
		picture.Marks[i].Class = 1
		if data.Set.Label(i) < mid {
			picture.Marks[i].Class = -1
		}
	}
	return picture
}

// isSurface reports whether the colours of a picture mean targets.
func (data TrainingData) isSurface(o MapOptions) bool {
	return o.Standalone && o.Targets && data.Set.Dim() > 1 && !data.hasClasses()
}

// Scale explains the colours of a picture of targets. It returns "" if the colours mean classes.
func (data TrainingData) Scale(o MapOptions) string {
	if !data.isSurface(o) {
		return ""
	}
	r := ascii.RangeOf(data.Set.Labels()...)
	return fmt.Sprintf("fill: f from %s to %s, line at %s; marks: targets below and above that",
		ascii.FormatValue(r.Min), ascii.FormatValue(r.Max), ascii.FormatValue((r.Min+r.Max)/2))
}

// curve returns the picture in one dimension: f over x, on a background with the sign of f.
func (data TrainingData) curve(f kernels.Expansion, o MapOptions) ascii.Map {
	picture := data.line(f, o)
	picture.X, picture.Y = data.span(0), ascii.RangeOf(-1.6, 1.6)
	if curve := picture.Curves[0].F; data.isRegression() {
		picture.Y = ascii.RangeOf(data.Set.Labels()...).With(0).Pad(.15).
			With(curve(picture.X.Min)).With(curve(picture.X.Max))
	} else {
		picture.Field, picture.Levels = field(f.OnSlice(data.drawnSlice()), o), ascii.BoundaryOnly
	}
	return picture
}

// standaloneCurve is like curve, with axes that also fit the curve.
func (data TrainingData) standaloneCurve(f kernels.Expansion, o MapOptions) ascii.Map {
	x := ascii.RangeOf(data.Set.Column(0)...).Pad(0.05)
	if x.Span() == 0 {
		x = ascii.Range{Min: x.Min - 1, Max: x.Max + 1}
	}
	picture := data.line(f, o)
	picture.X = x
	if o.Targets {
		picture.YLabel = data.Set.LabelColumn()
		picture.Y = curveRange(picture.Curves[0].F, x, ascii.RangeOf(data.Set.Labels()...)).Pad(0.08)
		return picture
	}
	picture.Field, picture.Levels = f.OnSlice(data.drawnSlice()), ascii.BoundaryOnly
	picture.Y = curveRange(picture.Curves[0].F, x, ascii.RangeOf(-1.2, 1.2)).Pad(0.05)
	return picture
}

// line returns f over the number line with the points at their labels.
func (data TrainingData) line(f kernels.Expansion, o MapOptions) ascii.Map {
	curve := func(x float64) float64 { return f.Eval([]float64{x}) }
	return ascii.Map{
		Marks:  data.marks(o, func(n int) (float64, float64) { return data.Set.Point(n)[0], data.Set.Label(n) }),
		Curves: append([]ascii.CurveLine{{F: curve, Name: "f"}}, o.Curves...),
		XLabel: data.Set.Columns()[0], YLabel: "f",
		Legend: data.hasClasses(), PossibleKinds: o.Kinds,
	}
}

// curveRange returns the range of an axis that shows the data and the curve. It extends by
// at most one span of the data below and above the data.
func curveRange(f func(float64) float64, x, data ascii.Range) ascii.Range {
	const samples, room = 200, 1.0
	r := data
	for i := range samples + 1 {
		r = r.With(f(x.Min + x.Span()*float64(i)/samples))
	}
	span := max(data.Span(), 1e-9)
	return ascii.Range{Min: max(r.Min, data.Min-room*span), Max: min(r.Max, data.Max+room*span)}
}

// marks returns the marks of the points, with class, kind and focus. place returns the position of
// point i in the picture.
func (data TrainingData) marks(o MapOptions, place func(i int) (x, y float64)) []ascii.Mark {
	out := make([]ascii.Mark, data.Set.Len())
	for i := range out {
		x, y := place(i)
		out[i] = ascii.Mark{X: x, Y: y, Class: data.class(i)}
		if o.Kind != nil {
			out[i].Kind = o.Kind(i)
		}
		if l, ok := o.Focus[i]; ok {
			out[i].Focus, out[i].Label = true, l
			out[i].Ink = map[string]ascii.Ink{"k": anatomy.InkK, "l": anatomy.InkL}[l]
		}
	}
	return out
}

func (data TrainingData) isRegression() bool { return data.Set.Task() == dataset.Regression }

// hasClasses reports whether every label is −1 or +1, even if the labels are meant as targets.
func (data TrainingData) hasClasses() bool {
	if !data.isRegression() {
		return true
	}
	for i := range data.Set.Len() {
		if math.Abs(data.Set.Label(i)) != 1 {
			return false
		}
	}
	return true
}

// class returns the class of point i, +1 or −1, or 0 if its label is a target.
func (data TrainingData) class(i int) int {
	switch {
	case !data.hasClasses():
		return 0
	case data.Set.Label(i) > 0:
		return 1
	}
	return -1
}

// AlphaMark returns the mark of a point with coefficient alpha and bound c.
func AlphaMark(alpha, c float64) ascii.MarkKind {
	switch {
	case alpha == 0:
		return ascii.PlainMark
	case alpha == c && !math.IsInf(c, 1):
		return ascii.BoundSV
	}
	return ascii.FreeSV
}

// MistakeMark returns the mark of a point that was misclassified alpha times.
func MistakeMark(alpha float64) ascii.MarkKind {
	if alpha > 0 {
		return ascii.Missed
	}
	return ascii.PlainMark
}

// marginNote returns a note with the number of points on the wrong side, and the number of
// other points inside the margin.
func marginNote(s solvers.Step, set *dataset.Set) string {
	var wrong, inside int
	for i := range set.Len() {
		switch m := set.Label(i) * s.F(i); {
		case m <= 0:
			wrong++
		case m < 1-1e-3:
			inside++
		}
	}
	return fmt.Sprintf("%d on the wrong side, %d inside the margin", wrong, inside)
}

// maxNumbered is the maximum number of points for which pictures show the number of every
// point.
const maxNumbered = 30

// annotateFigures adds the changes that the step made to the pictures of frame i. If there are few
// points, it also adds the numbers of the points.
func annotateFigures(r Run, i int, figures []exercises.Figure) []exercises.Figure {
	seg := r.segmentAt(i)
	n := seg.data.Set.Len()
	previous := previousStep(r, i)
	if n > maxNumbered && previous == nil {
		return figures
	}
	out := slices.Clone(figures)
	for j, f := range out {
		m, ok := f.Plot.(ascii.Map)
		if !ok || len(m.Marks) != n {
			continue
		}
		m.Marks = slices.Clone(m.Marks)
		if n <= maxNumbered {
			for k := range m.Marks {
				m.Marks[k].Number = strconv.Itoa(k + 1)
			}
		}
		if previous != nil && m.Field != nil {
			m.PreviousField = seg.data.Expansion(*previous).OnSlice(seg.data.drawnSlice())
			if sides := switchedSides(*previous, r.traces[0].At(i)); len(sides) <= max(8, n/4) { // more would not help
				for k := range sides {
					m.Marks[k].ChangedSide = true
				}
			}
		}
		out[j].Plot = m
	}
	return out
}

// previousStep returns the step before frame i, whose boundary is drawn as a faint line. It returns
// nil in the primal and for solvers that start over when a parameter changes. It also returns nil
// if no step led to the frame, if the boundary did not move, or if the previous step had no
// boundary.
func previousStep(r Run, i int) *solvers.Step {
	seg := r.segmentAt(i)
	if r.startsSegment(i) || seg.primal() || seg.kind.Restarts {
		return nil
	}
	before, now := r.traces[0].At(i-1), r.traces[0].At(i)
	_, moved := firstDifferent(before.Coef(), now.Coef())
	flat := !slices.ContainsFunc(before.CoefCopy(), func(c float64) bool { return c != 0 }) // f is constant
	if flat || !moved && before.Bias == now.Bias {
		return nil
	}
	return &before
}
