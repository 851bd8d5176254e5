package remote

import (
	"fmt"
	"maps"
	"net"
	"slices"
	"sync"

	"charm.land/ssh"
	"github.com/pires/go-proxyproto"
	gossh "golang.org/x/crypto/ssh"
	"golang.org/x/time/rate"
)

// maxWaiting is the maximum number of connections without a session. They do not count
// towards [Config.MaxSessions].
const maxWaiting = 1024

// lobby holds connections until their sessions begin.
type lobby struct {
	waiting *waitingPool
	refused *refusalLog
	metrics *Metrics
	panics  PanicReporter
}

func newLobby(c Config, panics PanicReporter) *lobby {
	l := &lobby{refused: newRefusalLog(c.Metrics, c.Log), metrics: c.Metrics, panics: panics}
	l.waiting = &waitingPool{max: maxWaiting, drop: func(conn *connection) { l.turnAway(conn, ReasonOldest) }}
	return l
}

// admit admits a connection. The caller must use the returned connection instead of
// conn.
func (l *lobby) admit(ctx ssh.Context, conn net.Conn) net.Conn {
	limitBuffer(conn)
	notifier := &notifyingConn{Conn: conn}
	accepted := newConnection(notifier, l.panics, func(accepted *connection) { l.turnAway(accepted, ReasonLate) })
	notifier.onClose = func() { l.recordDisconnect(accepted) }
	ctx.SetValue(connectionKey{}, accepted)
	l.waiting.add(accepted)
	return notifier
}

// limitBuffer limits the bytes that the operating system buffers for a client.
func limitBuffer(conn net.Conn) {
	if proxied, ok := conn.(*proxyproto.Conn); ok {
		conn = proxied.Raw()
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetWriteBuffer(writeBufferBytes)
	}
}

// configure returns the SSH settings of one connection, with a callback for the end of
// the login. The callback for keys is called too early, because clients offer keys
// before they sign with one.
func (l *lobby) configure(ctx ssh.Context) *gossh.ServerConfig {
	return &gossh.ServerConfig{AuthLogCallback: func(_ gossh.ConnMetadata, method string, err error) {
		if err == nil {
			l.recordLogin(connectionOf(ctx), method)
		}
	}}
}

func (l *lobby) recordLogin(conn *connection, method string) {
	conn.loggedIn.Store(true)
	if method == "publickey" {
		l.metrics.logins(loginKey).Inc()
	} else {
		l.metrics.logins(loginNoKey).Inc()
	}
}

// recordSessionStart records that a session has started on a connection.
func (l *lobby) recordSessionStart(conn *connection) {
	conn.outcomeCounted.Store(true)
	l.waiting.remove(conn)
}

// recordDisconnect records that a connection was closed.
func (l *lobby) recordDisconnect(conn *connection) {
	conn.startTimer.Stop()
	l.waiting.remove(conn)
	reason := ReasonNoSession
	if !conn.loggedIn.Load() {
		reason = ReasonHandshake
		l.metrics.logins(loginFailed).Inc()
	}
	if conn.outcomeCounted.CompareAndSwap(false, true) {
		l.refused.add(reason)
	}
}

// turnAway closes a connection and counts the reason. Only the first reason of a
// connection counts.
func (l *lobby) turnAway(conn *connection, reason Reason) {
	if conn.outcomeCounted.CompareAndSwap(false, true) {
		l.refused.add(reason)
	}
	conn.hangUp()
}

// notifyingConn is a connection that calls onClose once when it is closed.
type notifyingConn struct {
	net.Conn
	once    sync.Once
	onClose func()
}

func (c *notifyingConn) Close() error {
	c.once.Do(c.onClose)
	return c.Conn.Close()
}

// waitingPool holds a limited number of connections in order of arrival. When one more
// arrives, the oldest is dropped, because attackers stay long and honest clients only
// for moments.
type waitingPool struct {
	max  int
	drop func(*connection) // called with the oldest, which is no longer in the pool

	mu          sync.Mutex
	connections []*connection
}

func (p *waitingPool) add(conn *connection) {
	if oldest := p.insert(conn); oldest != nil {
		p.drop(oldest)
	}
}

// insert adds a connection and returns the one that must be dropped for it, or nil.
func (p *waitingPool) insert(conn *connection) *connection {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.connections = append(p.connections, conn)
	if len(p.connections) <= p.max {
		return nil
	}
	oldest := p.connections[0]
	p.connections = slices.Delete(p.connections, 0, 1)
	return oldest
}

// remove removes a connection if it is in the pool.
func (p *waitingPool) remove(conn *connection) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.connections = slices.DeleteFunc(p.connections, func(other *connection) bool { return other == conn })
}

func (p *waitingPool) count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.connections)
}

// registry holds the running sessions of a host.
type registry struct {
	maxSessions   int
	mu            sync.Mutex
	running       map[*session]struct{}
	replacedCount int                      // number of running sessions that a newer session of the same key replaces
	exportCount   int                      // number of running exports
	entries       map[string]*keyEntry     // by the ID of the client
	newKeyLimits  map[string]*rate.Limiter // limits new keys; by the network from which they come
	closing       bool
	empty         chan struct{} // closed when closing is set and no session runs
}

func newRegistry(maxSessions int) *registry {
	return &registry{maxSessions: maxSessions, running: map[*session]struct{}{}, entries: map[string]*keyEntry{},
		newKeyLimits: map[string]*rate.Limiter{}, empty: make(chan struct{})}
}

// add admits a session or returns a refusal. If a session of the same key is running,
// it returns that session, which the new one replaces.
func (r *registry) add(x *session) (previous *session, refusal *Refusal) {
	r.mu.Lock()
	defer r.mu.Unlock()
	entry, refusal := r.countLogin(x.client)
	if refusal != nil {
		return nil, refusal
	}
	previous = entry.newest
	if previous != nil {
		r.replacedCount++
	}
	entry.addSession(x)
	r.running[x] = struct{}{}
	return previous, nil
}

// addExport admits an export or returns a refusal. An export counts as a login and
// towards maxSessions, but it does not end the session of its key. A key may have one
// export at a time. The caller must call done when the export ends.
func (r *registry) addExport(c Client) (done func(), refusal *Refusal) {
	r.mu.Lock()
	defer r.mu.Unlock()
	entry, refusal := r.countLogin(c)
	if refusal == nil && entry.exporting {
		refusal = &Refusal{ReasonOften, sentenceOften}
	}
	if refusal != nil {
		return nil, refusal
	}
	entry.exporting = true
	r.exportCount++
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		entry.exporting = false
		r.exportCount--
	}, nil
}

// countLogin returns the entry of a client's key and counts a login, or returns a refusal.
func (r *registry) countLogin(c Client) (*keyEntry, *Refusal) {
	if r.closing {
		return nil, &Refusal{ReasonClosing, sentenceClosing}
	}
	entry := r.entryOf(c)
	if entry == nil || !entry.mayBeginSession() {
		return nil, &Refusal{ReasonOften, sentenceOften}
	}
	if entry.newest == nil && len(r.running)-r.replacedCount+r.exportCount >= r.maxSessions {
		return nil, &Refusal{ReasonFull, fmt.Sprintf(sentenceFull, r.maxSessions)}
	}
	return entry, nil
}

// entryOf returns the entry of a client's key. A client without a key gets a new entry.
// It returns nil if too many new keys came from the client's network.
func (r *registry) entryOf(c Client) *keyEntry {
	if entry := r.entries[c.ID]; entry != nil {
		return entry
	}
	r.removeStaleEntries()
	if !r.admitsNewKey(c.Network()) {
		return nil
	}
	entry := newKeyEntry()
	if !c.IsAnonymous() {
		r.entries[c.ID] = entry
	}
	return entry
}

// admitsNewKey reports whether another new key may come from a network now. A whole
// class may share one network.
func (r *registry) admitsNewKey(network string) bool {
	if r.newKeyLimits[network] == nil {
		r.newKeyLimits[network] = rate.NewLimiter(loginsPerSecond, r.newKeyBurst())
	}
	return r.newKeyLimits[network].Allow()
}

// newKeyBurst returns how many new keys may come from a network at once: twice maxSessions,
// and loginBurst more.
func (r *registry) newKeyBurst() int { return 2*r.maxSessions + loginBurst }

// removeStaleEntries removes the entries and limits that no longer differ from new ones. It does
// nothing while there are few.
func (r *registry) removeStaleEntries() {
	if maxEntries := 2*r.maxSessions + 1024; len(r.entries) < maxEntries && len(r.newKeyLimits) < maxEntries {
		return
	}
	maps.DeleteFunc(r.newKeyLimits, func(_ string, l *rate.Limiter) bool {
		return l.Tokens() >= float64(r.newKeyBurst())
	})
	for id, entry := range r.entries {
		if entry.isFresh() {
			delete(r.entries, id)
		}
	}
}

func (r *registry) remove(x *session) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.running, x)
	if x.entry.removeSession(x) {
		r.replacedCount--
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
		x.stop(endedByHost)
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

// Limits on how often one key may begin a session, and on how many of its sessions, including
// replaced ones, may run at one time. A client that logs in again and again must not take sessions
// and processor time from others.
const (
	loginBurst        = 20
	loginsPerSecond   = 1.0
	maxSessionsPerKey = 4
)

// keyEntry holds the newest session of one key, the number of its sessions that have not
// ended, and whether its work is being exported. The registry's lock guards it.
type keyEntry struct {
	newest       *session
	sessionCount int
	exporting    bool
	logins       *rate.Limiter
}

func newKeyEntry() *keyEntry { return &keyEntry{logins: rate.NewLimiter(loginsPerSecond, loginBurst)} }

// mayBeginSession reports whether the key may begin another session now. If so, it counts a
// login.
func (e *keyEntry) mayBeginSession() bool {
	return e.sessionCount < maxSessionsPerKey && e.logins.Allow()
}

func (e *keyEntry) addSession(x *session) {
	e.newest, x.entry = x, e
	e.sessionCount++
}

// removeSession removes a session and reports whether a newer one had replaced it.
func (e *keyEntry) removeSession(x *session) (replaced bool) {
	e.sessionCount--
	if e.newest != x {
		return true
	}
	e.newest = nil
	return false
}

// isFresh reports whether the entry is equal to a new one, so that it can be removed.
func (e *keyEntry) isFresh() bool {
	return e.sessionCount == 0 && !e.exporting && e.logins.Tokens() >= loginBurst
}
