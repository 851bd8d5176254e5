package exercise

import (
	"slices"

	"kernellab/lab/debug"
	"kernellab/lab/session"
)

// keyboard is where the keyboard is on the screen of an exercise: in a field of
// the form, on a control, on the stage, or in a panel; and which half of a narrow
// screen is shown.
type keyboard struct {
	form     *Form       // its field with the keyboard is the form's own
	controls int         // how many there are
	Control  int         // the one with the keyboard, −1: it is elsewhere
	panel    debug.Panel // the one with the keyboard
	Pane     pane
	points   bool // there is a pane with the points of a run
}

// room is what the size of the screen decides: whether it is narrow, and which panels
// stand on it.
type room struct {
	narrow bool
	panels []debug.Panel
}

// Focus is a place the keyboard can be.
type Focus struct {
	Kind focusKind
	I    int // of the field or control; the panel; on the stage 1: with the points of its run
}

// onPoints is the stage with the points of its run, on a pane of their own.
func onPoints() Focus { return Focus{onStage, 1} }

type focusKind uint8

const (
	onStage focusKind = iota
	OnField
	OnControl
	onPanel
)

// newKeyboard is in the form's first field.
func newKeyboard(f *Form) keyboard { return keyboard{form: f, Control: -1} }

// have notes how many controls there are, and whether there are points of a run.
func (k *keyboard) have(controls int, points bool) {
	if k.controls = controls; k.Control >= controls {
		k.Control = -1
	}
	if k.points = points; !points && k.Pane == statePane {
		k.Pane = StagePane
	}
}

func (k *keyboard) Focus() Focus {
	switch {
	case k.Control >= 0:
		return Focus{OnControl, k.Control}
	case k.form.At() >= 0:
		return Focus{OnField, k.form.At()}
	case k.panel != debug.NoPanel:
		return Focus{onPanel, int(k.panel)}
	case k.Pane == statePane:
		return onPoints()
	}
	return Focus{}
}

// zone is where the keyboard is, for the bindings.
func (k *keyboard) zone() session.Zone {
	z, inForm := k.form.zone()
	switch {
	case k.Control >= 0:
		return session.ZoneControl
	case inForm:
		return z
	case k.panel != debug.NoPanel:
		return session.ZonePanel
	}
	return session.ZoneStage
}

// Set puts the keyboard somewhere and shows the pane it is on. A field that is
// not there is the other pane.
func (k *keyboard) Set(f Focus, narrow bool) {
	k.Control, k.panel = -1, debug.NoPanel
	k.form.focus(-1)
	switch {
	case f.Kind == OnField && f.I < len(k.form.Info.Fields):
		k.Pane = textPane
		k.form.focus(f.I)
	case f.Kind == OnField && narrow && k.Pane != textPane:
		k.Pane = textPane
	case f == onPoints():
		k.Pane = statePane
	case f.Kind == onPanel && k.Pane == statePane: // the panel stands below it
	default:
		k.Pane = StagePane
	}
	switch f.Kind {
	case OnControl:
		k.Control = f.I
	case onPanel:
		k.panel = debug.Panel(f.I)
	}
}

// stops are the places the keyboard can be, in order: fields, controls, panels, the
// stage, and on a narrow screen the points of its run. From the stage tab leads to the
// answer, shift+tab to the panel opened.
func (k *keyboard) stops(r room) []Focus {
	var out []Focus
	for i := range k.form.Info.Fields {
		out = append(out, Focus{OnField, i})
	}
	for i := range k.controls {
		out = append(out, Focus{OnControl, i})
	}
	for _, p := range r.panels {
		out = append(out, Focus{onPanel, int(p)})
	}
	out = append(out, Focus{})
	if r.narrow && k.points {
		out = append(out, onPoints())
	}
	return out
}

// panes reports whether the keyboard goes round the panes: on a narrow screen with
// neither fields nor controls the text is a stop, too.
func (k *keyboard) panes(r room) bool { return r.narrow && len(k.form.Info.Fields)+k.controls == 0 }

// lead is where n stops lead to; text is the text of a narrow screen, which is no place
// for the keyboard.
func (k *keyboard) lead(n int, r room) (to Focus, text bool) {
	stops := k.stops(r)
	at, count := max(0, slices.Index(stops, k.Focus())), len(stops)
	if k.panes(r) {
		count++
	}
	if r.narrow && k.Focus().Kind == onStage && k.Pane == textPane {
		if !k.panes(r) {
			return Focus{}, false
		}
		at = len(stops)
	}
	if at = (at + n + count) % count; at == len(stops) {
		return Focus{}, true
	}
	return stops[at], false
}

// move goes n stops on.
func (k *keyboard) move(n int, r room) {
	to, text := k.lead(n, r)
	if k.Set(to, r.narrow); text {
		k.Pane = textPane
	}
}

// leave goes from a field to the stage, and from the stage to the fields.
func (k *keyboard) leave(narrow bool) {
	if k.Focus().Kind == onStage {
		k.Set(Focus{Kind: OnField}, narrow)
		return
	}
	k.Set(Focus{}, narrow)
}

// ahead names where tab leads. What enter does is called to answer: a field is not
// called so here.
func (k *keyboard) ahead(r room) string {
	at := k.Focus().Kind
	switch next, text := k.lead(1, r); {
	case text:
		return "text"
	case next.Kind == onPanel:
		return debug.Panel(next.I).String()
	case next == onPoints():
		return "points"
	case next.Kind == OnField && at == OnField:
		return "next field"
	case next.Kind == OnField:
		return "field"
	case next.Kind == OnControl && at == OnControl:
		return "next slider"
	case next.Kind == OnControl:
		return "slider"
	}
	return "stage"
}
