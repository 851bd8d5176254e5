package lab

import (
	"fmt"

	"kernellab/ascii"
	"kernellab/exercises"
)

// beside is what the text of a sheet needs to know of the rest of the screen.
type beside struct {
	zone  zone         // where the keyboard is
	guest string       // the name of a frame that stands in place of the run's own, or ""
	facts []ascii.Line // of that frame
	notes []ascii.Line // the live facts of scene and run
	forks bool         // enter takes a step of "what if"
}

// document lays out everything on the left in w columns: text, question,
// fields, report, hints, notes.
func (s *sheet) document(p pen, w int, by beside) *document {
	d := newDocument(p, w)
	l := sheetPage{s, d, by}
	if by.guest != "" {
		d.write(line(by.guest, ascii.Accent))
		d.write(by.facts...)
		d.gap()
	}
	l.layWarmUp()
	d.write(line(s.info().Title, ascii.Strong))
	d.gap()
	s.form.lay(d)
	l.layReport()
	if len(by.notes) > 0 {
		d.gap()
		d.write(by.notes...)
	}
	l.layHints()
	return d
}

// sheetPage is a sheet on its way into a document.
type sheetPage struct {
	*sheet
	d  *document
	by beside
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

// layReport adds what the checker says, and what enter does next.
func (s sheetPage) layReport() {
	switch {
	case s.jobs.check.Busy():
		s.d.gap()
		s.d.write(line("checking …", ascii.Dim))
	case s.report() != nil:
		s.d.gap()
		s.d.verdict = len(s.d.lines)
		s.layVerdict()
	}
	if s.goesOn() && !s.work.Finished() && !s.by.forks {
		s.d.gap()
		s.layKey("enter", s.onwards())
	}
	s.layEnd()
}

// layVerdict adds the report: its first line, the fact, the advice, and what
// it means for the student's record.
func (s sheetPage) layVerdict() {
	r := *s.report()
	s.d.layFirstLine(r)
	if !s.outcome.Hinted {
		for _, l := range r.Fact {
			if !r.SaidOfAField(l) {
				s.d.item(blankLine(2), l)
			}
		}
	}
	advice := s.advice()
	if len(advice) > 0 {
		s.d.gap()
	}
	for _, l := range advice {
		s.d.item(blankLine(2), l)
	}
	if s.recognised() {
		s.layKey("  "+s.key1("dispute"), "that is not what I did")
	}
	if say := s.saying(); say != "" {
		s.d.gap()
		s.d.item(blankLine(2), line(say, ascii.Dim))
	}
}

// saying is what the report means for the student, in a sentence.
func (s *sheet) saying() string {
	switch {
	case s.disputed() && !s.outcome.Hinted:
		return "Noted: that is not what you did."
	case s.outcome.ExerciseDone:
		return "" // said below
	}
	return s.outcome.Say
}

// layHints adds the hints taken so far and the solution once it was asked for.
func (s sheetPage) layHints() {
	shown, _ := s.work.Hints()
	for i, hint := range shown {
		s.d.gap()
		s.d.hint = len(s.d.lines)
		s.d.write(line(fmt.Sprintf("Hint %d", i+1), ascii.Accent))
		s.d.blocks(hint)
	}
	if s.work.SolutionShown() {
		s.d.gap()
		s.d.hint = len(s.d.lines)
		s.d.write(line("Solution", ascii.Accent))
		s.d.blocks(s.info().Solution)
		if !s.anew() {
			return
		}
		s.d.gap()
		s.layKey(s.key1("restart"), "a similar task: the exercise with new numbers")
	}
}

// layEnd says that the exercise is finished and what can come now.
func (s sheetPage) layEnd() {
	if s.work.Round() != nil {
		s.layRoundEnd()
		return
	}
	if !s.work.Finished() {
		return
	}
	s.d.gap()
	done := line(string(s.d.pen.glyph('✓', '+'))+" ", ascii.Good)
	s.d.item(done, line(fmt.Sprintf("Exercise %s is done.", s.work.ID()), ascii.Strong))
	if s.goesOn() && !s.by.forks {
		s.layKey("enter", s.onwards())
	}
	if s.anew() {
		s.layKey(s.key1("restart"), "the same with new numbers")
	}
}

// layKey adds a key and what it does.
func (s sheetPage) layKey(key, words string) {
	s.d.item(line(key+" ", ascii.Accent), line(words, ascii.Dim))
}

// key1 is the first key for an act where the keyboard is now.
func (s sheetPage) key1(name string) string { return s.session.keys.key(s.by.zone, name) }

// first is the first line shown of the document in h rows.
func (s *sheet) first(d *document, h int) int {
	from, to := s.wanted(d, h)
	return s.scroll.first(len(d.lines), h, from, to)
}

// wanted are the lines that should be in sight of h rows: what the last key asked
// for, a hint, a verdict, or the field with the keyboard; the field beside a
// verdict too, if there is room for both.
func (s *sheet) wanted(d *document, h int) (from, to int) {
	last := len(d.lines) - 1
	at, ok := s.form.spot(d)
	switch {
	case s.hinted:
		return d.hint, last
	case ok && d.told > 0:
		return s.wantedCell(d, at.Y, h)
	case s.report() != nil && (!ok || !s.moved && last-at.Y >= h):
		return d.verdict, last
	case !ok:
		return last, last
	case s.report() != nil || s.jobs.check.Busy():
		return at.Y, last
	}
	return at.Y, at.Y + at.H
}

// wantedCell is wanted in a table: the cell and what is said of it, with the verdict,
// and from the question on where there is room.
func (s *sheet) wantedCell(d *document, cell, h int) (from, to int) {
	to = d.told
	if s.report() != nil || s.jobs.check.Busy() {
		to = len(d.lines) - 1
	}
	if to-cell >= h {
		to = max(d.told, min(d.verdict, cell+h-1))
	}
	if to-d.asked < h {
		return d.asked, to
	}
	return cell, to
}

// onwards says where enter leads once a step is done.
func (s *sheet) onwards() string {
	if r := s.work.Round(); r != nil {
		return roundOnwards(r)
	}
	if s.work.Index() < s.work.Len()-1 {
		return "next step"
	}
	switch i, open := s.work.Open(); {
	case open && i == s.work.Index():
		return "finish the exercise"
	case open:
		return fmt.Sprintf("go to step %d, still open", i+1)
	}
	if next, ok := s.upNext(); ok {
		return "next: " + next.ID + " " + next.Title
	}
	return "to the contents"
}

// onwardsShort is onwards in the words of the footer.
func (s *sheet) onwardsShort() string {
	if s.work.Round() != nil || !s.work.Finished() || s.work.Index() < s.work.Len()-1 {
		return s.onwards()
	}
	if next, ok := s.upNext(); ok {
		return "on to " + next.ID
	}
	return "contents"
}

// layFirstLine adds a report's first line, with its sign.
func (d *document) layFirstLine(r exercises.Report) {
	mark, ink := verdictMark(d.pen, r)
	d.item(line(mark+" ", ink), line(r.FirstLine(), ink))
}

// verdictMark is the sign and ink of a report.
func verdictMark(p pen, r exercises.Report) (string, ascii.Ink) {
	switch {
	case r.Verdict == exercises.Noted: // nothing is right or wrong
		return string(p.glyph('·', '.')), ascii.Strong
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

// advice is what the report says beyond its fact: nothing where the student
// has read it before and a hint came in its place, or said that it is not what
// they did, or where the correction stands below the field, with its key.
func (s *sheet) advice() []ascii.Line {
	if s.form.offered().fix != "" {
		return nil
	}
	return s.work.Advice(*s.report(), s.outcome)
}
