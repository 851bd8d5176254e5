package lab

import (
	"context"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/job"
	"kernellab/lab/player"
)

// ledger is the panel of what must hold at every step. It keeps what it was
// last told until the books of the frame on the stage arrive.
type ledger struct {
	frameJob
	open  bool
	known bool
	items []exercises.Invariant
}

// ledgerMsg brings the books at a frame.
type ledgerMsg struct {
	job.Address
	items []exercises.Invariant
}

// ask returns the command that reads the books at a moment, or nil where they
// are read, or closed.
func (l *ledger) ask(a job.Asker, now player.Moment) tea.Cmd {
	books, ok := now.Run.(exercises.Ledger)
	if !l.open || !ok {
		return nil
	}
	return l.frameJob.ask(a, now, func(_ context.Context, to job.Address) tea.Msg { return ledgerMsg{to, books.Invariants(now.At)} })
}

func (l *ledger) take(m ledgerMsg) {
	if l.finish(m.Address) {
		l.items, l.known = m.items, true
	}
}

// broken counts the laws that do not hold.
func (l *ledger) broken() int {
	n := 0
	for _, i := range l.items {
		if !i.Holds {
			n++
		}
	}
	return n
}

// ledgerColumns is as wide as a law and its number stand apart, ledgerLeast as
// narrow as two columns of them may be, ledgerGap what is between.
const ledgerColumns, ledgerLeast, ledgerGap = 64, 46, 4

// lines are the laws with their numbers in w×h cells: in two columns where one
// is not enough. Where not all of them find room, those that do not hold come
// first.
func (l *ledger) lines(p pen, w, h int) []ascii.Line {
	switch {
	case !l.known:
		return []ascii.Line{p.say(line("reading the books …", ascii.Dim))}
	case len(l.items) == 0:
		return []ascii.Line{p.say(line("there is nothing to keep at this step", ascii.Dim))}
	}
	column := min(w, ledgerColumns)
	laws := l.laws(p, column, false)
	if len(laws) >= h && w >= 2*ledgerLeast+ledgerGap {
		column = min((w-ledgerGap)/2, ledgerColumns)
		laws = l.laws(p, column, false)
		laws = twoColumns(laws, column, (len(laws)+1)/2)
	}
	if len(laws) >= h {
		laws = l.laws(p, column, true)
	}
	return append([]ascii.Line{l.summary(p)}, laws...)
}

// laws are the lines of the laws in w columns, with brokenFirst those first
// that do not hold.
func (l *ledger) laws(p pen, w int, brokenFirst bool) []ascii.Line {
	var broken, rest []ascii.Line
	for _, i := range l.items {
		if lines := invariantLines(p, i, w); brokenFirst && !i.Holds {
			broken = append(broken, lines...)
		} else {
			rest = append(rest, lines...)
		}
	}
	return append(broken, rest...)
}

// twoColumns puts what comes after some rows of lines beside these, each w wide.
func twoColumns(lines []ascii.Line, w, rows int) []ascii.Line {
	rows = min(rows, len(lines))
	out := make([]ascii.Line, rows)
	for i := range rows {
		out[i] = lines[i]
		if rows+i < len(lines) {
			out[i] = append(append(out[i][:len(out[i]):len(out[i])], blank(w-out[i].Width()+ledgerGap)), lines[rows+i]...)
		}
	}
	return out
}

func (l *ledger) summary(p pen) ascii.Line {
	n := l.broken()
	switch {
	case n == 0 && len(l.items) == 1:
		return p.say(line("it holds at this step", ascii.Good))
	case n == 0:
		return p.say(line("all "+strconv.Itoa(len(l.items))+" hold at this step", ascii.Good))
	case n == 1:
		return p.say(line("1 does not hold at this step", ascii.Bad))
	}
	return p.say(line(strconv.Itoa(n)+" do not hold at this step", ascii.Bad))
}

// invariantLines is a law with its mark, its number at the right where there
// is room, and what is wrong with it.
func invariantLines(p pen, i exercises.Invariant, w int) []ascii.Line {
	mark := ascii.Span{Text: string(p.glyph('✓', '+')) + " ", Ink: ascii.Good}
	ink := ascii.Dim
	if !i.Holds {
		mark = ascii.Span{Text: string(p.glyph('✗', 'x')) + " ", Ink: ascii.Bad}
		ink = ascii.Bad
	}
	head := append(ascii.Line{mark}, p.say(i.Law)...)
	value := p.say(line(i.Value, ink))
	var out []ascii.Line
	if gap := w - head.Width() - value.Width(); gap >= 2 {
		out = append(out, append(append(head, blank(gap)), value...))
	} else {
		out = append(out, indented(head[:1], head[1:], w)...)
		out = append(out, indented(blankLine(4), value, w)...)
	}
	if !i.Holds && i.Note != "" {
		out = append(out, indented(blankLine(2), p.say(line(i.Note, ascii.Bad)), w)...)
	}
	return out
}
