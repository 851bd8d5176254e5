package lab

import (
	"context"
	"maps"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
)

// stepForm is a small step in a window: its fields, what is typed into them,
// and what the checker says.
type stepForm struct {
	step    exercises.Step
	info    exercises.Info
	form    *form
	answers exercises.Answers
	focus   int               // the field with the keyboard
	report  *exercises.Report // nil: none for the answers as they are
	marks   *exercises.Report // the last verdict on each field that has not changed since
	job     *job              // of the window: one verdict is under way at a time
}

func newStepForm(ctx context.Context, step exercises.Step, j *job) *stepForm {
	info := step.Info()
	a := exercises.Answers{}
	return &stepForm{job: j, step: step, info: info, answers: a, form: newForm(ctx, step, info.Fields, a)}
}

// zone is where the keyboard is.
func (f *stepForm) zone() zone {
	switch {
	case f.form.isText(f.focus):
		return zoneField
	case f.focus < len(f.info.Fields):
		return zoneChoice
	}
	return zoneOverlay
}

// edit does what a key or paste means to the field with the keyboard.
func (f *stepForm) edit(a act, msg tea.Msg) {
	key, isKey := msg.(tea.KeyPressMsg)
	switch zone := f.zone(); {
	case a == actNextFocus, a == actPrevFocus:
		f.move(a == actNextFocus)
	case a == actAccept:
		f.accept()
	case a == actReading && isKey:
		f.read(readingOf(key))
	case zone == zoneChoice && a == actUp:
		f.choose(-1, -1)
	case zone == zoneChoice && a == actDown:
		f.choose(1, -1)
	case zone == zoneChoice && a == actPick:
		f.choose(0, int(key.String()[0]-'1'))
	case zone == zoneField && (a == noAct || !isKey):
		if text, changed := f.form.edit(f.focus, msg); changed {
			f.put(f.focus, text)
		}
	}
}

// move goes to the next field, or the one before, around the end.
func (f *stepForm) move(next bool) {
	k := len(f.info.Fields)
	if k == 0 {
		return
	}
	if next {
		f.focus = (f.focus + 1) % k
		return
	}
	f.focus = (f.focus + k - 1) % k
}

// accept takes the correction offered, else it goes to the next field.
func (f *stepForm) accept() {
	fix := f.form.offers(f.focus, f.report).fix
	if fix == "" {
		f.move(true)
		return
	}
	f.fill(f.focus, fix)
}

// read puts reading k into the field.
func (f *stepForm) read(k int) {
	if r := f.form.offers(f.focus, f.report).readings; k >= 0 && k < len(r) {
		f.fill(f.focus, r[k].Text)
	}
}

func (f *stepForm) choose(n, at int) {
	if v, ok := f.form.choose(f.focus, n, at, f.answers); ok {
		f.put(f.focus, v)
	}
}

// fill replaces the text of field i.
func (f *stepForm) fill(i int, text string) {
	f.form.set(i, text)
	f.put(i, text)
}

// put notes an answer; the verdict on the old one goes.
func (f *stepForm) put(i int, text string) {
	name := f.info.Fields[i].Name
	if f.answers[name] == text {
		return
	}
	f.answers = f.answers.With(name, text)
	f.job.stop()
	f.report = nil
	if f.marks != nil {
		kept := maps.Clone(f.marks.Fields)
		delete(kept, name)
		f.marks = &exercises.Report{Fields: kept}
	}
}

// formReportMsg brings the verdict on the answers of a form.
type formReportMsg struct {
	address
	report exercises.Report
}

func (m formReportMsg) to() address { return m.address }

// check returns the command that judges the answers as they are.
func (f *stepForm) check(ctx context.Context, owner int) tea.Cmd {
	ctx, gen := f.job.start(ctx)
	step, answers, to := f.step, f.answers, address{owner, gen}
	return func() tea.Msg { return formReportMsg{to, step.Check(ctx, answers)} }
}

func (f *stepForm) judged(m formReportMsg) bool {
	if !f.job.finish(m.gen) {
		return false
	}
	f.report, f.marks = &m.report, &m.report
	f.focusWrong()
	return true
}

// focusWrong puts the keyboard into the first field that is not right.
func (f *stepForm) focusWrong() {
	if f.report.Accepted {
		return
	}
	for i, field := range f.info.Fields {
		r, ok := f.report.Fields[field.Name]
		if ok && r.Verdict != exercises.Equal && r.Verdict != exercises.OtherForm {
			f.focus = i
			return
		}
	}
}

// lay adds question, fields and report to a document.
func (f *stepForm) lay(d *document, p pen, w int) {
	d.add(p.layBlocks(f.info.Text, w)...)
	if len(f.info.Question) > 0 {
		d.gap()
		d.add(wrap(p.say(questionLine(f.info.Question)), w)...)
	}
	if len(f.info.Fields) > 0 {
		d.gap()
		report := f.report
		if report == nil {
			report = f.marks
		}
		f.form.lay(d, formStyle{pen: p, width: w, focus: f.focus, answers: f.answers, report: report})
	}
	switch {
	case f.job.busy:
		d.gap()
		d.add(p.say(line("checking …", ascii.Dim)))
	case f.report != nil:
		d.gap()
		layReport(d, p, w, *f.report)
	}
}

// layReport adds a verdict with its fact and advice.
func layReport(d *document, p pen, w int, r exercises.Report) {
	mark, ink := verdictMark(p, r)
	d.add(indented(ascii.Line{{Text: mark + " ", Ink: ink}}, p.say(line(r.FirstLine(), ink)), w)...)
	for _, l := range append(r.Fact[:len(r.Fact):len(r.Fact)], r.Advice...) {
		if !r.SaidOfAField(l) {
			d.add(indented(blankLine(2), p.say(l), w)...)
		}
	}
}

// said is an answer in the words of its field: a choice by its label.
func said(f exercises.Field, value string) string {
	for _, c := range f.Choices {
		if c.Value == value {
			return c.Label
		}
	}
	return value
}
