package stage

import (
	"math"
	"slices"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/solvers"
)

// maxSamples is the maximum number of steps of a trace that a chart shows.
const maxSamples = 400

// sampledSteps returns the steps that a chart of coefficients shows. For a short trace, it returns
// all steps. For a long trace, it returns steps that are evenly spaced and include both ends and
// the current step. It prefers steps in memory, because other steps must be recomputed.
func sampledSteps(t solvers.Trace, current int) []int {
	if t.Len() <= maxSamples {
		out := make([]int, t.Len())
		for i := range out {
			out[i] = i
		}
		return out
	}
	out := t.StoredSteps(maxSamples)
	if at, found := slices.BinarySearch(out, current); !found && current < t.Len() {
		out = slices.Insert(out, at, current)
	}
	return out
}

// Track is a quantity of a step that a chart follows.
type Track struct {
	Name  string
	Value func(solvers.Step) float64
	// SummaryOnly means that Value uses only fields that [solvers.Trace.Summary] returns, which are
	// stored for every step.
	SummaryOnly bool
	Ink         ascii.Ink // if None, the next unused ink of a series
}

// History returns the chart of some quantities over all steps of a trace, with the
// cursor at step i.
func History(title string, t solvers.Trace, i int, log bool, tracks ...Track) exercises.Figure {
	series := make([]ascii.ChartSeries, len(tracks))
	for j, tr := range tracks {
		series[j] = ascii.ChartSeries{Name: tr.Name, Ink: tr.Ink}
		series[j].X, series[j].Y = tr.values(t, i)
	}
	return chartOverSteps(title, t, i, log, series)
}

// values returns the values of a track over the steps. If the track is SummaryOnly and the trace is
// long, it returns the minimum and the maximum of each section of the trace, so that the
// chart shows all oscillations.
func (tr Track) values(t solvers.Trace, current int) (x, y []float64) {
	add := func(i int, v float64) { x, y = append(x, float64(i)), append(y, v) }
	if !tr.SummaryOnly || t.Len() <= maxSamples {
		for _, i := range sampledSteps(t, current) {
			add(i, tr.Value(t.At(i)))
		}
		return x, y
	}
	value := func(i int) float64 { return tr.Value(t.Summary(i)) }
	for from, to := 0, 0; from < t.Len(); from = to {
		to = min(t.Len(), from+2*t.Len()/maxSamples)
		switch {
		case from == current:
			to = from + 1
		case from < current && current < to:
			to = current
		}
		argmin, argmax := extremes(from, to, value)
		add(min(argmin, argmax), value(min(argmin, argmax)))
		if argmin != argmax {
			add(max(argmin, argmax), value(max(argmin, argmax)))
		}
	}
	return x, y
}

// extremes returns the indices argmin and argmax of the least and the greatest value among the
// indices in [start, end).
func extremes(start, end int, value func(int) float64) (argmin, argmax int) {
	argmin, argmax = start, start
	for i := start + 1; i < end; i++ {
		if value(i) < value(argmin) {
			argmin = i
		}
		if value(i) > value(argmax) {
			argmax = i
		}
	}
	return argmin, argmax
}

// objectiveTrack returns the track of the objective with the given name.
func objectiveTrack(name string) Track {
	return Track{Name: name, SummaryOnly: true, Value: func(s solvers.Step) float64 { return s.Objective }}
}

// MistakesTrack returns the track of the number of points that a perceptron misclassifies.
func MistakesTrack(t solvers.Trace) Track {
	n := float64(t.Problem().Len())
	return Track{Name: "wrong", SummaryOnly: true,
		Value: func(s solvers.Step) float64 { return math.Round(n * s.Violation) }}
}

// logThreshold is the ratio of the largest to the smallest value above which an axis becomes
// logarithmic.
const logThreshold = 1e3

// spansDecades reports whether all finite values are positive and span at least three
// decades.
func spansDecades(series []ascii.ChartSeries) bool {
	least, most := math.Inf(1), 0.0
	for _, s := range series {
		for _, y := range s.Y {
			if math.IsNaN(y) || math.IsInf(y, 0) {
				continue
			}
			least, most = min(least, y), max(most, y)
		}
	}
	return least > 0 && most >= logThreshold*least
}

// chartOverSteps returns the chart of series over the steps. It is logarithmic if log is set
// or if the values span decades.
func chartOverSteps(title string, t solvers.Trace, i int, log bool, series []ascii.ChartSeries) exercises.Figure {
	return SideFigure(title, ascii.Chart{
		Series: series, Log: log || spansDecades(series), XLabel: "step", HasCursor: true, Cursor: float64(i),
		X: ascii.Range{Max: max(1, float64(t.Len()-1))},
	})
}

// classInk returns the ink of a point's class.
func (data TrainingData) classInk(i int) ascii.Ink {
	switch data.class(i) {
	case 1:
		return ascii.MarkPos
	case -1:
		return ascii.MarkNeg
	}
	return ascii.Dim
}

// coefHistory returns the chart of every coefficient over the steps. At most four coefficients
// have an entry in inks, which gives their colour. The others are dim, in the colour of the class of
// their point.
func coefHistory(title, letter string, data TrainingData, t solvers.Trace, i int,
	inks map[int]ascii.Ink) exercises.Figure {
	steps, n := sampledSteps(t, i), t.At(0).Coef().Len()
	values, x := make([]float64, n*len(steps)), make([]float64, len(steps))
	for k, step := range steps {
		x[k] = float64(step)
		for j, c := range t.At(step).Coef().All() {
			values[j*len(steps)+k] = c
		}
	}
	dimSeries, brightSeries := make([]ascii.ChartSeries, 0, n), []ascii.ChartSeries(nil)
	for j := range n {
		series := ascii.ChartSeries{Name: letter + anatomy.Sub(j+1), X: x,
			Y: values[j*len(steps) : (j+1)*len(steps) : (j+1)*len(steps)]}
		if ink, ok := inks[j]; ok {
			series.Ink = ink
			brightSeries = append(brightSeries, series)
		} else {
			series.Ink, series.Dim = data.classInk(j), true
			dimSeries = append(dimSeries, series)
		}
	}
	return chartOverSteps(title, t, i, false, append(dimSeries, brightSeries...))
}

// CoefBars shows the coefficients of a step as bars in the colours of the classes. tags are short
// labels of some of the bars. refs are horizontal reference lines.
func CoefBars(title, letter string, data TrainingData, s solvers.Step, tags map[int]ascii.Span,
	refs ...ascii.RefLine) exercises.Figure {
	b := ascii.Bars{Refs: refs, Bars: make([]ascii.Bar, 0, s.Coef().Len())}
	for i, c := range s.Coef().All() {
		b.Bars = append(b.Bars,
			ascii.Bar{Label: letter + anatomy.Sub(i+1), Value: c, Class: data.class(i), Tag: tags[i]})
	}
	return SideFigure(title, b)
}

// MarksOnLine returns the points of a one-dimensional set as marks, and the range of an axis that
// shows the points with some margin.
func MarksOnLine(set *dataset.Set) ([]ascii.Mark, ascii.Range) {
	marks := make([]ascii.Mark, set.Len())
	for i := range marks {
		marks[i] = ascii.Mark{X: set.Point(i)[0], Class: int(set.Label(i))}
	}
	return marks, ascii.RangeOf(set.Column(0)...).Pad(0.08)
}
