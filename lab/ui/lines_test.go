package ui

import (
	"testing"

	"charm.land/lipgloss/v2"
)

// lines are a derivation that has the keyboard.
func lines(text string, w int, marks ...Mark) *Lines {
	l := NewLines(mono())
	l.SetValue(text)
	l.Focus(true)
	l.SetWidth(w)
	l.Marks = marks
	return l
}

func TestLines_pictures(t *testing.T) {
	given := func(text string, keys string, marks ...Mark) func(w, h int) []*lipgloss.Layer {
		return func(w, h int) []*lipgloss.Layer {
			l := lines(text, w, marks...)
			update(l, keys)
			return one(l.View())
		}
	}
	testPictures(t, []picture{
		{"empty", given("", ""), 12, 2, "  │"},
		{"marks before the lines", given("w = a φ; f = w x; a = 3", "", Right, Follows, Wrong), 14, 4, `
		✓ │ w = a φ
		~ │ f = w x
		✗ │ a = 3`},
		{"a line that goes on", given("w = a b c d e f; x = 1", "", Right, Wrong), 14, 4, `
		✓ │ w = a b c
		  │ d e f
		✗ │ x = 1`},
		{"a semicolon opens a line", given("a", "; b"), 12, 3, `
		  │ a
		  │ b`},
		{"marks of changed lines go", given("a; b; c", "↑ d", Right, Right, Right), 12, 3, `
		✓ │ a
		  │ bd
		  │ c`},
		{"more rows than there is room for", given("1;2;3;4;5;6;7;8;9;10", ""), 12, 9, `
		  │ 3
		  │ 4
		  │ 5
		  │ 6
		  │ 7
		  │ 8
		  │ 9
		  │ 10`},
	})
}

func TestLines_update(t *testing.T) {
	for _, c := range []struct {
		name, text, keys string
		want             string
		line             int
		event            Event
	}{
		{"up", "a; b", "↑", "a\nb", 0, Moved},
		{"up in the first line", "a; b", "↑ ↑", "a\nb", 0, Ignored},
		{"down in the last line", "a; b", "↓", "a\nb", 1, Ignored},
		{"joined", "a; b", "home backspace", "ab", 0, Changed},
		{"no transposing", "ab", "ctrl+t", "ab", 0, Ignored},
		{"no clipboard", "ab", "ctrl+v", "ab", 0, Ignored},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := lines(c.text, 30)
			if event := update(l, c.keys); event != c.event || l.Value() != c.want || l.Line() != c.line {
				t.Errorf("%q in line %d, event %d, want %q, %d, %d", l.Value(), l.Line(), event, c.want, c.line, c.event)
			}
		})
	}
}

// Enter is the screen's: it has the lines judged, then opens the next.
func TestLines_open(t *testing.T) {
	l := lines("a; b", 30, Right, Right)
	update(l, "↑ home")
	l.Open()
	typed(l, "x")
	if want := "a\nx\nb"; l.Value() != want || l.Line() != 1 {
		t.Errorf("%q in line %d, want %q", l.Value(), l.Line(), want)
	}
	l.SetLine("y by definition")
	if want := "a\ny by definition\nb"; l.Value() != want || l.Line() != 1 {
		t.Errorf("%q in line %d, want %q", l.Value(), l.Line(), want)
	}
	if x, y := l.Caret(); x != promptWidth+15 || y != 1 {
		t.Errorf("the cursor is at %d,%d", x, y)
	}
}
