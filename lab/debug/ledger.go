package debug

import (
	"slices"
	"strconv"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/core"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
)

// A column of the ledger is at most maxLedgerWidth wide, so that a law stays close to
// its number. Two columns are at least minLedgerWidth wide each, ledgerGap apart.
const maxLedgerWidth, minLedgerWidth, ledgerGap = 64, 46, 4

// writeLedger lays out the invariants with their numbers in w×h cells, in two columns if one
// is too long. If not all of them fit, those that do not hold come first.
func writeLedger(l *core.Ledger, t *theme.Theme, w, h int) *ui.Document {
	d := ui.NewDocument(t, w)
	switch {
	case !l.Known:
		d.Write(ascii.Inked("reading the books …", ascii.Dim))
		return d
	case len(l.Items) == 0:
		d.Write(ascii.Inked("there is nothing to keep at this step", ascii.Dim))
		return d
	}
	column := min(w, maxLedgerWidth)
	laws := writeLaws(l, t, column, false)
	if len(laws) >= h && w >= 2*minLedgerWidth+ledgerGap {
		column = min((w-ledgerGap)/2, maxLedgerWidth)
		laws = writeLaws(l, t, column, false)
		laws = twoColumns(laws, column, (len(laws)+1)/2)
	}
	if len(laws) >= h {
		laws = writeLaws(l, t, column, true)
	}
	d.Write(ledgerSummary(l))
	d.Add(laws...)
	return d
}

// writeLaws returns the lines of the invariants in w columns. With brokenFirst those that do
// not hold come first.
func writeLaws(l *core.Ledger, t *theme.Theme, w int, brokenFirst bool) []ascii.Line {
	broken, rest := ui.NewDocument(t, w), ui.NewDocument(t, w)
	for _, i := range l.Items {
		if brokenFirst && !i.Holds {
			writeInvariant(t, broken, i)
		} else {
			writeInvariant(t, rest, i)
		}
	}
	return append(broken.Lines(), rest.Lines()...)
}

// twoColumns arranges lines in two columns of w cells, with the given number of rows.
func twoColumns(lines []ascii.Line, w, rows int) []ascii.Line {
	rows = min(rows, len(lines))
	out := make([]ascii.Line, rows)
	for i := range rows {
		out[i] = lines[i]
		if rows+i < len(lines) {
			out[i] = slices.Concat(out[i], ascii.Blanks(w-out[i].Width()+ledgerGap), lines[rows+i])
		}
	}
	return out
}

func ledgerSummary(l *core.Ledger) ascii.Line {
	n := l.Broken()
	switch {
	case n == 0 && len(l.Items) == 1:
		return ascii.Inked("it holds at this step", ascii.Good)
	case n == 0:
		return ascii.Inked("all "+strconv.Itoa(len(l.Items))+" hold at this step", ascii.Good)
	case n == 1:
		return ascii.Inked("1 does not hold at this step", ascii.Bad)
	}
	return ascii.Inked(strconv.Itoa(n)+" do not hold at this step", ascii.Bad)
}

// writeInvariant adds an invariant with its mark, its number at the right if there is
// room, and what is wrong with it.
func writeInvariant(t *theme.Theme, d *ui.Document, i exercises.Invariant) {
	mark, ink := ascii.Span{Text: t.Glyph('✓', '+') + " ", Ink: ascii.Good}, ascii.Dim
	if !i.Holds {
		mark, ink = ascii.Span{Text: t.Glyph('✗', 'x') + " ", Ink: ascii.Bad}, ascii.Bad
	}
	head, value := t.View().Line(append(ascii.Line{mark}, i.Law...)), t.View().Line(ascii.Inked(i.Value, ink))
	if head.Width()+2+value.Width() <= d.Width {
		d.Add(ui.Spread(t, d.Width, head, value))
	} else {
		d.Item(ascii.Line{mark}, i.Law)
		d.Item(ascii.Blanks(4), value)
	}
	if !i.Holds && i.Note != "" {
		d.Item(ascii.Blanks(2), ascii.Inked(i.Note, ascii.Bad))
	}
}
