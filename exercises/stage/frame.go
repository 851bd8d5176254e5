package stage

import (
	"slices"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/solvers"
)

// Frame returns frame i: the painter's, with the training error among the
// charts and the reasons, which are computed when they are asked for.
func (r Run) Frame(i int) exercises.Frame {
	f := painted(r, i)
	if end := endOf(r); end != "" && i == r.Len()-1 {
		f.Notes = append(slices.Clip(f.Notes), ascii.Plain(end))
	}
	if n := len(r.choices); n > 0 && r.choices[n-1].At+1 == i {
		f.Notes = append([]ascii.Line{{{Text: "Here this run left the other: ", Ink: ascii.Dim}, {Text: r.choices[n-1].Words, Ink: ascii.Accent}}}, f.Notes...)
	}
	return f
}

// painted is frame i, whatever fork led to it.
func painted(r Run, i int) exercises.Frame {
	seg := r.at(i)
	traces := r.view(seg)
	f := seg.painter.Paint(traces, i)
	if r.without.why == "" {
		f.Why = seg.why(traces, i)
	}
	if chart, ok := trainingError(r, i); ok {
		f.Figures = append(f.Figures, chart)
	}
	if seg.from == i && seg.opening != "" {
		f = opening(f, seg)
	}
	f.Figures = annotated(r, i, f.Figures)
	if table, ok := stateOf(r, i, f); ok {
		f.Figures = append(f.Figures, table)
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
func trainingError(r Run, i int) (exercises.Figure, bool) {
	seg := r.at(i)
	if seg.kind.ErrorShown {
		return exercises.Figure{}, false
	}
	title, name, of := "training error, share wrong", "wrong", wrongSide
	if seg.model.Set.Task() == dataset.Regression {
		title, name, of = "training error, mean square", "mse", squared
	}
	y := seg.problem().Labels()
	return History(title, r.traces[0], i, false, Track{Name: name, Of: func(s solvers.Step) float64 {
		var sum float64
		for i, score := range s.Scores().All() {
			sum += of(y[i], score+s.Bias)
		}
		return sum / float64(len(y))
	}}), true
}

// wrongSide is 1 for a point with y·f ≤ 0, or else 0.
func wrongSide(y, f float64) float64 {
	if y*f <= 0 {
		return 1
	}
	return 0
}

// squared is (y − f)².
func squared(y, f float64) float64 { return (y - f) * (y - f) }
