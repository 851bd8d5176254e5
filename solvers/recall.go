package solvers

import "sync"

// keepAll is the number of points up to which a trace keeps every step. Above,
// it keeps one step in a few, and takes the others again when they are asked
// for: solvers are deterministic, so what comes is the same bit by bit.
const keepAll = 500

// keepFirst is how many steps at the beginning are kept in any case: the
// stages of ridge regression are few and dear.
const keepFirst = 16

// interval is how far apart the kept steps of a problem are, 0 where all are
// kept: about 250 numbers a step remain.
func interval(p *Problem) int {
	if p.Len() <= keepAll {
		return 0
	}
	return (p.Len() + p.Dim()) / 500
}

// stretch says who made the steps from one on.
type stretch struct {
	from    int
	solver  Solver
	problem *Problem
}

// recall is what a trace remembers of the steps it took again. It is shared by
// the traces that have the same steps.
type recall struct {
	mu    sync.Mutex
	steps map[int]Step
}

// recallMost is how many steps are remembered: those of a chart, and some.
const recallMost = 512

func (r *recall) get(i int) (Step, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s, ok := r.steps[i]
	return s, ok
}

func (r *recall) put(i int, s Step) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.steps == nil || len(r.steps) >= recallMost {
		r.steps = make(map[int]Step)
	}
	r.steps[i] = s
}

// keeps reports whether the step i that Next made stays in memory.
func (t Trace) keeps(i int) bool { return t.every == 0 || i < keepFirst || i%t.every == 0 }

// again returns a step that was not kept, from the nearest before it that was.
func (t Trace) again(i int) Step {
	if s, ok := t.recall.get(i); ok {
		return s
	}
	j := i - 1
	s := t.steps[j]
	for s.coef == nil {
		if known, ok := t.recall.get(j); ok {
			s = known
			break
		}
		j--
		s = t.steps[j]
	}
	for j++; j <= i; j++ {
		who := t.maker(j)
		next, err := who.solver.Next(who.problem, s)
		if err != nil {
			panic("solvers: a step that was taken cannot be taken again: " + err.Error())
		}
		s = next
	}
	t.recall.put(i, s)
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
