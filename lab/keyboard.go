package lab

import "slices"

// keyboard is where the keyboard is on the screen of an exercise: in a field of
// the form, on a control, or on the stage; and which half of a narrow screen is
// shown.
type keyboard struct {
	form     *form // its field with the keyboard is the form's own
	controls int   // how many there are
	control  int   // the one with the keyboard, −1: it is elsewhere
	pane     pane
}

// focus is a place the keyboard can be.
type focus struct {
	kind focusKind
	i    int // of the field or control
}

type focusKind uint8

const (
	onStage focusKind = iota
	onField
	onControl
)

// newKeyboard is in the form's first field.
func newKeyboard(f *form) keyboard { return keyboard{form: f, control: -1} }

// have notes how many controls there are.
func (k *keyboard) have(controls int) {
	if k.controls = controls; k.control >= controls {
		k.control = -1
	}
}

func (k *keyboard) focus() focus {
	switch {
	case k.control >= 0:
		return focus{onControl, k.control}
	case k.form.at >= 0:
		return focus{onField, k.form.at}
	}
	return focus{}
}

// zone is where the keyboard is, for the bindings.
func (k *keyboard) zone() zone {
	z, inForm := k.form.zone()
	switch {
	case k.control >= 0:
		return zoneControl
	case inForm:
		return z
	}
	return zoneStage
}

// set puts the keyboard somewhere and shows the pane it is on. A field that is
// not there is the other pane.
func (k *keyboard) set(f focus, narrow bool) {
	k.control, k.form.at = -1, -1
	switch {
	case f.kind == onField && f.i < len(k.form.info.Fields):
		k.form.at, k.pane = f.i, textPane
	case f.kind == onField && narrow:
		k.pane = 1 - k.pane
	default:
		k.pane = stagePane
	}
	if f.kind == onControl {
		k.control = f.i
	}
}

// stops are the places the keyboard can be, in order: fields, controls, stage.
func (k *keyboard) stops() []focus {
	var out []focus
	for i := range k.form.info.Fields {
		out = append(out, focus{onField, i})
	}
	for i := range k.controls {
		out = append(out, focus{onControl, i})
	}
	return append(out, focus{})
}

// move goes n stops on. On a narrow screen without fields it swaps the panes.
func (k *keyboard) move(n int, narrow bool) {
	stops := k.stops()
	switch at := slices.Index(stops, k.focus()); {
	case narrow && len(stops) == 1:
		k.pane = 1 - k.pane
	case narrow && k.focus().kind == onStage && k.pane == textPane:
		k.pane = stagePane
	default:
		k.set(stops[(at+n+len(stops))%len(stops)], narrow)
	}
}

// leave goes from a field to the stage, and from the stage to the fields.
func (k *keyboard) leave(narrow bool) {
	if k.focus().kind == onStage {
		k.set(focus{kind: onField}, narrow)
		return
	}
	k.set(focus{}, narrow)
}

// ahead names where tab leads.
func (k *keyboard) ahead(narrow bool) string {
	stops := k.stops()
	switch next := stops[(slices.Index(stops, k.focus())+1)%len(stops)]; {
	case narrow && len(stops) == 1 && k.pane == stagePane:
		return "text"
	case next.kind == onField:
		return "answer"
	case next.kind == onControl:
		return "slider"
	}
	return "stage"
}
