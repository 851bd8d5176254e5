package ui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/lab/theme"
	"kernellab/testdata/support/check"
)

// field returns the picture of a field with a text, after a change. The field has the focus and
// its cursor before rune cursor, unless cursor is −1.
func field(text string, cursor int, change func(*Field)) func(w, h int) []*lipgloss.Layer {
	return func(w, h int) []*lipgloss.Layer {
		f := NewField(mono())
		f.SetValue(text)
		if f.SetFocused(cursor >= 0); cursor >= 0 {
			f.SetCursor(cursor)
		}
		if change != nil {
			change(f)
		}
		f.SetSize(w, h)
		return oneLayer(f.View())
	}
}

func TestField_pictures(t *testing.T) {
	example := func(f *Field) { f.Placeholder = "1/2" }
	judged := func(f *Field) { f.IsDerivation, f.LineMarks = true, []Mark{Right, Right, Wrong} }
	testPictures(t, []picture{
		{"empty", field("", 0, nil), 8, 1, "________"},
		{"an example", field("", 0, example), 8, 1, "(1/2)___"},
		{"an example without room", field("", 0, example), 4, 1, "____"},
		{"cut at the right", field("0123456789", -1, nil), 6, 1, "01234…"},
		{"cursor at the end", field("0123456789", 10, nil), 6, 1, "…6789_"},
		{"cursor inside", field("0123456789", 7, nil), 6, 1, "…34567"},
		{"cursor at the start", field("0123456789", 0, nil), 6, 1, "01234…"},
		{"rows", field("0123456789", 10, nil), 5, 3, `
		01234
		56789
		_____`},
		{"rows that scroll", field("0123456789", 10, nil), 4, 2, `
		4567
		89__`},
		{"lines with their marks, also where one fills its row", field("a = b; a + bb = cc; a = c", -1, judged), 12, 4, `
		a = b;     ✓
		a + bb =   ✓
		cc; ________
		a = c      ✗`},
		{"wide characters", field("漢漢漢", 3, nil), 5, 2, `
		漢漢_
		漢___`},
	})
}

func TestField_update(t *testing.T) {
	for _, c := range []struct {
		name, text, keys string
		want             string
		event            Event
	}{
		{"delete before the cursor", "1/2 x", "ctrl+u", "", Changed},
		{"delete a word", "1/2 xy", "ctrl+w", "1/2 ", Changed},
		{"delete the next word", "ab cd", "home alt+d", " cd", Changed},
		{"insert before the word", "ab cd", "alt+b x", "ab xcd", Changed},
		{"insert inside", "ab", "← x", "axb", Changed},
		{"a key of the lab", "ab", "ctrl+b", "ab", Ignored},
		{"no clipboard", "ab", "ctrl+v", "ab", Ignored},
		{"left of the start", "ab", "home ←", "ab", Ignored},
		{"a letter that is a key elsewhere", "", "q", "q", Changed},
	} {
		f := NewField(mono())
		f.SetValue(c.text)
		f.SetFocused(true)
		if event := update(f, c.keys); event != c.event || f.Value() != c.want {
			t.Errorf("%s: %q, event %d, want %q, %d", c.name, f.Value(), event, c.want, c.event)
		}
	}
}

// A text to be replaced stays when a key edits it, and when a sign continues it. Arrows up
// and down, which leave the field, change nothing.
func TestField_replace(t *testing.T) {
	for keys, want := range map[string]string{"7": "7", "7 8": "78", "← 7": "172", "end 7": "127", "backspace 7": "17",
		"^ 7": "12^7", "↑ 7": "7"} {
		f := NewField(mono())
		f.SetValue("12")
		f.SetFocused(true)
		f.WillReplace = true
		update(f, keys)
		check.That(t, f.Value() == want, "%s: %q, want %q", keys, f.Value(), want)
	}
}

// A paste becomes one line without control and format characters. Characters beyond the limit of
// the field are dropped and counted.
func TestField_paste(t *testing.T) {
	f := NewField(mono())
	f.SetFocused(true)
	f.Update(tea.PasteMsg{Content: "(1,\r\n2,\n3)\t\x1b[31m\u202e\u009b\ufeffx"})
	want := "(1, 2, 3) [31mx"
	check.That(t, f.Value() == want, "%q, want %q", f.Value(), want)
	f.SetValue("ab")
	f.Update(tea.PasteMsg{Content: strings.Repeat("α", FieldLimit)})
	if n := len([]rune(f.Value())); n != FieldLimit || !strings.Contains(f.LossWarning(), "last 2 did") {
		t.Errorf("got %d runes and %q, want %d and 2 lost", n, f.LossWarning(), FieldLimit)
	}
	typeText(f, "k")
	check.That(t, strings.Contains(f.LossWarning(), "last 1 did"), "got %q after a key, want 1 lost", f.LossWarning())
	update(f, "←")
	check.That(t, f.LossWarning() == "", "got %q after an arrow, want nothing lost", f.LossWarning())
}

// The lines of a pasted derivation stay lines.
func TestField_pasteOfLines(t *testing.T) {
	for pasted, want := range map[string]string{"a = b\nb = c": "a = b; b = c", "a = b;\r\n\r\n  b = c\r\n": "a = b; b = c",
		"a = b; b = c": "a = b; b = c", "a ": "a ", "a\r\tb": "a; b"} {
		f := NewField(mono())
		f.IsDerivation = true
		f.SetFocused(true)
		f.Update(tea.PasteMsg{Content: pasted})
		check.Equal(t, f.Value(), want, "the paste of %q", pasted)
	}
}

// The cursor is drawn where the next letter is inserted, also in a text that is
// scrolled sideways and next to wide characters.
func TestField_caret(t *testing.T) {
	for _, c := range []struct {
		text         string
		cursor, w, h int
		x, y         int
	}{
		{"0123456789", 10, 6, 1, 5, 0}, {"0123456789", 8, 6, 1, 5, 0}, {"0123456789", 3, 6, 1, 3, 0},
		{"漢漢x", 2, 10, 1, 4, 0}, {"0123456789", 7, 5, 3, 2, 1}, {"01234", 5, 5, 2, 0, 1},
	} {
		f := NewField(mono())
		f.SetValue(c.text)
		f.SetFocused(true)
		f.SetCursor(c.cursor)
		f.SetSize(c.w, c.h)
		if x, y := f.Caret(); x != c.x || y != c.y {
			t.Errorf("the cursor before rune %d of %q in %d×%d is at %d,%d, want %d,%d", c.cursor, c.text, c.w, c.h, x,
				y, c.x, c.y)
		}
	}
}

// The rune at which a text cannot be parsed is highlighted.
func TestField_marksTheWrongRune(t *testing.T) {
	colours := theme.New(ascii.TrueColor, true)
	f := NewField(colours)
	f.SetValue("1+*2")
	f.SetSize(6, 1)
	f.WrongRune = 3
	if want := colours.Block(colours.Line(ascii.Line{{Text: "1+", Ink: ascii.Strong}, {Text: "*", Ink: ascii.Warn},
		{Text: "2", Ink: ascii.Strong}}), 6, 1, ascii.Field); f.View() != want {
		t.Errorf("%q, want %q", f.View(), want)
	}
}

// In the ASCII profile a symbol takes the columns of its name.
func TestField_sevenBit(t *testing.T) {
	f := NewField(theme.New(ascii.SevenBit, true))
	f.SetValue("−g_i Σ_j 漢")
	f.SetSize(13, 1)
	compare(t, f.View(), "-g_i sum_j ?_")
}
