package remote

import (
	"fmt"
	"maps"
	"net"
	"sync"

	"golang.org/x/time/rate"
)

// registry holds the running sessions of a host.
type registry struct {
	most    int
	mu      sync.Mutex
	running map[*session]struct{}
	old     int // number of running sessions that a newer session of their key replaces
	lines   map[string]*line
	new     map[string]*rate.Limiter // keys not seen before, by the address they come from
	closing bool
	empty   chan struct{} // closed once closing and nothing runs
}

func newRegistry(most int) *registry {
	return &registry{most: most, running: map[*session]struct{}{}, lines: map[string]*line{},
		new: map[string]*rate.Limiter{}, empty: make(chan struct{})}
}

// add admits a session or returns a refusal. If a session of the same key is running,
// add returns it, and the new session takes its place.
func (r *registry) add(x *session) (before *session, no *Refusal) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closing {
		return nil, &Refusal{ReasonClosing, sentenceClosing}
	}
	own := r.lineOf(x.client)
	if own == nil || !own.mayJoin() {
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

// lineOf returns the line of a client's key. A client without a key gets a new line.
// lineOf returns nil if too many new keys came from the client's address.
func (r *registry) lineOf(c Client) *line {
	if l := r.lines[c.ID]; l != nil {
		return l
	}
	r.forgetLines()
	if !r.mayBeNew(c.Remote) {
		return nil
	}
	l := newLine()
	if !c.Anonymous() {
		r.lines[c.ID] = l
	}
	return l
}

// mayBeNew reports whether another new key may come from an address now. A whole class
// may come from one.
func (r *registry) mayBeNew(remote string) bool {
	host, _, err := net.SplitHostPort(remote)
	if err != nil {
		host = remote
	}
	if r.new[host] == nil {
		r.new[host] = rate.NewLimiter(loginsPerSecond, r.newBurst())
	}
	return r.new[host].Allow()
}

// newBurst returns how many new keys may come from an address at once: those of a class
// that fills the host, twice, and some more.
func (r *registry) newBurst() int { return 2*r.most + loginBurst }

// forgetLines removes the lines of keys without sessions, and the addresses of old
// logins, if there are many.
func (r *registry) forgetLines() {
	if most := 2*r.most + 1024; len(r.lines) < most && len(r.new) < most {
		return
	}
	maps.DeleteFunc(r.new, func(_ string, l *rate.Limiter) bool { return l.Tokens() >= float64(r.newBurst()) })
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
// be ending at one time. A client that logs in endlessly must not take places and
// processor time from others.
const (
	loginBurst      = 20
	loginsPerSecond = 1.0
	maxEnding       = 4
)

// line holds the sessions of one key: the newest, and the number of all that have not
// ended. The registry's lock guards it.
type line struct {
	newest *session
	length int
	logins *rate.Limiter
}

func newLine() *line { return &line{logins: rate.NewLimiter(loginsPerSecond, loginBurst)} }

// mayJoin reports whether the key may begin another session now. If so, it counts one.
func (l *line) mayJoin() bool { return l.length < maxEnding && l.logins.Allow() }

func (l *line) join(x *session) {
	l.newest, x.line = x, l
	l.length++
}

// leave removes a session and reports whether a newer one had replaced it.
func (l *line) leave(x *session) (old bool) {
	l.length--
	if l.newest != x {
		return true
	}
	l.newest = nil
	return false
}

// isForgotten reports whether the line is no different from a new one.
func (l *line) isForgotten() bool { return l.length == 0 && l.logins.Tokens() >= loginBurst }
