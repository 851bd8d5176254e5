package remote

import (
	"context"
	"fmt"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// registry holds the running sessions of a host.
type registry struct {
	most    int
	mu      sync.Mutex
	running map[*session]struct{}
	old     int // of those, how many a newer session of their key takes over from
	lines   map[string]*line
	closing bool
	empty   chan struct{} // closed once closing and nothing runs
}

func newRegistry(most int) *registry {
	return &registry{most: most, running: map[*session]struct{}{}, lines: map[string]*line{},
		empty: make(chan struct{})}
}

// add admits a session, or says why not. A session of the same key that runs
// already is returned: its place is taken over.
func (r *registry) add(x *session) (before *session, no *Refusal) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closing {
		return nil, &Refusal{ReasonClosing, sentenceClosing}
	}
	own := r.lineOf(x.client)
	if !own.mayJoin() {
		return nil, &Refusal{ReasonOften, sentenceOften}
	}
	if own.newest == nil && len(r.running)-r.old >= r.most {
		return nil, &Refusal{ReasonFull, fmt.Sprintf(sentenceFull, r.most)}
	}
	before = own.newest
	if before != nil {
		r.old++
	}
	own.join(x)
	r.running[x] = struct{}{}
	return before, nil
}

// lineOf is the line of a client's key. Clients without one share no line.
func (r *registry) lineOf(c Client) *line {
	if c.Anonymous() {
		return newLine()
	}
	if r.lines[c.ID] == nil {
		r.forgetLines()
		r.lines[c.ID] = newLine()
	}
	return r.lines[c.ID]
}

// forgetLines drops the lines of keys that are not here, once there are many.
func (r *registry) forgetLines() {
	if len(r.lines) < 2*r.most+1024 {
		return
	}
	for id, l := range r.lines {
		if l.isForgotten() {
			delete(r.lines, id)
		}
	}
}

func (r *registry) remove(x *session) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.running, x)
	if x.line.leave(x) {
		r.old--
	}
	if r.closing && len(r.running) == 0 {
		close(r.empty)
	}
}

// close admits nobody from now on, asks every session to quit, and returns a
// channel that closes when the last has saved and said its farewell. It is
// called once.
func (r *registry) close() <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closing = true
	if len(r.running) == 0 {
		close(r.empty)
	}
	for x := range r.running {
		x.stop(byHost)
	}
	return r.empty
}

// isClosing reports whether close was called.
func (r *registry) isClosing() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.closing
}

// count is the number of sessions running.
func (r *registry) count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.running)
}

// How often one key may begin a session, and how many of its sessions may be
// on their way out at one time: a key that logs in without end must not take
// the others' places and processor.
const (
	loginBurst      = 20
	loginsPerSecond = 1.0
	lineMost        = 4
)

// line is the sessions of one key: the newest, and those it takes over from
// that have not yet ended. The registry's lock guards it.
type line struct {
	newest *session
	length int
	logins *rate.Limiter
}

func newLine() *line { return &line{logins: rate.NewLimiter(loginsPerSecond, loginBurst)} }

// mayJoin reports whether one more session may come now, and counts it if so.
func (l *line) mayJoin() bool { return l.length < lineMost && l.logins.Allow() }

func (l *line) join(x *session) {
	l.newest, x.line = x, l
	l.length++
}

// leave takes a session out and reports whether another had taken it over.
func (l *line) leave(x *session) (old bool) {
	l.length--
	if l.newest != x {
		return true
	}
	l.newest = nil
	return false
}

// isForgotten reports whether a new line would be the same.
func (l *line) isForgotten() bool { return l.length == 0 && l.logins.Tokens() >= loginBurst }

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
