package lab

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// listWindow offers lines, and answers with the value of the one that is
// taken; a line without a value closes the window.
type listWindow struct {
	window
	chooser
	counted bool // its lines are numbered, and taken by their numbers

	edited func()        // told that the text typed has changed; nil: nobody
	take   func() intent // takes the line selected
	// other is what another key of windows does, by its name; nil: nothing.
	other func(name string) intent
}

func newListWindow(s *session, title string, items []item) *listWindow {
	l := &listWindow{window: window{s.base()}, chooser: chooser{title: title, keys: []hint{{"↑ ↓", "choose"}, {"enter", "takes it"}}, width: 64, items: items, rows: len(items)}}
	l.take = l.choose
	return l
}

// newAskWindow asks a question; yes answers with value.
func newAskWindow(s *session, question string, value any) *listWindow {
	return newListWindow(s, question, []item{{label: "Yes", value: value}, {label: "Not yet"}})
}

// numberAnswer is the text typed into a number window.
type numberAnswer string

// step is the number of a step that a run may have.
func (a numberAnswer) step() (n int, ok bool) {
	n, err := strconv.Atoi(strings.TrimSpace(string(a)))
	return min(n, 1_000_000), err == nil && n >= 0
}

// newNumberWindow asks for a number.
func newNumberWindow(s *session, title string) *listWindow {
	l := newListWindow(s, title, nil)
	l.input, l.keys = &editor{}, []hint{{"enter", "takes it"}}
	l.take = func() intent { return answerIntent{numberAnswer(l.input.value())} }
	return l
}

func (l *listWindow) cursor() (int, int, bool) { return l.caret(l.session.width, l.session.height) }

func (l *listWindow) update(msg tea.Msg) (intent, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return l.key(msg), nil
	case tea.PasteMsg:
		l.typed(func(e *editor) { e.insert(msg.Content) })
	case tea.MouseWheelMsg:
		l.move(wheelStep(msg) / 3)
	case tea.MouseClickMsg:
		return l.click(msg, l.session.width, l.session.height, l.take), nil
	}
	return nil, nil
}

func (l *listWindow) key(msg tea.KeyPressMsg) intent {
	z := zoneOverlay
	if l.input != nil {
		z = zoneField
	}
	switch name := l.session.keys.match(z, msg); {
	case l.moves(name):
	case name == "leave", name == "go to":
		return popIntent{}
	case name == "answer":
		return l.take()
	case name == "pick" && l.counted:
		return l.pick(int(msg.String()[0] - '1'))
	case name == "":
		l.typed(func(e *editor) { e.key(msg) })
	case l.other != nil:
		return l.other(name)
	}
	return nil
}

// pick takes line k, if there are so many.
func (l *listWindow) pick(k int) intent {
	if k >= len(l.items) {
		return nil
	}
	l.selected = k
	return l.take()
}

// typed changes the text, where there is one, and selects the first line.
func (l *listWindow) typed(change func(*editor)) {
	if l.input == nil {
		return
	}
	change(l.input)
	l.selected = 0
	if l.edited != nil {
		l.edited()
	}
}

func (l *listWindow) choose() intent {
	if l.selected >= len(l.items) || l.items[l.selected].value == nil {
		return popIntent{}
	}
	return answerIntent{l.items[l.selected].value}
}
