package meter

import (
	"sync/atomic"
	"time"
)

// bounds are the upper bounds of a histogram's buckets; one more has none.
var bounds = [...]time.Duration{
	time.Millisecond, 2 * time.Millisecond, 5 * time.Millisecond,
	10 * time.Millisecond, 20 * time.Millisecond, 50 * time.Millisecond,
	100 * time.Millisecond, 200 * time.Millisecond, 500 * time.Millisecond,
	time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second,
}

// histogram counts lengths of time. The zero value is ready.
type histogram struct {
	buckets [len(bounds) + 1]atomic.Uint64
	nanos   atomic.Int64
}

func (h *histogram) observe(d time.Duration) {
	i := 0
	for i < len(bounds) && d > bounds[i] {
		i++
	}
	h.buckets[i].Add(1)
	h.nanos.Add(int64(d))
}
