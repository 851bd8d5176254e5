package lab

import (
	"fmt"
	"slices"

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
	ex := e.sheet.work.Exercise()
	right := e.progressLine(p)
	if hits, asked := e.sheet.work.Predictions(); asked > 0 && r.W >= wideFrom {
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
	for i := range e.sheet.work.Len() {
		out = append(out, stepDot(p, e.sheet.work.StepState(i), i == e.sheet.work.Index()))
	}
	if e.sheet.work.Len() > 12 {
		out = nil
	}
	return append(out, ascii.Span{Text: fmt.Sprintf(" %d of %d", e.sheet.work.Index()+1, e.sheet.work.Len()), Ink: ascii.Dim})
}

// drawText paints the left side and the boxes of its fields.
func (e *exercise) drawText(p pen, r ascii.Rect) {
	d := e.document(p, r.W-1)
	top := e.sheet.first(d, r.H)
	p.lines(r, d.lines, top)
	if c := e.sheet.form.drawBoxes(p, r, d, top); e.zone() == zoneField {
		e.caret = c
	}
	if top > 0 {
		p.right(r.X+r.W, r.Y-1, 12, line("↑ pgup", ascii.Dim))
	}
	if top+r.H < len(d.lines) {
		p.right(r.X+r.W, r.Y+r.H, 12, line("↓ pgdn", ascii.Dim))
	}
}

// document is the left side in w columns.
func (e *exercise) document(p pen, w int) *document {
	by := beside{zone: e.zone(), forks: e.debug.whatIf != nil}
	switch b := &e.debug; {
	case b.whatIf != nil:
		by.guest = "What if"
	case b.compare != nil:
		by.guest = "Beside " + branchName(b.compare.with)
	}
	by.facts, by.notes = e.facts(), e.scene.Notes
	if by.guest == "" {
		by.notes = slices.Concat(by.notes, by.facts)
	}
	return e.sheet.document(p, w, by)
}

// cursor is where the field with the keyboard is typed into, on the screen drawn
// last.
func (e *exercise) cursor() (int, int, bool) { return e.caret.x, e.caret.y, e.caret.shown }

// drawQuestion keeps the question in one line over the stage of a narrow
// screen, with the verdict before it.
func (e *exercise) drawQuestion(p pen, r ascii.Rect) {
	l := questionLine(e.sheet.info().Question)
	if len(l) == 0 {
		l = line(e.sheet.info().Title, ascii.Strong)
	}
	if r := e.sheet.report(); r != nil {
		mark, ink := verdictMark(p, *r)
		l = append(ascii.Line{{Text: mark + " " + r.FirstLine() + "  ", Ink: ink}}, l...)
	}
	p.write(r.X, r.Y, r.W, l)
}

// hints are the keys worth showing where the keyboard is now.
func (e *exercise) hints() []hint {
	s, z := e.session, e.zone()
	figure := s.hint(z, "figure", "figure")
	_, chart := e.chart()
	switch {
	case z == zoneWhatIf:
		return s.acts.footer(e, []zone{z})
	case z == zoneStage && e.debug.compare != nil:
		return []hint{{"← →", "step both"}, {"esc", "leave it"}, figure, s.hint(z, "branches", "branches")}
	case z == zoneStage && chart:
		return slices.Insert(s.acts.footer(e, z.order()), 3, figure) // after how the chart is looked at
	}
	return s.acts.footer(e, z.order())
}

// enterWord says where enter leads in the footer, tabWord and leaveWord the same
// of tab and esc; "" where that is not worth a word.
func (e *exercise) enterWord() string {
	if e.sheet.goesOn() {
		return e.sheet.onwardsShort()
	}
	return "answer"
}

func (e *exercise) tabWord() string {
	if len(e.stops()) > 1 || e.narrow() {
		return e.nextStop()
	}
	return ""
}

func (e *exercise) leaveWord() string {
	if e.focus().kind != onStage && e.nextStop() != "stage" {
		return "stage"
	}
	return ""
}

// pinned are the keys in sight at any time: help and the way back.
func (e *exercise) pinned() []hint {
	s, z := e.session, e.zone()
	back := s.hint(z, "back", "back")
	if z == zoneField {
		back = hint{"esc q", "back"}
	}
	return []hint{s.hint(z, "help", "help"), back}
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
		if f != e.focus() {
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
