package remote

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	gossh "golang.org/x/crypto/ssh"

	"kernellab/testdata/support/check"
	"kernellab/testdata/support/hosttest"
	"kernellab/testdata/support/must"
)

// patience limits every wait of the tests. It is a deadline, not a measurement.
const patience = 20 * time.Second

// mirror is a model that shows what has reached it.
type mirror struct {
	width, height int
	keys          string
	echo          string // keys as they were at Enter: a line the renderer writes whole
	pasted        int
}

func (m mirror) Init() tea.Cmd { return nil }

// Update quits on "q".
func (m mirror) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.PasteMsg:
		m.pasted += len(msg.Content)
	case tea.KeyPressMsg:
		switch msg.String() {
		case "q":
			return m, tea.Quit
		case "enter":
			m.echo = "echo=" + m.keys
			return m, nil
		case "Z":
			return m, tea.Suspend
		}
		m.keys += msg.String()
		if len(m.keys) > 20 {
			m.keys = m.keys[len(m.keys)-20:]
		}
	}
	return m, nil
}

func (m mirror) View() tea.View {
	v := tea.NewView(fmt.Sprintf("size=%dx%d\nkeys=[%s]\npasted=%d.\n%s", m.width, m.height, m.keys, m.pasted, m.echo))
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	return v
}

// host is a server under test that records what its factory was called with.
type host struct {
	*Server
	stop    context.CancelFunc
	done    chan error
	log     *hosttest.Buffer
	mu      sync.Mutex
	clients []Client
	saves   map[string]int // by ID
}

// start serves mirrors on a free port until the test ends.
func start(t *testing.T, change func(*Config)) *host {
	t.Helper()
	h := &host{done: make(chan error, 1), log: &hosttest.Buffer{}, saves: map[string]int{}}
	c := Config{
		Addr:         "127.0.0.1:0",
		DataDir:      t.TempDir(),
		MaxSessions:  DefaultMaxSessions,
		IdleTimeout:  DefaultIdleTimeout,
		Metrics:      NewMetrics(),
		Ready:        func() error { return nil },
		BeginSession: func(context.Context, Client, func()) (func(), error) { return nil, nil },
		Notice:       func(string) tea.Msg { return nil },
		Log:          slog.New(slog.NewJSONHandler(h.log, nil)),
		New: func(_ context.Context, c Client) (Lab, error) {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.clients = append(h.clients, c)
			return Lab{Model: mirror{}, Leave: func() error {
				h.mu.Lock()
				defer h.mu.Unlock()
				h.saves[c.ID]++
				return nil
			}}, nil
		},
	}
	if change != nil {
		change(&c)
	}
	var err error
	if h.Server, err = Listen(c); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	h.stop = cancel
	go func() { h.done <- h.Serve(ctx) }()
	t.Cleanup(func() {
		cancel()
		select {
		case err := <-h.done:
			check.That(t, err == nil, "Serve: got error %v, want none", err)
		case <-time.After(patience):
			t.Errorf("Serve did not return within %v, want it to", patience)
		}
	})
	return h
}

// savesOf returns how often the work of a student with a key was saved.
func (h *host) savesOf(s *student) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.saves[identity(s.key.PublicKey())]
}

func (h *host) client(i int) Client {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.clients[i]
}

// student is a client with one session and its output so far.
type student struct {
	t       *testing.T
	key     gossh.Signer
	raw     net.Conn
	conn    *gossh.Client
	session *gossh.Session
	in      io.WriteCloser
	out     *hosttest.Buffer // standard output
	err     *hosttest.Buffer // standard error
}

// dial logs in with a key, or without one if it is nil.
func dial(t *testing.T, h *host, user string, key gossh.Signer) *student {
	t.Helper()
	raw := must.Value(net.Dial("tcp", h.Addr().String()))
	conn, session, err := hosttest.Session(raw, user, key)
	check.OK(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	s := &student{t: t, key: key, raw: raw, conn: conn, session: session}
	s.out, s.err = &hosttest.Buffer{}, &hosttest.Buffer{}
	session.Stdout, session.Stderr = s.out, s.err
	s.in = must.Value(session.StdinPipe())
	return s
}

// open logs in and starts the lab on a terminal.
func open(t *testing.T, h *host, user string, key gossh.Signer) *student {
	t.Helper()
	s := dial(t, h, user, key)
	s.pty("xterm-256color", 80, 24)
	s.shell()
	return s
}

// enter logs in a student with a new key and waits for the first screen.
func enter(t *testing.T, h *host, user string) *student {
	t.Helper()
	s := open(t, h, user, hosttest.NewKey(t))
	s.sees("size=80x24")
	return s
}

func (s *student) pty(term string, w, h int) {
	s.t.Helper()
	check.OK(s.t, s.session.RequestPty(term, h, w, nil))
}

func (s *student) shell() {
	s.t.Helper()
	check.OK(s.t, s.session.Shell())
}

func (s *student) typed(text string) {
	s.t.Helper()
	must.Value(io.WriteString(s.in, text))
}

// sees waits until the client has received a text.
func (s *student) sees(text string) {
	s.t.Helper()
	eventually(s.t, fmt.Sprintf("the client sees %q", text),
		func() bool { return strings.Contains(s.out.String(), text) })
}

// echoes types a word, the first of its session, and waits until the program
// shows it.
func (s *student) echoes(word string) {
	s.t.Helper()
	s.typed(word + "\r")
	s.sees("echo=" + word)
}

// exits waits for the end of the session and returns its exit status, or −1 if there is
// none.
func (s *student) exits() int {
	s.t.Helper()
	result := make(chan error, 1)
	go func() { result <- s.session.Wait() }()
	select {
	case err := <-result:
		return hosttest.ExitCode(err)
	case <-time.After(patience):
		s.t.Fatalf("the session did not end within %v, want it to; it saw %q", patience, s.out.String())
		return -1
	}
}

// eventually polls until a condition holds.
func eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if holds() {
			return
		}
	}
	t.Fatalf("want within %v: %s", patience, what)
}

// mustBeRestored checks what a terminal must have received when a program ends.
func (s *student) mustBeRestored() {
	s.t.Helper()
	for _, off := range []string{"\x1b[?1049l", "\x1b[?1002l", "\x1b[?2004l", "\x1b[?25h"} {
		check.That(s.t, strings.Contains(s.out.String(), off),
			"got no %q in the output, want it when the program ends", off)
	}
}
