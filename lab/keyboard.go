package lab

import "slices"

// keyboard is where the keyboard is on the screen of an exercise: in a field of
// the form, on a control, on the stage, or in a panel; and which half of a narrow
// screen is shown.
type keyboard struct {
	form     *form // its field with the keyboard is the form's own
	controls int   // how many there are
	control  int   // the one with the keyboard, −1: it is elsewhere
	panel    panel // the one with the keyboard
	pane     pane
	points   bool // there is a pane with the points of a run
}

// room is what the size of the screen decides: whether it is narrow, and which panels
// stand on it.
type room struct {
	narrow bool
	panels []panel
}

// focus is a place the keyboard can be.
type focus struct {
	kind focusKind
	i    int // of the field or control; the panel; on the stage 1: with the points of its run
}

// onPoints is the stage with the points of its run, on a pane of their own.
func onPoints() focus { return focus{onStage, 1} }

type focusKind uint8

const (
	onStage focusKind = iota
	onField
	onControl
	onPanel
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
	case k.form.at() >= 0:
		return focus{onField, k.form.at()}
	case k.panel != noPanel:
		return focus{onPanel, int(k.panel)}
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
	case k.panel != noPanel:
		return zonePanel
	}
	return zoneStage
}

// set puts the keyboard somewhere and shows the pane it is on. A field that is
// not there is the other pane.
func (k *keyboard) set(f focus, narrow bool) {
	k.control, k.panel = -1, noPanel
	k.form.focus(-1)
	switch {
	case f.kind == onField && f.i < len(k.form.info.Fields):
		k.pane = textPane
		k.form.focus(f.i)
	case f.kind == onField && narrow && k.pane != textPane:
		k.pane = textPane
	case f == onPoints():
		k.pane = statePane
	case f.kind == onPanel && k.pane == statePane: // the panel stands below it
	default:
		k.pane = stagePane
	}
	switch f.kind {
	case onControl:
		k.control = f.i
	case onPanel:
		k.panel = panel(f.i)
	}
}

// stops are the places the keyboard can be, in order: fields, controls, panels, the
// stage, and on a narrow screen the points of its run. From the stage tab leads to the
// answer, shift+tab to the panel opened.
func (k *keyboard) stops(r room) []focus {
	var out []focus
	for i := range k.form.info.Fields {
		out = append(out, focus{onField, i})
	}
	for i := range k.controls {
		out = append(out, focus{onControl, i})
	}
	for _, p := range r.panels {
		out = append(out, focus{onPanel, int(p)})
	}
	out = append(out, focus{})
	if r.narrow && k.points {
		out = append(out, onPoints())
	}
	return out
}

// panes reports whether the keyboard goes round the panes: on a narrow screen with
// neither fields nor controls the text is a stop, too.
func (k *keyboard) panes(r room) bool { return r.narrow && len(k.form.info.Fields)+k.controls == 0 }

// lead is where n stops lead to; text is the text of a narrow screen, which is no place
// for the keyboard.
func (k *keyboard) lead(n int, r room) (to focus, text bool) {
	stops := k.stops(r)
	at, count := max(0, slices.Index(stops, k.focus())), len(stops)
	if k.panes(r) {
		count++
	}
	if r.narrow && k.focus().kind == onStage && k.pane == textPane {
		if !k.panes(r) {
			return focus{}, false
		}
		at = len(stops)
	}
	if at = (at + n + count) % count; at == len(stops) {
		return focus{}, true
	}
	return stops[at], false
}

// move goes n stops on.
func (k *keyboard) move(n int, r room) {
	to, text := k.lead(n, r)
	if k.set(to, r.narrow); text {
		k.pane = textPane
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

// ahead names where tab leads. What enter does is called to answer: a field is not
// called so here.
func (k *keyboard) ahead(r room) string {
	at := k.focus().kind
	switch next, text := k.lead(1, r); {
	case text:
		return "text"
	case next.kind == onPanel:
		return panel(next.i).String()
	case next == onPoints():
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
