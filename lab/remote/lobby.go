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
	waiting *pool
	refused *refusals
	metrics *Metrics
	watch   Watch
}

func newLobby(c Config, watch Watch) *lobby {
	d := &lobby{refused: newRefusals(c.Metrics, c.Log), metrics: c.Metrics, watch: watch}
	d.waiting = newPool(maxWaiting, func(l *link) { d.turnAway(l, ReasonOldest) })
	return d
}

// enter admits a connection. The caller must use the returned connection instead of
// conn.
func (d *lobby) enter(ctx ssh.Context, conn net.Conn) net.Conn {
	limitBuffer(conn)
	door := &notifyingConn{Conn: conn}
	l := newLink(door, d.watch, func(l *link) { d.turnAway(l, ReasonLate) })
	door.onClose = func() { d.disconnected(l) }
	ctx.SetValue(linkKey{}, l)
	d.waiting.add(l)
	return door
}

// limitBuffer limits what the system holds for a client.
func limitBuffer(conn net.Conn) {
	if proxied, ok := conn.(*proxyproto.Conn); ok {
		conn = proxied.Raw()
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetWriteBuffer(writeBuffer)
	}
}

// configure returns the SSH settings of one connection, with a callback for the end of
// the login. The callback for keys is called too early, because clients offer keys
// before they sign with one.
func (d *lobby) configure(ctx ssh.Context) *gossh.ServerConfig {
	return &gossh.ServerConfig{AuthLogCallback: func(_ gossh.ConnMetadata, method string, err error) {
		if err == nil {
			d.loggedIn(linkOf(ctx), method)
		}
	}}
}

func (d *lobby) loggedIn(l *link, method string) {
	l.loggedIn.Store(true)
	if method == "publickey" {
		d.metrics.logins(loginKey).Inc()
	} else {
		d.metrics.logins(loginNoKey).Inc()
	}
}

// settled records that a session has started on a connection.
func (d *lobby) settled(l *link) {
	l.counted.Store(true)
	d.waiting.remove(l)
}

// disconnected records that a connection was closed.
func (d *lobby) disconnected(l *link) {
	l.lateTimer.Stop()
	d.waiting.remove(l)
	why := ReasonNoSession
	if !l.loggedIn.Load() {
		why = ReasonHandshake
		d.metrics.logins(loginFailed).Inc()
	}
	if l.counted.CompareAndSwap(false, true) {
		d.refused.add(why)
	}
}

// turnAway closes a connection and counts the reason. Only the first reason of a
// connection counts.
func (d *lobby) turnAway(l *link, why Reason) {
	if l.counted.CompareAndSwap(false, true) {
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

// pool holds a limited number of connections in order of arrival. When one more
// arrives, the oldest is dropped, because attackers stay long and honest clients only
// for moments.
type pool struct {
	max  int
	drop func(*link) // called with the oldest, which is no longer in the pool

	mu    sync.Mutex
	links []*link
}

func newPool(most int, drop func(*link)) *pool { return &pool{max: most, drop: drop} }

func (p *pool) add(l *link) {
	if oldest := p.insert(l); oldest != nil {
		p.drop(oldest)
	}
}

// insert adds a connection and returns the one that must be dropped for it, or nil.
func (p *pool) insert(l *link) *link {
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
func (p *pool) remove(l *link) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.links = slices.DeleteFunc(p.links, func(other *link) bool { return other == l })
}

func (p *pool) count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.links)
}
