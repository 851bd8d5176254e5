package answer

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"kernellab/kernels/expr"
)

// greekName returns the English name of a Greek letter, or "" for other runes.
func greekName(r rune) string {
	switch r {
	case 'ϕ':
		return "phi"
	case 'ϵ':
		return "epsilon"
	case 'ς':
		return "sigma"
	}
	for _, g := range greekLetters {
		if g.letter == r {
			return g.name
		}
	}
	return ""
}

// greekLetter returns the Greek letter with the given English name, or 0.
func greekLetter(name string) rune {
	for _, g := range greekLetters {
		if g.name == name {
			return g.letter
		}
	}
	return 0
}

// greekLetters pairs each letter with its English name.
var greekLetters = [...]struct {
	letter rune
	name   string
}{
	{'α', "alpha"}, {'β', "beta"}, {'γ', "gamma"}, {'δ', "delta"}, {'ε', "epsilon"}, {'ζ', "zeta"},
	{'η', "eta"}, {'θ', "theta"}, {'ι', "iota"}, {'κ', "kappa"}, {'λ', "lambda"}, {'μ', "mu"},
	{'ν', "nu"}, {'ξ', "xi"}, {'π', "pi"}, {'ρ', "rho"}, {'σ', "sigma"}, {'τ', "tau"},
	{'φ', "phi"}, {'χ', "chi"}, {'ψ', "psi"}, {'ω', "omega"}, {'Φ', "Phi"}, {'Γ', "Gamma"},
	{'Δ', "Delta"}, {'Λ', "Lambda"}, {'Ω', "Omega"},
}

// Normalise replaces LaTeX commands, look-alike runes, the operator @ and some dots by the signs
// that the parsers know. The number of runes stays the same, and so do positions.
func Normalise(text string) []rune {
	rs := slices.Clone(expr.PlainTeX([]rune(text)))
	for i, r := range rs {
		switch {
		case r >= 0x80:
			rs[i] = plainRune(r)
		case r == '@':
			rs[i] = '*'
		}
	}
	plainDots(rs)
	return rs
}

// TrimSpaces removes white space and unprintable runes at both ends.
func TrimSpaces(text string) string {
	return strings.TrimFunc(text, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) })
}

// plainDots replaces the dot of x.z by a product sign and the dot of x.T by a transposition sign,
// and removes a full stop at the end. Decimal points remain.
func plainDots(rs []rune) {
	end := len(rs) // the end of the text without white space at the end
	for end > 0 && unicode.IsSpace(rs[end-1]) {
		end--
	}
	for i, r := range rs {
		if r != '.' {
			continue
		}
		next := runeAt(rs, i+1)
		switch {
		case i > 0 && i+1 >= end:
			rs[i] = ' '
		case expr.IsDigit(next) || expr.IsDigit(runeAt(rs, i-1)):
		case next == 'T' && !unicode.IsLetter(runeAt(rs, i+2)):
			rs[i], rs[i+1] = 'ᵀ', ' '
		case unicode.IsLetter(next) && (unicode.IsLetter(runeAt(rs, i-1)) || expr.FromSubscript(runeAt(rs, i-1)) != 0):
			rs[i] = '·'
		}
	}
}

func runeAt(rs []rune, i int) rune {
	if i < 0 || i >= len(rs) {
		return 0
	}
	return rs[i]
}

func plainRune(r rune) rune {
	if plain, ok := expr.Plain(r); ok {
		return plain
	}
	if r >= '０' && r <= '９' || r >= 'Ａ' && r <= 'Ｚ' || r >= 'ａ' && r <= 'ｚ' {
		return r - '０' + '0'
	}
	if unicode.Is(unicode.Cf, r) && r != 0x202e { // format characters, except the one that reverses text
		return ' '
	}
	// Mathematical alphanumerics: thirteen alphabets of 52 letters.
	if r >= 0x1D400 && r <= 0x1D6A3 {
		return rune("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"[(r-0x1D400)%52])
	}
	return r
}

// How students separate digits and entries depends on their country and on the programs they use:
// 0,3 may mean 0.3; 167 668 501 and 167,668,501 are the same number; and [1 0 2] is a list. For
// each such habit, a text is converted to the usual spelling and read again.

// writingHabits lists these habits. spell converts a text to the usual spelling. It returns "" if
// the habit does not occur in the text.
var writingHabits = [...]struct {
	kind  string
	spell func(text string) string
}{
	{"decimal-comma", withDecimalPoints},
	{"grouped", withoutSeparators},
	{"spaces", withCommas},
	{"spaces", func(text string) string { return withCommas(withDecimalPoints(text)) }},
}

// otherSpellings returns what a text means after it was converted for each habit. It omits meanings
// that equal typedMeaning, the meaning of the text as typed. If that text cannot be parsed,
// typedMeaning is nil.
func otherSpellings(text string, s *Scope, typedMeaning *node) []alternative {
	if tooLong(text, s) != nil {
		return nil
	}
	var out []alternative
	for _, h := range writingHabits {
		spelling := h.spell(text)
		if spelling == "" || len(out) == maxAlternatives || h.kind == "spaces" && s.Entries == 1 {
			continue
		}
		root, _, err := parseText(spelling, s, 0)
		if err != nil || sameNode(root, typedMeaning) || h.kind == "spaces" && root.op != opList {
			continue
		}
		if _, err := (Expr{root: root, scope: s}).tensor(); err != nil {
			continue
		}
		if !slices.ContainsFunc(out, func(a alternative) bool { return sameNode(a.root, root) }) {
			out = append(out, alternative{root: root, kind: h.kind})
		}
	}
	return out
}

// withDecimalPoints replaces a comma between two digits by a decimal point. A second
// comma separates entries: 0,3,0,5 is 0.3, 0.5.
func withDecimalPoints(text string) string {
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

// digitRun returns the end of the digits that start at p.
func digitRun(src []rune, p int) int {
	for p < len(src) && expr.IsDigit(src[p]) {
		p++
	}
	return p
}

// groupedNumber matches a number whose digits are in groups of three, with the same separator
// between all groups. Commas do not group a number that begins with 0, such as 0,742.
var groupedNumber = expr.Pattern(
	`(?:^|[^\d.,])([1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:[ \x{a0}\x{2009}\x{202f}]\d{3})+(?:[.,]\d+)?|` +
		`\d{1,3}(?:['’_]\d{3})+(?:[.,]\d+)?|\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?)(?:$|[^\d.,]|[.,](?:$|\D))`,
)

// withoutSeparators removes the separators between groups of three digits.
func withoutSeparators(text string) string {
	matches := groupedNumber().FindAllStringSubmatchIndex(text, -1)
	if len(matches) == 0 {
		return ""
	}
	var b strings.Builder
	from := 0
	for _, m := range matches {
		b.WriteString(text[from:m[2]])
		b.WriteString(ungroup(text[m[2]:m[3]]))
		from = m[3]
	}
	b.WriteString(text[from:])
	return b.String()
}

// ungroup removes the separators between the groups of a number. A different separator is the
// decimal point.
func ungroup(grouped string) string {
	sep := grouped[strings.IndexFunc(grouped, func(r rune) bool { return !expr.IsDigit(r) }):]
	_, width := utf8.DecodeRuneInString(sep)
	return strings.ReplaceAll(strings.ReplaceAll(grouped, sep[:width], ""), ",", ".")
}

// numeral is the pattern of a number. numerals matches numbers separated only by spaces, such as
// 0 0 -1.
const numeral = `[-+−]?(?:√?\d+(?:\.\d*)?|\.\d+)(?:/\d+)?(?:√\d+)?`

var numerals = expr.Pattern(`^\s*` + numeral + `(?:[ \t]+` + numeral + `)+\s*$`)

// withCommas inserts commas between the entries of a list if only spaces separate them, as in
// [1 x1 x2] and 1 x1 x2. It inserts no comma next to an operator. It returns "" for a text that
// has no spaces, has other separators, or has fewer than five runes.
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
		from = 1 // start inside the outer bracket
	}
	out := slices.Clone(src)
	for i, r := range outsideBrackets(src[from:]) {
		if at := from + i; r == ' ' && endsEntry(src[:at]) && startsEntry(src[at:]) {
			out[at] = ','
		}
	}
	return string(out)
}

// endsEntry reports whether an entry can end at the end of src, that is, not with an operator.
func endsEntry(src []rune) bool {
	i := len(src) - 1
	for i >= 0 && src[i] == ' ' {
		i--
	}
	return i >= 0 && !strings.ContainsRune("+-*/^([{·−\\", src[i])
}

// startsEntry reports whether src can begin with an entry of a list. An entry begins with an
// operand, or with a minus sign directly before an operand.
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

// prepareForLexer returns a text as the lexer needs it. Spaces replace common additions to an
// answer: "about", the unit, the library of a function, the range of a sum. Positions do not
// change.
func prepareForLexer(text string, s *Scope) []rune {
	if strings.Contains(text, ".") {
		text = string(blankGroups([]rune(text), libraryPrefix()))
		text = strings.ReplaceAll(text, ".dot(", "·   (") // x.dot(z) is x·(z)
	}
	src := Normalise(text)
	if !slices.ContainsFunc(s.vocabulary, func(n spelling) bool { return n.base == "x" }) {
		src = []rune(atPoint().ReplaceAllString(string(src), "$1$2   "))
	}
	for _, p := range phrases() {
		if slices.ContainsFunc(p.markers, func(part string) bool { return strings.Contains(text, part) }) {
			src = blankGroups(src, p.pattern)
		}
	}
	return withoutUnit(src, s.Units)
}

// atPoint matches the value of a function at a point. If x denotes nothing, f(x_i) means f_i.
var atPoint = expr.Pattern(`(\pL)\(x(_[ijkl]|_\{[ijkl]\}|[ᵢⱼₖₗ])\)`)

// environment matches a LaTeX environment for a vector or a matrix.
var environment = expr.Pattern(
	`(?s)\s*\\begin\{(?:[bpv]|small)?(?:matrix|array)\}(?:\{\w*\})?(.*?)\\end\{\w+\}`,
)

// withBrackets converts the vectors and matrices of LaTeX to lists in brackets.
func withBrackets(text string) string {
	return environment().ReplaceAllStringFunc(text, func(found string) string {
		inner := strings.TrimSpace(environment().FindStringSubmatch(found)[1])
		separator, format := ",", "[%s]"
		if strings.Contains(inner, "&") {
			separator, format = "],[", "[[%s]]"
		}
		inner = strings.NewReplacer(`\\`, separator, "&", ",").Replace(strings.TrimSuffix(inner, `\\`))
		return fmt.Sprintf(format, inner)
	})
}

// libraryPrefix matches what programmers write before a function: np.exp, math.sqrt.
var libraryPrefix = expr.Pattern(
	`(?:^|[^\pL\pN_.])((?:(?:np|numpy|jnp|torch|math|cmath|Math|sp|scipy|special|sympy|tf|linalg)\.)+)`,
)

// phrase is a common addition to an answer or to a sum. Spaces replace the groups of its pattern,
// except that the "for" of sum(… for j in …) becomes a comma.
type phrase struct {
	markers []string // every text with the phrase contains one of these strings
	pattern *regexp.Regexp
}

var phrases = sync.OnceValue(func() []phrase {
	const (
		rangeSign  = `(?:\.\.+|…|:|to|,)`
		indexRange = `(\s*=\s*1\s*` + rangeSign + `\s*[nN]|\s*,\s*1\s*,\s*[nN])`
	)
	sums := []string{"sum", "Σ", "∑"}
	return []phrase{
		{[]string{"~", "∼", "≈", "a", "A", "c", "r"},
			regexp.MustCompile(
				`^[\s=]*((?i:~|∼|≈|about|around|roughly|approximately|approx\.?|circa|ca\.?)[\s=]*)[-+−\d.(√\\]`,
			)},
		{[]string{"("}, regexp.MustCompile(`(?:^|[^\pL\pN_])((?:array|vector|vec|column|matrix)\s*)\(\s*\[`)},
		{sums, regexp.MustCompile(`(?:sum|Σ)\s*\(\s*[ijklmpqrs]` + indexRange + `\s*,`)},
		{sums, regexp.MustCompile(`,\s*[ijklmpqrs]` + indexRange + `\s*\)`)},
		{sums, regexp.MustCompile(`(?:sum|Σ)\s*_\s*\{\s*[ijklmpqrs](\s*=\s*1\s*` + rangeSign + `\s*[nN]\s*)\}`)},
		{[]string{"for "},
			regexp.MustCompile(
				`\s(for)\s+[ijklmpqrs](\s+in\s+(?:range\s*\((?:\s*1\s*,)?\s*(?:n|N|len\(\w+\))(?:\s*\+\s*1)?\s*\)|1\s*` +
					rangeSign + `\s*[nN]))`,
			)},
	}
})

// blankGroups returns a text with spaces for the groups of all matches of a pattern.
func blankGroups(src []rune, pattern *regexp.Regexp) []rune {
	text := string(src)
	matches := pattern.FindAllStringSubmatchIndex(text, -1)
	if len(matches) == 0 {
		return src
	}
	out := slices.Clone(src)
	for _, m := range matches {
		for g := 2; g < len(m); g += 2 {
			from := len([]rune(text[:m[g]]))
			group := out[from : from+len([]rune(text[m[g]:m[g+1]]))]
			separates := string(group) == "for"
			blankOut(group)
			if separates {
				group[0] = ','
			}
		}
	}
	return out
}

func blankOut(rs []rune) {
	for i := range rs {
		rs[i] = ' '
	}
}

// withoutUnit replaces one of the units by spaces if it follows a number at the end of the text.
func withoutUnit(src []rune, units []string) []rune {
	text := strings.TrimRight(string(src), " \t\n.")
	for _, unit := range units {
		at := len(text) - len(unit)
		if at <= 0 || !strings.EqualFold(text[at:], unit) || !strings.ContainsRune("0123456789)! ", rune(text[at-1])) {
			continue
		}
		out := slices.Clone(src)
		blankOut(out[len([]rune(text[:at])):])
		return out
	}
	return src
}

// checkBrackets returns an error if brackets do not match, as in [1, 2). It is for callers that
// remove brackets before they parse. The parser of expressions checks brackets itself.
func checkBrackets(src []rune) *SyntaxError {
	var open []int
	for i, r := range src {
		switch {
		case nesting(r) > 0:
			open = append(open, i)
		case nesting(r) < 0 && len(open) == 0:
			return syntaxErrorf(i, "there is no opening bracket for this %c", r)
		case nesting(r) < 0:
			last := len(open) - 1
			if left := src[open[last]]; closingBracket(left) != r {
				return syntaxErrorf(i, "this %c should be %c, which closes the %c", r, closingBracket(left), left)
			}
			open = open[:last]
		}
	}
	if last := len(open) - 1; last >= 0 {
		left := src[open[last]]
		return syntaxErrorf(open[last], "this %c is not closed: %c is missing", left, closingBracket(left))
	}
	return nil
}

// closingBracket returns the closing bracket for an opening one.
func closingBracket(r rune) rune {
	switch r {
	case '(':
		return ')'
	case '[':
		return ']'
	}
	return '}'
}
