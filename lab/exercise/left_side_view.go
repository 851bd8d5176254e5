package exercise

import (
	"fmt"
	"slices"

	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/session"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
)

// Layers returns the header, the text or, on a narrow screen, the question above the
// stage.
func (s *leftSide) Layers(l exerciseLayout) []*lipgloss.Layer {
	out := s.header(l.header)
	if !l.Text.Empty() {
		out = append(out, s.Pane.Layers("sheet", l.Text.X, l.Text.Y)...)
	}
	if r := l.question; !r.Empty() {
		text := s.Session.Theme.Block(s.Session.Theme.Lines(s.question(r)), r.W, r.H, ascii.Paper)
		out = append(out, lipgloss.NewLayer(text).ID("question").X(r.X).Y(r.Y))
	}
	return out
}

// header names the exercise, the step and the seed. The dots of the steps can be
// clicked.
func (s *leftSide) header(r ascii.Rect) []*lipgloss.Layer {
	ex, t := s.Work.Exercise(), s.Session.Theme
	layer := func(l ascii.Line, x int) *lipgloss.Layer { return lipgloss.NewLayer(t.Line(l)).X(x).Y(r.Y) }
	if s.Info().Bench {
		return []*lipgloss.Layer{layer(t.View().Clip(ascii.Inked(ex.Title, ascii.Strong), r.W), r.X)}
	}
	dots, words := s.progress()
	var tally ascii.Line
	if hits, asked := s.Work.Predictions(); asked > 0 && r.W >= session.WideFrom {
		tally = ascii.Inked(fmt.Sprintf("predicted %d of %d   ", hits, asked), ascii.Dim)
	}
	right := slices.Concat(tally, dots, words, ascii.Inked("   ", ascii.Text), session.SeedLine(ex.Seed))
	x := r.X + r.W - right.Width()
	out := []*lipgloss.Layer{layer(t.View().Clip(s.name(x-r.X-3), x-r.X-3), r.X), layer(right, x)}
	if len(dots) > 0 {
		out = append(out, layer(dots, x+tally.Width()).ID("steps"))
	}
	return out
}

// name returns the name of the exercise, without its unit if that does not fit into w
// columns.
func (s *leftSide) name(w int) ascii.Line {
	ex := s.Work.Exercise()
	out := ascii.Line{{Text: ex.ID + " ", Ink: ascii.Dim}, {Text: ex.Title, Ink: ascii.Strong}}
	over := ex.Unit
	if r := s.Work.Round(); r != nil {
		over = roundTitle(r)
	}
	long := slices.Concat(ascii.Inked(over+" › ", ascii.Dim), out)
	if s.Work.Round() == nil && s.Session.Terminal().Line(long).Width() > w {
		return out
	}
	return long
}

// progress returns a dot for each step, and words such as 3 of 5.
func (s *leftSide) progress() (dots, words ascii.Line) {
	if r := s.Work.Round(); r != nil {
		at, of := r.Place()
		return nil, ascii.Inked(fmt.Sprintf("%d of %d", at, of), ascii.Dim)
	}
	if s.Work.Len() <= maxDots {
		for i := range s.Work.Len() {
			dots = append(dots, stepDot(s.Session.Theme, s.Work.TaskState(i), i == s.Work.Index()))
		}
	}
	return dots, ascii.Inked(fmt.Sprintf(" %d of %d", s.Work.Index()+1, s.Work.Len()), ascii.Dim)
}

// maxDots is the maximum number of steps that have dots.
const maxDots = 12

// QuestionMost is how many rows the question may take over the stage.
const QuestionMost = 2

// Task is what the step is about in a line: the question, else the title with how
// the text begins.
func (s *leftSide) Task() ascii.Line {
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

// questionRows returns the number of rows of the question above the stage of a narrow
// screen. A verdict takes no more, so that the picture does not move.
func (s *leftSide) questionRows(w int) int {
	if w <= 0 {
		return 1
	}
	return max(1, min(len(s.Session.Terminal().Line(s.Task()).Wrap(w)), QuestionMost))
}

// question returns the question with the verdict in front of it. It cuts what does not
// fit.
func (s *leftSide) question(r ascii.Rect) []ascii.Line {
	l := s.Task()
	if r := s.Report(); r != nil {
		mark, ink := verdictMark(s.Session.Theme, *r)
		l = slices.Concat(ascii.Inked(mark+" "+r.FirstLine()+"  ", ink), l)
	}
	view := s.Session.Terminal()
	rows := view.Line(l).Wrap(r.W)
	if last := r.H - 1; len(rows) > r.H {
		rows[last] = view.Clip(slices.Concat(rows[last], ascii.Blanks(1), rows[last+1]), r.W)
		rows = rows[:r.H]
	}
	return rows
}

// beside is what the text of a sheet needs to know of the rest of the screen.
type beside struct {
	zone  session.Zone // where the keyboard is
	guest string       // the name of a frame that stands in place of the run's own, or ""
	facts []ascii.Line // of that frame
	notes []ascii.Line // the live facts of scene and run
	forks bool         // enter takes a step of "what if"
}

// Lay lays out everything on the left: text, question, fields, report, notes, and
// hints.
func (s *leftSide) Lay(r ascii.Rect, by beside) {
	d := ui.NewDocument(s.Session.Theme, r.W-1)
	l := sheetPage{leftSide: s, d: d, by: by}
	if by.guest != "" {
		d.Write(ascii.Inked(by.guest, ascii.Accent))
		d.Write(by.facts...)
		d.Gap()
	}
	l.layWarmUp()
	d.Write(ascii.Inked(s.Info().Title, ascii.Strong))
	d.Gap()
	d.Blocks(blocksOf(s.Info().Text))
	s.Form.Lay(d)
	l.layReport()
	if len(by.notes) > 0 {
		d.Gap()
		d.Write(by.notes...)
	}
	l.layHints()
	l.keep(r.H)
	s.Pane.SetSize(d.Width, r.H)
	s.Pane.Show(d)
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
	*leftSide
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
	s.busy.WriteTo(s.d)
	if s.Report() != nil && !s.Jobs.Check.Busy() {
		s.d.Gap()
		s.verdict = s.d.Len()
		s.layVerdict()
	}
	if s.goesOn() && !s.Work.Finished() && !s.by.forks {
		s.d.Gap()
		s.layKey("enter", s.onwards())
	}
	s.layEnd()
}

// layVerdict adds the report: its first line, the fact, the advice, and what
// it means for the student's record.
func (s *sheetPage) layVerdict() {
	r := *s.Report()
	layFirstLine(s.d, s.Session.Theme, r)
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
func (s *leftSide) saying() string {
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
	shown, _ := s.Work.Hints()
	for i, hint := range shown {
		s.d.Gap()
		s.hint = s.d.Len()
		s.d.Write(ascii.Inked(fmt.Sprintf("Hint %d", i+1), ascii.Accent))
		s.d.Blocks(blocksOf(hint))
	}
	if s.Work.SolutionShown() {
		s.d.Gap()
		s.hint = s.d.Len()
		s.d.Write(ascii.Inked("Solution", ascii.Accent))
		s.d.Blocks(blocksOf(s.Info().Solution))
		if !s.anew() {
			return
		}
		s.d.Gap()
		s.layKey(s.key1("restart"), "a similar task: the exercise with new numbers")
	}
}

// layEnd says that the exercise is finished and what can come now.
func (s *sheetPage) layEnd() {
	if s.Work.Round() != nil {
		s.layRoundEnd()
		return
	}
	if !s.Work.Finished() {
		return
	}
	s.d.Gap()
	done := ascii.Inked(s.Session.Theme.Glyph('✓', '+')+" ", ascii.Good)
	s.d.Item(done, ascii.Inked(fmt.Sprintf("Exercise %s is done.", s.Work.ID()), ascii.Strong))
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

// key1 is the first key for an action where the keyboard is now.
func (s *sheetPage) key1(name string) string { return s.Session.Keys.Key(s.by.zone, name) }

// keep keeps in sight of h rows what the last key asked for: a hint, the verdict, or
// the field that has the keyboard. If there is room, it keeps both verdict and field.
func (s *sheetPage) keep(h int) {
	from, to := s.d.Kept()
	at, last := s.Form.At(), s.d.Len()-1
	judged := s.Report() != nil || s.Jobs.Check.Busy()
	switch {
	case s.hinted:
		from, to = s.hint, last
	case at >= 0 && s.Form.inTable(at) && judged && last-from >= h:
		to = max(to, min(s.verdict, from+h-1))
	case s.Report() != nil && (at < 0 || !s.Form.inTable(at) && !s.moved && last-from >= h):
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
func (s *leftSide) onwards() string {
	if r := s.Work.Round(); r != nil {
		return roundOnwards(r)
	}
	if s.Work.Index() < s.Work.Len()-1 {
		return "next step"
	}
	switch i, open := s.Work.Open(); {
	case open && i == s.Work.Index():
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
func (s *leftSide) onwardsShort() string {
	if s.Work.Round() != nil || !s.Work.Finished() || s.Work.Index() < s.Work.Len()-1 {
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
func (s *leftSide) advice() []ascii.Line {
	if s.Form.offered().fix != "" {
		return nil
	}
	return s.Work.Advice(*s.Report(), s.outcome)
}
