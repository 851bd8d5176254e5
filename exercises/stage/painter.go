package stage

import (
	"slices"
	"strconv"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/solvers"
)

// Painter draws the frames of a run: the pictures and texts that show a step of a solver. All
// methods are pure.
type Painter interface {
	// Paint draws the frame at position i of the traces, without the reasons, which the run
	// adds. The first trace is the main one. The other traces run in lockstep with the main
	// trace, as a primal with its dual, and may be shorter.
	Paint(traces []solvers.Trace, i int) exercises.Frame
	// Event says what happened between two consecutive steps, or returns "".
	Event(prev, now solvers.Step) string
	// Conditions lists the predefined conditions at which a run can stop.
	Conditions() []exercises.Condition
}

// Repainter is a painter that can adapt to another setting. A painter that is not a Repainter may
// have texts that depend on the parameters. If a parameter changes, the result of [PainterOf]
// replaces such a painter.
type Repainter interface {
	Painter
	Repaint(data TrainingData, s solvers.Solver) Painter
}

// painters returns the painter of each kind of solver by name.
func painters() map[string]func(TrainingData, solvers.Solver) Painter {
	return map[string]func(TrainingData, solvers.Solver) Painter{
		"smo": func(data TrainingData, s solvers.Solver) Painter {
			return SMOPainter{Data: data, Solver: s.(solvers.SMO)}
		},
		"perceptron": func(data TrainingData, _ solvers.Solver) Painter { return PerceptronPainter{Data: data} },
		"logistic": func(data TrainingData, _ solvers.Solver) Painter {
			return DescentPainter{Data: data, Logistic: true}
		},
		"least-squares": func(data TrainingData, _ solvers.Solver) Painter { return DescentPainter{Data: data} },
		"ascent":        func(data TrainingData, _ solvers.Solver) Painter { return AscentPainter{Data: data} },
		"ridge": func(data TrainingData, s solvers.Solver) Painter {
			return RidgePainter{Data: data, Lambda: s.(solvers.Ridge).Lambda}
		},
	}
}

// PainterOf returns the painter of this package for the dual steps of a solver. ok is false if there
// is none.
func PainterOf(data TrainingData, s solvers.Solver) (Painter, bool) {
	kind, _ := anatomy.OwnKind(s)
	painter, ok := painters()[kind.Name]
	if !ok {
		return nil, false
	}
	return painter(data, s), true
}

// alphaConditions lists a condition for each of n points: the α of the point changes. verb
// describes the change in the label of the condition.
func alphaConditions(n int, verb string) []exercises.Condition {
	out := make([]exercises.Condition, n)
	for i := range out {
		point := strconv.Itoa(i + 1)
		out[i] = exercises.Condition{Name: "alpha" + point, Label: "α" + anatomy.Sub(i+1) + " " + verb,
			Text: "alpha[" + point + "] changes"}
	}
	return out
}

// painterAfterChange returns the painter to use under a new setting.
func painterAfterChange(p Painter, data TrainingData, s solvers.Solver, primal bool) Painter {
	if r, ok := p.(Repainter); ok {
		return r.Repaint(data, s)
	}
	if primal {
		return p // the painters of this package show dual traces
	}
	if own, ok := PainterOf(data, s); ok {
		return own
	}
	return p
}

// Frame returns frame i. It adds the chart of the training error and the reasons of the step to the
// frame of the painter. The reasons are computed on demand.
func (r Run) Frame(i int) exercises.Frame {
	f := paintFrame(r, i)
	if end := endReason(r); end != "" && i == r.Len()-1 {
		f.Notes = append(slices.Clip(f.Notes), ascii.Plain(end))
	}
	if n := len(r.choices); n > 0 && r.choices[n-1].Frame+1 == i {
		f.Notes = append(
			[]ascii.Line{
				{{Text: "Here this run was forked: ", Ink: ascii.Dim},
					{Text: r.choices[n-1].Description, Ink: ascii.Accent}},
			}, f.Notes...,
		)
	}
	return f
}

// paintFrame returns frame i without the notes on the end of the run and on the fork that led to it.
func paintFrame(r Run, i int) exercises.Frame {
	seg := r.segmentAt(i)
	traces := r.tracesIn(seg)
	f := seg.painter.Paint(traces, i)
	if f.Why == nil && r.replacements.why == "" {
		f.Why = seg.why(traces, i)
		f = seg.withCode(f, traces, i)
	}
	if chart, ok := trainingError(r, i); ok {
		f.Figures = append(f.Figures, chart)
	}
	if seg.firstFrame == i && seg.changeText != "" {
		f = segmentStartFrame(f, seg)
	}
	f.Figures = annotateFigures(r, i, f.Figures)
	if table, ok := pointsTable(r, i, f); ok {
		f.Figures = append(f.Figures, table)
	}
	return f
}

// segmentStartFrame returns the first frame of a segment, the part of a run after a fork that changed
// a parameter. No step led to this frame. It has the coefficients of the frame before the fork.
func segmentStartFrame(f exercises.Frame, s segment) exercises.Frame {
	what := "The coefficients are those of the other run at this step; f and everything that follows from it are recomputed."
	if s.kind.Restarts {
		what = "The stages begin again with K."
	}
	f.Formula = []ascii.Line{
		{{Text: "from here on: ", Ink: ascii.Dim}, {Text: s.changeText, Ink: ascii.Accent}},
		ascii.Plain(what),
	}
	f.Why, f.Code = nil, exercises.Code{}
	return f
}

// trainingError returns the chart of the fraction of points on the wrong side or, for regression, of
// the mean squared error. ok is false if other pictures already show the training error, or if
// it has no meaning.
func trainingError(r Run, i int) (exercises.Figure, bool) {
	seg := r.segmentAt(i)
	if seg.kind.OmitTrainingError {
		return exercises.Figure{}, false
	}
	title, name, measure := "training error, share wrong", "wrong", wrongSide
	if seg.data.Set.Task() == dataset.Regression {
		title, name, measure = "training error, mean square", "mse", squaredError
	}
	y := seg.problem().Labels()
	return History(title, r.traces[0], i, false, Track{Name: name, Value: func(s solvers.Step) float64 {
		var sum float64
		for i, score := range s.Scores().All() {
			sum += measure(y[i], score+s.Bias)
		}
		return sum / float64(len(y))
	}}), true
}

// wrongSide returns 1 if y·f ≤ 0, or else 0.
func wrongSide(y, f float64) float64 {
	if y*f <= 0 {
		return 1
	}
	return 0
}

// squaredError returns (y − f)².
func squaredError(y, f float64) float64 { return (y - f) * (y - f) }

// Main returns a figure for the main area, which is the largest.
func Main(title string, plot ascii.Figure) exercises.Figure {
	return exercises.Figure{Title: title, Role: exercises.Main, Plot: plot}
}

// Beside returns a figure for the area beside the main one.
func Beside(title string, plot ascii.Figure) exercises.Figure {
	return exercises.Figure{Title: title, Role: exercises.Chart, Plot: plot}
}

// Table returns a figure for the area of tables.
func Table(title string, plot ascii.Figure) exercises.Figure {
	return exercises.Figure{Title: title, Role: exercises.Table, Plot: plot}
}

// Strip returns a figure of few rows, for the area below all other figures.
func Strip(title string, plot ascii.Figure) exercises.Figure {
	return exercises.Figure{Title: title, Role: exercises.Strip, Plot: plot}
}
