package solvers

import (
	"context"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/floats"

	"kernellab/kernels/vec"
)

const (
	// After every checkEvery updates, the method run checks ctx and the clock. After
	// every marginEvery updates, it checks whether the margin vanishes.
	checkEvery  = 32
	marginEvery = 256
	// reportEvery is the time between two calls of Progress.
	reportEvery = 100 * time.Millisecond
	// finishTime limits the time to compute the result of an interrupted solve.
	finishTime = 30 * time.Millisecond
)

// fastSMO is SMO with in-place updates. It chooses a pair and computes its new α
// as [SMO] does. In addition, it makes points inactive if they are at a bound
// that they will probably not leave (shrinking). Rows of the Gram matrix come
// from a cache.
//
// All slices are in the current order of the points. Indices 0 … activeCount−1 are the active points.
// The score of a point is Σⱼ αⱼtⱼKᵢⱼ, the decision function without its bias. The scores of the
// inactive points are outdated unless scoresCurrent is set. F = score − t, and the sets I_up and
// I_low contain the points whose tα can grow and shrink (Keerthi et al. 2001).
type fastSMO[T vec.Entry] struct {
	solver SMO
	src    RowSource
	cache  *rowCache[T]
	shrink bool
	report func(Progress)

	originalIndex   []int     // original index of the point at each index
	t, alpha, score []float64 // t holds the labels −1 and +1
	diag            []float64
	upTerm, lowTerm []float64 // score + upTerm is F in I_up, else +Inf; score + lowTerm is F in I_low, else −Inf
	activeCount     int
	scoresCurrent   bool // whether all scores are current
	hasReactivated  bool // whether shrinkActive has activated all points once

	updates            int
	k                  int       // first point of the next pair, or −1
	bUp, bLow          float64   // the least F in I_up and the greatest F in I_low, among the active points
	objective          float64   // of the dual
	rounding           float64   // largest rounding error of an entry of a row
	alphaAtRecompute   []float64 // α when all scores were last recomputed
	updatesAtRecompute int       // number of updates when all scores were last recomputed
	leastPrimal        float64   // the least primal objective so far, which bounds the dual objective from above
	spread             float64   // see [Spread]; NaN until it is needed
}

func newFastSMO[T vec.Entry](s SMO, src RowSource, y []float64, o Options) *fastSMO[T] {
	n := src.Len()
	var zero T
	entryBytes, relativeRounding := 8, 0.0
	if _, isFloat32 := any(zero).(float32); isFloat32 {
		entryBytes, relativeRounding = 4, 1.0/(1<<24)
	}
	w := &fastSMO[T]{
		solver: s, src: src, cache: newRowCache[T](src, o.CacheBytes/entryBytes),
		shrink: !o.NoShrinking, report: o.Progress,
		originalIndex: identity(n), t: clone(y), alpha: make([]float64, n), score: make([]float64, n),
		diag: make([]float64, n), upTerm: make([]float64, n), lowTerm: make([]float64, n),
		alphaAtRecompute: make([]float64, n), activeCount: n, scoresCurrent: true, leastPrimal: s.C * float64(n),
		spread: math.NaN(),
	}
	copy(w.alpha, o.Start)
	largest := 0.0
	for i := range n {
		w.diag[i] = src.Diag(i)
		largest = max(largest, math.Abs(w.diag[i]))
		w.updateBounds(i)
	}
	w.rounding = relativeRounding * largest
	return w
}

// updateBounds updates the entries of upTerm and lowTerm for point i after a change of αᵢ.
func (w *fastSMO[T]) updateBounds(i int) {
	canGrow, canShrink := w.alpha[i] < w.solver.C, w.alpha[i] > 0
	if w.t[i] < 0 {
		canGrow, canShrink = canShrink, canGrow
	}
	w.upTerm[i], w.lowTerm[i] = math.Inf(1), math.Inf(-1)
	if canGrow {
		w.upTerm[i] = -w.t[i]
	}
	if canShrink {
		w.lowTerm[i] = -w.t[i]
	}
}

// solve runs the algorithm and returns the result.
func (w *fastSMO[T]) solve(ctx context.Context) Solution {
	status := w.run(ctx)
	if status == Interrupted {
		finishCtx, stop := context.WithTimeout(context.WithoutCancel(ctx), finishTime)
		w.recomputeScores(finishCtx, w.firstStale())
		stop()
	} else {
		w.recomputeScores(context.WithoutCancel(ctx), w.firstStale())
	}
	return w.solution(status)
}

// run updates pairs until the tolerance is reached, no pair can move, the cap on updates is
// reached, the margin vanishes, or ctx is cancelled.
func (w *fastSMO[T]) run(ctx context.Context) Status {
	warmStart := slices.ContainsFunc(w.alpha, func(a float64) bool { return a != 0 })
	if warmStart && !w.recomputeScores(ctx, 0) {
		return Interrupted
	}
	w.selectFirst()
	lastReport, untilShrink := time.Now(), w.shrinkPeriod()
	for iteration := 0; ; iteration++ {
		if iteration%checkEvery == 0 {
			if ctx.Err() != nil {
				return Interrupted
			}
			if now := time.Now(); w.report != nil && now.Sub(lastReport) >= reportEvery {
				lastReport = now
				w.report(w.progress())
			}
		}
		if iteration%marginEvery == 0 && w.marginVanishes() {
			return Unbounded
		}
		if untilShrink--; w.shrink && untilShrink < 0 {
			untilShrink = w.shrinkPeriod()
			w.shrinkActive(ctx)
		}
		row, l := w.selectPartner()
		if w.bLow-w.bUp < w.solver.tol() {
			if w.converged(ctx) {
				return Converged
			}
			if ctx.Err() != nil {
				return Interrupted
			}
			untilShrink = w.shrinkPeriod()
			row, l = w.selectPartner()
		}
		if w.updates >= w.solver.maxUpdates() {
			return IterationLimit
		}
		if l < 0 || !w.update(row, l) {
			return Stuck
		}
	}
}

// shrinkPeriod returns the number of updates between two attempts to shrink.
func (w *fastSMO[T]) shrinkPeriod() int { return min(w.src.Len(), 300) }

// selectFirst searches all active points for k, the first point of the next pair.
func (w *fastSMO[T]) selectFirst() { w.bUp, w.k = vec.Lowest(w.score[:w.activeCount], w.upTerm) }

// selectPartner searches the active points for l, the second point of the pair with k, and
// returns −1 if there is none. It also returns the row of k.
func (w *fastSMO[T]) selectPartner() (row []T, l int) {
	if w.k < 0 {
		w.bLow = math.Inf(-1)
		return nil, -1
	}
	row = w.cache.row(w.k, w.activeCount)
	w.bLow, l = vec.BestPartner(w.score[:w.activeCount], w.lowTerm, w.diag, row, w.bUp, w.diag[w.k])
	return row, l
}

// update moves the pair (k, l), updates the scores and selects the next k. It
// reports whether anything moved.
func (w *fastSMO[T]) update(rowK []T, l int) bool {
	k := w.k
	d := w.pairUpdate(k, l, float64(rowK[l]))
	if d.Unchanged {
		return false
	}
	rowL := w.cache.row(l, w.activeCount)
	w.updates++
	w.alpha[k], w.alpha[l] = d.NewAk, d.NewAl
	w.updateBounds(k)
	w.updateBounds(l)
	dk, dl := d.NewAk-d.OldAk, d.NewAl-d.OldAl
	w.objective += d.Gain
	w.bUp, w.k = vec.AdvanceScores(w.score[:w.activeCount], w.upTerm, rowK, rowL, w.t[k]*dk, w.t[l]*dl)
	return true
}

// pairUpdate does what [smoState.pairUpdate] does, with the slices of fastSMO. kkl is K(k, l).
func (w *fastSMO[T]) pairUpdate(k, l int, kkl float64) SMODetail {
	d := SMODetail{S: w.t[k] * w.t[l], Tl: w.t[l], OldAk: w.alpha[k], OldAl: w.alpha[l]}
	d.Kappa = w.diag[k] + w.diag[l] - 2*kkl
	st := smoState{c: w.solver.C}
	st.setNewAlphas(&d, d.Tl*((w.score[k]-w.t[k])-(w.score[l]-w.t[l])))
	return d
}

// marginVanishes reports whether a hard margin is too small to matter. The
// margin of a separating hyperplane is at most ‖w‖/Σα. marginVanishes compares
// this bound with the spread.
func (w *fastSMO[T]) marginVanishes() bool {
	if !math.IsInf(w.solver.C, 1) {
		return false
	}
	var sum, normSq, trace float64
	for i, a := range w.alpha {
		sum += a
		normSq += a * w.t[i] * w.score[i] // for C = ∞, a point with an outdated score has α = 0 and adds nothing
		trace += w.diag[i]
	}
	margin := math.Sqrt(max(0, normSq)) / sum
	if size := math.Sqrt(trace / float64(len(w.alpha))); sum == 0 || margin >= minMarginRatio*size {
		return false
	}
	if math.IsNaN(w.spread) {
		w.spread = Spread(sourceGram{w.src})
	}
	return margin < minMarginRatio*w.spread
}

const (
	// unshrinkFactor is a violation in units of the tolerance. When the violation first falls to
	// this value, all points are activated (Fan, Chen, Lin 2005, sec. 4).
	unshrinkFactor = 10
	// shrinkDivisor decides when shrinking is worth the reordering: when more than
	// 1/shrinkDivisor of the active points are idle.
	shrinkDivisor = 20
	// maxDriftFraction is the largest fraction of the tolerance that estimated rounding
	// errors in the scores may take before the scores are recomputed.
	maxDriftFraction = 0.1
)

// isIdle reports whether αᵢ is at a bound that it would not leave at the current bUp and bLow.
func (w *fastSMO[T]) isIdle(i int) bool {
	f := w.score[i] - w.t[i]
	return math.IsInf(w.upTerm[i], 1) && f < w.bUp || math.IsInf(w.lowTerm[i], -1) && f > w.bLow
}

// shrinkActive makes idle points inactive (see isIdle). When the violation is close to the
// tolerance for the first time, it instead activates all points, in case some were made inactive
// too early.
func (w *fastSMO[T]) shrinkActive(ctx context.Context) {
	w.bLow = vec.Highest(w.score[:w.activeCount], w.lowTerm)
	if w.bLow-w.bUp < w.solver.tol() {
		return // all points may be idle here; run decides what follows
	}
	if !w.hasReactivated && w.bLow-w.bUp <= unshrinkFactor*w.solver.tol() {
		w.hasReactivated = true
		w.regroup(w.recomputeScores(ctx, w.firstStale()))
		return
	}
	idleCount := 0
	for i := range w.activeCount {
		if w.isIdle(i) {
			idleCount++
		}
	}
	if idleCount*shrinkDivisor > w.activeCount {
		w.regroup(false)
	}
}

// converged reports whether the violation of all points is below the tolerance. It first recomputes
// scores that are outdated or may have large rounding errors. If the violation is too large, it
// activates all points that are not idle.
func (w *fastSMO[T]) converged(ctx context.Context) bool {
	from := w.firstStale()
	if w.drift() > maxDriftFraction*w.solver.tol() {
		from = 0
	}
	if from < w.src.Len() && !w.recomputeScores(ctx, from) {
		return false
	}
	w.bUp, w.k = vec.Lowest(w.score, w.upTerm)
	w.bLow = vec.Highest(w.score, w.lowTerm)
	if w.bLow-w.bUp < w.solver.tol() {
		return true
	}
	w.regroup(true)
	return false
}

// drift estimates the rounding errors in the scores as four standard deviations
// of a sum of independent errors. Rounded entries cause an error that grows with
// the distance between the current α and alphaAtRecompute. In addition, each update
// causes a rounding error of its own.
func (w *fastSMO[T]) drift() float64 {
	var distanceSq, largest float64
	for i, a := range w.alpha {
		distanceSq += (a - w.alphaAtRecompute[i]) * (a - w.alphaAtRecompute[i])
		largest = max(largest, math.Abs(w.score[i]))
	}
	updatesSince := float64(w.updates - w.updatesAtRecompute)
	return 4 * (w.rounding*math.Sqrt(distanceSq) + epsilon*largest*math.Sqrt(updatesSince))
}

// firstStale returns the first index whose score may be outdated.
func (w *fastSMO[T]) firstStale() int {
	if w.scoresCurrent {
		return w.src.Len()
	}
	return w.activeCount
}

// regroup makes the idle points inactive and moves the others to the front. If allPoints is not
// set, it considers only the active points. Otherwise it considers all points, whose scores must be
// current. Points that were active come before points that become active again. Cached rows hold
// only the entries of the first points, so this order keeps more of these entries usable.
func (w *fastSMO[T]) regroup(allPoints bool) {
	if allPoints {
		w.bUp, _ = vec.Lowest(w.score, w.upTerm)
		w.bLow = vec.Highest(w.score, w.lowTerm)
	}
	oldActive, n := w.activeCount, w.src.Len()
	w.activeCount = n
	if w.shrink {
		w.activeCount = w.partition(0, oldActive)
		if allPoints {
			w.activeCount = w.partition(w.activeCount, n)
		}
	}
	w.scoresCurrent = w.activeCount == n
	if w.activeCount > w.cache.stride || w.activeCount*shrinkDivisor < w.cache.stride*(shrinkDivisor-1) {
		w.cache.restride(w.activeCount)
	}
	w.selectFirst()
}

// partition reorders the points start … end−1 so that idle points come last, and returns the index
// of the first idle point.
func (w *fastSMO[T]) partition(start, end int) int {
	var swaps [][2]int32
	a, b := start, end
	for {
		for a < b && !w.isIdle(a) {
			a++
		}
		for a < b && w.isIdle(b-1) {
			b--
		}
		if a == b {
			w.cache.swap(swaps)
			return a
		}
		b--
		swaps = append(swaps, [2]int32{int32(a), int32(b)})
		w.swap(a, b)
		a++
	}
}

// swap exchanges two points everywhere except in cached rows.
func (w *fastSMO[T]) swap(a, b int) {
	w.originalIndex[a], w.originalIndex[b] = w.originalIndex[b], w.originalIndex[a]
	for _, v := range [...][]float64{w.t, w.alpha, w.score, w.diag, w.upTerm, w.lowTerm, w.alphaAtRecompute} {
		v[a], v[b] = v[b], v[a]
	}
	w.src.Swap(a, b)
}

// scoreChunk is the number of scores that are computed together. They stay in the L1
// cache while all support vectors are added.
const scoreChunk = 1024

// recomputeScores computes the scores of the points start … n−1 from α. It uses exact entries of
// the Gram matrix and all cores. If ctx is cancelled, it returns false, and some of these scores
// are still outdated.
func (w *fastSMO[T]) recomputeScores(ctx context.Context, start int) bool {
	n := w.src.Len()
	var support []int
	for j, a := range w.alpha {
		if a != 0 {
			support = append(support, j)
		}
	}
	vec.ForRanges(n-start, scoreChunk, func(a, b int) {
		var sum, work [scoreChunk]float64
		w.computeScores(ctx, sum[:b-a], work[:], support, start+a)
	})
	if ctx.Err() != nil {
		return false
	}
	w.scoresCurrent = true
	if start == 0 {
		copy(w.alphaAtRecompute, w.alpha)
		w.updatesAtRecompute = w.updates
	}
	w.recordObjectives()
	return true
}

// computeScores sets the scores of len(sum) points in w, beginning with index start. If ctx is
// cancelled, it leaves these scores unchanged. support holds the indices with α ≠ 0. The slices sum
// and work are working memory.
func (w *fastSMO[T]) computeScores(ctx context.Context, sum, work []float64, support []int, start int) {
	clear(sum)
	work = work[:len(sum)]
	for i, j := range support {
		if i%256 == 0 && ctx.Err() != nil {
			return
		}
		row := work
		if cached, ok := w.cache.completeRow(j); ok {
			if exactRow, isFloat64 := any(cached).([]float64); isFloat64 {
				row = exactRow[start : start+len(sum)]
			}
		}
		if &row[0] == &work[0] {
			w.src.Fill(work, j, start)
		}
		floats.AddScaled(sum, w.alpha[j]*w.t[j], row)
	}
	copy(w.score[start:], sum)
}
