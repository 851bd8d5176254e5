package remote

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"net"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// registry holds the running sessions of a host.
type registry struct {
	maxSessions  int
	mu           sync.Mutex
	running      map[*session]struct{}
	replaced     int // number of running sessions that a newer session of the same key replaces
	exports      int // number of running exports
	entries      map[string]*keyEntry
	newKeyLimits map[string]*rate.Limiter // limits keys not seen before, by the address from which they come
	closing      bool
	empty        chan struct{} // closed when closing is set and no session runs
}

func newRegistry(most int) *registry {
	return &registry{maxSessions: most, running: map[*session]struct{}{}, entries: map[string]*keyEntry{},
		newKeyLimits: map[string]*rate.Limiter{}, empty: make(chan struct{})}
}

// add admits a session or returns a refusal. If a session of the same key is running,
// it returns that session, which the new one replaces.
func (r *registry) add(x *session) (before *session, no *Refusal) {
	r.mu.Lock()
	defer r.mu.Unlock()
	own, no := r.admit(x.client)
	if no != nil {
		return nil, no
	}
	before = own.newest
	if before != nil {
		r.replaced++
	}
	own.join(x)
	r.running[x] = struct{}{}
	return before, nil
}

// addExport admits an export or returns a refusal. An export counts as a login and takes a
// place like a session, but it does not end the session of its key. A key may have one
// export at a time. The caller must call done when the export ends.
func (r *registry) addExport(c Client) (done func(), no *Refusal) {
	r.mu.Lock()
	defer r.mu.Unlock()
	own, no := r.admit(c)
	if no == nil && own.exporting {
		no = &Refusal{ReasonOften, sentenceOften}
	}
	if no != nil {
		return nil, no
	}
	own.exporting = true
	r.exports++
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		own.exporting = false
		r.exports--
	}, nil
}

// admit returns the entry of a client's key and counts a login, or returns a refusal.
func (r *registry) admit(c Client) (*keyEntry, *Refusal) {
	if r.closing {
		return nil, &Refusal{ReasonClosing, sentenceClosing}
	}
	own := r.entryOf(c)
	if own == nil || !own.mayJoin() {
		return nil, &Refusal{ReasonOften, sentenceOften}
	}
	if own.newest == nil && len(r.running)-r.replaced+r.exports >= r.maxSessions {
		return nil, &Refusal{ReasonFull, fmt.Sprintf(sentenceFull, r.maxSessions)}
	}
	return own, nil
}

// entryOf returns the entry of a client's key. A client without a key gets a new entry.
// It returns nil if too many new keys came from the client's address.
func (r *registry) entryOf(c Client) *keyEntry {
	if l := r.entries[c.ID]; l != nil {
		return l
	}
	r.forgetEntries()
	if !r.admitsNewKey(c.Remote) {
		return nil
	}
	l := newKeyEntry()
	if !c.Anonymous() {
		r.entries[c.ID] = l
	}
	return l
}

// admitsNewKey reports whether another new key may come from an address now. A whole
// class may share one address.
func (r *registry) admitsNewKey(remote string) bool {
	host, _, err := net.SplitHostPort(remote)
	if err != nil {
		host = remote
	}
	if r.newKeyLimits[host] == nil {
		r.newKeyLimits[host] = rate.NewLimiter(loginsPerSecond, r.newBurst())
	}
	return r.newKeyLimits[host].Allow()
}

// newBurst returns how many new keys may come from an address at once: twice as many as
// the host has sessions, and loginBurst more.
func (r *registry) newBurst() int { return 2*r.maxSessions + loginBurst }

// forgetEntries removes the entries of keys without sessions and the addresses of old
// logins if there are many.
func (r *registry) forgetEntries() {
	if most := 2*r.maxSessions + 1024; len(r.entries) < most && len(r.newKeyLimits) < most {
		return
	}
	maps.DeleteFunc(r.newKeyLimits, func(_ string, l *rate.Limiter) bool { return l.Tokens() >= float64(r.newBurst()) })
	for id, l := range r.entries {
		if l.isFresh() {
			delete(r.entries, id)
		}
	}
}

func (r *registry) remove(x *session) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.running, x)
	if x.entry.leave(x) {
		r.replaced--
	}
	if r.closing && len(r.running) == 0 {
		close(r.empty)
	}
}

// close stops admitting sessions, asks every session to quit, and returns a channel that
// is closed when the last session has saved and ended. It must be called only once.
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

// count returns the number of running sessions.
func (r *registry) count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.running)
}

// Limits on how often one key may begin a session and on how many of its sessions may
// be ending at one time. A client that logs in again and again must not take sessions
// and processor time from others.
const (
	loginBurst      = 20
	loginsPerSecond = 1.0
	maxEnding       = 4
)

// keyEntry holds the newest session of one key, the number of its sessions that have not
// ended, and whether its work is being exported. The registry's lock guards it.
type keyEntry struct {
	newest    *session
	length    int
	exporting bool
	logins    *rate.Limiter
}

func newKeyEntry() *keyEntry { return &keyEntry{logins: rate.NewLimiter(loginsPerSecond, loginBurst)} }

// mayJoin reports whether the key may begin another session now. If so, it counts a
// login.
func (l *keyEntry) mayJoin() bool { return l.length < maxEnding && l.logins.Allow() }

func (l *keyEntry) join(x *session) {
	l.newest, x.entry = x, l
	l.length++
}

// leave removes a session and reports whether a newer one had replaced it.
func (l *keyEntry) leave(x *session) (old bool) {
	l.length--
	if l.newest != x {
		return true
	}
	l.newest = nil
	return false
}

// isFresh reports whether the entry is equal to a new one, so that it can be removed.
func (l *keyEntry) isFresh() bool {
	return l.length == 0 && !l.exporting && l.logins.Tokens() >= loginBurst
}

// turns shares processor time among the sessions of a host. At most a fixed number of
// turns are taken at one time. When one ends, the next goes to the session that has
// used the least time recently. A session that uses too much time therefore delays only
// itself.
type turns struct {
	start   time.Time
	most    int // at one time
	mu      sync.Mutex
	free    int
	waiting []*ticket // in order of arrival
}

// ticket is a place in the queue of an account.
type ticket struct {
	account *account
	ready   chan struct{} // closed when it is its turn
}

// newTurns allows n turns at one time.
func newTurns(n int) *turns {
	n = max(1, n)
	return &turns{start: time.Now(), most: n, free: n}
}

// load returns the numbers of turns that are waiting and that are taken.
func (t *turns) load() (waiting, taken int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.waiting), t.most - t.free
}

// account counts the time that a session used recently in its turns.
type account struct {
	turns *turns
	// level is the base-2 logarithm of the sum of the seconds used, in which seconds
	// used one half-life later have twice the weight. It orders accounts by recent use
	// and changes only when a turn ends. The lock of turns guards it.
	level float64
}

// usageHalfLife is the time after which used seconds count half.
const usageHalfLife = 5 * time.Second

// halfLives returns the number of half-lives since the start.
func (t *turns) halfLives() float64 { return time.Since(t.start).Seconds() / usageHalfLife.Seconds() }

// wait waits for a turn and returns the function that ends it. If the context ends
// first, ok is false.
func (a *account) wait(ctx context.Context) (end func(), ok bool) {
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

// recent returns the seconds used recently, with the weights of now.
func (a *account) recent() float64 { return math.Exp2(a.level - a.turns.halfLives()) }

// place returns the position of the account in the queue, from 1, or 0 if it does not
// wait.
func (a *account) place() int {
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
	t.next()
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
	a.level = math.Log2(a.recent()+took.Seconds()) + t.halfLives()
	t.free++
	t.next()
}

// next starts as many turns as there is room for. The caller holds the lock.
func (t *turns) next() {
	for t.free > 0 && len(t.waiting) > 0 {
		w := slices.MinFunc(t.waiting, byUse)
		t.waiting = slices.DeleteFunc(t.waiting, func(o *ticket) bool { return o == w })
		t.free--
		close(w.ready)
	}
}

// byUse orders tickets by the time that their sessions used recently.
func byUse(a, b *ticket) int { return cmp.Compare(a.account.level, b.account.level) }

// computeKey is the key of a session's account of computations in its context.
type computeKey struct{}

// Turn waits until the host has room for one more computation, and returns a function
// that the caller must call when it has finished or stopped. ctx must derive from the
// context that [Config.New] received. ok is false if ctx ended first.
func Turn(ctx context.Context) (end func(), ok bool) {
	a, hosted := ctx.Value(computeKey{}).(*account)
	if !hosted {
		return func() {}, true
	}
	return a.wait(ctx)
}

// Place returns the position in the queue, from 1, of a session's first computation
// that waits for its turn. It returns 0 if none waits. ctx must be as for [Turn].
func Place(ctx context.Context) int {
	a, hosted := ctx.Value(computeKey{}).(*account)
	if !hosted {
		return 0
	}
	return a.place()
}
