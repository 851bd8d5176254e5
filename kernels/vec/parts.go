package vec

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Parts divides 0 … n−1 into ranges of length part and calls do for each of
// them, on all cores. If do panics in any goroutine, Parts panics with the same
// value.
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
