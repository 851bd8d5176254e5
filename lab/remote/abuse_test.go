package remote

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	gossh "golang.org/x/crypto/ssh"

	"kernellab/testdata/support/check"
	"kernellab/testdata/support/hosttest"
	"kernellab/testdata/support/must"
)

// resize sends a window-change request without waiting for a reply.
func (s *student) resize(w, h uint32) {
	s.t.Helper()
	change := struct{ Columns, Rows, Width, Height uint32 }{w, h, 0, 0}
	must.Value(s.session.SendRequest("window-change", false, gossh.Marshal(&change)))
}

func TestServer_resizeStorm(t *testing.T) {
	h := start(t, nil)
	s := dial(t, h, "ada", hosttest.NewKey(t))
	s.pty("xterm-256color", 1<<31, 0)
	for i := range uint32(1000) { // between pty-req and shell
		s.resize(40+i%50, 20)
	}
	s.shell()
	for i := range uint32(2000) {
		s.resize(40+i%50, 20+i%30)
	}
	s.resize(123, 0)
	s.sees("123x24")
	s.echoes("alive")
}

func TestClampSize(t *testing.T) {
	for reported, want := range map[[2]uint32]size{
		{0, 0}: {80, 24}, {1 << 31, 1 << 31}: {250, 80}, {1<<32 - 1, 1<<32 - 1}: {250, 80}, {251, 80}: {250, 80}, {0, 30}: {80, 30},
	} {
		check.Equal(t, clampSize(reported[0], reported[1]), want, "clampSize(%v)", reported)
	}
	l := &connection{windowSize: newLatestSize()}
	request := &gossh.Request{Type: "pty-req", Payload: gossh.Marshal(struct {
		Term                         string
		Columns, Rows, Width, Height uint32
		Modes                        string
	}{"xterm", 1 << 31, 0, 1<<32 - 1, 1<<32 - 1, "modes"})}
	if !l.admitsRequest(request) || l.windowSize.get() != (size{250, 24}) || bytes.Contains(request.Payload, []byte{255}) ||
		bytes.Contains(request.Payload, []byte("modes")) {
		t.Errorf("got %q, size %v, want a safe request of 250×24", request.Payload, l.windowSize.get())
	}
}

func TestServer_killerBytes(t *testing.T) {
	h := start(t, nil)
	other := enter(t, h, "bob")
	for _, killer := range []string{
		"\x9bM-\x890",                         // panics the X10 mouse decoder
		"\x1b[8;4294967295;4294967295t",       // a size as a report
		"\x1b[48;99999999;99999999;0;0t",      // a size as an in-band resize
		"\x1b[65;65;65;1;0;65535_",            // one key 65 535 times
		"\x1b[<0;2147483647;2147483647M",      // a click far away
		"\x1b]" + strings.Repeat("x", 20_000), // a sequence without end
		"e" + strings.Repeat("\u0301", 5000),  // a letter under a tower of marks
		"\x1b_G" + strings.Repeat("a=1,", 5000) + "\x1b\\",
	} {
		s := enter(t, h, "ada")
		s.typed(killer)
		s.typed("\x1b\\")
		_ = s.in.Close()
		s.exits()
	}
	other.echoes("alive")
}

// ctrl-Z is ignored: suspending would stop the process of the host.
func TestServer_sessionOutlivesDecoderPanicAndSuspend(t *testing.T) {
	h := start(t, nil)
	s := enter(t, h, "ada")
	s.typed("\x9bM-\x890")
	eventually(t, "the panic is logged", func() bool { return strings.Contains(h.log.String(), "decoder panicked") })
	s.typed("Z")
	s.echoes("alive")
}

func TestServer_oneChannelPerConnection(t *testing.T) {
	h := start(t, nil)
	s := enter(t, h, "ada")
	for range 50 {
		if second, err := s.conn.NewSession(); err == nil {
			_ = second.Close()
			t.Fatal("a second session channel: got no error, want one")
		}
	}
	if _, err := s.conn.Dial("tcp", h.Addr().String()); err == nil {
		t.Error("port forwarding: got no error, want one")
	}
	if _, err := s.conn.Listen("tcp", "127.0.0.1:0"); err == nil {
		t.Error("remote forwarding: got no error, want one")
	}
	s.echoes("alive")
}

func TestServer_refusesRequests(t *testing.T) {
	h := start(t, nil)
	s := dial(t, h, "ada", hosttest.NewKey(t))
	for _, request := range []string{"subsystem", "auth-agent-req@openssh.com", "x11-req", "signal", "break",
		"unheard-of"} {
		ok, err := s.session.SendRequest(request, true, gossh.Marshal(struct{ Name string }{"sftp"}))
		check.That(t, err == nil && !ok, "%s: got accepted = %v, error %v, want it refused", request, ok, err)
	}
}

func TestServer_environmentFlood(t *testing.T) {
	h := start(t, nil)
	s := dial(t, h, "ada", hosttest.NewKey(t))
	for _, v := range []struct{ name, value string }{
		{"COLORTERM", "truecolor"}, {"LANG", "de_DE.UTF-8"}, {"NO_COLOR", "yes"}, {"LC_ALL", "\x1b[2J"},
		{"LD_PRELOAD", "/x"}, {"TERM", "evil"},
	} {
		_ = s.session.Setenv(v.name, v.value)
	}
	for i := range 5000 {
		v := struct{ Name, Value string }{fmt.Sprint("LC_", i), strings.Repeat("x", 300)}
		must.Value(s.session.SendRequest("env", false, gossh.Marshal(&v)))
	}
	s.pty("xterm-256color", 80, 24)
	s.shell()
	s.sees("size=80x24")
	c := h.client(0)
	if c.Getenv("COLORTERM") != "truecolor" || c.Getenv("LANG") != "de_DE.UTF-8" || c.Getenv("NO_COLOR") != "yes" {
		t.Errorf("wanted variables are missing: %q", c.Env)
	}
	check.That(t, c.Getenv("LC_ALL") == "" && c.Getenv("LD_PRELOAD") == "" && c.Getenv("TERM") == "xterm-256color",
		"unwanted variables got through: %q", c.Env[:4])
	total := 0
	for _, v := range c.Env {
		total += len(v)
	}
	if len(c.Env) > maxVariables+1 || total > maxVariableBytes+maxTermBytes+2*maxVariables {
		t.Errorf("%d variables with %d bytes got through", len(c.Env), total)
	}
}

func TestServer_hugePaste(t *testing.T) {
	h := start(t, nil)
	s := enter(t, h, "ada")
	s.typed(pasteStart + strings.Repeat("p", 1<<20) + pasteEnd)
	s.sees(fmt.Sprintf("%d.", maxPaste))
	s.echoes("x")
}

// If a client vanishes, in whatever phase, its work is saved and nothing keeps running.
func TestServer_abruptDisconnect(t *testing.T) {
	h := start(t, nil)
	cut := func(greeting string) {
		conn := must.Value(net.Dial("tcp", h.Addr().String()))
		must.Value(io.WriteString(conn, greeting))
		_ = conn.Close()
	}
	warm := enter(t, h, "warm")
	warm.typed("q")
	warm.exits()
	_ = warm.conn.Close()
	before := runtime.NumGoroutine()
	for _, typed := range slices.Repeat([]string{"", "half a sequ\x1b[", "\x1b[200~" + strings.Repeat("half a paste ", 100)}, 7) {
		cut("")
		cut("SSH-2.0-rude\r\n\x00\x00\x01\x2c\x06\x14")
		_ = dial(t, h, "eve", hosttest.NewKey(t)).raw.Close() // before a session begins
		s := enter(t, h, "ada")
		s.typed(typed)
		_ = s.raw.Close()
		eventually(t, "a save", func() bool { return h.savesOf(s) > 0 })
		if n := h.savesOf(s); n != 1 {
			t.Errorf("saved %d times, want once", n)
		}
	}
	// The last session may be on its way out still, with the few goroutines that are let pass.
	eventually(t, "no session is left", func() bool { return h.sessions.count()+h.lobby.waiting.count() == 0 })
	eventually(t, "nothing is left running", func() bool { return runtime.NumGoroutine() <= before+5 })
}

// Closing the channel ends the session, even if the connection stays open.
func TestServer_channelClosedConnectionOpen(t *testing.T) {
	h := start(t, nil)
	s := enter(t, h, "ada")
	_ = s.session.Close()
	eventually(t, "a save", func() bool { return h.savesOf(s) == 1 })
	closed := make(chan struct{})
	go func() {
		_ = s.conn.Wait()
		close(closed)
	}()
	select {
	case <-closed:
	case <-time.After(patience):
		t.Error("the connection stayed open, want it closed")
	}
}

// A client that stops reading must not delay the end of the host.
func TestServer_drainsStalledClient(t *testing.T) {
	h := start(t, func(c *Config) {
		next := c.New
		c.New = func(ctx context.Context, client Client) (Lab, error) {
			opened, err := next(ctx, client)
			opened.Model = flicker{}
			return opened, err
		}
	})
	s := dial(t, h, "ada", hosttest.NewKey(t))
	s.session.Stdout = stuck{make(chan struct{})}
	s.pty("xterm-256color", 250, 80)
	s.shell()
	eventually(t, "the session runs", func() bool { return h.sessions.count() == 1 })
	h.stop()
	eventually(t, "a save", func() bool { return h.savesOf(s) == 1 })
}

// stuck is a writer that blocks for ever.
type stuck struct{ never chan struct{} }

func (s stuck) Write([]byte) (int, error) { <-s.never; return 0, io.EOF }

// flicker redraws the screen as fast as it can.
type flicker struct{ n, w, h int }

type flickMsg struct{}

func (f flicker) Init() tea.Cmd { return func() tea.Msg { return flickMsg{} } }

func (f flicker) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		f.w, f.h = msg.Width, msg.Height
	case flickMsg:
		f.n++
		return f, tea.Tick(time.Millisecond, func(time.Time) tea.Msg { return flickMsg{} })
	}
	return f, nil
}

func (f flicker) View() tea.View {
	line := strings.Repeat(string(rune('a'+f.n%26)), f.w)
	v := tea.NewView(strings.TrimSuffix(strings.Repeat(line+"\n", f.h), "\n"))
	v.AltScreen = true
	return v
}
