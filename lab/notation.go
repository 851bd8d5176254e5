package lab

import (
	"kernellab/ascii"
	"kernellab/lab/study"
)

// notation is the text of the window of symbols.
func notation(d *document) {
	for _, s := range study.Symbols() {
		d.entry(10, line(s.Sign, ascii.Strong), line(s.Meaning, ascii.Text))
	}
	d.gap()
	d.write(line("Conventions", ascii.Accent))
	for _, c := range study.Conventions() {
		d.item(line("· ", ascii.Dim), line(c, ascii.Text))
	}
	d.gap()
	d.write(line("On the pictures", ascii.Accent))
	g := func(utf8, seven rune) string { return string(d.pen.glyph(utf8, seven)) }
	d.write(
		ascii.Line{{Text: g('◇', 'x') + " ", Ink: ascii.MarkPos}, {Text: g('□', 'o'), Ink: ascii.MarkNeg}, {Text: "   a point of class +1, of class −1"}},
		ascii.Line{{Text: g('◆', 'X') + " ", Ink: ascii.FreePos}, {Text: g('■', 'O'), Ink: ascii.FreeNeg}, {Text: "   a free support vector, 0 < α < C"}},
		ascii.Line{{Text: g('◆', 'K') + " ", Ink: ascii.BoundPos}, {Text: g('■', 'Q'), Ink: ascii.BoundNeg}, {Text: "   a support vector at its bound, α = C"}},
		ascii.Line{{Text: g('◆', 'X') + " ", Ink: ascii.MarkPos}, {Text: g('■', 'O'), Ink: ascii.MarkNeg}, {Text: "   perceptron: a point that was a mistake, α > 0"}},
	)
}
