package lab

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
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// click focuses a field, selects a choice, or fills in the point under the mouse. If
// the window is out of the way, the click also brings it back.
func (q *quizWindow) click(msg tea.MouseClickMsg) {
	f := q.form()
	if q.peek = false; f == nil || q.settled() {
		return
	}
	hit := q.session.hit(msg)
	c, inText := hit.In("quiz")
	row, inTable := hit.In("table")
	number, isRow := strings.CutPrefix(c.ID+row.ID, rowPrefix)
	point, picked := q.stage.pick(q.place, msg.X, msg.Y)
	switch {
	case isRow:
		n, _ := strconv.Atoi(number)
		f.takePoint(n - 1)
	case inText:
		f.click(c)
	case picked && !inTable:
		f.takePoint(point)
	}
}

// behind returns the place of the picture on a narrow screen while the window is out
// of the way.
func (q *quizWindow) behind() quizPlace {
	l := layoutExercise(q.session.width, q.session.height, stagePane)
	if !l.narrow || q.stage.picture.Plot == nil {
		return quizPlace{}
	}
	at := quizPlace{all: l.stage, picture: l.stage}
	at.picture.H--
	at.all.Y, at.all.H = l.question.Y, at.all.H+l.question.H // over the question of the step
	return at
}

// title names the window and how far it is.
func (q *quizWindow) title() string {
	switch {
	case q.form() == nil:
		return fmt.Sprintf("Step %d", q.next.at+1)
	case q.next.kind == workingOut:
		return fmt.Sprintf("Step %d by hand", q.next.at+1)
	}
	return fmt.Sprintf("Predict step %d", q.next.at+1)
}

// hints returns the keys worth showing now.
func (q *quizWindow) hints() []key.Binding {
	f := q.form()
	above, below := q.page.Pane.More()
	hand := q.next.kind == workingOut
	look, scroll := ui.Hint("ctrl+o", "look"), ui.Hint("pgdn pgup", "scroll")
	var out []key.Binding
	switch {
	case q.peek:
		return []key.Binding{ui.Hint("any key", "comes back")}
	case f == nil:
		out = []key.Binding{ui.Hint("enter", "closes")}
	case q.settled():
		out = []key.Binding{ui.Hint("enter", "on"), look}
	case hand:
		out = []key.Binding{ui.Hint("enter", "check"), ui.Hint("f1", "right value"), ui.Hint("tab", "next blank"), look, ui.Hint("esc", "leave")}
	default:
		out = []key.Binding{ui.Hint("enter", "answer"), ui.Hint("esc", "skip"), look}
	}
	if above || below {
		out = slices.Insert(out, 1, scroll)
	}
	return out
}

// footer is the keys of a question, where those of the screen below stand.
func (q *quizWindow) footer() footer { return q.session.windowFooter(q.hints()) }

// layText adds the question in hand, or the last page, to a document.
func (q *quizWindow) layText(d *ui.Document) {
	f := q.form()
	if f == nil {
		q.layLast(d)
		return
	}
	d.Blocks(blocksOf(f.info.Text))
	q.stage.layScene(d, q.place.table != nil)
	f.lay(d)
	from, to := d.Kept()
	q.busy.Lay(d)
	if f.report != nil && !q.jobs.check.Busy() {
		d.Gap()
		layFirstLine(d, q.session.theme, *f.report)
		for _, l := range slices.Concat(f.report.Fact, f.report.Advice) {
			if !f.report.SaidOfAField(l) {
				d.Item(ascii.Blanks(2), l)
			}
		}
	}
	last := d.Len() - 1
	if to = min(max(to, from+1+blanksAhead), last); f.at() < 0 || f.report != nil {
		from, to = last, last
	}
	d.Keep(from, to)
	d.KeepAbove()
}

// blanksAhead is the number of lines below the field with the keyboard that stay in
// sight.
const blanksAhead = 3

// layLast adds what was said beside what happened, the tally, and the old
// state beside the new one.
func (q *quizWindow) layLast(d *ui.Document) {
	for i, f := range q.forms {
		q.layOutcome(d, i, f)
	}
	if q.revealed > 0 {
		d.Item(ascii.Blanks(2), ascii.Inked(ascii.Count(q.revealed, "value")+" shown", ascii.Dim))
	}
	if hits, asked := q.work.Predictions(); asked > 0 && q.next.kind == predicting {
		d.Gap()
		d.Write(ascii.Inked(fmt.Sprintf("In this exercise you predicted %d of %d.", hits, asked), ascii.Strong))
	}
	d.Gap()
	d.Item(ascii.Inked("before  ", ascii.Accent), q.next.before.Status)
	d.Item(ascii.Inked("now     ", ascii.Accent), q.next.after.Status)
	d.Gap()
	d.Write(q.next.after.Formula...)
}

// layOutcome adds one question with what was said and what it is.
func (q *quizWindow) layOutcome(d *ui.Document, i int, f *form) {
	d.Gap()
	mark := ascii.Inked(q.session.theme.Glyph('·', '.')+" ", ascii.Dim)
	switch q.outcomes[i] {
	case study.Right:
		mark = ascii.Inked(q.session.theme.Glyph('✓', '+')+" ", ascii.Good)
	case study.Wrong:
		mark = ascii.Inked(q.session.theme.Glyph('✗', 'x')+" ", ascii.Bad)
	}
	what := f.info.Question
	if len(what) == 0 {
		what = ascii.Inked(f.info.Title, ascii.Text)
	}
	d.Item(mark, what)
	if q.next.kind == workingOut {
		return
	}
	for _, field := range f.info.Fields {
		d.Item(ascii.Blanks(2), q.happened(i, field))
	}
}

// happened is what field of question i turned out to be, beside what was said.
func (q *quizWindow) happened(i int, field exercises.Field) ascii.Line {
	f := q.forms[i]
	is, given := field.Called(f.info.Reference[field.Name]), field.Called(f.answers[field.Name])
	var out ascii.Line
	if strings.HasSuffix(field.Label, "=") {
		out = ascii.Line{{Text: field.Label + " ", Ink: ascii.Dim}}
	}
	out = append(out, ascii.Span{Text: shortNumber(is), Ink: ascii.Strong})
	b := q.outcomes[i].Beside(is, given)
	if b.Word == "" {
		return out
	}
	out = append(out, ascii.Span{Text: b.Word, Ink: ascii.Dim})
	if b.Gives {
		out = append(out, ascii.Span{Text: given, Ink: ascii.Text}, ascii.Span{Text: b.End, Ink: ascii.Dim})
	}
	return out
}

// shortNumber is a number in the few digits of a picture; another text stays.
func shortNumber(s string) string {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || len(s) <= 6 {
		return s
	}
	return strings.Replace(ascii.FormatValue(v), "-", "−", 1)
}

// lay puts the window over the text of a wide screen, and at the foot of a narrow one.
func (q *quizWindow) lay() {
	l := layoutExercise(q.session.width, q.session.height, stagePane)
	q.place = quizPlace{}
	switch {
	case q.peek:
		q.place = q.behind()
	case !l.narrow && q.form() != nil:
		q.place = q.stage.arrange(l.stage)
	}
	q.page.Title, q.page.Count, q.page.Tight = q.title(), "", l.narrow
	if q.form() != nil && len(q.forms) > 1 {
		q.page.Count = fmt.Sprintf("%d of %d", q.now+1, len(q.forms))
	}
	q.page.SetSize(q.session.width, q.session.height)
}

// area returns the area of the window for a text of the given number of lines. A table
// in the text is not cut.
func (q *quizWindow) area(lines int) ascii.Rect {
	w, h := q.session.width, q.session.height
	l := layoutExercise(w, h, stagePane)
	out := ascii.Rect{X: 0, Y: 1, W: l.text.X + l.text.W + 1, H: h - 2}
	if l.narrow {
		rows := max(8, min(lines+3, h-2))
		out = ascii.Rect{X: 1, Y: max(0, h-1-rows), W: w - 2, H: min(rows, h)}
	}
	if q.place.table == nil {
		out.W = min(w, max(out.W, q.stage.width()+4))
	}
	return out
}

func (q *quizWindow) layers() []*lipgloss.Layer {
	if !q.peek {
		return append(q.stage.layers(q.place), q.page.Layers()...)
	}
	out, at, f := q.stage.layers(q.place), q.place.all, q.form()
	if at.Empty() {
		return out
	}
	row := func(l ascii.Line, y int) {
		t := q.session.theme
		out = append(out, lipgloss.NewLayer(t.Line(t.View().Clip(l, at.W))).X(at.X).Y(y))
	}
	if f != nil {
		row(questionLine(f.info.Question), at.Y)
	}
	row(q.next.before.Status, at.Y+at.H-1)
	return out
}

func (q *quizWindow) cursor() (x, y int, ok bool) {
	x, y, ok = q.page.Caret()
	return x, y, ok && !q.peek && q.form() != nil
}
