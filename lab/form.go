package lab

import (
	"context"
	"maps"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
	"kernellab/lab/job"
)

// form is a step being answered: what is typed into its fields and chosen, how
// the step reads it, and what the checker says. Whoever shows it gives it keys by
// their names and says which field has the keyboard; it knows neither the screen
// around it nor what becomes of the answers.
type form struct {
	step    exercises.Step
	info    exercises.Info
	answers exercises.Answers // with those that are no field's
	inputs  []editor          // one a field, unused by choices
	at      int               // the field with the keyboard, −1: it is elsewhere

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

// newForm returns the form of a step with the answers in place and the keyboard
// in its first field.
func newForm(ctx context.Context, step exercises.Step, info exercises.Info, a exercises.Answers, j *formJobs) *form {
	f := &form{step: step, info: info, answers: a, inputs: make([]editor, len(info.Fields)), ctx: ctx, echoes: map[string]exercises.Echo{}, jobs: j}
	for i, field := range info.Fields {
		f.inputs[i].set(a[field.Name])
		f.echo(i, a[field.Name])
	}
	if len(info.Fields) == 0 {
		f.at = -1
	}
	return f
}

// isText reports whether field i is typed into.
func (f *form) isText(i int) bool {
	return i >= 0 && i < len(f.info.Fields) && f.info.Fields[i].Kind == exercises.TextField
}

// zone is where the keyboard is, if it is in the form.
func (f *form) zone() (z zone, ok bool) {
	if f.isText(f.at) {
		return zoneField, true
	}
	return zoneChoice, f.at >= 0
}

// update does what a key by its name, or a paste, means to the field with the
// keyboard, and reports whether the answer there is another now.
func (f *form) update(name string, msg tea.Msg) (changed bool) {
	z, ok := f.zone()
	if !ok {
		return false
	}
	before := f.answer()
	key, isKey := msg.(tea.KeyPressMsg)
	switch {
	case name == "accept":
		f.take(f.offers(f.at).fix)
	case name == "reading":
		f.read(readingOf(key))
	case z == zoneChoice:
		f.pick(name, key)
	case name == "" || !isKey:
		f.edit(msg)
	}
	return f.answer() != before
}

// answer is that of the field with the keyboard.
func (f *form) answer() string { return f.answers[f.info.Fields[f.at].Name] }

// edit gives a key or a paste to the editor of the field.
func (f *form) edit(msg tea.Msg) {
	input := &f.inputs[f.at]
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		input.key(msg)
	case tea.PasteMsg:
		input.insert(msg.Content)
	}
	if text := input.value(); text != f.answer() {
		f.put(f.at, text)
	}
}

// pick takes another choice.
func (f *form) pick(name string, key tea.KeyPressMsg) {
	switch name {
	case "up":
		f.chooseBy(-1)
	case "down":
		f.chooseBy(1)
	case "cycle":
		f.cycle()
	case "pick":
		f.choose(int(key.String()[0] - '1'))
	}
}

// chooseBy goes n choices on, from none to the first or the last.
func (f *form) chooseBy(n int) {
	choices := f.info.Fields[f.at].Choices
	now := chosen(choices, f.answer())
	if now < 0 && n < 0 {
		now = len(choices)
	}
	f.choose(max(0, min(now+n, len(choices)-1)))
}

// cycle takes the next choice, after the last the first.
func (f *form) cycle() {
	choices := f.info.Fields[f.at].Choices
	f.choose((chosen(choices, f.answer()) + 1) % len(choices))
}

// choose takes choice k of the field with the keyboard, if it has so many.
func (f *form) choose(k int) {
	if choices := f.info.Fields[f.at].Choices; k >= 0 && k < len(choices) {
		f.put(f.at, choices[k].Value)
	}
}

// take puts a text into the field with the keyboard, the cursor after it.
func (f *form) take(text string) {
	if text != "" {
		f.fill(f.at, text)
	}
}

// fill puts a text into field i.
func (f *form) fill(i int, text string) {
	f.inputs[i].set(text)
	f.put(i, f.inputs[i].value())
}

// put notes the answer in field i; the verdict on the old one goes.
func (f *form) put(i int, text string) {
	name := f.info.Fields[i].Name
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
	if !reads || !f.isText(i) || strings.TrimSpace(text) == "" {
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

// move goes n fields on, around the end.
func (f *form) move(n int) {
	if k := len(f.info.Fields); k > 0 {
		f.at = (f.at + n + k) % k
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
			f.at = i
			return true
		}
	}
	return false
}

// chosen is the index of a value among choices, or −1.
func chosen(choices []exercises.Choice, value string) int {
	for i, c := range choices {
		if c.Value == value && value != "" {
			return i
		}
	}
	return -1
}
