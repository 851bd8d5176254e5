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

// link is the host's record of one connection. The SSH library keeps it in the
// connection's context.
type link struct {
	conn        net.Conn
	alarm       *alarm        // for panics of the connection's goroutines outside its session
	loggedIn    atomic.Bool   // the client has logged in
	counted     atomic.Bool   // the connection is counted as refused or admitted
	lateTimer   *time.Timer   // turns away a connection that starts no session
	sessionOpen atomic.Bool   // the one session channel is open
	sizes       *latestSize   // of the session's window
	done        chan struct{} // closed when the session channel closes

	variables, variableBytes int // number and size so far; only filter uses them
}

// linkKey is the key of the link in a connection's context.
type linkKey struct{}

// newLink returns the link of a connection. It calls onTimeout if the connection starts no session
// in time. A panic in a goroutine of the connection closes it.
func newLink(conn net.Conn, watch Watch, onTimeout func(*link)) *link {
	l := &link{conn: conn, sizes: newLatestSize(), done: make(chan struct{})}
	l.alarm = newAlarm(func(value any, stack []byte) {
		watch.report("panic at the door", value, stack)
		l.hangUp()
	})
	l.lateTimer = time.AfterFunc(startTimeout, l.alarm.guarded(func() { onTimeout(l) }))
	return l
}

// linkOf returns the link of a connection that was accepted by this host.
func linkOf(ctx ssh.Context) *link { return ctx.Value(linkKey{}).(*link) }

// hangUp closes the connection, which unblocks everything that waits for it.
func (l *link) hangUp() { _ = l.conn.Close() }

// openSession handles a session channel. The first channel of a connection goes to the
// library with its requests filtered, and all others are refused. The connection is
// closed when its channel closes.
func (h *Server) openSession(srv *ssh.Server, conn *gossh.ServerConn, channel gossh.NewChannel, ctx ssh.Context) {
	l := linkOf(ctx)
	if !l.sessionOpen.CompareAndSwap(false, true) {
		h.lobby.refused.add(ReasonSecond)
		_ = channel.Reject(gossh.ResourceShortage, "one session per connection")
		return
	}
	defer l.hangUp()
	go l.keepAlive(conn)
	ssh.DefaultSessionHandler(srv, conn, guardedChannel{channel, l}, ctx)
}

// The pause between two keepalive requests, and the time in which a client must answer
// one.
const (
	keepAlivePause = 15 * time.Second
	keepAliveLimit = time.Minute // enough for a slow connection with frames in its buffer
)

// keepAlive hangs up if the client no longer answers although its machine still does,
// for example because its process was stopped. Every client of SSH answers a global
// request, even one that it does not know (RFC 4254, section 4).
func (l *link) keepAlive(conn gossh.Conn) {
	defer l.alarm.guard()
	for {
		select {
		case <-l.done:
			return
		case <-time.After(keepAlivePause):
		}
		late := time.AfterFunc(keepAliveLimit, l.alarm.guarded(l.hangUp))
		_, _, err := conn.SendRequest("keepalive@openssh.com", true, nil)
		late.Stop()
		if err != nil {
			return
		}
	}
}

// guardedChannel is a channel whose requests are filtered by the link.
type guardedChannel struct {
	gossh.NewChannel
	link *link
}

// Accept opens the channel. The requests it returns are safe for the library.
func (g guardedChannel) Accept() (gossh.Channel, <-chan *gossh.Request, error) {
	channel, requests, err := g.NewChannel.Accept()
	if err != nil {
		close(g.link.done)
		return nil, nil, err
	}
	safe := make(chan *gossh.Request)
	go g.link.filter(requests, safe)
	return channel, safe, nil
}

// filter forwards safe requests and answers the others. It runs until the channel closes
// and never waits for the lab: window changes go to l.sizes, where storing one does not
// block.
func (l *link) filter(requests <-chan *gossh.Request, safe chan<- *gossh.Request) {
	defer l.alarm.guard()
	defer close(l.done)
	defer close(safe)
	for req := range requests {
		if req.Type == "window-change" {
			_ = req.Reply(l.resize(req.Payload), nil)
			continue
		}
		if !l.admits(req) {
			_ = req.Reply(false, nil)
			continue
		}
		safe <- req
	}
}

// admits reports whether a request is forwarded to the library, and makes requests for
// a terminal safe. Requests for agents, subsystems, signals and breaks are never
// forwarded.
func (l *link) admits(req *gossh.Request) bool {
	switch req.Type {
	case "shell", "exec":
		return true
	case "env":
		return l.admitsVariable(req.Payload)
	case "pty-req":
		return l.clampTerminal(req)
	}
	return false
}

// resize puts a window-change (RFC 4254, section 6.7) into the mailbox.
func (l *link) resize(payload []byte) bool {
	var change struct{ Columns, Rows, Width, Height uint32 }
	if gossh.Unmarshal(payload, &change) != nil {
		return false
	}
	l.sizes.set(clampSize(change.Columns, change.Rows))
	return true
}

// clampTerminal rewrites a pty-req (RFC 4254, section 6.2) with a size and a
// terminal name that are safe, and without terminal modes.
func (l *link) clampTerminal(req *gossh.Request) bool {
	var terminal struct {
		Term                         string
		Columns, Rows, Width, Height uint32
		Modes                        string
	}
	if gossh.Unmarshal(req.Payload, &terminal) != nil {
		return false
	}
	s := clampSize(terminal.Columns, terminal.Rows)
	l.sizes.set(s)
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
// that the lab reads, in printable ASCII, and is within the limits.
func (l *link) admitsVariable(payload []byte) bool {
	var v struct{ Name, Value string }
	if gossh.Unmarshal(payload, &v) != nil || !wantedVariable(v.Name) ||
		strings.ContainsFunc(v.Name+v.Value, func(r rune) bool { return r < ' ' || r > '~' }) {
		return false
	}
	size := len(v.Name) + len(v.Value)
	if l.variables >= maxVariables || l.variableBytes+size > maxVariableBytes {
		return false
	}
	l.variables++
	l.variableBytes += size
	return true
}

// wantedVariable reports whether the lab reads a variable. TERM is part of the request
// for a terminal.
func wantedVariable(name string) bool {
	switch name {
	case "COLORTERM", "LANG", "NO_COLOR":
		return true
	}
	return strings.HasPrefix(name, "LC_") && !strings.Contains(name, "=")
}

// The largest window that a session can have, and the one used if a client reports
// zero. Bubble Tea's renderer keeps two screens with 112 bytes per cell: a window of
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

func clampSide(claimed uint32, otherwise, most int) int {
	if claimed == 0 {
		return otherwise
	}
	return int(min(claimed, uint32(most)))
}

// latestSize is a mailbox for window sizes that keeps only the newest. set never
// blocks.
type latestSize struct {
	changed chan struct{} // holds one token while there is a new size
	mu      sync.Mutex
	now     size
}

func newLatestSize() *latestSize {
	return &latestSize{changed: make(chan struct{}, 1), now: size{defaultWidth, defaultHeight}}
}

func (l *latestSize) set(s size) {
	l.mu.Lock()
	l.now = s
	l.mu.Unlock()
	select {
	case l.changed <- struct{}{}:
	default:
	}
}

func (l *latestSize) get() size {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.now
}
