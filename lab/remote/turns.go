package remote

import (
	"context"
	"sync"
	"time"
)

// turns let as many computations begin at one time as there are cores, first
// come first served.
type turns chan struct{}

// newTurns are n turns at one time.
func newTurns(n int) turns { return make(turns, max(1, n)) }

// take waits for a turn; it returns false if the context ended first. Goroutines
// that wait to send on a channel are served in order.
func (t turns) take(ctx context.Context) bool {
	select {
	case t <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

// give ends a turn that was taken.
func (t turns) give() { <-t }

// computeTurn is how long a computation has its turn: what takes longer goes on
// without one, so that nobody waits for a long solve.
const computeTurn = 25 * time.Millisecond

// computeKey finds the turns for computing in a session's context.
type computeKey struct{}

// Turn waits until the host has room for one more computation. The context is
// the one that [Config.New] was given, or one under it. The caller calls end when
// the computation is over, or has stopped because the context has ended.
func Turn(ctx context.Context) (end func()) {
	t, ok := ctx.Value(computeKey{}).(turns)
	if !ok || !t.take(ctx) {
		return func() {}
	}
	var once sync.Once
	over := func() { once.Do(t.give) }
	limit := time.AfterFunc(computeTurn, over)
	return func() {
		limit.Stop()
		over()
	}
}
