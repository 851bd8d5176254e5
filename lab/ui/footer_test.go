package ui

import (
	"testing"

	"charm.land/bubbles/v2/key"
	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/lab/theme"
	"kernellab/testdata/support/check"
)

// footer returns a footer with keys and a notice.
func footer(t *theme.Theme, notice string) *Footer {
	f := NewFooter(t)
	f.Keys = []key.Binding{Hint("← → space", "step, play"), Hint("enter", "answer"), Hint("w", "why"),
		Hint("i", "what if"), Hint("ctrl+p", "find")}
	f.Pinned = []key.Binding{Hint("?", "help"), Hint("q", "back")}
	f.Notice = notice
	return f
}

func TestFooter_pictures(t *testing.T) {
	given := func(notice string) func(w, h int) []*lipgloss.Layer {
		return func(w, h int) []*lipgloss.Layer {
			return footer(mono(), notice).Layers(ascii.Rect{W: w, H: h})
		}
	}
	testPictures(t, []picture{
		{"as many as fit", given(""), 50, 1, "← → space step, play  enter answer  ? help  q back"},
		{"the others above", given(""), 50, 2, `
		w why  i what if  ctrl+p find
		← → space step, play  enter answer  ? help  q back`},
		{"closer together", given(""), 81, 1,
			"← → space step, play  enter answer  w why  i what if  ctrl+p find  ? help  q back"},
		{"all", given(""), 90, 1, "← → space step, play   enter answer   w why   i what if   ctrl+p find      ? help " +
			"  q back"},
		{"a notice", given("This is said in place of the keys."), 40, 1, "This is said in place…   ? help   q back"},
	})
}

// A click on a key in the footer presses it. A click on the word after several keys
// presses the first of them.
func TestFooter_click(t *testing.T) {
	f := footer(mono(), "")
	layers := f.Layers(ascii.Rect{W: 90, H: 1})
	for x, want := range map[int]string{0: "left", 2: "right", 5: "space", 14: "left", 25: "enter", 60: "ctrl+p",
		76: "?", 21: "", 72: ""} {
		press, ok := f.Click(Hit(layers, mouse(x, 0)))
		got := press.String()
		check.That(t, ok == (want != "") && (!ok || got == want), "a click in column %d is %q, want %q", x, got, want)
	}
}

// In a text field no key has two actions, and no key uses the clipboard.
func TestEditKeys(t *testing.T) {
	e := EditKeys()
	bindings := []key.Binding{e.CharacterForward, e.CharacterBackward, e.WordForward, e.WordBackward,
		e.DeleteWordBackward, e.DeleteWordForward, e.DeleteAfterCursor, e.DeleteBeforeCursor,
		e.DeleteCharacterBackward, e.DeleteCharacterForward, e.LineStart, e.LineEnd, e.Paste, e.AcceptSuggestion,
		e.NextSuggestion, e.PrevSuggestion, Keys().Accept, Keys().Reading, Keys().Choose}
	seen := map[string]bool{"ctrl+v": true, "ctrl+shift+c": true}
	for _, b := range bindings {
		for _, k := range b.Keys() {
			check.That(t, !seen[k], "%s is bound twice, or to the clipboard", k)
			seen[k] = true
		}
	}
}
