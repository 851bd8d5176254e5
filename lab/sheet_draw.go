package lab

import (
	"fmt"
	"slices"

	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/exercises"
)

// layers returns the header, the text or, on a narrow screen, the question above the
// stage.
func (s *sheet) layers(l exerciseLayout) []*lipgloss.Layer {
	out := s.header(l.header)
	if !l.text.Empty() {
		out = append(out, s.pane.Layers("sheet", l.text.X, l.text.Y)...)
	}
	if r := l.question; !r.Empty() {
		text := s.session.theme.Block(s.session.theme.Lines(s.question(r)), r.W, r.H, ascii.Paper)
		out = append(out, lipgloss.NewLayer(text).ID("question").X(r.X).Y(r.Y))
	}
	return out
}

// header names the exercise, the step and the seed. The dots of the steps can be
// clicked.
func (s *sheet) header(r ascii.Rect) []*lipgloss.Layer {
	ex, t := s.work.Exercise(), s.session.theme
	layer := func(l ascii.Line, x int) *lipgloss.Layer { return lipgloss.NewLayer(t.Line(l)).X(x).Y(r.Y) }
	if s.info().Bench {
		return []*lipgloss.Layer{layer(t.View().Clip(ascii.Inked(ex.Title, ascii.Strong), r.W), r.X)}
	}
	dots, words := s.progress()
	var tally ascii.Line
	if hits, asked := s.work.Predictions(); asked > 0 && r.W >= wideFrom {
		tally = ascii.Inked(fmt.Sprintf("predicted %d of %d   ", hits, asked), ascii.Dim)
	}
	right := slices.Concat(tally, dots, words, ascii.Inked("   ", ascii.Text), seedLine(ex.Seed))
	x := r.X + r.W - right.Width()
	out := []*lipgloss.Layer{layer(t.View().Clip(s.name(x-r.X-3), x-r.X-3), r.X), layer(right, x)}
	if len(dots) > 0 {
		out = append(out, layer(dots, x+tally.Width()).ID("steps"))
	}
	return out
}

// name returns the name of the exercise, without its unit if that does not fit into w
// columns.
func (s *sheet) name(w int) ascii.Line {
	ex := s.work.Exercise()
	out := ascii.Line{{Text: ex.ID + " ", Ink: ascii.Dim}, {Text: ex.Title, Ink: ascii.Strong}}
	over := ex.Unit
	if r := s.work.Round(); r != nil {
		over = roundTitle(r)
	}
	long := slices.Concat(ascii.Inked(over+" › ", ascii.Dim), out)
	if s.work.Round() == nil && s.session.view().Line(long).Width() > w {
		return out
	}
	return long
}

// progress returns a dot for each step, and words such as 3 of 5.
func (s *sheet) progress() (dots, words ascii.Line) {
	if r := s.work.Round(); r != nil {
		at, of := r.Place()
		return nil, ascii.Inked(fmt.Sprintf("%d of %d", at, of), ascii.Dim)
	}
	if s.work.Len() <= maxDots {
		for i := range s.work.Len() {
			dots = append(dots, stepDot(s.session.theme, s.work.StepState(i), i == s.work.Index()))
		}
	}
	return dots, ascii.Inked(fmt.Sprintf(" %d of %d", s.work.Index()+1, s.work.Len()), ascii.Dim)
}

// maxDots is the maximum number of steps that have dots.
const maxDots = 12

// questionMost is how many rows the question may take over the stage.
const questionMost = 2

// task is what the step is about in a line: the question, else the title with how
// the text begins.
func (s *sheet) task() ascii.Line {
	info := s.info()
	if len(info.Question) > 0 {
		return questionLine(info.Question)
	}
	out := ascii.Inked(info.Title, ascii.Strong)
	if len(info.Text) > 0 && info.Text[0].Kind == exercises.Paragraph {
		out = append(out, ascii.Span{Text: ": " + info.Text[0].Text.String(), Ink: ascii.Dim})
	}
	return out
}

// questionRows returns the number of rows of the question above the stage of a narrow
// screen. A verdict takes no more, so that the picture does not move.
func (s *sheet) questionRows(w int) int {
	if w <= 0 {
		return 1
	}
	return max(1, min(len(s.session.view().Line(s.task()).Wrap(w)), questionMost))
}

// question returns the question with the verdict in front of it. It cuts what does not
// fit.
func (s *sheet) question(r ascii.Rect) []ascii.Line {
	l := s.task()
	if r := s.report(); r != nil {
		mark, ink := verdictMark(s.session.theme, *r)
		l = slices.Concat(ascii.Inked(mark+" "+r.FirstLine()+"  ", ink), l)
	}
	view := s.session.view()
	rows := view.Line(l).Wrap(r.W)
	if last := r.H - 1; len(rows) > r.H {
		rows[last] = view.Clip(slices.Concat(rows[last], ascii.Blanks(1), rows[last+1]), r.W)
		rows = rows[:r.H]
	}
	return rows
}
