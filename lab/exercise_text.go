package lab

import (
	"fmt"

	"kernellab/ascii"
	"kernellab/exercises"
)

// document lays out everything on the left in w columns: text, question,
// fields, report, hints, notes.
func (e *exercise) document(p pen, w int) *document {
	d := &document{}
	e.layGuest(d, p, w)
	d.add(wrap(p.say(line(e.info.Title, ascii.Strong)), w)...)
	d.gap()
	d.add(p.layBlocks(e.info.Text, w)...)
	if len(e.info.Question) > 0 {
		d.gap()
		d.add(wrap(p.say(questionLine(e.info.Question)), w)...)
	}
	if len(e.info.Fields) > 0 {
		d.gap()
		e.form.lay(d, formStyle{pen: p, width: w, focus: e.focusedField(), answers: e.work.Answers(), report: e.report})
	}
	e.layReport(d, p, w)
	e.layNotes(d, p, w)
	e.layHints(d, p, w)
	return d
}

// questionLine is the question, in the ink of what matters where it has none
// of its own.
func questionLine(q ascii.Line) ascii.Line {
	out := make(ascii.Line, len(q))
	for i, s := range q {
		if s.Ink == ascii.None || s.Ink == ascii.Text {
			s.Ink = ascii.Strong
		}
		out[i] = s
	}
	return out
}

func (e *exercise) focusedField() int {
	if e.focus.kind == onField {
		return e.focus.i
	}
	return -1
}

// layReport adds what the checker says, and what enter does next.
func (e *exercise) layReport(d *document, p pen, w int) {
	switch {
	case e.checkJob.busy:
		d.gap()
		d.add(p.say(line("checking …", ascii.Dim)))
	case e.report != nil:
		d.gap()
		e.layVerdict(d, p, w)
	}
	if e.goesOn() && !e.work.Finished() && e.debug.whatIf == nil {
		d.gap()
		e.layKey(d, p, w, "enter", e.onwards())
	}
	e.layEnd(d, p, w)
}

// layVerdict adds the report: its first line, the fact, the advice, and what
// it means for the student's record.
func (e *exercise) layVerdict(d *document, p pen, w int) {
	r := *e.report
	mark, ink := verdictMark(p, r)
	d.add(indented(ascii.Line{{Text: mark + " ", Ink: ink}}, p.say(line(r.FirstLine(), ink)), w)...)
	if !e.hinted {
		for _, l := range r.Fact {
			if !r.SaidOfAField(l) {
				d.add(indented(blankLine(2), p.say(l), w)...)
			}
		}
	}
	advice := e.advice()
	if len(advice) > 0 {
		d.gap()
	}
	for _, l := range advice {
		d.add(indented(blankLine(2), p.say(l), w)...)
	}
	if e.recognised() {
		d.add(indented(p.say(line("  "+e.key1(actDispute)+" ", ascii.Accent)), p.say(line("that is not what I did", ascii.Dim)), w)...)
	}
	if say := e.saying(); say != "" {
		d.gap()
		d.add(indented(blankLine(2), p.say(line(say, ascii.Dim)), w)...)
	}
}

// saying is what the report means for the student, in a sentence.
func (e *exercise) saying() string {
	switch {
	case e.hinted:
		return "You gave this answer before. Here is the next hint."
	case e.report.Misconception != "" && e.work.Disputed(e.report.Misconception):
		return "Noted: that is not what you did."
	case e.outcome.ExerciseDone:
		return "" // said below
	}
	return e.outcome.Say
}

// onwards says where enter leads once a step is done.
func (e *exercise) onwards() string {
	if e.work.Index() < e.work.Len()-1 {
		return "next step"
	}
	if i, open := e.work.Open(); open && i != e.work.Index() {
		return fmt.Sprintf("go to step %d, still open", i+1)
	}
	if next, ok := e.upNext(); ok {
		return "next: " + next.ID + " " + next.Title
	}
	return "to the contents"
}

// onwardsShort is onwards in the words of the footer.
func (e *exercise) onwardsShort() string {
	if e.work.Finished() {
		next, ok := e.upNext()
		if !ok {
			return "contents"
		}
		return "on to " + next.ID
	}
	return e.onwards()
}

// verdictMark is the sign and ink of a report.
func verdictMark(p pen, r exercises.Report) (string, ascii.Ink) {
	switch {
	case r.Accepted:
		return string(p.glyph('✓', '+')), ascii.Good
	case r.Verdict == exercises.Equal || r.Verdict == exercises.OtherForm:
		return string(p.glyph('≈', '~')), ascii.Warn
	case r.Verdict == exercises.Close:
		return string(p.glyph('≈', '~')), ascii.Warn
	case r.Verdict == exercises.NotEqual:
		return string(p.glyph('✗', 'x')), ascii.Bad
	}
	return string(p.glyph('·', '.')), ascii.Warn
}

// layNotes adds the live facts of scene and frame.
func (e *exercise) layNotes(d *document, p pen, w int) {
	notes := e.scene.Notes
	if !e.debug.guest() {
		notes = e.notes()
	}
	if len(notes) == 0 {
		return
	}
	d.gap()
	d.add(p.wrapAll(notes, w)...)
}

// layGuest adds, before all else, the facts of a frame that stands in place of
// the run's own.
func (e *exercise) layGuest(d *document, p pen, w int) {
	title := ""
	switch b := &e.debug; {
	case b.whatIf != nil:
		title = "What if"
	case b.compare != nil:
		title = "Beside " + branchName(b.compare.with)
	default:
		return
	}
	d.add(p.say(line(title, ascii.Accent)))
	d.add(p.wrapAll(e.facts(), w)...)
	d.gap()
}

// layHints adds the hints taken so far and the solution once it was asked for.
func (e *exercise) layHints(d *document, p pen, w int) {
	shown, _ := e.work.Hints()
	for i, hint := range shown {
		d.gap()
		d.add(p.say(line(fmt.Sprintf("Hint %d", i+1), ascii.Accent)))
		d.add(p.layBlocks(hint, w)...)
	}
	if e.work.SolutionShown() {
		d.gap()
		d.add(p.say(line("Solution", ascii.Accent)))
		d.add(p.layBlocks(e.info.Solution, w)...)
		d.gap()
		e.layKey(d, p, w, e.key1(actRestart), "a similar task: the exercise with new numbers")
	}
}

// scrolled is the first line of a document of n lines shown in h rows. While
// following, it keeps line at in sight; else it is where the student left it.
func (e *exercise) scrolled(d *document, h int) int {
	top := min(e.scroll, max(0, len(d.lines)-h))
	if !e.follow {
		return top
	}
	from, to := e.wanted(d)
	if to >= top+h {
		top = to - h + 1
	}
	if from < top {
		top = from
	}
	return max(0, min(top, len(d.lines)-h))
}

// wanted are the lines that should be in sight: the report, else the field
// with the keyboard.
func (e *exercise) wanted(d *document) (from, to int) {
	if e.report != nil || e.checkJob.busy {
		return e.wantedField(d).Y, len(d.lines) - 1
	}
	if e.focus.kind != onField {
		return len(d.lines) - 1, len(d.lines) - 1
	}
	r := e.wantedField(d)
	return r.Y, r.Y + r.H
}

func (e *exercise) wantedField(d *document) ascii.Rect {
	r := ascii.Rect{Y: len(d.lines) - 1, H: 1}
	for _, s := range d.spots {
		if s.field == e.focus.i && e.focus.kind == onField {
			return s.at
		}
	}
	return r
}
