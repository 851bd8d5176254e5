package lab

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
)

// ledger is the panel of what must hold at every step. It keeps what it was
// last told until the books of the frame on the stage arrive.
type ledger struct {
	open  bool
	job   job
	asked frameKey // the frame the items are of, or are being asked for
	items []exercises.Invariant
}

// frameKey tells frames apart: the past of a run never changes.
type frameKey struct{ serial, at int }

func (p *player) key() frameKey { return frameKey{p.serial, p.at} }

// ledgerMsg brings the books at a frame.
type ledgerMsg struct {
	address
	items []exercises.Invariant
}

func (m ledgerMsg) to() address { return m.address }

func (l *ledger) toggle() {
	l.open = !l.open
	l.job.stop()
	l.asked = frameKey{}
}

// ask returns the command that reads the books at the frame on the stage, or
// nil where they are read, or closed.
func (l *ledger) ask(e *exercise) tea.Cmd {
	books, ok := e.player.run.(exercises.Ledger)
	if !l.open || !ok || l.asked == e.player.key() {
		return nil
	}
	l.asked = e.player.key()
	_, gen := l.job.start(e.session.ctx)
	at, to := e.player.at, address{e.owner, gen}
	return func() tea.Msg { return ledgerMsg{to, books.Invariants(at)} }
}

func (l *ledger) take(m ledgerMsg) {
	if l.job.finish(m.gen) {
		l.items = m.items
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

// ledgerColumns is as wide as a law and its number stand apart.
const ledgerColumns = 64

// lines are the laws with their numbers in w×h cells. Where not all of them
// find room, those that do not hold come first.
func (l *ledger) lines(p pen, w, h int) []ascii.Line {
	w = min(w, ledgerColumns)
	if len(l.items) == 0 {
		return []ascii.Line{p.say(line("reading the books …", ascii.Dim))}
	}
	out := []ascii.Line{l.summary(p)}
	var holding, broken []ascii.Line
	for _, i := range l.items {
		lines := invariantLines(p, i, w)
		out = append(out, lines...)
		if i.Holds {
			holding = append(holding, lines...)
		} else {
			broken = append(broken, lines...)
		}
	}
	if len(out) <= h {
		return out
	}
	return append(append(out[:1:1], broken...), holding...)
}

func (l *ledger) summary(p pen) ascii.Line {
	n := l.broken()
	switch {
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
	if gap := w - lineWidth(head) - lineWidth(value); gap >= 2 {
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
