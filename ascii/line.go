package ascii

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Span is a run of text in one ink.
type Span struct {
	Text string
	Ink  Ink
}

// Line is a line of styled text: formulas, table cells, sentences.
type Line []Span

// Plain returns a line of one span in the ink Text.
func Plain(s string) Line { return Inked(s, Text) }

// Plainf returns a formatted line of one span in the ink Text.
func Plainf(format string, args ...any) Line { return Plain(fmt.Sprintf(format, args...)) }

// PlainLines returns texts as lines of one span in the ink Text.
func PlainLines(texts ...string) []Line {
	var out []Line
	for _, s := range texts {
		out = append(out, Plain(s))
	}
	return out
}

// Linesf returns a slice that holds one formatted line in the ink Text.
func Linesf(format string, args ...any) []Line { return []Line{Plainf(format, args...)} }

// Inked returns a line of one span.
func Inked(s string, ink Ink) Line { return Line{{Text: s, Ink: ink}} }

// String returns the text of the line without its inks.
func (l Line) String() string {
	var n int
	for _, s := range l {
		n += len(s.Text)
	}
	b := make([]byte, 0, n)
	for _, s := range l {
		b = append(b, s.Text...)
	}
	return string(b)
}

// Width returns the number of columns that a line takes.
func (l Line) Width() int {
	n := 0
	for _, s := range l {
		n += Width(s.Text)
	}
	return n
}

// Cut splits a line so that head is as long as possible but has at most w columns.
func (l Line) Cut(w int) (head, tail Line) {
	for i, s := range l {
		at, n := len(s.Text), 0
		for j, r := range s.Text {
			if n+RuneWidth(r) > w {
				at = j
				break
			}
			n += RuneWidth(r)
		}
		if at == len(s.Text) {
			w -= n
			head = append(head, s)
			continue
		}
		if at > 0 {
			head = append(head, Span{Text: s.Text[:at], Ink: s.Ink})
		}
		tail = append(tail, Span{Text: s.Text[at:], Ink: s.Ink})
		return head, append(tail, l[i+1:]...)
	}
	return head, nil
}

// WrapAfter puts mark before a line and wraps both to w columns. Further rows are indented by the
// width of mark.
func (l Line) WrapAfter(mark Line, w int) []Line {
	out := l.Wrap(w - mark.Width())
	for i, row := range out {
		out[i] = append(slices.Clip(mark), row...)
		mark = Line{{Text: strings.Repeat(" ", mark.Width())}}
	}
	return out
}

// Wrap breaks a line at blanks so that no line is wider than w columns. It breaks before relations
// and operators, not after them. Inside brackets it does not break next to a relation or operator.
// It cuts a word that is wider than a line. An empty line remains a single empty line. If w is not
// positive, Wrap returns nil.
func (l Line) Wrap(w int) []Line {
	if w <= 0 {
		return nil
	}
	if l.Width() <= w {
		return []Line{l}
	}
	var out []Line
	var row Line
	usedWidth := 0
	for _, next := range joinUnbreakable(l.words(), w) {
		gap := 0
		if next.afterBlank && usedWidth > 0 {
			gap = 1
		}
		if len(row) > 0 && usedWidth+gap+next.width > w { // even a row of width 0 must come before next
			out, row, usedWidth, gap = append(out, row), nil, 0, 0
		}
		for next.width > w {
			head, tail := next.spans.Cut(w)
			out = append(out, head)
			next = piece{spans: tail, width: tail.Width()}
		}
		if gap > 0 {
			row = append(row, Span{Text: " ", Ink: next.spans[0].Ink})
		}
		row = append(row, next.spans...)
		usedWidth += gap + next.width
	}
	return append(out, row)
}

// piece is a part of a line that is broken only if it is wider than w. afterBlank is set if blanks precede it.
type piece struct {
	spans      Line
	width      int
	afterBlank bool
}

// words splits a line at its blanks and keeps the inks, which may change inside
// a word.
func (l Line) words() []piece {
	var out []piece
	var current piece
	flush := func() {
		if len(current.spans) > 0 {
			out = append(out, current)
		}
		current = piece{afterBlank: true}
	}
	for _, s := range l {
		for i, part := range strings.Split(s.Text, " ") {
			if i > 0 {
				flush()
			}
			if part == "" {
				continue
			}
			current.spans = append(current.spans, Span{Text: part, Ink: s.Ink})
			current.width += Width(part)
		}
	}
	flush()
	return out
}

// TransliterateLine transliterates the spans of a line, as [View.Transliterate] does a text. Where two
// spans meet, it inserts the same separators as inside a text.
func (v View) TransliterateLine(l Line) Line {
	if v.Profile != SevenBit {
		return l
	}
	out, last := make(Line, len(l)), rune(0)
	for i, s := range l {
		first, _ := utf8.DecodeRuneInString(s.Text)
		out[i] = Span{Text: separatorOf(last, first) + v.Transliterate(s.Text), Ink: s.Ink}
		last, _ = utf8.DecodeLastRuneInString(s.Text)
	}
	return out
}

// Clip transliterates a line for the profile and cuts it to at most w columns.
// If it has to cut, the line ends in "…" ("~" in ASCII).
func (v View) Clip(l Line, w int) Line {
	l = v.TransliterateLine(l)
	if l.Width() <= w {
		return l
	}
	if w <= 0 {
		return nil
	}
	head, _ := l.Cut(w - 1)
	ink := Text
	if len(head) > 0 {
		ink = head[len(head)-1].Ink
	}
	return append(head, Span{Text: string(v.Rune('…', '~')), Ink: ink})
}

// elide is Clip for a string.
func (v View) elide(s string, w int) string { return v.Clip(Plain(s), w).String() }

// A formula is broken before relations, or before signs if it has no relation.
const (
	relations = "=≤≥<>≈≠≡∝←→⇒⇔∈⪰"
	signs     = "+−-±"
)

// isOneOf reports whether a word is a single character of a set.
func isOneOf(word, set string) bool {
	r := []rune(word)
	return len(r) == 1 && strings.ContainsRune(set, r[0])
}

// join returns two lines joined by a blank.
func (l Line) join(next Line) Line {
	return append(append(l[:len(l):len(l)], Span{Text: " ", Ink: next[0].Ink}), next...)
}

// maxUnbroken is the width up to which a formula such as x₂ = 0.81 is never broken.
const maxUnbroken = 14

// joinUnbreakable joins words that belong together if they fit in w columns. It joins a relation,
// operator or summation sign to the word after it, and inside brackets an operator also to the word
// before it. It joins the words of a short formula, of a short bracket, and of a number in groups
// of digits.
func joinUnbreakable(words []piece, w int) []piece {
	const operators = relations + signs + "·×/"
	depth, last, index, inShortBracket := 0, "", -1, shortBrackets(words)
	joined := joinPieces(words, w, func(next piece) bool {
		text, before := next.spans.String(), last
		inBrackets := depth > 0
		depth, last, index = max(0, depth+bracketBalance(text)), text, index+1
		return inShortBracket[index] || isOneOf(before, operators) || inBrackets && isOneOf(text, operators) ||
			isSummationSign(before) || continuesNumber(before, text)
	})
	return joinPieces(joined, min(w, maxUnbroken), func(next piece) bool {
		first, _, hasBlank := strings.Cut(next.spans.String(), " ")
		return hasBlank && isOneOf(first, operators)
	})
}

// continuesNumber reports whether a number ends the previous word and text is its next group of
// digits, as 504 in 308 504, or a percent sign.
func continuesNumber(previous, text string) bool {
	leadingDigits := func(s string) int { return len(s) - len(strings.TrimLeft(s, "0123456789")) }
	lastDigits := previous[len(strings.TrimRight(previous, "0123456789")):]
	return lastDigits != "" && (len(lastDigits) <= 3 && leadingDigits(text) == 3 || text[0] == '%')
}

// shortBrackets reports for each word whether it continues a short expression in brackets, such as
// (−3.7, −3.5) or k(xⱼ, x).
func shortBrackets(words []piece) []bool {
	out := make([]bool, len(words))
	depth, from, width := 0, 0, 0
	for i, word := range words {
		if depth == 0 {
			from, width = i, -1
		}
		depth, width = max(0, depth+bracketBalance(word.spans.String())), width+1+word.width
		for j := from + 1; depth == 0 && width <= maxUnbroken && j <= i; j++ {
			out[j] = true
		}
	}
	return out
}

// isSummationSign reports whether a word is a summation sign with its index, such as Σ,
// Σᵢ or Σ_s.
func isSummationSign(word string) bool {
	index, hasSumSign := strings.CutPrefix(word, "Σ")
	return hasSumSign && (strings.HasPrefix(index, "_") ||
		strings.TrimFunc(index, func(r rune) bool { return r == 'Σ' || unicode.Is(unicode.Lm, r) }) == "")
}

// joinPieces joins a piece to the previous one if binds returns true for the piece and both fit in w
// columns. It overwrites words.
func joinPieces(words []piece, w int, binds func(next piece) bool) []piece {
	out := words[:0]
	for _, next := range words {
		joined := binds(next) && next.afterBlank
		if n := len(out); n > 0 && joined && out[n-1].width+1+next.width <= w {
			out[n-1].spans = out[n-1].spans.join(next.spans)
			out[n-1].width += 1 + next.width
			continue
		}
		out = append(out, next)
	}
	return out
}

// bracketBalance returns the number of brackets that s opens minus those it closes.
func bracketBalance(s string) int {
	n := 0
	for _, r := range s {
		switch r {
		case '(', '[', '{':
			n++
		case ')', ']', '}':
			n--
		}
	}
	return n
}

// WrapFormula breaks a formula so that no line is wider than w columns. It breaks a list between its
// equations. It breaks an equation before relations, which are then aligned, and if necessary before
// a plus or minus sign outside brackets. A formula that has neither a relation nor a sign outside
// brackets is wrapped like text.
func (l Line) WrapFormula(w int) []Line {
	list := l.equations()
	if w < 4 || l.Width() <= w || len(list) == 1 {
		return l.breakEquation(w)
	}
	var out []Line
	for _, equation := range list {
		if n := len(out); n > 0 && out[n-1].Width()+1+equation.Width() <= w {
			out[n-1] = out[n-1].join(equation)
			continue
		}
		out = append(out, equation.breakEquation(w)...)
	}
	return out
}

// equations splits a list of equations after its commas outside brackets. If some part is not an
// equation, it returns the line as a single element.
func (l Line) equations() []Line {
	out := l.splitWhere(func(before, _ string) bool { return strings.HasSuffix(before, ",") })
	for _, equation := range out {
		if len(equation.splitBefore(relations)) < 2 {
			return []Line{l}
		}
	}
	return out
}

// breakEquation breaks a formula that is not a list.
func (l Line) breakEquation(w int) []Line {
	parts := l.splitBefore(relations)
	if w < 4 || l.Width() <= w || len(parts) == 0 {
		return l.Wrap(w)
	}
	indent := 0
	if len(parts) > 1 {
		indent = parts[0].Width() + 1
		parts[1] = parts[0].join(parts[1])
		parts = parts[1:]
	}
	if indent > w/2 {
		indent = 2
	}
	out := parts[0].breakAtSigns(w, indent+2)
	for _, part := range parts[1:] {
		for _, row := range part.breakAtSigns(w-indent, 2) {
			out = append(out, append(Blanks(indent), row...))
		}
	}
	return out
}

// Blanks returns a line of n blanks, or of none if n is negative.
func Blanks(n int) Line { return Line{{Text: strings.Repeat(" ", max(0, n))}} }

// splitBefore splits a line before each word that is one of the characters of set and is not
// inside brackets.
func (l Line) splitBefore(set string) []Line {
	return l.splitWhere(func(_, word string) bool { return isOneOf(word, set) })
}

// splitWhere splits a line between two words outside brackets if breaks returns true for these words.
func (l Line) splitWhere(breaks func(before, word string) bool) []Line {
	var out []Line
	depth, before := 0, ""
	for _, next := range l.words() {
		word := next.spans.String()
		if n := len(out); n > 0 && (depth > 0 || !breaks(before, word)) {
			out[n-1] = out[n-1].join(next.spans)
		} else {
			out = append(out, next.spans)
		}
		depth, before = max(0, depth+bracketBalance(word)), word
	}
	return out
}

// breakAtSigns breaks a line before plus and minus signs so that no row is wider than w columns. It
// indents all rows but the first.
func (l Line) breakAtSigns(w, indent int) []Line {
	parts := l.splitBefore(signs)
	if slices.ContainsFunc(parts, func(part Line) bool { return part.Width() > w-indent }) {
		indent = min(2, w-2)
	}
	var out []Line
	for _, part := range parts {
		n := len(out)
		switch {
		case n > 0 && out[n-1].Width()+1+part.Width() <= w:
			out[n-1] = out[n-1].join(part)
			continue
		case n == 0 && part.Width() <= w:
			out = append(out, part)
			continue
		}
		for _, row := range part.Wrap(w - indent) {
			if len(out) > 0 {
				row = append(Blanks(indent), row...)
			}
			out = append(out, row)
		}
	}
	return out
}
