package remote

import (
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// Limits on the environment variables of a client: 33 000 variables took 1.1 GB.
const (
	maxVariables     = 32
	maxVariableBytes = 8 << 10
	maxTermBytes     = 64
)

// connection is the host's record of one connection. The SSH library keeps it in the
// connection's context.
type connection struct {
	conn           net.Conn
	alarm          *panicAlarm   // for panics of the connection's goroutines outside its session
	loggedIn       atomic.Bool   // the client has logged in
	outcomeCounted atomic.Bool   // the connection is counted as refused or admitted
	startTimer     *time.Timer   // turns away a connection that starts no session
	sessionOpen    atomic.Bool   // the one session channel is open
	windowSize     *latestSize   // of the session's window
	done           chan struct{} // closed when the session channel closes

	variableCount, variableBytes int // of the environment so far; only filterRequests uses them
}

// connectionKey is the key of the host's record in a connection's context.
type connectionKey struct{}

// newConnection returns the record of a connection. It calls onTimeout if the connection starts no
// session in time. A panic in a goroutine of the connection closes it.
func newConnection(conn net.Conn, panics PanicReporter, onTimeout func(*connection)) *connection {
	c := &connection{conn: conn, windowSize: newLatestSize(), done: make(chan struct{})}
	c.alarm = newAlarm(func(value any, stack []byte) {
		panics.report("panic at the door", value, stack)
		c.hangUp()
	})
	c.startTimer = time.AfterFunc(startTimeout, c.alarm.withRecovery(func() { onTimeout(c) }))
	return c
}

// connectionOf returns the record of a connection that was accepted by this host.
func connectionOf(ctx ssh.Context) *connection { return ctx.Value(connectionKey{}).(*connection) }

// hangUp closes the connection, which unblocks everything that waits for it.
func (c *connection) hangUp() { _ = c.conn.Close() }

// openSession handles a session channel. The first channel of a connection goes to the
// library with its requests filtered, and all others are refused. The connection is
// closed when its channel closes.
func (h *Server) openSession(srv *ssh.Server, sshConn *gossh.ServerConn, channel gossh.NewChannel, ctx ssh.Context) {
	conn := connectionOf(ctx)
	if !conn.sessionOpen.CompareAndSwap(false, true) {
		h.lobby.refused.add(ReasonSecond)
		_ = channel.Reject(gossh.ResourceShortage, "one session per connection")
		return
	}
	defer conn.hangUp()
	go conn.keepAlive(sshConn)
	ssh.DefaultSessionHandler(srv, sshConn, filteredChannel{channel, conn}, ctx)
}

// The pause between two keepalive requests, and the time in which a client must answer
// one.
const (
	keepAlivePause   = 15 * time.Second
	keepAliveTimeout = time.Minute // enough for a slow connection with frames in its buffer
)

// keepAlive hangs up if the client no longer answers although its machine still does,
// for example because its process was stopped. Every client of SSH answers a global
// request, even one that it does not know (RFC 4254, section 4).
func (c *connection) keepAlive(conn gossh.Conn) {
	defer c.alarm.recoverPanic()
	for {
		select {
		case <-c.done:
			return
		case <-time.After(keepAlivePause):
		}
		hangUpTimer := time.AfterFunc(keepAliveTimeout, c.alarm.withRecovery(c.hangUp))
		_, _, err := conn.SendRequest("keepalive@openssh.com", true, nil)
		hangUpTimer.Stop()
		if err != nil {
			return
		}
	}
}

// filteredChannel is a channel whose requests the connection filters.
type filteredChannel struct {
	gossh.NewChannel
	connection *connection
}

// Accept opens the channel. The requests it returns are safe for the library.
func (g filteredChannel) Accept() (gossh.Channel, <-chan *gossh.Request, error) {
	channel, requests, err := g.NewChannel.Accept()
	if err != nil {
		close(g.connection.done)
		return nil, nil, err
	}
	safe := make(chan *gossh.Request)
	go g.connection.filterRequests(requests, safe)
	return channel, safe, nil
}

// filterRequests forwards safe requests and answers the others. It runs until the channel closes
// and never waits for the lab: window changes go to windowSize, where storing one does not
// block.
func (c *connection) filterRequests(requests <-chan *gossh.Request, safe chan<- *gossh.Request) {
	defer c.alarm.recoverPanic()
	defer close(c.done)
	defer close(safe)
	for req := range requests {
		if req.Type == "window-change" {
			_ = req.Reply(c.storeWindowSize(req.Payload), nil)
			continue
		}
		if !c.admitsRequest(req) {
			_ = req.Reply(false, nil)
			continue
		}
		safe <- req
	}
}

// admitsRequest reports whether a request is forwarded to the library, and makes requests for
// a terminal safe. Requests for agents, subsystems, signals and breaks are never
// forwarded.
func (c *connection) admitsRequest(req *gossh.Request) bool {
	switch req.Type {
	case "shell", "exec":
		return true
	case "env":
		return c.admitsVariable(req.Payload)
	case "pty-req":
		return c.clampTerminal(req)
	}
	return false
}

// storeWindowSize stores the size in a window-change request (RFC 4254, section 6.7).
func (c *connection) storeWindowSize(payload []byte) bool {
	var change struct{ Columns, Rows, Width, Height uint32 }
	if gossh.Unmarshal(payload, &change) != nil {
		return false
	}
	c.windowSize.set(clampSize(change.Columns, change.Rows))
	return true
}

// clampTerminal rewrites a pty-req (RFC 4254, section 6.2) with a size and a
// terminal name that are safe, and without terminal modes.
func (c *connection) clampTerminal(req *gossh.Request) bool {
	var terminal struct {
		Term                         string
		Columns, Rows, Width, Height uint32
		Modes                        string
	}
	if gossh.Unmarshal(req.Payload, &terminal) != nil {
		return false
	}
	s := clampSize(terminal.Columns, terminal.Rows)
	c.windowSize.set(s)
	terminal.Term = safeTerm(terminal.Term)
	terminal.Columns, terminal.Rows = uint32(s.width), uint32(s.height)
	terminal.Width, terminal.Height, terminal.Modes = 0, 0, ""
	req.Payload = gossh.Marshal(&terminal)
	return true
}

// safeTerm returns a terminal name if it consists of characters that terminfo uses, and
// "dumb" otherwise.
func safeTerm(name string) string {
	unsafe := func(r rune) bool {
		return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-._", r)
	}
	if name == "" || len(name) > maxTermBytes || strings.ContainsFunc(name, unsafe) {
		return "dumb"
	}
	return name
}

// admitsVariable reports whether an env request (RFC 4254, section 6.4) sets a variable
// that the lab reads, in printable ASCII, and is within the limits. If so, it counts the variable.
func (c *connection) admitsVariable(payload []byte) bool {
	var v struct{ Name, Value string }
	if gossh.Unmarshal(payload, &v) != nil || !isWantedVariable(v.Name) ||
		strings.ContainsFunc(v.Name+v.Value, func(r rune) bool { return r < ' ' || r > '~' }) {
		return false
	}
	size := len(v.Name) + len(v.Value)
	if c.variableCount >= maxVariables || c.variableBytes+size > maxVariableBytes {
		return false
	}
	c.variableCount++
	c.variableBytes += size
	return true
}

// isWantedVariable reports whether the lab reads a variable. TERM is part of the request
// for a terminal.
func isWantedVariable(name string) bool {
	switch name {
	case "COLORTERM", "LANG", "NO_COLOR":
		return true
	}
	return strings.HasPrefix(name, "LC_") && !strings.Contains(name, "=")
}

// The largest window that a session can have, and the window that is used if a client reports a
// size of zero. Bubble Tea's renderer keeps two screens with 112 bytes per cell: a window of
// 4000×3000 took 2.6 GiB.
const (
	maxWidth, maxHeight         = 250, 80
	defaultWidth, defaultHeight = 80, 24
)

// size is a window in cells.
type size struct{ width, height int }

// clampSize returns the window size of a session for the size that a client reports.
func clampSize(columns, rows uint32) size {
	return size{
		width:  clampSide(columns, defaultWidth, maxWidth),
		height: clampSide(rows, defaultHeight, maxHeight),
	}
}

func clampSide(reported uint32, fallback, limit int) int {
	if reported == 0 {
		return fallback
	}
	return int(min(reported, uint32(limit)))
}

// latestSize is a mailbox for window sizes that keeps only the newest. set never
// blocks.
type latestSize struct {
	hasNew chan struct{} // holds one token while there is a new size
	mu     sync.Mutex
	latest size
}

func newLatestSize() *latestSize {
	return &latestSize{hasNew: make(chan struct{}, 1), latest: size{defaultWidth, defaultHeight}}
}

func (l *latestSize) set(s size) {
	l.mu.Lock()
	l.latest = s
	l.mu.Unlock()
	select {
	case l.hasNew <- struct{}{}:
	default:
	}
}

func (l *latestSize) get() size {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.latest
}
