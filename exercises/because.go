package exercises

import (
	"strings"
	"unicode"
)

// The lines of a derivation stand in one text, with ; or line breaks between
// them. Behind a line may stand why it follows, the word by and a reason:
//
//	∂f_i/∂w = φ_i by linearity; w = Σ_i a_i φ_i
//
// What follows is the only place that knows how this is written.

// because is the word between a line and its reason.
const because = "by"

// isLineEnd reports a sign between two lines.
func isLineEnd(r rune) bool { return r == ';' || r == '\n' || r == '\r' }

// Lines are those of a text, without empty ones.
func Lines(text string) []string {
	var out []string
	for _, l := range strings.FieldsFunc(text, isLineEnd) {
		if strings.TrimSpace(l) != "" {
			out = append(out, l)
		}
	}
	return out
}

// Because cuts the reason off a line: what stands before the word by, what stands
// behind it, and the rune where that begins; −1 where there is no such word.
func Because(line string) (sides, reason string, at int) {
	runes := []rune(line)
	for i := 1; i+1 < len(runes); i++ {
		word := string(runes[i:i+2]) == because && unicode.IsSpace(runes[i-1])
		if !word || i+2 < len(runes) && !unicode.IsSpace(runes[i+2]) {
			continue
		}
		rest := i + 2
		for rest < len(runes) && unicode.IsSpace(runes[rest]) {
			rest++
		}
		return strings.TrimRightFunc(string(runes[:i]), unicode.IsSpace), strings.TrimRightFunc(string(runes[rest:]), unicode.IsSpace), rest
	}
	return line, "", -1
}

// LineAt is the line in which the cursor stands before rune at of a text, from its
// first rune to its last, and its number from 0. Where that line is empty it is
// the one before.
func LineAt(text string, at int) (from, to, number int, ok bool) {
	runes, start := []rune(text), 0
	number = -1
	for i := 0; i <= len(runes); i++ {
		if i < len(runes) && !isLineEnd(runes[i]) {
			continue
		}
		if start > min(at, len(runes)) {
			break
		}
		if strings.TrimSpace(string(runes[start:i])) != "" {
			from, to, number = start, i, number+1
		}
		start = i + 1
	}
	return from, to, number, number >= 0
}

// WithReason puts a reason behind the line in which the cursor stands, in place of
// one that is there. The cursor is then behind it; behind the last line the next
// begins.
func WithReason(text string, at int, reason string) (changed string, cursor int) {
	from, to, _, ok := LineAt(text, at)
	if !ok {
		return text, at
	}
	runes := []rune(text)
	sides, _, _ := Because(string(runes[from:to]))
	line := strings.TrimRightFunc(sides, unicode.IsSpace) + " " + because + " " + reason
	cursor = from + len([]rune(line))
	rest := string(runes[to:])
	if strings.TrimSpace(strings.Trim(rest, ";")) == "" {
		rest, cursor = "; ", cursor+2
	}
	return string(runes[:from]) + line + rest, cursor
}
