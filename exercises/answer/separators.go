package answer

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"kernellab/kernels/expr"
)

// What stands between digits and between entries differs from country to
// country and from tool to tool: 0,3 is 0.3 for some, 167 668 501 and
// 167,668,501 are one number, [1 0 2] is a list. Each such habit is another
// spelling of the text, and a reading of its own.

// spellings of a text in the habits of others, "" where it has nothing of one.
var habits = [...]struct {
	kind  string
	spell func(text string) string
}{
	{"decimal-comma", decimalCommas},
	{"grouped", ungrouped},
	{"spaces", withCommas},
	{"spaces", func(text string) string { return withCommas(decimalCommas(text)) }},
}

// respelt are the readings of a text that its other spellings have, beside the
// first one; first is nil where the text as it stands has none.
func respelt(text string, s *Scope, first *node) []alternative {
	if tooLong(text, s) != nil {
		return nil
	}
	var out []alternative
	for _, h := range habits {
		spelling := h.spell(text)
		if spelling == "" || len(out) == maxAlternatives || h.kind == "spaces" && s.Entries == 1 {
			continue
		}
		root, _, err := parseText(spelling, s, 0)
		if err != nil || sameNode(root, first) || h.kind == "spaces" && root.op != opList {
			continue
		}
		if _, err := (Expr{root: root, scope: s}).lowered(); err != nil {
			continue
		}
		if !slices.ContainsFunc(out, func(a alternative) bool { return sameNode(a.root, root) }) {
			out = append(out, alternative{root: root, kind: h.kind})
		}
	}
	return out
}

// decimalCommas reads the comma between two digits as a decimal point, and a
// comma behind such a decimal as one that separates: 0,3,0,5 is 0.3, 0.5.
func decimalCommas(text string) string {
	src := []rune(text)
	changed := false
	for p := 0; p < len(src); p++ {
		if !expr.IsDigit(src[p]) {
			continue
		}
		end := digitRun(src, p)
		if runeAt(src, end) == ',' && expr.IsDigit(runeAt(src, end+1)) && runeAt(src, p-1) != '.' {
			src[end], changed = '.', true
			end = digitRun(src, end+1)
		}
		p = end
	}
	if !changed {
		return ""
	}
	return string(src)
}

// digitRun is where the digits that start at p end.
func digitRun(src []rune, p int) int {
	for p < len(src) && expr.IsDigit(src[p]) {
		p++
	}
	return p
}

// groups are digits in groups of three, with one sign between them throughout.
var groups = sync.OnceValue(func() *regexp.Regexp {
	group := func(sep string) string { return `\d{1,3}(?:` + sep + `\d{3})+` }
	return regexp.MustCompile(`(?:^|[^\d.,])(` + group(",") + `(?:\.\d+)?|` + group(`[ \x{a0}\x{2009}\x{202f}]`) + `(?:[.,]\d+)?|` + group(`['’_]`) + `(?:[.,]\d+)?|\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?)(?:$|[^\d.,]|[.,](?:$|\D))`)
})

// ungrouped takes the signs between groups of three digits away.
func ungrouped(text string) string {
	found := groups().FindAllStringSubmatchIndex(text, -1)
	if len(found) == 0 {
		return ""
	}
	var b strings.Builder
	from := 0
	for _, m := range found {
		b.WriteString(text[from:m[2]])
		b.WriteString(oneNumber(text[m[2]:m[3]]))
		from = m[3]
	}
	b.WriteString(text[from:])
	return b.String()
}

// oneNumber writes a number in groups as one; what follows a sign other than
// theirs is its decimals.
func oneNumber(grouped string) string {
	sep := rune(0)
	var b strings.Builder
	for _, r := range grouped {
		switch {
		case expr.IsDigit(r):
			b.WriteRune(r)
		case sep == 0:
			sep = r
		case r != sep:
			b.WriteByte('.')
		}
	}
	return b.String()
}

// numerals are numbers with nothing but spaces between them: 0 0 -1.
var numerals = sync.OnceValue(func() *regexp.Regexp {
	number := `[-+−]?(?:√?\d+(?:\.\d*)?|\.\d+)(?:/\d+)?(?:√\d+)?`
	return regexp.MustCompile(`^\s*` + number + `(?:[ \t]+` + number + `)+\s*$`)
})

// withCommas separates the entries of [1 x1 x2] or 1 x1 x2, a list without any
// separator, by commas; "" for other texts. Spaces beside an operator stay.
func withCommas(text string) string {
	if numerals().MatchString(text) {
		return strings.Join(strings.Fields(text), ", ")
	}
	src := []rune(strings.TrimSpace(text))
	if len(src) < 5 || strings.ContainsAny(text, ",;\n") || !strings.Contains(text, " ") {
		return ""
	}
	from := 0
	if src[0] == '[' || src[0] == '(' {
		from = 1 // inside the bracket around all
	}
	out := slices.Clone(src)
	for i, r := range outside(src[from:]) {
		if at := from + i; r == ' ' && endsEntry(src[:at]) && startsEntry(src[at:]) {
			out[at] = ','
		}
	}
	return string(out)
}

// endsEntry reports whether an entry can end here: not after an operator.
func endsEntry(src []rune) bool {
	i := len(src) - 1
	for i >= 0 && src[i] == ' ' {
		i--
	}
	return i >= 0 && !strings.ContainsRune("+-*/^([{·−", src[i])
}

// startsEntry reports whether an entry can start here: with a sign that
// belongs to it, or anything that is no operator.
func startsEntry(src []rune) bool {
	i := 0
	for i < len(src) && src[i] == ' ' {
		i++
	}
	if i == len(src) || strings.ContainsRune("+*/^)]}·", src[i]) {
		return false
	}
	return src[i] != '-' && src[i] != '−' || i+1 < len(src) && src[i+1] != ' '
}
