package session

import (
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/lab/job"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// Footer is the keys worth knowing on a screen, and where they stand.
type Footer struct {
	Area         ascii.Rect
	Keys, Pinned []key.Binding
}

// Hint returns the entry of the footer for the key with a name in a zone.
func (s *Session) Hint(z Zone, name, word string) key.Binding {
	return ui.Hint(s.Keys.Key(z, name), word)
}

// RightClick asks about what is under the mouse.
type RightClick struct {
	X, Y int
	On   ui.Click
}

// Screen is one full screen or one window laid over it.
type Screen interface {
	// update takes keys, mouse and paste while the screen is on top, and
	// messages addressed to it at any time. What it wants of the root it
	// returns as an intent, which the root follows before the next message.
	Update(msg tea.Msg) (Intent, tea.Cmd)
	// lay lays out what the screen shows, after every message.
	Lay()
	// layers returns what the screen shows. Those of a window lie over those of the
	// screen below.
	Layers() []*lipgloss.Layer
	// footer is the keys worth knowing now.
	Footer() Footer
	// cursor is where text is being typed on a screen of w×h cells.
	Cursor() (x, y int, ok bool)
	// resume starts what the screen needs when it comes to the top.
	Resume() tea.Cmd
	// overlay reports that the screen below stays in sight.
	Overlay() bool
	// waits reports that the screen has asked for something that decides what the
	// next key means: keys wait for it.
	Waits() bool
	// id is the owner part of the addresses of the screen's messages.
	Id() int
	// close ends what the screen has under way.
	Close()
}

// Addressed is a message for one screen.
type Addressed interface{ To() job.Address }

// Intent is what a screen wants of the root; nil is nothing.
type Intent any

// The intents.
type (
	Push       struct{ Top Screen }
	Pop        struct{}
	Quit       struct{}
	Open       struct{ Exercise, Step string } // replaces every screen above the contents
	ToContents struct{}                        // back to the contents
	ShowTask   struct{ Work *study.Work }      // puts a task of a round on top
	CloseWith  struct{ Answer any }            // pops, and hands the answer to the screen below
)

// LayerAt returns a layer at a position of the screen.
func LayerAt(id, content string, x, y int) *lipgloss.Layer {
	return lipgloss.NewLayer(content).ID(id).X(x).Y(y)
}

// Answered is what an overlay tells the screen below it when it closes.
type Answered struct{ Answer any }

// Base carries what every screen shares.
type Base struct{ Part }

// Part is the screen that a part asks its questions for.
type Part struct {
	job.Asker
	Session *Session
}

func (b Base) Id() int { return b.Owner }

func (b Base) Close() {}

func (b Base) Waits() bool { return false }

func (b Base) Lay() {}

func (b Base) Cursor() (int, int, bool) { return 0, 0, false }

// BusyMsg is a message of a sign for work in progress, addressed to its screen.
type BusyMsg struct {
	job.Address
	Msg tea.Msg
}

// NewBusy returns a sign for work in progress.
func (s *Session) NewBusy() *ui.Busy {
	return ui.NewBusy(s.Theme, func(d time.Duration, f func(time.Time) tea.Msg) tea.Cmd { return s.Later(d, f) })
}

// BusyCmd addresses the message of a command of a sign to its screen.
func (a Part) BusyCmd(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg { return BusyMsg{job.Address{Owner: a.Owner}, cmd()} }
}
