package lab

import (
	"fmt"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
)

// beside is what the text of a sheet needs to know of the rest of the screen.
type beside struct {
	zone  zone         // where the keyboard is
	guest string       // the name of a frame that stands in place of the run's own, or ""
	facts []ascii.Line // of that frame
	notes []ascii.Line // the live facts of scene and run
	forks bool         // enter takes a step of "what if"
}

// lay lays out everything on the left: text, question, fields, report, notes, and
// hints.
func (s *sheet) lay(r ascii.Rect, by beside) {
	d := ui.NewDocument(s.session.theme, r.W-1)
	l := sheetPage{sheet: s, d: d, by: by}
	if by.guest != "" {
		d.Write(ascii.Inked(by.guest, ascii.Accent))
		d.Write(by.facts...)
		d.Gap()
	}
	l.layWarmUp()
	d.Write(ascii.Inked(s.info().Title, ascii.Strong))
	d.Gap()
	d.Blocks(blocksOf(s.info().Text))
	s.form.lay(d)
	l.layReport()
	if len(by.notes) > 0 {
		d.Gap()
		d.Write(by.notes...)
	}
	l.layHints()
	l.keep(r.H)
	s.pane.SetSize(d.Width, r.H)
	s.pane.Show(d)
}

// blocksOf converts a text of an exercise.
func blocksOf(text []exercises.Block) []ui.Block {
	out := make([]ui.Block, len(text))
	for i, b := range text {
		out[i] = ui.Block{Kind: ui.BlockKind(b.Kind), Mark: b.Mark, Text: b.Text}
	}
	return out
}

// sheetPage is a sheet that is being laid out.
type sheetPage struct {
	*sheet
	d  *ui.Document
	by beside

	verdict, hint int // lines of the verdict, and of the newest hint or the solution
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
func (s *sheetPage) layReport() {
	s.busy.Lay(s.d)
	if s.report() != nil && !s.jobs.check.Busy() {
		s.d.Gap()
		s.verdict = s.d.Len()
		s.layVerdict()
	}
	if s.goesOn() && !s.work.Finished() && !s.by.forks {
		s.d.Gap()
		s.layKey("enter", s.onwards())
	}
	s.layEnd()
}

// layVerdict adds the report: its first line, the fact, the advice, and what
// it means for the student's record.
func (s *sheetPage) layVerdict() {
	r := *s.report()
	layFirstLine(s.d, s.session.theme, r)
	if !s.outcome.Hinted {
		for _, l := range r.Fact {
			if !r.SaidOfAField(l) {
				s.d.Item(ascii.Blanks(2), l)
			}
		}
	}
	advice := s.advice()
	if len(advice) > 0 {
		s.d.Gap()
	}
	for _, l := range advice {
		s.d.Item(ascii.Blanks(2), l)
	}
	if s.recognised() {
		s.layKey("  "+s.key1("dispute"), "that is not what I did")
	}
	if say := s.saying(); say != "" {
		s.d.Gap()
		s.d.Item(ascii.Blanks(2), ascii.Inked(say, ascii.Dim))
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
func (s *sheetPage) layHints() {
	shown, _ := s.work.Hints()
	for i, hint := range shown {
		s.d.Gap()
		s.hint = s.d.Len()
		s.d.Write(ascii.Inked(fmt.Sprintf("Hint %d", i+1), ascii.Accent))
		s.d.Blocks(blocksOf(hint))
	}
	if s.work.SolutionShown() {
		s.d.Gap()
		s.hint = s.d.Len()
		s.d.Write(ascii.Inked("Solution", ascii.Accent))
		s.d.Blocks(blocksOf(s.info().Solution))
		if !s.anew() {
			return
		}
		s.d.Gap()
		s.layKey(s.key1("restart"), "a similar task: the exercise with new numbers")
	}
}

// layEnd says that the exercise is finished and what can come now.
func (s *sheetPage) layEnd() {
	if s.work.Round() != nil {
		s.layRoundEnd()
		return
	}
	if !s.work.Finished() {
		return
	}
	s.d.Gap()
	done := ascii.Inked(s.session.theme.Glyph('✓', '+')+" ", ascii.Good)
	s.d.Item(done, ascii.Inked(fmt.Sprintf("Exercise %s is done.", s.work.ID()), ascii.Strong))
	if s.goesOn() && !s.by.forks {
		s.layKey("enter", s.onwards())
	}
	if s.anew() {
		s.layKey(s.key1("restart"), "the same with new numbers")
	}
}

// layKey adds a key and what it does.
func (s *sheetPage) layKey(key, words string) {
	s.d.Item(ascii.Inked(key+" ", ascii.Accent), ascii.Inked(words, ascii.Dim))
}

// key1 is the first key for an act where the keyboard is now.
func (s *sheetPage) key1(name string) string { return s.session.keys.key(s.by.zone, name) }

// keep keeps in sight of h rows what the last key asked for: a hint, the verdict, or
// the field that has the keyboard. If there is room, it keeps both verdict and field.
func (s *sheetPage) keep(h int) {
	from, to := s.d.Kept()
	at, last := s.form.at(), s.d.Len()-1
	judged := s.report() != nil || s.jobs.check.Busy()
	switch {
	case s.hinted:
		from, to = s.hint, last
	case at >= 0 && s.form.inTable(at) && judged && last-from >= h:
		to = max(to, min(s.verdict, from+h-1))
	case s.report() != nil && (at < 0 || !s.form.inTable(at) && !s.moved && last-from >= h):
		from, to = s.verdict, last
	case at < 0:
		from, to = last, last
	case judged:
		to = last
	}
	s.d.Keep(from, to)
	s.d.KeepAbove()
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

// layFirstLine adds the first line of a report behind its sign.
func layFirstLine(d *ui.Document, t *theme.Theme, r exercises.Report) {
	mark, ink := verdictMark(t, r)
	d.Item(ascii.Inked(mark+" ", ink), ascii.Inked(r.FirstLine(), ink))
}

// verdictMark returns the sign and the ink of a report.
func verdictMark(t *theme.Theme, r exercises.Report) (string, ascii.Ink) {
	switch {
	case r.Verdict == exercises.Noted: // nothing is right or wrong
		return t.Glyph('·', '.'), ascii.Strong
	case r.Accepted:
		return t.Glyph('✓', '+'), ascii.Good
	case r.Verdict == exercises.Equal || r.Verdict == exercises.OtherForm || r.Verdict == exercises.Close:
		return t.Glyph('≈', '~'), ascii.Warn
	case r.Verdict == exercises.NotEqual:
		return t.Glyph('✗', 'x'), ascii.Bad
	}
	return t.Glyph('·', '.'), ascii.Warn
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
