package lab

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// scrollBy moves the text by n lines from where it is shown now.
func (q *quizWindow) scrollBy(n int) {
	l := q.shown()
	q.scroll.by(n, l.top, len(l.text.lines), l.body.H)
}

// click puts the keyboard into a field, takes a choice, or fills in the point
// under the mouse. A click on the picture behind the window comes back with its
// point.
func (q *quizWindow) click(msg tea.MouseClickMsg) {
	f, l, x, y := q.form(), q.shown(), msg.X, msg.Y
	view, peeked := q.session.view(), q.peek
	q.peek = false
	if f == nil || q.settled() {
		return
	}
	if peeked {
		l.stage, l.body = q.behind(), ascii.Rect{}
	}
	if point, ok := q.stage.pick(l.stage, view, x, y); ok {
		f.takePoint(point)
		return
	}
	if !l.body.Contains(x, y) {
		return
	}
	at := y - l.body.Y + l.top
	if point, ok := l.text.points[at]; ok {
		f.takePoint(point)
		return
	}
	f.press(l.text, x-l.body.X, at)
}

// behind is where the picture stands on a narrow screen while the window is out
// of the way.
func (q *quizWindow) behind() quizPlace {
	l := layoutExercise(q.session.width, q.session.height, stagePane)
	if !l.narrow || q.stage.picture.Plot == nil {
		return quizPlace{}
	}
	at := quizPlace{all: l.stage, picture: l.stage}
	at.picture.H--
	at.all.Y, at.all.H = l.question.Y, at.all.H+l.question.H // over the lesson's question
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

// hints are the keys worth showing now; more: there is text out of sight.
func (q *quizWindow) hints(more bool) []key.Binding {
	f := q.form()
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
	if more {
		out = slices.Insert(out, 1, scroll)
	}
	return out
}

// footer is the keys of a question, where those of the screen below stand.
func (q *quizWindow) footer() footer {
	l := q.shown()
	more := !q.peek && len(l.text.lines) > l.body.H
	return q.session.windowFooter(q.hints(more))
}

// document is the question in hand, or the last page; beside tells whether the
// tables stand beside the picture.
func (q *quizWindow) document(p pen, w int, beside bool) *document {
	d := newDocument(p, w)
	f := q.form()
	if f == nil {
		q.layLast(d)
		return d
	}
	d.blocks(f.info.Text)
	q.stage.layScene(d, beside)
	f.layQuestion(d)
	switch {
	case q.jobs.check.Busy():
		d.gap()
		d.write(line("checking …", ascii.Dim))
	case f.report != nil:
		d.gap()
		d.layFirstLine(*f.report)
		for _, l := range slices.Concat(f.report.Fact, f.report.Advice) {
			if !f.report.SaidOfAField(l) {
				d.item(blankLine(2), l)
			}
		}
	}
	return d
}

// layLast adds what was said beside what happened, the tally, and the old
// state beside the new one.
func (q *quizWindow) layLast(d *document) {
	for i, f := range q.forms {
		q.layOutcome(d, i, f)
	}
	if q.revealed > 0 {
		d.item(blankLine(2), line(ascii.Count(q.revealed, "value")+" shown", ascii.Dim))
	}
	if hits, asked := q.work.Predictions(); asked > 0 && q.next.kind == predicting {
		d.gap()
		d.write(line(fmt.Sprintf("In this exercise you predicted %d of %d.", hits, asked), ascii.Strong))
	}
	d.gap()
	d.item(line("before  ", ascii.Accent), q.next.before.Status)
	d.item(line("now     ", ascii.Accent), q.next.after.Status)
	d.gap()
	d.write(q.next.after.Formula...)
}

// layOutcome adds one question with what was said and what it is.
func (q *quizWindow) layOutcome(d *document, i int, f *form) {
	d.gap()
	mark := line(string(d.pen.glyph('·', '.'))+" ", ascii.Dim)
	switch q.outcomes[i] {
	case study.Right:
		mark = line(string(d.pen.glyph('✓', '+'))+" ", ascii.Good)
	case study.Wrong:
		mark = line(string(d.pen.glyph('✗', 'x'))+" ", ascii.Bad)
	}
	what := f.info.Question
	if len(what) == 0 {
		what = line(f.info.Title, ascii.Text)
	}
	d.item(mark, what)
	if q.next.kind == workingOut {
		return
	}
	for _, field := range f.info.Fields {
		d.item(blankLine(2), q.happened(i, field))
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

// quizLayout is the window's area, the room for its text, the text, and what
// stands beside the window.
type quizLayout struct {
	area, body ascii.Rect
	stage      quizPlace
	text       *document
	top        int // the first line shown
}

// layout puts the window over the text of a wide screen, and at the foot of a
// narrow one, as high as it has to be.
func (q *quizWindow) layout(p pen, w, h int) quizLayout {
	l, head := layoutExercise(w, h, stagePane), 2
	out := quizLayout{area: ascii.Rect{X: 0, Y: 1, W: l.text.X + l.text.W + 1, H: h - 2}}
	if !l.narrow && q.form() != nil {
		out.stage = q.stage.place(p, l.stage)
	}
	if l.narrow || l.tooSmall {
		out.text = q.document(p, max(0, w-6), false)
		rows := max(8, min(len(out.text.lines)+3, h-2))
		out.area = ascii.Rect{X: 1, Y: max(0, h-1-rows), W: max(0, w-2), H: min(rows, h)}
	}
	if l.narrow {
		head = 1
	}
	if beside := len(out.stage.lines) > 0; !beside { // a table in the text is not to be cut
		out.area.W = min(w, max(out.area.W, q.stage.width(p.view)+4))
	}
	in := out.area.Inset(2, 1)
	out.body = ascii.Rect{X: in.X, Y: in.Y + head, W: in.W, H: max(0, in.H-head)}
	if out.text == nil || out.text.width != in.W {
		out.text = q.document(p, in.W, len(out.stage.lines) > 0)
	}
	out.top = q.first(out.text, out.body.H)
	return out
}

// shown is the window as it is on the screen.
func (q *quizWindow) shown() quizLayout {
	return q.layout(pen{view: q.session.view()}, q.session.width, q.session.height)
}

// blanksAhead is how many lines below the field with the keyboard stay in sight.
const blanksAhead = 3

// first is the first line shown of a document in h rows; while following,
// the report is in sight, else the field with the keyboard.
func (q *quizWindow) first(d *document, h int) int {
	f, last := q.form(), len(d.lines)-1
	if f == nil {
		return scroll{top: q.scroll.top}.first(len(d.lines), h, 0, 0)
	}
	at, ok := f.spot(d)
	switch {
	case ok && d.told > 0 && f.report != nil && last-at.Y < h:
		return q.scroll.first(len(d.lines), h, at.Y, last)
	case ok && d.told > 0 && f.report == nil:
		return q.scroll.first(len(d.lines), h, at.Y, max(d.told, min(at.Y+blanksAhead, last)))
	}
	if ok && f.report == nil {
		return q.scroll.first(len(d.lines), h, at.Y, min(at.Y+at.H+blanksAhead, last))
	}
	return q.scroll.first(len(d.lines), h, last, last)
}

func (q *quizWindow) draw(p pen) {
	q.caret = caret{}
	if q.peek {
		q.drawBehind(p)
		return
	}
	l, f := q.layout(p, p.grid.W, p.grid.H), q.form()
	q.stage.draw(p, l.stage)
	in := p.ruled(l.area)
	p.write(in.X, in.Y, in.W, line(q.title(), ascii.Strong))
	if f != nil && len(q.forms) > 1 {
		p.right(in.X+in.W, in.Y, in.W/2, line(fmt.Sprintf("%d of %d", q.now+1, len(q.forms)), ascii.Dim))
	}
	p.lines(l.body, l.text.lines, l.top)
	if f != nil {
		q.caret = f.drawBoxes(p, l.body, l.text, l.top)
	}
}

// drawBehind shows the picture with its points by number, where it is out of
// sight otherwise.
func (q *quizWindow) drawBehind(p pen) {
	at := q.behind()
	q.stage.draw(p, at)
	if !at.all.Empty() {
		if f := q.form(); f != nil {
			p.write(at.all.X, at.all.Y, at.all.W, questionLine(f.info.Question))
		}
		p.write(at.all.X, at.all.Y+at.all.H-1, at.all.W, q.next.before.Status)
	}
}

func (q *quizWindow) cursor() (int, int, bool) { return q.caret.x, q.caret.y, q.caret.shown }
