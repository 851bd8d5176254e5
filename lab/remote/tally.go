package remote

import (
	"maps"
	"slices"
	"sync"
	"time"

	"kernellab/lab/remote/meter"
)

// tallyPause is how long refusals are summed before they are logged: a line for
// each would let an attack fill the disk.
const tallyPause = time.Second

// tally counts refusals and logs one line a second for each reason.
type tally struct {
	watch  Watch
	mu     sync.Mutex
	counts map[meter.Refusal]int // since the last line
}

func newTally(watch Watch) *tally {
	return &tally{watch: watch, counts: map[meter.Refusal]int{}}
}

func (t *tally) add(why meter.Refusal) {
	t.watch.Meter.Refused(why)
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.counts) == 0 {
		time.AfterFunc(tallyPause, t.watch.Guarded(t.flush))
	}
	t.counts[why]++
}

// flush logs what has been counted since the last time.
func (t *tally) flush() {
	t.mu.Lock()
	counts := t.counts
	t.counts = map[meter.Refusal]int{}
	t.mu.Unlock()
	for _, why := range slices.Sorted(maps.Keys(counts)) {
		t.watch.Log.Warn("refused", "why", why.String(), "count", counts[why])
	}
}
