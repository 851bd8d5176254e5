package remote

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"net"
	"net/http/httptest"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil"

	"kernellab/testdata/support/hosttest"
)

func TestPoolDropsTheOldest(t *testing.T) {
	var dropped []*link
	p := newPool(3, func(l *link) { dropped = append(dropped, l) })
	links := make([]*link, 6)
	for i := range links {
		links[i] = &link{}
		p.add(links[i])
		if i == 1 {
			p.remove(links[0]) // it logged in
		}
	}
	if len(dropped) != 2 || dropped[0] != links[1] || dropped[1] != links[2] {
		t.Errorf("%d were dropped, not the second and the third", len(dropped))
	}
	for _, l := range links {
		p.remove(l)
		p.remove(l)
	}
	if p.count() != 0 {
		t.Errorf("%d are left", p.count())
	}
}

func TestLineLimitsOneKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLine()
		for i := range lineMost {
			if !l.mayJoin() {
				t.Fatalf("session %d may not come", i)
			}
			l.join(&session{})
		}
		if l.mayJoin() {
			t.Error("more sessions may come than may be on their way out")
		}
		l.length = 0
		for range loginBurst - lineMost {
			if !l.mayJoin() {
				t.Fatal("the burst is too short")
			}
		}
		if l.mayJoin() {
			t.Error("a key may log in without end")
		}
		time.Sleep(time.Second)
		if !l.mayJoin() {
			t.Error("a key that waited may not come")
		}
		time.Sleep(5 * time.Second)
		if l.isForgotten() {
			t.Error("a line is forgotten before it is like a new one")
		}
		time.Sleep(time.Minute)
		if !l.isForgotten() {
			t.Error("a line like a new one is not forgotten")
		}
	})
}

// A key that has a session takes over its place, also when all are taken.
func TestRegistryTakeover(t *testing.T) {
	r := newRegistry(1)
	first, second, other := &session{client: Client{ID: "a"}}, &session{client: Client{ID: "a"}},
		&session{client: Client{ID: "b"}}
	if before, no := r.add(first); before != nil || no != nil {
		t.Fatal(before, no)
	}
	if before, no := r.add(second); before != first || no != nil {
		t.Fatalf("the second takes over from %p (%v), not from the first", before, no)
	}
	if _, no := r.add(other); no == nil || no.Why != ReasonFull {
		t.Errorf("another key at a full host: %v", no)
	}
	r.remove(first)
	r.remove(second)
	if _, no := r.add(other); no != nil || r.old != 0 {
		t.Errorf("refused with %v, %d old sessions", no, r.old)
	}
}

// Clients without a key are not one student.
func TestAnonymousShareNoLine(t *testing.T) {
	r := newRegistry(100)
	for range 50 {
		if before, no := r.add(&session{client: Client{ID: AnonymousID}}); before != nil || no != nil {
			t.Fatal(before, no)
		}
	}
}

func TestRefusalsAreFewLines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		r := newRefusals(NewMetrics(), slog.New(slog.NewJSONHandler(&out, nil)))
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
		if !slices.Equal(got, want) {
			t.Errorf("the log has %q, want %q", got, want)
		}
		if n := testutil.ToFloat64(r.metrics.refused.WithLabelValues(string(ReasonOldest))); n != 302 {
			t.Errorf("%v refusals are counted, want 302", n)
		}
	})
}

// Neither what a panic says nor what a path names reaches the log.
func TestFaultsAreQuiet(t *testing.T) {
	var out bytes.Buffer
	log := slog.New(slog.NewJSONHandler(&out, nil))
	func() {
		defer func() {
			log.Error("panic", panicked(recover(), debug.Stack()))
		}()
		deep("typed by a student")
	}()
	if s := out.String(); strings.Contains(s, "student") || !strings.Contains(s, "remote.deep") ||
		!strings.Contains(s, "doors_test.go:") || strings.Contains(s, "0x") {
		t.Errorf("%s", s)
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{&fs.PathError{Op: "open", Path: "/srv/students/0123", Err: syscall.ENOSPC}, "open: no space left on device"},
		{errors.New("a secret"), "*errors.errorString"},
		{nil, "nothing was made"},
	} {
		if got := cause(c.err); got != c.want {
			t.Errorf("%v is logged as %q, not %q", c.err, got, c.want)
		}
	}
	var m map[string]int
	func() {
		defer func() {
			out.Reset()
			log.Error("panic", panicked(recover(), debug.Stack()))
		}()
		m["x"] = 1
	}()
	if !strings.Contains(out.String(), "assignment to entry in nil map") {
		t.Errorf("the runtime's words are missing: %s", out.String())
	}
}

//go:noinline
func deep(text string) { panic(text) }

// The line to join with names a host that others can reach.
func TestCommandNamesTheHost(t *testing.T) {
	h := start(t, func(c *Config) { c.Addr = "0.0.0.0:0" })
	others := outsideAddresses()
	if got := h.Command(); len(others) > 0 && strings.Contains(got, "localhost") {
		t.Errorf("%q cannot be used on another machine; this one is %q", got, others)
	}
}

// A short limit leaves time after its warning too.
func TestIdleWarningComesBefore(t *testing.T) {
	for after, want := range map[time.Duration]time.Duration{
		30 * time.Minute: 5 * time.Minute, 10 * time.Minute: 5 * time.Minute, 4 * time.Second: 2 * time.Second,
	} {
		if got := warnedBefore(after); got != want {
			t.Errorf("of %s the last %s come after the warning, not %s", after, got, want)
		}
	}
	if got := spoken(25*time.Minute) + ", " + spoken(time.Minute) + ", " + spoken(90*time.Second); got !=
		"25 minutes, a minute, 1m30s" {
		t.Error(got)
	}
}

// Connections that say nothing take no session's place.
func TestWaitingTakesNoPlace(t *testing.T) {
	h := start(t, func(c *Config) { c.MaxSessions = 2 })
	for range 300 {
		conn, err := net.Dial("tcp", h.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
	}
	eventually(t, "all of them wait", func() bool { return h.doors.waiting.count() == 300 })
	s := open(t, h, "ada", hosttest.NewKey(t))
	s.sees("size=80x24")
	if n := h.doors.hall.count(); n != 0 {
		t.Errorf("%d stand in the hall, though the one that logged in has its session", n)
	}
}

// A host is ready while it takes clients and can keep what they do. It finds out
// by writing, but not for everyone who asks.
func TestReady(t *testing.T) {
	h := start(t, nil)
	if err := h.Ready(); err != nil {
		t.Error(err)
	}
	var p folderProbe
	dir := t.TempDir() + "/data"
	if err := os.WriteFile(dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		if err := p.check(dir); err == nil || strings.Contains(err.Error(), dir) {
			t.Errorf("of a file in place of its folder the host says %v", err)
		}
		if err := os.Remove(dir); err != nil {
			t.Fatal(err)
		}
		if p.check(dir) == nil {
			t.Error("it writes each time it is asked")
		}
		time.Sleep(probeEvery)
		if err := p.check(dir); err != nil {
			t.Error(err)
		}
	})
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("asking left %v (%v)", left, err)
	}
	h.stop()
	eventually(t, "the host says that it is closing", func() bool {
		err := h.Ready()
		return err != nil && strings.Contains(err.Error(), "closing")
	})
}

func TestMetricsHandler(t *testing.T) {
	notReady := error(nil)
	m := NewMetrics()
	m.loggedIn(loginKey)
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
		if code != 200 || !strings.Contains(text, want) {
			t.Errorf("metrics: %d, and %q is missing", code, want)
		}
	}
	if code, text := get("/livez"); code != 200 || text != "alive\n" {
		t.Errorf("livez: %d %q", code, text)
	}
	if code, text := get("/readyz"); code != 200 || text != "ready\n" {
		t.Errorf("readyz: %d %q", code, text)
	}
	notReady = errors.New("closing")
	if code, text := get("/readyz"); code != 503 || text != "closing\n" {
		t.Errorf("not ready: %d %q", code, text)
	}
}

// A program that ends because its connection has gone, before anybody noticed, has
// not quit.
func TestWhoEndedASession(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	x := &session{ctx: ctx, cancel: cancel, quit: make(chan struct{})}
	if got := x.ended(); got != byItself {
		t.Errorf("nothing happened, and it was ended by %q", got)
	}
	cancel()
	if got := x.ended(); got != byClient {
		t.Errorf("the connection has gone, and it was ended by %q", got)
	}
}

// A long computation keeps nobody waiting longer than a turn; a short one gives
// its turn back when it is over, once.
func TestALongComputationGivesItsTurnUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		one := newTurns(1)
		ctx := context.WithValue(t.Context(), computeKey{}, one)
		long := Turn(ctx)
		began := time.Now()
		short := Turn(ctx)
		if waited := time.Since(began); waited != computeTurn {
			t.Errorf("beside a long computation another waited %v, want %v", waited, computeTurn)
		}
		long()
		short()
		short()
		if len(one) != 0 {
			t.Error("a turn was not given back")
		}
		Turn(t.Context())() // a context of nobody's: there is nothing to wait for
	})
}

// Who waits for a turn when the session ends waits no longer.
func TestATurnIsNotWaitedForAfterTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		one := newTurns(1)
		one.take(t.Context())
		ctx, cancel := context.WithCancel(context.WithValue(t.Context(), computeKey{}, one))
		cancel()
		Turn(ctx)()
		if len(one) != 1 {
			t.Error("the turn of another was given back")
		}
	})
}
