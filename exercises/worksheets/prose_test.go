package worksheets

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kernellab/testdata/support/check"
)

// pieces are combined at random into texts.
var pieces = []string{
	"a", "b", "word", " ", " ", "  ", "\n", "\n", "\n\n", "\n    ", "\n  ", "\n- ", "\n1. ", "\n2) ", "\n* ", "\n### ",
	"\n```formula\n", "\n```\n",
	"*", "*", "**", "_", "__", "***", "`", "``", "\\", "\\*", ".", "(", ")", "!", "é", "α", "-", "+", "#", "1", "3.",
	"~~~", "{{n}}", "[a](b)", "<b>", "&amp;",
}

// TestProse_losesNoWord checks that all words of a text come out in order, or that a
// problem inside it is reported.
func TestProse_losesNoWord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		markdown := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 24).Draw(t, "pieces"), "")
		p := &problems{file: "w.md"}
		var shown strings.Builder
		for _, b := range prose(markdown, 1, p) {
			shown.WriteString(b.Text.String())
		}
		lines := strings.Split(markdown, "\n")
		for _, e := range p.errors {
			if e.Line < 1 || e.Line > len(lines) || e.Column < 1 || e.Column > len([]rune(lines[e.Line-1]))+1 {
				t.Fatalf("%q: got the problem %v outside of the text, want it inside", markdown, e)
			}
		}
		if len(p.errors) > 0 {
			return
		}
		greek := func(r rune) rune {
			if r == 'é' || r == 'α' {
				return r
			}
			return -1
		}
		if got, want := strings.Map(greek, shown.String()), strings.Map(greek, markdown); got != want {
			t.Fatalf("%q: got the letters %q, want %q", markdown, got, want)
		}
	})
}

func TestProse_readsBlocks(t *testing.T) {
	for markdown, want := range map[string]string{
		"a\nb":                            "a b",
		"a\n\nb":                          "a|b",
		"- a\n- b\n  c":                   "• a|• b c",
		"3. a\n4. b":                      "3. a|4. b",
		"### *a* b ###":                   "a b",
		"a\n\n    x = y\n\n    z":         "a|x = y||z",
		"```formula\n x = `1|α`\n```\nb":  "x = α|b",
		"```verbatim\n  x  y\n```":        "  x  y",
		"*a **b** c*":                     "a b c",
		"a * b":                           "a * b",
		"`` a`b ``":                       "a`b",
		"`a\nb`":                          "a b",
		"a < b &amp; c > # no $5 [a] (b)": "a < b &amp; c > # no $5 [a] (b)",
		"a  \nb":                          "a b",
	} {
		p := &problems{}
		var got []string
		for _, b := range prose(markdown, 1, p) {
			got = append(got, strings.TrimLeft(b.Mark+" ", " ")+b.Text.String())
		}
		check.That(t, len(p.errors) == 0 && strings.Join(got, "|") == want,
			"%q: got %q, want %q (%v)", markdown, got, want, p.errors)
	}
}

// TestProse_readsBackslashes checks backslash escapes against the CommonMark specification. The
// Markdown library handles them only when it writes HTML.
func TestProse_readsBackslashes(t *testing.T) {
	for markdown, want := range map[string]string{
		`a \\*b*`:        `a \b`,
		"a\\\\\\\nb":     `a\ b`,
		"a\\  \n\\*b*":   `a\ *b*`,
		"`a\\`b":         `a\b`,
		`\q \* \_ \\ \é`: `\q * _ \ \é`,
	} {
		got := prose(markdown, 1, &problems{})
		check.That(t, len(got) == 1 && got[0].Text.String() == want, "%q: got %q, want %q", markdown, got, want)
	}
}

// TestProse_placesProblems checks the line and column of problems, also inside items and after line
// breaks.
func TestProse_placesProblems(t *testing.T) {
	for markdown, want := range map[string]place{
		"one\n  two 2*a*b":    {8, 9},
		"- one\n  2*a*b":      {8, 5},
		"-   2*a*b":           {7, 7},
		"### x**y** z":        {7, 7},
		"a\n\n  #### deep":    {9, 3},
		"a\n\n  ```go\n  ```": {9, 3},
		"1. a\n2.\n":          {8, 1},
		"- a\n  - b":          {7, 1},
		"αβ `x` γ2*a*":        {7, 11},
	} {
		p := &problems{}
		prose(markdown, 7, p)
		check.That(t, len(p.errors) == 1 && (place{p.errors[0].Line, p.errors[0].Column}) == want,
			"%q: %v, want %v", markdown, p.errors, want)
	}
}

// TestProse_readsAloud checks that a paragraph or an item is read aloud in the words of
// the block after it, and that such a block anywhere else is a problem.
func TestProse_readsAloud(t *testing.T) {
	var p problems
	blocks := prose("Press `→`.\n\n```aloud\nType `→` {{n}} times.\n```\n\n- one\n\n```aloud\nthe first\n```", 1, &p)
	if len(p.errors) > 0 || len(blocks) != 2 || blocks[0].SpokenText.String() != "Type → {{n}} times." ||
		blocks[1].SpokenText.String() != "the first" || blocks[1].Text.String() != "one" {
		t.Errorf("got the blocks %+v, problems %v, want 2 blocks with their words aloud", blocks, p.errors)
	}
	if out := (values{{"n": "3"}}).blocks(blocks); out[0].SpokenText.String() != "Type → 3 times." {
		t.Errorf("got %q aloud, want the value filled in", out[0].SpokenText)
	}
	for _, text := range []string{"```aloud\nalone\n```", "one\n\n```aloud\n```", "one\n\n```aloud\na\n\nb\n```"} {
		var p problems
		if prose(text, 1, &p); len(p.errors) != 1 {
			t.Errorf("%q: got the problems %v, want one", text, p.errors)
		}
	}
}
