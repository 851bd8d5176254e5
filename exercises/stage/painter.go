package stage

import (
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/solvers"
)

// Painter shows the steps of a solver. All methods are pure.
type Painter interface {
	// Paint makes the frame of position i of the traces; the first is the main
	// one, the others are companions in lockstep (a primal beside its dual),
	// and may be shorter. What the run itself adds is left out: the reasons.
	Paint(traces []solvers.Trace, i int) exercises.Frame
	// Event names what happened between two steps that follow each other, or
	// is empty.
	Event(prev, now solvers.Step) string
	// Breaks lists what Holds knows.
	Breaks() []exercises.Break
	// Holds reports whether the named break holds at now.
	Holds(name string, prev, now solvers.Step) bool
}

// Repainter is a painter that can show the run under another setting. A
// painter that is none gives way to the stage's own where a parameter changes,
// because what it says may depend on the old one.
type Repainter interface {
	Painter
	Repaint(m Model, s solvers.Solver) Painter
}

// painters is what shows the steps of each kind of solver, by its name.
func painters() map[string]func(Model, solvers.Solver) Painter {
	return map[string]func(Model, solvers.Solver) Painter{
		"smo":        func(m Model, s solvers.Solver) Painter { return SMOPainter{Model: m, Solver: s.(solvers.SMO)} },
		"perceptron": func(m Model, _ solvers.Solver) Painter { return PerceptronPainter{Model: m} },
		"logistic": func(m Model, s solvers.Solver) Painter {
			return DescentPainter{Model: m, Logistic: true, Form: s.(solvers.Logistic).Form}
		},
		"least-squares": func(m Model, _ solvers.Solver) Painter { return DescentPainter{Model: m} },
		"ascent":        func(m Model, _ solvers.Solver) Painter { return AscentPainter{Model: m} },
		"ridge": func(m Model, s solvers.Solver) Painter {
			return RidgePainter{Model: m, Lambda: s.(solvers.Ridge).Lambda}
		},
	}
}

// PainterOf is the stage's own painter of a solver's steps in the dual; not ok
// for a solver that it has none for.
func PainterOf(m Model, s solvers.Solver) (Painter, bool) {
	kind, ok := anatomy.Exactly(s)
	if !ok {
		return nil, false
	}
	painter, ok := painters()[kind.Name]
	if !ok {
		return nil, false
	}
	return painter(m, s), true
}

// alphaBreaks lists a break for the α of each of n points, with what α does.
func alphaBreaks(n int, does string) []exercises.Break {
	out := make([]exercises.Break, n)
	for i := range out {
		out[i] = exercises.Break{Name: "alpha" + strconv.Itoa(i+1), Label: "α" + anatomy.Sub(i+1) + " " + does}
	}
	return out
}

// alphaOf is the point of a break that alphaBreaks listed, from 0.
func alphaOf(name string) (i int, ok bool) {
	text, ok := strings.CutPrefix(name, "alpha")
	if !ok {
		return 0, false
	}
	i, err := strconv.Atoi(text)
	return i - 1, err == nil
}

// repaint is what shows the steps under a new setting.
func repaint(p Painter, m Model, s solvers.Solver, primal bool) Painter {
	if r, ok := p.(Repainter); ok {
		return r.Repaint(m, s)
	}
	if primal {
		return p // the stage's own painters show dual traces
	}
	if own, ok := PainterOf(m, s); ok {
		return own
	}
	return p
}

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

// Main returns a figure for the large place on the stage.
func Main(title string, plot ascii.Figure) exercises.Figure {
	return exercises.Figure{Title: title, Role: exercises.Main, Plot: plot}
}

// Chart returns a figure for the place beside the main one.
func Chart(title string, plot ascii.Figure) exercises.Figure {
	return exercises.Figure{Title: title, Role: exercises.Chart, Plot: plot}
}

// Table returns a figure for the place of tables.
func Table(title string, plot ascii.Figure) exercises.Figure {
	return exercises.Figure{Title: title, Role: exercises.Table, Plot: plot}
}

// Strip returns a figure of few rows, for the place below the others.
func Strip(title string, plot ascii.Figure) exercises.Figure {
	return exercises.Figure{Title: title, Role: exercises.Strip, Plot: plot}
}
