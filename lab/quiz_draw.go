package lab

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
)

// scrollBy moves the text by n lines from where it is shown now.
func (q *quizWindow) scrollBy(n int) {
	l := q.shown()
	q.scroll.by(n, l.top, len(l.text.lines), l.body.H)
}

// click puts the keyboard into a field or takes a choice.
func (q *quizWindow) click(msg tea.MouseClickMsg) {
	f, l := q.form(), q.shown()
	if f == nil || q.settled() || q.peek || !l.body.Contains(msg.X, msg.Y) {
		q.peek = false
		return
	}
	f.press(l.text, msg.X-l.body.X, msg.Y-l.body.Y+l.top)
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

// keysLine is what the keys do now.
func (q *quizWindow) keysLine() ascii.Line {
	say := func(pairs ...string) ascii.Line {
		var out ascii.Line
		for i := 0; i < len(pairs); i += 2 {
			if i > 0 {
				out = append(out, blank(2))
			}
			out = append(out, hint{pairs[i], pairs[i+1]}.line()...)
		}
		return out
	}
	f := q.form()
	switch {
	case f == nil:
		return say("enter", "closes")
	case q.settled():
		return say("enter", "on", "ctrl+o", "look")
	case q.next.kind == workingOut && f.marks != nil:
		return say("enter", "check", "f1", "right value", "esc", "leave")
	case q.next.kind == workingOut:
		return say("enter", "check", "ctrl+o", "look", "esc", "leave")
	}
	return say("enter", "answer", "esc", "skip", "ctrl+o", "look")
}

// document is the question in hand, or the last page.
func (q *quizWindow) document(p pen, w int) *document {
	d := newDocument(p, w)
	f := q.form()
	if f == nil {
		q.layLast(d)
		return d
	}
	f.lay(d)
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
	case right:
		mark = line(string(d.pen.glyph('✓', '+'))+" ", ascii.Good)
	case wrong:
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
	is, given := said(field, f.info.Reference[field.Name]), said(field, f.answers[field.Name])
	var out ascii.Line
	if strings.HasSuffix(field.Label, "=") {
		out = ascii.Line{{Text: field.Label + " ", Ink: ascii.Dim}}
	}
	out = append(out, ascii.Span{Text: shortNumber(is), Ink: ascii.Strong})
	add := func(word, value, end string) ascii.Line {
		return append(out, ascii.Span{Text: word, Ink: ascii.Dim}, ascii.Span{Text: value, Ink: ascii.Text}, ascii.Span{Text: end, Ink: ascii.Dim})
	}
	switch o := q.outcomes[i]; {
	case o == skipped, o == pending, given == "":
		return out
	case given == is:
		return add(", as you said", "", "")
	case o == right:
		return add("; your ", given, " counts too")
	}
	return add("; you said ", given, "")
}

// shortNumber is a number in the few digits of a picture; another text stays.
func shortNumber(s string) string {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || len(s) <= 6 {
		return s
	}
	return strings.Replace(ascii.FormatValue(v), "-", "−", 1)
}

// quizLayout is the window's area, the room for its text, and the text.
type quizLayout struct {
	area, body ascii.Rect
	text       *document
	top        int // the first line shown
}

// layout puts the window over the text of a wide screen, and at the foot of a
// narrow one, as high as it has to be.
func (q *quizWindow) layout(p pen, w, h int) quizLayout {
	l, head := layoutExercise(w, h, stagePane), 2
	out := quizLayout{area: ascii.Rect{X: 0, Y: 1, W: l.text.X + l.text.W + 1, H: h - 2}}
	if l.narrow || l.tooSmall {
		out.text = q.document(p, max(0, w-6))
		rows := max(8, min(len(out.text.lines)+5, h-2))
		out.area = ascii.Rect{X: 1, Y: max(0, h-1-rows), W: max(0, w-2), H: min(rows, h)}
	}
	if l.narrow {
		head = 1
	}
	in := out.area.Inset(2, 1)
	out.body = ascii.Rect{X: in.X, Y: in.Y + head, W: in.W, H: max(0, in.H-head-1)}
	if out.text == nil || out.text.width != in.W {
		out.text = q.document(p, in.W)
	}
	out.top = q.first(out.text, out.body.H)
	return out
}

// shown is the window as it is on the screen.
func (q *quizWindow) shown() quizLayout {
	return q.layout(pen{view: q.session.view()}, q.session.width, q.session.height)
}

// first is the first line shown of a document in h rows; while following,
// the report is in sight, else the field with the keyboard.
func (q *quizWindow) first(d *document, h int) int {
	f, last := q.form(), len(d.lines)-1
	if f == nil {
		return scroll{top: q.scroll.top}.first(len(d.lines), h, 0, 0)
	}
	if at, ok := f.spot(d); ok && f.report == nil {
		return q.scroll.first(len(d.lines), h, at.Y, at.Y+at.H)
	}
	return q.scroll.first(len(d.lines), h, last, last)
}

func (q *quizWindow) draw(p pen) {
	q.caret = caret{}
	if q.peek {
		return
	}
	l, f := q.layout(p, p.grid.W, p.grid.H), q.form()
	in := p.ruled(l.area)
	p.write(in.X, in.Y, in.W, line(q.title(), ascii.Strong))
	if f != nil && len(q.forms) > 1 {
		p.right(in.X+in.W, in.Y, in.W/2, line(fmt.Sprintf("%d of %d", q.now+1, len(q.forms)), ascii.Dim))
	}
	shown := p.lines(l.body, l.text.lines, l.top)
	if f != nil {
		q.caret = f.drawBoxes(p, l.body, l.text, l.top)
	}
	keys := q.keysLine()
	if l.top+shown < len(l.text.lines) || l.top > 0 {
		keys = append(keys, blank(2))
		keys = append(keys, hint{"pgdn", "more"}.line()...)
	}
	p.write(in.X, in.Y+in.H-1, in.W, keys)
}

func (q *quizWindow) cursor() (int, int, bool) { return q.caret.x, q.caret.y, q.caret.shown }

// said is an answer in the words of its field: a choice by its label.
func said(f exercises.Field, value string) string {
	for _, c := range f.Choices {
		if c.Value == value {
			return c.Label
		}
	}
	return value
}
