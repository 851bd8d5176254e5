package exercise

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
	"kernellab/lab/core"
	"kernellab/lab/session"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
)

// Form holds the answers to a task: the contents of its fields, how the task parses them, and the
// verdict. It passes keys and clicks to the field that has the focus. It knows neither the screen
// around it nor the purpose of the answers.
type Form struct {
	Task        exercises.Task
	Info        exercises.Info
	Answers     exercises.Answers // includes answers without a field
	fields      *ui.Form
	lastFocused int // index of the field that had the focus last

	ctx    context.Context           // context of the session, which cancels parsing
	Echoes map[string]exercises.Echo // how the task parses the fields, by name

	report       *exercises.Report                // the verdict on the current answers, or nil
	fieldReports map[string]exercises.FieldReport // the last verdicts on fields that have not changed since

	jobs           *FormJobs
	unparsedFields []string // fields still to be parsed by a command because parsing them takes long
}

// FormJobs holds the jobs of a form: Check judges its answers, recall judges saved answers again,
// and parse parses a text. All forms of a screen share one FormJobs, so that the verdict for one
// form is never taken for the verdict for another form.
type FormJobs struct{ Check, recall, parse core.Job }

func (j *FormJobs) stop() {
	j.stopVerdicts()
	j.parse.Stop()
}

// stopVerdicts cancels requests for verdicts because the answers have changed.
func (j *FormJobs) stopVerdicts() {
	j.Check.Stop()
	j.recall.Stop()
}

// NewForm returns the form of a task with the given answers. Its first field has the
// focus.
func NewForm(ctx context.Context, t *theme.Theme, task exercises.Task, info exercises.Info, a exercises.Answers,
	j *FormJobs) *Form {
	f := &Form{Task: task, Info: info, Answers: a, fields: newFields(t, info), ctx: ctx,
		Echoes: map[string]exercises.Echo{}, jobs: j}
	for i, e := range f.fields.Entries {
		e.Input.SetValue(a[e.Name])
		f.updateEcho(i, a[e.Name])
	}
	f.focus(0)
	return f
}

// FocusIndex returns the index of the field that has the focus, or −1.
func (f *Form) FocusIndex() int { return f.fields.FocusIndex() }

// focus gives the focus to field i. With −1 no field has it.
func (f *Form) focus(i int) {
	if f.fields.FocusEntry(i); i >= 0 {
		f.lastFocused = i
	}
}

// nextField returns the index of the field that the student should fill in next: the first field
// with a wrong answer, else the first empty field, else the field that had the focus last, else the
// first field. text is what the student has typed outside the fields, or "". If there is a text,
// nextField only considers fields that accept it and are not right. It then prefers the field that
// had the focus last, and text fields to choices. It leaves out choices that are made and not
// marked wrong. It returns −1 if no field remains.
func (f *Form) nextField(text string) int {
	isLast := func(name string) bool { return name == f.FieldName(f.lastFocused) && !f.isRight(name) }
	priorities := []func(name string) bool{
		func(name string) bool { return text != "" && isLast(name) },
		func(name string) bool { r, judged := f.fieldReports[name]; return judged && r.IsOpen() },
		func(name string) bool { return f.Answers[name] == "" },
		isLast,
		func(name string) bool { return text == "" || !f.isRight(name) },
	}
	for _, kind := range []exercises.FieldKind{exercises.TextField, exercises.ChoiceField} {
		for _, matches := range priorities {
			for i, field := range f.Info.Fields {
				isChosen := kind == exercises.ChoiceField && f.Answers[field.Name] != "" &&
					!f.fieldReports[field.Name].IsSlip()
				if matches(field.Name) && acceptsText(field, text) && (text == "" || field.Kind == kind && !isChosen) {
					return i
				}
			}
		}
	}
	return -1
}

// acceptsText reports whether a text can be typed into a field. A field with choices accepts their
// numbers, and a field for a number does not accept a single letter.
func acceptsText(f exercises.Field, text string) bool {
	n, err := strconv.Atoi(text)
	switch {
	case text == "":
		return true
	case f.Kind == exercises.TextField:
		return f.Judge != exercises.NumberJudge || !isLetter(text)
	}
	return err == nil && n >= 1 && n <= min(len(f.Choices), 9)
}

// isLetter reports whether a text is a single letter.
func isLetter(text string) bool {
	r, n := utf8.DecodeRuneInString(text)
	return n == len(text) && unicode.IsLetter(r)
}

// moveFocus moves the focus by n fields, wrapping around at the ends.
func (f *Form) moveFocus(n int) {
	if k := len(f.Info.Fields); k > 0 {
		f.focus((f.FocusIndex() + n + k) % k)
	}
}

// textField returns the text box of field i, or nil if the field has choices or does not exist.
func (f *Form) textField(i int) *ui.Field {
	if i < 0 || i >= len(f.fields.Entries) {
		return nil
	}
	input, _ := f.fields.Entries[i].Input.(*ui.Field)
	return input
}

// zone returns the zone of the field that has the focus, which determines what the keys do. ok is
// false if no field has the focus.
func (f *Form) zone() (z session.Zone, ok bool) {
	if f.textField(f.FocusIndex()) != nil {
		return session.ZoneField, true
	}
	return session.ZoneChoice, f.FocusIndex() >= 0
}

// Update passes a key press or pasted text to the field that has the focus.
func (f *Form) Update(msg tea.Msg) ui.Event {
	f.updateRemarks()
	i, event := f.FocusIndex(), f.fields.Update(msg)
	if f.focus(f.FocusIndex()); event == ui.Changed {
		f.storeField(i)
	}
	return event
}

// click focuses the field under a click and selects the option there.
func (f *Form) click(c ui.Click) ui.Event {
	event := f.fields.Click(c)
	if f.focus(f.FocusIndex()); event == ui.Changed {
		f.storeField(f.FocusIndex())
	}
	return event
}

// focusedAnswer returns the answer in the field that has the focus.
func (f *Form) focusedAnswer() string { return f.Answers[f.FieldName(f.FocusIndex())] }

// FieldName returns the name of field i, or "" if there is none.
func (f *Form) FieldName(i int) string {
	if i < 0 || i >= len(f.Info.Fields) {
		return ""
	}
	return f.Info.Fields[i].Name
}

// FillField puts a text into field i, with the cursor at its end.
func (f *Form) FillField(i int, text string) {
	f.fields.Entries[i].Input.SetValue(text)
	f.storeField(i)
}

// storeField records the answer in field i and drops the verdict on the old answer. In a
// derivation, it keeps the verdicts on the lines before the first changed line.
func (f *Form) storeField(i int) {
	name, text := f.Info.Fields[i].Name, f.fields.Entries[i].Input.Value()
	lines := f.judgedLines(name, text)
	f.Answers = f.Answers.With(name, text)
	f.updateEcho(i, text)
	f.dropReport()
	if f.fieldReports == nil {
		return
	}
	f.fieldReports = maps.Clone(f.fieldReports)
	if delete(f.fieldReports, name); len(lines) > 0 {
		f.fieldReports[name] = exercises.FieldReport{Lines: lines, At: -1}
	}
}

// setReport shows a verdict. The next text that is typed into a field with a wrong answer replaces
// the answer, except in a derivation.
func (f *Form) setReport(r exercises.Report) {
	f.report, f.fieldReports = &r, r.Fields
	for i, field := range f.Info.Fields {
		if input := f.textField(i); input != nil {
			v := r.Fields[field.Name].Verdict
			input.WillReplace = v.CountsAsAttempt() && v != exercises.Equal && !r.Accepted && !field.Derivation
		}
	}
}

// judgedLines returns the verdicts on the leading lines of a derivation that are the same in the
// new text.
func (f *Form) judgedLines(name, text string) []exercises.Verdict {
	report := f.fieldReports[name]
	oldLines, newLines, n := exercises.Lines(f.Answers[name]), exercises.Lines(text), 0
	for n < min(len(oldLines), len(newLines), len(report.Lines)) &&
		strings.TrimSpace(oldLines[n]) == strings.TrimSpace(newLines[n]) {
		n++
	}
	return report.Lines[:n]
}

// dropReport drops the verdict because the answers have changed.
func (f *Form) dropReport() {
	f.jobs.stopVerdicts()
	f.report = nil
}

// updateEcho asks the task how it parses the text of field i. If parsing takes too long, it is left
// to a command.
func (f *Form) updateEcho(i int, text string) {
	name := f.Info.Fields[i].Name
	delete(f.Echoes, name)
	f.unparsedFields = slices.DeleteFunc(f.unparsedFields, func(n string) bool { return n == name })
	f.jobs.parse.Stop()
	echoer, ok := f.Task.(exercises.Echoer)
	if !ok || f.textField(i) == nil || strings.TrimSpace(text) == "" {
		return
	}
	if e := echoer.Echo(exercises.ScreenEchoContext(f.ctx), name, text); !e.IsTooLarge() {
		f.Echoes[name] = e
		return
	}
	f.unparsedFields = append(f.unparsedFields, name)
}

// EchoMsg contains how the task parses the text of a field.
type EchoMsg struct {
	core.Address
	Name string
	Echo exercises.Echo
}

// requestEcho returns the command that parses the next unparsed field. It returns nil if every field
// is parsed, or if the command for an earlier field is still running.
func (f *Form) requestEcho(part session.Part) tea.Cmd {
	if len(f.unparsedFields) == 0 || f.jobs.parse.Busy() {
		return nil
	}
	name := f.unparsedFields[0]
	echoer, text := f.Task.(exercises.Echoer), f.Answers[name]
	return part.StartJob(&f.jobs.parse, func(ctx context.Context, to core.Address) tea.Msg {
		return EchoMsg{to, name, echoer.Echo(ctx, name, text)}
	})
}

func (f *Form) receiveEcho(m EchoMsg) {
	if f.jobs.parse.Finish(m.Address) {
		f.Echoes[m.Name], f.unparsedFields = m.Echo, f.unparsedFields[1:]
	}
}

// ReportMsg contains the verdict on some answers.
type ReportMsg struct {
	core.Address
	Report  exercises.Report
	answers exercises.Answers
}

// recalledMsg contains a verdict that the student has read before.
type recalledMsg struct{ ReportMsg }

// check returns the command that judges the current answers. recall does the same for saved
// answers, to restore the verdict that the student has read before.
func (f *Form) check(part session.Part) tea.Cmd {
	f.jobs.stopVerdicts()
	return f.judge(part, &f.jobs.Check, func(m ReportMsg) tea.Msg { return m })
}

func (f *Form) recall(part session.Part) tea.Cmd {
	return f.judge(part, &f.jobs.recall, func(m ReportMsg) tea.Msg { return recalledMsg{m} })
}

func (f *Form) judge(part session.Part, job *core.Job, wrap func(ReportMsg) tea.Msg) tea.Cmd {
	task, answers := f.Task, f.Answers
	return part.StartJob(job, func(ctx context.Context, to core.Address) tea.Msg {
		return wrap(ReportMsg{to, task.Check(ctx, answers), answers})
	})
}

// focusFirst moves the focus to the first field whose report matches, and
// reports whether there is one.
func (f *Form) focusFirst(match func(exercises.FieldReport) bool) bool {
	for i, field := range f.Info.Fields {
		if r, ok := f.report.Fields[field.Name]; ok && match(r) {
			f.focus(i)
			return true
		}
	}
	return false
}

// suggestions holds what a student can accept below a text field: one of the readings (possible
// meanings) of an ambiguous text, or a correction of a text that cannot be parsed.
type suggestions struct {
	readings []exercises.Reading
	fix      string
}

// suggestionsFor returns the suggestions in the verdict on field i or, if the verdict has
// none, the suggestions for the text as it is typed.
func (f *Form) suggestionsFor(i int) suggestions {
	if f.textField(i) == nil {
		return suggestions{}
	}
	name := f.Info.Fields[i].Name
	if report := f.fieldReports[name]; len(report.Readings) > 0 || report.Fix != "" {
		return suggestions{report.Readings, report.Fix}
	}
	e := f.Echoes[name]
	return suggestions{e.Readings, e.Fix}
}

// currentSuggestions returns the suggestions for the field that has the focus.
func (f *Form) currentSuggestions() suggestions { return f.suggestionsFor(f.FocusIndex()) }

// reasons returns the reasons that may follow the line with the cursor, and the number
// of that line, from 0. ok is false if the field has no reasons or the cursor is in no line.
func (f *Form) reasons() (list []string, number int, ok bool) {
	input := f.textField(f.FocusIndex())
	if input == nil || len(f.Info.Fields[f.FocusIndex()].Reasons) == 0 {
		return nil, 0, false
	}
	list = f.Info.Fields[f.FocusIndex()].Reasons
	_, _, number, ok = exercises.LineAt(f.focusedAnswer(), input.Cursor())
	return list, number, ok
}

// insertReason adds a reason to the line with the cursor.
func (f *Form) insertReason(reason string) {
	input := f.textField(f.FocusIndex())
	text, at := exercises.WithReason(f.focusedAnswer(), input.Cursor(), reason)
	f.FillField(f.FocusIndex(), text)
	input.SetCursor(at)
}

// continueDerivation begins the next line of a derivation if the cursor is at the end, and all lines
// are right but do not yet reach the goal. It keeps the verdict.
func (f *Form) continueDerivation() {
	input := f.textField(f.FocusIndex())
	if input == nil || f.report == nil || f.report.Accepted {
		return
	}
	report := f.report.Fields[f.FieldName(f.FocusIndex())]
	hasWrongLine := slices.ContainsFunc(report.Lines, func(v exercises.Verdict) bool { return v != exercises.Equal })
	text := strings.TrimRight(input.Value(), "; ")
	if len(report.Lines) == 0 || hasWrongLine || input.Cursor() < len([]rune(text)) ||
		len(report.Lines) < len(exercises.Lines(text)) {
		return
	}
	input.SetValue(text + "; ")
	f.Answers = f.Answers.With(f.FieldName(f.FocusIndex()), input.Value())
}

// noJustificationReason returns why the student cannot choose a reason for a line of a derivation,
// or "".
func (s *taskView) noJustificationReason() string {
	list, _, ok := s.Form.reasons()
	if list == nil {
		return "only in derivations whose lines have reasons"
	}
	return session.TextIf(!ok, "write a line first")
}

// askReason asks why the line with the cursor follows.
func (e *Screen) askReason() session.Intent {
	list, number, _ := e.Task.Form.reasons()
	rows := make([]ui.Row, len(list))
	for i, r := range list {
		rows[i] = ui.Row{Label: fmt.Sprintf("%d  %s", i+1, r), Value: session.Choice(func() (session.Intent, tea.Cmd) {
			e.Task.Form.insertReason(r)
			return nil, e.FieldsChanged()
		})}
	}
	p := ui.NewPicker(e.Session.Theme, fmt.Sprintf("Line %d follows by …", number+1), rows...)
	p.Numbered = true
	return session.Push{Top: session.NewMenu(e.Session, p)}
}
