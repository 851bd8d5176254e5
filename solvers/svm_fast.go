package solvers

import (
	"context"
	"fmt"
	"math"
	"time"

	"gonum.org/v1/gonum/floats"
)

// checkEvery is after how many updates the fast path looks at the clock, at
// ctx and at hopeless margins.
const checkEvery = 256

// fastSMO is SMO in place: the pairs, bounds and snapping of the steps, with α
// and scores updated where they are.
type fastSMO struct {
	solver  SMO
	st      *smoState // its own: alpha and score change
	diag    []float64
	updates int
	fresh   bool // the scores carry no accumulated rounding
}

func newFastSMO(s SMO, p *Problem) *fastSMO {
	n := p.Len()
	w := &fastSMO{
		solver: s,
		st:     s.newState(p, make([]float64, n), make([]float64, n)),
		diag:   make([]float64, n),
	}
	for i := range w.diag {
		w.diag[i] = diag(p.gram, i)
	}
	return w
}

// run updates pairs until the tolerance, a cap, or ctx ends it.
func (w *fastSMO) run(ctx context.Context, report func(Progress)) Status {
	last := time.Now()
	for {
		if w.updates%checkEvery == 0 {
			if ctx.Err() != nil {
				return Interrupted
			}
			if w.hopeless() {
				return Unbounded
			}
			if report != nil && time.Since(last) > 100*time.Millisecond {
				last = time.Now()
				report(w.progress())
			}
		}
		k, l, violation := w.choose()
		if violation < w.solver.tol() {
			if w.refresh() {
				return Converged
			}
			k, l, _ = w.choose()
		}
		if w.updates >= w.solver.maxUpdates() {
			return IterationLimit
		}
		if !w.update(k, l) {
			return Stuck
		}
	}
}

// refresh computes the scores afresh and reports whether the tolerance holds
// on them: a solve never ends on accumulated rounding.
func (w *fastSMO) refresh() bool {
	if !w.fresh {
		w.st = w.solver.newState(w.st.p, w.st.alpha, nil)
		w.fresh = true
	}
	bUp, bLow := w.st.thresholds()
	return bLow-bUp < w.solver.tol()
}

// choose is the second-order rule in two passes, and the largest violation.
func (w *fastSMO) choose() (k, l int, violation float64) {
	st := w.st
	k, l = -1, -1
	bUp, bLow := math.Inf(1), math.Inf(-1)
	for i, f := range st.score {
		f -= st.t[i]
		if f < bUp && st.up(i) {
			bUp, k = f, i
		}
		if f > bLow && st.low(i) {
			bLow = f
		}
	}
	row := st.p.gram.Row(k)
	best := math.Inf(-1)
	for i, f := range st.score {
		gap := f - st.t[i] - bUp
		if gap <= 0 || !st.low(i) {
			continue
		}
		kappa := w.diag[k] + w.diag[i] - 2*row[i]
		if gain := gap * gap / math.Max(kappa, tinyKappa); gain > best {
			best, l = gain, i
		}
	}
	return k, l, bLow - bUp
}

// update moves a pair; it reports whether anything moved.
func (w *fastSMO) update(k, l int) bool {
	if l < 0 {
		return false
	}
	d := w.st.pair(k, l, 0)
	if d.Null {
		return false
	}
	w.updates++
	w.fresh = false
	w.st.alpha[k], w.st.alpha[l] = d.NewAk, d.NewAl
	w.st.move(w.st.score, d)
	return true
}

// hopeless reports whether a hard margin can only be one too small to matter.
func (w *fastSMO) hopeless() bool {
	sum := floats.Sum(w.st.alpha)
	if !math.IsInf(w.st.c, 1) || sum == 0 {
		return false
	}
	bound := w.marginBound(sum)
	return bound < hopelessMargin*w.st.size() && bound < hopelessMargin*w.st.spread()
}

// marginBound is ‖w‖/Σα, which no separating hyperplane's margin exceeds.
func (w *fastSMO) marginBound(sum float64) float64 {
	return math.Sqrt(math.Max(0, w.st.normSquared())) / sum
}

func (w *fastSMO) progress() Progress {
	bUp, bLow := w.st.thresholds()
	return Progress{
		Iterations: w.updates,
		Violation:  bLow - bUp,
		Objective:  floats.Sum(w.st.alpha) - w.st.normSquared()/2,
	}
}

// solution is what there is now, on fresh scores.
func (w *fastSMO) solution(status Status) Solution {
	w.refresh()
	step := w.solver.assess(w.st, Step{N: w.updates, Updates: w.updates})
	out := Solution{
		Alpha:      step.coef,
		Bias:       step.Bias,
		Objective:  step.Objective,
		Primal:     step.PrimalObjective,
		Gap:        step.Gap,
		Violation:  step.Violation,
		NormSq:     w.st.normSquared(),
		Iterations: w.updates,
		Status:     status,
		Sentence:   step.Sentence,
	}
	switch {
	case status == Interrupted:
		out.Sentence = fmt.Sprintf("Stopped after %d updates with a violation of %s; this is the best so far.", w.updates, say(step.Violation))
	case status == Stuck:
		out.Sentence = fmt.Sprintf("After %d updates the steps are below the rounding of α, at a violation of %s. Scale the features, or ask for a looser tolerance.", w.updates, say(step.Violation))
	case out.Sentence == "":
		out.Sentence = status.Sentence()
	}
	return out
}
