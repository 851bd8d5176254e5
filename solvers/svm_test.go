package solvers

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"

	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
	"kernellab/testdata/support/oracletest"
)

// countedRows counts the kernel values that are filled in.
type countedRows struct {
	*gramRows
	filled atomic.Int64
}

func (r *countedRows) Fill(dst []float64, i, from int) {
	r.filled.Add(int64(len(dst)))
	r.gramRows.Fill(dst, i, from)
}

func (r *countedRows) Fill32(dst []float32, i, from int) {
	r.filled.Add(int64(len(dst)))
	r.gramRows.Fill32(dst, i, from)
}

func (r *countedRows) inOrder() bool { return reflect.DeepEqual(r.original, identity(len(r.original))) }

// Without shrinking, SolveSVM has exactly the α of the second-order rule of SMO
// after the same number of updates.
func TestSolveSVM_samePairsAsSMO(t *testing.T) {
	for _, name := range []string{"worksheet1d", "moons", "circles", "blobs_overlap", "five",
		"iris_versicolor_virginica"} {
		set := readOracle(t, name)
		for kname, k := range map[string]oracletest.Func{"linear": dot, "poly": poly(2, 1), "rbf": rbf(1)} {
			g := kernelGram(k, set.X)
			p := dual(t, g, set.Y)
			for _, c := range []float64{.5, 20} {
				tr := runTrace(t, SMO{C: c, Tol: 1e-9}, p, 300)
				for _, n := range []int{1, 2, 3, 10, 50, 300} {
					if n >= tr.Len() {
						break
					}
					got := mustSolve(t, g, set.Y, Options{C: c, Tol: 1e-9, MaxIter: n, NoShrinking: true})
					if want := tr.At(n); got.Iterations != n || !reflect.DeepEqual(got.Alpha, want.CoefCopy()) {
						t.Fatalf("%s %s C=%v: got α = %v after %d updates, want %v after %d as SMO", name, kname, c,
							got.Alpha, got.Iterations, want.CoefCopy(), n)
					}
				}
			}
		}
	}
}

// Shrinking does not change the solution, which agrees with SMO, whether the cache has room for two
// rows or for all, in float32 or float64.
func TestSolveSVM_optimal(t *testing.T) {
	n := testCount(200, 400)
	for _, c := range []float64{1e-3, 1, 100, 1e4} {
		for _, gamma := range []float64{1e-4, .05, 10, 1e4} {
			x, y := clouds(n, 3, .5, 7)
			g := kernelGram(rbf(gamma), x)
			tol := 1e-3 * math.Min(1, c)
			want := runTrace(t, SMO{C: c, Tol: tol}, dual(t, g, y), 100_000).Last()
			for _, cache := range []int{1, 100 * n, 4 * n * n, 1 << 30} {
				src := &countedRows{gramRows: newGramRows(g)}
				got, err := SolveRows(context.Background(), src, y, Options{C: c, Tol: tol, CacheBytes: cache})
				where := fmt.Sprintf("C=%v γ=%v cache %d", c, gamma, cache)
				check.Must(t, err == nil, "%s: got error %v, want none", where, err)
				checkSolution(t, where, g, y, c, tol, got)
				if want.Status == Converged && math.Abs(got.Objective-want.Objective) > 1e-5*want.Objective+tol*tol {
					t.Errorf("%s: W = %v, want %v as of SMO", where, got.Objective, want.Objective)
				}
				check.That(t, src.inOrder(),
					"%s: the source is left with its points out of order, want them in order", where)
			}
		}
	}
}

// checkSolution recomputes from α what a solution reports.
func checkSolution(t *testing.T, where string, g Gram, y []float64, c, tol float64, got Solution) {
	t.Helper()
	if got.Status != Converged || got.Violation >= tol {
		t.Errorf("%s: got %v at a violation of %v, want %v below %v: %s", where, got.Status, got.Violation, Converged,
			tol,
			got.Sentence)
	}
	var balance, size float64
	for i, a := range got.Alpha {
		if !(a >= 0 && a <= c) {
			t.Fatalf("%s: α%d = %v, want it in [0, %v]", where, i+1, a, c)
		}
		balance += a * y[i]
		size += a
	}
	if math.Abs(balance) > 1e-12*size {
		t.Errorf("%s: Σαt = %v, want 0", where, balance)
	}
	if w := DualObjective(g, y, got.Alpha); math.Abs(w-got.Objective) > 1e-6*math.Abs(w) {
		t.Errorf("%s: Objective = %v, want W = %v", where, got.Objective, w)
	}
	if got.Gap < -1e-9*got.Objective || math.Abs(got.PrimalObjective-got.Objective-got.Gap) > 1e-9*got.Objective {
		t.Errorf("%s: got primal %v, dual %v, gap %v, want the difference, at least 0", where, got.PrimalObjective,
			got.Objective,
			got.Gap)
	}
}

// At tolerance 1e-9, SolveSVM agrees with every verified solution in testdata/oracle: the dual
// objective to 1e-6, and f at the points called probes to 1e-5 (1e-3 if the solution is
// ill-conditioned).
func TestSolveSVM_oracles(t *testing.T) {
	eachSet(t, func(t *testing.T, set oracleSet) {
		for _, want := range set.SVM {
			o := Options{C: float64(want.C), Tol: 1e-9}
			if !want.Verified {
				o.MaxIter = 1_000_000 // it does not converge
			}
			if testCount(0, 1) == 0 && set.Dataset == "blobs_overlap" && want.Kname == "poly3(c=1)" && o.C == 100 {
				continue // takes four million updates
			}
			got := mustSolve(t, set.gram(want.Kernel), set.Y, o)
			t.Logf("%s C=%v: %v after %d, violation %.2g gap %.3g", want.Kname, want.C, got.Status, got.Iterations,
				got.Violation, got.Gap)
			if want.Feasible != nil && !*want.Feasible {
				check.That(t, got.Status != Converged,
					"%s C=%v: %v, want another status as it is not separable", want.Kname, want.C, Converged)
				continue
			}
			if want.Verified {
				compareSVM(t, set, want, got)
			}
		}
	})
}

func compareSVM(t *testing.T, set oracleSet, want oracletest.SVM, got Solution) {
	t.Helper()
	if got.Status == IterationLimit && got.Iterations >= 1_000_000 {
		if got.Objective > want.DualObjective*(1+1e-9) || got.PrimalObjective < want.DualObjective*(1-1e-9) {
			t.Errorf("%s C=%v: gave up with W = %v and primal %v, want them to bracket %v", want.Kname, want.C,
				got.Objective, got.PrimalObjective, want.DualObjective)
		}
		return
	}
	check.That(t, got.Status == Converged,
		"%s C=%v: got %v after %d updates, want %v: %s", want.Kname, want.C, got.Status, got.Iterations, Converged,
		got.Sentence)
	if rel := math.Abs(got.Objective-want.DualObjective) / math.Abs(want.DualObjective); rel > 1e-6 {
		t.Errorf("%s C=%v: W = %.12g, want %.12g", want.Kname, want.C, got.Objective, want.DualObjective)
	}
	tol := 1e-5
	if want.KKTCond > 1e3 {
		tol = 1e-3
	}
	b := got.Bias
	if !want.BUnique {
		if b < float64(want.BInterval[0])-1e-6 || b > float64(want.BInterval[1])+1e-6 {
			t.Errorf("%s C=%v: b = %v, want it in %v", want.Kname, want.C, b, want.BInterval)
		}
		b = want.B
	}
	weights := make([]float64, len(set.Y))
	for i, a := range got.Alpha {
		weights[i] = a * set.Y[i]
	}
	if d := maxDifference(set.probes(want.Kernel, weights, b), want.DecisionProbes); d > tol {
		t.Errorf("%s C=%v: f at the probes differs by %.3g, want at most %.3g", want.Kname, want.C, d, tol)
	}
	if want.AlphaUnique && want.KKTCond < 1e3 {
		if d := maxDifference(got.Alpha, want.Alpha); d > 1e-5 {
			t.Errorf("%s C=%v: α differs by %.3g, want at most 1e-5", want.Kname, want.C, d)
		}
	}
}

// If the optimum has no free α and is reached just before idle points become inactive, all points
// become inactive. The run must still end.
func TestSolveSVM_everyPointIdle(t *testing.T) {
	x := [][]float64{
		{2.245722, 2.924324}, {1.17538, -0.241737}, {1.875788, 2.589363}, {0.099912, 1.787581}, {2.998656, -0.748416},
		{-3.211237, -0.600724}, {-0.989047, 0.286113}, {-0.565243, 0.958173}, {0.653605, -0.662337}, {-2.22925,
			-0.678415},
	}
	y := []float64{1, -1, 1, -1, 1, -1, 1, -1, 1, -1}
	for _, tol := range []float64{1e-3, 1e-6, 1e-9} {
		fast := solveOrFail(t, LinearGram(x), y, Options{C: 1, Tol: tol})
		slow := runTrace(t, SMO{C: 1, Tol: tol}, dual(t, LinearGram(x), y), 1000).Last()
		if d := maxDifference(fast.Alpha, slow.CoefCopy()); slow.Status != Converged || d > 1e-4 {
			t.Errorf("tolerance %g: SMO is %v with α %g away, want %v with at most 1e-4", tol, slow.Status, d,
				Converged)
		}
	}
}

// The problems have two points, equal points, points on a line, contradictions,
// or features of very different size.
func TestSolveSVM_edgeCases(t *testing.T) {
	var line, twins, scaled [][]float64
	var y []float64
	r := rand.New(rand.NewPCG(5, 6))
	for i := range 60 {
		line = append(line, []float64{float64(i % 13), 2 * float64(i%13)})
		twins = append(twins, []float64{float64(i / 2 % 7), 1})
		scaled = append(scaled, []float64{1e-3 * r.NormFloat64(), 1e3 * r.NormFloat64()})
		y = append(y, float64(1-2*(i%2)))
	}
	for name, x := range map[string][][]float64{
		"two points": {{0}, {1}}, "equal": {{1, 1}, {1, 1},
			{1, 1}}, "line": line, "contradictions": twins, "scaled": scaled,
	} {
		for kname, k := range map[string]oracletest.Func{"linear": dot, "rbf": rbf(.3), "γ = 1e-4": rbf(1e-4),
			"γ = 1e4": rbf(1e4)} {
			for _, c := range []float64{1e-3, 1, 1e4} {
				g := kernelGram(k, x)
				got := mustSolve(t, g, y[:len(x)], Options{C: c, Tol: 1e-3, MaxIter: 200_000})
				if far := name == "scaled" || name == "line" && c > 1; got.Status == IterationLimit &&
					kname == "linear" && far {
					continue // convergence may need more updates than that
				}
				checkSolution(t, fmt.Sprintf("%s %s C=%v", name, kname, c), g, y[:len(x)], c, 1e-3, got)
			}
		}
	}
	for _, label := range []float64{1, -1} {
		if _, err := SolveSVM(context.Background(), LinearGram(line), slices.Repeat([]float64{label}, 60), Options{C: 1}); err == nil {
			t.Errorf("SolveSVM with labels %v only: got no error, want one", label)
		}
	}
}

func TestSolveSVM_shrinkingSavesRows(t *testing.T) {
	x, y := clouds(1500, 2, .8, 3)
	g := kernelGram(rbf(1), x)
	work := map[bool]int64{}
	for _, whole := range []bool{false, true} {
		src := &countedRows{gramRows: newGramRows(g)}
		if _, err := SolveRows(context.Background(), src, y,
			Options{C: 100, CacheBytes: 1500 * 4 * 100, NoShrinking: whole}); err != nil {
			t.Fatal(err)
		}
		work[whole] = src.filled.Load()
	}
	if work[false]*2 > work[true] {
		t.Errorf("got %d entries with shrinking, want at most half of the %d without", work[false], work[true])
	}
}

// cheapRows are rows that are cheap to recompute.
type cheapRows struct{ *countedRows }

func (cheapRows) HasCheapEntries() bool { return true }

// A source whose rows are cheap leads to the same updates, bit by bit, as any other. The number of
// recomputed rows is bounded, and few rows are cached if few are needed again.
func TestRowCache_cheapRows(t *testing.T) {
	for _, tt := range []struct {
		n       int
		c       float64
		whole   bool // no shrinking: the rows are those of all points
		further bool // wants more rows than a cache begins with
	}{{60, 1, false, false}, {400, .5, true, false}, {400, 1000, true, true}, {400, 1000, false, true}} {
		x, y := clouds(tt.n, 2, 1.2, 7)
		o := Options{C: tt.c, NoShrinking: tt.whole, CacheBytes: 8 * tt.n * tt.n}
		dear := &countedRows{gramRows: newGramRows(kernelGram(rbf(1), x))}
		want := must.Value(SolveRows(t.Context(), dear, y, o))
		cheap := &countedRows{gramRows: newGramRows(kernelGram(rbf(1), x))}
		got := must.Value(SolveRows(t.Context(), cheapRows{cheap}, y, o))
		if got.Iterations != want.Iterations || !slices.Equal(got.Alpha, want.Alpha) || got.Bias != want.Bias {
			t.Errorf("%+v: got b = %v after %d updates, want %v after %d and the same α", tt, got.Bias, got.Iterations,
				want.Bias, want.Iterations)
		}
		again := cheap.filled.Load() - dear.filled.Load()
		if again < 0 || again > int64(3*tt.n*tt.n) {
			t.Errorf("%+v: got %d entries more than a full cache, want 0 to %d", tt, again, 3*tt.n*tt.n)
		}
		if tt.further && again == 0 {
			t.Errorf("%+v: got no entry computed twice, want some", tt)
		}
	}
}

// A cache of cheap rows grows only when evicted rows are needed again.
func TestRowCache_growsWithMisses(t *testing.T) {
	const n = 200
	x, _ := clouds(n, 2, 1, 1)
	c := newRowCache[float64](cheapRows{&countedRows{gramRows: newGramRows(kernelGram(rbf(1), x))}}, n*n)
	for i := range n {
		c.row(i, n) // each for the first time
	}
	check.Must(t, len(c.rows) == initialRows,
		"got %d rows kept after one pass, want %d", len(c.rows), initialRows)
	misses := 0
	for c.capacity < n && misses <= 3*n {
		for i := range n {
			c.row(i, n)
			misses++
		}
	}
	if misses > 3*n {
		t.Errorf("all rows fit only after %d misses, want at most %d", misses, 3*n)
	}
	for range 2 {
		for i := range n {
			c.row(i, n)
		}
	}
	check.That(t, len(c.rows) == n, "got %d rows kept in the end, want %d", len(c.rows), n)
}

func TestCachedGram_equalsDense(t *testing.T) {
	set := readOracle(t, "moons")
	dense := kernelGram(rbf(1), set.X)
	computed := 0
	rows := NewCachedGram(len(set.Y), func(i int, dst []float64) { computed++; copy(dst, dense.Row(i)) }, 8*100*10)
	savedRow := clone(rows.Row(0))
	first := rows.Row(0)
	for i := range set.Y {
		rows.Row(i)
	}
	check.That(t, reflect.DeepEqual(savedRow, first),
		"a row that fell out of the cache became %v, want %v", first, savedRow)
	check.That(t, computed == len(set.Y), "%d rows computed, want %d", computed, len(set.Y))
	want := mustSolve(t, dense, set.Y, Options{C: 1, Tol: 1e-6})
	got := mustSolve(t, rows, set.Y, Options{C: 1, Tol: 1e-6})
	if !reflect.DeepEqual(got, want) {
		t.Errorf("SolveSVM of rows: got W = %v after %d, want %v after %d as of a matrix", got.Objective,
			got.Iterations,
			want.Objective, want.Iterations)
	}
}

// For a sequence of values of C and of σ, each solve starts at the previous solution. It has the
// same result as a start from zero, and all solves together need fewer updates.
func TestSolveSVM_warmStart(t *testing.T) {
	x, y := clouds(300, 2, .5, 11)
	cold, warm := 0, 0
	g := kernelGram(rbf(.5), x)
	var last []float64
	c := .5
	for range 6 {
		a := solveOrFail(t, g, y, Options{C: c, Tol: 1e-6})
		b := solveOrFail(t, g, y, Options{C: c, Tol: 1e-6, Start: last})
		if math.Abs(a.Objective-b.Objective) > 1e-7*a.Objective {
			t.Errorf("C = %v: W = %v from a warm start, want %v as from a cold one", c, b.Objective, a.Objective)
		}
		cold, warm = cold+a.Iterations, warm+b.Iterations
		last = b.Alpha
		for i := range last { // for the larger bound; an α at the old bound is at the new one
			last[i] = math.Min(last[i]*1.3, c*1.3)
		}
		c *= 1.3
	}
	if warm >= cold {
		t.Errorf("got %d updates from warm starts, want fewer than the %d from cold ones", warm, cold)
	}
	other := kernelGram(rbf(.6), x)
	base := solveOrFail(t, g, y, Options{C: 2})
	a, b := solveOrFail(t, other, y, Options{C: 2}), solveOrFail(t, other, y, Options{C: 2, Start: base.Alpha})
	if math.Abs(a.Objective-b.Objective) > 1e-3*a.Objective || b.Iterations >= a.Iterations {
		t.Errorf("another width: got W = %v after %d from a warm start, want %v in fewer than %d", b.Objective,
			b.Iterations, a.Objective, a.Iterations)
	}
	if _, err := SolveSVM(context.Background(), g, y, Options{C: 1, Start: base.Alpha}); err == nil {
		t.Error("SolveSVM with a start outside the box: got no error, want one")
	}
}

// mustSolve returns the solution of a valid problem.
func mustSolve(t fataler, g Gram, y []float64, o Options) Solution {
	return must.Value(SolveSVM(context.Background(), g, y, o))
}

func solveOrFail(t *testing.T, g Gram, y []float64, o Options) Solution {
	t.Helper()
	s := mustSolve(t, g, y, o)
	check.Must(t, s.Status == Converged, "SolveSVM: got %v, want %v", s.Status, Converged)
	return s
}

// cancellingRows cancels the solve when the given number of further rows has been requested.
type cancellingRows struct {
	*gramRows
	left   int
	cancel func()
}

func (r *cancellingRows) Fill32(dst []float32, i, from int) {
	if r.left--; r.left == 0 {
		r.cancel()
	}
	r.gramRows.Fill32(dst, i, from)
}

// A solve that is cancelled, before or after points have become inactive, returns a feasible α and
// the numbers that follow from it. A solve that is cancelled before it starts does no update, and
// one that is cancelled at the first progress report stops soon.
func TestSolveSVM_interruptedResult(t *testing.T) {
	x, y := clouds(1200, 2, .5, 9)
	g := kernelGram(rbf(1), x)
	for _, rows := range []int{5, 700, 5000} {
		ctx, cancel := context.WithCancel(context.Background())
		src := &cancellingRows{newGramRows(g), rows, cancel}
		got, err := SolveRows(ctx, src, y, Options{C: 1000, Tol: 1e-5, CacheBytes: 1200 * 4 * 40})
		cancel()
		check.Must(t, err == nil && got.Status == Interrupted && got.Iterations != 0,
			"%d rows: got %v after %d, error %v, want %v after some", rows, got.Status, got.Iterations, err,
			Interrupted)
		var balance float64
		for i, a := range got.Alpha {
			balance += a * y[i]
		}
		w := DualObjective(g, y, got.Alpha)
		if math.Abs(balance) > 1e-9 || math.Abs(w-got.Objective) > 1e-4*math.Abs(w) || !(got.Gap >= 0) ||
			!(got.Violation > 0) {
			t.Errorf("%d rows: got Σαt = %v, W = %v, gap %v, violation %v, want 0, %v, at least 0, above 0", rows,
				balance, got.Objective, got.Gap, got.Violation, w)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for i, maxUpdates := range []int64{math.MaxInt64, 0} {
		got, err := SolveSVM(ctx, g, y, Options{C: math.Inf(1), MaxIter: 1 << 40, Progress: func(Progress) { cancel() }})
		if err != nil || got.Status != Interrupted || int64(got.Iterations) > maxUpdates || len(got.Alpha) != len(y) {
			t.Errorf("solve %d: got %v after %d, error %v, want %v", i, got.Status, got.Iterations, err, Interrupted)
		}
		cancel()
	}
}

// The gap equals primal minus dual, computed from K, while all points are
// active. At the optimum it is 0 whatever is inactive.
func TestSolveSVM_progressGap(t *testing.T) {
	x, y := clouds(60, 2, .6, 3)
	g := kernelGram(rbf(1), x)
	const c = 2.0
	for _, updates := range []int{1, 2, 5, 20, 60} {
		w := newFastSMO[float64](SMO{C: c, Tol: 1e-9, MaxUpdates: updates}, newGramRows(g), y,
			Options{C: c, NoShrinking: true, CacheBytes: 1 << 20})
		w.run(t.Context())
		got, b := w.progress(), -(w.bUp+w.bLow)/2
		w2, sum, slack := 0.0, 0.0, 0.0
		for i := range y {
			f := 0.0
			for j := range y {
				f += w.alpha[j] * y[j] * g.At(i, j)
			}
			w2 += w.alpha[i] * y[i] * f
			sum += w.alpha[i]
			slack += math.Max(0, 1-y[i]*(f+b))
		}
		if want := w2/2 + c*slack - (sum - w2/2); math.Abs(got.Gap-want) > 1e-9*want {
			t.Errorf("after %d updates: gap %v, want %v", updates, got.Gap, want)
		}
	}
	w := newFastSMO[float64](SMO{C: c, Tol: 1e-9}, newGramRows(g), y, Options{C: c, CacheBytes: 1 << 20})
	if status := w.run(t.Context()); status != Converged || w.progress().Gap > 1e-6 {
		t.Errorf("got %v with gap %v, want %v with 0", status, w.progress().Gap, Converged)
	}
	hard := newFastSMO[float64](SMO{C: math.Inf(1), MaxUpdates: 1}, newGramRows(g), y,
		Options{C: math.Inf(1), CacheBytes: 1 << 20})
	if hard.run(t.Context()); !math.IsInf(hard.progress().Gap, 1) {
		t.Errorf("the gap of a hard margin that is not kept is %v, want +Inf", hard.progress().Gap)
	}
}

// brokenRows panics when it is asked for a row.
type brokenRows struct{ *countedRows }

func (brokenRows) Fill([]float64, int, int) { panic("broken kernel") }

// A panic of the source on another core reaches the caller, who can recover
// from it.
func TestSolveSVM_panicsInCaller(t *testing.T) {
	defer func() {
		if got := recover(); got != "broken kernel" {
			t.Errorf("recovered %v, want the panic of the source", got)
		}
	}()
	x, y := clouds(30, 2, 1, 1)
	start := make([]float64, len(y))
	start[0] = 1
	w := newFastSMO[float64](SMO{C: 1}, brokenRows{&countedRows{gramRows: newGramRows(kernelGram(rbf(1), x))}}, y,
		Options{Start: start})
	w.recomputeScores(context.Background(), 0)
}

// BenchmarkSolveSVM measures the fast path on two overlapping clouds. The Gram
// matrix is already computed.
func BenchmarkSolveSVM(b *testing.B) {
	for _, n := range []int{500, 1000, 2000} {
		x, y := clouds(n, 2, .6, 1)
		g := kernelGram(rbf(1), x)
		for _, c := range []float64{1, 100} {
			b.Run(fmt.Sprintf("n=%d/C=%v", n, c), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					s, err := SolveSVM(context.Background(), g, y, Options{C: c})
					if err != nil || s.Status != Converged {
						b.Fatal(s.Status, err)
					}
					b.ReportMetric(float64(s.Iterations), "updates")
				}
			})
		}
	}
}
