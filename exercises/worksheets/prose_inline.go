package worksheets

import (
	"strings"
	"unicode/utf8"

	"kernellab/ascii"
)

// part is a piece of a paragraph: text, a code span, or a delimiter of emphasis.
type part struct {
	text   string
	code   bool
	strong bool // inside an emphasis
	deeper int  // how many more emphases it is in than the part before
	start  int  // its offset in the paragraph
	delimiter
}

// inline returns the text of a paragraph as one line of spans.
func (r *proseReader) inline(lines []proseLine) ascii.Line {
	var text strings.Builder
	for i, l := range lines {
		if i > 0 {
			text.WriteByte('\n')
		}
		text.WriteString(l.text)
	}
	whole := strings.TrimRight(text.String(), " \t")
	parts := divide(whole)
	for _, at := range emphasise(parts) {
		before, _ := utf8.DecodeLastRuneInString(whole[:at])
		if wordRune(before) {
			r.p.add(placeIn(lines, at+1), "put formulas between backticks", "an emphasis that begins inside a word")
		}
	}
	var line ascii.Line
	for _, p := range parts {
		line = append(line, p.span())
	}
	return tidy(line)
}

func (p part) span() ascii.Span {
	switch {
	case p.code:
		return codeSpan(p.text)
	case p.strong:
		return ascii.Span{Text: p.text, Ink: ascii.Strong}
	}
	return ascii.Span{Text: p.text, Ink: ascii.Text}
}

// placeIn is where the byte at an offset of a paragraph stands in the file.
func placeIn(lines []proseLine, offset int) place {
	i := 0
	for ; i < len(lines)-1 && offset > len(lines[i].text); i++ {
		offset -= len(lines[i].text) + 1
	}
	at := lines[i].begins()
	at.column += utf8.RuneCountInString(lines[i].text[:min(offset, len(lines[i].text))])
	return at
}

// divide cuts a paragraph into its parts. Code spans bind before emphasis, and
// a backslash takes its meaning from the punctuation after it.
func divide(text string) []part {
	var parts []part
	from := 0
	literal := func(to int) {
		if to > from {
			parts = append(parts, part{text: oneLine(text[from:to]), start: from})
		}
	}
	for i := 0; i < len(text); {
		c := text[i]
		length := 1
		switch {
		case c == '\\' && i+1 < len(text) && (asciiPunct(text[i+1]) || text[i+1] == '\n'):
			literal(i)
			from, length = i+1, 2
		case c == '`':
			length = runLength(text[i:])
			if code, whole, ok := codeIn(text[i:], length); ok {
				literal(i)
				parts = append(parts, part{text: code, code: true, start: i})
				from, length = i+whole, whole
			}
		case c == '*' || c == '_':
			length = runLength(text[i:])
			literal(i)
			parts = append(parts, part{text: text[i : i+length], start: i, delimiter: newDelimiter(text, i, length)})
			from = i + length
		}
		i += length
	}
	literal(len(text))
	return parts
}

// oneLine makes a space of a line break and the white space before it.
func oneLine(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines[:len(lines)-1] {
		lines[i] = strings.TrimRight(lines[i], " \t")
	}
	return strings.Join(lines, " ")
}

// runLength is how often the first character is repeated.
func runLength(text string) int { return len(text) - len(strings.TrimLeft(text, text[:1])) }

// codeIn reads a code span that opens with so many backticks; whole is its
// length with them.
func codeIn(text string, ticks int) (code string, whole int, ok bool) {
	for i := ticks; i < len(text); {
		if text[i] != '`' {
			i++
			continue
		}
		n := runLength(text[i:])
		if n == ticks {
			return trimCode(strings.ReplaceAll(text[ticks:i], "\n", " ")), i + n, true
		}
		i += n
	}
	return "", 0, false
}

// trimCode takes one space off both ends where there is one at both, which
// lets code begin with a backtick.
func trimCode(code string) string {
	if len(code) > 1 && code[0] == ' ' && code[len(code)-1] == ' ' && strings.Trim(code, " ") != "" {
		return code[1 : len(code)-1]
	}
	return code
}

func asciiPunct(c byte) bool {
	return c >= '!' && c <= '/' || c >= ':' && c <= '@' || c >= '[' && c <= '`' || c >= '{' && c <= '~'
}
