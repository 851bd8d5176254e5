package join

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"kernellab/ascii"
	"kernellab/testdata/support/check"
)

func TestCleanName(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"  Ada \t Lovelace\r\n", "Ada Lovelace"},
		{"Ada\x1b[31m\u202e Lovelace\u200b", "Ada[31m Lovelace"},
		{"a\u0301\u0302\u0303\u0304", "a\u0301\u0302"},
		{"\u0301\u0302 é", "é"},
		{"x \u0301 y", "x y"},
		{"\ue000\xff\ufffd\u3164", ""},
		{"李" + strings.Repeat("四", 40), "李" + strings.Repeat("四", 15)},
		{strings.Repeat("a", 31) + " b", strings.Repeat("a", 31)},
		{"'; DROP TABLE students", "'; DROP TABLE students"},
	} {
		check.Equal(t, CleanName(c.in), c.want, "CleanName(%q)", c.in)
	}
}

func FuzzCleanName(f *testing.F) {
	for _, s := range []string{"Ada", "a\u0301\u0302\u0303", "\x1b]0;x\x07", "李四", "\u2066x\u2028y", "\xf0\x28", "👩‍👩‍👧"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		name := CleanName(text)
		check.Equal(t, CleanName(name), name, "cleaned again")
		if !utf8.ValidString(name) || ascii.Width(name) > maxNameWidth || strings.TrimSpace(name) != name {
			t.Errorf("got %q, want valid UTF-8 without spaces at its ends in at most %d cells", name, maxNameWidth)
		}
		const maxMarks = 2
		marks := maxMarks
		for _, r := range name {
			check.That(t, !unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp),
				"got %q with %U, want neither control, format nor private characters", name, r)
			if marks++; !unicode.IsMark(r) {
				marks = 0
			}
			if marks > maxMarks {
				t.Errorf("got %q, want at most %d marks on a character", name, maxMarks)
			}
		}
	})
}

// Every word is a clean name of its own, and a class of any size has names.
func TestPseudonym(t *testing.T) {
	var taken []string
	for range 5000 {
		name := Pseudonym(taken)
		check.Must(t, !slices.Contains(taken, name) && CleanName(name) == name,
			"Pseudonym = %q, want a clean name that is not taken", name)
		taken = append(taken, name)
	}
}
