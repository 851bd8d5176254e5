package answer

import (
	"context"
	"iter"
	"slices"
	"strings"
	"unicode"

	"kernellab/kernels/expr"
)

// Unlabelled is a text with what students repeat from the left of their field
// blanked: of a field with the label "η <" that is η <, eta < or 0 < η <, of
// "aᵢ ←" also a_i =. Positions stay those of the text as typed. A label counts
// only with the name and the relation of the field's own, or one of the further
// names that the field has: every other statement is left as it is for the judge,
// or refused where it sets a bound, which no judge reads.
func Unlabelled(text, own string, also ...string) (string, *SyntaxError) {
	l := labelOf(own, also)
	src := normalise(text)
	from := afterZero(src, l)
	r, ok := firstRelation(src[from:])
	if !ok {
		return text, nil
	}
	end := from + r.at + r.width
	left := src[from : from+r.at]
	switch {
	case r.sign == l.sign && l.is(left) && isBlank(string(src[end:])):
		return text, faultf(end, "nothing stands behind %s yet", clip(strings.TrimSpace(string(src))))
	case r.sign == l.sign && l.is(left):
		out := []rune(text)
		blank(out[:end])
		return string(out), nil
	case r.sign == '=' && l.sign == '=', isBlank(string(left)) && runeAt(src, r.at) == '≈':
		return text, nil
	}
	return text, l.refuses(text, from+r.at, end)
}

// label is what stands before a field: the names that it may have, as they are
// spelled, those of them that are functions, and a relation.
type label struct {
	shown            string
	names, functions []string
	sign             rune
}

// labelOf reads a field's label. One without a sign is an equation.
func labelOf(text string, also []string) label {
	src := normalise(strings.TrimRight(text, " :"))
	l := label{shown: strings.TrimSpace(text), sign: '='}
	for i := range src {
		if s, width := relationSign(src[i:]); width > 0 && i+width == len(src) {
			l.sign, src = s, src[:i]
			break
		}
	}
	l.name(src)
	for _, other := range also {
		l.name(normalise(other))
	}
	return l
}

// name adds a name, and what it is without the parts that may be left out: the
// arguments of φ(x), the "new" of αℓ new, the index of aᵢ.
func (l *label) name(src []rune) {
	name := spelledName(src)
	l.names = append(l.names, name)
	if f := function(src); f != "" {
		l.names, l.functions = append(l.names, f), append(l.functions, f)
	}
	if old := newValue().ReplaceAllString(name, ""); old != name {
		l.names = append(l.names, old)
	}
	if src = []rune(strings.TrimSpace(string(src))); len(src) == 2 && expr.FromSubscript(src[1]) == 'i' {
		l.names = append(l.names, spelledName(src[:1]))
	}
}

// is reports whether a text is the label's name, with or without the mark of the
// new value that it stands for, as aᵢ′, a_new[i] or aᵢ⁺, and with other names for
// the arguments; of an equation it may be left out.
func (l label) is(left []rune) bool {
	name, f := spelledName(left), function(left)
	old := strings.TrimRight(newValue().ReplaceAllString(name, ""), "'+")
	return name == "" && l.sign == '=' || slices.Contains(l.names, name) || old != name && slices.Contains(l.names, old) ||
		f != "" && (slices.Contains(l.names, f) || slices.ContainsFunc(l.functions, func(own string) bool { return strings.EqualFold(own, f) }))
}

// newValue finds what says that a name stands for the next value, in a spelled
// name: new, (t+1).
var newValue = expr.Pattern(`new|[tk]\+1$`)

// function is the name of f in f(x) or f(x₁, x₂), spelled; "" for what is none.
func function(src []rune) string {
	text := strings.TrimRight(strings.TrimSpace(decorations().ReplaceAllString(string(src), "")), "ᵀ")
	at := strings.IndexByte(text, '(')
	if at <= 0 || !strings.HasSuffix(text, ")") || strings.ContainsAny(text[:at], "+-/*)") || strings.ContainsAny(text[at:], "+-/*|=") {
		return ""
	}
	return spelledName([]rune(text[:at]))
}

// refuses is the error for a statement that is not the label's, whose sign
// stands from at to end.
func (l label) refuses(text string, at, end int) *SyntaxError {
	src := []rune(text)
	if l.sign != '=' {
		return faultf(at, "this field asks for what stands behind %s; %s is another statement", l.shown, clip(strings.TrimSpace(string(src[:end]))))
	}
	e := faultf(at, "write only the answer, without %s", clip(strings.TrimSpace(string(src[:end]))))
	e.Fix = strings.TrimSpace(string(src[end:]))
	return e
}

// spelledName is a name with everything left out in which two spellings of one name
// differ: a_i, aᵢ and a_{i}; ∂f/∂w and df/dw; P(y=+1|x) and P(+1 | x).
func spelledName(src []rune) string {
	text := decorations().ReplaceAllString(strings.NewReplacer(`\ell`, "ℓ", `\partial`, "∂").Replace(string(src)), "")
	var b strings.Builder
	for _, r := range text {
		if s := max(expr.FromSubscript(r), expr.FromSuperscript(r)); s != 0 {
			r = s
		}
		switch {
		case greekName(r) != "":
			b.WriteString(greekName(r))
		case r == 'ᵀ':
		case r == 'ℓ':
			b.WriteByte('l')
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

// decorations are what a name has in LaTeX, and the label of P(y = +1 | x).
var decorations = expr.Pattern(`\\(?:mathbf|mathrm|boldsymbol|bm|vec|text|[dt]?frac)\b|\^\{?(?:T\b|\\top)\}?|\b[yt]\s*=\s*`)

// relation is a sign between two sides of a text: where it stands, how long it
// is, and what it is, where = stands for every sign of equality.
type relation struct {
	at, width int
	sign      rune
}

// firstRelation is the first relation of a text that stands in no bracket. The
// signs of ⟨x, z⟩ are none.
func firstRelation(src []rune) (relation, bool) {
	for i := range outside(src) {
		sign, width := relationSign(src[i:])
		if width == 0 || bounds(sign) && !oneBound(src[:i], src[i+width:]) {
			continue
		}
		return relation{i, width, sign}, true
	}
	return relation{}, false
}

// outside are the runes of a text that stand in none of its brackets, by their
// places.
func outside(src []rune) iter.Seq2[int, rune] {
	return func(yield func(int, rune) bool) {
		depth := 0
		for i, r := range src {
			if depth += nests(r); depth == 0 && !yield(i, r) {
				return
			}
		}
	}
}

// nests is +1 for a bracket that opens, −1 for one that closes, else 0.
func nests(r rune) int {
	switch r {
	case '(', '[', '{':
		return 1
	case ')', ']', '}':
		return -1
	}
	return 0
}

// answerTo is a text with the question repeated before it blanked: of 1 − s(f) = s(−f)
// the right side, where the left one is what was asked for.
func answerTo(ctx context.Context, text string, s Scope, asked func(Expr) bool) string {
	for range maxChain {
		at := equalsAt(normalise(text))
		if at < 0 {
			return text
		}
		src := []rune(text)
		e, err := parseTyped(ctx, string(src[:at]), &s)
		if err != nil || !asked(e) {
			return text
		}
		blank(src[:at+1])
		text = string(src)
	}
	return text
}

// equalsAt is where the first sign of equality stands that is in no bracket and
// has something on either side; −1 where there is none.
func equalsAt(src []rune) int {
	for i, r := range outside(src) {
		if r == '=' && !isBlank(string(src[:i])) && !isBlank(string(src[i+1:])) {
			return i
		}
	}
	return -1
}

// lastSide is what stands behind the last sign of equality of a text.
func lastSide(text string) string {
	src := []rune(text)
	for range maxChain {
		at := equalsAt(normalise(string(src)))
		if at < 0 {
			break
		}
		src = src[at+1:]
	}
	return string(src)
}

// maxChain is how many signs of equality an answer may have.
const maxChain = 4

// afterZero is where the η of 0 < η < 1 stands: that it is positive is nothing
// that was asked. 0 for other texts, and where the label sets no bound.
func afterZero(src []rune, own label) int {
	if own.sign != '<' && own.sign != '≤' {
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

// bounds reports whether a sign sets a bound.
func bounds(r rune) bool { return strings.ContainsRune("<>≤≥", r) }

// oneBound reports whether a name stands before a bound, and no more than an
// expression behind it: ⟨x, z⟩ is no bound.
func oneBound(before, after []rune) bool {
	return !slices.ContainsFunc(before, func(r rune) bool { return nests(r) > 0 || bounds(r) }) && !strings.ContainsAny(string(after), "<>≤≥")
}

// relationSign is the relation that a text begins with, and its length: =, ==, :=, ←,
// ↦, <- and ≈ are equality; 0 where it begins with none.
func relationSign(src []rune) (sign rune, width int) {
	switch next := runeAt(src, 1); runeAt(src, 0) {
	case '=':
		return '=', 1 + equals(next)
	case ':':
		return '=', 2 * equals(next)
	case '←', '≈', '↦':
		return '=', 1
	case '<':
		if next == '-' {
			return '=', 2
		}
		return []rune("<≤")[equals(next)], 1 + equals(next)
	case '>':
		return []rune(">≥")[equals(next)], 1 + equals(next)
	case '≤', '≥':
		return src[0], 1
	}
	return 0, 0
}

// equals is 1 for a sign of equality, else 0.
func equals(r rune) int {
	if r == '=' {
		return 1
	}
	return 0
}
