package lab

import (
	"fmt"

	"kernellab/ascii"
	"kernellab/exercises"
)

// draw paints the sheet with the boxes of its fields, and returns where the
// cursor is.
func (s *sheet) draw(p pen, r ascii.Rect, by beside) caret {
	d := s.document(p, r.W-1, by)
	top := s.first(d, r.H)
	p.lines(r, d.lines, top)
	held := s.held(d, top)
	for y, i := range held {
		p.grid.Fill(ascii.Rect{X: r.X, Y: r.Y + y, W: r.W, H: 1}, ascii.Cell{})
		p.put(r.X, r.Y+y, r.W, d.lines[i])
	}
	c := s.form.drawBoxes(p, r, d, top)
	if top+len(held) > d.asked && len(s.info().Tables) > 0 {
		p.write(r.X, r.Y-1, r.W-12, s.task()) // its question goes with a table
	}
	if top > 0 {
		p.right(r.X+r.W, r.Y-1, 12, line("↑ pgup", ascii.Dim))
	}
	if top+r.H < len(d.lines) {
		p.right(r.X+r.W, r.Y+r.H, 12, line("↓ pgdn", ascii.Dim))
	}
	return c
}

// held are the lines of the formulas that a table asks about, where some are out of
// sight above the first line shown: they stand in the first rows, if nothing is lost
// below them but what the text says.
func (s *sheet) held(d *document, top int) []int {
	var out []int
	for _, i := range d.formulas {
		if i < d.asked {
			out = append(out, i)
		}
	}
	n := len(out)
	if len(s.info().Tables) == 0 || !s.scroll.follow || n == 0 || top <= out[0] || top+n > d.tables || out[n-1] >= top+n {
		return nil
	}
	return out
}

// drawHeader names the exercise, the step and the seed; of a bench there is one, and
// nothing is drawn.
func (s *sheet) drawHeader(p pen, r ascii.Rect) {
	ex := s.work.Exercise()
	if s.info().Bench {
		p.write(r.X, r.Y, r.W, line(ex.Title, ascii.Strong))
		return
	}
	over := ex.Unit
	if r := s.work.Round(); r != nil {
		over = roundTitle(r)
	}
	right := s.progressLine(p)
	if hits, asked := s.work.Predictions(); asked > 0 && r.W >= wideFrom {
		tally := ascii.Span{Text: fmt.Sprintf("predicted %d of %d   ", hits, asked), Ink: ascii.Dim}
		right = append(ascii.Line{tally}, right...)
	}
	right = append(right, ascii.Span{Text: "   "})
	right = append(right, seedLine(ex.Seed)...)
	x := p.right(r.X+r.W, r.Y, r.W, right)
	left := ascii.Line{
		{Text: over + " › ", Ink: ascii.Dim},
		{Text: ex.ID + " ", Ink: ascii.Dim},
		{Text: ex.Title, Ink: ascii.Strong},
	}
	if s.work.Round() == nil && p.say(left).Width() > x-r.X-3 {
		left = left[1:]
	}
	p.write(r.X, r.Y, x-r.X-3, left)
}

// progressLine is a dot for each step and "3 of 5".
func (s *sheet) progressLine(p pen) ascii.Line {
	if r := s.work.Round(); r != nil {
		at, of := r.Place()
		return line(fmt.Sprintf("%d of %d", at, of), ascii.Dim)
	}
	var out ascii.Line
	for i := range s.work.Len() {
		out = append(out, stepDot(p, s.work.StepState(i), i == s.work.Index()))
	}
	if s.work.Len() > 12 {
		out = nil
	}
	return append(out, ascii.Span{Text: fmt.Sprintf(" %d of %d", s.work.Index()+1, s.work.Len()), Ink: ascii.Dim})
}

// questionMost is how many rows the question may take over the stage.
const questionMost = 2

// task is what the step is about in a line: the question, else the title with how
// the text begins.
func (s *sheet) task() ascii.Line {
	info := s.info()
	if len(info.Question) > 0 {
		return questionLine(info.Question)
	}
	out := line(info.Title, ascii.Strong)
	if len(info.Text) > 0 && info.Text[0].Kind == exercises.Paragraph {
		out = append(out, ascii.Span{Text: ": " + info.Text[0].Text.String(), Ink: ascii.Dim})
	}
	return out
}

// questionRows is how many rows the question has over the stage of a narrow
// screen. A verdict takes no more: the picture stays where it is.
func (s *sheet) questionRows(p pen, w int) int {
	if w <= 0 {
		return 1
	}
	return max(1, min(len(p.say(s.task()).Wrap(w)), questionMost))
}

// drawQuestion keeps the question over the stage of a narrow screen, with the
// verdict before it.
func (s *sheet) drawQuestion(p pen, r ascii.Rect) {
	l := s.task()
	if r := s.report(); r != nil {
		mark, ink := verdictMark(p, *r)
		l = append(ascii.Line{{Text: mark + " " + r.FirstLine() + "  ", Ink: ink}}, l...)
	}
	p.wrapCut(r, l)
}
