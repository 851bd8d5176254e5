package join

import (
	"errors"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"kernellab/ascii"
	"kernellab/testdata/support/check"
)

// lab is the model that a student who has joined sees.
type lab struct {
	width int
	typed string
}

func (l lab) Init() tea.Cmd  { return nil }
func (l lab) View() tea.View { return tea.NewView("the lab") }
func (l lab) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		l.width = msg.Width
	case tea.KeyPressMsg:
		l.typed += msg.Text
	}
	return l, nil
}

// visit is a first login on a terminal.
type visit struct {
	t     *testing.T
	model tea.Model
	names []string // with which Join was called
}

func newVisit(t *testing.T, w, h int, o Options) *visit {
	v := &visit{t: t}
	join := o.Join
	o.Join = func(name string, suggested bool) (tea.Model, error) {
		v.names = append(v.names, name)
		if join != nil {
			return join(name, suggested)
		}
		return lab{}, nil
	}
	v.model = New(o)
	v.send(tea.WindowSizeMsg{Width: w, Height: h})
	return v
}

// send passes messages, and what their commands return.
func (v *visit) send(msgs ...tea.Msg) {
	for _, msg := range msgs {
		var cmd tea.Cmd
		if v.model, cmd = v.model.Update(msg); cmd != nil {
			if next := cmd(); next != nil {
				v.send(next)
			}
		}
	}
}

func (v *visit) text() string { return ansi.Strip(v.model.View().Content) }

// words returns the text of the screen on one line.
func (v *visit) words() string { return strings.Join(strings.Fields(v.text()), " ") }

func (v *visit) shows(text string) {
	v.t.Helper()
	if !strings.Contains(v.words(), text) {
		v.t.Errorf("got screen\n%s\nwant %q", v.text(), text)
	}
}

var enter = tea.KeyPressMsg{Code: tea.KeyEnter}

// On every size and profile the screen shows everything, and enter takes the suggestion.
func TestModel_asksForName(t *testing.T) {
	for _, p := range []ascii.Profile{ascii.TrueColor, ascii.Mono, ascii.SevenBit} {
		for _, size := range [][2]int{{60, 18}, {80, 24}, {120, 36}} {
			v := newVisit(t, size[0], size[1], Options{Profile: p, Suggestion: "brisk otter", KeepDays: 30})
			for _, text := range []string{"What should the class call you?", "brisk otter", "The lab keeps your answers",
				"are kept for 30 days", "who runs kernellab class forget.", "enter go on esc leave"} {
				v.shows(text)
			}
			if n := strings.Count(v.text(), "\n"); n >= size[1] || v.model.View().Cursor == nil {
				t.Errorf("%v: got %d lines, want at most %d and a cursor", size, n+1, size[1])
			}
			v.send(enter)
			if l, ok := v.model.(lab); !ok || l.width != size[0] || v.names[0] != "brisk otter" {
				t.Errorf("%v: got %v as %q, want the lab of its width as the suggestion", size, v.model, v.names)
			}
		}
	}
}

// A pasted name is cleaned, and a suggestion that was taken is replaced.
func TestModel_joins(t *testing.T) {
	v := newVisit(t, 80, 24, Options{})
	v.shows("until your teacher deletes the class")
	v.send(tea.PasteMsg{Content: " Ada \x1b[1m\n"}, tea.KeyPressMsg{Code: '!', Text: "!"}, enter)
	check.That(t, v.names[0] == "Ada [1m !", "got the name %q, want the pasted one, cleaned", v.names)
	taken := true
	v = newVisit(t, 80, 24, Options{Suggestion: "brisk otter", Join: func(name string, suggested bool) (tea.Model, error) {
		switch {
		case name == "Ada":
			return nil, errors.New("secret")
		case taken && suggested:
			taken = false
			return nil, &TakenError{"calm owl"}
		}
		return lab{}, nil
	}})
	v.send(enter)
	v.shows("Somebody has just taken that name.")
	v.shows("calm owl")
	v.send(tea.PasteMsg{Content: "Ada"}, enter)
	v.shows("The lab could not save that.")
	v.send(tea.KeyPressMsg{Code: 'u', Mod: tea.ModCtrl}, enter)
	if got := strings.Join(v.names, ", "); got != "brisk otter, Ada, calm owl" {
		t.Errorf("got the names %s, want the suggestion, Ada and the next suggestion", got)
	}
}

func TestModel_leaves(t *testing.T) {
	for _, k := range []tea.KeyPressMsg{{Code: tea.KeyEscape}, {Code: 'c', Mod: tea.ModCtrl}} {
		_, cmd := New(Options{}).Update(k)
		check.That(t, cmd != nil && cmd() == tea.Quit(), "%s: got no request to quit, want one", k)
	}
}

// Keys that are typed while the lab is being opened reach the lab.
func TestModel_typeAhead(t *testing.T) {
	v := newVisit(t, 80, 24, Options{Suggestion: "brisk otter"})
	model, cmd := v.model.Update(enter)
	for _, r := range "3/7" {
		model, _ = model.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
	model, _ = model.Update(cmd())
	if l, ok := model.(lab); !ok || l.typed != "3/7" {
		t.Errorf("got %+v, want the lab with 3/7 typed", model)
	}
}

// A flood of keys fills the field. While the lab is being opened, few keys of a flood are kept.
func TestModel_flood(t *testing.T) {
	m := newVisit(t, 80, 24, Options{}).model.(*Model)
	flood := func() {
		for range 5000 {
			m.Update(tea.KeyPressMsg{Code: 'q', Text: "q"})
		}
	}
	flood()
	check.That(t, len(m.field.Value()) == maxTypedLength, "got %d characters, want %d", len(m.field.Value()), maxTypedLength)
	m.Update(enter)
	flood()
	check.That(t, len(m.queue) == 100, "got %d keys kept while the lab is being opened, want 100", len(m.queue))
}

// A terminal that is too small shows the size that the lab needs, and joins nobody.
func TestModel_asksForRoom(t *testing.T) {
	for _, size := range [][2]int{{20, 5}, {34, 10}, {59, 18}, {60, 17}} {
		v := newVisit(t, size[0], size[1], Options{Suggestion: "brisk otter"})
		v.shows("kernellab needs 60×18")
		check.That(t, !strings.Contains(v.words(), "enter") && v.model.View().Cursor == nil,
			"%v: got screen\n%s\nwant no footer and no cursor", size, v.text())
		v.send(tea.KeyPressMsg{Code: 'x', Text: "x"}, enter)
		check.That(t, len(v.names) == 0, "%v: got %q joined, want nobody", size, v.names)
		v.send(tea.WindowSizeMsg{Width: 60, Height: 18})
		v.shows("What should the class call you?")
	}
}

// What is typed before the size of the terminal is known is not lost.
func TestModel_typedBeforeTheSize(t *testing.T) {
	v := newVisit(t, 0, 0, Options{Suggestion: "brisk otter"})
	v.send(enter)
	check.That(t, len(v.names) == 1, "got %q joined, want one name", v.names)
}
