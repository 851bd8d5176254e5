package session

import (
	"context"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/lab/core"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// Footer holds the most useful keys of a screen and the row that shows them.
type Footer struct {
	Area         ascii.Rect
	Keys, Pinned []key.Binding
}

// Hint returns the footer entry for the key with the given name in a zone.
func (s *Session) Hint(z Zone, name, word string) key.Binding {
	return ui.Hint(s.Keys.Key(z, name), word)
}

// Screen is a full screen or a window laid over one.
type Screen interface {
	// Update handles keys, mouse and paste while the screen is on top, and messages
	// addressed to it at any time. The root follows the intent before the next message.
	Update(msg tea.Msg) (Intent, tea.Cmd)
	// Layout lays out the screen, after every message.
	Layout()
	// Layers returns the layers to draw. The layers of a window are drawn over those of
	// the screen below.
	Layers() []*lipgloss.Layer
	// Footer returns the keys that are useful now.
	Footer() Footer
	// Cursor returns the position of the text cursor. ok is false if no text is being
	// typed.
	Cursor() (x, y int, ok bool)
	// Resume starts what the screen needs when it comes to the top.
	Resume() tea.Cmd
	// Overlay reports whether the screen below stays visible.
	Overlay() bool
	// HoldsKeys reports whether the screen has asked for something that decides what
	// the next key means, so that keys have to wait for it.
	HoldsKeys() bool
	// ID returns the owner part of the addresses of the screen's messages.
	ID() int
	// Close stops the screen's unfinished work.
	Close()
}

// Addressed is a message for one screen.
type Addressed interface{ To() core.Address }

// Intent is a request of a screen to the root. Nil requests nothing.
type Intent any

// The intents.
type (
	Push       struct{ Top Screen }
	Pop        struct{}
	Quit       struct{}
	Open       struct{ Exercise, Task string } // replaces every screen above the contents
	ToContents struct{}                        // back to the contents
	ShowTask   struct{ Work *study.Work }      // puts a task of a round on top
	CloseWith  struct{ Answer any }            // pops the screen and hands the answer to the screen below
)

// NewLayer returns a layer at a position of the screen.
func NewLayer(id, content string, x, y int) *lipgloss.Layer {
	return lipgloss.NewLayer(content).ID(id).X(x).Y(y)
}

// AnswerMsg carries the answer of an overlay that closed to the screen below it.
type AnswerMsg struct{ Answer any }

// Base holds what every screen shares.
type Base struct{ Part }

// Part is the base of a component of a screen, which sends messages as the screen.
type Part struct {
	core.Asker
	Session *Session
}

// Ask starts a job and returns its command, which runs question and returns its answer.
func (p Part) Ask(j *core.Job, question func(ctx context.Context, to core.Address) tea.Msg) tea.Cmd {
	return Commands(p.Asker.Ask(j, func(ctx context.Context, to core.Address) any { return question(ctx, to) }))
}

func (b Base) ID() int { return b.Owner }

func (b Base) Close() {}

func (b Base) HoldsKeys() bool { return false }

func (b Base) Layout() {}

func (b Base) Cursor() (int, int, bool) { return 0, 0, false }

// BusyMsg addresses a message of a busy sign to its screen.
type BusyMsg struct {
	core.Address
	Msg tea.Msg
}

// NewBusy returns a sign for work in progress.
func (s *Session) NewBusy() *ui.Busy {
	b := ui.NewBusy(s.Theme, func(d time.Duration, f func(time.Time) tea.Msg) tea.Cmd { return s.Tick(d, f) })
	b.Place = s.Config.Place
	return b
}

// BusyCmd addresses the message of a busy sign's command to its screen.
func (a Part) BusyCmd(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg { return BusyMsg{core.Address{Owner: a.Owner}, cmd()} }
}
