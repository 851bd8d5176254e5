package ui

import (
	"fmt"
	"testing"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/testdata/support/check"
)

func window(n int, change func(*Window)) func(w, h int) []*lipgloss.Layer {
	return func(w, h int) []*lipgloss.Layer {
		win := NewWindow(mono(), "Why", func(d *Document) {
			for i := range n {
				d.Write(ascii.Inked(fmt.Sprint("line ", i), ascii.Text))
			}
		})
		win.SetSize(w, h)
		if change != nil {
			change(win)
		}
		below := lipgloss.NewLayer("below the window there are words")
		return append([]*lipgloss.Layer{below.Y(3)}, win.Layers()...)
	}
}

func TestWindow_pictures(t *testing.T) {
	testPictures(t, []picture{
		{"as high as its text", window(2, nil), 32, 9, `

		 ╭────────────────────────────╮
		 │ Why                        │
		 │                            │
		 │ line 0                     │
		 │ line 1                     │
		 ╰────────────────────────────╯`},
		{"scrolled", window(9, func(w *Window) { update(w, "↓ ↓ ↓") }), 32, 9, `

		 ╭────────────────────────────╮
		 │ Why                        │
		 │                            │
		 │ line 3                     │
		 │ line 4                     │
		 │ line 5                     │
		 ╰────────────────────────────╯`},
		{"no room at all", window(2, nil), 3, 2, ""},
	})
}

func TestWindow_closes(t *testing.T) {
	layers := window(2, nil)(32, 9)
	w := NewWindow(mono(), "Why", func(*Document) {})
	for key, want := range map[string]Event{"esc": Closed, "q": Closed, "?": Closed, "enter": Closed, "x": Ignored} {
		got := update(w, key)
		check.That(t, got == want, "%s: %d, want %d", key, got, want)
	}
	for at, want := range map[[2]int]Event{{10, 4}: Ignored, {10, 0}: Closed, {31, 8}: Closed} {
		got := w.Click(Hit(layers, mouse(at[0], at[1])))
		check.That(t, got == want, "a click at %v: %d, want %d", at, got, want)
	}
}

// Clicks and keys reach the form in a window, not the form below it whose fields have the same
// names.
func TestWindow_withAForm(t *testing.T) {
	below, above := NewForm(mono(), []*Entry{entry("x", 0, "", "")}), NewForm(mono(), []*Entry{entry("x", 0, "", "")})
	above.FocusEntry(0)
	w := NewWindow(mono(), "Predict", above.WriteTo)
	w.Bordered = true
	w.SetSize(40, 9)
	layers := append(pictureOfForm(below)(40, 9), w.Layers()...)
	x, y, ok := w.Caret()
	c := Hit(layers, mouse(x, y))
	inside, in := c.In(w.ID)
	check.That(t, ok && in && inside.ID == "x", "Hit at the cursor %d,%d = %+v, want x", x, y, c)
	_, in = c.In("text")
	check.That(t, !in, "the click is in the pane too")
}

func TestPicker_pictures(t *testing.T) {
	rows := []Row{{"7.7 Watch SMO", "unit 7", "", 1}, {"settings", "f6", "", 2},
		{"ridge regression", "unit 6", "", 3}}
	var many []Row
	for i := range 20 {
		many = append(many, Row{Label: fmt.Sprint("row ", i)})
	}
	given := func(p *Picker, change func(*Picker)) func(w, h int) []*lipgloss.Layer {
		return func(w, h int) []*lipgloss.Layer {
			p.SetSize(w, h)
			if change != nil {
				change(p)
				p.SetSize(w, h)
			}
			return p.Layers()
		}
	}
	testPictures(t, []picture{
		{"a question", given(NewPicker(mono(), "Show the solution?", Row{Label: "Yes"}, Row{Label: "Not yet"}), nil), 32, 8, `

		 ╭────────────────────────────╮
		 │ Show the solution?         │
		 │                            │
		 │ › Yes                      │
		 │   Not yet                  │
		 ╰────────────────────────────╯`},
		{"a number", given(NewPrompt(mono(), "Go to step"), func(p *Picker) { typeText(p, "12") }), 32, 9, `

		 ╭────────────────────────────╮
		 │ Go to step                 │
		 │                            │
		 │ › 12______________________ │
		 │                            │
		 │                            │
		 ╰────────────────────────────╯`},
		{"everything there is", given(NewSearch(mono(), "Find", "a name", rows...), nil), 36, 11, `

		 ╭────────────────────────────────╮
		 │ Find                           │
		 │                                │
		 │ › (a name)____________________ │
		 │                                │
		 │ › 7.7 Watch SMO         unit 7 │
		 │   settings                  f6 │
		 │   ridge regression      unit 6 │
		 ╰────────────────────────────────╯`},
		{"found by parts of its words",
			given(NewSearch(mono(), "Find", "", rows...), func(p *Picker) { typeText(p, "reg un") }), 36, 11, `

		 ╭────────────────────────────────╮
		 │ Find                           │
		 │                                │
		 │ › reg un______________________ │
		 │                                │
		 │ › ridge regression      unit 6 │
		 │                                │
		 │                                │
		 ╰────────────────────────────────╯`},
		{"the selection stays in sight",
			given(NewPicker(mono(), "Many", many...), func(p *Picker) { update(p, "↓ ↓ ↓ ↓ ↓") }), 32, 9, `

		 ╭────────────────────────────╮
		 │ Many                  2/7  │
		 │                            │
		 │   row 3                    │
		 │   row 4                    │
		 │ › row 5                    │
		 ╰────────────────────────────╯`},
		{"what is wrong with what is typed", given(conditions("alpha >", 5), func(p *Picker) {
			p.Remark = Remark{Text: ascii.Inked("A number is missing.", ascii.Warn), WrongRune: 7, Fix: "alpha > 0"}
		}), 36, 13, `

		 ╭────────────────────────────────╮
		 │ Run until                      │
		 │                                │
		 │ › alpha >_____________________ │
		 │         ↑                      │
		 │   A number is missing.         │
		 │   tab makes it alpha > 0       │
		 │                                │
		 │   alpha > 0           a number │
		 │                                │
		 ╰────────────────────────────────╯`},
	})
}

// conditions returns a picker with a typed text that does not filter, and one row.
func conditions(text string, height int) *Picker {
	p := NewSearch(mono(), "Run until", "")
	p.Filters, p.Height = false, height
	p.SetRows(Row{Label: "alpha > 0", Detail: "a number"})
	typeText(p, text)
	return p
}

func TestPicker_update(t *testing.T) {
	rows := []Row{{Label: "a", Value: 1}, {Label: "b", Value: 2}, {Label: "c", Value: 3}}
	search := func() *Picker { return NewSearch(mono(), "", "", rows...) }
	list := func() *Picker { return NewPicker(mono(), "", rows...) }
	numbered := func() *Picker { p := list(); p.Numbered = true; return p }
	owned := func() *Picker { p := search(); p.Filters = false; return p }
	for _, c := range []struct {
		name, keys string
		given      func() *Picker
		event      Event
		want       any // the value of the selected row; nil if the text is selected
	}{
		{"the first", "enter", list, Chosen, 1},
		{"below", "↓ j enter", list, Chosen, 3},
		{"with tab", "tab tab shift+tab enter", list, Chosen, 2},
		{"by its number", "2", numbered, Chosen, 2},
		{"numbers are not for all", "2", list, Ignored, 1},
		{"no such number", "9", numbered, Ignored, 1},
		{"closed", "q", list, Closed, 1},
		{"typing q", "q", search, Changed, nil},
		{"closed while typing", "q esc", search, Closed, nil},
		{"filtered", "c enter", search, Chosen, 3},
		{"all again", "c backspace", search, Changed, 1},
		{"the letters alone are not enough", "a c", search, Changed, nil},
		{"the text typed", "x enter", owned, Chosen, nil},
		{"a line instead", "x ↓ enter", owned, Chosen, 1},
		{"back to the text", "x ↓ ↑ enter", owned, Chosen, nil},
	} {
		p := c.given()
		p.SetSize(40, 12)
		event := update(p, c.keys)
		r, ok := p.Selected()
		check.That(t, event == c.event && ok == (c.want != nil) && (!ok || r.Value == c.want),
			"%s: event %d and %v, want %d and %v", c.name, event, r.Value, c.event, c.want)
	}
	p := owned()
	typeText(p, "x")
	p.SetRows(rows...)
	check.That(t, p.textSelected, "other lines take the place of what is typed")
	p = list()
	p.SetSize(40, 12)
	p.Update(tea.MouseWheelMsg{Button: tea.MouseWheelDown})
	check.That(t, p.list.Index() == 1, "the wheel selects line %d, want 1", p.list.Index())
}

// A click chooses the row under it, on every page. A click outside closes the picker.
func TestPicker_click(t *testing.T) {
	var rows []Row
	for i := range 20 {
		rows = append(rows, Row{Label: fmt.Sprint(i), Value: i})
	}
	p := NewSearch(mono(), "Many", "", rows...)
	p.SetSize(40, 11)
	update(p, "pgdn")
	layers := p.Layers()
	for at, want := range map[[2]int]Event{{5, 7}: Chosen, {5, 3}: Ignored, {5, 0}: Closed, {5, 10}: Closed} {
		got := p.Click(Hit(layers, mouse(at[0], at[1])))
		check.That(t, got == want, "a click at %v: %d, want %d", at, got, want)
	}
	r, _ := p.Selected()
	check.That(t, r.Value == 4, "Selected = %v, want 4", r.Value)
}
