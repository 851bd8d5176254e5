package stage

import (
	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/solvers"
)

// Frame returns frame i: the painter's, with the training error among the
// charts and the reasons, which are computed when they are asked for.
func (r Run) Frame(i int) exercises.Frame {
	f := r.painted(i)
	if n := len(r.choices); n > 0 && r.choices[n-1].At+1 == i {
		f.Notes = append([]ascii.Line{{{Text: "Here this run left the other: ", Ink: ascii.Dim}, {Text: r.choices[n-1].Words, Ink: ascii.Accent}}}, f.Notes...)
	}
	return f
}

// painted is frame i, whatever fork led to it.
func (r Run) painted(i int) exercises.Frame {
	seg := r.at(i)
	traces := r.view(seg)
	f := seg.painter.Paint(traces, i)
	f.Why = seg.why(traces, i)
	if chart, ok := r.trainingError(i); ok {
		f.Figures = append(f.Figures, chart)
	}
	if seg.from == i && seg.opening != "" {
		f = opening(f, seg)
	}
	return f
}

// opening is a frame that no step led to: the coefficients of the frame before
// the fork, seen under the new setting.
func opening(f exercises.Frame, s segment) exercises.Frame {
	what := "The coefficients are those of the other run at this step; f and all that follows from it are computed afresh."
	if s.kind.Restarts {
		what = "The stages begin again with K."
	}
	f.Formula = []ascii.Line{
		{{Text: "from here on: ", Ink: ascii.Dim}, {Text: s.opening, Ink: ascii.Accent}},
		ascii.Plain(what),
	}
	f.Why = nil
	return f
}

// trainingError is the chart of the share of points on the wrong side, or of
// the mean squared error; not ok where the stage shows it already.
func (r Run) trainingError(i int) (exercises.Figure, bool) {
	seg := r.at(i)
	if seg.kind.ErrorShown {
		return exercises.Figure{}, false
	}
	title, name, of := "training error: share on the wrong side", "wrong", wrongShare
	if seg.model.Set.Task() == dataset.Regression {
		title, name, of = "training error: mean squared error", "mse", meanSquare
	}
	p := seg.problems[0]
	return History(title, r.traces[0], i, false, Track{Name: name, Of: func(s solvers.Step) float64 { return of(p, s) }}), true
}

// wrongShare is the share of points with y·f ≤ 0.
func wrongShare(p *solvers.Problem, s solvers.Step) float64 {
	wrong := 0
	for i := range p.Len() {
		if p.Y(i)*s.F(i) <= 0 {
			wrong++
		}
	}
	return float64(wrong) / float64(p.Len())
}

// meanSquare is the mean of (y − f)².
func meanSquare(p *solvers.Problem, s solvers.Step) float64 {
	var sum float64
	for i := range p.Len() {
		d := p.Y(i) - s.F(i)
		sum += d * d
	}
	return sum / float64(p.Len())
}
