package exercise

import (
	"fmt"
	"slices"

	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
)

// Layers returns the header and the text. On a narrow screen that shows the pictures, it returns
// the question instead of the text.
func (s *taskView) Layers(l regions) []*lipgloss.Layer {
	out := s.header(l.header)
	if !l.Text.Empty() {
		out = append(out, s.Pane.Layers("text", l.Text.X, l.Text.Y)...)
	}
	if r := l.question; !r.Empty() {
		text := s.Session.Theme.Block(s.Session.Theme.Lines(s.questionLines(r)), r.W, r.H, ascii.Paper)
		out = append(out, lipgloss.NewLayer(text).ID("question").X(r.X).Y(r.Y))
	}
	return out
}

// header shows the exercise, the progress and the seed. The dots of the tasks can be
// clicked.
func (s *taskView) header(r ascii.Rect) []*lipgloss.Layer {
	ex, t := s.Work.Exercise(), s.Session.Theme
	layer := func(l ascii.Line, x int) *lipgloss.Layer { return lipgloss.NewLayer(t.Line(l)).X(x).Y(r.Y) }
	if s.Info().AsksNothing {
		return []*lipgloss.Layer{layer(t.View().Clip(ascii.Inked(ex.Title, ascii.Strong), r.W), r.X)}
	}
	dots, words := s.progress()
	var tally ascii.Line
	if correct, total := s.Work.Predictions(); total > 0 && r.W >= session.WideFrom {
		tally = ascii.Inked(fmt.Sprintf("predicted %d of %d   ", correct, total), ascii.Dim)
	}
	right := slices.Concat(tally, dots, words, ascii.Inked("   ", ascii.Text), session.SeedLine(ex.Seed))
	x := r.X + r.W - right.Width()
	out := []*lipgloss.Layer{layer(t.View().Clip(s.titleLine(x-r.X-3), x-r.X-3), r.X), layer(right, x)}
	if len(dots) > 0 {
		out = append(out, layer(dots, x+tally.Width()).ID("tasks"))
	}
	return out
}

// titleLine returns the names of the unit and the exercise. If they do not fit into w
// columns, it omits the unit.
func (s *taskView) titleLine(w int) ascii.Line {
	ex := s.Work.Exercise()
	out := ascii.Line{{Text: ex.ID + " ", Ink: ascii.Dim}, {Text: ex.Title, Ink: ascii.Strong}}
	group := ex.Unit
	if r := s.Work.Round(); r != nil {
		group = roundTitle(r)
	}
	withUnit := slices.Concat(ascii.Inked(group+" › ", ascii.Dim), out)
	if s.Work.Round() == nil && s.Session.Terminal().TransliterateLine(withUnit).Width() > w {
		return out
	}
	return withUnit
}

// progress returns a dot for each task, and words such as "3 of 5".
func (s *taskView) progress() (dots, words ascii.Line) {
	if r := s.Work.Round(); r != nil {
		number, total := r.Place()
		return nil, ascii.Inked(fmt.Sprintf("%d of %d", number, total), ascii.Dim)
	}
	for i := range s.Work.Len() {
		dots = append(dots, taskDot(s.Session.Theme, s.Work.TaskState(i), i == s.Work.Index()))
	}
	return dots, ascii.Inked(fmt.Sprintf(" %d of %d", s.Work.Index()+1, s.Work.Len()), ascii.Dim)
}

// maxQuestionRows is the maximum height of the question above the stage.
const maxQuestionRows = 2

// Headline returns the task in one line: the question, or else the title with the
// beginning of the text.
func (s *taskView) Headline() ascii.Line {
	info := s.Info()
	if len(info.Question) > 0 {
		return questionLine(info.Question)
	}
	out := ascii.Inked(info.Title, ascii.Strong)
	if len(info.Text) > 0 && info.Text[0].Kind == exercises.Paragraph {
		out = append(out, ascii.Span{Text: ": " + info.Text[0].Text.String(), Ink: ascii.Dim})
	}
	return out
}

// questionRows returns the number of rows of the question, or of the verdict, above the
// stage of a narrow screen. A question that is answered on the stage gets enough rows
// for both, so that the picture does not move.
func (s *taskView) questionRows(w int) int {
	switch info := s.Info(); {
	case w <= 0:
		return 1
	case len(info.Fields) == 0 && len(info.Question) > 0:
		return maxQuestionRows
	}
	return max(1, min(len(s.Session.Terminal().TransliterateLine(s.stageHeading()).Wrap(w)), maxQuestionRows))
}

// stageHeading returns the question or, once it is answered, the verdict and its reason.
func (s *taskView) stageHeading() ascii.Line {
	r := s.Report()
	if r == nil {
		return s.Headline()
	}
	mark, ink := verdictMark(s.Session.Theme, *r)
	l := ascii.Inked(mark+" "+r.FirstLine(), ink)
	if why := slices.Concat(s.advice(), r.Fact); len(why) > 0 {
		l = slices.Concat(l, ascii.Inked("  ", ascii.Text), why[0])
	}
	return l
}

// questionLines returns the rows above the stage. It clips text that does not fit.
func (s *taskView) questionLines(r ascii.Rect) []ascii.Line {
	view := s.Session.Terminal()
	rows := view.TransliterateLine(s.stageHeading()).Wrap(r.W)
	if last := r.H - 1; len(rows) > r.H {
		rows[last] = view.Clip(slices.Concat(rows[last], ascii.Blanks(1), rows[last+1]), r.W)
		rows = rows[:r.H]
	}
	return rows
}

// stageInfo holds what the text of a task needs to know about the focus, and about the stage with
// the pictures.
type stageInfo struct {
	zone   session.Zone // the zone that has the focus
	notes  []ascii.Line // sentences about what the stage shows now
	whatIf bool         // whether what-if shows an alternative step, which the enter key takes
}

// Layout lays out text, question, fields, report, notes, and hints.
func (s *taskView) Layout(r ascii.Rect, stage stageInfo) {
	d := ui.NewDocument(s.Session.Theme, r.W-1)
	d.Height = r.H
	w := taskWriter{taskView: s, d: d, stage: stage}
	w.writeWarmUp()
	d.Append(s.introduction(d.Width))
	s.Form.WriteTo(d)
	w.writeReport()
	if len(stage.notes) > 0 {
		d.AddGap()
		d.Write(stage.notes...)
	}
	w.writeHints()
	w.keepVisible(r.H)
	s.Pane.SetSize(d.Width, r.H)
	s.Pane.SetDocument(d)
}

// introduction returns the title and the text of the task in w columns. It caches them,
// because they are needed for every message.
func (s *taskView) introduction(w int) *ui.Document {
	if s.intro == nil || s.intro.Width != w {
		s.intro = ui.NewDocument(s.Session.Theme, w)
		s.intro.Write(ascii.Inked(s.Info().Title, ascii.Strong))
		s.intro.AddGap()
		s.intro.WriteBlocks(blocksOf(s.Info().Text))
	}
	return s.intro
}

// blocksOf converts a text of an exercise.
func blocksOf(text []exercises.Block) []ui.Block {
	out := make([]ui.Block, len(text))
	for i, b := range text {
		out[i] = ui.Block{Kind: ui.BlockKind(b.Kind), Mark: b.Mark, Text: b.Text}
	}
	return out
}

// taskWriter writes a task to a document.
type taskWriter struct {
	*taskView
	d     *ui.Document
	stage stageInfo

	verdictLine, hintLine int // line numbers of the verdict, and of the newest hint or the solution
}

// questionLine returns the question in bold, except for words that have their own ink (style).
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

// writeReport writes the verdict, and what the enter key does next.
func (s *taskWriter) writeReport() {
	s.busy.WriteTo(s.d)
	if s.Report() != nil && !s.Jobs.Check.Busy() {
		s.d.AddGap()
		s.verdictLine = s.d.Len()
		s.writeVerdict()
	}
	s.writePause()
	if why := s.homework().ClosedReason(); why != "" {
		s.d.AddGap()
		s.d.Write(ascii.Inked(why, ascii.Text))
	}
	if s.canGoOn() && !s.Work.Finished() && !s.stage.whatIf {
		s.d.AddGap()
		s.writeKey("enter", s.nextWords())
	}
	s.writeEnd()
}

// writePause writes that the class pauses here, if the student has tried to go on.
func (s *taskWriter) writePause() {
	if !s.Session.Classroom.IsWaiting() || !s.isHeldBefore(s.Work.Index()+1) {
		return
	}
	s.d.AddGap()
	s.d.Write(ascii.Inked("Your class pauses here and goes on together, when your teacher says so. "+
		"Until then you can finish this task, or go back to any other.", ascii.Text))
}

// writeVerdict writes the report: its first line, the fact, the advice, and the
// consequence for the student's record.
func (s *taskWriter) writeVerdict() {
	r := *s.Report()
	s.Form.writeFirstLine(s.d, s.Session.Theme)
	for _, l := range r.Fact {
		if !r.RepeatsFieldMessage(l) {
			s.d.AddItem(ascii.Blanks(2), l)
		}
	}
	advice := s.advice()
	if len(advice) > 0 {
		s.d.AddGap()
	}
	for _, l := range advice {
		s.d.AddItem(ascii.Blanks(2), l)
	}
	if s.canDispute() {
		s.writeKey("  "+s.firstKey("dispute"), "not what I did: hide this")
	}
	if words := s.outcomeWords(); words != "" {
		s.d.AddGap()
		s.d.AddItem(ascii.Blanks(2), ascii.Inked(words, ascii.Dim))
	}
}

// outcomeWords returns the consequence of the report for the student in a sentence, or
// "".
func (s *taskView) outcomeWords() string {
	switch {
	case s.disputed() && !s.outcome.Hinted:
		return "Noted: you made a different mistake."
	case s.outcome.ExerciseDone:
		return "" // writeEnd reports it
	}
	return s.outcome.Message
}

// writeHints writes the hints shown so far, and the solution if it was revealed.
func (s *taskWriter) writeHints() {
	shown, _ := s.Work.Hints()
	for i, hint := range shown {
		s.d.AddGap()
		s.hintLine = s.d.Len()
		s.d.Write(ascii.Inked(fmt.Sprintf("Hint %d", i+1), ascii.Accent))
		s.d.WriteBlocks(blocksOf(hint))
	}
	if s.Work.SolutionShown() {
		s.d.AddGap()
		s.hintLine = s.d.Len()
		s.d.Write(ascii.Inked("Solution", ascii.Accent))
		s.d.WriteBlocks(blocksOf(s.Info().Solution))
		if !s.Work.OffersNewNumbers() {
			return
		}
		s.d.AddGap()
		s.writeKey(s.firstKey("restart"), "a similar task: this exercise with new numbers")
	}
}

// writeEnd writes that the exercise is done and which keys lead on.
func (s *taskWriter) writeEnd() {
	if s.Work.Round() != nil {
		s.writeRoundEnd()
		return
	}
	if !s.Work.Finished() {
		return
	}
	s.d.AddGap()
	checkMark := ascii.Inked(s.Session.Theme.Glyph('✓', '+')+" ", ascii.Good)
	s.d.AddItem(checkMark, ascii.Inked(fmt.Sprintf("Exercise %s is done.", s.Work.ID()), ascii.Strong))
	if s.canGoOn() && !s.stage.whatIf {
		s.writeKey("enter", s.nextWords())
	}
	if s.Work.OffersNewNumbers() {
		s.writeKey(s.firstKey("restart"), "the same with new numbers")
	}
}

// writeKey writes a key and what it does.
func (s *taskWriter) writeKey(key, words string) {
	s.d.AddItem(ascii.Inked(key+" ", ascii.Accent), ascii.Inked(words, ascii.Dim))
}

// firstKey returns the first key for an action in the focused zone.
func (s *taskWriter) firstKey(name string) string { return s.Session.Keys.Key(s.stage.zone, name) }

// keepVisible scrolls the text so that h rows show what the last key requested: a hint,
// the verdict on a right answer, or the focused field with as much of the verdict as
// fits.
func (s *taskWriter) keepVisible(h int) {
	from, to := s.d.KeptLines()
	fieldIndex, lastLine := s.Form.FocusIndex(), s.d.Len()-1
	judged := s.Report() != nil || s.Jobs.Check.Busy()
	switch {
	case s.hintRequested:
		from, to = s.hintLine, lastLine
	case fieldIndex >= 0 && s.Form.inTable(fieldIndex) && judged && lastLine-from >= h:
		to = max(to, min(s.verdictLine, from+h-1))
	case s.Report() != nil && (fieldIndex < 0 || s.Report().Accepted && !s.movedToField && lastLine-from >= h):
		from, to = s.verdictLine, lastLine
	case fieldIndex < 0:
		from, to = lastLine, lastLine
	case judged:
		to = max(to, min(lastLine, from+h-1))
	}
	s.d.KeepVisible(from, to)
	s.d.ShowLinesAbove()
}

// nextWords returns where the enter key leads when a task is done.
func (s *taskView) nextWords() string {
	if r := s.Work.Round(); r != nil {
		return roundNextWords(r)
	}
	next := s.Work.Index() + 1
	switch v, early := s.earlyExercise(); {
	case early:
		return "meanwhile: " + v.ID + " " + v.Title
	case s.isHeldBefore(next):
		return "wait for your class"
	case next < s.Work.Len():
		return "next task"
	}
	switch i, open := s.Work.NextOpen(); {
	case open && i == s.Work.Index():
		return "finish the exercise"
	case open:
		return fmt.Sprintf("go to task %d, which is open", i+1)
	}
	if next, ok := s.nextExercise(); ok {
		return "next: " + next.ID + " " + next.Title + study.WhyNext(s.Session.Student, s.Work.ID(), next)
	}
	return "to the contents"
}

// shortNextWords returns a shorter version of nextWords for the footer.
func (s *taskView) shortNextWords() string {
	if _, early := s.earlyExercise(); early {
		return "meanwhile"
	}
	if s.Work.Round() != nil || !s.Work.Finished() || s.Work.Index() < s.Work.Len()-1 {
		return s.nextWords()
	}
	if next, ok := s.nextExercise(); ok {
		return "on to " + next.ID
	}
	return "contents"
}

// writeFirstLine writes the first line of the report after its mark.
func (f *Form) writeFirstLine(d *ui.Document, t *theme.Theme) {
	mark, ink := verdictMark(t, *f.report)
	d.AddItem(ascii.Inked(mark+" ", ink), ascii.Inked(f.report.FirstLine(), ink))
}

// verdictMark returns the mark and the ink of a report.
func verdictMark(t *theme.Theme, r exercises.Report) (string, ascii.Ink) {
	switch {
	case r.Accepted && !r.Verdict.CountsAsAttempt(): // neither right nor wrong
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

// advice returns the report's advice. It returns none if a correction is offered
// below the field, or if the student has disputed the advice.
func (s *taskView) advice() []ascii.Line {
	if s.Form.currentSuggestions().fix != "" {
		return nil
	}
	return s.Work.Advice(*s.Report())
}
