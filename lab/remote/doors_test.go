package remote

import (
	"bytes"
	"errors"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"time"

	"kernellab/lab/remote/meter"
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
	now := time.Now()
	l := newLine()
	l.logins.last = now
	for i := range lineMost {
		if !l.mayJoin(now) {
			t.Fatalf("session %d may not come", i)
		}
		l.join(&session{})
	}
	if l.mayJoin(now) {
		t.Error("more sessions may come than may be on their way out")
	}
	l.length = 0
	for range loginBurst - lineMost {
		if !l.mayJoin(now) {
			t.Fatal("the burst is too short")
		}
	}
	if l.mayJoin(now) {
		t.Error("a key may log in without end")
	}
	if !l.mayJoin(now.Add(time.Second)) {
		t.Error("a key that waited may not come")
	}
	if l.isForgotten(now.Add(5*time.Second)) || !l.isForgotten(now.Add(time.Minute)) {
		t.Error("a line is forgotten once it is like a new one, and not before")
	}
}

// A key that has a session takes over its place, also when all are taken.
func TestRegistryTakeover(t *testing.T) {
	r := newRegistry(1)
	first, second, other := &session{client: Client{ID: "a"}}, &session{client: Client{ID: "a"}}, &session{client: Client{ID: "b"}}
	if before, no := r.add(first); before != nil || no != nil {
		t.Fatal(before, no)
	}
	if before, no := r.add(second); before != first || no != nil {
		t.Fatalf("the second takes over from %p (%v), not from the first", before, no)
	}
	if _, no := r.add(other); no == nil || no.Why != meter.RefusedFull {
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

func TestTallySumsUp(t *testing.T) {
	var out hosttest.Buffer
	tally := newTally(Watch{Log: slog.New(slog.NewJSONHandler(&out, nil))})
	for range 300 {
		tally.add(meter.RefusedOldest)
	}
	tally.add(meter.RefusedFull)
	tally.flush()
	tally.flush()
	if n := strings.Count(out.String(), "\n"); n != 2 {
		t.Errorf("%d lines, not one for each reason: %s", n, out.String())
	}
	for _, want := range []string{`"why":"oldest_waiting","count":300`, `"why":"full","count":1`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s is missing", want)
		}
	}
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
	if s := out.String(); strings.Contains(s, "student") || !strings.Contains(s, "remote.deep") || !strings.Contains(s, "doors_test.go:") || strings.Contains(s, "0x") {
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
	if got := ownName(nil); got == "" {
		t.Error("a host without a network has no name")
	}
	if got := ownName([]string{"192.0.2.7"}); got == "localhost" {
		t.Errorf("a host with an address is called %q", got)
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
	if got := spoken(25*time.Minute) + ", " + spoken(time.Minute) + ", " + spoken(90*time.Second); got != "25 minutes, a minute, 1m30s" {
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

// A host is ready while it takes clients and can keep what they do.
func TestReady(t *testing.T) {
	var dir string
	h := start(t, func(c *Config) {
		dir = c.DataDir + "/data"
		c.HostKeyPath, c.DataDir = c.DataDir+"/key", dir
	})
	if err := h.Ready(); err == nil || strings.Contains(err.Error(), dir) {
		t.Errorf("without its folder the host says %v", err)
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := h.Ready(); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("asking left %v (%v)", left, err)
	}
	h.stop()
	eventually(t, "the host says that it is closing", func() bool {
		err := h.Ready()
		return err != nil && strings.Contains(err.Error(), "closing")
	})
}

// What is typed must find a file to be saved in.
func TestSeatsForTheFilesThereAre(t *testing.T) {
	for _, c := range []struct{ asked, files, sessions, waiting int }{
		{200, 1 << 20, 200, waitingMost},
		{200, 1024, 200, 1024 - filesOwn - hallSpare - 600},
		{500, 1024, 293, 17},
		{200, 40, 1, waitingLeast},
	} {
		got := sessionsFor(c.asked, c.files)
		if got != c.sessions || waitingFor(got, c.files) != c.waiting {
			t.Errorf("%d sessions, %d files: %d and %d waiting, want %d and %d", c.asked, c.files, got, waitingFor(got, c.files), c.sessions, c.waiting)
		}
	}
}
