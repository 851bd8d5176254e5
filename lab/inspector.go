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

// inspector is the panels that stay open while stepping: why the step is as it
// is, and what must hold. Both are there as windows, too.
type inspector struct {
	why    bool // the panel is open, where there is room for it
	ledger ledger
	top    int // first line shown of the panels
}

func (i *inspector) toggleWhy()    { i.why, i.top = !i.why, 0 }
func (i *inspector) toggleLedger() { i.ledger.toggle(); i.top = 0 }

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

// draw paints the panels that have room, given why the step is as it is, and what
// they are about where that is to be said.
func (i *inspector) draw(p pen, l exerciseLayout, about string, why func() []ascii.Line) {
	whys, laws := i.lines(p, l, why)
	if !l.why.Empty() {
		drawBand(p, l.why, titled(about, "Why this step"), whys, i.top)
	}
	if !l.ledger.Empty() {
		drawBand(p, l.ledger, titled(about, "The ledger"), laws, i.top)
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

// scroll moves the text of the panels by n lines, as far as the longer one goes.
func (i *inspector) scroll(n int, p pen, l exerciseLayout, why func() []ascii.Line) {
	whys, laws := i.lines(p, l, why)
	last := max(0, len(whys)-l.why.H+1, len(laws)-l.ledger.H+1)
	i.top = max(0, min(i.top+n, last))
}

// drawBand writes a title and as many lines as there is room for, from line
// top on; the title says what is left out.
func drawBand(p pen, r ascii.Rect, title string, lines []ascii.Line, top int) {
	for x := r.X; x < r.X+r.W; x++ {
		p.grid.Put(x, r.Y, p.glyph('─', '-'), ascii.Faint)
	}
	p.write(r.X, r.Y, r.W, line(title+" ", ascii.Strong))
	body := ascii.Rect{X: r.X, Y: r.Y + 1, W: r.W, H: r.H - 1}
	top = max(0, min(top, len(lines)-body.H))
	n := p.lines(body, lines, top)
	below := len(lines) - top - n
	if top == 0 && below == 0 {
		return
	}
	where := ascii.Line{{Text: fmt.Sprintf(" %d–%d of %d  ", top+1, top+n, len(lines)), Ink: ascii.Dim}, {Text: "J K", Ink: ascii.Strong}}
	if r.W > 50 {
		where = append(where, ascii.Span{Text: " scroll", Ink: ascii.Dim})
	}
	room := r.W - ascii.Width(title) - 2
	if where.Width() > room {
		where = where[:1]
	}
	p.right(r.X+r.W, r.Y, room, where)
}
