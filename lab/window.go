package lab

import (
	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
)

// window is what every window laid over a screen shares.
type window struct{ base }

func (window) overlay() bool   { return true }
func (window) resume() tea.Cmd { return nil }

// closes is the last hint of a window.
func closes() hint { return hint{"esc", "closes"} }

// windowFooter is the keys of a window, where those of the screen below stand, which do
// nothing now.
func (s *session) windowFooter(keys []hint) footer {
	return footer{area: layoutExercise(s.width, s.height, stagePane).footer, hints: keys}
}

// overlayArea is a window of at most w×h cells in the middle of the screen.
func overlayArea(W, H, w, h int) ascii.Rect {
	w, h = max(0, min(w, W-2)), max(0, min(h, H-2))
	return ascii.Rect{X: (W - w) / 2, Y: (H - h) / 2, W: w, H: h}
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

// textWindow is a text that scrolls.
type textWindow struct {
	window
	title  string
	text   func(d *document)
	scroll scroll

	// A window over a run: step steps it, and the key of the act with this name, which
	// has opened the window, closes it.
	step   func(n int) tea.Cmd // nil: there is no run
	opener string
}

const windowWidth = 84

func newTextWindow(s *session, title string, text func(*document)) *textWindow {
	return &textWindow{window: window{s.base()}, title: title, text: text}
}

func (t *textWindow) update(msg tea.Msg) (intent, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return t.key(msg)
	case tea.MouseWheelMsg:
		t.scrollBy(wheelStep(msg))
	case tea.MouseClickMsg:
		if !t.layout(pen{view: t.session.view()}, t.session.width, t.session.height).area.Contains(msg.X, msg.Y) {
			return popIntent{}, nil
		}
	}
	return nil, nil
}

func (t *textWindow) footer() footer {
	l := t.layout(pen{view: t.session.view()}, t.session.width, t.session.height)
	var keys []hint
	if t.step != nil {
		keys = append(keys, hint{"← →", "step"})
	}
	if len(l.lines) > l.body.H {
		keys = append(keys, hint{"↑ ↓", "scroll"})
	}
	return t.session.windowFooter(append(keys, closes()))
}

// key scrolls, closes, or steps the run below; the key that opened the window
// closes it too.
func (t *textWindow) key(msg tea.KeyPressMsg) (intent, tea.Cmd) {
	name := t.session.keys.match(zoneOverlay, msg)
	switch {
	case t.step == nil:
	case name == "less":
		return nil, t.step(-1)
	case name == "more":
		return nil, t.step(1)
	case name == "" && t.opener == t.session.keys.match(zoneStage, msg):
		return popIntent{}, nil
	}
	switch name {
	case "up":
		t.scrollBy(-1)
	case "down":
		t.scrollBy(1)
	case "page up":
		t.scrollBy(-t.session.height / 2)
	case "page down":
		t.scrollBy(t.session.height / 2)
	case "leave", "answer":
		return popIntent{}, nil
	}
	return nil, nil
}

// textLayout is a window's area, the room for its text, and the text.
type textLayout struct {
	area, inside, body ascii.Rect
	lines              []ascii.Line
	top                int // the first line shown
}

func (t *textWindow) layout(p pen, w, h int) textLayout {
	d := newDocument(p, overlayArea(w, h, windowWidth, h).Inset(2, 1).W)
	t.text(d)
	l := textLayout{lines: d.lines, area: overlayArea(w, h, windowWidth, len(d.lines)+4)}
	in := l.area.Inset(2, 1)
	l.inside, l.body = in, ascii.Rect{X: in.X, Y: in.Y + 2, W: in.W, H: max(0, in.H-2)}
	l.top = t.scroll.first(len(l.lines), l.body.H, 0, 0)
	return l
}

// scrollBy moves the text, as far as it goes.
func (t *textWindow) scrollBy(n int) {
	l := t.layout(pen{view: t.session.view()}, t.session.width, t.session.height)
	t.scroll.by(n, l.top, len(l.lines), l.body.H)
}

func (t *textWindow) draw(p pen) {
	l := t.layout(p, p.grid.W, p.grid.H)
	in := l.inside
	p.panel(l.area)
	p.write(in.X, in.Y, in.W, line(t.title, ascii.Strong))
	p.lines(l.body, l.lines, l.top)
}
