package lab

import (
	"fmt"
	"strings"

	"kernellab/ascii"
)

// panelsFromWidth and panelsFromHeight are the screen from which panels stand
// below the stage.
const panelsFromWidth, panelsFromHeight = 160, 36

// hasPanelRoom reports whether panels stand below the stage of a screen.
func hasPanelRoom(w, h int) bool { return w >= panelsFromWidth && h >= panelsFromHeight }

// panel is a text beside the run that stays open while it is stepped.
type panel int

const (
	noPanel panel = iota
	whyPanel
	ledgerPanel
)

// String is what the footer calls a panel.
func (p panel) String() string { return [...]string{"stage", "why", "ledger"}[p] }

// inspector is the panels: why the step is as it is, and what must hold. Without room
// for its panel, why is a window.
type inspector struct {
	why    bool // the panel is open, where there is room for it
	ledger ledger
	tops   [ledgerPanel + 1]int // the first line shown of each
}

// show opens a panel at its beginning, or closes it.
func (i *inspector) show(p panel, open bool) {
	if i.tops[p] = 0; p == whyPanel {
		i.why = open
		return
	}
	i.ledger.open = open
	i.ledger.forget()
}

// withPanels makes room for the panels: why below the stage of a large screen, the
// ledger below the text, or below the stage where that is the only half shown.
func (l exerciseLayout) withPanels(w, h int, why, ledger bool) exerciseLayout {
	if l.tooSmall {
		return l
	}
	if why && hasPanelRoom(w, h) && !l.stage.Empty() {
		l.stage, l.why = takeBottom(l.stage, l.stage.H*2/5+1, true)
		l.stage.H--
	}
	switch {
	case !ledger:
	case !l.narrow:
		l.text, l.ledger = takeBottom(l.text, min(ledgerRows, l.text.H*3/5), true)
		l.text.H--
	case !l.stage.Empty():
		l.stage, l.ledger = takeBottom(l.stage, min(8, l.stage.H*2/5), true)
	}
	return l
}

// ledgerRows is how high the ledger is at most, below the text.
const ledgerRows = 19

// panels are those that have room.
func (l exerciseLayout) panels() (out []panel) {
	if !l.why.Empty() {
		out = append(out, whyPanel)
	}
	if !l.ledger.Empty() {
		out = append(out, ledgerPanel)
	}
	return out
}

// draw paints the panels that have room, given the one with the keyboard, why the step
// is as it is, and what they are about where that is to be said.
func (i *inspector) draw(p pen, l exerciseLayout, with panel, about string, why func() []ascii.Line) {
	whys, laws := i.lines(p, l, why)
	if !l.why.Empty() {
		drawBand(p, l.why, titled(about, "Why this step"), whys, i.tops[whyPanel], with == whyPanel)
	}
	if !l.ledger.Empty() {
		drawBand(p, l.ledger, titled(about, "The ledger"), laws, i.tops[ledgerPanel], with == ledgerPanel)
	}
}

// titled is a title behind what it is about.
func titled(about, title string) string {
	if about == "" {
		return title
	}
	return about + strings.ToLower(title[:1]) + title[1:]
}

// whyLeast is how narrow a column of why may be, so that its tables are whole.
const whyLeast = 66

// lines are those of the panels that have room; why stands in two columns where one
// is not enough.
func (i *inspector) lines(p pen, l exerciseLayout, why func() []ascii.Line) (whys, laws []ascii.Line) {
	if !l.why.Empty() {
		whys = p.wrapAll(why(), l.why.W)
		if rows := l.why.H - 1; len(whys) > rows && l.why.W >= 2*whyLeast+ledgerGap {
			column := (l.why.W - ledgerGap) / 2
			whys = p.wrapAll(why(), column)
			whys = twoColumns(whys, column, max(rows, (len(whys)+1)/2))
		}
	}
	if !l.ledger.Empty() {
		laws = i.ledger.lines(p, l.ledger.W, l.ledger.H-1)
	}
	return whys, laws
}

// scroll moves the text of a panel by n lines, as far as it goes.
func (i *inspector) scroll(which panel, n int, p pen, l exerciseLayout, why func() []ascii.Line) {
	whys, laws := i.lines(p, l, why)
	last := len(whys) - l.why.H + 1
	if which == ledgerPanel {
		last = len(laws) - l.ledger.H + 1
	}
	i.tops[which] = max(0, min(i.tops[which]+n, last))
}

// drawBand writes a title and as many lines as there is room for, from line
// top on; beside the title stand what is left out and the key that scrolls it, or leads
// to it from the stage.
func drawBand(p pen, r ascii.Rect, title string, lines []ascii.Line, top int, focused bool) {
	ink, key := ascii.Strong, "shift+tab"
	if focused {
		ink, key = ascii.Accent, "↑ ↓"
	}
	for x := r.X; x < r.X+r.W; x++ {
		p.grid.Put(x, r.Y, p.glyph('─', '-'), ascii.Faint)
	}
	p.write(r.X, r.Y, r.W, line(title+" ", ink))
	body := ascii.Rect{X: r.X, Y: r.Y + 1, W: r.W, H: r.H - 1}
	top = max(0, min(top, len(lines)-body.H))
	n := p.lines(body, lines, top)
	below := len(lines) - top - n
	if top == 0 && below == 0 {
		return
	}
	where := ascii.Line{{Text: fmt.Sprintf(" %d–%d of %d  ", top+1, top+n, len(lines)), Ink: ascii.Dim}, {Text: key, Ink: ascii.Strong}}
	p.right(r.X+r.W, r.Y, r.W-ascii.Width(title)-2, where)
}
