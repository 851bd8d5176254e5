package remote

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"kernellab/testdata/support/hosttest"
)

// fragile is a mirror that panics at a place when "!" is pressed.
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

// secret is what a student may have typed and no log should have.
const secret = "what the student typed"

func broken() tea.Msg { panic(secret) }

func nothing() tea.Msg { return nil }

// brokenCommands are commands that panic, by where Bubble Tea runs them.
func brokenCommands() map[string]tea.Cmd {
	return map[string]tea.Cmd{
		"a command":                       broken,
		"a batch":                         tea.Batch(nothing, broken),
		"a batch of batches":              tea.Batch(nothing, tea.Batch(nothing, tea.Batch(nothing, broken))),
		"a sequence":                      tea.Sequence(nothing, broken),
		"a sequence in a sequence":        tea.Sequence(nothing, tea.Sequence(nothing, broken)),
		"a batch in a sequence":           tea.Sequence(nothing, tea.Batch(nothing, broken)),
		"a sequence in a batch":           tea.Batch(nothing, tea.Sequence(nothing, broken)),
		"a tick":                          tea.Tick(time.Millisecond, func(time.Time) tea.Msg { panic(secret) }),
		"a tick in a batch":               tea.Batch(nothing, tea.Tick(time.Millisecond, func(time.Time) tea.Msg { panic(secret) })),
		"a command that returns commands": func() tea.Msg { return tea.BatchMsg{nil, broken} },
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

// Gather breaks where several keys are waiting.
func (f fragile) Gather(input []tea.Msg) (tea.Model, tea.Cmd) {
	if f.place == "Gather" {
		panic(secret)
	}
	var cmds []tea.Cmd
	var model tea.Model = f
	for _, msg := range input {
		next, cmd := model.Update(msg)
		model, cmds = next, append(cmds, cmd)
	}
	return model, tea.Batch(cmds...)
}

// A panic anywhere in a session is that session's end and nobody else's: its
// work is saved, its student hears one sentence and has their terminal back, it
// is counted and logged once, without what the student typed.
func TestOneSessionsPanicIsOneSessionsEnd(t *testing.T) {
	places := []string{"Init", "Update", "View", "Gather"}
	for place := range brokenCommands() {
		places = append(places, place)
	}
	for _, place := range places {
		t.Run(place, func(t *testing.T) {
			counts := NewMetrics()
			var h *host
			h = start(t, func(c *Config) {
				next := c.New
				c.Metrics = counts
				c.New = func(ctx context.Context, client Client) (Opened, error) {
					opened, err := next(ctx, client)
					if h.nameOf(client) == "ada" {
						opened.Model = fragile{place: place}
					}
					return opened, err
				}
			})
			other := open(t, h, "bob", hosttest.NewKey(t))
			other.sees("size=80x24")
			s := open(t, h, "ada", hosttest.NewKey(t))
			if place != "Init" {
				s.sees("size=80x24")
				s.typed("!!")
			}
			if code := s.exits(); code != exitBroken {
				t.Errorf("exit status %d, want %d", code, exitBroken)
			}
			if said := s.err.String(); strings.Count(said, "Something in the lab broke") != 1 || strings.Contains(said, secret) {
				t.Errorf("the student is told %q", said)
			}
			if place != "Init" {
				s.mustBeRestored()
			}
			if n := h.savesOf("ada"); n != 1 {
				t.Errorf("saved %d times, want once", n)
			}
			log := h.log.String()
			if n := strings.Count(log, "panic in session"); n != 1 || strings.Contains(log, secret) {
				t.Errorf("%d lines of the log tell of a panic: %s", n, log)
			}
			if n := testutil.ToFloat64(counts.panics); n != 1 {
				t.Errorf("%v panics are counted, want 1", n)
			}
			other.echoes("alive")
		})
	}
}

// A timer's callback that panics rings the alarm.
func TestATimerThatPanics(t *testing.T) {
	a := newAlarm(func(any, []byte) {})
	time.AfterFunc(0, a.guarded(func() { panic(secret) }))
	select {
	case <-a.rung:
	case <-time.After(patience):
		t.Error("the alarm did not ring")
	}
}

// Messages that only look like lists of commands are left as they are.
func TestOnlyListsOfCommandsAreGuarded(t *testing.T) {
	a := newAlarm(func(any, []byte) {})
	for _, msg := range []tea.Msg{nil, 7, "x", []string{"x"}, gathered{tea.FocusMsg{}}, tea.PasteMsg{Content: "x"}} {
		if got := a.aroundAll(msg); fmt.Sprint(got) != fmt.Sprint(msg) {
			t.Errorf("%v became %v", msg, got)
		}
	}
}
