package remote

import "context"

// turns let as many painters work at one time as there are cores, first come
// first served: under load everybody paints less often, and nobody waits for
// those who ask more.
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
