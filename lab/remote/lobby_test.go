package remote

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http/httptest"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

func TestPool_dropsOldest(t *testing.T) {
	var dropped []*connection
	p := &waitingPool{max: 3, drop: func(l *connection) { dropped = append(dropped, l) }}
	links := make([]*connection, 6)
	for i := range links {
		links[i] = &connection{}
		p.add(links[i])
		if i == 1 {
			p.remove(links[0]) // it logged in
		}
	}
	check.That(t, len(dropped) == 2 && dropped[0] == links[1] && dropped[1] == links[2],
		"got %d dropped connections, want the second and the third", len(dropped))
	for _, l := range links {
		p.remove(l)
		p.remove(l)
	}
	check.Equal(t, p.count(), 0, "count()")
}

func TestKeyEntry_limitsLogins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newKeyEntry()
		for i := range maxSessionsPerKey {
			check.Must(t, l.mayBeginSession(), "mayBeginSession for session %d = false, want true", i)
			l.addSession(&session{})
		}
		check.That(t, !l.mayBeginSession(), "mayBeginSession after %d sessions = true, want false", maxSessionsPerKey)
		l.sessionCount = 0
		for range loginBurst - maxSessionsPerKey {
			check.Must(t, l.mayBeginSession(), "mayBeginSession within the first %d logins = false, want true", loginBurst)
		}
		check.That(t, !l.mayBeginSession(), "mayBeginSession after %d logins = true, want false", loginBurst)
		time.Sleep(time.Second)
		if !l.mayBeginSession() {
			t.Error("mayBeginSession after a wait = false, want true")
		}
		time.Sleep(5 * time.Second)
		if l.isFresh() {
			t.Error("isForgotten after 6s = true, want false as the line still has a limit")
		}
		time.Sleep(time.Minute)
		if !l.isFresh() {
			t.Error("isForgotten after a minute = false, want true")
		}
	})
}

// A key that has a session takes over its place, even if all places are taken. Clients without
// a key are not the same student.
func TestRegistry_addTakesOver(t *testing.T) {
	r := newRegistry(1)
	first, second, other := &session{client: Client{ID: "a"}}, &session{client: Client{ID: "a"}},
		&session{client: Client{ID: "b"}}
	if before, no := r.add(first); before != nil || no != nil {
		t.Fatalf("add of the first: got %v, %v, want no session before it and no refusal", before, no)
	}
	if before, no := r.add(second); before != first || no != nil {
		t.Fatalf("add of the second: got %p before it, refusal %v, want the first, %p", before, no, first)
	}
	if _, no := r.add(other); no == nil || no.Reason != ReasonFull {
		t.Errorf("add of another key at a full host: got %v, want %v", no, ReasonFull)
	}
	r.remove(first)
	r.remove(second)
	if _, no := r.add(other); no != nil || r.replacedCount != 0 {
		t.Errorf("add after one has left: got refusal %v, %d old sessions, want none", no, r.replacedCount)
	}
	r = newRegistry(100)
	for range 50 {
		if before, no := r.add(&session{client: Client{ID: AnonymousID}}); before != nil || no != nil {
			t.Fatalf("add of an anonymous client: got %v, %v, want neither", before, no)
		}
	}
}

// An address can send as many new keys as a class needs, and then one a second. Known
// keys and other addresses are not affected.
func TestRegistry_limitsNewKeys(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const most = 10
		r := newRegistry(most)
		comes := func(id, address string) *Refusal {
			x := &session{client: Client{ID: id, Remote: address + ":50022"}}
			_, no := r.add(x)
			if no == nil {
				r.remove(x)
			}
			return no
		}
		for i := range 2*most + loginBurst {
			if no := comes(fmt.Sprint("SHA256:", i), "10.0.0.1"); no != nil {
				t.Fatalf("new key %d: got refusal %q, want none", i, no.Reason)
			}
		}
		if no := comes("SHA256:more", "10.0.0.1"); no == nil || no.Reason != ReasonOften {
			t.Errorf("one new key more: got refusal %v, want %q", no, ReasonOften)
		}
		if no := comes("SHA256:more", "10.0.0.2"); no != nil {
			t.Errorf("a new key from another address: got refusal %q, want none", no.Reason)
		}
		if no := comes("SHA256:3", "10.0.0.1"); no != nil {
			t.Errorf("a known key: got refusal %q, want none", no.Reason)
		}
		time.Sleep(time.Second)
		if no := comes("SHA256:again", "10.0.0.1"); no != nil {
			t.Errorf("a new key a second later: got refusal %q, want none", no.Reason)
		}
	})
}

func TestRefusals_fewLines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		r := newRefusalLog(NewMetrics(), slog.New(slog.NewJSONHandler(&out, nil)))
		for range 300 {
			r.add(ReasonOldest)
		}
		r.add(ReasonFull)
		time.Sleep(time.Second)
		r.add(ReasonOldest)
		r.add(ReasonOldest)
		r.flush()
		r.flush()
		var got []string
		for line := range strings.Lines(out.String()) {
			_, what, _ := strings.Cut(strings.TrimSpace(line), `"why":`)
			got = append(got, what)
		}
		want := []string{`"oldest_waiting","count":1}`, `"full","count":1}`, `"oldest_waiting","count":300}`,
			`"oldest_waiting","count":1}`}
		check.That(t, slices.Equal(got, want), "the log has %q, want %q", got, want)
		if n := r.metrics.refusals(ReasonOldest).Get(); n != 302 {
			t.Errorf("%v refusals are counted, want 302", n)
		}
	})
}

// Neither the text of a panic nor a full path reaches the log.
func TestPanicAttr_quotesNothing(t *testing.T) {
	var out bytes.Buffer
	log := slog.New(slog.NewJSONHandler(&out, nil))
	func() {
		defer func() {
			log.Error("panic", panicAttr(recover(), debug.Stack()))
		}()
		panicWith("typed by a student")
	}()
	if s := out.String(); strings.Contains(s, "student") || !strings.Contains(s, "remote.panicWith") ||
		!strings.Contains(s, "lobby_test.go:") {
		t.Errorf("got log %s, want the function and the file but no text", s)
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{&fs.PathError{Op: "open", Path: "/srv/students/0123", Err: syscall.ENOSPC}, "open: no space left on device"},
		{errors.New("a secret"), "*errors.errorString"},
	} {
		check.Equal(t, cause(c.err), c.want, "cause(%v)", c.err)
	}
	var m map[string]int
	func() {
		defer func() {
			out.Reset()
			log.Error("panic", panicAttr(recover(), debug.Stack()))
		}()
		m["x"] = 1
	}()
	check.That(t, strings.Contains(out.String(), "assignment to entry in nil map"),
		"got log %s, want the message of the runtime", out.String())
}

//go:noinline
func panicWith(text string) { panic(text) }

// The command to log in with names a host that others can reach.
func TestCommand_namesHost(t *testing.T) {
	h := start(t, func(c *Config) { c.Addr = "0.0.0.0:0" })
	other := outsideAddress()
	if got := h.Command(); other != "" && strings.Contains(got, "localhost") {
		t.Errorf("Command() = %q, want the address %q", got, other)
	}
}

// Even a short limit leaves time after its warning.
func TestIdleWarning_comesBefore(t *testing.T) {
	for after, want := range map[time.Duration]time.Duration{
		30 * time.Minute: 5 * time.Minute, 10 * time.Minute: 5 * time.Minute, 4 * time.Second: 2 * time.Second,
	} {
		check.Equal(t, warningLead(after), want, "warningLead(%s)", after)
	}
}

// Connections that say nothing, or only begin a handshake, do not take the place of a
// session. If there are too many, the oldest are dropped.
func TestServer_waitingConnections(t *testing.T) {
	h := start(t, func(c *Config) { c.MaxSessions = 2 })
	dialled := 0
	wait := func(n int) {
		for ; dialled < n; dialled++ {
			conn := must.Value(net.Dial("tcp", h.Addr().String()))
			t.Cleanup(func() { _ = conn.Close() })
			if dialled%7 == 0 {
				must.Value(conn.Write([]byte("SSH-2.0-rude\r\n\x00\x00\x01")))
			}
		}
		eventually(t, "all of them wait", func() bool { return h.lobby.waiting.count() == min(n, maxWaiting) })
	}
	wait(300)
	enter(t, h, "ada")
	if n := h.lobby.waiting.count(); n != 300 {
		t.Errorf("got %d connections waiting, want 300 as the one that logged in has its session", n)
	}
	wait(maxWaiting + 50)
	eventually(t, "the oldest are dropped", func() bool { return h.panics.Metrics.refusals(ReasonOldest).Get() == 50 })
	enter(t, h, "bob")
}

// A host is ready while it accepts clients and can save their work.
func TestServer_Ready(t *testing.T) {
	unwritable := errors.New("no room")
	h := start(t, func(c *Config) { c.Ready = func() error { return unwritable } })
	if err := h.Ready(); err != unwritable {
		t.Errorf("Ready: got %v, want %v", err, unwritable)
	}
	h.stop()
	eventually(t, "the host says that it is closing", func() bool {
		err := h.Ready()
		return err != nil && strings.Contains(err.Error(), "closing")
	})
}

func TestMetricsHandler_routes(t *testing.T) {
	notReady := error(nil)
	m := NewMetrics()
	m.logins(loginKey).Inc()
	handler := m.Handler(func() error { return notReady })
	get := func(path string) (int, string) {
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, httptest.NewRequest("GET", path, nil))
		return answer.Code, answer.Body.String()
	}
	code, text := get("/metrics")
	for _, want := range []string{"kernellab_sessions 0\n", `kernellab_logins_total{result="key"} 1`,
		"kernellab_save_seconds_count 0\n", `kernellab_sessions_closed_total{reason="stalled"} 0`,
		`kernellab_refused_total{reason="full"} 0`, "go_gc_heap_live_bytes "} {
		check.That(t, code == 200 && strings.Contains(text, want),
			"/metrics: got %d, want 200 and %q in\n%s", code, want, text)
	}
	if code, text := get("/livez"); code != 200 || text != "alive\n" {
		t.Errorf("/livez = %d, %q, want 200, alive", code, text)
	}
	if code, text := get("/readyz"); code != 200 || text != "ready\n" {
		t.Errorf("/readyz = %d, %q, want 200, ready", code, text)
	}
	notReady = errors.New("closing")
	if code, text := get("/readyz"); code != 503 || text != "closing\n" {
		t.Errorf("/readyz when closing = %d, %q, want 503, closing", code, text)
	}
}

// A program that ends because its connection is lost counts as disconnected and not as
// quit, even if the loss is not detected yet.
func TestSession_reasonOfEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	x := &session{ctx: ctx, cancel: cancel, quit: make(chan struct{})}
	check.Equal(t, x.endReason(), endedItself, "ended() when nothing happened")
	cancel()
	check.Equal(t, x.endReason(), endedByClient, "ended() without a connection")
}

// A line of 1 kB/s makes progress within the limit after which a client counts as
// stalled: when the buffers are full, a write returns after fewer bytes have been read
// than the line carries in that time.
func TestLobby_slowConnectionMakesProgress(t *testing.T) {
	l := must.Value(net.Listen("tcp", "127.0.0.1:0"))
	defer l.Close()
	client := must.Value(net.Dial("tcp", l.Addr().String()))
	defer client.Close()
	_ = client.(*net.TCPConn).SetReadBuffer(4 << 10)
	conn := must.Value(l.Accept())
	defer conn.Close()
	limitBuffer(conn)
	writes := make(chan struct{})
	go func() {
		for {
			if _, err := conn.Write(make([]byte, writeChunk)); err != nil {
				close(writes)
				return
			}
			writes <- struct{}{}
		}
	}()
	buf := make([]byte, 500)
	for range 3 {
		written, read := true, 0
		for written { // fill the buffers
			select {
			case <-writes:
			case <-time.After(50 * time.Millisecond):
				written = false
			}
		}
		for !written {
			n := must.Value(client.Read(buf))
			read += n
			select {
			case <-writes:
				written = true
			case <-time.After(time.Millisecond):
			}
		}
		if most := int(writeStallTimeout.Seconds() * 1000); read > most {
			t.Fatalf("a write returned after %d bytes were read, want %d at most", read, most)
		}
	}
}

// New keys and wrong codes are counted for each IPv4 address and for each /64 network of IPv6.
func TestClient_network(t *testing.T) {
	for _, c := range []struct{ remote, want string }{
		{"192.0.2.1:50022", "192.0.2.1"}, {"[::ffff:192.0.2.1]:50022", "192.0.2.1"},
		{"[2001:db8:1:2:3::4]:50022", "2001:db8:1:2::/64"}, {"[fe80::1%eth0]:50022", "fe80::/64"},
	} {
		check.Equal(t, Client{Remote: c.remote}.Network(), c.want, "network of %s", c.remote)
	}
}
