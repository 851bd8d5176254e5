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
// are taken at one time. Sessions take turns in the order in which they arrive, but each
// second that a session has used recently counts as a delay of delayPerSecond seconds. A
// session that uses too much time therefore delays mainly itself, and sessions that use about
// the same time wait about equally long.
type scheduler struct {
	maxTurns  int // at one time
	mu        sync.Mutex
	freeTurns int
	waiting   []*ticket // sorted by due
}

// ticket is the place of a session in the queue.
type ticket struct {
	usage *usage
	due   time.Time     // when it arrived, plus the delay for what the session used recently
	ready chan struct{} // closed when it is its turn
}

// newScheduler returns a scheduler that allows n turns at one time, but at least one.
func newScheduler(n int) *scheduler {
	n = max(1, n)
	return &scheduler{maxTurns: n, freeTurns: n}
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
	// seconds is the sum of the seconds used until lastEnd, the end of the latest turn. Those used
	// one half-life before lastEnd count half. The lock of scheduler guards both.
	seconds float64
	lastEnd time.Time
}

// usageHalfLife is the time after which used seconds count half.
const usageHalfLife = 5 * time.Second

// delayPerSecond is the delay of a session in the queue, in seconds, for each second that it has used
// recently, and maxDelay is the longest delay.
const (
	delayPerSecond = 5
	maxDelay       = 10 * time.Second
)

// awaitTurn waits for a turn and returns the function that ends it. If the context ends
// first, ok is false.
func (u *usage) awaitTurn(ctx context.Context) (end func(), ok bool) {
	if ctx.Err() != nil {
		return nil, false
	}
	ownTicket := u.scheduler.enqueue(u)
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

// recentSeconds returns the seconds used recently: those used one half-life ago count half.
func (u *usage) recentSeconds() float64 {
	return u.seconds * math.Exp2(-time.Since(u.lastEnd).Seconds()/usageHalfLife.Seconds())
}

// queuePosition returns the position of the session in the queue, from 1, or 0 if it does not
// wait.
func (u *usage) queuePosition() int {
	s := u.scheduler
	s.mu.Lock()
	defer s.mu.Unlock()
	return 1 + slices.IndexFunc(s.waiting, func(t *ticket) bool { return t.usage == u })
}

// enqueue puts a ticket for a session into the queue and returns it.
func (s *scheduler) enqueue(u *usage) *ticket {
	s.mu.Lock()
	defer s.mu.Unlock()
	delay := time.Duration(delayPerSecond * u.recentSeconds() * float64(time.Second))
	t := &ticket{u, time.Now().Add(min(delay, maxDelay)), make(chan struct{})}
	after, _ := slices.BinarySearchFunc(s.waiting, t, func(other, t *ticket) int {
		return cmp.Or(other.due.Compare(t.due), -1) // behind tickets that are due at the same time
	})
	s.waiting = slices.Insert(s.waiting, after, t)
	s.startTurns()
	return t
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
	u.seconds, u.lastEnd = u.recentSeconds()+duration.Seconds(), time.Now()
	s.freeTurns++
	s.startTurns()
}

// startTurns starts as many turns as there is room for. The caller holds the lock.
func (s *scheduler) startTurns() {
	for s.freeTurns > 0 && len(s.waiting) > 0 {
		s.freeTurns--
		close(s.waiting[0].ready)
		s.waiting = slices.Delete(s.waiting, 0, 1)
	}
}

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
