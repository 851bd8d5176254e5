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

// offers of field i: those of the verdict on it, else those of the text as
// typed.
func (f *form) offers(i int) offers {
	if !f.isText(i) {
		return offers{}
	}
	name := f.info.Fields[i].Name
	if r := f.verdicts(); r != nil {
		if own := r.Fields[name]; len(own.Readings) > 0 || own.Fix != "" {
			return offers{own.Readings, own.Fix}
		}
	}
	e := f.echoes[name]
	return offers{e.Readings, e.Fix}
}

// offered is what stands to be taken in the field with the keyboard.
func (f *form) offered() offers { return f.offers(f.at) }

// read puts reading k into the field with the keyboard and remembers the choice
// for texts of its kind.
func (f *form) read(k int) {
	readings := f.offered().readings
	if k < 0 || k >= len(readings) {
		return
	}
	if f.known != nil {
		f.known[readings[k].Kind] = readings[k].First
	}
	f.take(readings[k].Text)
}

// settle reads every text with several readings as the student chose before, and
// returns what was read so.
func (f *form) settle() (shown string) {
	for i := range f.info.Fields {
		if r, ok := exercises.Preferred(f.offers(i).readings, f.known); ok {
			shown = r.Shown
			f.fill(i, r.Text)
		}
	}
	return shown
}

// layOffers adds the readings or the correction of field i with their keys.
func (f formPage) layOffers(i int) {
	if i != f.at {
		return
	}
	o := f.offers(i)
	for k, r := range o.readings {
		key := ascii.Line{{Text: fmt.Sprintf("  %s ", readingKey(k)), Ink: ascii.Accent}}
		f.item(key, line(r.Shown, ascii.Text))
	}
	if o.fix != "" {
		f.item(line("  tab ", ascii.Accent), ascii.Line{{Text: "makes it ", Ink: ascii.Dim}, {Text: o.fix, Ink: ascii.Text}})
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
