package lab

import "kernellab/exercises"

// offers are what stands to be taken below a text field: the readings of a
// text that has several, or the correction of one that has none.
type offers struct {
	readings []exercises.Reading
	fix      string
}

// offers returns those of the verdict on field i or, without them, those of the text
// as it is typed.
func (f *form) offers(i int) offers {
	if f.text(i) == nil {
		return offers{}
	}
	name := f.info.Fields[i].Name
	if own, _ := f.verdictOn(name); len(own.Readings) > 0 || own.Fix != "" {
		return offers{own.Readings, own.Fix}
	}
	e := f.echoes[name]
	return offers{e.Readings, e.Fix}
}

// offered returns what can be taken in the field that has the keyboard.
func (f *form) offered() offers { return f.offers(f.at()) }

// remember notes which of some readings is in the field that has the keyboard, for
// texts of its kind.
func (f *form) remember(readings []exercises.Reading) {
	for _, r := range readings {
		if f.known != nil && r.Text == f.answer() {
			f.known[r.Kind] = r.First
		}
	}
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
