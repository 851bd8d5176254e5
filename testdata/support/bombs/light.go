package bombs

import (
	"runtime/metrics"
	"testing"
	"time"
)

// What one text may cause: ten times the aim of 50 ms, more under the race
// detector, and the memory that a session can spare for a moment.
const (
	Deadline = slow * 500 * time.Millisecond
	Memory   = slow * 64 << 20 // more under the race detector, which has a sync.Pool drop values at random
)

// Light does something with a bomb and fails the test where it takes too long
// or too much memory. A machine that was busy gets three tries.
func Light(t *testing.T, name string, do func()) {
	t.Helper()
	before, took := Allocated(), time.Duration(0)
	for range 3 {
		before = Allocated()
		start := time.Now()
		do()
		if took = time.Since(start); took <= Deadline {
			break
		}
	}
	if took > Deadline {
		t.Errorf("%.80s: took %v", name, took)
	}
	if used := Allocated() - before; used > Memory {
		t.Errorf("%.80s: took %d MB", name, used>>20)
	}
}

// Allocated is how many bytes were asked for since the start.
func Allocated() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}
