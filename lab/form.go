package lab

import (
	"context"
	"maps"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
	"kernellab/lab/job"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
)

// form is a step being answered: what is in its fields, how the step reads it, and
// the verdict of the checker. It passes keys and clicks to the field that has the
// keyboard and knows neither the screen around it nor what the answers are for.
type form struct {
	step    exercises.Step
	info    exercises.Info
	answers exercises.Answers // includes answers that belong to no field
	fields  *ui.Form

	ctx    context.Context           // of the session: reading ends with it
	echoes map[string]exercises.Echo // how the step reads the fields, by name
	known  map[string]bool           // by kind of ambiguity, whether the first reading is meant; nil: not asked

	report *exercises.Report // on the answers as they are; nil: there is none
	marks  *exercises.Report // the last verdict on fields that have not changed since

	jobs   *formJobs
	unread []string // fields that take longer to read than a screen can wait
}

// formJobs are what a form has under way. Whoever shows several forms has one for
// all: an answer meant for one is never taken by another.
type formJobs struct{ check, recall, read job.Job }

func (j *formJobs) stop() {
	j.unsettle()
	j.read.Stop()
}

// unsettle refuses the verdicts under way: the answers are others now.
func (j *formJobs) unsettle() {
	j.check.Stop()
	j.recall.Stop()
}

// newForm returns the form of a step with the given answers. Its first field has the
// keyboard.
func newForm(ctx context.Context, t *theme.Theme, step exercises.Step, info exercises.Info, a exercises.Answers, j *formJobs) *form {
	f := &form{step: step, info: info, answers: a, fields: newFields(t, info), ctx: ctx, echoes: map[string]exercises.Echo{}, jobs: j}
	for i, e := range f.fields.Entries {
		e.Input.SetValue(a[e.Name])
		f.echo(i, a[e.Name])
	}
	f.focus(0)
	return f
}

// at returns the index of the field that has the keyboard, or −1.
func (f *form) at() int { return f.fields.At() }

// focus gives the keyboard to field i. With −1 no field has it.
func (f *form) focus(i int) { f.fields.Focus(i) }

// move goes n fields on, around the end.
func (f *form) move(n int) {
	if k := len(f.info.Fields); k > 0 {
		f.focus((f.at() + n + k) % k)
	}
}

// text returns the box of field i, or nil if the field has choices or does not exist.
func (f *form) text(i int) *ui.Field {
	if i < 0 || i >= len(f.fields.Entries) {
		return nil
	}
	in, _ := f.fields.Entries[i].Input.(*ui.Field)
	return in
}

// zone returns the zone of the keyboard, if it is in the form.
func (f *form) zone() (z zone, ok bool) {
	if f.text(f.at()) != nil {
		return zoneField, true
	}
	return zoneChoice, f.at() >= 0
}

// update passes a key or a paste to the field that has the keyboard.
func (f *form) update(msg tea.Msg) ui.Event {
	f.remark()
	i, readings := f.at(), f.offered().readings
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
func (f *form) click(c ui.Click) ui.Event {
	event := f.fields.Click(c)
	if event == ui.Changed {
		f.put(f.at())
	}
	return event
}

// answer returns the answer in the field that has the keyboard.
func (f *form) answer() string { return f.answers[f.nameOf(f.at())] }

// nameOf returns the name of field i, or "" if there is none.
func (f *form) nameOf(i int) string {
	if i < 0 || i >= len(f.info.Fields) {
		return ""
	}
	return f.info.Fields[i].Name
}

// named returns the index of a field, or −1.
func (f *form) named(name string) int {
	return slices.IndexFunc(f.info.Fields, func(field exercises.Field) bool { return field.Name == name })
}

// fill puts a text into field i, with the cursor behind it.
func (f *form) fill(i int, text string) {
	f.fields.Entries[i].Input.SetValue(text)
	f.put(i)
}

// put notes the answer in field i and drops the verdict on the old one.
func (f *form) put(i int) {
	name, text := f.info.Fields[i].Name, f.fields.Entries[i].Input.Value()
	f.answers = f.answers.With(name, text)
	f.echo(i, text)
	f.unsettle()
	if f.marks != nil {
		kept := maps.Clone(f.marks.Fields)
		delete(kept, name)
		f.marks = &exercises.Report{Fields: kept}
	}
}

// unsettle takes the verdict away: the answers are others now.
func (f *form) unsettle() {
	f.jobs.unsettle()
	f.report = nil
}

// echo asks the step how it reads field i. What takes longer than a moment is
// asked for later, in a command.
func (f *form) echo(i int, text string) {
	name := f.info.Fields[i].Name
	delete(f.echoes, name)
	f.unread = slices.DeleteFunc(f.unread, func(n string) bool { return n == name })
	f.jobs.read.Stop()
	echoer, reads := f.step.(exercises.Echoer)
	if !reads || f.text(i) == nil || strings.TrimSpace(text) == "" {
		return
	}
	if e := echoer.Echo(exercises.AtAGlance(f.ctx), name, text); !e.Unread() {
		f.echoes[name] = astray(f.ctx, echoer, name, text, e)
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

// echoMsg brings how a step reads a text.
type echoMsg struct {
	job.Address
	name string
	echo exercises.Echo
}

// ask returns the command that reads what is left to read, or nil. One is under
// way at a time.
func (f *form) ask(a job.Asker) tea.Cmd {
	if len(f.unread) == 0 || f.jobs.read.Busy() {
		return nil
	}
	name := f.unread[0]
	echoer, text := f.step.(exercises.Echoer), f.answers[name]
	return a.Ask(&f.jobs.read, func(ctx context.Context, to job.Address) tea.Msg {
		return echoMsg{to, name, echoer.Echo(ctx, name, text)}
	})
}

func (f *form) heard(m echoMsg) {
	if f.jobs.read.Finish(m.Address) {
		f.echoes[m.name], f.unread = m.echo, f.unread[1:]
	}
}

// reportMsg brings the verdict on some answers.
type reportMsg struct {
	job.Address
	report  exercises.Report
	answers exercises.Answers
}

// recalledMsg brings a verdict that the student may have read before.
type recalledMsg struct{ reportMsg }

// check returns the command that judges the answers as they are, recall the one
// that does so to show what was said of them before.
func (f *form) check(a job.Asker) tea.Cmd {
	f.jobs.unsettle()
	return f.verdict(a, &f.jobs.check, func(m reportMsg) tea.Msg { return m })
}

func (f *form) recall(a job.Asker) tea.Cmd {
	return f.verdict(a, &f.jobs.recall, func(m reportMsg) tea.Msg { return recalledMsg{m} })
}

func (f *form) verdict(a job.Asker, j *job.Job, as func(reportMsg) tea.Msg) tea.Cmd {
	step, answers := f.step, f.answers
	return a.Ask(j, func(ctx context.Context, to job.Address) tea.Msg {
		return as(reportMsg{to, step.Check(ctx, answers), answers})
	})
}

// focusFirst puts the keyboard into the first field with a verdict that is
// wanted, and reports whether there is one.
func (f *form) focusFirst(wanted func(exercises.FieldReport) bool) bool {
	for i, field := range f.info.Fields {
		if r, ok := f.report.Fields[field.Name]; ok && wanted(r) {
			f.focus(i)
			return true
		}
	}
	return false
}
