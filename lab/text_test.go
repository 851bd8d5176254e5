package lab

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kernellab/ascii"
)

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		name string
		in   ascii.Line
		w    int
		want string
	}{
		{"fits", ascii.Plain("one two"), 10, "one two"},
		{"breaks at blanks", ascii.Plain("one two three"), 8, "one two|three"},
		{"long word is cut", ascii.Plain("abcdefgh ij"), 3, "abc|def|gh|ij"},
		{"inks stay together", ascii.Line{{Text: "x"}, {Text: "₂", Ink: ascii.Dim}, {Text: " = 3"}}, 4, "x₂ =|3"},
		{"empty", nil, 5, ""},
		{"no room", ascii.Plain("one"), 0, ""},
	} {
		var got []string
		for _, l := range wrap(c.in, c.w) {
			got = append(got, l.String())
		}
		if s := strings.Join(got, "|"); s != c.want {
			t.Errorf("%s: %q, want %q", c.name, s, c.want)
		}
	}
}

// Wrapping keeps every rune that is not a blank, in order, and no line is too
// wide.
func TestWrapKeepsText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var in ascii.Line
		for _, s := range rapid.SliceOfN(rapid.StringMatching(`[a-zα-ω₁²中 ]{0,12}`), 0, 6).Draw(t, "spans") {
			in = append(in, ascii.Span{Text: s})
		}
		w := rapid.IntRange(2, 30).Draw(t, "w")
		var out strings.Builder
		for _, l := range wrap(in, w) {
			if lineWidth(l) > w {
				t.Fatalf("%q is wider than %d", l.String(), w)
			}
			out.WriteString(l.String())
		}
		squeeze := func(s string) string { return strings.ReplaceAll(s, " ", "") }
		if squeeze(out.String()) != squeeze(in.String()) {
			t.Fatalf("wrap(%q, %d) = %q", in.String(), w, out.String())
		}
	})
}

func TestClip(t *testing.T) {
	for w, want := range map[int]string{0: "", 1: "…", 3: "ab…", 4: "abcd", 9: "abcd"} {
		if got := clip(ascii.Plain("abcd"), w, "…").String(); got != want {
			t.Errorf("clip to %d: %q, want %q", w, got, want)
		}
	}
}

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

func TestWrapWholeLeavesNoHalfLine(t *testing.T) {
	lines := []ascii.Line{ascii.Plain("one two"), ascii.Plain("three four five six"), ascii.Plain("seven")}
	p := pen{}
	for rows, want := range []string{"", "one two", "one two", "one two/three four/five six", "one two/three four/five six/seven"} {
		var got []string
		for _, l := range p.wrapWhole(lines, 10, rows) {
			got = append(got, l.String())
		}
		if s := strings.Join(got, "/"); s != want {
			t.Errorf("%d rows: %q, want %q", rows, s, want)
		}
	}
}
