package solvers

import (
	"fmt"
	"math"
)

// sourceGram is a RowSource as a Gram matrix that keeps nothing.
type sourceGram struct{ src RowSource }

func (g sourceGram) Len() int { return g.src.Len() }

func (g sourceGram) Diag(i int) float64 { return g.src.Diag(i) }

func (g sourceGram) At(i, j int) float64 {
	var v [1]float64
	g.src.Fill(v[:], i, j)
	return v[0]
}

func (g sourceGram) Row(i int) []float64 {
	row := make([]float64, g.Len())
	g.src.Fill(row, i, 0)
	return row
}

// state is where the solve stands, as the steps of [SMO] see it.
func (w *fastSMO[T]) state() *smoState {
	p := &Problem{gram: sourceGram{w.src}, y: w.t, dim: len(w.t)}
	return &smoState{p: p, t: w.t, c: w.solver.C, alpha: w.alpha, score: w.score}
}

// take notes W and the primal objective while all scores are right. Any primal
// objective bounds W from above, so the least one is kept.
func (w *fastSMO[T]) take() {
	st := w.state()
	bUp, bLow := st.thresholds()
	w2 := st.normSquared()
	sum := 0.0
	for _, a := range w.alpha {
		sum += a
	}
	w.objective = sum - w2/2
	w.primalSeen = math.Min(w.primalSeen, st.primal(w2, -(bUp+bLow)/2))
}

// solution is what there is now, in the order of the points.
func (w *fastSMO[T]) solution(status Status) Solution {
	for i := range w.point {
		for w.point[i] != i {
			w.swap(i, w.point[i])
		}
	}
	out := Solution{Alpha: w.alpha, Iterations: w.updates, Status: status}
	if w.complete {
		step := w.solver.assess(w.state(), Step{N: w.updates, Updates: w.updates})
		out.Scores, out.Bias, out.Objective, out.Primal = w.score, step.Bias, step.Objective, step.PrimalObjective
		out.Violation, out.NormSq, out.Sentence = step.Violation, w.state().normSquared(), step.Sentence
	} else {
		sum := 0.0
		for _, a := range w.alpha {
			sum += a
		}
		out.Bias, out.Objective, out.Primal = -(w.bUp+w.bLow)/2, w.objective, w.primalSeen
		out.Violation, out.NormSq = w.bLow-w.bUp, 2*(sum-w.objective)
	}
	out.Gap = out.Primal - out.Objective
	switch {
	case status == Interrupted:
		out.Sentence = fmt.Sprintf("Stopped after %s with a violation of %s; this is the best so far.", updates(w.updates), say(out.Violation))
	case status == Stuck:
		out.Sentence = fmt.Sprintf("After %s the steps are below the rounding of α, at a violation of %s. Scale the features, or ask for a looser tolerance.", updates(w.updates), say(out.Violation))
	case out.Sentence == "":
		out.Sentence = status.Sentence()
	}
	return out
}
