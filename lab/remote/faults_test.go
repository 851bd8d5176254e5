package remote

import (
	"context"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	gossh "golang.org/x/crypto/ssh"

	"kernellab/testdata/support/check"
	"kernellab/testdata/support/hosttest"
	"kernellab/testdata/support/must"
)

// fragile is a mirror that panics in one of its methods when "!" is pressed.
type fragile struct {
	mirror
	place string
	armed bool
}

func (f fragile) Init() tea.Cmd {
	if f.place == "Init" {
		panic(secret)
	}
	return nil
}

// secret is a text that a student may have typed. No log may contain it.
const secret = "what the student typed"

func panicCmd() tea.Msg { panic(secret) }

func emptyCmd() tea.Msg { return nil }

// brokenCommands returns commands that panic, by the place where Bubble Tea runs them.
func brokenCommands() map[string]tea.Cmd {
	return map[string]tea.Cmd{
		"a command":                       panicCmd,
		"a batch in a sequence":           tea.Sequence(emptyCmd, tea.Batch(emptyCmd, panicCmd)),
		"a sequence in a batch":           tea.Batch(emptyCmd, tea.Sequence(emptyCmd, panicCmd)),
		"a tick":                          tea.Tick(time.Millisecond, func(time.Time) tea.Msg { panic(secret) }),
		"a command that returns commands": func() tea.Msg { return tea.BatchMsg{nil, panicCmd} },
	}
}

func (f fragile) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if k, ok := msg.(tea.KeyPressMsg); ok && k.String() == "!" {
		switch f.place {
		case "Update":
			panic(secret)
		case "View":
			f.armed = true
		default:
			return f, brokenCommands()[f.place]
		}
		return f, nil
	}
	inner, cmd := f.mirror.Update(msg)
	f.mirror = inner.(mirror)
	return f, cmd
}

func (f fragile) View() tea.View {
	if f.armed {
		panic(secret)
	}
	return f.mirror.View()
}

// Gather panics when several keys are waiting.
func (f fragile) Gather(input []tea.Msg) (tea.Model, tea.Cmd, int) {
	if f.place == "Gather" {
		panic(secret)
	}
	var cmds []tea.Cmd
	var model tea.Model = f
	for _, msg := range input {
		next, cmd := model.Update(msg)
		model, cmds = next, append(cmds, cmd)
	}
	return model, tea.Batch(cmds...), len(input)
}

// A panic in a session ends that session and no other: its work is saved, its student
// reads one sentence and has the terminal back, and the panic is counted and logged once,
// without what the student typed.
func TestServer_panicEndsOneSession(t *testing.T) {
	places := []string{"Init", "Update", "View", "Gather"}
	for place := range brokenCommands() {
		places = append(places, place)
	}
	for _, place := range places {
		t.Run(place, func(t *testing.T) {
			counts, key := NewMetrics(), hosttest.NewKey(t)
			h := start(t, func(c *Config) {
				next := c.New
				c.Metrics = counts
				c.New = func(ctx context.Context, client Client) (Lab, error) {
					opened, err := next(ctx, client)
					if client.ID == identity(key.PublicKey()) {
						opened.Model = fragile{place: place}
					}
					return opened, err
				}
			})
			other := enter(t, h, "bob")
			s := open(t, h, "ada", key)
			if place != "Init" {
				s.sees("size=80x24")
				s.typed("!!")
			}
			check.Equal(t, s.exits(), exitBroken, "exit status")
			if said := s.err.String(); strings.Count(said, "Something in the lab broke") != 1 ||
				strings.Contains(said, secret) {
				t.Errorf("the student: got %q, want one sentence without what was typed", said)
			}
			if place != "Init" {
				s.mustBeRestored()
			}
			if n := h.savesOf(s); n != 1 {
				t.Errorf("saved %d times, want once", n)
			}
			log := h.log.String()
			if n := strings.Count(log, "panic in session"); n != 1 || strings.Contains(log, secret) {
				t.Errorf("got %d lines about a panic, want one without what was typed: %s", n, log)
			}
			if n := counts.panics.Get(); n != 1 {
				t.Errorf("%v panics are counted, want 1", n)
			}
			other.echoes("alive")
		})
	}
}

// A callback of a timer that panics rings the alarm.
func TestGuard_timer(t *testing.T) {
	a := newAlarm(func(any, []byte) {})
	time.AfterFunc(0, a.withRecovery(func() { panic(secret) }))
	select {
	case <-a.triggered:
	case <-time.After(patience):
		t.Error("the alarm did not ring, want it to")
	}
}

// unguarded lists the goroutines and timers that need no guard, and why.
var unguarded = map[string]string{
	"program.go stallTimer := time.AfterFunc(w.limit, w.onStall)": "whoever makes the writer gives it a guarded function",
	"files.go go func() {":                                "it hands the panic over as an error",
	"lab.go stop := context.AfterFunc(ctx, program.Quit)": "it runs alone, on no host",
	"class_report.go go hub.Run(ctx)":                     "it runs alone, on no host",
	"saves.go go func() { done <- runSave(write) }()":     "unbroken takes the panic for the failure of the save",
}

// started matches the start of a goroutine, with the first line of its function or the function's
// name, or of a timer.
var started = regexp.MustCompile(`(?m)^.*\b(?:go (?:func\(.*\n|[\w.]*?(\w+)\()|AfterFunc\().*$`)

// Everything that runs on its own on a host recovers from a panic: each goroutine begins
// with a guard, and each timer calls a guarded function.
func TestGuard_everyGoroutine(t *testing.T) {
	found := 0
	for _, folder := range []string{".", "../session", "../study", "../cli"} {
		texts, all := map[string]string{}, ""
		for _, name := range must.Value(filepath.Glob(folder + "/*.go")) {
			if !strings.HasSuffix(name, "_test.go") {
				texts[name] = string(must.Value(os.ReadFile(name)))
				all += texts[name]
			}
		}
		for name, text := range texts {
			for _, m := range started.FindAllStringSubmatch(text, -1) {
				found++
				what, _, _ := strings.Cut(strings.TrimSpace(m[0]), "\n")
				begins := `(?m)^func .*\b` + m[1] + `\(.*\{\n\tdefer .*(?:[gG]uard|Recover|recoverPanic)\(`
				guards := regexp.MustCompile(`([gG]uard(ed)?|Recover|recoverPanic|withRecovery)\(`).MatchString(m[0])
				if !guards && unguarded[filepath.Base(name)+" "+what] == "" && (m[1] == "" || !regexp.MustCompile(begins).MatchString(all)) {
					t.Errorf("%s: %q has no guard, want one that recovers from a panic", name, what)
				}
			}
		}
	}
	if found < 20 {
		t.Errorf("got %d goroutines and timers, want at least 20", found)
	}
}

// A panic in the filter of the requests of a connection ends that connection. It is logged
// without its text and counted.
func TestGuard_brokenFilter(t *testing.T) {
	var out strings.Builder
	counts := NewMetrics()
	conn, client := net.Pipe()
	check.OK(t, client.SetDeadline(time.Now().Add(patience)))
	l := newConnection(conn, PanicReporter{slog.New(slog.NewJSONHandler(&out, nil)), counts}, func(*connection) {})
	l.windowSize = nil // what the filter will break on
	requests := make(chan *gossh.Request, 1)
	requests <- &gossh.Request{Type: "window-change", Payload: make([]byte, 16)}
	l.filterRequests(requests, make(chan *gossh.Request))
	if _, err := client.Read(make([]byte, 1)); err != io.EOF || !strings.Contains(out.String(), "panic at the door") ||
		counts.panics.Get() != 1 {
		t.Errorf("got error %v, log %s, want the connection closed and one panic counted", err, out.String())
	}
}

// A panic in the host outside of the sessions ends nothing else.
func TestPanicReporter_keepsHost(t *testing.T) {
	var out strings.Builder
	counts := NewMetrics()
	w := PanicReporter{slog.New(slog.NewJSONHandler(&out, nil)), counts}
	for _, guard := range []PanicReporter{w, {}} {
		func() {
			defer guard.Recover()
			panic(secret)
		}()
	}
	if s := out.String(); !strings.Contains(s, "panic in the host") || strings.Contains(s, secret) ||
		!strings.Contains(s, "TestPanicReporter_keepsHost") {
		t.Errorf("got log %s, want the panic with its function and without its text", s)
	}
	check.That(t, counts.panics.Get() == 1, "got %v counted panics, want 1", counts.panics.Get())
}
