// Package expr contains what the formula languages of the program share: kernels as text
// (package kernels), the mathematics that students write (exercises/answer), and conditions
// at which a recorded solver stops (exercises/anatomy/explain/breakpoint). It parses numbers, converts
// subscripts, superscripts and look-alike characters, suggests the nearest known name and
// turns a parser's panic into an error.
//
// Each language has its own names, symbols and trees, and its own evaluation: kernels are
// evaluated for blocks of points, answers in exact numbers, and breakpoints at each step.
//
// The package must not know kernels, answers or steps.
package expr

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// IsDigit reports whether r is an ASCII digit.
func IsDigit(r rune) bool { return r >= '0' && r <= '9' }

// NumberEnd returns the index after the number that begins at src[start], such as 2, .5, 1. or
// 12.5e-3. If no number begins there, it returns start.
func NumberEnd(src []rune, start int) int {
	end := digitsEnd(src, start)
	if dot := end; dot < len(src) && src[dot] == '.' {
		if end = digitsEnd(src, dot+1); end == dot+1 && dot == start {
			return start // only a dot
		}
	}
	if end == start || end >= len(src) || src[end] != 'e' && src[end] != 'E' {
		return end
	}
	exponentStart := end + 1
	if exponentStart < len(src) && strings.ContainsRune("+-−–‐", src[exponentStart]) {
		exponentStart++
	}
	if last := digitsEnd(src, exponentStart); last > exponentStart {
		return last
	}
	return end
}

func digitsEnd(src []rune, start int) int {
	for start < len(src) && IsDigit(src[start]) {
		start++
	}
	return start
}

// ParseNumber returns the value of a text that is a number as [NumberEnd] finds it.
func ParseNumber(text []rune) (float64, error) {
	return strconv.ParseFloat(strings.NewReplacer("−", "-", "–", "-", "‐", "-").Replace(string(text)), 64)
}

// Function returns the function of one real variable with the given name, or
// nil.
func Function(name string) func(float64) float64 {
	switch name {
	case "sqrt":
		return math.Sqrt
	case "exp":
		return math.Exp
	case "ln", "log":
		return math.Log
	case "abs":
		return math.Abs
	case "sin":
		return math.Sin
	case "cos":
		return math.Cos
	case "tan":
		return math.Tan
	case "sinh":
		return math.Sinh
	case "cosh":
		return math.Cosh
	case "tanh":
		return math.Tanh
	}
	return nil
}

// Nearest returns the one of knownWords that is closest to input. An input of up to three letters may
// have one typing error, a longer one may have two. If no word is that close, or if input has fewer
// than two letters, Nearest returns false.
func Nearest(input string, knownWords []string) (string, bool) {
	inputRunes := []rune(strings.ToLower(input))
	limit, best := 2, ""
	switch {
	case len(inputRunes) < 2:
		return "", false
	case len(inputRunes) <= 3:
		limit = 1
	}
	for _, word := range knownWords {
		if diff := len(inputRunes) - utf8.RuneCountInString(word); diff > limit || diff < -limit {
			continue // too many letters must be inserted or deleted
		}
		wordRunes := []rune(strings.ToLower(word))
		if n := editDistance(inputRunes, wordRunes); n <= limit && n < len(wordRunes) {
			best, limit = word, n-1
		}
	}
	return best, best != ""
}

// editDistance returns the minimum number of insertions, deletions, replacements and
// swaps of neighbouring letters that turn a into b (the optimal string alignment
// distance: Damerau 1964).
func editDistance(a, b []rune) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			replaceCost := d[i-1][j-1]
			if a[i-1] != b[j-1] {
				replaceCost++
			}
			d[i][j] = min(replaceCost, d[i-1][j]+1, d[i][j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}

// JoinWords joins words with commas, and with a conjunction before the last word.
func JoinWords(words []string, conjunction string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " " + conjunction + " " + words[last]
}

// Catch turns a panic of a parser into an error. The parser panics with an error of type
// E, and its entry point defers Catch, which stores that error in the result:
//
//	func parse(text string) (n *node, err *SyntaxError) {
//		defer expr.Catch(&err)
//
// Catch passes on all other panics. A panic with an E must not leave the
// package of its parser.
func Catch[E error](err *E) {
	switch r := recover().(type) {
	case nil:
	case E:
		*err = r
	default:
		panic(r)
	}
}

// Pattern returns a function that compiles a regular expression when it is first
// called, so that programs do not pay for expressions that they never use.
func Pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// lookAlikes lists plain characters, each followed by the characters that look
// like it or mean the same in typed or pasted mathematics.
var lookAlikes = [...]string{
	"-−–—‐‑‒﹣－", "+＋", "·×⋅∙•✕・‧", "*∗＊⋆", "/÷∕⁄／", "=＝", "≤⩽≦", "≥⩾≧",
	"(（❨", ")）❩", "[［", "]］", "{｛", "}｝", "<⟨〈", ">⟩〉", "‖∥║", "|∣｜", ",，、",
	"'’‘′‛´`", "\"“”„", "ᵀ⊤ᵗ", "Σ∑", "μµ", "lℓ", "eℯⅇ",
	" \u00a0\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\u200b\u2060\ufeff\u2062",
}

// plainRunes maps each look-alike to its plain character. It is read-only.
var plainRunes = func() map[rune]rune {
	table := map[rune]rune{}
	for _, group := range lookAlikes {
		runes := []rune(group)
		for _, r := range runes[1:] {
			table[r] = runes[0]
		}
	}
	return table
}()

// Plain returns the plain character that r looks like, or false if r is no look-alike.
func Plain(r rune) (rune, bool) {
	p, ok := plainRunes[r]
	return p, ok
}

// Subscripts and superscripts that can be typed or pasted, with their plain
// characters in the same order.
const (
	subscripts        = "₀₁₂₃₄₅₆₇₈₉ᵢⱼₖₗₘₙₚᵣₛₜₓₐₑ"
	plainSubscripts   = "0123456789ijklmnprstxae"
	superscripts      = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿⁱᵈᵖˣʸᶻᵃᵇᶜᵏᵐʲ"
	plainSuperscripts = "0123456789+-()nidpxyzabckmj"
)

// FromSubscript returns the plain character of a subscript, or 0 if r is not one.
func FromSubscript(r rune) rune { return counterpart(r, subscripts, plainSubscripts) }

// FromSuperscript returns the plain character of a superscript, or 0 if r is
// not one.
func FromSuperscript(r rune) rune { return counterpart(r, superscripts, plainSuperscripts) }

// ToSuperscript returns the superscript of a plain character, or 0 if there is
// none.
func ToSuperscript(r rune) rune { return counterpart(r, plainSuperscripts, superscripts) }

// counterpart returns the rune of target at the position of r in source, or 0.
func counterpart(r rune, source, target string) rune {
	if r < utf8.RuneSelf && source[0] >= utf8.RuneSelf {
		return 0 // a shortcut for most runes
	}
	i := 0
	for _, f := range source {
		if f == r {
			return runeAt(target, i)
		}
		i++
	}
	return 0
}

// runeAt returns the rune with index i, counted in runes, or 0 if the text is shorter.
func runeAt(text string, i int) rune {
	for _, r := range text {
		if i == 0 {
			return r
		}
		i--
	}
	return 0
}

// Subscript converts a text to subscripts. A character without a subscript is
// preceded by an underscore: x_z.
func Subscript(text string) string {
	var b strings.Builder
	for _, r := range text {
		if s := counterpart(r, plainSubscripts, subscripts); s != 0 {
			b.WriteRune(s)
			continue
		}
		b.WriteString("_" + string(r))
	}
	return b.String()
}

// Superscript converts a text to superscripts, or returns false if some character has none.
func Superscript(text string) (string, bool) {
	var b strings.Builder
	for _, r := range text {
		s := ToSuperscript(r)
		if s == 0 {
			return "", false
		}
		b.WriteRune(s)
	}
	return b.String(), true
}

var vulgarFractions = map[rune]string{'½': "1/2", '¼': "1/4", '¾': "3/4", '⅓': "1/3", '⅔': "2/3", '⅛': "1/8"}

// VulgarFraction returns 1/2 for ½, and "" for a rune that is no fraction.
func VulgarFraction(r rune) string { return vulgarFractions[r] }

// texReplacements maps LaTeX commands to characters. A command that only changes how a formula looks is
// mapped to "".
var texReplacements = map[string]string{
	"left": "", "right": "", "big": "", "Big": "", "bigl": "", "bigr": "", "Bigl": "", "Bigr": "", "bigg": "",
	"Bigg":   "",
	"limits": "", "displaystyle": "", "quad": "", "qquad": "", ",": "", ";": "", "!": "", ":": "", "(": "", ")": "",
	"mathbf": "", "mathrm": "", "mathcal": "", "mathbb": "", "mathit": "", "boldsymbol": "", "bm": "", "vec": "",
	"text":         "",
	"operatorname": "",
	"cdot":         "·", "times": "·", "circ": "∘", "odot": "∘", "langle": "⟨", "rangle": "⟩",
	"{": "{", "}": "}", "%": "%",
	"lVert": "‖", "rVert": "‖", "Vert": "‖", "|": "‖", "lvert": "|", "rvert": "|", "vert": "|", "mid": "|",
	"le": "≤", "leq": "≤", "leqslant": "≤", "ge": "≥", "geq": "≥", "geqslant": "≥",
	"lt": "<", "gt": ">", "approx": "≈", "in": "∈", "infty": "∞",
	"leftarrow": "←", "gets": "←", "emptyset": "∅", "varnothing": "∅", "top": "ᵀ", "intercal": "ᵀ", "partial": "∂",
	"nabla": "∇", "ell": "ℓ", "varphi": "φ", "varepsilon": "ε", "Theta": "Θ", "Omega": "Ω",
	"dbinom": "binom", "tbinom": "binom",
}

// bareFraction matches a fraction whose numerator or denominator is one character or command.
var bareFraction = Pattern(`\\frac(?:( *\d| +[A-Za-z]| *\\[A-Za-z]+)( *)(\d|[A-Za-z]|\\[A-Za-z]+|` + texGroup + `)|( *` +
	texGroup + ` *)(\d|[A-Za-z]))`)

const texGroup = `\{(?:[^{}]|\{[^{}]*\})*\}`

// PlainTeX replaces LaTeX commands by characters, padded with blanks so that the positions of other
// characters stay the same, and $ by a blank. A command of several letters that no character replaces,
// for example \sqrt, loses its backslash. \begin, \end, \choose, \over, \\ and all other backslashes
// are left for the caller. A fraction without braces, such as \frac12, becomes (1/2).
func PlainTeX(src []rune) []rune {
	if !slices.Contains(src, '\\') && !slices.Contains(src, '$') {
		return src
	}
	text := strings.NewReplacer(`\dfrac`, ` \frac`, `\tfrac`, ` \frac`).Replace(string(src))
	out := []rune(bareFraction().ReplaceAllString(text, "  ($1$4$2/$3$5)"))
	for i := 0; i < len(out); {
		switch out[i] {
		case '$':
			out[i] = ' '
		case '\\':
			i = texCommand(out, i)
			continue
		}
		i++
	}
	return out
}

// texCommand replaces the command that begins at start and returns the position at which PlainTeX
// continues.
func texCommand(out []rune, start int) int {
	end := start + 1
	for end < len(out) && out[end] < 0x80 && unicode.IsLetter(out[end]) {
		end++
	}
	if end == start+1 {
		end = min(end+1, len(out))
	}
	name := string(out[start+1 : end])
	replacement, isKnown := texReplacements[name]
	switch {
	case !isKnown && (len(name) < 2 || slices.Contains([]string{"begin", "end", "choose", "over"}, name)):
		return end
	case !isKnown:
		out[start] = ' '
		return end
	}
	for i := start; i < end; i++ {
		out[i] = ' '
	}
	to := start // next to the character before it, as in K_{k\ell}
	if end < len(out) && (out[end] == '_' || out[end] == '^' || out[end] == '{') {
		to = end - len([]rune(replacement)) // next to the character after it, as in \ell_i
	}
	copy(out[to:end], []rune(replacement))
	if replacement == "" && end < len(out) && out[end] == '{' {
		return ungroup(out, end)
	}
	return end
}

// ungroup replaces the pair of braces that begins at open, as in \mathbf{x}_1, by blanks. It moves
// their content next to the character after them, and returns open.
func ungroup(out []rune, open int) int {
	depth := 0
	for i := open; i < len(out); i++ {
		switch out[i] {
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth == 0 {
			copy(out[open+2:i+1], slices.Clone(out[open+1:i]))
			out[open], out[open+1] = ' ', ' '
			break
		}
	}
	return open
}
