package exercise

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
	"kernellab/lab/job"
	"kernellab/lab/session"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
)

// Form is a step being answered: what is in its fields, how the step reads it, and
// the verdict of the checker. It passes keys and clicks to the field that has the
// keyboard and knows neither the screen around it nor what the answers are for.
type Form struct {
	Step    exercises.Task
	Info    exercises.Info
	Answers exercises.Answers // includes answers that belong to no field
	fields  *ui.Form

	ctx    context.Context           // of the session: reading ends with it
	Echoes map[string]exercises.Echo // how the step reads the fields, by name
	known  map[string]bool           // by kind of ambiguity, whether the first reading is meant; nil: not asked

	report *exercises.Report // on the answers as they are; nil: there is none
	marks  *exercises.Report // the last verdict on fields that have not changed since

	jobs   *FormJobs
	unread []string // fields that take longer to read than a screen can wait
}

// FormJobs are what a form has under way. Whoever shows several forms has one for
// all: an answer meant for one is never taken by another.
type FormJobs struct{ Check, recall, read job.Job }

func (j *FormJobs) stop() {
	j.unsettle()
	j.read.Stop()
}

// unsettle refuses the verdicts under way: the answers are others now.
func (j *FormJobs) unsettle() {
	j.Check.Stop()
	j.recall.Stop()
}

// NewForm returns the form of a step with the given answers. Its first field has the
// keyboard.
func NewForm(ctx context.Context, t *theme.Theme, step exercises.Task, info exercises.Info, a exercises.Answers, j *FormJobs) *Form {
	f := &Form{Step: step, Info: info, Answers: a, fields: newFields(t, info), ctx: ctx, Echoes: map[string]exercises.Echo{}, jobs: j}
	for i, e := range f.fields.Entries {
		e.Input.SetValue(a[e.Name])
		f.echo(i, a[e.Name])
	}
	f.focus(0)
	return f
}

// At returns the index of the field that has the keyboard, or −1.
func (f *Form) At() int { return f.fields.At() }

// focus gives the keyboard to field i. With −1 no field has it.
func (f *Form) focus(i int) { f.fields.Focus(i) }

// move goes n fields on, around the end.
func (f *Form) move(n int) {
	if k := len(f.Info.Fields); k > 0 {
		f.focus((f.At() + n + k) % k)
	}
}

// text returns the box of field i, or nil if the field has choices or does not exist.
func (f *Form) text(i int) *ui.Field {
	if i < 0 || i >= len(f.fields.Entries) {
		return nil
	}
	in, _ := f.fields.Entries[i].Input.(*ui.Field)
	return in
}

// zone returns the zone of the keyboard, if it is in the form.
func (f *Form) zone() (z session.Zone, ok bool) {
	if f.text(f.At()) != nil {
		return session.ZoneField, true
	}
	return session.ZoneChoice, f.At() >= 0
}

// Update passes a key or a paste to the field that has the keyboard.
func (f *Form) Update(msg tea.Msg) ui.Event {
	f.remark()
	i, readings := f.At(), f.offered().readings
	event := f.fields.Update(msg)
	if event == ui.Changed {
		f.put(i)
		if press, ok := msg.(tea.KeyPressMsg); ok && key.Matches(press, ui.Keys().Reading) {
			f.remember(readings)
		}
	}
	return event
}

// click focuses the field under a click and selects the option there.
func (f *Form) click(c ui.Click) ui.Event {
	event := f.fields.Click(c)
	if event == ui.Changed {
		f.put(f.At())
	}
	return event
}

// answer returns the answer in the field that has the keyboard.
func (f *Form) answer() string { return f.Answers[f.NameOf(f.At())] }

// NameOf returns the name of field i, or "" if there is none.
func (f *Form) NameOf(i int) string {
	if i < 0 || i >= len(f.Info.Fields) {
		return ""
	}
	return f.Info.Fields[i].Name
}

// named returns the index of a field, or −1.
func (f *Form) named(name string) int {
	return slices.IndexFunc(f.Info.Fields, func(field exercises.Field) bool { return field.Name == name })
}

// Fill puts a text into field i, with the cursor behind it.
func (f *Form) Fill(i int, text string) {
	f.fields.Entries[i].Input.SetValue(text)
	f.put(i)
}

// put notes the answer in field i and drops the verdict on the old one.
func (f *Form) put(i int) {
	name, text := f.Info.Fields[i].Name, f.fields.Entries[i].Input.Value()
	f.Answers = f.Answers.With(name, text)
	f.echo(i, text)
	f.unsettle()
	if f.marks != nil {
		kept := maps.Clone(f.marks.Fields)
		delete(kept, name)
		f.marks = &exercises.Report{Fields: kept}
	}
}

// unsettle takes the verdict away: the answers are others now.
func (f *Form) unsettle() {
	f.jobs.unsettle()
	f.report = nil
}

// echo asks the step how it reads field i. What takes longer than a moment is
// asked for later, in a command.
func (f *Form) echo(i int, text string) {
	name := f.Info.Fields[i].Name
	delete(f.Echoes, name)
	f.unread = slices.DeleteFunc(f.unread, func(n string) bool { return n == name })
	f.jobs.read.Stop()
	echoer, reads := f.Step.(exercises.Echoer)
	if !reads || f.text(i) == nil || strings.TrimSpace(text) == "" {
		return
	}
	if e := echoer.Echo(exercises.AtAGlance(f.ctx), name, text); !e.Unread() {
		f.Echoes[name] = astray(f.ctx, echoer, name, text, e)
		return
	}
	f.unread = append(f.unread, name)
}

// stageSigns are keys of the stage that no answer needs: typed into a field, each is
// one that was meant for the stage.
const stageSigns = "$→←?"

// astray says of a text that cannot be read for such a sign at its end how the key is
// pressed. Other readings stay as they are.
func astray(ctx context.Context, echoer exercises.Echoer, name, text string, e exercises.Echo) exercises.Echo {
	runes := []rune(strings.TrimSpace(text))
	last := runes[len(runes)-1]
	rest := strings.TrimSpace(string(runes[:len(runes)-1]))
	if !strings.ContainsRune(stageSigns, last) || e.Problem == "" && rest != "" {
		return e
	}
	if rest != "" && echoer.Echo(exercises.AtAGlance(ctx), name, rest).Problem != "" {
		return e
	}
	return exercises.Echo{Problem: string(last) + " stands in the answer. For the key on the stage, take it out and leave the field first: esc.", At: len([]rune(strings.TrimRight(text, " "))) - 1}
}

// EchoMsg brings how a step reads a text.
type EchoMsg struct {
	job.Address
	Name string
	Echo exercises.Echo
}

// request returns the command that reads what is left to read, or nil. One is under
// way at a time.
func (f *Form) request(a job.Asker) tea.Cmd {
	if len(f.unread) == 0 || f.jobs.read.Busy() {
		return nil
	}
	name := f.unread[0]
	echoer, text := f.Step.(exercises.Echoer), f.Answers[name]
	return a.Ask(&f.jobs.read, func(ctx context.Context, to job.Address) tea.Msg {
		return EchoMsg{to, name, echoer.Echo(ctx, name, text)}
	})
}

func (f *Form) heard(m EchoMsg) {
	if f.jobs.read.Finish(m.Address) {
		f.Echoes[m.Name], f.unread = m.Echo, f.unread[1:]
	}
}

// ReportMsg brings the verdict on some answers.
type ReportMsg struct {
	job.Address
	Report  exercises.Report
	answers exercises.Answers
}

// recalledMsg brings a verdict that the student may have read before.
type recalledMsg struct{ ReportMsg }

// check returns the command that judges the answers as they are, recall the one
// that does so to show what was said of them before.
func (f *Form) check(a job.Asker) tea.Cmd {
	f.jobs.unsettle()
	return f.verdict(a, &f.jobs.Check, func(m ReportMsg) tea.Msg { return m })
}

func (f *Form) recall(a job.Asker) tea.Cmd {
	return f.verdict(a, &f.jobs.recall, func(m ReportMsg) tea.Msg { return recalledMsg{m} })
}

func (f *Form) verdict(a job.Asker, j *job.Job, as func(ReportMsg) tea.Msg) tea.Cmd {
	step, answers := f.Step, f.Answers
	return a.Ask(j, func(ctx context.Context, to job.Address) tea.Msg {
		return as(ReportMsg{to, step.Check(ctx, answers), answers})
	})
}

// focusFirst puts the keyboard into the first field with a verdict that is
// wanted, and reports whether there is one.
func (f *Form) focusFirst(wanted func(exercises.FieldReport) bool) bool {
	for i, field := range f.Info.Fields {
		if r, ok := f.report.Fields[field.Name]; ok && wanted(r) {
			f.focus(i)
			return true
		}
	}
	return false
}

// offers are what stands to be taken below a text field: the readings of a
// text that has several, or the correction of one that has none.
type offers struct {
	readings []exercises.Reading
	fix      string
}

// offers returns those of the verdict on field i or, without them, those of the text
// as it is typed.
func (f *Form) offers(i int) offers {
	if f.text(i) == nil {
		return offers{}
	}
	name := f.Info.Fields[i].Name
	if own, _ := f.verdictOn(name); len(own.Readings) > 0 || own.Fix != "" {
		return offers{own.Readings, own.Fix}
	}
	e := f.Echoes[name]
	return offers{e.Readings, e.Fix}
}

// offered returns what can be taken in the field that has the keyboard.
func (f *Form) offered() offers { return f.offers(f.At()) }

// remember notes which of some readings is in the field that has the keyboard, for
// texts of its kind.
func (f *Form) remember(readings []exercises.Reading) {
	for _, r := range readings {
		if f.known != nil && r.Text == f.answer() {
			f.known[r.Kind] = r.First
		}
	}
}

// settle reads every text with several readings as the student chose before, and
// returns what was read so.
func (f *Form) settle() (shown string) {
	for i := range f.Info.Fields {
		if r, ok := exercises.Preferred(f.offers(i).readings, f.known); ok {
			shown = r.Shown
			f.Fill(i, r.Text)
		}
	}
	return shown
}

// reasonAnswer is the reason chosen for the line with the cursor.
type reasonAnswer string

// reasons returns the reasons that may follow the line with the cursor, and the
// number of that line, from 0. ok is false if there is no such line.
func (f *Form) reasons() (list []string, number int, ok bool) {
	in := f.text(f.At())
	if in == nil || len(f.Info.Fields[f.At()].Reasons) == 0 {
		return nil, 0, false
	}
	list = f.Info.Fields[f.At()].Reasons
	_, _, number, ok = exercises.LineAt(f.answer(), in.Cursor())
	return list, number, ok
}

// because puts a reason behind the line with the cursor.
func (f *Form) because(reason string) {
	in := f.text(f.At())
	text, at := exercises.WithReason(f.answer(), in.Cursor(), reason)
	f.Fill(f.At(), text)
	in.SetCursor(at)
}

// withoutReasons is why no reason can be chosen.
func (s *leftSide) withoutReasons() string {
	list, _, ok := s.Form.reasons()
	if list == nil {
		return "only where lines have reasons"
	}
	return session.ReasonIf(!ok, "write a line first")
}

// askReason asks why the line with the cursor follows.
func (s *leftSide) askReason() session.Intent {
	list, number, _ := s.Form.reasons()
	rows := make([]ui.Row, len(list))
	for i, r := range list {
		rows[i] = ui.Row{Label: fmt.Sprintf("%d  %s", i+1, r), Value: reasonAnswer(r)}
	}
	p := ui.NewPicker(s.Session.Theme, fmt.Sprintf("Line %d follows by …", number+1), rows...)
	p.Numbered = true
	return session.Push{Top: session.NewChooser(s.Session, p)}
}
