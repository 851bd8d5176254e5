package remote

import (
	"net"
	"slices"
	"sync"

	"charm.land/ssh"
	"github.com/pires/go-proxyproto"
	gossh "golang.org/x/crypto/ssh"
)

// maxWaiting is the maximum number of connections without a session, which do not count
// as sessions.
const maxWaiting = 1024

// lobby holds connections until their sessions begin.
type lobby struct {
	waiting *waitingPool
	refused *refusals
	metrics *Metrics
	watch   Watch
}

func newLobby(c Config, watch Watch) *lobby {
	d := &lobby{refused: newRefusals(c.Metrics, c.Log), metrics: c.Metrics, watch: watch}
	d.waiting = newPool(maxWaiting, func(l *connection) { d.turnAway(l, ReasonOldest) })
	return d
}

// admit admits a connection. The caller must use the returned connection instead of
// conn.
func (d *lobby) admit(ctx ssh.Context, conn net.Conn) net.Conn {
	limitBuffer(conn)
	watched := &notifyingConn{Conn: conn}
	l := newConnection(watched, d.watch, func(l *connection) { d.turnAway(l, ReasonLate) })
	watched.onClose = func() { d.recordDisconnect(l) }
	ctx.SetValue(connectionKey{}, l)
	d.waiting.add(l)
	return watched
}

// limitBuffer limits what the system holds for a client.
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
func (d *lobby) configure(ctx ssh.Context) *gossh.ServerConfig {
	return &gossh.ServerConfig{AuthLogCallback: func(_ gossh.ConnMetadata, method string, err error) {
		if err == nil {
			d.recordLogin(connectionOf(ctx), method)
		}
	}}
}

func (d *lobby) recordLogin(l *connection, method string) {
	l.loggedIn.Store(true)
	if method == "publickey" {
		d.metrics.logins(loginKey).Inc()
	} else {
		d.metrics.logins(loginNoKey).Inc()
	}
}

// recordSessionStart records that a session has started on a connection.
func (d *lobby) recordSessionStart(l *connection) {
	l.outcomeCounted.Store(true)
	d.waiting.remove(l)
}

// recordDisconnect records that a connection was closed.
func (d *lobby) recordDisconnect(l *connection) {
	l.startTimer.Stop()
	d.waiting.remove(l)
	why := ReasonNoSession
	if !l.loggedIn.Load() {
		why = ReasonHandshake
		d.metrics.logins(loginFailed).Inc()
	}
	if l.outcomeCounted.CompareAndSwap(false, true) {
		d.refused.add(why)
	}
}

// turnAway closes a connection and counts the reason. Only the first reason of a
// connection counts.
func (d *lobby) turnAway(l *connection, why Reason) {
	if l.outcomeCounted.CompareAndSwap(false, true) {
		d.refused.add(why)
	}
	l.hangUp()
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

	mu    sync.Mutex
	links []*connection
}

func newPool(most int, drop func(*connection)) *waitingPool {
	return &waitingPool{max: most, drop: drop}
}

func (p *waitingPool) add(l *connection) {
	if oldest := p.insert(l); oldest != nil {
		p.drop(oldest)
	}
}

// insert adds a connection and returns the one that must be dropped for it, or nil.
func (p *waitingPool) insert(l *connection) *connection {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.links = append(p.links, l)
	if len(p.links) <= p.max {
		return nil
	}
	oldest := p.links[0]
	p.links = slices.Delete(p.links, 0, 1)
	return oldest
}

// remove removes a connection if it is in the pool.
func (p *waitingPool) remove(l *connection) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.links = slices.DeleteFunc(p.links, func(other *connection) bool { return other == l })
}

func (p *waitingPool) count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.links)
}
