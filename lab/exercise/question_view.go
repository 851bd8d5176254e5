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
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// click focuses a field, selects a choice, or fills in the point under the mouse. If
// the window is hidden, the click also brings it back.
func (q *QuestionWindow) click(msg tea.MouseClickMsg) {
	f := q.Form()
	if q.Peek = false; f == nil || q.settled() {
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

// title returns the title of the window.
func (q *QuestionWindow) title() string {
	if q.Form() == nil {
		return fmt.Sprintf("Step %d", q.step.At+1)
	}
	return q.step.Title()
}

// hints returns the keys to show now.
func (q *QuestionWindow) hints() []key.Binding {
	f := q.Form()
	above, below := q.page.Pane.More()
	hand := q.step.Purpose == core.WorkOut
	look, scroll := ui.Hint("ctrl+o", "look"), ui.Hint("pgdn pgup", "scroll")
	var out []key.Binding
	switch {
	case q.Peek:
		return []key.Binding{ui.Hint("any key", "comes back")}
	case f == nil:
		out = []key.Binding{ui.Hint("enter", "closes")}
	case q.settled():
		out = []key.Binding{ui.Hint("enter", "on"), look}
	case hand:
		out = []key.Binding{ui.Hint("enter", "check"), ui.Hint("f1", "right value"), ui.Hint("tab", "next blank"),
			look, ui.Hint("esc", "leave")}
	default:
		out = []key.Binding{ui.Hint("enter", "answer"), ui.Hint("esc", "skip"), look}
	}
	if above || below {
		out = slices.Insert(out, 1, scroll)
	}
	return out
}

// Footer returns the keys of the question, in the row of the screen below.
func (q *QuestionWindow) Footer() session.Footer { return q.Session.WindowFooter(q.hints()) }

// writeText writes the current question, or the last page.
func (q *QuestionWindow) writeText(d *ui.Document) {
	f := q.Form()
	if f == nil {
		q.writeLast(d)
		return
	}
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

// writeLast writes the predictions with the results, the tally, and the old and new
// states.
func (q *QuestionWindow) writeLast(d *ui.Document) {
	for i, f := range q.Forms {
		q.writeOutcome(d, i, f)
	}
	if q.revealed > 0 {
		d.Item(ascii.Blanks(2), ascii.Inked(ascii.Count(q.revealed, "value")+" shown", ascii.Dim))
	}
	if hits, asked := q.work.Predictions(); asked > 0 && q.step.Purpose == core.Predict {
		d.Gap()
		d.Write(ascii.Inked(fmt.Sprintf("In this exercise you predicted %d of %d.", hits, asked), ascii.Strong))
	}
	d.Gap()
	d.Item(ascii.Inked("before  ", ascii.Accent), q.step.Before.Status)
	d.Item(ascii.Inked("now     ", ascii.Accent), q.step.After.Status)
	d.Gap()
	d.Write(q.step.After.Formula...)
}

// writeOutcome writes a question with the prediction and the result.
func (q *QuestionWindow) writeOutcome(d *ui.Document, i int, f *Form) {
	d.Gap()
	mark := ascii.Inked(q.Session.Theme.Glyph('·', '.')+" ", ascii.Dim)
	switch q.outcomes[i] {
	case study.Right:
		mark = ascii.Inked(q.Session.Theme.Glyph('✓', '+')+" ", ascii.Good)
	case study.Wrong:
		mark = ascii.Inked(q.Session.Theme.Glyph('✗', 'x')+" ", ascii.Bad)
	}
	what := f.Info.Question
	if len(what) == 0 {
		what = ascii.Inked(f.Info.Title, ascii.Text)
	}
	d.Item(mark, what)
	if q.step.Purpose == core.WorkOut {
		return
	}
	for _, field := range f.Info.Fields {
		d.Item(ascii.Blanks(2), q.resultLine(i, field))
	}
}

// resultLine returns the true value of a field of question i, with the prediction if it
// differs.
func (q *QuestionWindow) resultLine(i int, field exercises.Field) ascii.Line {
	f := q.Forms[i]
	truth, given := field.Called(f.Info.Reference[field.Name]), field.Called(f.Answers[field.Name])
	var out ascii.Line
	if strings.HasSuffix(field.Label, "=") {
		out = ascii.Line{{Text: field.Label + " ", Ink: ascii.Dim}}
	}
	out = append(out, ascii.Span{Text: shortNumber(truth), Ink: ascii.Strong})
	b := q.outcomes[i].Recap(truth, given)
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
	case !l.narrow && q.Form() != nil:
		q.Places = q.Stage.arrange(l.Stage)
	}
	q.page.Title, q.page.Count, q.page.Tight = q.title(), "", l.narrow
	if q.Form() != nil && len(q.Forms) > 1 {
		q.page.Count = fmt.Sprintf("%d of %d", q.current+1, len(q.Forms))
	}
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
	out, at, f := q.Stage.Layers(q.Places), q.Places.All, q.Form()
	if at.Empty() {
		return out
	}
	row := func(l ascii.Line, y int) {
		t := q.Session.Theme
		out = append(out, lipgloss.NewLayer(t.Line(t.View().Clip(l, at.W))).X(at.X).Y(y))
	}
	if f != nil {
		row(questionLine(f.Info.Question), at.Y)
	}
	row(q.step.Before.Status, at.Y+at.H-1)
	return out
}

func (q *QuestionWindow) Cursor() (x, y int, ok bool) {
	x, y, ok = q.page.Caret()
	return x, y, ok && !q.Peek && q.Form() != nil
}
