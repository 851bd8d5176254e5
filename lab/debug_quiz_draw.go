package lab

import (
	"fmt"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
)

func (q *quizWindow) page() int { return max(1, q.layout(q.session.width, q.session.height).body.H-1) }

// scroll moves the text by n lines from where it is shown now.
func (q *quizWindow) scroll(n int) {
	l := q.layout(q.session.width, q.session.height)
	d := q.document(pen{view: q.session.view()}, l.body.W)
	q.top = max(0, min(q.scrolled(d, l.body.H)+n, len(d.lines)-l.body.H))
	q.follow = false
}

// click puts the keyboard into a field or takes a choice.
func (q *quizWindow) click(msg tea.MouseClickMsg) {
	f := q.form()
	l := q.layout(q.session.width, q.session.height)
	if f == nil || q.settled() || q.peek || !l.body.Contains(msg.X, msg.Y) {
		q.peek = false
		return
	}
	d := q.document(pen{view: q.session.view()}, l.body.W)
	top := q.scrolled(d, l.body.H)
	for _, s := range d.spots {
		if s.at.Contains(msg.X-l.body.X, msg.Y-l.body.Y+top) {
			f.focus = s.field
			if s.choice >= 0 {
				f.choose(0, s.choice)
			}
			return
		}
	}
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
	d := &document{}
	if f := q.form(); f != nil {
		f.lay(d, p, w)
		return d
	}
	q.layLast(d, p, w)
	return d
}

// layLast adds what was said beside what happened, the tally, and the old
// state beside the new one.
func (q *quizWindow) layLast(d *document, p pen, w int) {
	for i, f := range q.forms {
		q.layOutcome(d, p, w, i, f)
	}
	if q.next.kind == workingOut {
		if q.revealed > 0 {
			d.add(indented(blankLine(2), p.say(line(plural(q.revealed, "value")+" shown", ascii.Dim)), w)...)
		}
	}
	if hits, asked := q.exercise.work.Predictions(); asked > 0 && q.next.kind == predicting {
		d.gap()
		d.add(wrap(p.say(line(fmt.Sprintf("In this exercise you predicted %d of %d.", hits, asked), ascii.Strong)), w)...)
	}
	d.gap()
	head := func(word string) ascii.Line { return p.say(line(word, ascii.Accent)) }
	d.add(indented(head("before  "), p.say(q.next.before.Status), w)...)
	d.add(indented(head("now     "), p.say(q.next.after.Status), w)...)
	d.gap()
	d.add(p.wrapAll(q.next.after.Formula, w)...)
}

// layOutcome adds one question with what was said and what it is.
func (q *quizWindow) layOutcome(d *document, p pen, w, i int, f *stepForm) {
	d.gap()
	mark := ascii.Span{Text: string(p.glyph('·', '.')) + " ", Ink: ascii.Dim}
	switch q.outcomes[i] {
	case right:
		mark = ascii.Span{Text: string(p.glyph('✓', '+')) + " ", Ink: ascii.Good}
	case wrong:
		mark = ascii.Span{Text: string(p.glyph('✗', 'x')) + " ", Ink: ascii.Bad}
	}
	what := f.info.Question
	if len(what) == 0 {
		what = line(f.info.Title, ascii.Text)
	}
	d.add(indented(ascii.Line{mark}, p.say(what), w)...)
	if q.next.kind == workingOut {
		return
	}
	for _, field := range f.info.Fields {
		d.add(indented(blankLine(2), p.say(q.happened(i, field)), w)...)
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

// scrolled is the first line shown of a document in h rows; while following,
// the report is in sight, else the field with the keyboard.
func (q *quizWindow) scrolled(d *document, h int) int {
	top := max(0, min(q.top, len(d.lines)-h))
	f := q.form()
	if !q.follow || f == nil {
		return top
	}
	from, to := len(d.lines)-1, len(d.lines)-1
	if f.report == nil {
		for _, s := range d.spots {
			if s.field == f.focus {
				from, to = s.at.Y, s.at.Y+s.at.H
				break
			}
		}
	}
	if to >= top+h {
		top = to - h + 1
	}
	return max(0, min(top, from, max(0, len(d.lines)-h)))
}

// quizLayout is the window's area and the room for its text.
type quizLayout struct{ area, body ascii.Rect }

// layout puts the window over the text of a wide screen, and at the foot of a
// narrow one, as high as it has to be.
func (q *quizWindow) layout(w, h int) quizLayout {
	l := layoutExercise(w, h, stagePane)
	area := ascii.Rect{X: 0, Y: 1, W: l.text.X + l.text.W + 1, H: h - 2}
	if l.narrow || l.tooSmall {
		d := q.document(pen{view: q.session.view()}, max(0, w-6))
		rows := max(8, min(len(d.lines)+5, h-2))
		area = ascii.Rect{X: 1, Y: max(0, h-1-rows), W: max(0, w-2), H: min(rows, h)}
	}
	in := area.Inset(2, 1)
	head := 2
	if l.narrow {
		head = 1
	}
	return quizLayout{area: area, body: ascii.Rect{X: in.X, Y: in.Y + head, W: in.W, H: max(0, in.H-head-1)}}
}

func (q *quizWindow) draw(p pen) {
	if q.peek {
		return
	}
	l := q.layout(p.grid.W, p.grid.H)
	in := p.ruled(l.area)
	p.write(in.X, in.Y, in.W, line(q.title(), ascii.Strong))
	if q.form() != nil && len(q.forms) > 1 {
		p.right(in.X+in.W, in.Y, in.W/2, line(fmt.Sprintf("%d of %d", q.now+1, len(q.forms)), ascii.Dim))
	}
	d := q.document(p, l.body.W)
	top := q.scrolled(d, l.body.H)
	shown := p.lines(l.body, d.lines, top)
	q.drawBoxes(p, l.body, d, top)
	keys := q.keysLine()
	if top+shown < len(d.lines) || top > 0 {
		keys = append(keys, blank(2))
		keys = append(keys, hint{"pgdn", "more"}.line()...)
	}
	p.write(in.X, in.Y+in.H-1, in.W, keys)
}

// drawBoxes writes the texts typed into their boxes, and returns where the
// cursor is.
func (q *quizWindow) drawBoxes(p pen, body ascii.Rect, d *document, top int) (x, y int, ok bool) {
	f := q.form()
	for _, s := range d.spots {
		row := body.Y + s.at.Y - top
		if f == nil || s.choice >= 0 || row < body.Y || row >= body.Y+body.H {
			continue
		}
		box := ascii.Rect{X: body.X + s.at.X, Y: row, W: min(s.at.W, body.W-s.at.X), H: 1}
		cx, cy := f.form.drawBox(p, s.field, box, s.field == f.focus)
		if s.field == f.focus {
			x, y, ok = cx, cy, true
		}
	}
	return x, y, ok
}

func (q *quizWindow) cursor() (int, int, bool) {
	f := q.form()
	if f == nil || q.peek || f.zone() != zoneField {
		return 0, 0, false
	}
	s := q.session
	p := pen{grid: ascii.NewGrid(s.width, s.height), view: s.view()}
	l := q.layout(s.width, s.height)
	d := q.document(p, l.body.W)
	return q.drawBoxes(p, l.body, d, q.scrolled(d, l.body.H))
}
