package remote

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

func TestSanitiseName(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"ada", "ada"},
		{"  Ada Lovelace ", "Ada Lovelace"},
		{"Jürgen", "Jürgen"},
		{"李雷", "李雷"},
		{"a\x1b[2Jb", "a[2Jb"},
		{"a\u009b2Jb", "a2Jb"},
		{"a\u202eb\u2066c\u200dd", "abcd"},
		{"a\u2028b\u2029c\ue000d", "abcd"},
		{"a\xff\xfeb", "ab"},
		{"\u0301a\u0301\u0302\u0303\u0304", "a\u0301\u0302"},
		{strings.Repeat("x", 100), strings.Repeat("x", 32)},
		{strings.Repeat("漢", 100), strings.Repeat("漢", 16)},
		{"\r\n\t", ""},
		{"", ""},
	} {
		if got := SanitiseName(c.in); got != c.want {
			t.Errorf("SanitiseName(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

func FuzzSanitiseName(f *testing.F) {
	for _, seed := range []string{"ada", "a\u202eb", "\u0301a\u0301\u0301\u0301", " \u0301 ", "\xff", "☺\ufe0f☺", "🇩🇪", strings.Repeat("\u115f", 100)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		name := SanitiseName(in)
		if again := SanitiseName(name); again != name {
			t.Errorf("%q becomes %q the second time", name, again)
		}
		if !utf8.ValidString(name) || ansi.StringWidth(name) > maxNameCells || utf8.RuneCountInString(name) > maxNameRunes {
			t.Errorf("%q is too long or broken", name)
		}
		marks := maxMarksPerBase
		for _, r := range name {
			if unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp) {
				t.Errorf("%q contains %U", name, r)
			}
			if !unicode.Is(unicode.M, r) {
				marks = 0
			} else if marks++; marks > maxMarksPerBase {
				t.Errorf("%q has a tower of marks", name)
			}
		}
	})
}
