package lab

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"kernellab/lab/ui"
)

// window is what every window laid over a screen shares.
type window struct{ base }

func (window) overlay() bool   { return true }
func (window) resume() tea.Cmd { return nil }

// windowFooter returns the keys of a window. They replace those of the screen
// below, which do nothing now.
func (s *session) windowFooter(keys []key.Binding) footer {
	return footer{area: s.footerRow(), keys: keys}
}

// wheelStep is how many lines a turn of the wheel scrolls.
func wheelStep(msg tea.MouseWheelMsg) int {
	if msg.Button == tea.MouseWheelUp {
		return -3
	}
	return 3
}

// overlayKeys are those of every other window.
func overlayKeys() keyMap {
	at := zoneOverlay.bind
	return keyMap{
		at("up", "up k", "↑ k", "up"),
		at("down", "down j", "↓ j", "down"),
		at("answer", "enter", "enter", "take the selected line"),
		at("pick", "1 2 3 4 5 6 7 8 9", "1…9", "where the lines are numbered: take that one"),
		at("less", "left h", "← h", "change a setting; one step back under “why”"),
		at("more", "right l", "→ l", "change a setting; one step forward under “why”"),
		at("compare", "space", "space", "lay the selected branch beside the one on the stage"),
		at("forget", "x delete", "x", "forget the selected branch"),
		at("leave", "q ?", "q", "close"),
	}
}

// body is what a dialog shows: a [ui.Window] or a [ui.Picker].
type body interface {
	SetSize(w, h int)
	Update(msg tea.Msg) ui.Event
	Click(c ui.Click) ui.Event
	Layers() []*lipgloss.Layer
	Keys() []key.Binding
	Caret() (x, y int, ok bool)
}

// dialog is a window with a component of package ui.
type dialog struct {
	window
	body body

	// keys does what a key means in this window alone, and reports whether it
	// means anything. May be nil.
	keys func(msg tea.KeyPressMsg) (in intent, cmd tea.Cmd, ok bool)
	// fill fills the body before it is laid out. May be nil.
	fill func()
	// on does what follows from an event other than Closed. May be nil.
	on func(e ui.Event) (intent, tea.Cmd)
}

func newDialog(s *session, b body) *dialog { return &dialog{window: window{s.base()}, body: b} }

// newTextWindow returns a window with a text that scrolls.
func newTextWindow(s *session, title string, text func(*ui.Document)) *dialog {
	return newDialog(s, ui.NewWindow(s.theme, title, text))
}

func (d *dialog) layers() []*lipgloss.Layer   { return d.body.Layers() }
func (d *dialog) cursor() (x, y int, ok bool) { return d.body.Caret() }
func (d *dialog) footer() footer              { return d.session.windowFooter(d.body.Keys()) }

func (d *dialog) lay() {
	if d.fill != nil {
		d.fill()
	}
	d.body.SetSize(d.session.width, d.session.height)
}

func (d *dialog) update(msg tea.Msg) (intent, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return d.key(msg)
	case tea.PasteMsg, tea.MouseWheelMsg:
		return d.follow(d.body.Update(msg))
	case tea.MouseClickMsg:
		return d.follow(d.body.Click(d.session.hit(msg)))
	}
	return nil, nil
}

func (d *dialog) key(msg tea.KeyPressMsg) (intent, tea.Cmd) {
	if d.keys != nil {
		if in, cmd, ok := d.keys(msg); ok {
			return in, cmd
		}
	}
	if d.session.keys.match(zoneOverlay, msg) == "go to" {
		return popIntent{}, nil
	}
	return d.follow(d.body.Update(msg))
}

// follow does what follows from an event.
func (d *dialog) follow(e ui.Event) (intent, tea.Cmd) {
	switch {
	case e == ui.Closed:
		return popIntent{}, nil
	case d.on != nil:
		return d.on(e)
	}
	return nil, nil
}
