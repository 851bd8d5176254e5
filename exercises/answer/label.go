package answer

import (
	"context"
	"iter"
	"slices"
	"strings"
	"unicode"

	"kernellab/kernels/expr"
)

// WithoutLabel removes the label of the field if the student repeated it at the start of the answer.
// For the label "η <", it removes "η <", "eta <" and "0 < η <", and for "aᵢ ←" also "a_i =". The
// start of the text must consist of the name in the label, or one of otherNames, and the relation
// sign of the label. Spaces replace the removed runes, so that positions in the text do not change.
// Any other equation remains in the text. Any other inequality is an error, because the answer to
// such a field must not contain one.
func WithoutLabel(text, label string, otherNames ...string) (string, *SyntaxError) {
	l := parseLabel(label, otherNames)
	src := Normalise(text)
	from := skipZeroBound(src, l)
	r, ok := firstRelation(src[from:])
	if !ok {
		return text, nil
	}
	end := from + r.start + r.width
	left := src[from : from+r.start]
	switch {
	case r.sign == l.sign && l.matches(left) && isBlank(string(src[end:])):
		return text, syntaxErrorf(end, "nothing follows %s yet", clip(strings.TrimSpace(string(src))))
	case r.sign == l.sign && l.matches(left):
		out := []rune(text)
		blankOut(out[:end])
		return string(out), nil
	case r.sign == '=' && l.sign == '=', isBlank(string(left)) && runeAt(src, r.start) == '≈':
		return text, nil
	}
	return text, l.otherStatementError(text, from+r.start, end)
}

// label is the text before a field.
type label struct {
	text string
	// names are the possible names, as nameKey returns them. functions are those names that
	// belong to functions, such as f for f(x).
	names, functions []string
	sign             rune // the relation sign
}

// parseLabel parses a field's label. A label without a relation sign is an equation.
func parseLabel(text string, otherNames []string) label {
	src := Normalise(strings.TrimRight(text, " :"))
	l := label{text: strings.TrimSpace(text), sign: '='}
	for i := range src {
		if s, width := relationSign(src[i:]); width > 0 && i+width == len(src) {
			l.sign, src = s, src[:i]
			break
		}
	}
	l.addName(src)
	if m := lastName().FindStringSubmatch(strings.TrimSpace(string(src))); m != nil && !strings.Contains(text, " of ") {
		l.addName([]rune(m[1]))
	}
	for _, other := range otherNames {
		l.addName(Normalise(other))
	}
	return l
}

// addName adds a name to the label, and the name without parts that students may omit: the
// arguments in φ(x), "new" in αℓ new, and the index in aᵢ.
func (l *label) addName(src []rune) {
	name := nameKey(src)
	l.names = append(l.names, name)
	if f := functionName(src); f != "" {
		l.names, l.functions = append(l.names, f), append(l.functions, f)
	}
	if withoutMark := nextValueMark().ReplaceAllString(name, ""); withoutMark != name {
		l.names = append(l.names, withoutMark)
	}
	if src = []rune(strings.TrimSpace(string(src))); len(src) == 2 && expr.FromSubscript(src[1]) == 'i' {
		l.names = append(l.names, nameKey(src[:1]))
	}
}

// matches reports whether a text is a name of the label. It may have a mark for the new value, as
// in aᵢ′, a_new[i] or aᵢ⁺, and arguments that differ from those in the label. If the label is an
// equation, the name may be missing.
func (l label) matches(left []rune) bool {
	name, f := nameKey(left), functionName(left)
	withoutMark := strings.TrimRight(nextValueMark().ReplaceAllString(name, ""), "'+")
	return name == "" && l.sign == '=' || slices.Contains(l.names, name) ||
		withoutMark != name && slices.Contains(l.names, withoutMark) ||
		f != "" && (slices.Contains(l.names, f) ||
			slices.ContainsFunc(l.functions, func(name string) bool { return strings.EqualFold(name, f) }))
}

// lastName matches a phrase that ends in a name, such as "so w = Xᵀa, with a". The group of the
// pattern is the name.
var lastName = expr.Pattern(`^(?:.*[,:] *)?(?:[a-z]+ +)*(\pL[^ ()|]*)$`)

// nextValueMark matches the part of a name key that marks the next value: new, t+1 or k+1.
var nextValueMark = expr.Pattern(`new|[tk]\+1$`)

// functionName returns the key of the name f for f(x) or f(x₁, x₂), or "" if the text is not such a
// call.
func functionName(src []rune) string {
	text := strings.TrimRight(strings.TrimSpace(decorations().ReplaceAllString(string(src), "")), "ᵀ")
	at := strings.IndexByte(text, '(')
	if at <= 0 || !strings.HasSuffix(text, ")") || strings.ContainsAny(text[:at], "+-/*)") ||
		strings.ContainsAny(text[at:], "+-/*|=") {
		return ""
	}
	return nameKey([]rune(text[:at]))
}

// otherStatementError returns the error for an equation or inequality about something other than the
// label. Its relation sign extends from signStart to signEnd.
func (l label) otherStatementError(text string, signStart, signEnd int) *SyntaxError {
	src := []rune(text)
	if l.sign != '=' {
		return syntaxErrorf(signStart, "write only what comes after %s, without %s", l.text,
			clip(strings.TrimSpace(string(src[:signEnd]))))
	}
	e := syntaxErrorf(signStart, "write only the answer, without %s", clip(strings.TrimSpace(string(src[:signEnd]))))
	e.Fix = strings.TrimSpace(string(src[signEnd:]))
	return e
}

// nameKey returns the same text for all spellings of a name: for a_i, aᵢ and a_{i}; for ∂f/∂w
// and df/dw; for P(y=+1|x) and P(+1 | x).
func nameKey(src []rune) string {
	text := decorations().ReplaceAllString(string(src), "")
	var b strings.Builder
	for _, r := range text {
		if s := max(expr.FromSubscript(r), expr.FromSuperscript(r)); s != 0 {
			r = s
		}
		switch {
		case greekName(r) != "":
			b.WriteString(greekName(r))
		case r == 'ᵀ':
		case r == '∂':
			b.WriteByte('d')
		case r == '′' || r == '\'':
			b.WriteByte('\'')
		case r == '″':
			b.WriteString("''")
		case unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("+-∇…", r):
			b.WriteRune(r)
		}
	}
	return b.String()
}

// decorations matches the parts of a name that nameKey leaves out: a transposition, the LaTeX
// command \frac, and "y =" in P(y = +1 | x).
var decorations = expr.Pattern(`\bfrac\b|\^\s*(?:T\b|ᵀ|\{\s*[Tᵀ]\s*\})|\b[yt]\s*=\s*`)

// relation is a relation sign in a text: its position, its length in runes and its kind. Every sign
// of equality has the kind '='.
type relation struct {
	start, width int
	sign         rune
}

// firstRelation returns the first relation outside all brackets. It ignores the < and > of <x, z>.
func firstRelation(src []rune) (relation, bool) {
	for i := range outsideBrackets(src) {
		sign, width := relationSign(src[i:])
		if width == 0 || isInequality(sign) && !isSingleInequality(src[:i], src[i+width:]) {
			continue
		}
		return relation{i, width, sign}, true
	}
	return relation{}, false
}

// outsideBrackets iterates over the runes outside all brackets, with their positions.
func outsideBrackets(src []rune) iter.Seq2[int, rune] {
	return func(yield func(int, rune) bool) {
		depth := 0
		for i, r := range src {
			if depth += nesting(r); depth == 0 && !yield(i, r) {
				return
			}
		}
	}
}

// nesting returns +1 for an opening bracket, −1 for a closing bracket, and 0
// otherwise.
func nesting(r rune) int {
	switch r {
	case '(', '[', '{':
		return 1
	case ')', ']', '}':
		return -1
	}
	return 0
}

// withoutRepeatedQuestion replaces the question by spaces if the student repeated it at the start
// of the answer. For example, if isQuestion returns true for 1 − s(f), it leaves only the right
// side of 1 − s(f) = s(−f).
func withoutRepeatedQuestion(ctx context.Context, text string, s Scope, isQuestion func(Expr) bool) string {
	for range maxChain {
		at := equalsIndex(Normalise(text))
		if at < 0 {
			return text
		}
		src := []rune(text)
		e, err := parseUntrusted(ctx, string(src[:at]), &s)
		if err != nil || !isQuestion(e) {
			return text
		}
		blankOut(src[:at+1])
		text = string(src)
	}
	return text
}

// equalsIndex returns the position of the first sign of equality outside all brackets
// with text on both sides, or −1.
func equalsIndex(src []rune) int {
	for i, r := range outsideBrackets(src) {
		if r == '=' && !isBlank(string(src[:i])) && !isBlank(string(src[i+1:])) {
			return i
		}
	}
	return -1
}

// rightmostSide returns the text after the last sign of equality.
func rightmostSide(text string) string {
	src := []rune(text)
	for range maxChain {
		at := equalsIndex(Normalise(string(src)))
		if at < 0 {
			break
		}
		src = src[at+1:]
	}
	return string(src)
}

// maxChain is the maximum number of signs of equality in an answer.
const maxChain = 4

// skipZeroBound returns the position after "0 <" in 0 < η < 1 if the label is an upper bound of η.
// Otherwise it returns 0.
func skipZeroBound(src []rune, fieldLabel label) int {
	if fieldLabel.sign != '<' && fieldLabel.sign != '≤' {
		return 0
	}
	i := 0
	for i < len(src) && (src[i] == ' ' || src[i] == '0') {
		i++
	}
	if sign, width := relationSign(src[i:]); i > 0 && (sign == '<' || sign == '≤') {
		return i + width
	}
	return 0
}

// isInequality reports whether a sign is an inequality sign.
func isInequality(r rune) bool { return strings.ContainsRune("<>≤≥", r) }

// isSingleInequality reports whether an inequality sign between two texts is a bound: the texts
// contain no other inequality sign, and the left text contains no opening bracket. In <x, z>, the
// signs are no bounds.
func isSingleInequality(left, right []rune) bool {
	return !slices.ContainsFunc(left, func(r rune) bool { return nesting(r) > 0 || isInequality(r) }) &&
		!strings.ContainsAny(string(right), "<>≤≥")
}

// relationSign returns the relation at the start of a text, and its length in runes. Equality is
// written as =, ==, :=, ←, ↦, <- or ≈. If the text does not start with a relation, width is 0.
func relationSign(src []rune) (sign rune, width int) {
	switch next := runeAt(src, 1); runeAt(src, 0) {
	case '=':
		return '=', 1 + countEqual(next)
	case ':':
		return '=', 2 * countEqual(next)
	case '←', '≈', '↦':
		return '=', 1
	case '<':
		if next == '-' {
			return '=', 2
		}
		return []rune("<≤")[countEqual(next)], 1 + countEqual(next)
	case '>':
		return []rune(">≥")[countEqual(next)], 1 + countEqual(next)
	case '≤', '≥':
		return src[0], 1
	}
	return 0, 0
}

// countEqual returns 1 for '=' and 0 for any other rune.
func countEqual(r rune) int {
	if r == '=' {
		return 1
	}
	return 0
}
