package remote

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"
	"time"
)

// scheduler shares processor time among the sessions of a host. At most maxTurns turns
// are taken at one time. When one ends, the next goes to the session that has
// used the least time recently. A session that uses too much time therefore delays only
// itself.
type scheduler struct {
	start     time.Time
	maxTurns  int // at one time
	mu        sync.Mutex
	freeTurns int
	waiting   []*ticket // in order of arrival
}

// ticket is the place of a session in the queue.
type ticket struct {
	usage *usage
	ready chan struct{} // closed when it is its turn
}

// newScheduler returns a scheduler that allows n turns at one time, but at least one.
func newScheduler(n int) *scheduler {
	n = max(1, n)
	return &scheduler{start: time.Now(), maxTurns: n, freeTurns: n}
}

// turnCounts returns the numbers of turns that are waiting and that are in use.
func (s *scheduler) turnCounts() (waiting, inUse int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.waiting), s.maxTurns - s.freeTurns
}

// usage counts the time that a session used recently in its turns.
type usage struct {
	scheduler *scheduler
	// logUse is the base-2 logarithm of the sum of the seconds used, in which seconds
	// used one half-life later have twice the weight. It orders sessions by recent use
	// and changes only when a turn ends. The lock of scheduler guards it.
	logUse float64
}

// usageHalfLife is the time after which used seconds count half.
const usageHalfLife = 5 * time.Second

// halfLives returns the number of half-lives since the scheduler was made.
func (s *scheduler) halfLives() float64 {
	return time.Since(s.start).Seconds() / usageHalfLife.Seconds()
}

// awaitTurn waits for a turn and returns the function that ends it. If the context ends
// first, ok is false.
func (u *usage) awaitTurn(ctx context.Context) (end func(), ok bool) {
	if ctx.Err() != nil {
		return nil, false
	}
	ownTicket := &ticket{u, make(chan struct{})}
	u.scheduler.enqueue(ownTicket)
	select {
	case <-ownTicket.ready:
	case <-ctx.Done():
		if u.scheduler.withdraw(ownTicket) {
			return nil, false
		}
	}
	start := time.Now()
	return sync.OnceFunc(func() { u.scheduler.endTurn(u, time.Since(start)) }), true
}

// recentSeconds returns the seconds used so far. Those used one half-life ago count half.
func (u *usage) recentSeconds() float64 { return math.Exp2(u.logUse - u.scheduler.halfLives()) }

// queuePosition returns the position of the session in the queue, from 1, or 0 if it does not
// wait.
func (u *usage) queuePosition() int {
	s := u.scheduler
	s.mu.Lock()
	defer s.mu.Unlock()
	queue := slices.SortedStableFunc(slices.Values(s.waiting), byUse)
	return 1 + slices.IndexFunc(queue, func(t *ticket) bool { return t.usage == u })
}

// enqueue adds a ticket to the queue.
func (s *scheduler) enqueue(t *ticket) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waiting = append(s.waiting, t)
	s.startTurns()
}

// withdraw removes a ticket from the queue. It returns false if its turn has already
// begun.
func (s *scheduler) withdraw(t *ticket) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.Index(s.waiting, t)
	if i >= 0 {
		s.waiting = slices.Delete(s.waiting, i, i+1)
	}
	return i >= 0
}

// endTurn ends a turn and adds its time to the usage of its session.
func (s *scheduler) endTurn(u *usage, duration time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	u.logUse = math.Log2(u.recentSeconds()+duration.Seconds()) + s.halfLives()
	s.freeTurns++
	s.startTurns()
}

// startTurns starts as many turns as there is room for. The caller holds the lock.
func (s *scheduler) startTurns() {
	for s.freeTurns > 0 && len(s.waiting) > 0 {
		t := slices.MinFunc(s.waiting, byUse)
		s.waiting = slices.DeleteFunc(s.waiting, func(o *ticket) bool { return o == t })
		s.freeTurns--
		close(t.ready)
	}
}

// byUse orders tickets by the time that their sessions used recently.
func byUse(a, b *ticket) int { return cmp.Compare(a.usage.logUse, b.usage.logUse) }

// computeKey is the key of the context value that holds the usage of a session's computations.
type computeKey struct{}

// AwaitTurn waits until the host has room for one more computation, and returns a function that the
// caller must call when it has finished or stopped. ctx must derive from the context that
// [Config.New] received; with any other context, it does not wait. ok is false if ctx ended first.
func AwaitTurn(ctx context.Context) (end func(), ok bool) {
	u, hosted := ctx.Value(computeKey{}).(*usage)
	if !hosted {
		return func() {}, true
	}
	return u.awaitTurn(ctx)
}

// QueuePosition returns the position in the queue, from 1, of a session's first computation
// that waits for its turn. It returns 0 if none waits. ctx must be as for [AwaitTurn].
func QueuePosition(ctx context.Context) int {
	u, hosted := ctx.Value(computeKey{}).(*usage)
	if !hosted {
		return 0
	}
	return u.queuePosition()
}
