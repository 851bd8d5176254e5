package ui

import (
	"fmt"
	"testing"

	"charm.land/lipgloss/v2"

	"kernellab/ascii"
)

// flags is a form with a table of two columns to type into and one with
// choices, a gap in its second row, and an entry after it.
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
			return laid(f)(w, h)
		}
	}
	testPictures(t, []picture{
		{"marks in the cells, a line for the cell with the keyboard", given(func(f *Form) {
			f.Focus(f.index("b1"))
			f.Entry("a1").Remark.Mark, f.Entry("u2").Remark.Mark = Wrong, Follows
			f.Current().Remark = Remark{Mark: Right, Text: ascii.Inked("= 1/2", ascii.Dim)}
		}), 40, 8, `
		i  α        b        up
		1  _____ ✗  _____ ✓    ____
		2  _____    given      ____  ~
		3  _____    _____      ____
		  b1  = 1/2

		after = _______`},
		{"choices in the line", given(func(f *Form) {
			f.Focus(f.index("u1"))
			update(f, "2")
		}), 40, 8, `
		i  α        b        up
		1  _____    _____    ‹ yes_›
		2  _____    given      ____
		3  _____    _____      ____
		  u1  1` + "\u00a0" + `no   2` + "\u00a0" + `yes

		after = _______`},
		{"gaps, marks and boxes give way", given(func(f *Form) { f.Focus(f.index("u2")) }), 22, 8, `
		i α      b      up
		1 _____  _____    __
		2 _____  given  ‹ __›
		3 _____  _____    __
		  u2  1` + "\u00a0" + `no   2` + "\u00a0" + `yes

		after = _______`},
		{"the line is kept free", given(func(f *Form) { f.Focus(-1) }), 40, 8, `
		i  α        b        up
		1  _____    _____      ____
		2  _____    given      ____
		3  _____    _____      ____


		after = _______`},
		{"what is offered", given(func(f *Form) {
			f.Focus(0)
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

// Arrows go from cell to cell: up and down to the nearest of another row, left
// and right past the ends of a text, beyond the table to the next entry.
func TestTable_walk(t *testing.T) {
	f := flags()
	f.Focus(0)
	for _, step := range [][2]string{
		{"→", "b1"}, {"1 2 ←", "b1"}, {"←", "b1"}, {"←", "a1"}, {"→", "b1"}, {"end →", "u1"}, {"j", "u2"}, {"h", "a2"},
		{"↓", "a3"}, {"→ ↑", "a2"}, {"k", "a2"}, {"↑", "a1"}, {"↑", "a1"}, {"↓ ↓ ↓", "after"}, {"↑", "u3"},
		{"↑ ↑ ↑", "u1"},
	} {
		if update(f, step[0]); f.Current().Name != step[1] {
			t.Fatalf("%s leads to %s, want %s", step[0], f.Current().Name, step[1])
		}
	}
	if got := f.Entry("a2").Input.Value(); got != "k" {
		t.Errorf("cell after typing k = %q, want k", got)
	}
}
