package ui

import (
	"fmt"
	"image"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"kernellab/ascii"
	"kernellab/lab/theme"
	"kernellab/testdata/support/check"
)

// mono returns a theme without colours, in which boxes are drawn as underscores.
func mono() *theme.Theme { return theme.New(ascii.Mono, true) }

// picture is a component that is drawn in w×h cells, and the expected picture, which is
// indented by tabs in the source.
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
			got := Compose(mono(), p.w, p.h, p.given(p.w, p.h)...)
			compare(t, got, p.want)
		})
	}
}

// compare fails unless got, without its styles, equals the picture want.
func compare(t *testing.T, got, want string) {
	t.Helper()
	want = strings.ReplaceAll(strings.TrimPrefix(want, "\n"), "\t", "")
	got, want = trimPicture(ansi.Strip(got)), trimPicture(want)
	check.That(t, got == want, "drawn is\n%s\nwant\n%s", got, want)
}

// trimPicture returns a picture without blanks at the ends of its lines and without
// empty lines at its end.
func trimPicture(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

func oneLayer(view string) []*lipgloss.Layer { return []*lipgloss.Layer{lipgloss.NewLayer(view)} }

// press returns the key with a name as in the footer, such as ↑ or x. It panics if there is none.
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

// update passes keys, separated by blanks, to a component. It returns the result for the last
// key.
func update(c interface{ Update(tea.Msg) Event }, keys string) Event {
	last := Ignored
	for _, name := range strings.Fields(keys) {
		last = c.Update(press(name))
	}
	return last
}

func typeText(c interface{ Update(tea.Msg) Event }, text string) {
	for _, r := range text {
		c.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

func mouse(x, y int) tea.Mouse { return tea.Mouse{X: x, Y: y, Button: tea.MouseLeft} }

// Later layers are drawn over earlier ones and are hit before them, however
// many there are.
func TestCompose_keepsTheOrder(t *testing.T) {
	var layers []*lipgloss.Layer
	for i := range 40 {
		layers = append(layers, NewLayer(fmt.Sprint(i), string(rune('A'+i)), 1, 0).Z(-i))
	}
	got := Compose(mono(), 3, 1, layers...)
	compare(t, got, " h")
	check.Equal(t, Hit(layers, mouse(1, 0)).ID, "39", "the layer that is hit")
	check.Equal(t, Hit(layers, mouse(0, 0)).ID, "", "the layer that is hit outside")
}

// Every component can be drawn at every size and in every profile. A frame shows the same cells as a
// canvas on which all layers were drawn.
func TestAnySize(t *testing.T) {
	for p := range ascii.SevenBit + 1 {
		th := theme.New(p, true)
		search := NewSearch(th, "Find", "a name", Row{Label: "a", Detail: "b"}, Row{Label: "漢α"})
		search.Remark = Remark{Text: ascii.Inked("wrong", ascii.Warn), WrongRune: 1, Fix: "1"}
		entries := append(flags().Entries, entry("αₖ", 3, "g", "12345"), entry("b", 0, "g", ""))
		form := NewForm(th, entries, flags().Tables...)
		window := NewWindow(th, "A title that is longer than the window", form.WriteTo)
		pane := NewPane(th)
		for w := 0; w < 50; w += 3 {
			for h := range 12 {
				form.FocusEntry((w + h) % len(entries))
				search.SetSize(w, h)
				window.SetSize(w, h)
				d := NewDocument(th, w)
				form.WriteTo(d)
				pane.SetSize(w, h)
				pane.SetDocument(d)
				layers := append(append(pane.Layers("text", 0, 0), window.Layers()...), search.Layers()...)
				layers = append(layers, footer(th, "").Layers(ascii.Rect{W: w, H: min(h, 2)})...)
				control, timeline := Control{Label: "C", Options: []string{"1", "a"}}, Timeline{StepCount: 3, CurrentStep: 1}
				layers = append(layers, lipgloss.NewLayer(control.View(th, w)), lipgloss.NewLayer(timeline.View(th, w)))
				got, before := Compose(th, w, h, layers...), layers[:len(layers)-3]
				check.Must(t, h == 0 || lipgloss.Height(got) == h, "%d×%d is %d rows high", w, h, lipgloss.Height(got))
				var again Frame
				again.Draw(th, w, h, before)
				again.Draw(th, w, h, layers)
				canvas, shown := lipgloss.NewCanvas(w, h), lipgloss.NewCanvas(w, h)
				for _, l := range layers {
					x, y := l.GetX(), l.GetY()
					uv.NewStyledString(l.GetContent()).Draw(canvas, image.Rect(x, y, x+l.Width(), y+l.Height()))
				}
				th.Paint(canvas, ascii.Paper)
				want := canvas.Render()
				check.Must(t, shown.Compose(lipgloss.NewLayer(got)).Render() == want, "%d×%d:\n%s\nwant\n%s", w, h, got, want)
				check.Must(t, again.Text == got, "with the rows of an earlier frame:\n%s\nwant\n%s", again.Text, got)
			}
		}
	}
}
