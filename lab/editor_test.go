package lab

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestEditor(t *testing.T) {
	for _, c := range []struct {
		name string
		keys []string
		want string // with | at the cursor
	}{
		{"typing", []string{"x", "1"}, "x1|"},
		{"in the middle", []string{"x", "1", "left", "^"}, "x^|1"},
		{"backspace", []string{"x", "1", "backspace"}, "x|"},
		{"backspace at the start", []string{"x", "home", "backspace"}, "|x"},
		{"delete", []string{"x", "1", "home", "delete"}, "|1"},
		{"delete a word", []string{"a", "b", "+", "c", "d", "ctrl+w"}, "ab+|"},
		{"delete to the start", []string{"a", "b", "left", "ctrl+u"}, "|b"},
		{"delete to the end", []string{"a", "b", "left", "ctrl+k"}, "a|"},
		{"word left", []string{"a", "b", "+", "c", "ctrl+left", "ctrl+left"}, "|ab+c"},
		{"space", []string{"a", "space", "b"}, "a b|"},
	} {
		var e editor
		for _, k := range c.keys {
			e.key(press(k))
		}
		if got := string(e.text[:e.at]) + "|" + string(e.text[e.at:]); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// No key and no paste breaks the editor: the cursor stays inside, the text is
// one line of printable runes within the limit.
func TestEditorSurvivesAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var e editor
		for _, s := range rapid.SliceOf(rapid.String()).Draw(t, "pastes") {
			e.insert(s)
			e.key(press(rapid.SampledFrom([]string{"left", "right", "home", "ctrl+w", "ctrl+k", "delete", "backspace", "ctrl+right"}).Draw(t, "key")))
			if e.at < 0 || e.at > len(e.text) || len(e.text) > editorLimit || strings.ContainsAny(e.value(), "\n\r\t\x1b") {
				t.Fatalf("%q, cursor at %d", e.value(), e.at)
			}
		}
	})
}

func TestEditorLimit(t *testing.T) {
	var e editor
	e.insert(strings.Repeat("x", 3*editorLimit))
	if len(e.text) != editorLimit {
		t.Errorf("%d runes", len(e.text))
	}
}
