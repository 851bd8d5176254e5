package bombs

import (
	"runtime/metrics"
	"testing"
	"time"
)

// The limits for one text: ten times the 50 ms in which it should be parsed, and the memory in
// bytes that a session can spare for a moment. Both are higher under the race detector.
const (
	Deadline = slow * 500 * time.Millisecond
	Memory   = slow * 64 << 20 // under the race detector a sync.Pool drops values at random
)

// CheckLimits calls do and fails the test if do takes too much time or memory in all of three
// tries.
func CheckLimits(t *testing.T, name string, do func()) {
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

// Allocated returns the number of bytes allocated since the start of the process.
func Allocated() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}
