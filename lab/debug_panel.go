package lab

import (
	"fmt"
	"math"

	"kernellab/ascii"
)

// panelsFromWidth and panelsFromHeight are the screen from which panels stand
// below the stage.
const panelsFromWidth, panelsFromHeight = 160, 36

// hasPanelRoom reports whether panels stand below the stage of this screen.
func (e *exercise) hasPanelRoom() bool { return hasPanelRoom(e.session.width, e.session.height) }

func hasPanelRoom(w, h int) bool { return w >= panelsFromWidth && h >= panelsFromHeight }

// layout is where the parts of the screen are, with the panels that are open.
// On a narrow screen a frame that is not the run's own needs the room of the
// ledger, which is about the run's own.
func (e *exercise) layout(w, h int) exerciseLayout {
	guest := e.debug.guest()
	ledger := e.debug.ledger.open && withoutLedger(e) == "" && !(guest && w < wideFrom)
	return e.halves(w, h, e.pane).withPanels(w, h, e.debug.why && e.player.run != nil, ledger)
}

// halves is where text and stage are, without panels.
func (e *exercise) halves(w, h int, shown pane) exerciseLayout {
	l := layoutExercise(w, h, shown)
	if e.textOnly {
		return l.withoutStage()
	}
	return l
}

// withPanels makes room for the panels: in a band below the stage of a large
// screen; else the ledger stands below the text, or below the stage where that
// is the only half shown.
func (l exerciseLayout) withPanels(w, h int, why, ledger bool) exerciseLayout {
	switch {
	case l.tooSmall || !why && !ledger:
	case hasPanelRoom(w, h):
		var band ascii.Rect
		l.stage, band = takeBottom(l.stage, l.stage.H*2/5, true)
		l.stage.H--
		l.why, l.ledger = splitBand(band, why, ledger)
	case !ledger:
	case !l.narrow:
		l.text, l.ledger = takeBottom(l.text, min(19, l.text.H*3/5), true)
		l.text.H--
	case !l.stage.Empty():
		l.stage, l.ledger = takeBottom(l.stage, min(8, l.stage.H*2/5), true)
	}
	return l
}

// splitBand divides the band of the panels between those that are open.
func splitBand(band ascii.Rect, why, ledger bool) (left, right ascii.Rect) {
	switch {
	case !ledger:
		return band, right
	case !why:
		return left, band
	}
	left, right = band, band
	right.W = min(56, band.W*2/5)
	left.W -= right.W + 3
	right.X += left.W + 3
	return left, right
}

func (e *exercise) drawPanels(p pen, l exerciseLayout) {
	why, ledger := e.panelLines(p, l)
	if !l.why.Empty() {
		drawBand(p, l.why, "Why this step", why, e.debug.top)
	}
	if !l.ledger.Empty() {
		drawBand(p, l.ledger, "What must hold", ledger, e.debug.top)
	}
}

// panelLines are the lines of the panels that are open.
func (e *exercise) panelLines(p pen, l exerciseLayout) (why, ledger []ascii.Line) {
	if !l.why.Empty() {
		why = p.wrapAll(e.whyLines(), l.why.W)
	}
	if !l.ledger.Empty() {
		ledger = e.debug.ledger.lines(p, l.ledger.W, l.ledger.H-1)
	}
	return why, ledger
}

// scrollPanels moves the text of the panels by n lines, as far as the longer
// one goes.
func (e *exercise) scrollPanels(n int) {
	l := e.layout(e.session.width, e.session.height)
	why, ledger := e.panelLines(pen{view: e.session.view()}, l)
	last := max(0, len(why)-l.why.H+1, len(ledger)-l.ledger.H+1)
	e.debug.top = max(0, min(e.debug.top+n, last))
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
	p.right(r.X+r.W, r.Y, r.W-width(title)-2, where)
}

// toggleWhy opens or closes the panel, where there is room for it, else it opens
// the window.
func (e *exercise) toggleWhy() intent {
	if !e.hasPanelRoom() {
		return e.openWhy()
	}
	e.debug.why, e.debug.top = !e.debug.why, 0
	return nil
}

func (e *exercise) toggleLedger() {
	e.debug.ledger.toggle()
	e.debug.top = 0
}

// openWhy explains the step in a window that scrolls.
func (e *exercise) openWhy() intent {
	w := newTextWindow(e.session, "Why this step", func(p pen, w int) []ascii.Line { return p.wrapAll(e.whyLines(), w) })
	w.step = e.stepBy
	return pushIntent{w}
}

// openLedger shows all laws in a window that scrolls.
func (e *exercise) openLedger() intent {
	e.debug.ledger.over = true
	e.debug.ledger.forget()
	w := newTextWindow(e.session, "What must hold", func(p pen, w int) []ascii.Line { return e.debug.ledger.lines(p, w, math.MaxInt) })
	w.step = e.stepBy
	w.closed = func() { e.debug.ledger.over = false }
	return pushIntent{w}
}

// whyLines explain the step on the stage.
func (e *exercise) whyLines() []ascii.Line {
	if e.player.frame.Why == nil {
		return []ascii.Line{line("There is nothing to explain at this step.", ascii.Dim)}
	}
	return e.player.frame.Why()
}
