package lab

import (
	"fmt"

	"kernellab/ascii"
)

func (e *exercise) draw(p pen) {
	e.caret = caret{}
	l := e.layout(p.grid.W, p.grid.H)
	e.drawHeader(p, l.header)
	if !l.text.Empty() {
		e.drawText(p, l.text)
	}
	if !l.question.Empty() {
		e.drawQuestion(p, l.question)
	}
	if !l.stage.Empty() {
		e.drawStage(p, l.stage)
	}
	e.drawPanels(p, l)
	e.session.drawFooter(p, l.footer, e.hints(), e.pinned())
}

// drawHeader names the exercise, the step and the seed.
func (e *exercise) drawHeader(p pen, r ascii.Rect) {
	ex := e.work.Exercise()
	right := e.progressLine(p)
	if hits, asked := e.work.Predictions(); asked > 0 && r.W >= wideFrom {
		tally := ascii.Span{Text: fmt.Sprintf("predicted %d of %d   ", hits, asked), Ink: ascii.Dim}
		right = append(ascii.Line{tally}, right...)
	}
	right = append(right, ascii.Span{Text: "   "})
	right = append(right, seedLine(ex.Seed)...)
	x := p.right(r.X+r.W, r.Y, r.W, right)
	left := ascii.Line{
		{Text: ex.Unit + " › ", Ink: ascii.Dim},
		{Text: ex.ID + " ", Ink: ascii.Dim},
		{Text: ex.Title, Ink: ascii.Strong},
	}
	if lineWidth(p.say(left)) > x-r.X-3 {
		left = left[1:]
	}
	p.write(r.X, r.Y, x-r.X-3, left)
}

// progressLine is a dot for each step and "3 of 5".
func (e *exercise) progressLine(p pen) ascii.Line {
	var out ascii.Line
	for i := range e.work.Len() {
		out = append(out, stepDot(p, e.work.StepState(i), i == e.work.Index()))
	}
	if e.work.Len() > 12 {
		out = nil
	}
	return append(out, ascii.Span{Text: fmt.Sprintf(" %d of %d", e.work.Index()+1, e.work.Len()), Ink: ascii.Dim})
}

// drawText paints the left side and the boxes of its fields.
func (e *exercise) drawText(p pen, r ascii.Rect) {
	d := e.document(p, r.W-1)
	top := e.scrolled(d, r.H)
	p.lines(r, d.lines, top)
	e.drawBoxes(p, r, d, top)
	if top > 0 {
		p.right(r.X+r.W, r.Y-1, 12, line("↑ pgup", ascii.Dim))
	}
	if top+r.H < len(d.lines) {
		p.right(r.X+r.W, r.Y+r.H, 12, line("↓ pgdn", ascii.Dim))
	}
}

func (e *exercise) drawBoxes(p pen, r ascii.Rect, d *document, top int) {
	for _, s := range d.spots {
		y := r.Y + s.at.Y - top
		if s.choice >= 0 || y < r.Y || y >= r.Y+r.H {
			continue
		}
		box := ascii.Rect{X: r.X + s.at.X, Y: y, W: s.at.W, H: 1}
		here := e.focus == focus{onField, s.field}
		x, y := e.form.drawBox(p, s.field, box, here)
		if here && e.zone() == zoneField {
			e.caret = caret{x, y, true}
		}
	}
}

// cursor is where the field with the keyboard is typed into, on the screen drawn
// last.
func (e *exercise) cursor() (int, int, bool) { return e.caret.x, e.caret.y, e.caret.shown }

// drawQuestion keeps the question in one line over the stage of a narrow
// screen, with the verdict before it.
func (e *exercise) drawQuestion(p pen, r ascii.Rect) {
	l := questionLine(e.info.Question)
	if len(l) == 0 {
		l = line(e.info.Title, ascii.Strong)
	}
	if e.report != nil {
		mark, ink := verdictMark(p, *e.report)
		l = append(ascii.Line{{Text: mark + " " + e.report.FirstLine() + "  ", Ink: ink}}, l...)
	}
	p.write(r.X, r.Y, r.W, l)
}

// hints are the keys worth showing where the keyboard is now.
func (e *exercise) hints() []hint {
	s, z := e.session, e.zone()
	var out []hint
	add := func(a act) {
		if e.disabled(a) == "" {
			out = append(out, s.hint(z, a))
		}
	}
	if z == zoneWhatIf {
		return append(out, s.hint(z, actSubmit), hint{key: "← →", word: "change"}, hint{key: "↑ ↓", word: "choose"}, s.hint(z, actLeave), s.hint(z, actEnlarge))
	}
	if e.debug.compare != nil && z == zoneStage {
		return append(out, hint{key: "← →", word: "step both"}, hint{key: "esc", word: "leave it"}, s.hint(z, actEnlarge), s.hint(z, actBranches))
	}
	switch {
	case e.goesOn():
		out = append(out, hint{key: "enter", word: e.onwardsShort()})
	default:
		add(actSubmit)
	}
	switch z {
	case zoneStage:
		if e.player.run != nil {
			out = append(out, hint{key: "← →", word: "step"})
		}
		for _, a := range []act{actPlay, actWhy, actWhatIf, actPredict, actByHand, actLedger, actNextEvent, actBreak, actBranches, actCompare, actNextPoint, actEnlarge} {
			add(a)
		}
	case zoneControl:
		out = append(out, hint{key: "← →", word: "slide"})
	case zoneChoice:
		out = append(out, hint{key: "↑ ↓", word: "choose"})
	}
	if _, ok := e.chart(); ok && z == zoneStage {
		out = append([]hint{{key: "z Z", word: "zoom"}, {key: "< >", word: "pan"}, s.hint(z, actScale), s.hint(z, actEnlarge)}, out...)
	}
	if len(e.stops()) > 1 || e.narrow() {
		out = append(out, hint{key: "tab", word: e.nextStop()})
	}
	if e.focus.kind != onStage && e.nextStop() != "stage" {
		add(actLeave)
	}
	add(actHint)
	return out
}

// pinned are the keys in sight at any time: help and the way back.
func (e *exercise) pinned() []hint {
	help := e.session.hint(e.zone(), actHelp)
	if e.zone() == zoneField {
		return []hint{help, {key: "esc q", word: "back"}}
	}
	return []hint{help, e.session.hint(e.zone(), actBack)}
}

// nextStop names where tab leads.
func (e *exercise) nextStop() string {
	if e.narrow() && len(e.stops()) == 1 {
		if e.pane == textPane {
			return "stage"
		}
		return "text"
	}
	stops := e.stops()
	for i, f := range stops {
		if f != e.focus {
			continue
		}
		switch stops[(i+1)%len(stops)].kind {
		case onField:
			return "answer"
		case onControl:
			return "slider"
		}
		return "stage"
	}
	return "next"
}
