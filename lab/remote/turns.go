package remote

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"
	"time"
)

// turns shares processor time among the sessions of a host. At most a fixed number of
// turns are taken at one time. When one ends, the next goes to the session that has
// used the least time recently. A session that uses too much time therefore delays only
// itself.
type turns struct {
	start    time.Time
	maxTurns int // at one time
	mu       sync.Mutex
	free     int
	waiting  []*ticket // in order of arrival
}

// ticket is a place in the queue of an account.
type ticket struct {
	account *account
	ready   chan struct{} // closed when it is its turn
}

// newTurns allows n turns at one time.
func newTurns(n int) *turns {
	n = max(1, n)
	return &turns{start: time.Now(), maxTurns: n, free: n}
}

// queueLength returns the numbers of turns that are waiting and that are in use.
func (t *turns) queueLength() (waiting, inUse int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.waiting), t.maxTurns - t.free
}

// account counts the time that a session used recently in its turns.
type account struct {
	turns *turns
	// logUse is the base-2 logarithm of the sum of the seconds used, in which seconds
	// used one half-life later have twice the weight. It orders accounts by recent use
	// and changes only when a turn ends. The lock of turns guards it.
	logUse float64
}

// usageHalfLife is the time after which used seconds count half.
const usageHalfLife = 5 * time.Second

// halfLives returns the number of half-lives since the start.
func (t *turns) halfLives() float64 { return time.Since(t.start).Seconds() / usageHalfLife.Seconds() }

// awaitTurn waits for a turn and returns the function that ends it. If the context ends
// first, ok is false.
func (a *account) awaitTurn(ctx context.Context) (end func(), ok bool) {
	if ctx.Err() != nil {
		return nil, false
	}
	mine := &ticket{a, make(chan struct{})}
	a.turns.enqueue(mine)
	select {
	case <-mine.ready:
	case <-ctx.Done():
		if a.turns.withdraw(mine) {
			return nil, false
		}
	}
	start := time.Now()
	return sync.OnceFunc(func() { a.turns.endTurn(a, time.Since(start)) }), true
}

// recentSeconds returns the seconds used recently, with the weights of now.
func (a *account) recentSeconds() float64 { return math.Exp2(a.logUse - a.turns.halfLives()) }

// queuePosition returns the position of the account in the queue, from 1, or 0 if it does not
// wait.
func (a *account) queuePosition() int {
	t := a.turns
	t.mu.Lock()
	defer t.mu.Unlock()
	queue := slices.SortedStableFunc(slices.Values(t.waiting), byUse)
	return 1 + slices.IndexFunc(queue, func(w *ticket) bool { return w.account == a })
}

// enqueue adds a ticket to the queue.
func (t *turns) enqueue(w *ticket) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting = append(t.waiting, w)
	t.startTurns()
}

// withdraw removes a ticket from the queue. It returns false if its turn has already
// begun.
func (t *turns) withdraw(w *ticket) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	i := slices.Index(t.waiting, w)
	if i >= 0 {
		t.waiting = slices.Delete(t.waiting, i, i+1)
	}
	return i >= 0
}

// endTurn ends a turn and charges its time to the account.
func (t *turns) endTurn(a *account, took time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	a.logUse = math.Log2(a.recentSeconds()+took.Seconds()) + t.halfLives()
	t.free++
	t.startTurns()
}

// startTurns starts as many turns as there is room for. The caller holds the lock.
func (t *turns) startTurns() {
	for t.free > 0 && len(t.waiting) > 0 {
		w := slices.MinFunc(t.waiting, byUse)
		t.waiting = slices.DeleteFunc(t.waiting, func(o *ticket) bool { return o == w })
		t.free--
		close(w.ready)
	}
}

// byUse orders tickets by the time that their sessions used recently.
func byUse(a, b *ticket) int { return cmp.Compare(a.account.logUse, b.account.logUse) }

// computeKey is the key of a session's account of computations in its context.
type computeKey struct{}

// AwaitTurn waits until the host has room for one more computation, and returns a function
// that the caller must call when it has finished or stopped. ctx must derive from the
// context that [Config.New] received. ok is false if ctx ended first.
func AwaitTurn(ctx context.Context) (end func(), ok bool) {
	a, hosted := ctx.Value(computeKey{}).(*account)
	if !hosted {
		return func() {}, true
	}
	return a.awaitTurn(ctx)
}

// QueuePosition returns the position in the queue, from 1, of a session's first computation
// that waits for its turn. It returns 0 if none waits. ctx must be as for [AwaitTurn].
func QueuePosition(ctx context.Context) int {
	a, hosted := ctx.Value(computeKey{}).(*account)
	if !hosted {
		return 0
	}
	return a.queuePosition()
}
