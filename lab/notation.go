package lab

import (
	"kernellab/ascii"
	"kernellab/lab/study"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
)

// notation returns the text of the window of symbols.
func notation(t *theme.Theme) func(*ui.Document) {
	return func(d *ui.Document) {
		for _, s := range study.Symbols() {
			d.Entry(10, ascii.Inked(s.Sign, ascii.Strong), ascii.Inked(s.Meaning, ascii.Text))
		}
		d.Gap()
		d.Write(ascii.Inked("Conventions", ascii.Accent))
		for _, c := range study.Conventions() {
			d.Item(ascii.Inked("· ", ascii.Dim), ascii.Inked(c, ascii.Text))
		}
		d.Gap()
		d.Write(ascii.Inked("On the pictures", ascii.Accent))
		d.Write(
			ascii.Line{{Text: t.Glyph('◇', 'x') + " ", Ink: ascii.MarkPos}, {Text: t.Glyph('□', 'o'), Ink: ascii.MarkNeg}, {Text: "   a point of class +1, of class −1"}},
			ascii.Line{{Text: t.Glyph('◆', 'X') + " ", Ink: ascii.FreePos}, {Text: t.Glyph('■', 'O'), Ink: ascii.FreeNeg}, {Text: "   a free support vector, 0 < α < C"}},
			ascii.Line{{Text: t.Glyph('◆', 'K') + " ", Ink: ascii.BoundPos}, {Text: t.Glyph('■', 'Q'), Ink: ascii.BoundNeg}, {Text: "   a support vector at its bound, α = C"}},
			ascii.Line{{Text: t.Glyph('◆', 'X') + " ", Ink: ascii.MarkPos}, {Text: t.Glyph('■', 'O'), Ink: ascii.MarkNeg}, {Text: "   perceptron: a point that was a mistake, α > 0"}},
		)
	}
}
