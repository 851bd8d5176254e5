package debug

import (
	"kernellab/exercises/anatomy"
	"kernellab/exercises/stage"
	"kernellab/solvers"
)

// segment is a stretch of a run under one setting. The first begins at frame
// 0; each change of a parameter begins another.
type segment struct {
	from     int // the frame from which the setting is in force
	model    stage.Model
	painter  stage.Painter
	solvers  []solvers.Solver   // one a trace, the main one first
	problems []*solvers.Problem // likewise
	// opening says what changed, in words; empty for the first segment.
	opening string
	desk    *desk
}

// firstSegment reads the setting off a stage run.
func firstSegment(m stage.Model, r stage.TraceRun) segment {
	s := segment{model: m, painter: r.Painter()}
	for _, t := range r.Traces() {
		s.solvers = append(s.solvers, t.Solver())
		s.problems = append(s.problems, t.Problem())
	}
	s.desk = newDesk(s, r.Traces())
	return s
}

// view is the traces as the segment's solvers made them.
func (s segment) view(traces []solvers.Trace) []solvers.Trace {
	out := make([]solvers.Trace, min(len(traces), len(s.solvers)))
	for j := range out {
		out[j] = traces[j].Resume(s.solvers[j], s.problems[j])
	}
	return out
}

// view is the traces of the run as the solvers of one of its segments made
// them.
func (r Run) view(s segment) []solvers.Trace {
	if s.from == r.last().from {
		return r.traces
	}
	return s.view(r.traces)
}

// main is the solver that is shown, or that a faulty one claims to be.
func (s segment) main() solvers.Solver { return anatomy.Claimed(s.solvers[0]) }

// faulty reports whether the solver has a planted error.
func (s segment) faulty() bool {
	_, ok := s.solvers[0].(interface{ Claims() solvers.Solver })
	return ok
}

// Repainter is a painter that can show the run under another setting. A
// painter that is none gives way to the stage's own where a parameter changes,
// because what it says may depend on the old one.
type Repainter interface {
	stage.Painter
	Repaint(m stage.Model, s solvers.Solver) stage.Painter
}

// repaint is what shows the steps under a new setting.
func repaint(p stage.Painter, m stage.Model, s solvers.Solver, primal bool) stage.Painter {
	if r, ok := p.(Repainter); ok {
		return r.Repaint(m, s)
	}
	if primal {
		return p // the stage's own painters show dual traces
	}
	if own, ok := stage.PainterOf(m, s); ok {
		return own
	}
	return p
}
