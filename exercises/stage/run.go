package stage

import (
	"context"

	"kernellab/exercises"
	"kernellab/solvers"
)

// Painter shows the steps of a solver. All methods are pure.
type Painter interface {
	// Paint makes the frame of position i of the traces; the first is the main
	// one, the others are companions in lockstep (a primal beside its dual),
	// and may be shorter.
	Paint(traces []solvers.Trace, i int) exercises.Frame
	// Event names what happened between two steps that follow each other, or
	// is empty.
	Event(prev, now solvers.Step) string
	// Breaks lists what Holds knows.
	Breaks() []exercises.Break
	// Holds reports whether the named break holds at now.
	Holds(name string, prev, now solvers.Step) bool
}

// PainterOf is the stage's own painter of a solver's steps in the dual; not ok
// for a solver that it has none for.
func PainterOf(m Model, s solvers.Solver) (Painter, bool) {
	switch s := s.(type) {
	case solvers.SMO:
		return SMOPainter{Model: m, Solver: s}, true
	case solvers.Perceptron:
		return PerceptronPainter{Model: m}, true
	case solvers.Logistic:
		return DescentPainter{Model: m, Logistic: true, Form: s.Form}, true
	case solvers.LeastSquares:
		return DescentPainter{Model: m}, true
	case solvers.Ascent:
		return AscentPainter{Model: m}, true
	case solvers.Ridge:
		return RidgePainter{Model: m, Lambda: s.Lambda}, true
	}
	return nil, false
}

// TraceRun is an exercises.Run over one trace, or over several in lockstep.
type TraceRun struct {
	traces  []solvers.Trace
	painter Painter
}

var (
	_ exercises.Run    = TraceRun{}
	_ exercises.Holder = TraceRun{}
)

// NewRun returns the run of some traces, of which the first is the main one.
// It panics where there is none.
func NewRun(p Painter, traces ...solvers.Trace) TraceRun {
	if len(traces) == 0 {
		panic("stage: a run needs a trace")
	}
	return TraceRun{traces: traces, painter: p}
}

// Trace returns the main trace as far as it goes now.
func (r TraceRun) Trace() solvers.Trace { return r.traces[0] }

// Len is the number of frames there are now.
func (r TraceRun) Len() int { return r.traces[0].Len() }

// Frame returns frame i.
func (r TraceRun) Frame(i int) exercises.Frame { return r.painter.Paint(r.traces, i) }

// Event names what happened at frame i.
func (r TraceRun) Event(i int) string {
	if i < 1 || i >= r.Len() {
		return ""
	}
	return r.painter.Event(r.traces[0].At(i-1), r.traces[0].At(i))
}

// Done reports that the solver has ended, and its sentence.
func (r TraceRun) Done() (string, bool) {
	last := r.traces[0].Last()
	if !last.Status.Done() {
		return "", false
	}
	if last.Sentence != "" {
		return last.Sentence, true
	}
	return last.Status.Sentence(), true
}

// Breaks lists what the run can stop at.
func (r TraceRun) Breaks() []exercises.Break { return r.painter.Breaks() }

// Holds reports whether a break holds at frame i. It never does at the start.
func (r TraceRun) Holds(i int, b exercises.Break) bool {
	if b.Name == "" || i < 1 || i >= r.Len() {
		return false
	}
	return r.painter.Holds(b.Name, r.traces[0].At(i-1), r.traces[0].At(i))
}

// Extend returns the run with up to n more frames. When ctx is cancelled it
// returns what there is so far with ctx's error.
func (r TraceRun) Extend(ctx context.Context, n int, until exercises.Break) (exercises.Run, error) {
	prev := r.traces[0].Last()
	stop := func(now solvers.Step) bool {
		holds := until.Name != "" && r.painter.Holds(until.Name, prev, now)
		prev = now
		return holds
	}
	longer := append([]solvers.Trace(nil), r.traces...)
	var err error
	longer[0], err = r.traces[0].Extend(ctx, n, stop)
	for i := 1; i < len(longer) && err == nil; i++ {
		longer[i], err = longer[i].Extend(ctx, longer[0].Len()-longer[i].Len(), nil)
	}
	r.traces = longer
	return r, err
}

// At returns the run cut after frame i: what a "what if" starts from.
func (r TraceRun) At(i int) TraceRun {
	cut := make([]solvers.Trace, len(r.traces))
	for j, t := range r.traces {
		cut[j] = t.Cut(min(i, t.Len()-1))
	}
	r.traces = cut
	return r
}
