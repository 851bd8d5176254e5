package solvers

import (
	"context"
	"errors"
	"math"
	"reflect"
	"strings"
	"sync"
	"testing"
)

func TestTwoExtensionsOfOnePastDoNotMeet(t *testing.T) {
	set := readOracle(t, "moons")
	p := dual(t, kernelGram(rbf(1), set.x), set.y)
	past := run(t, SMO{C: 1}, p, 5)
	var a, b Trace
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); a = run2(past, 10) }()
	go func() {
		defer wg.Done()
		other := SMO{C: 1}.Update(p, past.Last(), 3, 90)
		b = run2(past.With(other), 9)
	}()
	wg.Wait()
	if a.Len() != 16 || b.Len() != 16 || past.Len() != 6 {
		t.Fatalf("lengths %d, %d, %d", a.Len(), b.Len(), past.Len())
	}
	if da, db := a.At(6).Detail.(*SMODetail), b.At(6).Detail.(*SMODetail); da.K == db.K && da.L == db.L {
		t.Error("the two futures begin with the same pair")
	}
	if again := run2(past, 10); !reflect.DeepEqual(again.At(15).CoefCopy(), a.At(15).CoefCopy()) {
		t.Error("the same past has two different futures")
	}
}

func TestTwoWhatIfsOfOnePast(t *testing.T) {
	set := readOracle(t, "moons")
	p := dual(t, kernelGram(rbf(1), set.x), set.y)
	s := SMO{C: 1}
	past := run(t, s, p, 5) // leaves room behind its steps unless it is clipped
	first := past.With(s.Update(p, past.Last(), 3, 90))
	second := past.With(s.Update(p, past.Last(), 4, 91))
	if d := first.Last().Detail.(*SMODetail); d.K != 3 || d.L != 90 {
		t.Errorf("the first what-if became (%d, %d)", d.K, d.L)
	}
	if d := second.Last().Detail.(*SMODetail); d.K != 4 || d.L != 91 {
		t.Errorf("the second what-if is (%d, %d)", d.K, d.L)
	}
	cut := past.Cut(2).With(first.Last())
	if past.At(3).N != 3 || cut.Len() != 4 {
		t.Error("a what-if from the middle changed the past")
	}
}

func run2(tr Trace, n int) Trace {
	tr, err := tr.Extend(context.Background(), n, nil)
	if err != nil {
		panic(err)
	}
	return tr
}

func TestRandomRuleFollowsItsSeed(t *testing.T) {
	set := readOracle(t, "moons")
	p := dual(t, kernelGram(rbf(1), set.x), set.y)
	a, b, c := run(t, SMO{C: 1, Rule: Random, Seed: 1}, p, 20), run(t, SMO{C: 1, Rule: Random, Seed: 1}, p, 20), run(t, SMO{C: 1, Rule: Random, Seed: 2}, p, 20)
	if !reflect.DeepEqual(a.Last().CoefCopy(), b.Last().CoefCopy()) {
		t.Error("one seed, two paths")
	}
	if reflect.DeepEqual(a.Last().CoefCopy(), c.Last().CoefCopy()) {
		t.Error("two seeds, one path")
	}
}

func TestExtendStops(t *testing.T) {
	p := xor(t)
	tr := run(t, SMO{C: 1}, p, 0)
	tr, err := tr.Extend(context.Background(), 100, func(s Step) bool { return s.N == 1 })
	if err != nil || tr.Len() != 2 {
		t.Errorf("%d steps, %v", tr.Len(), err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	tr, err = tr.Extend(ctx, 100, nil)
	if !errors.Is(err, context.Canceled) || tr.Len() != 2 {
		t.Errorf("%d steps, %v", tr.Len(), err)
	}
}

func TestProblemsThatCannotBePosed(t *testing.T) {
	g := func(n int) Gram { return kernelGram(dot, make([][]float64, n)) }
	mustDual := func(y ...float64) *Problem { return dual(t, g(len(y)), y) }
	primal, err := NewPrimal([][]float64{{1}, {2}}, []float64{1, -1})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		s    Solver
		p    *Problem
		want string
	}{
		{"one class", SMO{C: 1}, mustDual(1, 1, 1), "all 3 labels are +1"},
		{"one point", Perceptron{}, mustDual(-1), "one point only"},
		{"targets", SMO{C: 1}, mustDual(1, .5), "label 2 is 0.5, want −1 or +1"},
		{"mixed", Logistic{Gamma: 1}, mustDual(1, 0, -1), "not both"},
		{"one class 0/1", Logistic{Gamma: 1}, mustDual(0, 0), "all 2 labels"},
		{"C", SMO{C: -1}, mustDual(1, -1), "C = -1, want a number above 0"},
		{"C zero", SMO{}, mustDual(1, -1), "C = 0"},
		{"C NaN", SMO{C: math.NaN()}, mustDual(1, -1), "C = NaN"},
		{"η", LeastSquares{Eta: 0}, mustDual(1, -1), "η = 0"},
		{"γ", Logistic{Gamma: -1}, mustDual(1, -1), "γ = -1"},
		{"λ", Ridge{Lambda: -1}, mustDual(1, -1), "λ = -1"},
		{"primal SMO", SMO{C: 1}, primal, "needs a Gram matrix"},
	} {
		_, err := NewTrace(c.s, c.p)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
	if _, err := NewDual(g(2), []float64{1}); err == nil {
		t.Error("lengths that differ are taken")
	}
	if _, err := NewDual(g(2), []float64{1, math.NaN()}); err == nil {
		t.Error("a label that is not a number is taken")
	}
	if _, err := NewPrimal(nil, nil); err == nil {
		t.Error("no points are taken")
	}
	if _, err := NewPrimal([][]float64{{1}, {math.Inf(1)}}, []float64{1, -1}); err == nil {
		t.Error("an infinite feature is taken")
	}
}

func TestDuplicatesWithOppositeLabels(t *testing.T) {
	x := [][]float64{{0, 1}, {0, 1}, {2, 3}, {-1, 0}}
	y := []float64{1, -1, 1, -1}
	g := LinearGram(x)
	hard := run(t, SMO{C: math.Inf(1)}, dual(t, g, y), 1000)
	if hard.Last().Status != Unbounded || !strings.Contains(hard.Last().Sentence, "no hyperplane") {
		t.Errorf("hard margin: %v: %s", hard.Last().Status, hard.Last().Sentence)
	}
	sol, err := SolveSVM(context.Background(), g, y, Options{C: math.Inf(1)})
	if err != nil || sol.Status != Unbounded {
		t.Errorf("hard margin, fast: %v, %v", sol.Status, err)
	}
	soft := run(t, SMO{C: 10, Tol: 1e-9}, dual(t, g, y), 1000)
	if soft.Last().Status != Converged || soft.Last().Coef().At(0) != 10 {
		t.Errorf("soft margin: %v, α₁ = %v", soft.Last().Status, soft.Last().Coef().At(0))
	}
	d := PairUpdate(g, y, []float64{0, 0, 0, 0}, 0, 10, 0, 1)
	if d.Kappa != 0 || d.KappaUsed != tinyKappa || d.NewAl != 10 || d.NewAk != 10 {
		t.Errorf("κ = %v, used %v, α = %v, %v", d.Kappa, d.KappaUsed, d.NewAk, d.NewAl)
	}
}

func TestHardMarginOnInseparableDataEndsWithASentence(t *testing.T) {
	set := readOracle(t, "worksheet1d")
	tr := run(t, SMO{C: math.Inf(1), MaxUpdates: 200}, dual(t, LinearGram(set.x), set.y), 1000)
	last := tr.Last()
	if last.Status != IterationLimit || last.Updates != 200 || !strings.Contains(last.Sentence, "margin is at most") {
		t.Errorf("%v after %d: %s", last.Status, last.Updates, last.Sentence)
	}
	if !(tr.At(200).Objective > 1.5*tr.At(100).Objective) {
		t.Errorf("W is %v, then %v: it should grow without end", tr.At(100).Objective, tr.At(200).Objective)
	}
}

func TestKernelThatIsNotPSD(t *testing.T) {
	// K = −x·z has κ = −‖x − z‖² < 0 for every pair.
	x := [][]float64{{0, 1}, {1, 0}, {2, 2}, {-1, -1}}
	neg := func(x, z []float64) float64 { return -dot(x, z) }
	tr := run(t, SMO{C: 1}, dual(t, kernelGram(neg, x), []float64{1, -1, 1, -1}), 100)
	if !tr.Last().Status.Done() {
		t.Fatalf("still %v", tr.Last().Status)
	}
	d := tr.At(1).Detail.(*SMODetail)
	if d.Kappa >= 0 || d.KappaUsed != tinyKappa || !d.Clipped {
		t.Errorf("κ = %v, used %v, clipped %v", d.Kappa, d.KappaUsed, d.Clipped)
	}
	for i := 1; i < tr.Len(); i++ {
		if tr.At(i).Objective < tr.At(i-1).Objective-1e-12 {
			t.Errorf("W falls at step %d", i)
		}
	}
}

func TestFastPathEqualsTrace(t *testing.T) {
	for _, name := range []string{"moons", "blobs_overlap", "five"} {
		set := readOracle(t, name)
		g := kernelGram(rbf(.5), set.x)
		for _, c := range []float64{.5, 20} {
			slow := run(t, SMO{C: c, Tol: 1e-9}, dual(t, g, set.y), 20_000).Last()
			fast, err := SolveSVM(context.Background(), g, set.y, Options{C: c, Tol: 1e-9})
			if err != nil {
				t.Fatal(err)
			}
			if fast.Status != Converged || slow.Status != Converged {
				t.Fatalf("%s: %v and %v", name, fast.Status, slow.Status)
			}
			if !close(fast.Objective, slow.Objective, 1e-10) || !close(fast.Bias, slow.Bias, 1e-7) || farthest(fast.Alpha, slow.CoefCopy()) > 1e-6 {
				t.Errorf("%s C=%v: W %v and %v, b %v and %v", name, c, fast.Objective, slow.Objective, fast.Bias, slow.Bias)
			}
		}
	}
}

func TestSolveSVMIsInterruptible(t *testing.T) {
	set := readOracle(t, "blobs_overlap")
	ctx, cancel := context.WithCancel(context.Background())
	calls := 0
	sol, err := SolveSVM(ctx, LinearGram(set.x), set.y, Options{
		C: math.Inf(1), MaxIter: 1 << 40,
		Progress: func(p Progress) { calls++; cancel() },
	})
	cancel()
	if err != nil {
		t.Fatal(err)
	}
	if sol.Status != Interrupted && sol.Status != Unbounded || len(sol.Alpha) != len(set.y) {
		t.Errorf("%v with %d α", sol.Status, len(sol.Alpha))
	}
	cancelled, stop := context.WithCancel(context.Background())
	stop()
	if sol, err := SolveSVM(cancelled, LinearGram(set.x), set.y, Options{C: 1}); err != nil || sol.Status != Interrupted || sol.Iterations != 0 {
		t.Errorf("cancelled before: %v after %d, %v", sol.Status, sol.Iterations, err)
	}
}

func TestRowsOnDemandEqualDense(t *testing.T) {
	set := readOracle(t, "moons")
	dense := kernelGram(rbf(1), set.x)
	rows := NewRows(len(set.y), func(i int, dst []float64) { copy(dst, dense.Row(i)) }, 8*100*10)
	held := clone(rows.Row(0))
	first := rows.Row(0)
	for i := range set.y {
		rows.Row(i)
	}
	if !reflect.DeepEqual(held, first) {
		t.Error("a row that fell out of the cache changed")
	}
	if rows.Computed() != len(set.y) {
		t.Errorf("%d rows computed, want %d", rows.Computed(), len(set.y))
	}
	want, err := SolveSVM(context.Background(), dense, set.y, Options{C: 1, Tol: 1e-6})
	if err != nil {
		t.Fatal(err)
	}
	got, err := SolveSVM(context.Background(), rows, set.y, Options{C: 1, Tol: 1e-6})
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("W %v after %d from rows, %v after %d dense", got.Objective, got.Iterations, want.Objective, want.Iterations)
	}
}

func TestLeastSquaresOnBothSidesOfTheLimit(t *testing.T) {
	set := readOracle(t, "sine_reg")
	g := kernelGram(rbf(1), set.x)
	p := dual(t, g, set.y)
	below := run(t, LeastSquares{Eta: .99 * EtaMax(g)}, p, 3000)
	if s := below.Last(); s.Status != Running || s.Objective > below.At(0).Objective {
		t.Errorf("below: %v, loss %v", s.Status, s.Objective)
	}
	above := run(t, LeastSquares{Eta: 1.05 * EtaMax(g)}, p, 3000)
	if s := above.Last(); s.Status != Diverged || !strings.Contains(s.Sentence, "too large") {
		t.Errorf("above: %v: %s", s.Status, s.Sentence)
	}
}

func TestLogisticNeverOverflows(t *testing.T) {
	for _, f := range []float64{0, 1, -1, 40, -40, 800, -800, 1e300, -1e300} {
		for _, y := range []float64{-1, 1} {
			loss := LogisticLoss([]float64{y}, []float64{f})
			if math.IsNaN(loss) || math.IsInf(loss, 0) || loss < 0 {
				t.Errorf("loss(%v, %v) = %v", y, f, loss)
			}
			if a, b := ZeroOne.Loss().residual((y+1)/2, f), PlusMinus.Loss().residual(y, f); a != b {
				t.Errorf("y = %v, f = %v: residuals %v and %v", y, f, a, b)
			}
		}
	}
	if r := ZeroOne.Loss().residual(1, 50); r == 0 {
		t.Error("y − s(f) cancels at f = 50")
	}
}

func TestLogisticGradientIsTheDerivativeOfTheLoss(t *testing.T) {
	const h = 1e-6
	for _, f := range []float64{-3, -.2, 0, .7, 5} {
		for _, y := range []float64{-1, 1} {
			loss := func(f float64) float64 { return LogisticLoss([]float64{y}, []float64{f}) }
			want := -(loss(f+h) - loss(f-h)) / (2 * h)
			if got := ZeroOne.Loss().residual((y+1)/2, f); math.Abs(got-want) > 1e-8 {
				t.Errorf("y = %v, f = %v: %v, finite difference %v", y, f, got, want)
			}
		}
	}
}

func TestDualGradientIsTheDerivativeOfTheDual(t *testing.T) {
	const h = 1e-5
	set := readOracle(t, "worksheet1d")
	g := kernelGram(poly(2, 1), set.x)
	alpha := make([]float64, len(set.y))
	for i := range alpha {
		alpha[i] = .01 * float64(i)
	}
	for i, got := range DualGradient(g, set.y, alpha) {
		up, down := clone(alpha), clone(alpha)
		up[i] += h
		down[i] -= h
		want := (DualObjective(g, set.y, up) - DualObjective(g, set.y, down)) / (2 * h)
		if math.Abs(got-want) > 1e-6*math.Max(1, math.Abs(want)) {
			t.Errorf("entry %d: %v, finite difference %v", i, got, want)
		}
	}
}

func TestPerceptronCapSaysThatItGoesRound(t *testing.T) {
	set := readOracle(t, "xor4")
	for _, every := range []bool{false, true} {
		tr := run(t, Perceptron{MaxEpochs: 10, EveryVisit: every}, dual(t, LinearGram(set.x), set.y), 1000)
		last := tr.Last()
		d := last.Detail.(*PerceptronDetail)
		if last.Status != IterationLimit || d.Epoch != 10 || last.Updates != 40 || !strings.Contains(last.Sentence, "for ever") {
			t.Errorf("every=%v: %v, epoch %d, %d updates: %s", every, last.Status, d.Epoch, last.Updates, last.Sentence)
		}
	}
}

func TestPerceptronVisitsAndJumpsAgree(t *testing.T) {
	set := readOracle(t, "moons")
	p := dual(t, kernelGram(rbf(1), set.x), set.y)
	jump, walk := run(t, Perceptron{}, p, 5000), run(t, Perceptron{EveryVisit: true}, p, 5000)
	a, b := jump.Last(), walk.Last()
	if a.Status != Converged || b.Status != Converged || a.Updates != b.Updates || !reflect.DeepEqual(a.CoefCopy(), b.CoefCopy()) {
		t.Errorf("%v with %d updates, %v with %d", a.Status, a.Updates, b.Status, b.Updates)
	}
	if walk.Len()-1 != b.Detail.(*PerceptronDetail).Visits {
		t.Errorf("%d steps for %d visits", walk.Len()-1, b.Detail.(*PerceptronDetail).Visits)
	}
	r2 := 0.0 // Novikoff 1962: at most R²/γ² updates, γ some separating margin
	for i := range p.Len() {
		r2 = math.Max(r2, p.gram.At(i, i))
	}
	if n := float64(a.Updates); n > r2/(.01*.01) {
		t.Errorf("%v updates, over Novikoff's bound", n)
	}
}

func TestStatusNames(t *testing.T) {
	seen := map[string]bool{}
	for s := Running; s <= Singular; s++ {
		if s.String() == "unknown" || s.Sentence() == "" || seen[s.String()] {
			t.Errorf("status %d: %q, %q", s, s.String(), s.Sentence())
		}
		seen[s.String()] = true
	}
	for _, r := range allRules {
		if back, err := ParsePairRule(r.String()); err != nil || back != r {
			t.Errorf("%v reads back as %v, %v", r, back, err)
		}
	}
	if _, err := ParsePairRule("best"); err == nil || !strings.Contains(err.Error(), "second-order") {
		t.Errorf("unknown rule: %v", err)
	}
}

func TestStartAtAGivenAlpha(t *testing.T) {
	p := xor(t)
	s, err := SMO{C: 1}.StartAt(p, []float64{.1, .1, .2, 0})
	if err != nil {
		t.Fatal(err)
	}
	if w := DualObjective(p.gram, p.y, s.CoefCopy()); !close(w, s.Objective, 1e-14) {
		t.Errorf("W = %v, want %v", s.Objective, w)
	}
	for _, bad := range [][]float64{{.1, 0, 0, 0}, {2, 0, 2, 0}, {-.1, 0, -.1, 0}, {0, 0}} {
		if _, err := (SMO{C: 1}).StartAt(p, bad); err == nil {
			t.Errorf("α = %v is taken", bad)
		}
	}
}
