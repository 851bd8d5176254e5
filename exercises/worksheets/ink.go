package worksheets

import (
	"strings"

	"kernellab/ascii"
)

// codeSpan gives a code span its ink. A tag before a bar chooses it: 1 to 4
// for a letter that keeps its colour in formula, plot and table, + and - for
// the two classes, dim, good, bad and strong. Without a tag it is the accent.
func codeSpan(code string) ascii.Span {
	if tag, rest, ok := strings.Cut(code, "|"); ok {
		if ink, known := tagInk(tag); known {
			return ascii.Span{Text: rest, Ink: ink}
		}
	}
	return ascii.Span{Text: code, Ink: ascii.Accent}
}

func tagInk(tag string) (ascii.Ink, bool) {
	switch tag {
	case "1":
		return ascii.Symbol1, true
	case "2":
		return ascii.Symbol2, true
	case "3":
		return ascii.Symbol3, true
	case "4":
		return ascii.Symbol4, true
	case "+":
		return ascii.MarkPos, true
	case "-":
		return ascii.MarkNeg, true
	case "dim":
		return ascii.Dim, true
	case "good":
		return ascii.Good, true
	case "bad":
		return ascii.Bad, true
	case "strong":
		return ascii.Strong, true
	}
	return ascii.None, false
}

// inked reads a formula: literal text in which code spans choose inks. A
// backtick without a partner is literal.
func inked(s string) ascii.Line {
	var line ascii.Line
	for {
		before, rest, opened := strings.Cut(s, "`")
		code, after, closed := strings.Cut(rest, "`")
		if !opened || !closed {
			return tidy(append(line, ascii.Span{Text: s, Ink: ascii.Text}))
		}
		line = append(line, ascii.Span{Text: before, Ink: ascii.Text}, codeSpan(code))
		s = after
	}
}

// tidy joins neighbours of one ink and drops empty spans.
func tidy(line ascii.Line) ascii.Line {
	var out ascii.Line
	for len(line) > 0 {
		n := 1
		for n < len(line) && (line[n].Ink == line[0].Ink || line[n].Text == "") {
			n++
		}
		var text strings.Builder
		for _, s := range line[:n] {
			text.WriteString(s.Text)
		}
		if text.Len() > 0 {
			out = append(out, ascii.Span{Text: text.String(), Ink: line[0].Ink})
		}
		line = line[n:]
	}
	return out
}
