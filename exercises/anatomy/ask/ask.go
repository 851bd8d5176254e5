package ask

import (
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// Questions are about the step from frame i to frame i+1 of the main trace,
// traces[0], in the order in which they are asked: a later one may tell what an
// earlier one asked for. There are none where no update leads to frame i+1, as
// at the beginning of a fork, where one left the clip out, which no rule
// foretells, or where the solver is not known. It panics unless
// 0 ≤ i < traces[0].Len()−1.
func Questions(traces []solvers.Trace, i int) []exercises.Step {
	c := at(traces, i)
	switch d := c.now.Detail.(type) {
	case *solvers.SMODetail:
		if d.Free {
			return nil
		}
		return smoQuestions(newPair(c, d), i)
	case *solvers.PerceptronDetail:
		return newVisit(c, d).questions()
	case *solvers.RidgeDetail:
		return newSolve(c, d).questions()
	}
	if s, ok := newSlope(c); ok {
		return s.questions(i)
	}
	if s, ok := newTold(c); ok {
		return []exercises.Step{s.question()}
	}
	return nil
}

// ByHand is the step from frame i to frame i+1 of the main trace with a blank
// for each quantity. It is nil where [Questions] are none for want of an
// update, of its clip or of a known solver. It panics unless
// 0 ≤ i < traces[0].Len()−1.
func ByHand(traces []solvers.Trace, i int) exercises.Step {
	c := at(traces, i)
	switch d := c.now.Detail.(type) {
	case *solvers.SMODetail:
		if d.Free {
			return nil
		}
		return newPair(c, d).byHand()
	case *solvers.PerceptronDetail:
		return newVisit(c, d).byHand()
	case *solvers.RidgeDetail:
		return newSolve(c, d).byHand()
	}
	if s, ok := newSlope(c); ok {
		return s.byHand()
	}
	if s, ok := newTold(c); ok {
		return s.byHand()
	}
	return nil
}

// change is a step with the one before it.
type change struct {
	problem   *solvers.Problem
	solver    solvers.Solver // what the trace's solver is, or passes for
	prev, now solvers.Step
}

func at(traces []solvers.Trace, i int) change {
	t := traces[0]
	return change{problem: t.Problem(), solver: anatomy.Claimed(t.Solver()), prev: t.At(i), now: t.At(i + 1)}
}
