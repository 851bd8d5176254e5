package solvers

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"kernellab/kernels/vec"
)

const (
	// nearEnd is the violation, in tolerances, from which on the points set
	// aside are looked at once more before the end (Fan, Chen, Lin 2005, sec. 4).
	nearEnd = 10
	// worthIt is the share of the active points, one in so many, that setting
	// aside has to spare to be worth the rearrangement.
	worthIt = 20
	// driftShare is the share of the tolerance that rounding in the scores may
	// take, by its estimate, before they are computed afresh.
	driftShare = 0.1
)

// idle reports whether point i is at a bound and would not leave it at the
// present thresholds.
func (w *fastSMO[T]) idle(i int) bool {
	f := w.score[i] - w.t[i]
	return math.IsInf(w.up[i], 1) && f < w.bUp || math.IsInf(w.low[i], -1) && f > w.bLow
}

// setAside takes idle points out of play. Near the end it first brings all
// points back, once, so that none is left out by an early mistake.
func (w *fastSMO[T]) setAside(ctx context.Context) {
	w.bLow = vec.Highest(w.score[:w.active], w.low)
	if w.bLow-w.bUp < w.solver.tol() {
		return // the run ends or goes on with all points; here every one may be idle
	}
	if !w.unshrunk && w.bLow-w.bUp <= nearEnd*w.solver.tol() {
		w.unshrunk = true
		w.regroup(w.recompute(ctx, w.stale()))
		return
	}
	idle := 0
	for i := range w.active {
		if w.idle(i) {
			idle++
		}
	}
	if idle*worthIt > w.active {
		w.regroup(false)
	}
}

// holds reports whether the tolerance holds for all points, on scores that
// carry little rounding. If not, those points that matter are back in play.
func (w *fastSMO[T]) holds(ctx context.Context) bool {
	from := w.stale()
	if w.drift() > driftShare*w.solver.tol() {
		from = 0
	}
	if from < w.src.Len() && !w.recompute(ctx, from) {
		return false
	}
	w.bUp, w.k = vec.Lowest(w.score, w.up)
	w.bLow = vec.Highest(w.score, w.low)
	if w.bLow-w.bUp < w.solver.tol() {
		return true
	}
	w.regroup(true)
	return false
}

// drift estimates by how much rounding may have put the scores off, as four
// deviations of a sum of independent errors: those of the entries, which count
// by how far α has come since the scores were exact, and those of the updates.
func (w *fastSMO[T]) drift() float64 {
	var moved, largest float64
	for i, a := range w.alpha {
		moved += (a - w.exactAt[i]) * (a - w.exactAt[i])
		largest = math.Max(largest, math.Abs(w.score[i]))
	}
	since := float64(w.updates - w.exactSince)
	return 4 * (w.rounding*math.Sqrt(moved) + epsilon*largest*math.Sqrt(since))
}

// stale is the first place whose score may be stale.
func (w *fastSMO[T]) stale() int {
	if w.complete {
		return w.src.Len()
	}
	return w.active
}

// regroup puts the points that are not idle first and makes them the active
// ones: among those active now, or, on complete scores, among all. Those that
// stay come before those that come back, so that kept rows lose little.
func (w *fastSMO[T]) regroup(all bool) {
	if all {
		w.bUp, _ = vec.Lowest(w.score, w.up)
		w.bLow = vec.Highest(w.score, w.low)
	}
	was, n := w.active, w.src.Len()
	w.active = n
	if w.shrink {
		w.active = w.partition(0, was)
		if all {
			w.active = w.partition(w.active, n)
		}
	}
	w.complete = w.active == n
	if w.active > w.cache.stride || w.active*worthIt < w.cache.stride*(worthIt-1) {
		w.cache.restride(w.active)
	}
	w.first()
}

// partition swaps the points of the places from … to−1 so that the idle ones
// come last, and returns where they begin.
func (w *fastSMO[T]) partition(from, to int) int {
	var pairs [][2]int32
	a, b := from, to
	for {
		for a < b && !w.idle(a) {
			a++
		}
		for a < b && w.idle(b-1) {
			b--
		}
		if a == b {
			w.cache.swap(pairs)
			return a
		}
		b--
		pairs = append(pairs, [2]int32{int32(a), int32(b)})
		w.swap(a, b)
		a++
	}
}

// swap exchanges the points of two places, everywhere but in the kept rows.
func (w *fastSMO[T]) swap(a, b int) {
	w.point[a], w.point[b] = w.point[b], w.point[a]
	for _, v := range [...][]float64{w.t, w.alpha, w.score, w.diag, w.up, w.low, w.exactAt} {
		v[a], v[b] = v[b], v[a]
	}
	w.src.Swap(a, b)
}

// chunk is how many scores are computed in one go: they stay in the nearest
// cache while all support vectors pass over them.
const chunk = 1024

// recompute computes the scores of the places from … n−1 from α and exact
// entries, on all cores. It reports false, with some of them still stale,
// where ctx is cancelled.
func (w *fastSMO[T]) recompute(ctx context.Context, from int) bool {
	n := w.src.Len()
	var support []int
	for j, a := range w.alpha {
		if a != 0 {
			support = append(support, j)
		}
	}
	vec.Parts(n-from, chunk, func(a, b int) {
		var sum, part [chunk]float64
		w.sum(ctx, sum[:b-a], part[:], support, from+a)
	})
	if ctx.Err() != nil {
		return false
	}
	w.complete = true
	if from == 0 {
		copy(w.exactAt, w.alpha)
		w.exactSince = w.updates
	}
	w.take()
	return true
}

// sum computes the scores of the places at, at+1, …, unless ctx ends it.
func (w *fastSMO[T]) sum(ctx context.Context, sum, part []float64, support []int, at int) {
	clear(sum)
	part = part[:len(sum)]
	for i, j := range support {
		if i%256 == 0 && ctx.Err() != nil {
			return
		}
		row := part
		if whole, ok := w.cache.kept(j); ok {
			if exact, is64 := any(whole).([]float64); is64 {
				row = exact[at : at+len(sum)]
			}
		}
		if &row[0] == &part[0] {
			w.src.Fill(part, j, at)
		}
		floats.AddScaled(sum, w.alpha[j]*w.t[j], row)
	}
	copy(w.score[at:], sum)
}
