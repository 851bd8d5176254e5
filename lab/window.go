package lab

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
)

// textWindow is a scrollable text laid over the screen.
type textWindow struct {
	base
	title string
	text  func(p pen, w int) []ascii.Line
	top   int
	step  func(n int) tea.Cmd // steps the run below; nil: there is none
	// closed, where there is one, is told that the window is gone.
	closed func()
}

const windowWidth = 84

func newTextWindow(s *session, title string, text func(pen, int) []ascii.Line) *textWindow {
	return &textWindow{base: s.base(), title: title, text: text}
}

func (t *textWindow) close() {
	if t.closed != nil {
		t.closed()
	}
}

func (t *textWindow) overlay() bool   { return true }
func (t *textWindow) resume() tea.Cmd { return nil }

func (t *textWindow) update(msg tea.Msg) (intent, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return t.key(msg)
	case tea.MouseWheelMsg:
		t.scroll(wheelStep(msg))
	case tea.MouseClickMsg:
		return popIntent{}, nil
	}
	return nil, nil
}

// key scrolls, closes, or steps the run below; the key that opened the window
// closes it too.
func (t *textWindow) key(msg tea.KeyPressMsg) (intent, tea.Cmd) {
	a := t.session.keys.match(zoneOverlay, msg)
	switch {
	case t.step == nil:
	case a == "less":
		return nil, t.step(-1)
	case a == "more":
		return nil, t.step(1)
	case a == "" && slices.Contains([]string{"why", "why window", "ledger window"}, t.session.keys.match(zoneStage, msg)):
		return popIntent{}, nil
	}
	return t.do(a), nil
}

func (t *textWindow) do(a string) intent {
	switch a {
	case "up":
		t.scroll(-1)
	case "down":
		t.scroll(1)
	case "page up":
		t.scroll(-t.session.height / 2)
	case "page down":
		t.scroll(t.session.height / 2)
	case "leave", "answer":
		return popIntent{}
	}
	return nil
}

// scroll moves the text; how far it can go depends on the size of the screen.
func (t *textWindow) scroll(n int) {
	area := overlayArea(t.session.width, t.session.height, windowWidth, t.session.height)
	p := pen{view: t.session.view()}
	lines := t.text(p, area.Inset(2, 1).W)
	t.top = max(0, min(t.top+n, len(lines)+3-area.H+2))
}

func (t *textWindow) draw(p pen) {
	area := overlayArea(p.grid.W, p.grid.H, windowWidth, p.grid.H)
	lines := t.text(p, area.Inset(2, 1).W)
	area = overlayArea(p.grid.W, p.grid.H, windowWidth, len(lines)+4)
	inside := p.panel(area)
	p.write(inside.X, inside.Y, inside.W, line(t.title, ascii.Strong))
	body := ascii.Rect{X: inside.X, Y: inside.Y + 2, W: inside.W, H: max(0, inside.H-2)}
	top := max(0, min(t.top, len(lines)-body.H))
	shown := p.lines(body, lines, top)
	where := "esc closes"
	if top+shown < len(lines) || top > 0 {
		where = "↑ ↓ scroll   " + where
	}
	if t.step != nil {
		where = "← → step   " + where
	}
	p.right(inside.X+inside.W, inside.Y, inside.W/2, line(where, ascii.Dim))
}

// wheelStep is how many lines a turn of the wheel scrolls.
func wheelStep(msg tea.MouseWheelMsg) int {
	if msg.Button == tea.MouseWheelUp {
		return -3
	}
	return 3
}

// item is one line of a list window; value is the answer when it is taken.
type item struct {
	label, detail string
	value         any
}

// numberAnswer is the text typed into a number window.
type numberAnswer string

// listWindow offers lines to choose from, filtered by typing where it has an
// input.
type listWindow struct {
	base
	title    string
	items    []item
	input    *editor
	number   bool // the text typed is the answer; there are no items
	selected int
}

func newListWindow(s *session, title string, items []item, filter bool) *listWindow {
	w := &listWindow{base: s.base(), title: title, items: items}
	if filter {
		w.input = &editor{}
	}
	return w
}

// newNumberWindow asks for a number.
func newNumberWindow(s *session, title string) *listWindow {
	w := newListWindow(s, title, nil, true)
	w.number = true
	return w
}

// newAskWindow asks a question; yes answers with value.
func newAskWindow(s *session, question string, value any) *listWindow {
	return newListWindow(s, question, []item{{label: "Yes", value: value}, {label: "Not yet"}}, false)
}

func (l *listWindow) overlay() bool   { return true }
func (l *listWindow) resume() tea.Cmd { return nil }

func (l *listWindow) update(msg tea.Msg) (intent, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return l.key(msg), nil
	case tea.PasteMsg:
		if l.input != nil {
			l.input.insert(msg.Content)
			l.selected = 0
		}
	case tea.MouseWheelMsg:
		l.move(wheelStep(msg) / 3)
	case tea.MouseClickMsg:
		return l.click(msg), nil
	}
	return nil, nil
}

func (l *listWindow) key(msg tea.KeyPressMsg) intent {
	z := zoneOverlay
	if l.input != nil {
		z = zoneField
	}
	switch l.session.keys.match(z, msg) {
	case "up", "previous":
		l.move(-1)
	case "down", "next", "accept":
		l.move(1)
	case "page up":
		l.move(-10)
	case "page down":
		l.move(10)
	case "leave", "go to":
		return popIntent{}
	case "answer":
		return l.take()
	case "":
		l.typed(msg)
	}
	return nil
}

func (l *listWindow) typed(msg tea.KeyPressMsg) {
	if l.input == nil {
		return
	}
	l.input.key(msg)
	l.selected = 0
}

func (l *listWindow) move(n int) { l.selected = max(0, min(l.selected+n, len(l.matching())-1)) }

func (l *listWindow) take() intent {
	if l.number {
		return answerIntent{numberAnswer(l.input.value())}
	}
	items := l.matching()
	if l.selected >= len(items) || items[l.selected].value == nil {
		return popIntent{}
	}
	return answerIntent{items[l.selected].value}
}

// matching are the items that contain every word typed.
func (l *listWindow) matching() []item {
	if l.input == nil || l.number {
		return l.items
	}
	wanted := strings.Fields(strings.ToLower(l.input.value()))
	var out []item
	for _, it := range l.items {
		text := strings.ToLower(it.label + " " + it.detail)
		ok := true
		for _, w := range wanted {
			ok = ok && strings.Contains(text, w)
		}
		if ok {
			out = append(out, it)
		}
	}
	return out
}

// listLayout is the window's area, its input line and its list.
type listLayout struct{ area, input, list ascii.Rect }

func (l *listWindow) layout(w, h int) listLayout {
	rows := len(l.items)
	head := 2
	if l.input != nil {
		head = 4
	}
	if l.number {
		head, rows = 3, 0
	}
	out := listLayout{area: overlayArea(w, h, 64, head+rows+2)}
	inside := out.area.Inset(2, 1)
	if l.input != nil {
		out.input = ascii.Rect{X: inside.X + 2, Y: inside.Y + 2, W: inside.W - 2, H: 1}
	}
	out.list = ascii.Rect{X: inside.X, Y: inside.Y + head, W: inside.W, H: max(0, inside.H-head)}
	return out
}

func (l *listWindow) click(msg tea.MouseClickMsg) intent {
	at := l.layout(l.session.width, l.session.height)
	if !at.area.Contains(msg.X, msg.Y) {
		return popIntent{}
	}
	if !at.list.Contains(msg.X, msg.Y) {
		return nil
	}
	i := msg.Y - at.list.Y + scrollTo(l.selected, len(l.matching()), at.list.H)
	if i >= len(l.matching()) {
		return nil
	}
	l.selected = i
	return l.take()
}

func (l *listWindow) draw(p pen) {
	at := l.layout(p.grid.W, p.grid.H)
	inside := p.panel(at.area)
	p.write(inside.X, inside.Y, inside.W, line(l.title, ascii.Strong))
	if l.input != nil {
		p.write(inside.X, at.input.Y, 2, line(string(p.glyph('›', '>')), ascii.Accent))
		p.write(at.input.X, at.input.Y, at.input.W, line(l.input.value(), ascii.Strong))
	}
	items := l.matching()
	top := scrollTo(l.selected, len(items), at.list.H)
	for y := 0; y < at.list.H && top+y < len(items); y++ {
		it, ink := items[top+y], ascii.Text
		if top+y == l.selected {
			ink = ascii.Accent
			p.write(at.list.X, at.list.Y+y, 2, line(string(p.glyph('›', '>')), ascii.Accent))
		}
		p.right(at.list.X+at.list.W, at.list.Y+y, at.list.W/3, line(it.detail, ascii.Dim))
		p.write(at.list.X+2, at.list.Y+y, at.list.W-3-width(it.detail), line(it.label, ink))
	}
	if len(items) == 0 && !l.number {
		p.write(at.list.X+2, at.list.Y, at.list.W-2, line("nothing by that name", ascii.Dim))
	}
}

func (l *listWindow) cursor() (int, int, bool) {
	if l.input == nil {
		return 0, 0, false
	}
	at := l.layout(l.session.width, l.session.height)
	before := string(l.input.text[:l.input.at])
	return at.input.X + min(width(before), at.input.W-1), at.input.Y, true
}
