package stage

import (
	"math"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// maxSamples is how many steps of a long trace a chart shows.
const maxSamples = 400

// samples returns the steps that a chart shows: all of a short trace, an even
// choice of a long one, with the ends and the current step.
func samples(n, current int) []int {
	if n <= maxSamples {
		out := make([]int, n)
		for i := range out {
			out[i] = i
		}
		return out
	}
	out := make([]int, 0, maxSamples+1)
	for j := range maxSamples {
		i := j * (n - 1) / (maxSamples - 1)
		if len(out) > 0 && out[len(out)-1] < current && current < i {
			out = append(out, current)
		}
		out = append(out, i)
	}
	return out
}

// Track is a quantity of a step that a chart follows.
type Track struct {
	Name string
	Of   func(solvers.Step) float64
	Ink  ascii.Ink // None: the next series ink
	Dim  bool
}

// History is the chart of some quantities over all steps of a trace, with the
// cursor at step i.
func History(title string, t solvers.Trace, i int, log bool, tracks ...Track) exercises.Figure {
	at := samples(t.Len(), i)
	series := make([]ascii.ChartSeries, len(tracks))
	for j, tr := range tracks {
		series[j] = ascii.ChartSeries{Name: tr.Name, Y: make([]float64, len(at)), Ink: tr.Ink, Dim: tr.Dim}
	}
	for n, step := range at {
		s := t.At(step)
		for j, tr := range tracks {
			series[j].Y[n] = tr.Of(s)
		}
	}
	return overSteps(title, t, i, log, at, series)
}

// overSteps is the chart of series that have a value at each of some steps.
func overSteps(title string, t solvers.Trace, i int, log bool, at []int, series []ascii.ChartSeries) exercises.Figure {
	x := make([]float64, len(at))
	for n, step := range at {
		x[n] = float64(step)
	}
	for j := range series {
		series[j].X = x
	}
	return exercises.Figure{Title: title, Role: exercises.Chart, Plot: ascii.Chart{
		Series: series, Log: log, XLabel: "step", HasCursor: true, Cursor: float64(i), X: ascii.Range{Max: math.Max(1, float64(t.Len()-1))},
	}}
}

// classInk is the ink of a point's class.
func (m Model) classInk(i int) ascii.Ink {
	switch m.class(i) {
	case 1:
		return ascii.MarkPos
	case -1:
		return ascii.MarkNeg
	}
	return ascii.Dim
}

// coefHistory is the chart of every coefficient over the steps: those named in
// colour (at most four), the others dim in the colour of their class.
func coefHistory(title, letter string, m Model, t solvers.Trace, i int, coloured map[int]ascii.Ink) exercises.Figure {
	at, n := samples(t.Len(), i), t.At(0).Coef().Len()
	values := make([]float64, n*len(at))
	for k, step := range at {
		for j, c := range t.At(step).Coef().All() {
			values[j*len(at)+k] = c
		}
	}
	var dim, bright []ascii.ChartSeries
	for j := range n {
		one := ascii.ChartSeries{Name: letter + anatomy.Sub(j+1), Y: values[j*len(at) : (j+1)*len(at) : (j+1)*len(at)]}
		if ink, ok := coloured[j]; ok {
			one.Ink = ink
			bright = append(bright, one)
		} else {
			one.Ink, one.Dim = m.classInk(j), true
			dim = append(dim, one)
		}
	}
	return overSteps(title, t, i, false, at, append(dim, bright...))
}

// CoefBars are the coefficients of a step as bars in the colours of the
// classes; those in coloured stand out in the ink of their letter, and refs
// are drawn across.
func CoefBars(title, letter string, m Model, s solvers.Step, coloured map[int]ascii.Ink, refs ...ascii.RefLine) exercises.Figure {
	b := ascii.Bars{Refs: refs}
	for i, c := range s.Coef().All() {
		bar := ascii.Bar{Label: letter + anatomy.Sub(i+1), Value: c, Class: m.class(i)}
		if ink, ok := coloured[i]; ok {
			bar.Class, bar.Ink = 0, ink
		}
		b.Bars = append(b.Bars, bar)
	}
	return exercises.Figure{Title: title, Role: exercises.Chart, Plot: b}
}
