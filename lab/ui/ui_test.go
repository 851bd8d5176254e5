package ui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"kernellab/ascii"
	"kernellab/lab/theme"
)

// mono shows boxes as underscores, so that a picture without colours has them.
func mono() *theme.Theme { return theme.New(ascii.Mono, true) }

// A picture is a component as it is given, drawn in w×h cells, and what is to
// be seen. The picture is indented by tabs in the source.
type picture struct {
	name  string
	given func(w, h int) []*lipgloss.Layer
	w, h  int
	want  string
}

func testPictures(t *testing.T, pictures []picture) {
	t.Helper()
	for _, p := range pictures {
		t.Run(p.name, func(t *testing.T) {
			t.Helper()
			got, _ := Compose(mono(), p.w, p.h, p.given(p.w, p.h)...)
			compare(t, got, p.want)
		})
	}
}

// compare compares what is drawn, without its styles, with a picture.
func compare(t *testing.T, got, want string) {
	t.Helper()
	got = trimmed(ansi.Strip(got))
	want = trimmed(strings.ReplaceAll(strings.TrimPrefix(want, "\n"), "\t", ""))
	if got != want {
		t.Errorf("drawn is\n%s\nwant\n%s", got, want)
	}
}

// trimmed returns a picture without blanks at the ends of its lines and without
// empty lines at its end.
func trimmed(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// one is a component that is one string.
func one(view string) []*lipgloss.Layer { return []*lipgloss.Layer{lipgloss.NewLayer(view)} }

// press returns the key with a name as in the footer, or one that types a text.
func press(name string) tea.KeyPressMsg {
	k, ok := KeyNamed(name)
	if name == "backspace" {
		k, ok = tea.KeyPressMsg{Code: tea.KeyBackspace}, true
	}
	if !ok {
		panic("no key is called " + name)
	}
	return k
}

// update gives keys, separated by blanks, to a component and returns what the
// last one did.
func update(c interface{ Update(tea.Msg) Event }, keys string) Event {
	last := Ignored
	for _, name := range strings.Fields(keys) {
		last = c.Update(press(name))
	}
	return last
}

// typed types a text into a component.
func typed(c interface{ Update(tea.Msg) Event }, text string) {
	for _, r := range text {
		c.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

// mouse is a press of the left button at a place.
func mouse(x, y int) tea.Mouse { return tea.Mouse{X: x, Y: y, Button: tea.MouseLeft} }

// cellAt returns a cell of what is drawn.
func cellAt(s string, x, y int) *uv.Cell {
	b := uv.NewScreenBuffer(lipgloss.Width(s), lipgloss.Height(s))
	uv.NewStyledString(s).Draw(b, b.Bounds())
	return b.CellAt(x, y)
}
