package exercise

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/core"
	"kernellab/lab/session"
	"kernellab/lab/ui"
)

// click focuses a field, selects a choice, or fills in the point under the mouse. If
// the window is hidden, the click also brings it back.
func (q *QuestionWindow) click(msg tea.MouseClickMsg) {
	f := q.Form
	if q.Peek = false; q.settled() {
		return
	}
	hit := q.Session.Hit(msg)
	c, inText := hit.In("prediction")
	row, inTable := hit.In("table")
	number, isRow := strings.CutPrefix(c.ID+row.ID, rowPrefix)
	point, picked := q.Stage.pick(q.Places, msg.X, msg.Y)
	switch {
	case isRow:
		n, _ := strconv.Atoi(number)
		f.fillPoint(n - 1)
	case inText:
		f.click(c)
	case picked && !inTable:
		f.fillPoint(point)
	}
}

// peekPlaces returns the places of the picture on a narrow screen while the window is
// hidden.
func (q *QuestionWindow) peekPlaces() questionPlaces {
	l := LayoutExercise(q.Session.Width, q.Session.Height, StagePane)
	if !l.narrow || q.Stage.Picture.Plot == nil {
		return questionPlaces{}
	}
	at := questionPlaces{All: l.Stage, Picture: l.Stage}
	at.Picture.H--
	at.All.Y, at.All.H = l.question.Y, at.All.H+l.question.H // above the question
	return at
}

// hints returns the keys to show now.
func (q *QuestionWindow) hints() []key.Binding {
	above, below := q.page.Pane.More()
	look, scroll := ui.Hint("ctrl+o", "look"), ui.Hint("pgdn pgup", "scroll")
	out := []key.Binding{ui.Hint("enter", "answer"), look, ui.Hint("esc", "leave")}
	switch {
	case q.Peek:
		return []key.Binding{ui.Hint("any key", "comes back")}
	case q.settled():
		out = []key.Binding{ui.Hint("enter", "on"), look}
	case q.step.Purpose == core.WorkOut:
		out = []key.Binding{ui.Hint("enter", "check"), ui.Hint("f1", "right value"), ui.Hint("tab", "next blank"),
			look, ui.Hint("esc", "leave")}
	}
	if above || below {
		out = slices.Insert(out, 1, scroll)
	}
	return out
}

// Footer returns the keys of the question, in the row of the screen below.
func (q *QuestionWindow) Footer() session.Footer { return q.Session.WindowFooter(q.hints()) }

// writeText writes the question with its verdict.
func (q *QuestionWindow) writeText(d *ui.Document) {
	f := q.Form
	d.Blocks(blocksOf(f.Info.Text))
	q.Stage.writeScene(d, q.Places.table != nil)
	f.WriteTo(d)
	from, to := d.Kept()
	q.busy.WriteTo(d)
	if f.report != nil && !q.jobs.Check.Busy() {
		d.Gap()
		writeFirstLine(d, q.Session.Theme, *f.report)
		for _, l := range slices.Concat(f.report.Fact, f.report.Advice) {
			if !f.report.SaidOfAField(l) {
				d.Item(ascii.Blanks(2), l)
			}
		}
		q.writeOutcome(d)
	}
	last := d.Len() - 1
	if to = min(max(to, from+1+blanksAhead), last); f.At() < 0 || f.report != nil {
		from, to = last, last
	}
	d.Keep(from, to)
	d.KeepAbove()
}

// blanksAhead is the number of lines below the focused field that stay visible.
const blanksAhead = 3

// writeOutcome compares a settled prediction with the step, and gives the tally.
func (q *QuestionWindow) writeOutcome(d *ui.Document) {
	if q.settled() && q.revealed > 0 {
		d.Gap()
		d.Write(ascii.Inked(ascii.Count(q.revealed, "value")+" shown", ascii.Dim))
	}
	if !q.settled() || q.step.Purpose == core.WorkOut {
		return
	}
	d.Gap()
	for _, field := range q.Form.Info.Fields {
		d.Item(ascii.Blanks(2), q.resultLine(field))
	}
	hits, asked := q.work.Predictions()
	d.Gap()
	d.Write(ascii.Inked(fmt.Sprintf("In this exercise you predicted %d of %d.", hits, asked), ascii.Strong))
}

// resultLine returns the true value of a field, with the prediction if it differs.
func (q *QuestionWindow) resultLine(field exercises.Field) ascii.Line {
	f := q.Form
	truth, given := field.Called(f.Info.Reference[field.Name]), field.Called(f.Answers[field.Name])
	var out ascii.Line
	if strings.HasSuffix(field.Label, "=") {
		out = ascii.Line{{Text: field.Label + " ", Ink: ascii.Dim}}
	}
	out = append(out, ascii.Span{Text: shortNumber(truth), Ink: ascii.Strong})
	b := q.outcome.Recap(truth, given)
	if b.Word == "" {
		return out
	}
	out = append(out, ascii.Span{Text: b.Word, Ink: ascii.Dim})
	if b.Gives {
		out = append(out, ascii.Span{Text: given, Ink: ascii.Text}, ascii.Span{Text: b.End, Ink: ascii.Dim})
	}
	return out
}

// shortNumber rounds a number to the few digits of a picture. Other texts are
// unchanged.
func shortNumber(s string) string {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || len(s) <= 6 {
		return s
	}
	return strings.Replace(ascii.FormatValue(v), "-", "−", 1)
}

// Layout puts the window over the text of a wide screen, and at the bottom of a narrow
// one.
func (q *QuestionWindow) Layout() {
	l := LayoutExercise(q.Session.Width, q.Session.Height, StagePane)
	q.Places = questionPlaces{}
	switch {
	case q.Peek:
		q.Places = q.peekPlaces()
	case !l.narrow:
		q.Places = q.Stage.arrange(l.Stage)
	}
	q.page.Tight = l.narrow
	q.page.SetSize(q.Session.Width, q.Session.Height)
}

// area returns the area of the window for a text of the given number of lines. It is
// wide enough not to cut a table in the text.
func (q *QuestionWindow) area(lines int) ascii.Rect {
	w, h := q.Session.Width, q.Session.Height
	l := LayoutExercise(w, h, StagePane)
	out := ascii.Rect{X: 0, Y: 1, W: l.Text.X + l.Text.W + 1, H: h - 2}
	if l.narrow {
		rows := max(8, min(lines+3, h-2))
		out = ascii.Rect{X: 1, Y: max(0, h-1-rows), W: w - 2, H: min(rows, h)}
	}
	if q.Places.table == nil {
		out.W = min(w, max(out.W, q.Stage.width()+4))
	}
	return out
}

func (q *QuestionWindow) Layers() []*lipgloss.Layer {
	if !q.Peek {
		return append(q.Stage.Layers(q.Places), q.page.Layers()...)
	}
	out, at := q.Stage.Layers(q.Places), q.Places.All
	if at.Empty() {
		return out
	}
	row := func(l ascii.Line, y int) {
		t := q.Session.Theme
		out = append(out, lipgloss.NewLayer(t.Line(t.View().Clip(l, at.W))).X(at.X).Y(y))
	}
	row(questionLine(q.Form.Info.Question), at.Y)
	row(q.step.Before.Status, at.Y+at.H-1)
	return out
}

func (q *QuestionWindow) Cursor() (x, y int, ok bool) {
	x, y, ok = q.page.Caret()
	return x, y, ok && !q.Peek
}
