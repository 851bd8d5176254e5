package exercises

import (
	"strings"
	"unicode"
)

// A derivation is a text whose lines are separated by semicolons or line breaks. A line may
// end with the word "by" and the reason why the line follows:
//
//	∂f_i/∂w = φ_i by linearity; w = Σ_i a_i φ_i
//
// Only this file knows that format.

// because separates a line from its reason.
const because = "by"

// isLineEnd reports whether a character separates two lines.
func isLineEnd(r rune) bool { return r == ';' || r == '\n' || r == '\r' }

// Lines returns the nonempty lines of a text.
func Lines(text string) []string {
	var out []string
	for _, l := range strings.FieldsFunc(text, isLineEnd) {
		if strings.TrimSpace(l) != "" {
			out = append(out, l)
		}
	}
	return out
}

// Because splits a line into the part before the word "by" and the reason after it.
// at is the rune where the reason begins, or −1 if there is no such word.
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
		return strings.TrimRightFunc(string(runes[:i]), unicode.IsSpace),
			strings.TrimRightFunc(string(runes[rest:]), unicode.IsSpace), rest
	}
	return line, "", -1
}

// LineAt returns the line that contains rune at of a text: its first rune, the rune
// after its last, and its number from 0. If that line is empty, LineAt returns the
// previous one. ok is false if there is none.
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

// WithReason adds a reason to the line that contains the cursor, or replaces the reason of
// that line. The cursor moves to the end of the reason. If that is in the last line, a new
// line begins.
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
