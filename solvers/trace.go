package solvers

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sort"
)

// Trace is the sequence of steps of a solver so far, beginning with step 0. It
// is immutable and safe for concurrent use. Two extensions of a trace share
// their past and do not affect each other.
//
// A trace that is long, or whose problem has more than 500 points, may store only some of its steps
// (see [MemoryBudget]). [Trace.At] recomputes the other steps exactly. The numbers in [Trace.Summary]
// are stored for every step.
type Trace struct {
	solver    Solver
	problem   *Problem
	summaries []stepSummary
	pinned    []pinnedStep // steps that cannot be recomputed; step 0 is always one of them
	last      Step
	segments  []segment
	store     *stepStore
}

// stepSummary holds the numbers that are stored for every step.
type stepSummary struct {
	n, updates                              int
	status                                  Status
	bias, objective, primal, gap, violation float64
}

func summaryOf(s Step) stepSummary {
	return stepSummary{s.N, s.Updates, s.Status, s.Bias, s.Objective, s.PrimalObjective, s.Gap, s.Violation}
}

// pinnedStep is a step that [Solver.Next] did not make, so it cannot be recomputed.
type pinnedStep struct {
	index int // index in the trace
	step  Step
}

// segment is a part of a trace in which all steps have the same solver and problem.
type segment struct {
	start   int // index in the trace of the first step of the segment
	solver  Solver
	problem *Problem
}

// NewTrace starts a solver on a problem.
func NewTrace(s Solver, p *Problem) (Trace, error) {
	first, err := s.Start(p)
	if err != nil {
		return Trace{}, fmt.Errorf("%s: %w", s.Name(), err)
	}
	return TraceFrom(s, p, first), nil
}

// TraceFrom returns a trace that begins at the given step, instead of the step of Start.
func TraceFrom(s Solver, p *Problem, first Step) Trace {
	return Trace{
		solver: s, problem: p, summaries: []stepSummary{summaryOf(first)}, pinned: []pinnedStep{{0, first}},
		last:     first,
		segments: []segment{{solver: s, problem: p}}, store: &stepStore{interval: initialInterval(p)},
	}
}

// Len returns the number of steps, which is at least 1.
func (t Trace) Len() int { return len(t.summaries) }

// At returns step i, 0 ≤ i < Len.
func (t Trace) At(i int) Step {
	if i == len(t.summaries)-1 {
		return t.last
	}
	if s, ok := t.lookup(i); ok {
		return s
	}
	return t.recompute(i)
}

// Summary returns step i without its coefficients, scores, detail and sentence. It takes no time,
// because the other numbers are stored for every step.
func (t Trace) Summary(i int) Step {
	summary := t.summaries[i]
	return Step{N: summary.n, Updates: summary.updates, Status: summary.status, Bias: summary.bias,
		Objective:       summary.objective,
		PrimalObjective: summary.primal, Gap: summary.gap, Violation: summary.violation}
}

// lookup returns step i if it is stored.
func (t Trace) lookup(i int) (Step, bool) {
	j := sort.Search(len(t.pinned), func(j int) bool { return t.pinned[j].index >= i })
	if j < len(t.pinned) && t.pinned[j].index == i {
		return t.pinned[j].step, true
	}
	return t.store.get(i)
}

// recompute computes step i from the nearest stored step before it.
func (t Trace) recompute(i int) Step {
	j := i - 1
	s, ok := t.lookup(j)
	for !ok {
		j--
		s, ok = t.lookup(j)
	}
	for j++; j <= i; j++ {
		seg := t.segmentOf(j)
		next, err := seg.solver.Next(seg.problem, s)
		if err != nil {
			panic("solvers: a step that was taken cannot be taken again: " + err.Error())
		}
		s = next
		t.store.storeRecomputed(j, s)
	}
	return s
}

// segmentOf returns the segment of step i.
func (t Trace) segmentOf(i int) segment {
	for n := len(t.segments) - 1; n > 0; n-- {
		if t.segments[n].start <= i {
			return t.segments[n]
		}
	}
	return t.segments[0]
}

// StoredSteps returns the indices of at most n ≥ 2 stored steps, in increasing order and evenly
// spaced. The first and the last step of the trace are always included.
func (t Trace) StoredSteps(n int) []int {
	interval := t.store.maxInterval()
	spacing := interval * max(1, int(math.Ceil(float64(len(t.summaries))/float64(interval*max(1, n-1)))))
	var out []int
	for i := 0; i < len(t.summaries)-1; i += spacing {
		out = append(out, i)
	}
	return append(out, len(t.summaries)-1)
}

// Last returns the newest step.
func (t Trace) Last() Step { return t.last }

// Solver returns the solver of the trace.
func (t Trace) Solver() Solver { return t.solver }

// Problem returns the problem of the trace.
func (t Trace) Problem() *Problem { return t.problem }

// Cut returns the trace of the steps 0 … i.
func (t Trace) Cut(i int) Trace {
	t.last = t.At(i)
	t.summaries = slices.Clip(t.summaries[:i+1])
	t.pinned = slices.Clip(t.pinned[:sort.Search(len(t.pinned), func(j int) bool { return t.pinned[j].index > i })])
	t.segments = slices.Clone(t.segments)
	for len(t.segments) > 1 && t.segments[len(t.segments)-1].start > i {
		t.segments = t.segments[:len(t.segments)-1]
	}
	return t.fork()
}

// Append returns the trace with one more step, which its solver did not choose. For example, a
// student chose the pair to update.
func (t Trace) Append(s Step) Trace {
	t.pinned = append(slices.Clip(t.pinned), pinnedStep{len(t.summaries), s})
	t.summaries = append(slices.Clip(t.summaries), summaryOf(s))
	t.last = s
	return t.fork()
}

// Resume returns a trace with the same steps that continues with another solver
// or on another problem. The solver must be able to continue from the last
// step, see [Restater].
func (t Trace) Resume(s Solver, p *Problem) Trace {
	t.solver, t.problem = s, p
	return t.fork()
}

// fork returns the trace with its own store for later steps, which will differ from the later steps
// of the original.
func (t Trace) fork() Trace {
	t.segments = append(slices.Clip(t.segments), segment{start: len(t.summaries), solver: t.solver, problem: t.problem})
	t.store = t.store.fork(len(t.summaries))
	return t
}

// Extend returns a trace with up to n more steps. It makes fewer steps if the function stop returns
// true for one of them (a nil function never does) or if the solver is done. If ctx is cancelled or a
// step fails, Extend returns the steps made so far and the error. The [MemoryBudget] of ctx limits
// how many steps are stored. If this budget has a parent budget that is used up, Extend makes no step
// and returns [ErrMemory].
func (t Trace) Extend(ctx context.Context, n int, stop func(Step) bool) (Trace, error) {
	budget := t.store.joinBudget(budgetOf(ctx))
	if budget.parentIsFull() {
		return t, ErrMemory
	}
	summaries := slices.Clip(t.summaries)
	var err error
	for range n {
		if t.last.Status.Done() {
			break
		}
		if err = ctx.Err(); err != nil {
			break
		}
		var next Step
		if next, err = t.solver.Next(t.problem, t.last); err != nil {
			err = fmt.Errorf("%s step %d: %w", t.solver.Name(), t.last.N+1, err)
			break
		}
		t.store.add(len(summaries), next)
		summaries = append(summaries, summaryOf(next))
		t.last = next
		if len(summaries)%enforceEvery == 0 {
			budget.enforceLimit()
		}
		if stop != nil && stop(next) {
			break
		}
	}
	budget.enforceLimit()
	t.summaries = slices.Clip(summaries)
	return t, err
}

// enforceEvery is the number of steps after which Extend enforces the memory
// budget.
const enforceEvery = 256
