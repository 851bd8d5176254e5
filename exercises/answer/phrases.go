package answer

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// readable is a text as the lexer reads it, with what people write around an
// answer blanked: "about", the unit, the library a function comes from, the range
// of a sum. Positions stay those of the text as typed.
func readable(text string, s *Scope) []rune {
	if strings.Contains(text, `\ell`) {
		text = strings.NewReplacer(`{\ell}`, "{ℓ}   ", `\ell`, "ℓ   ").Replace(text)
	}
	raw := []rune(text)
	if strings.Contains(text, ".") {
		raw = blanked(raw, libraries())
		raw = methods(raw)
	}
	src := normalise(string(raw))
	for _, p := range phrases() {
		if slices.ContainsFunc(p.with, func(part string) bool { return strings.Contains(text, part) }) {
			src = blanked(src, p.pattern)
		}
	}
	return withoutUnit(src, s.Units)
}

// libraries finds what a programmer writes before a function: np.exp, math.sqrt.
var libraries = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[^\pL\pN_.])((?:(?:np|numpy|jnp|torch|math|cmath|Math|sp|scipy|special|sympy|tf|linalg)\.)+)`)
})

// methods reads x.dot(z) as x·(z).
func methods(src []rune) []rune {
	text := string(src)
	if !strings.Contains(text, ".dot(") {
		return src
	}
	return []rune(strings.ReplaceAll(text, ".dot(", "·   ("))
}

// phrase is something that can be said around an answer, or about a sum: the
// groups of its pattern are blanked, but for the "for" of sum(… for j in …),
// which is a comma.
type phrase struct {
	with    []string // one of these is in every text that has it
	pattern *regexp.Regexp
}

var phrases = sync.OnceValue(func() []phrase {
	const (
		to  = `(?:\.\.+|…|:|to|,)`
		run = `(\s*=\s*1\s*` + to + `\s*[nN]|\s*,\s*1\s*,\s*[nN])`
	)
	sums := []string{"sum", "Σ", "∑"}
	return []phrase{
		{[]string{"~", "∼", "≈", "approx", "a", "A", "c", "r"}, regexp.MustCompile(`^[\s=]*((?i:~|∼|≈|\\approx\b|about|around|roughly|approximately|approx\.?|circa|ca\.?)[\s=]*)[-+−\d.(√\\]`)},
		{[]string{"("}, regexp.MustCompile(`(?:^|[^\pL\pN_])((?:array|vector|vec|column|matrix)\s*)\(\s*\[`)},
		{sums, regexp.MustCompile(`(?:sum|Σ)\s*\(\s*[ijklm]` + run + `\s*,`)},
		{sums, regexp.MustCompile(`,\s*[ijklm]` + run + `\s*\)`)},
		{sums, regexp.MustCompile(`(?:sum|Σ)\s*_\s*\{\s*[ijklm](\s*=\s*1\s*` + to + `\s*[nN]\s*)\}`)},
		{[]string{"for "}, regexp.MustCompile(`\s(for)\s+[ijklm](\s+in\s+(?:range\s*\((?:\s*1\s*,)?\s*(?:n|N|len\(\w+\))(?:\s*\+\s*1)?\s*\)|1\s*` + to + `\s*[nN]))`)},
	}
})

// blanked is a text with the groups of a pattern blanked wherever it stands.
func blanked(src []rune, pattern *regexp.Regexp) []rune {
	text := string(src)
	found := pattern.FindAllStringSubmatchIndex(text, -1)
	if len(found) == 0 {
		return src
	}
	out := slices.Clone(src)
	for _, m := range found {
		for g := 2; g < len(m); g += 2 {
			from := len([]rune(text[:m[g]]))
			group := out[from : from+len([]rune(text[m[g]:m[g+1]]))]
			separates := string(group) == "for"
			blank(group)
			if separates {
				group[0] = ','
			}
		}
	}
	return out
}

func blank(rs []rune) {
	for i := range rs {
		rs[i] = ' '
	}
}

// withoutUnit blanks a unit that stands behind a number.
func withoutUnit(src []rune, units []string) []rune {
	text := strings.TrimRight(string(src), " \t\n.")
	for _, unit := range units {
		at := len(text) - len(unit)
		if at <= 0 || !strings.EqualFold(text[at:], unit) || !strings.ContainsRune("0123456789)! ", rune(text[at-1])) {
			continue
		}
		out := slices.Clone(src)
		blank(out[len([]rune(text[:at])):])
		return out
	}
	return src
}
