package stage

import (
	"fmt"
	"math"
	"slices"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/solvers"
)

// Compare compares both runs at frame i. If the other run is shorter, Compare uses the last frame
// of the other run. The comparison shows both boundaries in one picture, both objectives in one
// chart, and the differences of the coefficients. ok is false if the runs are on different points,
// or if the coefficients of their solvers have different meanings.
func (r Run) Compare(other exercises.Run, i int) (exercises.Comparison, bool) {
	o, ok := other.(Run)
	if !ok || i < 0 || i >= r.Len() || pointDifferences(r.start.data.Set, o.start.data.Set) != "" {
		return exercises.Comparison{}, false
	}
	a, b := r.traces[0].At(i), o.traces[0].At(min(i, o.Len()-1))
	if a.Coef().Len() != b.Coef().Len() || r.start.solver().Name() != o.start.solver().Name() {
		return exercises.Comparison{}, false
	}
	p := comparison{thisRun: r, otherRun: o, i: i, j: min(i, o.Len()-1), a: a, b: b}
	for n, v := range a.Coef().All() {
		p.size = max(p.size, math.Abs(v), math.Abs(b.Coef().At(n)))
	}
	return exercises.Comparison{Figures: p.figures(), Facts: p.facts()}, true
}

// comparison holds two runs on the same points, at one frame of each.
type comparison struct {
	thisRun, otherRun Run
	i, j              int          // the frame of thisRun, and the frame of otherRun
	a, b              solvers.Step // the step of thisRun at frame i, and the step of otherRun at frame j
	size              float64      // the largest absolute value of a coefficient of a or b
}

// mainMap returns the figure of a frame that shows f in the plane, and its map.
func mainMap(f exercises.Frame) (exercises.Figure, ascii.Map, bool) {
	for _, fig := range f.Figures {
		if m, ok := fig.Plot.(ascii.Map); ok {
			return fig, m, true
		}
	}
	return exercises.Figure{}, ascii.Map{}, false
}

func (c comparison) figures() []exercises.Figure {
	var out []exercises.Figure
	fig, m, ok := mainMap(c.thisRun.Frame(c.i))
	_, otherMap, otherOK := mainMap(c.otherRun.Frame(c.j))
	if ok && otherOK {
		fig.Title = "both: this line, the other dotted"
		m.ComparisonField = otherMap.Field
		m.Curves = slices.Concat(m.Curves, otherCurves(otherMap.Curves))
		fig.Plot = m
		out = append(out, fig)
	}
	return append(out, c.objectives(), c.differences())
}

// otherCurves returns f of the other run as a dotted curve for a picture of the number line. curves
// are the curves of the other run.
func otherCurves(curves []ascii.CurveLine) []ascii.CurveLine {
	var out []ascii.CurveLine
	for _, l := range curves {
		if l.Name == "f" {
			l.Name, l.Ink, l.Dotted = "f of the other", ascii.Truth, true
			out = append(out, l)
		}
	}
	return out
}

// objectives returns the chart of both objectives over the steps.
func (c comparison) objectives() exercises.Figure {
	name := c.kind().Objective
	this, other := objectiveTrack("this"), objectiveTrack("other")
	other.Ink = ascii.Truth
	thisFigure := History(name+" of both", c.thisRun.traces[0], c.i, false, this)
	otherFigure := History("", c.otherRun.traces[0], c.j, false, other)
	chart, otherChart := thisFigure.Plot.(ascii.Chart), otherFigure.Plot.(ascii.Chart)
	chart.Series = slices.Concat(chart.Series, otherChart.Series)
	chart.X.Max = max(chart.X.Max, otherChart.X.Max)
	chart.Log = spansDecades(chart.Series)
	thisFigure.Plot = chart
	return thisFigure
}

// kind returns the kind of both solvers.
func (c comparison) kind() anatomy.Kind { return c.thisRun.start.kind }

// letter returns the symbol of the coefficients.
func (c comparison) letter() string {
	if c.thisRun.start.primal() {
		return "w"
	}
	return c.kind().Letter
}

// rounding is the largest difference, relative to the largest coefficient, that counts as
// rounding error.
const rounding = 1e-12

// roundedDifference returns v − u, or 0 if the difference is within the rounding error of numbers
// of the given size.
func roundedDifference(v, u, size float64) float64 {
	if math.Abs(v-u) <= rounding*size {
		return 0
	}
	return v - u
}

// differences shows the coefficients of this run minus the coefficients of the other run.
func (c comparison) differences() exercises.Figure {
	var bars ascii.Bars
	set := c.thisRun.start.data.Set
	for n, v := range c.a.Coef().All() {
		bar := ascii.Bar{Label: "Δ" + c.letter() + anatomy.Sub(n+1), Value: roundedDifference(v, c.b.Coef().At(n),
			c.size)}
		if c.letter() != "w" && set.Task() == dataset.Classification {
			bar.Class = int(set.Label(n))
		}
		bars.Bars = append(bars.Bars, bar)
	}
	return SideFigure("Δ"+c.letter()+", this minus the other", bars)
}

func (c comparison) facts() []ascii.Line {
	var out []ascii.Line
	add := func(format string, a ...any) { out = append(out, ascii.Plain(fmt.Sprintf(format, a...))) }
	if at, differs := c.firstDifference(); differs {
		add("The two differ from step %d on.", at)
	} else {
		add("The steps that both have are the same.")
	}
	if c.j < c.i {
		add("The other ends at step %d: %s.", c.j, c.b.Status.Phrase())
	}
	add("%s = %s here, %s in the other: a difference of %s.", c.kind().Objective, anatomy.Num(c.a.Objective),
		anatomy.Num(c.b.Objective), anatomy.Num(roundedDifference(c.a.Objective, c.b.Objective,
			math.Abs(c.a.Objective))))
	c.coefFacts(add)
	if c.thisRun.start.data.Set.Task() == dataset.Classification {
		add("f has a different sign at %d of %d points.", c.disagreements(), c.a.Scores().Len())
	}
	add("b = %s here, %s in the other.", anatomy.Num(c.a.Bias), anatomy.Num(c.b.Bias))
	return out
}

func (c comparison) coefFacts(add func(string, ...any)) {
	largest, at, differCount := 0.0, 0, 0
	var thisCount, otherCount int
	for i, v := range c.a.Coef().All() {
		u := c.b.Coef().At(i)
		d := math.Abs(roundedDifference(v, u, c.size))
		if d != 0 {
			differCount++
		}
		if d > largest {
			largest, at = d, i
		}
		if v != 0 {
			thisCount++
		}
		if u != 0 {
			otherCount++
		}
	}
	if differCount == 0 {
		add("%s is the same in both, up to rounding.", c.letter())
	} else {
		add("%s differs at %d of %d places.", c.letter(), differCount, c.a.Coef().Len())
		add("Most at %s%s: %s here, %s in the other.", c.letter(), anatomy.Sub(at+1), anatomy.Num(c.a.Coef().At(at)),
			anatomy.Num(c.b.Coef().At(at)))
	}
	if c.kind().Sparse {
		add("Support vectors: %d here, %d in the other.", thisCount, otherCount)
	}
}

// disagreements returns the number of points for which f has different signs in the two
// runs.
func (c comparison) disagreements() int {
	n := 0
	for i := range c.a.Scores().Len() {
		if (c.a.F(i) > 0) != (c.b.F(i) > 0) {
			n++
		}
	}
	return n
}

// firstDifference returns the first step at which the runs differ.
func (c comparison) firstDifference() (step int, differs bool) {
	for at := range min(c.thisRun.Len(), c.otherRun.Len()) {
		a, b := c.thisRun.traces[0].At(at), c.otherRun.traces[0].At(at)
		if _, differ := firstDifferent(a.Coef(), b.Coef()); differ || c.kind().Move(a) != c.kind().Move(b) ||
			math.Float64bits(a.Bias) != math.Float64bits(b.Bias) {
			return at, true
		}
	}
	return 0, false
}
