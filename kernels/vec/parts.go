package vec

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Parts calls do for the parts of 0 … n−1, so many numbers each, on all cores.
// A panic of do reaches the caller, whichever goroutine it came from.
func Parts(n, part int, do func(from, to int)) {
	var next atomic.Int64
	var broken atomic.Pointer[any]
	work := func() {
		defer func() {
			if r := recover(); r != nil {
				broken.CompareAndSwap(nil, &r)
			}
		}()
		for {
			from := int(next.Add(int64(part))) - part
			if from >= n {
				return
			}
			do(from, min(from+part, n))
		}
	}
	var others sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), (n+part-1)/part) - 1 {
		others.Go(work)
	}
	work()
	others.Wait()
	if r := broken.Load(); r != nil {
		panic(*r)
	}
}
