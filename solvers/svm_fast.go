package solvers

import (
	"context"
	"math"
	"time"

	"kernellab/kernels/vec"
)

const (
	// lookEvery is after how many updates the fast path looks at ctx and the
	// clock; hopeEvery, at hopeless margins.
	lookEvery = 32
	hopeEvery = 256
	// reportEvery is the time between two calls of Progress.
	reportEvery = 100 * time.Millisecond
	// handOver is how long an interrupted solve may work on its result.
	handOver = 30 * time.Millisecond
)

// fastSMO is SMO in place: the pairs, bounds and snapping of [SMO], with α and
// scores updated where they are, points at a bound that they will not leave
// set aside (shrinking), and rows from a cache.
//
// Everything is kept by place. Places 0 … active−1 hold the points in play;
// the scores of the others are stale unless complete.
type fastSMO[T vec.Entry] struct {
	solver SMO
	src    RowSource
	cache  *rowCache[T]
	shrink bool
	report func(Progress)

	point              []int // the point at each place
	t, alpha, score    []float64
	diag               []float64
	up, low            []float64 // what makes a score an F: −t, or ±Inf outside I_up, I_low
	active             int
	complete, unshrunk bool

	updates    int
	k          int // the next first point of a pair, −1: none
	bUp, bLow  float64
	objective  float64
	rounding   float64   // of one entry of a row, at most
	exactAt    []float64 // α when the scores were computed afresh, and after
	exactSince int       // how many updates that was
	primalSeen float64   // the least primal objective so far: it bounds W from above
	spread     float64   // of the points in feature space, once it is needed
}

func newFastSMO[T vec.Entry](s SMO, src RowSource, y []float64, o Options) *fastSMO[T] {
	n := src.Len()
	var zero T
	bytes, rounding := 8, 0.0
	if _, half := any(zero).(float32); half {
		bytes, rounding = 4, 1.0/(1<<24)
	}
	w := &fastSMO[T]{
		solver: s, src: src, cache: newRowCache[T](src, o.CacheBytes/bytes),
		shrink: !o.NoShrinking, report: o.Progress,
		point: identity(n), t: clone(y), alpha: make([]float64, n), score: make([]float64, n),
		diag: make([]float64, n), up: make([]float64, n), low: make([]float64, n),
		exactAt: make([]float64, n), active: n, complete: true, primalSeen: s.C * float64(n), spread: math.NaN(),
	}
	copy(w.alpha, o.Start)
	largest := 0.0
	for i := range n {
		w.diag[i] = src.Diag(i)
		largest = math.Max(largest, math.Abs(w.diag[i]))
		w.bound(i)
	}
	w.rounding = rounding * largest
	return w
}

// bound notes what point i can do, after its α has changed.
func (w *fastSMO[T]) bound(i int) {
	grow, fall := w.alpha[i] < w.solver.C, w.alpha[i] > 0
	if w.t[i] < 0 {
		grow, fall = fall, grow
	}
	w.up[i], w.low[i] = math.Inf(1), math.Inf(-1)
	if grow {
		w.up[i] = -w.t[i]
	}
	if fall {
		w.low[i] = -w.t[i]
	}
}

// solve runs and hands over what there is.
func (w *fastSMO[T]) solve(ctx context.Context) Solution {
	status := w.run(ctx)
	if status == Interrupted {
		late, stop := context.WithTimeout(context.WithoutCancel(ctx), handOver)
		w.recompute(late, w.stale())
		stop()
	} else {
		w.recompute(context.WithoutCancel(ctx), w.stale())
	}
	return w.solution(status)
}

// run updates pairs until the tolerance, a cap, or ctx ends it.
func (w *fastSMO[T]) run(ctx context.Context) Status {
	if w.starts() && !w.recompute(ctx, 0) {
		return Interrupted
	}
	w.first()
	last, rest := time.Now(), w.period()
	for looks := 0; ; looks++ {
		if looks%lookEvery == 0 {
			if ctx.Err() != nil {
				return Interrupted
			}
			if now := time.Now(); w.report != nil && now.Sub(last) >= reportEvery {
				last = now
				w.report(w.progress())
			}
		}
		if looks%hopeEvery == 0 && w.hopeless() {
			return Unbounded
		}
		if rest--; w.shrink && rest < 0 {
			rest = w.period()
			w.setAside(ctx)
		}
		row, l := w.partner()
		if w.bLow-w.bUp < w.solver.tol() {
			if w.holds(ctx) {
				return Converged
			}
			if ctx.Err() != nil {
				return Interrupted
			}
			rest = w.period()
			row, l = w.partner()
		}
		if w.updates >= w.solver.maxUpdates() {
			return IterationLimit
		}
		if l < 0 || !w.update(row, l) {
			return Stuck
		}
	}
}

// starts reports whether the run begins away from 0.
func (w *fastSMO[T]) starts() bool {
	for _, a := range w.alpha {
		if a != 0 {
			return true
		}
	}
	return false
}

// period is the number of updates between two looks at what can be set aside.
func (w *fastSMO[T]) period() int { return min(w.src.Len(), 300) }

// first finds k anew.
func (w *fastSMO[T]) first() { w.bUp, w.k = vec.Lowest(w.score[:w.active], w.up) }

// partner finds ℓ for k; it returns k's row too.
func (w *fastSMO[T]) partner() (row []T, l int) {
	if w.k < 0 {
		w.bLow = math.Inf(-1)
		return nil, -1
	}
	row = w.cache.row(w.k, w.active)
	w.bLow, l = vec.BestPartner(w.score[:w.active], w.low, w.diag, row, w.bUp, w.diag[w.k])
	return row, l
}

// update moves the pair (k, l), and carries the scores along while it looks
// for the next k; it reports whether anything moved.
func (w *fastSMO[T]) update(rowK []T, l int) bool {
	k := w.k
	d := w.pair(k, l, float64(rowK[l]))
	if d.Null {
		return false
	}
	rowL := w.cache.row(l, w.active)
	w.updates++
	w.alpha[k], w.alpha[l] = d.NewAk, d.NewAl
	w.bound(k)
	w.bound(l)
	dk, dl := d.NewAk-d.OldAk, d.NewAl-d.OldAl
	w.objective += d.DW
	w.bUp, w.k = vec.Advance(w.score[:w.active], w.up, rowK, rowL, w.t[k]*dk, w.t[l]*dl)
	return true
}

// pair is [smoState.pair] from what is at hand here.
func (w *fastSMO[T]) pair(k, l int, kkl float64) SMODetail {
	d := SMODetail{S: w.t[k] * w.t[l], Tl: w.t[l], OldAk: w.alpha[k], OldAl: w.alpha[l]}
	d.Kappa = w.diag[k] + w.diag[l] - 2*kkl
	d.KappaUsed = d.Kappa
	if d.Kappa <= 0 {
		d.KappaUsed = tinyKappa
	}
	d.Lo, d.Hi = Bounds(d.S, d.OldAk, d.OldAl, w.solver.C)
	slope := d.Tl * ((w.score[k] - w.t[k]) - (w.score[l] - w.t[l]))
	d.Unclipped = d.OldAl + slope/d.KappaUsed
	d.NewAl = math.Max(d.Lo, math.Min(d.Unclipped, d.Hi))
	box := smoState{c: w.solver.C}
	box.settle(&d)
	step := d.NewAl - d.OldAl
	d.DW = slope*step - d.Kappa*step*step/2
	return d
}

// hopeless reports whether a hard margin can only be one too small to matter:
// ‖w‖/Σα, which no separating hyperplane's margin exceeds, is.
func (w *fastSMO[T]) hopeless() bool {
	if !math.IsInf(w.solver.C, 1) {
		return false
	}
	var sum, w2, trace float64
	for i, a := range w.alpha {
		sum += a
		w2 += a * w.t[i] * w.score[i] // α = 0 where the score is stale
		trace += w.diag[i]
	}
	margin := math.Sqrt(math.Max(0, w2)) / sum
	if size := math.Sqrt(trace / float64(len(w.alpha))); sum == 0 || margin >= hopelessMargin*size {
		return false
	}
	if math.IsNaN(w.spread) {
		w.spread = Spread(sourceGram{w.src})
	}
	return margin < hopelessMargin*w.spread
}
