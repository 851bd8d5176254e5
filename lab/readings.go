package lab

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
)

// offers are what stands to be taken below a text field: the readings of a
// text that has several, or the correction of one that has none.
type offers struct {
	readings []exercises.Reading
	fix      string
}

// offers of field i: those of the report on the answers as they are, else
// those of the text as typed.
func (f *form) offers(i int, r *exercises.Report) offers {
	if !f.isText(i) {
		return offers{}
	}
	name := f.fields[i].Name
	if r != nil {
		if own := r.Fields[name]; len(own.Readings) > 0 || own.Fix != "" {
			return offers{own.Readings, own.Fix}
		}
	}
	e := f.echoes[name]
	return offers{e.Readings, e.Fix}
}

// layOffers adds the readings or the correction of field i with their keys.
func (f *form) layOffers(d *document, s formStyle, i int) {
	if i != s.focus {
		return
	}
	o := f.offers(i, s.report)
	for k, r := range o.readings {
		key := ascii.Line{{Text: fmt.Sprintf("  %s ", readingKey(k)), Ink: ascii.Accent}}
		d.add(indented(key, s.pen.say(line(r.Shown, ascii.Text)), s.width)...)
	}
	if o.fix != "" {
		d.add(indented(ascii.Line{{Text: "  tab ", Ink: ascii.Accent}},
			s.pen.say(ascii.Line{{Text: "makes it ", Ink: ascii.Dim}, {Text: o.fix, Ink: ascii.Text}}), s.width)...)
	}
}

// readingKey is the key that takes reading k.
func readingKey(k int) string { return fmt.Sprintf("f%d", k+2) }

// readingOf is the reading that a key takes: f2 and alt+1 the first.
func readingOf(msg tea.KeyPressMsg) int {
	k := msg.String()
	n := int(k[len(k)-1] - '0')
	if strings.HasPrefix(k, "f") {
		n--
	}
	return n - 1
}

// offered is what stands to be taken in the field with the keyboard.
func (e *exercise) offered() offers {
	if e.zone() != zoneField {
		return offers{}
	}
	return e.form.offers(e.focus.i, e.report)
}

// accept puts the correction into the field.
func (e *exercise) accept() tea.Cmd { return e.replace(e.focus.i, e.offered().fix) }

// read puts reading k into the field and remembers the choice for texts of its
// kind.
func (e *exercise) read(k int) tea.Cmd {
	readings := e.offered().readings
	if k < 0 || k >= len(readings) {
		return nil
	}
	e.session.readings[readings[k].Kind] = readings[k].First
	return e.replace(e.focus.i, readings[k].Text)
}

// replace puts a text into field i, the cursor after it.
func (e *exercise) replace(i int, text string) tea.Cmd {
	e.form.set(i, text)
	e.follow = true
	return e.put(e.info.Fields[i].Name, e.form.inputs[i].value())
}

// settle reads every text with several readings as the student chose before in
// this session, and says so.
func (e *exercise) settle() tea.Cmd {
	var cmds []tea.Cmd
	for i := range e.info.Fields {
		for _, r := range e.form.offers(i, e.report).readings {
			if first, known := e.session.readings[r.Kind]; known && r.Kind != "" && first == r.First {
				e.session.notice = "read as " + r.Shown + ", as you chose before"
				cmds = append(cmds, e.replace(i, r.Text))
				break
			}
		}
	}
	return tea.Batch(cmds...)
}

// dispute takes the advice back: the student says that it is not what they
// did.
func (e *exercise) dispute() tea.Cmd {
	e.work.Dispute(e.report.Misconception)
	return e.session.save()
}

// recognised reports whether there is advice on a misconception that the
// student can dispute.
func (e *exercise) recognised() bool {
	return e.report != nil && e.report.Misconception != "" && len(e.advice()) > 0
}

// advice is what the report says beyond its fact: nothing where the student
// has read it before and a hint came in its place, or said that it is not what
// they did.
func (e *exercise) advice() []ascii.Line {
	switch {
	case e.hinted, e.report.Misconception != "" && e.work.Disputed(e.report.Misconception):
		return nil
	}
	if len(e.offered().fix) > 0 {
		return nil // the correction stands below the field, with its key
	}
	return e.report.Advice
}
