package breakpoint

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kernellab/exercises"
	"kernellab/exercises/budget"
	"kernellab/solvers"
	"kernellab/testdata/support/check"
)

// checkCompletions checks that every completion can be compiled up to its end, keeps
// the text behind it and says where typing continues.
func checkCompletions(t check.T, v Vocabulary, text string, at int) []exercises.Completion {
	t.Helper()
	out := v.Complete(text, at)
	for _, c := range out {
		src := []rune(c.Text)
		if c.Cursor < 1 || c.Cursor > len(src) {
			t.Fatalf("%q at %d: completion %q continues at %d, want a place inside it", text, at, c.Text, c.Cursor)
		}
		if rest := string([]rune(text)[min(at, len([]rune(text))):]); string(src[c.Cursor:]) != rest {
			t.Fatalf("%q at %d: completion %q at %d loses text, want it to keep %q", text, at, c.Text, c.Cursor, rest)
		}
		head := string(src[:c.Cursor])
		if len(src[:c.Cursor]) > budget.ConditionLimits().Runes {
			continue
		}
		_, err := Compile(head, v)
		var e *exercises.ConditionError
		if errors.As(err, &e) && e.At < len([]rune(strings.TrimRight(head, " "))) {
			t.Fatalf("%q at %d: completion %q has an error at %d, want none before its end: %s", text, at, head, e.At,
				e.Problem)
		}
	}
	return out
}

func TestComplete_atEnd(t *testing.T) {
	v := For(solvers.SMO{C: 1}, dual(t, "worksheet1d", "linear"))
	for _, c := range []struct {
		text string
		want []string // texts that are among the completions, in this order
		none string   // a text that is not
	}{
		{"", []string{"alpha[", "clip", "gap", "g", "not", "abs("}, "drops"},
		{"al", []string{"alpha["}, "gap"},
		{"α", []string{"alpha["}, "gap"},
		{"g", []string{"gap", "gamma"}, "alpha["},
		{"alpha[", []string{"alpha[k]", "alpha[l]", "alpha[1]", "alpha[9]"}, "alpha[10]"},
		{"alpha[3", []string{"alpha[3]"}, "alpha[4]"},
		{"alpha[3]", []string{"alpha[3] <", "alpha[3] ==", "alpha[3] changes"}, "alpha[3] flips"},
		{"alpha[3] ==", []string{"alpha[3] == 0", "alpha[3] == C"}, "alpha[3] == clip"},
		{"clip", []string{"clip ==", "clip changes", "clip and"}, "clip <"},
		{"clip ==", []string{"clip == none", "clip == L", "clip == H"}, "clip == gap"},
		{"clip == H ", []string{"clip == H and", "clip == H or"}, "clip == H changes"},
		{"gap < ", []string{"gap < 1e-3"}, "gap < clip"},
		{"gap dr", []string{"gap drops"}, "gap rises"},
		{"pred fl", []string{"pred flips"}, ""},
		{"pred(", []string{"pred(x1)", "pred(x9)"}, ""},
		{"pred(x", []string{"pred(x1)"}, ""},
		{"pair", []string{"pair ==", "pair changes"}, "pair <"},
		{"gap < 1 and not c", []string{"gap < 1 and not clip"}, ""},
		{"status == it", []string{"status == iteration-limit"}, "status == running"},
		{"gap < 1 bl", nil, "gap < 1 blobs"},
		{"wobble < 1 and cl", nil, "wobble < 1 and clip"},
	} {
		var got []string
		for _, o := range checkCompletions(t, v, c.text, len([]rune(c.text))) {
			got = append(got, o.Text)
		}
		at := -1
		for _, w := range c.want {
			i := slices.Index(got, w)
			if i <= at {
				t.Errorf("Complete(%q) = %q, want %q after place %d", c.text, got, w, at)
			}
			at = i
		}
		if slices.Contains(got, c.none) {
			t.Errorf("Complete(%q) offers %q, want it not offered", c.text, c.none)
		}
	}
}

// A condition that is typed by completion only compiles to the same condition from its
// normal form, is true where it holds, and always has a reading.
func TestComplete_alone(t *testing.T) {
	all := paths(t)
	rapid.Check(t, func(r *rapid.T) {
		p := all[rapid.IntRange(0, len(all)-1).Draw(r, "path")]
		text := ""
		for range 14 {
			offers := checkCompletions(r, p.words, text, len([]rune(text)))
			if len(offers) == 0 {
				break
			}
			text = offers[rapid.IntRange(0, len(offers)-1).Draw(r, "offer")].Text
			c, err := Compile(text, p.words)
			if err != nil {
				continue
			}
			sameAgain(t, c, p)
			for i := 1; i < len(p.steps); i++ {
				prev, now := p.steps[i-1], p.steps[i]
				if c.Holds(prev, now) && !isTrue(c, prev, now) || c.ValuesText(prev, now) == "" {
					r.Fatalf("%s step %d: %q holds and is not true, or has no reading", p.name, i, c)
				}
			}
		}
	})
}
