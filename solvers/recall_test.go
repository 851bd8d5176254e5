package solvers

import (
	"context"
	"math"
	"runtime"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// sameStep reports whether two steps are one, bit by bit.
func sameStep(a, b Step) bool {
	equal := func(x, y []float64) bool {
		return slices.EqualFunc(x, y, func(u, v float64) bool { return math.Float64bits(u) == math.Float64bits(v) })
	}
	return a.N == b.N && a.Updates == b.Updates && a.Status == b.Status && a.Sentence == b.Sentence &&
		math.Float64bits(a.Bias) == math.Float64bits(b.Bias) && math.Float64bits(a.Objective) == math.Float64bits(b.Objective) &&
		equal(a.coef, b.coef) && equal(a.scores, b.scores)
}

// TestAStepThatWasNotKeptComesBackTheSame: a trace that keeps one step in
// three and one that keeps all are led the same way, through choices and
// changes of the solver, and asked in any order.
func TestAStepThatWasNotKeptComesBackTheSame(t *testing.T) {
	set := readOracle(t, "moons")
	p, q := dual(t, kernelGram(rbf(1), set.x), set.y), dual(t, kernelGram(rbf(9), set.x), set.y)
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom(restaters()).Draw(t, "solver")
		full, err := NewTrace(s, p)
		if err != nil {
			t.Fatal(err)
		}
		sparse := full
		sparse.vault.every = 3
		both := func(do func(Trace) Trace) { full, sparse = do(full), do(sparse) }
		for range rapid.IntRange(1, 4).Draw(t, "rounds") {
			n := rapid.IntRange(0, 60).Draw(t, "steps")
			both(func(tr Trace) Trace {
				longer, err := tr.Extend(context.Background(), n, nil)
				if err != nil {
					t.Fatal(err)
				}
				return longer
			})
			at := rapid.IntRange(0, full.Len()-1).Draw(t, "at")
			point := rapid.IntRange(0, p.Len()-2).Draw(t, "point")
			switch rapid.IntRange(0, 3).Draw(t, "then") {
			case 0:
				both(func(tr Trace) Trace { return tr.Cut(at) })
			case 1:
				both(func(tr Trace) Trace { return taken(tr.Cut(at), point) })
			case 2:
				both(func(tr Trace) Trace { return resumed(t, tr.Cut(at), s, q) })
			}
		}
		if full.Len() != sparse.Len() {
			t.Fatalf("%d steps, and %d", sparse.Len(), full.Len())
		}
		for range 40 {
			i := rapid.IntRange(0, full.Len()-1).Draw(t, "i")
			if !sameStep(sparse.At(i), full.At(i)) {
				t.Fatalf("%s: step %d of %d came back otherwise", s.Name(), i, full.Len())
			}
		}
		if !sameStep(sparse.Last(), full.Last()) {
			t.Errorf("%s: the last step differs", s.Name())
		}
	})
}

// taken is a trace with a step chosen by hand, where the solver allows that.
func taken(tr Trace, point int) Trace {
	switch s := tr.solver.(type) {
	case SMO:
		return tr.With(s.Update(tr.problem, tr.Last(), point, point+1))
	case Perceptron:
		return tr.With(s.Visit(tr.problem, tr.Last(), point))
	}
	return tr
}

// resumed takes up the last step on another problem.
func resumed(t *rapid.T, tr Trace, s Restater, p *Problem) Trace {
	again, err := s.Restate(p, tr.Last())
	if err != nil {
		t.Fatal(err)
	}
	if tr.Len() == 1 {
		return tr
	}
	return tr.Cut(tr.Len()-2).With(again).Resume(s, p)
}

// TestALongRunOfManyPoints keeps little, and the same.
func TestALongRunOfManyPoints(t *testing.T) {
	const n, steps = 1000, 1500
	x, y := clouds(n, 2, 1, 5)
	p := dual(t, kernelGram(rbf(1), x), y)
	s := SMO{C: 1000, Rule: Random, Tol: 1e-9, Seed: 2}
	start, err := NewTrace(s, p)
	if err != nil {
		t.Fatal(err)
	}
	before := allocated()
	tr, err := start.Extend(context.Background(), steps, nil)
	if err != nil || tr.Len() != steps+1 {
		t.Fatalf("%d steps, %v", tr.Len(), err)
	}
	if used, whole := allocated()-before, uint64(16*n*steps); used > whole/2 {
		t.Errorf("%d MB kept, all steps would be %d MB", used>>20, whole>>20)
	}
	var wait sync.WaitGroup
	for range 2 { // two readers at once
		wait.Go(func() {
			step := tr.At(0)
			for i := 1; i <= steps; i++ {
				next, err := s.Next(p, step)
				if err != nil {
					t.Error(err)
					return
				}
				step = next
				if i%97 == 0 && !sameStep(tr.At(i), step) {
					t.Errorf("step %d came back otherwise", i)
				}
			}
		})
	}
	wait.Wait()
}

func allocated() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
