package hosttest

import (
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	gossh "golang.org/x/crypto/ssh"
)

// Login configures how a client logs in. The zero value is a student with a new key and
// a terminal of 120 columns and 36 rows.
type Login struct {
	Key           gossh.Signer      // nil means a new key
	Anonymous     bool              // whether to log in without a key
	Known         bool              // whether the key has joined the class already, on another host
	User          string            // empty means "student"
	Width, Height int               // size of the terminal; 0 means 120×36
	Term          string            // empty means xterm-256color
	Env           map[string]string // variables to send
	Blind         bool              // whether to count the output without showing it, which takes less memory
	Narrow        bool              // whether the connection has small buffers
	Stalled       bool              // whether it is Narrow and the client reads nothing after the login, see [Client.Fill]
	Dial          func(addr string) (net.Conn, error)
}

// Client is a student at a terminal of the host.
type Client struct {
	t       testing.TB
	Conn    net.Conn // the TCP connection; closing it disconnects abruptly
	session *gossh.Session
	in      io.WriteCloser
	screen  *screen
	stderr  *Buffer
	ended   chan struct{}
	code    int
}

// NewKey returns a new key for logging in.
func NewKey(t testing.TB) gossh.Signer {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := gossh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return signer
}

// Login logs in and opens the lab. At the first login of a key it types a name. If it fails,
// the test fails. The connection ends with the test.
func (h *Host) Login(l Login) *Client {
	h.t.Helper()
	c, err := h.TryLogin(l)
	if err != nil {
		h.t.Fatalf("login: %v\nthe host's log:\n%s", err, h.Log())
	}
	return c
}

// isFirst reports whether a login is the first one of its key, at which the lab asks for a
// name.
func (h *Host) isFirst(l Login) bool {
	if l.Anonymous || l.Known {
		return false
	}
	_, seen := h.keys.LoadOrStore(string(l.Key.PublicKey().Marshal()), true)
	return !seen
}

// TryLogin is [Host.Login] for logins that may fail. It may be called from
// several goroutines.
func (h *Host) TryLogin(l Login) (*Client, error) {
	l = l.withDefaults(h.t)
	conn, err := l.Dial(h.Addr)
	if err != nil {
		return nil, err
	}
	stall := &stallable{Conn: conn, gate: make(chan struct{})}
	c := &Client{t: h.t, Conn: stall, stderr: &Buffer{}, screen: newScreen(l), ended: make(chan struct{}), code: -1}
	h.t.Cleanup(c.Cut)
	if err := c.open(l); err != nil {
		_ = conn.Close()
		return nil, err
	}
	if h.isFirst(l) {
		_ = c.TryType("student\r") // a suggested name may be taken meanwhile
	}
	if l.Stalled {
		stall.stop()
	}
	return c, nil
}

func (l Login) withDefaults(t testing.TB) Login {
	if l.Key == nil && !l.Anonymous {
		l.Key = NewKey(t)
	}
	if l.User == "" {
		l.User = "student"
	}
	if l.Width == 0 {
		l.Width, l.Height = 120, 36
	}
	if l.Term == "" {
		l.Term = "xterm-256color"
	}
	if l.Dial == nil {
		l.Dial = dial
		if l.Narrow || l.Stalled {
			l.Dial = dialNarrow
		}
	}
	return l
}

func dial(addr string) (net.Conn, error) { return net.DialTimeout("tcp", addr, Patience) }

func dialNarrow(addr string) (net.Conn, error) {
	d := net.Dialer{Timeout: Patience, Control: narrow}
	return d.Dial("tcp", addr)
}

// Session opens an SSH connection over conn, with the key unless it is nil, and a
// session on it.
func Session(conn net.Conn, user string, key gossh.Signer) (*gossh.Client, *gossh.Session, error) {
	config := &gossh.ClientConfig{User: user, HostKeyCallback: gossh.InsecureIgnoreHostKey(), Timeout: Patience}
	if key != nil {
		config.Auth = append(config.Auth, gossh.PublicKeys(key))
	}
	config.Auth = append(config.Auth, gossh.KeyboardInteractive(
		func(string, string, []string, []bool) ([]string, error) { return nil, nil }))
	connection, channels, requests, err := gossh.NewClientConn(conn, conn.RemoteAddr().String(), config)
	if err != nil {
		return nil, nil, err
	}
	client := gossh.NewClient(connection, channels, requests)
	session, err := client.NewSession()
	return client, session, err
}

// ExitCode returns the exit status of a session whose Wait returned err. It returns -1 if there is
// no exit status.
func ExitCode(err error) int {
	var exit *gossh.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.ExitStatus()
	}
	return -1
}

// open makes the SSH connection and starts the lab in its session.
func (c *Client) open(l Login) (err error) {
	_ = c.Conn.SetDeadline(time.Now().Add(Patience))
	if _, c.session, err = Session(c.Conn, l.User, l.Key); err != nil {
		return err
	}
	c.session.Stdout, c.session.Stderr = c.screen, c.stderr
	if c.in, err = c.session.StdinPipe(); err != nil {
		return err
	}
	for name, value := range l.Env {
		_ = c.session.Setenv(name, value)
	}
	if err := c.session.RequestPty(l.Term, l.Height, l.Width, nil); err != nil {
		return err
	}
	if err := c.session.Shell(); err != nil {
		return err
	}
	_ = c.Conn.SetDeadline(time.Time{})
	go c.await()
	return nil
}

// await waits for the end of the session and records its exit status.
func (c *Client) await() {
	defer close(c.ended)
	c.code = ExitCode(c.session.Wait())
}

// Type types text, without a line break at its end.
func (c *Client) Type(text string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, text); err != nil {
		c.t.Fatalf("typing %q: %v; the host says %q", text, err, c.Stderr())
	}
}

// TryType is [Client.Type] for a connection that may be gone.
func (c *Client) TryType(text string) error {
	_, err := io.WriteString(c.in, text)
	return err
}

// Resize changes the size of the terminal and notifies the host.
func (c *Client) Resize(width, height int) error {
	c.screen.resize(width, height)
	return c.session.WindowChange(height, width)
}

// Screen returns what the terminal shows, with a line for each row, or "" for a blind
// client.
func (c *Client) Screen() string { return c.screen.text() }

// Received returns the number of bytes received for the screen.
func (c *Client) Received() int { return c.screen.count() }

// Restored reports whether the client's terminal is in the same state as before the lab was opened.
func (c *Client) Restored() bool { return c.screen.isRestored() }

// Stderr returns what the host has written to the client's standard error.
func (c *Client) Stderr() string { return c.stderr.String() }

// Shows waits until the screen contains the text.
func (c *Client) Shows(text string) {
	c.t.Helper()
	for deadline := time.Now().Add(Patience); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if strings.Contains(c.Screen(), text) {
			return
		}
	}
	c.t.Fatalf("timeout waiting for %q. The host has written %q, the screen shows:\n%s", text, c.Stderr(), c.Screen())
}

// Exit waits until the session has ended. It returns the exit status, or -1 if there was none.
func (c *Client) Exit() int {
	c.t.Helper()
	select {
	case <-c.ended:
	case <-time.After(Patience):
		c.t.Fatalf("the session did not end; the screen shows:\n%s", c.Screen())
	}
	return c.code
}

// Cut closes the TCP connection without ending the session.
func (c *Client) Cut() { _ = c.Conn.Close() }

// Stall stops reading from the host.
func (c *Client) Stall() { c.Conn.(*stallable).stop() }

// Fill makes the host send a stalled client more than fits into the buffers of the
// connection, so that the host's next write blocks. It takes six seconds.
func (c *Client) Fill() {
	for i := range 50 {
		_ = c.Resize(249+i%2, 80)
		time.Sleep(110 * time.Millisecond)
	}
}

// stallable is a connection that can stop reading.
type stallable struct {
	net.Conn
	stalled atomic.Bool
	gate    chan struct{} // closed with the connection
	once    sync.Once
}

func (s *stallable) stop() { s.stalled.Store(true) }

func (s *stallable) Read(p []byte) (int, error) {
	if s.stalled.Load() {
		<-s.gate
	}
	return s.Conn.Read(p)
}

func (s *stallable) Close() error {
	s.once.Do(func() { close(s.gate) })
	return s.Conn.Close()
}

// screen is the client's terminal.
type screen struct {
	mu       sync.Mutex
	emulator *vt.Emulator // nil for a blind client
	bytes    int
	tail     string // end of the output, to find sequences that span two writes
	alt      bool   // whether the alternate screen is shown
}

func newScreen(l Login) *screen {
	s := &screen{}
	if !l.Blind && !l.Stalled {
		s.emulator = vt.NewEmulator(l.Width, l.Height)
		go func() { _, _ = io.Copy(io.Discard, s.emulator) }() // discard its answers to queries
	}
	return s
}

// The sequences that enter and leave the alternate screen.
const (
	enterAltScreen = "\x1b[?1049h"
	leaveAltScreen = "\x1b[?1049l"
)

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bytes += len(p)
	seen := s.tail + string(p)
	if on, off := strings.LastIndex(seen, enterAltScreen), strings.LastIndex(seen, leaveAltScreen); on != off {
		s.alt = on > off
	}
	s.tail = seen[max(0, len(seen)-len(enterAltScreen)+1):]
	if s.emulator != nil {
		return s.emulator.Write(p)
	}
	return len(p), nil
}

func (s *screen) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.emulator == nil {
		return ""
	}
	return s.emulator.String()
}

func (s *screen) resize(width, height int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.emulator != nil {
		s.emulator.Resize(width, height)
	}
}

func (s *screen) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bytes
}

func (s *screen) isRestored() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bytes > 0 && !s.alt
}
