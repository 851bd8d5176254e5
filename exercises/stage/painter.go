package stage

import (
	"strconv"
	"strings"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
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
