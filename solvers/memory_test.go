package solvers

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"testing"

	"kernellab/testdata/support/check"
)

// endlessTrace returns a descent on 60 points that does not end.
func endlessTrace(t *testing.T) Trace {
	t.Helper()
	x, y := clouds(60, 2, 1, 5)
	for i := range y {
		y[i] = max(0, y[i])
	}
	tr := runTrace(t, Logistic{Gamma: .01}, dual(t, kernelGram(rbf(1), x), y), 0)
	return tr
}

func extendInBudget(t *testing.T, tr Trace, r *MemoryBudget, n int) Trace {
	t.Helper()
	out, err := tr.Extend(WithMemoryBudget(t.Context(), r), n, nil)
	if err != nil || out.Len() != tr.Len()+n {
		t.Fatalf("Extend: got %d further steps, error %v, want %d", out.Len()-tr.Len(), err, n)
	}
	return out
}

// A long run stays within its budget, and every step is recomputed exactly.
func TestMemoryBudget_longRun(t *testing.T) {
	const limit, steps = 2 << 20, 6000
	budget := NewMemoryBudget(limit, nil)
	start := endlessTrace(t)
	all := extendTrace(t, start, steps)
	sparse := extendInBudget(t, TraceFrom(start.solver, start.problem, start.Last()), budget, steps)
	if taken := budget.Used(); taken > limit || taken < limit/4 {
		t.Errorf("Used() = %d, want at most %d and at least a quarter of it", taken, limit)
	}
	for i := 0; i <= steps; i += 137 {
		if !sameStep(sparse.At(i), all.At(i)) {
			t.Fatalf("At(%d) = %+v, want %+v as in the complete trace", i, sparse.At(i), all.At(i))
		}
		if b, s := sparse.Summary(i), all.At(i); b.N != s.N || b.Updates != s.Updates || b.Status != s.Status ||
			b.Objective != s.Objective || b.Violation != s.Violation {
			t.Fatalf("Summary(%d) = %+v, want the numbers of %+v", i, b, s)
		}
	}
	fork := extendInBudget(t, sparse.Cut(steps/2), budget, steps/4)
	for i := 0; i < fork.Len(); i += 97 {
		if !sameStep(fork.At(i), all.At(i)) {
			t.Fatalf("At(%d) of a fork = %+v, want %+v as in the complete trace", i, fork.At(i), all.At(i))
		}
	}
	if taken := budget.Used(); taken > limit+2*maxRecomputedBytes {
		t.Errorf("with a fork Used() = %d, want at most %d and at least a quarter of it", taken, limit)
	}
}

// The steps of a chart are stored.
func TestTrace_StoredSteps(t *testing.T) {
	tr := extendInBudget(t, endlessTrace(t), NewMemoryBudget(1<<20, nil), 5000)
	stored := tr.StoredSteps(400)
	if len(stored) < 150 || len(stored) > 400 || stored[0] != 0 || stored[len(stored)-1] != tr.Len()-1 {
		t.Fatalf("StoredSteps(400) returns %d steps %v, want 150 to 400 from first to last", len(stored), stored)
	}
	for n, i := range stored[:len(stored)-1] {
		if _, known := tr.lookup(i); !known || n > 0 && i <= stored[n-1] {
			t.Errorf("StoredSteps has step %d, which is not stored or not in order, want stored steps in order", i)
		}
	}
}

// The longest run is thinned if all runs together exceed the budget. Runs that
// are no longer referenced use nothing.
func TestMemoryBudget_thinsLongestRun(t *testing.T) {
	parent := NewMemoryBudget(4<<20, nil)
	one, other := NewMemoryBudget(3<<20, parent), NewMemoryBudget(3<<20, parent)
	long := extendInBudget(t, endlessTrace(t), one, 3000)
	short := extendInBudget(t, endlessTrace(t), other, 300)
	before, small := one.Used(), other.Used()
	if parent.Used() != before+small {
		t.Errorf("Used() of the parent = %d, want the sum of %d and %d", parent.Used(), before, small)
	}
	middle := extendInBudget(t, endlessTrace(t), NewMemoryBudget(3<<20, parent), 700)
	if parent.Used() > 4<<20 || one.Used() >= before || other.Used() != small {
		t.Errorf("got %d bytes in the parent, %d in the longest, %d in the shortest, want at most %d, less than %d, %d",
			parent.Used(), one.Used(), other.Used(), 4<<20, before, small)
	}
	runtime.KeepAlive(long)
	runtime.KeepAlive(middle)
	runtime.KeepAlive(short)
	runtime.GC()
	runtime.GC()
	check.Equal(t, parent.Used(), 0, "without runs: Used()")
}

// When all runs together fill the memory even if they are thinned, no run grows. When
// one ends, the others grow again.
func TestMemoryBudget_refusesWhenFull(t *testing.T) {
	parent := NewMemoryBudget(1<<20, nil)
	own := func() context.Context { return WithMemoryBudget(t.Context(), NewMemoryBudget(1<<20, parent)) }
	var held []Trace
	for {
		tr, err := endlessTrace(t).Extend(own(), 400, nil)
		if err == nil {
			held = append(held, tr)
			continue
		}
		if !errors.Is(err, ErrMemory) || tr.Len() != 1 {
			t.Fatalf("Extend without memory: got %d steps, error %v, want none, ErrMemory", tr.Len()-1, err)
		}
		break
	}
	if used := parent.Used(); used > parent.limit+parent.limit/8 {
		t.Errorf("Used() = %d, want about %d", used, parent.limit)
	}
	last := held[len(held)-1]
	if longer, err := last.Extend(own(), 1, nil); !errors.Is(err, ErrMemory) || longer.Len() != last.Len() {
		t.Errorf("Extend of an old run without memory: got error %v, want ErrMemory", err)
	}
	clear(held)
	runtime.GC()
	runtime.GC()
	if _, err := last.Extend(own(), 1, nil); err != nil {
		t.Errorf("Extend after other runs ended: got error %v, want none", err)
	}
}

// Other sessions thin a run while it is read, and count the memory. The bound is never too low.
func TestMemoryBudget_concurrentUse(t *testing.T) {
	parent := NewMemoryBudget(1<<20, nil)
	tr := extendInBudget(t, endlessTrace(t), parent, 400)
	var wait sync.WaitGroup
	wait.Go(func() {
		other := endlessTrace(t)
		for range 4 {
			other, _ = other.Extend(WithMemoryBudget(context.Background(), parent), 400, nil)
		}
	})
	for i := range tr.Len() {
		wait.Go(func() { parent.grow(1 << 30); parent.Used() })
		check.Must(t, tr.At(i).N == i, "At(%d).N = %d, want %d", i, tr.At(i).N, i)
	}
	wait.Wait()
	check.That(t, parent.bound.Load() >= int64(parent.Used()), "the bound is below %d", parent.Used())
}
