package dataset

import (
	"errors"
	"slices"
	"strconv"
	"strings"
)

// The plain lines are those that most files consist of: label 1:v 2:v 3:v, all
// indices there, short decimal numbers, nothing else. They are read here,
// without a copy of the text; whatever is not plain goes the long way, which
// knows every form and every error.

// plainLine reads a plain line of LIBSVM text with its label into the table; ok
// is false, and nothing has happened, where it is not plain. The values are
// appended to the empty slice.
func (p parser) plainLine(t *table, line []byte, values []float64, number int) (row sparse, ok bool) {
	line = trimEnd(line)
	end := 0
	for end < len(line) && isNumeral(line[end]) {
		end++
	}
	if _, rest, ok := plainNumber(line); end == 0 || !ok || len(rest) != len(line)-end {
		return sparse{}, false
	}
	text := line[:end]
	for line = line[end:]; len(line) > 0; {
		index, rest, ok := plainIndex(line)
		if !ok || index != len(values)+1 {
			return sparse{}, false
		}
		v, rest, ok := plainNumber(rest)
		if !ok || len(rest) > 0 && rest[0] != ' ' {
			return sparse{}, false
		}
		values = append(values, v)
		line = rest
	}
	limit := p.o.MaxColumns
	if p.want.features > 0 {
		limit = p.want.features
	}
	if len(values) > limit {
		return sparse{}, false
	}
	t.labels = append(t.labels, label{t.sameText(text), number, 1})
	return sparse{value: slices.Clip(values)}, true
}

// floats is memory for the values of many lines, made in blocks.
type floats struct{ free []float64 }

// floatsBlock is how many values a block has room for.
const floatsBlock = 4096

// next returns an empty slice with room for n values. It is the same one until
// it is used.
func (f *floats) next(n int) []float64 {
	if len(f.free) < n {
		f.free = make([]float64, max(n, floatsBlock))
	}
	return f.free[:0:n]
}

// used takes the first n values of the last slice for good. More than it had
// room for are not in the block.
func (f *floats) used(n int) { f.free = f.free[min(n, len(f.free)):] }

// sameText returns a text, the last label's own string where it is the same as
// that or as the one before: most tables have two labels.
func (t *table) sameText(text []byte) string {
	for i := len(t.labels) - 1; i >= max(0, len(t.labels)-2); i-- {
		if t.labels[i].text == string(text) {
			return t.labels[i].text
		}
	}
	return string(text)
}

func trimEnd(line []byte) []byte {
	for n := len(line); n > 0 && (line[n-1] == '\n' || line[n-1] == '\r' || line[n-1] == ' '); n-- {
		line = line[:n-1]
	}
	return line
}

func isNumeral(c byte) bool { return c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.' }

// plainIndex reads " 12:" off the front.
func plainIndex(line []byte) (index int, rest []byte, ok bool) {
	if line[0] != ' ' {
		return 0, nil, false
	}
	i := 1
	for ; i < len(line) && i < 8 && line[i] >= '0' && line[i] <= '9'; i++ {
		index = 10*index + int(line[i]-'0')
	}
	if i == 1 || line[1] == '0' || i >= len(line) || line[i] != ':' {
		return 0, nil, false
	}
	return index, line[i+1:], true
}

// powersOfTen are those that a float64 holds exactly and a plain number needs.
var powersOfTen = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// plainNumber reads a sign, digits and a point with digits off the front: up to
// 15 digits in all, so that digits and power of ten are exact in float64 and
// their quotient is the nearest number there is (Clinger 1990, the fast path).
func plainNumber[T string | []byte](text T) (v float64, rest T, ok bool) {
	i, negative := 0, false
	if len(text) > 0 && (text[0] == '-' || text[0] == '+') {
		negative = text[0] == '-'
		i++
	}
	var whole int64
	digits, after, point := 0, 0, false
	for ; i < len(text); i++ {
		c := text[i]
		if c == '.' && !point {
			point = true
			continue
		}
		if c < '0' || c > '9' {
			break
		}
		whole = 10*whole + int64(c-'0')
		digits++
		if point {
			after++
		}
	}
	if digits == 0 || digits > 15 {
		return 0, rest, false
	}
	v = float64(whole) / powersOfTen[after]
	if negative {
		v = -v
	}
	return v, text[i:], true
}

// parseNumber reads a decimal number: sign, digits, point, exponent. The
// problem is empty where it could be read, and msg and hint otherwise. The
// typographic minus counts as a minus.
func parseNumber(text string) (v float64, problem, hint string) {
	if v, rest, ok := plainNumber(text); ok && rest == "" {
		return v, "", ""
	}
	t := strings.ReplaceAll(text, "−", "-")
	if t == "" {
		return 0, "no value", "write a number, or leave the whole row out"
	}
	if special(t) {
		return 0, "not a finite number", "leave out rows with missing or infinite values"
	}
	if strings.ContainsFunc(t, func(r rune) bool { return !strings.ContainsRune("0123456789+-.eE", r) }) {
		return 0, "not a number", numberHint(t)
	}
	v, err := strconv.ParseFloat(t, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, "too large for a number", "numbers go up to about 1.8e308; rescale the column"
	case err != nil:
		return 0, "not a number", numberHint(t)
	}
	return v, "", ""
}

// isNumber reports whether text reads as a number, finite or not.
func isNumber(text string) bool {
	_, problem, _ := parseNumber(text)
	return problem == "" || special(text) || problem == "too large for a number"
}

func special(text string) bool {
	switch strings.ToLower(strings.TrimLeft(text, "+-")) {
	case "nan", "inf", "infinity":
		return true
	}
	return false
}

func numberHint(text string) string {
	if strings.Count(text, ",") == 1 && isNumber(strings.Replace(text, ",", ".", 1)) {
		return "write a decimal point, not a comma"
	}
	return "write it like 2, -0.5 or 1.5e-3"
}
