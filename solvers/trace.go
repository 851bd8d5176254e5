package solvers

import (
	"context"
	"fmt"
	"slices"
)

// Trace is a solver's path so far: step 0 and those that followed. It is
// immutable and safe for concurrent use; two extensions of one trace share
// their past and do not meet.
//
// Of a problem with more than 500 points it keeps some steps only; [Trace.At]
// takes the others again, exactly.
type Trace struct {
	solver  Solver
	problem *Problem
	steps   []Step // the zero Step where one is not kept
	last    Step   // the newest, always kept
	every   int    // of the steps that Next made, how many apart those kept are; 0: all are
	makers  []stretch
	recall  *recall
}

// NewTrace starts a solver on a problem.
func NewTrace(s Solver, p *Problem) (Trace, error) {
	first, err := s.Start(p)
	if err != nil {
		return Trace{}, fmt.Errorf("%s: %w", s.Name(), err)
	}
	return From(s, p, first), nil
}

// From returns a trace that begins at the given step: "what if" starts here.
func From(s Solver, p *Problem, first Step) Trace {
	return Trace{
		solver: s, problem: p, steps: []Step{first}, last: first,
		every: interval(p), makers: []stretch{{solver: s, problem: p}}, recall: &recall{},
	}
}

// Len returns the number of steps there are, at least 1.
func (t Trace) Len() int { return len(t.steps) }

// At returns step i, 0 ≤ i < Len.
func (t Trace) At(i int) Step {
	switch {
	case t.every == 0:
		return t.steps[i]
	case i == len(t.steps)-1:
		return t.last
	case t.steps[i].coef != nil:
		return t.steps[i]
	}
	return t.again(i)
}

// Last returns the newest step.
func (t Trace) Last() Step { return t.last }

// Solver returns the solver of the trace.
func (t Trace) Solver() Solver { return t.solver }

// Problem returns the problem of the trace.
func (t Trace) Problem() *Problem { return t.problem }

// Cut returns the trace up to step i and no further.
func (t Trace) Cut(i int) Trace {
	t.last = t.At(i)
	t.steps = slices.Clip(t.steps[:i+1])
	t.makers = slices.Clone(t.makers)
	for len(t.makers) > 1 && t.makers[len(t.makers)-1].from > i {
		t.makers = t.makers[:len(t.makers)-1]
	}
	t.makers = append(t.makers, stretch{from: i + 1, solver: t.solver, problem: t.problem})
	t.recall = &recall{}
	return t
}

// With returns the trace with one more step, made elsewhere (a pair chosen by
// hand).
func (t Trace) With(s Step) Trace {
	t.steps = append(slices.Clip(t.steps), s)
	t.last = s
	t.recall = &recall{}
	return t
}

// Extend returns a trace with up to n more steps. It ends early at a step
// where stop holds (nil: never), where the solver is done, and when ctx is
// cancelled; in the last case the steps made so far come with ctx's error.
func (t Trace) Extend(ctx context.Context, n int, stop func(Step) bool) (Trace, error) {
	steps := slices.Clip(t.steps)
	last := t.Last()
	for range n {
		if last.Status.Done() {
			break
		}
		if err := ctx.Err(); err != nil {
			t.steps = steps
			return t, err
		}
		next, err := t.solver.Next(t.problem, last)
		if err != nil {
			t.steps = steps
			return t, fmt.Errorf("%s step %d: %w", t.solver.Name(), last.N+1, err)
		}
		t.last = next
		if t.keeps(len(steps)) {
			steps = append(steps, next)
		} else {
			steps = append(steps, Step{})
		}
		last = next
		if stop != nil && stop(next) {
			break
		}
	}
	t.steps = slices.Clip(steps)
	return t, nil
}
