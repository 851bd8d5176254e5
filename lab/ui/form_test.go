package ui

import (
	"strings"
	"testing"

	"charm.land/lipgloss/v2"

	"kernellab/ascii"
)

// laid shows a form in a pane of the whole screen.
func laid(f *Form) func(w, h int) []*lipgloss.Layer {
	return func(w, h int) []*lipgloss.Layer {
		d := NewDocument(mono(), w)
		f.WriteTo(d)
		p := NewPane(mono())
		p.SetSize(w, h)
		p.Show(d)
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
	f.Focus(0)
	if change != nil {
		change(f)
	}
	return laid(f)
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
			f.Current().Remark = Remark{Text: ascii.Inked("A number is missing.", ascii.Dim), Wrong: 3, Fix: "1+2"}
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

// What is offered is taken with its key; a text that has changed has no remark.
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
		f.Focus(0)
		e := f.Current()
		e.Remark = c.remark
		if event := update(f, c.keys); event != c.event || e.Input.Value() != c.want {
			t.Errorf("%s: %q, event %d, want %q, %d", c.name, e.Input.Value(), event, c.want, c.event)
		}
		if gone := e.Remark.Mark == NoMark && len(e.Remark.Readings) == 0; gone != (c.event == Changed) &&
			c.remark.Fix == "" && c.remark.Mark != NoMark {
			t.Errorf("%s: the remark is %+v", c.name, e.Remark)
		}
	}
}

// Up and down go from field to field; in a list of choices they choose.
func TestForm_move(t *testing.T) {
	list := &Entry{Name: "c", Input: NewChoices(mono(), yesNo...)}
	f := NewForm(mono(), []*Entry{entry("a", 0, "", ""), entry("b", 0, "", ""), list})
	f.Focus(0)
	for _, step := range [][2]string{{"↑", "a"}, {"↓", "b"}, {"↑", "a"}, {"↓ ↓", "c"}, {"↓ ↓ ↓", "c"}, {"↑ ↑ ↑", "c"}} {
		if update(f, step[0]); f.Current().Name != step[1] {
			t.Fatalf("%s leads to %s, want %s", step[0], f.Current().Name, step[1])
		}
	}
	f.Focus(0)
	f.Current().Input.SetValue(strings.Repeat("x", FieldLimit))
	if update(f, "j"); f.Current().Name != "a" {
		t.Errorf("a letter without room leads to %s, want no move", f.Current().Name)
	}
	if f.Focus(-1); f.Current() != nil || update(f, "x") != Ignored {
		t.Error("a form without the keyboard takes keys")
	}
}

// A click gives an entry the keyboard and takes the choice under it; a second
// one on a cell with choices takes the next.
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
