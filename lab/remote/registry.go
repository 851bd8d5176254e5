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
func (r *registry) addExport(c Client) (done func(), refusal *Refusal) {
	r.mu.Lock()
	defer r.mu.Unlock()
	own, refusal := r.admit(c)
	if refusal == nil && own.exporting {
		refusal = &Refusal{ReasonOften, sentenceOften}
	}
	if refusal != nil {
		return nil, refusal
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
