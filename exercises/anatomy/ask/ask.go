package ask

import (
	"context"
	"math"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
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
	return Foretell(accountOf(c))
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
	return Work(accountOf(c))
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

// numbered reads the number of a point, counted from 0; −1 where there is none.
// Its result is Equal where it is a point.
func (c change) numbered(ctx context.Context, text string) (int, answer.Result) {
	bare := strings.TrimPrefix(strings.TrimSpace(text), "x")
	if strings.ContainsAny(bare, ",;") {
		return -1, answer.Result{Verdict: exercises.Unreadable, At: strings.IndexAny(bare, ",;"), Fact: []ascii.Line{line("one point is asked for here, as 3.")}}
	}
	r := answer.JudgeNumber(ctx, bare, answer.NumberTask{Want: answer.Int(1)})
	if !r.Verdict.Counts() {
		return -1, r
	}
	v, ok := read(ctx, bare)
	if !ok || v != math.Trunc(v) || v < 1 || v > float64(c.problem.Len()) {
		return -1, refuse(r, line("One point is asked for, by its number: 1 to %d.", c.problem.Len()))
	}
	return int(v) - 1, answer.Result{Verdict: exercises.Equal, Accepted: true, At: -1, Reading: r.Reading}
}
