package answer

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// ranged is a condition on the indices of one family: √2 x_i x_j for i < j.
type ranged struct {
	family     int // counted from 0
	left, sign string
	right      string
}

// ranges finds what stands behind a family about its indices: (i < j), for all
// i, j; i = 1, …, d. The first groups are a condition in parentheses, the next one
// without; the last is where it ends.
var ranges = sync.OnceValue(func() *regexp.Regexp {
	const (
		index    = `[ijlk]`
		relation = `(` + index + `)\s*(<=|>=|≤|≥|<|>|≠|!=|\\neq?|\\leq?)\s*(` + index + `)`
		upTo     = `(?:\s*(?:=|∈|in)\s*\{?\s*1\s*,?\s*(?:…|\.\.\.?|⋯|:|to)\s*,?\s*[dnm]\s*\}?)`
		pair     = index + upTo + `?\s*(?:,|and)\s*` + index + upTo + `?`
		all      = `(?:(?:for|with|where|over)(?:\s+(?:all|every|each|any|pairs))?\s+|∀\s*|:\s*)`
	)
	return regexp.MustCompile(`(?:,\s*)?\(\s*` + all + `?(?:` + relation + `|` + pair + `|` + index + upTo + `)\s*\)()` +
		`|(?:,\s*|\s+)(?:` + all + `?` + relation + `|` + all + `(?:` + pair + `|` + index + upTo + `?))\s*()(?:[,;)\]\n]|$)`)
})

// withoutRanges is a text without the conditions of its families, and these.
func withoutRanges(text string) (string, []ranged) {
	var found []ranged
	for {
		at := ranges().FindStringSubmatchIndex(text)
		if at == nil {
			return text, found
		}
		from, groups, end := at[0], at[2:8], at[8]
		if at[8] < 0 {
			groups, end = at[10:16], at[16]
		}
		if groups[0] >= 0 {
			r := ranged{family: familyAt(text[:from])}
			r.left, r.sign, r.right = text[groups[0]:groups[1]], text[groups[2]:groups[3]], text[groups[4]:groups[5]]
			found = append(found, r)
		}
		text = text[:from] + strings.Repeat(" ", len([]rune(text[from:end]))) + text[end:]
	}
}

// familyAt is the number of the family at the end of a text.
func familyAt(text string) int {
	src := []rune(strings.TrimSpace(text))
	if len(src) > 0 && nests(src[0]) > 0 && matched(src) != nil {
		src = src[1:]
	}
	n := 0
	for _, r := range outside(src) {
		if strings.ContainsRune(",;\n", r) {
			n++
		}
	}
	return n
}

// holds reports whether the indices of a family keep to its conditions.
func (r ranged) holds(at map[string]int) bool {
	a, okA := at[r.left]
	b, okB := at[r.right]
	if !okA || !okB {
		return true
	}
	switch r.sign {
	case "<":
		return a < b
	case ">":
		return a > b
	case "<=", "≤", `\le`, `\leq`:
		return a <= b
	case ">=", "≥":
		return a >= b
	}
	return a != b
}

// unbound names an index of a condition that its family does not have, "" where
// there is none.
func (r ranged) unbound(family *node) string {
	one, two := freeIndices(family, "", nil)
	for _, index := range []string{r.left, r.right} {
		if !slices.ContainsFunc([]*node{one, two}, func(n *node) bool { return n != nil && n.text == index }) {
			return index
		}
	}
	return ""
}

// shown writes the condition behind its family.
func (r ranged) shown() string {
	sign := strings.NewReplacer("<=", "≤", ">=", "≥", "!=", "≠", `\neq`, "≠", `\ne`, "≠", `\leq`, "≤", `\le`, "≤").Replace(r.sign)
	return " (" + r.left + " " + sign + " " + r.right + ")"
}
