package ascii

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		name string
		in   Line
		w    int
		want string
	}{
		{"fits", Plain("one two"), 10, "one two"},
		{"breaks at blanks", Plain("one two three"), 8, "one two|three"},
		{"long word is cut", Plain("abcdefgh ij"), 3, "abc|def|gh|ij"},
		{"inks stay together", Line{{Text: "x"}, {Text: "₂", Ink: Dim}, {Text: " = 3"}}, 4, "x₂ =|3"},
		{"empty", nil, 5, ""},
		{"no room", Plain("one"), 0, ""},
	} {
		var got []string
		for _, l := range c.in.Wrap(c.w) {
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
		var in Line
		for _, s := range rapid.SliceOfN(rapid.StringMatching(`[a-zα-ω₁²中 ]{0,12}`), 0, 6).Draw(t, "spans") {
			in = append(in, Span{Text: s})
		}
		w := rapid.IntRange(2, 30).Draw(t, "w")
		var out strings.Builder
		for _, l := range in.Wrap(w) {
			if l.Width() > w {
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
		if got := (View{}).Clip(Plain("abcd"), w).String(); got != want {
			t.Errorf("clip to %d: %q, want %q", w, got, want)
		}
	}
	if got := (View{Profile: SevenBit}).Clip(Plain("σ²"), 4).String(); got != "sig~" {
		t.Errorf("in seven bits: %q", got)
	}
}
