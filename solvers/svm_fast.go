package solvers

import (
	"context"
	"math"
	"time"

	"gonum.org/v1/gonum/floats"

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
