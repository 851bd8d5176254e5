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
	points   bool // there is a pane with the points of a run
}

// focus is a place the keyboard can be.
type focus struct {
	kind focusKind
	i    int // of the field or control; on the stage 1: with the points of its run
}

// onPoints is the stage with the points of its run, on a pane of their own.
func onPoints() focus { return focus{onStage, 1} }

type focusKind uint8

const (
	onStage focusKind = iota
	onField
	onControl
)

// newKeyboard is in the form's first field.
func newKeyboard(f *form) keyboard { return keyboard{form: f, control: -1} }

// have notes how many controls there are, and whether there are points of a run.
func (k *keyboard) have(controls int, points bool) {
	if k.controls = controls; k.control >= controls {
		k.control = -1
	}
	if k.points = points; !points && k.pane == statePane {
		k.pane = stagePane
	}
}

func (k *keyboard) focus() focus {
	switch {
	case k.control >= 0:
		return focus{onControl, k.control}
	case k.form.at >= 0:
		return focus{onField, k.form.at}
	case k.pane == statePane:
		return onPoints()
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
	case f.kind == onField && narrow && k.pane != textPane:
		k.pane = textPane
	case f == onPoints():
		k.pane = statePane
	default:
		k.pane = stagePane
	}
	if f.kind == onControl {
		k.control = f.i
	}
}

// stops are the places the keyboard can be, in order: fields, controls, stage, and
// on a narrow screen the points of its run.
func (k *keyboard) stops(narrow bool) []focus {
	var out []focus
	for i := range k.form.info.Fields {
		out = append(out, focus{onField, i})
	}
	for i := range k.controls {
		out = append(out, focus{onControl, i})
	}
	out = append(out, focus{})
	if narrow && k.points {
		out = append(out, onPoints())
	}
	return out
}

// panes is how many panes a narrow screen has that the keyboard goes round where
// there are neither fields nor controls; 0 where there are.
func (k *keyboard) panes() pane {
	switch {
	case len(k.form.info.Fields)+k.controls > 0:
		return 0
	case k.points:
		return 3
	}
	return 2
}

// move goes n stops on. On a narrow screen without fields it goes round the panes.
func (k *keyboard) move(n int, narrow bool) {
	stops := k.stops(narrow)
	switch at := max(0, slices.Index(stops, k.focus())); {
	case narrow && k.panes() > 0:
		k.pane = pane((int(k.pane) + n + int(k.panes())) % int(k.panes()))
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

// next is the stop that tab leads to.
func (k *keyboard) next(narrow bool) focus {
	stops := k.stops(narrow)
	return stops[(max(0, slices.Index(stops, k.focus()))+1)%len(stops)]
}

// ahead names where tab leads. What enter does is called to answer: a field is not
// called so here.
func (k *keyboard) ahead(narrow bool) string {
	at := k.focus().kind
	switch next := k.next(narrow); {
	case narrow && k.panes() > 0 && k.pane == k.panes()-1:
		return "text"
	case narrow && at == onStage && k.pane == textPane:
		return "stage"
	case next == onPoints() && k.pane != textPane:
		return "points"
	case next.kind == onField && at == onField:
		return "next field"
	case next.kind == onField:
		return "field"
	case next.kind == onControl && at == onControl:
		return "next slider"
	case next.kind == onControl:
		return "slider"
	}
	return "stage"
}
