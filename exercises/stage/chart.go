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
	x := make([]float64, len(at))
	values := make([]float64, len(at)*len(tracks))
	for n, step := range at {
		x[n] = float64(step)
		s := t.At(step)
		for j := range tracks {
			values[j*len(at)+n] = tracks[j].Of(s)
		}
	}
	c := ascii.Chart{Log: log, XLabel: "step", HasCursor: true, Cursor: float64(i), X: ascii.Range{Max: math.Max(1, float64(t.Len()-1))}}
	for j, tr := range tracks {
		y := values[j*len(at) : (j+1)*len(at) : (j+1)*len(at)]
		c.Series = append(c.Series, ascii.ChartSeries{Name: tr.Name, X: x, Y: y, Ink: tr.Ink, Dim: tr.Dim})
	}
	return exercises.Figure{Title: title, Role: exercises.Chart, Plot: c}
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

// CoefHistory is the chart of every coefficient over the steps: those named in
// colour (at most four), the others dim in the colour of their class.
func CoefHistory(title, letter string, m Model, t solvers.Trace, i int, coloured map[int]ascii.Ink) exercises.Figure {
	var dim, bright []Track
	for j := range t.At(0).Coef().Len() {
		tr := Track{Name: letter + anatomy.Sub(j+1), Of: func(s solvers.Step) float64 { return s.Coef().At(j) }}
		if ink, ok := coloured[j]; ok {
			tr.Ink = ink
			bright = append(bright, tr)
		} else {
			tr.Ink, tr.Dim = m.classInk(j), true
			dim = append(dim, tr)
		}
	}
	return History(title, t, i, false, append(dim, bright...)...)
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
