package remote

import (
	"net"
	"slices"
	"sync"

	"charm.land/ssh"
	"github.com/pires/go-proxyproto"
	gossh "golang.org/x/crypto/ssh"
)

// maxWaiting is the maximum number of connections without a session. They do not count
// towards [Config.MaxSessions].
const maxWaiting = 1024

// lobby holds connections until their sessions begin.
type lobby struct {
	waiting *waitingPool
	refused *refusals
	metrics *Metrics
	panics  PanicReporter
}

func newLobby(c Config, panics PanicReporter) *lobby {
	l := &lobby{refused: newRefusals(c.Metrics, c.Log), metrics: c.Metrics, panics: panics}
	l.waiting = &waitingPool{max: maxWaiting, drop: func(conn *connection) { l.turnAway(conn, ReasonOldest) }}
	return l
}

// admit admits a connection. The caller must use the returned connection instead of
// conn.
func (l *lobby) admit(ctx ssh.Context, conn net.Conn) net.Conn {
	limitBuffer(conn)
	watched := &notifyingConn{Conn: conn}
	accepted := newConnection(watched, l.panics, func(accepted *connection) { l.turnAway(accepted, ReasonLate) })
	watched.onClose = func() { l.recordDisconnect(accepted) }
	ctx.SetValue(connectionKey{}, accepted)
	l.waiting.add(accepted)
	return watched
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
	why := ReasonNoSession
	if !conn.loggedIn.Load() {
		why = ReasonHandshake
		l.metrics.logins(loginFailed).Inc()
	}
	if conn.outcomeCounted.CompareAndSwap(false, true) {
		l.refused.add(why)
	}
}

// turnAway closes a connection and counts the reason. Only the first reason of a
// connection counts.
func (l *lobby) turnAway(conn *connection, why Reason) {
	if conn.outcomeCounted.CompareAndSwap(false, true) {
		l.refused.add(why)
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
