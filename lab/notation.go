package lab

import (
	"kernellab/ascii"
	"kernellab/lab/study"
)

// marks are the signs of the pictures.
func marks(p pen) []ascii.Line {
	g := func(utf8, seven rune) string { return string(p.glyph(utf8, seven)) }
	return []ascii.Line{
		{{Text: g('◇', 'x') + " ", Ink: ascii.MarkPos}, {Text: g('□', 'o'), Ink: ascii.MarkNeg}, {Text: "   a point of class +1, of class −1"}},
		{{Text: g('◆', 'X') + " ", Ink: ascii.FreePos}, {Text: g('■', 'O'), Ink: ascii.FreeNeg}, {Text: "   a free support vector, 0 < α < C"}},
		{{Text: g('◆', 'K') + " ", Ink: ascii.BoundPos}, {Text: g('■', 'Q'), Ink: ascii.BoundNeg}, {Text: "   a support vector at its bound, α = C"}},
	}
}

// notation is the text of the notation window.
func notation(p pen, w int) []ascii.Line {
	const column = 10
	var out []ascii.Line
	for _, s := range study.Symbols() {
		sign := p.say(line(s.Sign, ascii.Strong))
		sign = append(sign, blank(column-lineWidth(sign)))
		out = append(out, indented(sign, p.say(line(s.Meaning, ascii.Text)), w)...)
	}
	out = append(out, nil, p.say(line("Conventions", ascii.Accent)))
	for _, c := range study.Conventions() {
		out = append(out, indented(p.say(line("· ", ascii.Dim)), p.say(line(c, ascii.Text)), w)...)
	}
	out = append(out, nil, p.say(line("On the pictures", ascii.Accent)))
	for _, m := range marks(p) {
		out = append(out, indented(nil, p.say(m), w)...)
	}
	return out
}
