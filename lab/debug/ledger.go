package debug

import (
	"context"
	"slices"
	"strconv"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/core"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
)

// ledger is the panel of the invariants of every step. It keeps the old invariants
// until the frame on the stage has its own.
type ledger struct {
	frameJob
	Open  bool
	known bool
	items []exercises.Invariant
}

// ledgerMsg carries the invariants of a frame.
type ledgerMsg struct {
	core.Address
	items []exercises.Invariant
}

// request returns the command that reads the invariants at a moment, or nil if they are
// known or the panel is closed.
func (l *ledger) request(a core.Asker, now core.Moment) core.Work {
	laws := exercises.AbilitiesOf(now.Run).Ledger
	if !l.Open || laws == nil {
		return nil
	}
	return l.frameJob.request(a, now, func(_ context.Context,
		to core.Address) any {
		return ledgerMsg{to, laws(now.At)}
	})
}

func (l *ledger) receive(m ledgerMsg) {
	if l.finish(m.Address) {
		l.items, l.known = m.items, true
	}
}

// broken returns the number of invariants that do not hold.
func (l *ledger) broken() int {
	n := 0
	for _, i := range l.items {
		if !i.Holds {
			n++
		}
	}
	return n
}

// A column of the ledger is at most maxLedgerWidth wide, so that a law stays close to
// its number. Two columns are at least minLedgerWidth wide each, ledgerGap apart.
const maxLedgerWidth, minLedgerWidth, ledgerGap = 64, 46, 4

// write lays out the invariants with their numbers in w×h cells, in two columns if one
// is too long. If not all of them fit, those that do not hold come first.
func (l *ledger) write(t *theme.Theme, w, h int) *ui.Document {
	d := ui.NewDocument(t, w)
	switch {
	case !l.known:
		d.Write(ascii.Inked("reading the books …", ascii.Dim))
		return d
	case len(l.items) == 0:
		d.Write(ascii.Inked("there is nothing to keep at this step", ascii.Dim))
		return d
	}
	column := min(w, maxLedgerWidth)
	laws := l.laws(t, column, false)
	if len(laws) >= h && w >= 2*minLedgerWidth+ledgerGap {
		column = min((w-ledgerGap)/2, maxLedgerWidth)
		laws = l.laws(t, column, false)
		laws = twoColumns(laws, column, (len(laws)+1)/2)
	}
	if len(laws) >= h {
		laws = l.laws(t, column, true)
	}
	d.Write(l.summary())
	d.Add(laws...)
	return d
}

// laws returns the lines of the invariants in w columns. With brokenFirst those that do
// not hold come first.
func (l *ledger) laws(t *theme.Theme, w int, brokenFirst bool) []ascii.Line {
	broken, rest := ui.NewDocument(t, w), ui.NewDocument(t, w)
	for _, i := range l.items {
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

func (l *ledger) summary() ascii.Line {
	n := l.broken()
	switch {
	case n == 0 && len(l.items) == 1:
		return ascii.Inked("it holds at this step", ascii.Good)
	case n == 0:
		return ascii.Inked("all "+strconv.Itoa(len(l.items))+" hold at this step", ascii.Good)
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
