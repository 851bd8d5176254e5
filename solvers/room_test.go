package solvers

import (
	"context"
	"runtime"
	"sync"
	"testing"
)

// endless is a descent on 60 points that does not end.
func endless(t *testing.T) Trace {
	t.Helper()
	x, y := clouds(60, 2, 1, 5)
	for i := range y {
		y[i] = max(0, y[i])
	}
	tr := run(t, Logistic{Gamma: .01}, dual(t, kernelGram(rbf(1), x), y), 0)
	return tr
}

func longer(t *testing.T, tr Trace, r *Room, n int) Trace {
	t.Helper()
	out, err := tr.Extend(WithRoom(t.Context(), r), n, nil)
	if err != nil || out.Len() != tr.Len()+n {
		t.Fatalf("%d steps of %d, %v", out.Len()-tr.Len(), n, err)
	}
	return out
}

// TestALongRunFitsItsRoom, and every step of it comes back as it was.
func TestALongRunFitsItsRoom(t *testing.T) {
	const most, steps = 2 << 20, 6000
	room := NewRoom(most, nil)
	start := endless(t)
	all := extended(t, start, steps)
	sparse := longer(t, From(start.solver, start.problem, start.Last()), room, steps)
	if taken := room.Taken(); taken > most || taken < most/4 {
		t.Errorf("%d bytes are taken of %d", taken, most)
	}
	for i := 0; i <= steps; i += 137 {
		if !sameStep(sparse.At(i), all.At(i)) {
			t.Fatalf("step %d came back otherwise", i)
		}
		if b, s := sparse.Brief(i), all.At(i); b.N != s.N || b.Updates != s.Updates || b.Status != s.Status || b.Objective != s.Objective || b.Violation != s.Violation {
			t.Fatalf("in brief step %d is %+v", i, b)
		}
	}
	fork := longer(t, sparse.Cut(steps/2), room, steps/4)
	for i := 0; i < fork.Len(); i += 97 {
		if !sameStep(fork.At(i), all.At(i)) {
			t.Fatalf("of a fork step %d came back otherwise", i)
		}
	}
	if taken := room.Taken(); taken > most+2*recallBytes {
		t.Errorf("with a fork %d bytes are taken of %d", taken, most)
	}
}

// TestWhatIsAtHandIsNotTakenAgain: a chart's steps are among those kept.
func TestWhatIsAtHandIsNotTakenAgain(t *testing.T) {
	tr := longer(t, endless(t), NewRoom(1<<20, nil), 5000)
	at := tr.AtHand(400)
	if len(at) < 150 || len(at) > 400 || at[0] != 0 || at[len(at)-1] != tr.Len()-1 {
		t.Fatalf("%d steps: %v", len(at), at)
	}
	for n, i := range at[:len(at)-1] {
		if _, known := tr.known(i); !known || n > 0 && i <= at[n-1] {
			t.Errorf("step %d is not at hand", i)
		}
	}
}

// TestTheLongestRunOfAHouseIsThinned where all together take too much; what is
// left behind takes nothing.
func TestTheLongestRunOfAHouseIsThinned(t *testing.T) {
	house := NewRoom(4<<20, nil)
	one, other := NewRoom(3<<20, house), NewRoom(3<<20, house)
	long := longer(t, endless(t), one, 3000)
	short := longer(t, endless(t), other, 300)
	before, small := one.Taken(), other.Taken()
	if house.Taken() != before+small {
		t.Errorf("%d and %d bytes are %d in the house", before, small, house.Taken())
	}
	middle := longer(t, endless(t), NewRoom(3<<20, house), 700)
	if house.Taken() > 4<<20 || one.Taken() >= before || other.Taken() != small {
		t.Errorf("%d bytes in the house, the longest has %d of %d, the shortest %d of %d", house.Taken(), one.Taken(), before, other.Taken(), small)
	}
	runtime.KeepAlive(long)
	runtime.KeepAlive(middle)
	runtime.KeepAlive(short)
	runtime.GC()
	runtime.GC()
	if left := house.Taken(); left != 0 {
		t.Errorf("%d bytes are taken by runs that are left", left)
	}
}

// TestReadingAndThinningAtOnce: other sessions thin a run while it is read.
func TestReadingAndThinningAtOnce(t *testing.T) {
	house := NewRoom(1<<20, nil)
	tr := longer(t, endless(t), house, 400)
	var wait sync.WaitGroup
	wait.Go(func() {
		other := endless(t)
		for range 4 {
			other, _ = other.Extend(WithRoom(context.Background(), house), 400, nil)
		}
	})
	for i := range tr.Len() {
		if s := tr.At(i); s.N != i {
			t.Fatalf("step %d is %d", i, s.N)
		}
	}
	wait.Wait()
}
