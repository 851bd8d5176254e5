package bench

import (
	"slices"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/stage"
	"kernellab/solvers"
)

// run starts the solver, with what is told beside its frames.
func (b Bench) run(at setUp, problem *solvers.Problem, s solvers.Solver, a exercises.Answers) (exercises.Run, error) {
	m := at.model
	traces, err := b.traces(m, problem, s)
	if err != nil {
		return nil, err
	}
	p := telling{names: b.Notes, foretold: b.Foretold.in(a), placed: at.place != nil}.Repaint(m, s)
	return stage.NewRun(m, p, traces...), nil
}

// traces are the run, and what goes beside it.
func (b Bench) traces(m stage.Model, problem *solvers.Problem, s solvers.Solver) ([]solvers.Trace, error) {
	if b.Beside == "primal" {
		r, err := stage.Start(m, s)
		return r.Traces(), err
	}
	walks := []solvers.Solver{s}
	if l, ok := s.(solvers.Logistic); ok && b.Beside == "form" {
		l.Form = otherForm(l.Form)
		walks = append(walks, l)
	}
	traces := make([]solvers.Trace, len(walks))
	for i, walk := range walks {
		var err error
		if traces[i], err = solvers.NewTrace(walk, problem); err != nil {
			return nil, err
		}
	}
	return traces, nil
}

// otherForm is a form that computes its residuals by another formula: beside
// s(−yf)·y it is y′ − s(f) with its subtraction, so that agreement is found and
// not built in.
func otherForm(f solvers.LogisticForm) solvers.LogisticForm {
	if f == solvers.PlusMinus {
		return solvers.Subtracted
	}
	return solvers.PlusMinus
}

// telling is the stage's own painter of a solver, with a bench's notes before
// those of each frame.
type telling struct {
	stage.Painter
	names    []string
	foretold string
	notes    []teller
	placed   bool // the points are: the axes stay
}

// Repaint shows the run under a setting.
func (t telling) Repaint(m stage.Model, s solvers.Solver) stage.Painter {
	t.Painter, _ = stage.PainterOf(m, s)
	t.notes = nil
	for _, name := range t.names {
		if note := noteOf(name); note != nil {
			t.notes = append(t.notes, note(setting{model: m, solver: s, foretold: t.foretold}))
		}
	}
	if len(t.notes) == 0 && !t.placed {
		return t.Painter
	}
	return t
}

// Paint makes frame i. What goes beside the run is told of in the notes.
func (t telling) Paint(traces []solvers.Trace, i int) exercises.Frame {
	f := t.Painter.Paint(traces[:1], i)
	var lines []ascii.Line
	for _, tell := range t.notes {
		lines = append(lines, tell(traces, i)...)
	}
	f.Notes = slices.Concat(lines, f.Notes)
	if t.placed {
		f.Figures = slices.Clone(f.Figures)
		for i := range f.Figures {
			f.Figures[i] = still(f.Figures[i])
		}
	}
	return f
}
