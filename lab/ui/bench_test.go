package ui

import (
	"fmt"
	"math"
	"testing"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/lab/theme"
)

// exercise is a typical screen: a pane of text with four fields, a map and a
// chart beside it that are drawn already, a footer, and a window over all.
type exercise struct {
	theme   *theme.Theme
	w, h    int
	form    *Form
	pane    *Pane
	figures []*lipgloss.Layer
	footer  *Footer
	window  *Window

	layers []*lipgloss.Layer
	frame  string
}

func newExercise(w, h int) *exercise {
	t := theme.New(ascii.TrueColor, true)
	e := &exercise{theme: t, w: w, h: h, pane: NewPane(t), footer: NewFooter(t)}
	var entries []*Entry
	for _, name := range []string{"a", "b", "c", "d"} {
		in := NewField(t)
		in.SetValue("1/2 + x")
		entries = append(entries, &Entry{Name: name, Label: name + " =", Input: in, Remark: Remark{Mark: Right}})
	}
	e.form = NewForm(t, entries)
	e.form.Focus(1)
	e.pane.SetSize(w/3, h-4)
	decisions := ascii.Map{
		Field: ascii.FieldFunc(func(x, y float64) float64 { return math.Sin(3*x) + y }),
		X:     ascii.Range{Min: -2, Max: 2}, Y: ascii.Range{Min: -2, Max: 2},
	}
	chart := ascii.Chart{Series: []ascii.ChartSeries{{X: []float64{0, 1, 2, 3}, Y: []float64{1, 3, 2, 4}}}}
	e.figures = []*lipgloss.Layer{
		NewLayer("map", encoded(t, w*2/3-34, h-8, decisions), w/3+2, 3),
		NewLayer("chart", encoded(t, 30, h-8, chart), w-31, 3),
	}
	for i := range 6 {
		e.footer.Keys = append(e.footer.Keys, Hint(fmt.Sprint(i), "does something"))
	}
	e.footer.Pinned = []key.Binding{Hint("?", "help"), Hint("q", "back")}
	e.window = NewWindow(t, "Why", func(d *Document) {
		for range 8 {
			d.Write(ascii.Inked("The pair violates the KKT conditions most: |E₁ − E₂| is larger than for all others.",
				ascii.Text))
		}
	})
	e.window.SetSize(w, h)
	return e
}

// encoded draws a figure.
func encoded(t *theme.Theme, w, h int, f ascii.Figure) string {
	g := ascii.NewGrid(w, h)
	f.Draw(g, g.Bounds(), t.View())
	return g.Encode(t.Palette)
}

// layout lays out the text again, as after every key.
func (e *exercise) layout() {
	d := NewDocument(e.theme, e.w/3)
	d.Write(ascii.Inked("Lift the line", ascii.Strong))
	d.Gap()
	for range 4 {
		d.Write(ascii.Line{{Text: "The boundary is where ", Ink: ascii.Text}, {Text: "f(x) = 0", Ink: ascii.Symbol1},
			{Text: ", a parabola in the plane of the features.", Ink: ascii.Text}})
	}
	e.form.WriteTo(d)
	e.pane.Show(d)
}

func (e *exercise) compose() {
	layers := e.pane.Layers("text", 0, 2)
	layers = append(layers, e.figures...)
	layers = append(layers, e.footer.Layers(ascii.Rect{Y: e.h - 1, W: e.w, H: 1})...)
	layers = append(layers, e.window.Layers()...)
	e.frame, e.layers = Compose(e.theme, e.w, e.h, layers...), layers
}

// What the library costs from a key to a frame: the budget is 2 ms at 120×36.
func BenchmarkExercise(b *testing.B) {
	for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
		e := newExercise(size[0], size[1])
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				e.form.Update(tea.KeyPressMsg{Code: 'x', Text: string(rune('a' + i%26))})
				if i%20 == 19 {
					e.form.Current().Input.SetValue("")
				}
				e.layout()
				e.compose()
				Hit(e.layers, tea.Mouse{X: size[0] / 2, Y: size[1] / 2})
			}
			b.ReportMetric(float64(len(e.frame)), "bytes/frame")
		})
	}
}
