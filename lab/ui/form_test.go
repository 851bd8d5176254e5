package ui

import (
	"fmt"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/testdata/support/check"
)

// pictureOfForm returns the picture of a form in a pane of the whole screen.
func pictureOfForm(f *Form) func(w, h int) []*lipgloss.Layer {
	return func(w, h int) []*lipgloss.Layer {
		d := NewDocument(mono(), w)
		f.WriteTo(d)
		p := NewPane(mono())
		p.SetSize(w, h)
		p.SetDocument(d)
		return p.Layers("text", 0, 0)
	}
}

func entry(name string, width int, group, text string) *Entry {
	e := &Entry{Name: name, Label: name + " =", Width: width, Group: group, Input: NewField(mono())}
	e.Input.SetValue(text)
	return e
}

func form(change func(*Form), entries ...*Entry) func(w, h int) []*lipgloss.Layer {
	f := NewForm(mono(), entries)
	f.FocusEntry(0)
	if change != nil {
		change(f)
	}
	return pictureOfForm(f)
}

func TestForm_pictures(t *testing.T) {
	wrong := Remark{Mark: Wrong, Text: ascii.Inked("Not equal.", ascii.Dim), Lasting: true}
	example := entry("gamma", 0, "", "")
	example.Example = "an example that is too long for its box"
	choices := &Entry{Name: "c", Label: "Which of them?", Input: NewChoices(mono(), yesNo...),
		Remark: Remark{Mark: Right}}
	choices.Input.SetValue("y")
	testPictures(t, []picture{
		{"labels in a column",
			form(func(f *Form) { f.Entries[1].Remark = wrong }, entry("x", 0, "", "1/2"), entry("gamma", 6, "", "")),
			30, 4, `
		x =     1/2_________________
		gamma = _______ ✗
		  Not equal.`},
		{"a text of several rows", form(nil, entry("x", 0, "", "0123456789012345678"), entry("y", 0, "", "")), 16, 5, `
		x = 0123456789
		    012345678_
		y = __________`},
		{"the rune that cannot be read, and a correction", form(func(f *Form) {
			f.Current().Remark = Remark{Text: ascii.Inked("A number is missing.", ascii.Dim), WrongRune: 3, Fix: "1+2"}
		}, entry("x", 0, "", "1+*2")), 26, 4, `
		x = 1+*2________________
		      ↑
		  A number is missing.
		  tab makes it 1+2`},
		{"an example without room in its box", form(nil, example), 30, 4, `
		gamma = ____________________
		  an example that is too long
		  for its box`},
		{"a label without room beside it",
			form(nil, &Entry{Name: "x", Label: "The weight of the second point =", Input: NewField(mono())}), 20, 4, `
		The weight of the
		second point =
		__________________`},
		{"a group that shares a line",
			form(func(f *Form) { f.Entries[0].Remark.Mark = Right }, entry("a", 4, "g", "1"), entry("b", 4, "g", "2"),
				entry("c", 4, "g", "")), 40, 3, `
		a = 1____ ✓ b = 2____   c = _____`},
		{"a group in columns",
			form(func(f *Form) { f.Entries[2].Remark = wrong }, entry("a", 4, "g", "1"), entry("beta", 4, "g", ""),
				entry("c", 4, "g", "")), 30, 5, `
		a = 1____   beta = _____
		c = _____ ✗
		  c: Not equal.`},
		{"a group below one another", form(nil, entry("a", 9, "g", ""), entry("beta", 9, "g", "")), 24, 3, `
		a =    __________
		beta = __________`},
		{"choices", form(nil, choices), 30, 4, `
		Which of them?
		1 ( ) no
		2 (•) yes ✓`},
	})
}

// A key chooses the suggestion next to it. After a change of the text, the remark is gone.
func TestForm_suggestions(t *testing.T) {
	two := Remark{Mark: Wrong, Readings: []Choice{{"(1/2)x", "½x"}, {"1/(2x)", "1/(2x)"}}}
	for _, c := range []struct {
		name, keys string
		remark     Remark
		want       string
		event      Event
	}{
		{"the first reading", "f2", two, "(1/2)x", Changed},
		{"the second", "f3", two, "1/(2x)", Changed},
		{"the second by another key", "alt+2", two, "1/(2x)", Changed},
		{"no such reading", "alt+3", two, "1/2x", Ignored},
		{"a correction", "tab", Remark{Fix: "1/2·x"}, "1/2·x", Changed},
		{"no correction", "tab", Remark{}, "1/2x", Ignored},
		{"typing", "y", two, "1/2xy", Changed},
		{"moving", "←", two, "1/2x", Moved},
	} {
		f := NewForm(mono(), []*Entry{entry("x", 0, "", "1/2x")})
		f.FocusEntry(0)
		e := f.Current()
		e.Remark = c.remark
		if event := update(f, c.keys); event != c.event || e.Input.Value() != c.want {
			t.Errorf("%s: %q, event %d, want %q, %d", c.name, e.Input.Value(), event, c.want, c.event)
		}
		gone := e.Remark.Mark == NoMark && len(e.Remark.Readings) == 0
		check.That(t, gone == (c.event == Changed) || c.remark.Fix != "" || c.remark.Mark == NoMark,
			"%s: the remark is %+v", c.name, e.Remark)
	}
}

// Up and down move from field to field. In a list of choices they select another choice.
func TestForm_move(t *testing.T) {
	list := &Entry{Name: "c", Input: NewChoices(mono(), yesNo...)}
	f := NewForm(mono(), []*Entry{entry("a", 0, "", ""), entry("b", 0, "", ""), list})
	f.FocusEntry(0)
	for _, step := range [][2]string{{"↑", "a"}, {"↓", "b"}, {"↑", "a"}, {"↓ ↓", "c"}, {"↓ ↓ ↓", "c"}, {"↑ ↑ ↑", "c"}} {
		if update(f, step[0]); f.Current().Name != step[1] {
			t.Fatalf("%s leads to %s, want %s", step[0], f.Current().Name, step[1])
		}
	}
	f.FocusEntry(0)
	f.Current().Input.SetValue(strings.Repeat("x", FieldLimit))
	update(f, "j")
	check.That(t, f.Current().Name == "a", "a letter without room leads to %s, want no move", f.Current().Name)
	f.FocusEntry(-1)
	check.That(t, f.Current() == nil && update(f, "x") == Ignored, "a form without the keyboard takes keys")
}

// A click gives an entry the focus and selects the choice under it. A second click on a cell
// with choices selects the next choice.
func TestForm_click(t *testing.T) {
	f := flags()
	f.Entries = append(f.Entries, &Entry{Name: "list", Input: NewChoices(mono(), yesNo...)})
	for _, c := range []struct {
		id, at, value string
		event         Event
	}{
		{"after", "after", "", Moved}, {"list/1", "list", "y", Changed}, {"list/1", "list", "y", Moved},
		{"u1", "u1", "", Moved}, {"u1", "u1", "n", Changed}, {"u1", "u1", "y", Changed}, {"none", "u1", "y", Ignored},
	} {
		event := f.Click(Click{ID: c.id})
		if e := f.Current(); event != c.event || e.Name != c.at || e.Input.Value() != c.value {
			t.Errorf("Click(%s): got %s, %q, event %d, want %v", c.id, e.Name, e.Input.Value(), event, c)
		}
	}
}

var yesNo = []Choice{{"n", "no"}, {"y", "yes"}}

func TestChoices_pictures(t *testing.T) {
	given := func(focused bool, value string, options ...Choice) func(w, h int) []*lipgloss.Layer {
		return func(w, h int) []*lipgloss.Layer {
			c := NewChoices(mono(), options...)
			c.SetFocused(focused)
			c.SetValue(value)
			return oneLayer(c.View(w))
		}
	}
	testPictures(t, []picture{
		{"none taken", given(false, "", yesNo...), 20, 3, `
		  ( ) no
		  ( ) yes`},
		{"with the keyboard", given(true, "y", yesNo...), 20, 3, `
		1 ( ) no
		2 (•) yes`},
		{"a long one", given(true, "", Choice{"a", "the kernel is not positive semidefinite"}), 20, 4, `
		1 ( ) the kernel is
		      not positive
		      semidefinite`},
	})
}

func TestChoices_update(t *testing.T) {
	for keys, want := range map[string]string{
		"↓": "n", "↓ ↓": "y", "↓ ↓ ↓": "y", "↑": "y", "↑ k": "n", "2": "y", "3": "", "space": "n",
		"space space space": "n", "j j": "y", "+ 1": "y", "2 - 1": "n", "+ j 1": "n", "+ 2": "y",
	} {
		c := NewChoices(mono(), Choice{"n", "class −1"}, Choice{"y", "class +1"})
		update(c, keys)
		check.That(t, c.Value() == want, "%s takes %q, want %q", keys, c.Value(), want)
	}
	c := NewChoices(mono(), Choice{"f", "first"}, Choice{"l", "wrong for −1, right for +1"})
	update(c, "+ 1")
	check.That(t, c.Value() == "f", "+ 1 takes %q, want the first choice", c.Value())
	c = NewChoices(mono(), yesNo...)
	a, b := update(c, "1"), update(c, "1")
	check.That(t, a == Changed && b == Ignored, "update twice = %d, %d, want Changed and Ignored", a, b)
}

// flags returns a form with a table and an entry after it. The table has two columns of text
// fields, a column with choices, and a cell without an entry in its second row.
func flags() *Form {
	t := mono()
	var entries []*Entry
	var rows [][]Cell
	for i := 1; i <= 3; i++ {
		row := []Cell{{Text: ascii.Plain(fmt.Sprint(i))}}
		for _, name := range []string{"a", "b", "u"} {
			e := entry(name+fmt.Sprint(i), 4, "", "")
			if name == "u" {
				e.Input = NewChoices(t, yesNo...)
			}
			if e.Name == "b2" {
				row = append(row, Cell{Text: ascii.Plain("given")})
				continue
			}
			entries, row = append(entries, e), append(row, Cell{Entry: e})
		}
		rows = append(rows, row)
	}
	columns := []ascii.Column{{Title: "i", Right: true}, {Title: "α"}, {Title: "b"}, {Title: "up"}}
	return NewForm(t, append(entries, entry("after", 6, "", "")), NewTable(t, columns, rows))
}

func TestTable_pictures(t *testing.T) {
	given := func(change func(*Form)) func(w, h int) []*lipgloss.Layer {
		return func(w, h int) []*lipgloss.Layer {
			f := flags()
			change(f)
			return pictureOfForm(f)(w, h)
		}
	}
	testPictures(t, []picture{
		{"marks in the cells, a line for the cell with the keyboard", given(func(f *Form) {
			f.FocusEntry(f.indexOf("b1"))
			f.Entries[f.indexOf("a1")].Remark.Mark, f.Entries[f.indexOf("u2")].Remark.Mark = Wrong, Follows
			f.Current().Remark = Remark{Mark: Right, Text: ascii.Inked("= 1/2", ascii.Dim)}
		}), 40, 8, `
		i  α        b        up
		1  _____ ✗  _____ ✓    ____
		2  _____    given      ____  ~
		3  _____    _____      ____
		  b1  = 1/2

		after = _______`},
		{"choices in the line", given(func(f *Form) {
			f.FocusEntry(f.indexOf("u1"))
			update(f, "2")
		}), 40, 8, `
		i  α        b        up
		1  _____    _____    ‹ yes_›
		2  _____    given      ____
		3  _____    _____      ____
		  u1  1` + "\u00a0" + `no` + "\u00a0\u00a0" + ` 2` + "\u00a0" + `yes

		after = _______`},
		{"gaps, marks and boxes give way", given(func(f *Form) { f.FocusEntry(f.indexOf("u2")) }), 22, 8, `
		i α      b      up
		1 _____  _____    __
		2 _____  given  ‹ __›
		3 _____  _____    __
		  u2  1` + "\u00a0" + `no` + "\u00a0\u00a0" + ` 2` + "\u00a0" + `yes

		after = _______`},
		{"the line is kept free", given(func(f *Form) { f.FocusEntry(-1) }), 40, 8, `
		i  α        b        up
		1  _____    _____      ____
		2  _____    given      ____
		3  _____    _____      ____


		after = _______`},
		{"what is offered", given(func(f *Form) {
			f.FocusEntry(0)
			f.Current().Remark = Remark{Text: ascii.Inked("Two readings.", ascii.Dim),
				Readings: []Choice{{"(1/2)x", "½x"}, {"1/(2x)", "1/(2x)"}}}
		}), 40, 9, `
		i  α        b        up
		1  _____    _____      ____
		2  _____    given      ____
		3  _____    _____      ____
		  a1  Two readings.
		  f2 ½x
		  f3 1/(2x)

		after = _______`},
	})
}

// Arrows move from cell to cell. Up and down go to the nearest cell of another row. Left and right
// leave a cell only at the ends of its text. Beyond the table they go to the next entry.
func TestTable_walk(t *testing.T) {
	f := flags()
	f.FocusEntry(0)
	for _, step := range [][2]string{
		{"→", "b1"}, {"1 2 ←", "b1"}, {"←", "b1"}, {"←", "a1"}, {"→", "b1"}, {"end →", "u1"}, {"j", "u2"}, {"h", "a2"},
		{"↓", "a3"}, {"→ ↑", "a2"}, {"k", "a2"}, {"↑", "a1"}, {"↑", "a1"}, {"↓ ↓ ↓", "after"}, {"↑", "u3"},
		{"↑ ↑ ↑", "u1"},
	} {
		if update(f, step[0]); f.Current().Name != step[1] {
			t.Fatalf("%s leads to %s, want %s", step[0], f.Current().Name, step[1])
		}
	}
	got := f.Entries[f.indexOf("a2")].Input.Value()
	check.That(t, got == "k", "cell after typing k = %q, want k", got)
}
