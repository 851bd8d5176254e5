package solvers

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sort"
)

// Trace is a solver's path so far: step 0 and those that followed. It is
// immutable and safe for concurrent use; two extensions of one trace share
// their past and do not meet.
//
// Of a long one some steps are kept only, see [Room], and of a problem with
// more than 500 points from the start; [Trace.At] takes the others again,
// exactly. The numbers that [Trace.Brief] has are kept of all.
type Trace struct {
	solver  Solver
	problem *Problem
	heads   []head
	fixed   []fixture // at least step 0
	last    Step
	makers  []stretch
	vault   *vault
}

// head is what is kept of every step.
type head struct {
	n, updates                              int
	status                                  Status
	bias, objective, primal, gap, violation float64
}

func headOf(s Step) head {
	return head{s.N, s.Updates, s.Status, s.Bias, s.Objective, s.PrimalObjective, s.Gap, s.Violation}
}

// fixture is a step that no solver took, and that cannot be taken again.
type fixture struct {
	at   int
	step Step
}

// stretch says who made the steps from one on.
type stretch struct {
	from    int
	solver  Solver
	problem *Problem
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
		solver: s, problem: p, heads: []head{headOf(first)}, fixed: []fixture{{0, first}}, last: first,
		makers: []stretch{{solver: s, problem: p}}, vault: &vault{every: interval(p)},
	}
}

// Len returns the number of steps there are, at least 1.
func (t Trace) Len() int { return len(t.heads) }

// At returns step i, 0 ≤ i < Len.
func (t Trace) At(i int) Step {
	if i == len(t.heads)-1 {
		return t.last
	}
	if s, ok := t.known(i); ok {
		return s
	}
	return t.again(i)
}

// Brief is step i without its coefficients, scores and detail: the numbers that
// are kept of every step.
func (t Trace) Brief(i int) Step {
	h := t.heads[i]
	return Step{N: h.n, Updates: h.updates, Status: h.status, Bias: h.bias, Objective: h.objective, PrimalObjective: h.primal, Gap: h.gap, Violation: h.violation}
}

// known is step i, where it need not be taken again.
func (t Trace) known(i int) (Step, bool) {
	j := sort.Search(len(t.fixed), func(j int) bool { return t.fixed[j].at >= i })
	if j < len(t.fixed) && t.fixed[j].at == i {
		return t.fixed[j].step, true
	}
	return t.vault.get(i)
}

// again takes a step again, from the nearest before it that is known.
func (t Trace) again(i int) Step {
	j := i - 1
	s, ok := t.known(j)
	for !ok {
		j--
		s, ok = t.known(j)
	}
	for j++; j <= i; j++ {
		who := t.maker(j)
		next, err := who.solver.Next(who.problem, s)
		if err != nil {
			panic("solvers: a step that was taken cannot be taken again: " + err.Error())
		}
		s = next
		t.vault.recall(j, s)
	}
	return s
}

// maker is who took step i.
func (t Trace) maker(i int) stretch {
	for n := len(t.makers) - 1; n > 0; n-- {
		if t.makers[n].from <= i {
			return t.makers[n]
		}
	}
	return t.makers[0]
}

// AtHand are at most n of the steps, evenly chosen as far as they are known
// without being taken again, in order; the first and the last are among them.
func (t Trace) AtHand(n int) []int {
	grid := t.vault.grid()
	every := grid * max(1, int(math.Ceil(float64(len(t.heads))/float64(grid*max(1, n-1)))))
	var out []int
	for i := 0; i < len(t.heads)-1; i += every {
		out = append(out, i)
	}
	return append(out, len(t.heads)-1)
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
	t.heads = slices.Clip(t.heads[:i+1])
	t.fixed = slices.Clip(t.fixed[:sort.Search(len(t.fixed), func(j int) bool { return t.fixed[j].at > i })])
	t.makers = slices.Clone(t.makers)
	for len(t.makers) > 1 && t.makers[len(t.makers)-1].from > i {
		t.makers = t.makers[:len(t.makers)-1]
	}
	return t.parting()
}

// With returns the trace with one more step, made elsewhere (a pair chosen by
// hand).
func (t Trace) With(s Step) Trace {
	t.fixed = append(slices.Clip(t.fixed), fixture{len(t.heads), s})
	t.heads = append(slices.Clip(t.heads), headOf(s))
	t.last = s
	return t.parting()
}

// Resume returns the trace as one that goes on with another solver, or on
// another problem. The steps so far are the same; the last one must be one
// that the solver can go on from, see [Restater].
func (t Trace) Resume(s Solver, p *Problem) Trace {
	t.solver, t.problem = s, p
	return t.parting()
}

// parting is the trace as one whose next steps are not those of the trace it
// came from.
func (t Trace) parting() Trace {
	t.makers = append(slices.Clip(t.makers), stretch{from: len(t.heads), solver: t.solver, problem: t.problem})
	t.vault = t.vault.since(len(t.heads))
	return t
}

// Extend returns a trace with up to n more steps. It ends early at a step
// where stop holds (nil: never), where the solver is done, and when ctx is
// cancelled; in the last case the steps made so far come with ctx's error. What
// is kept of them is bounded by the room of ctx.
func (t Trace) Extend(ctx context.Context, n int, stop func(Step) bool) (Trace, error) {
	room := t.vault.enters(roomOf(ctx))
	heads := slices.Clip(t.heads)
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
		t.vault.keep(len(heads), next)
		heads = append(heads, headOf(next))
		t.last = next
		if len(heads)%settleEvery == 0 {
			room.settle()
		}
		if stop != nil && stop(next) {
			break
		}
	}
	room.settle()
	t.heads = slices.Clip(heads)
	return t, err
}

// settleEvery is after how many steps a room is looked at.
const settleEvery = 256
