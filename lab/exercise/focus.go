package exercise

import (
	"slices"

	"kernellab/exercises"
	"kernellab/lab/debug"
	"kernellab/lab/session"
)

// keyboard records which part of the exercise screen has the focus: a field of the
// form, a control, the stage, or a panel. It also records which pane a narrow screen
// shows.
type keyboard struct {
	form     *Form       // records itself which of its fields has the focus
	controls int         // number of controls
	Control  int         // index of the control with the focus, or −1
	panel    debug.Panel // the panel with the focus
	Pane     pane
	points   bool // whether there is a pane with the points of a run
}

// screenInfo is what the keyboard needs to know about the screen: whether it is narrow,
// which panels are open, and whether the task still needs an answer. If the task needs an
// answer, tab leads to the answer from everywhere else on a wide screen.
type screenInfo struct {
	narrow      bool
	panels      []debug.Panel
	needsAnswer bool
}

// Focus identifies a part of the screen that can have the focus.
type Focus struct {
	Kind focusKind
	I    int // index of the field, control or panel; on the stage, 1 for the pane with the points of its run
}

// onPoints returns the focus on the pane with the points of a run.
func onPoints() Focus { return Focus{onStage, 1} }

type focusKind uint8

const (
	onStage focusKind = iota
	OnField
	OnControl
	onPanel
)

// newKeyboard returns a keyboard whose focus is the form's first field.
func newKeyboard(f *Form) keyboard { return keyboard{form: f, Control: -1} }

// update records how many controls there are, and whether a run has points.
func (k *keyboard) update(controls int, points bool) {
	if k.controls = controls; k.Control >= controls {
		k.Control = -1
	}
	if k.points = points; !points && k.Pane == pointsPane {
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
	case k.Pane == pointsPane:
		return onPoints()
	}
	return Focus{}
}

// zone returns the zone of the part that has the focus.
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

// Set moves the focus to f and shows the pane of f. If f is a field that does not
// exist, it only shows the other pane.
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
		k.Pane = pointsPane
	case f.Kind == onPanel && k.Pane == pointsPane: // the panel is below it
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

// tabStops returns the parts that tab visits, in order: fields, controls, panels, the
// stage, and on a narrow screen the points of its run.
func (k *keyboard) tabStops(r screenInfo) []Focus {
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

// cyclesPanes reports whether tab also stops at the text. It does on a narrow screen if there
// are neither fields nor controls.
func (k *keyboard) cyclesPanes(r screenInfo) bool {
	return r.narrow && len(k.form.Info.Fields)+k.controls == 0
}

// target returns the part that is n stops of tab away. On a wide screen, tab leads from outside
// the form to the field to fill in next. While some fields are not right, tab skips the fields
// that are right. If text is true, the part is the text of a narrow screen, which cannot have
// the focus.
func (k *keyboard) target(n int, r screenInfo) (to Focus, text bool) {
	if n == 1 && r.needsAnswer && !r.narrow && k.Focus().Kind != OnField {
		return Focus{OnField, k.form.next("")}, false
	}
	stops := slices.DeleteFunc(k.tabStops(r), func(f Focus) bool {
		return n == 1 && r.needsAnswer && f.Kind == OnField && f != k.Focus() &&
			k.form.marks[k.form.Info.Fields[f.I].Name].Verdict == exercises.Equal
	})
	at, count := max(0, slices.Index(stops, k.Focus())), len(stops)
	if k.cyclesPanes(r) {
		count++
	}
	if r.narrow && k.Focus().Kind == onStage && k.Pane == textPane {
		switch {
		case k.controls > 0 && !k.points:
			return Focus{Kind: OnControl}, false
		case !k.cyclesPanes(r):
			return Focus{}, false
		}
		at = len(stops)
	}
	if at = (at + n + count) % count; at == len(stops) {
		return Focus{}, true
	}
	return stops[at], false
}

// move moves the focus by n stops of tab.
func (k *keyboard) move(n int, r screenInfo) {
	to, text := k.target(n, r)
	if k.Set(to, r.narrow); text {
		k.Pane = textPane
	}
}

// leave moves the focus from a field to the stage, or to the first control if the stage has no
// run to step through. From there it moves the focus back to the fields.
func (k *keyboard) leave(narrow, steps bool) {
	switch at := k.Focus().Kind; {
	case at == onStage || at == OnControl && !steps:
		k.Set(Focus{OnField, k.form.next("")}, narrow)
	case at == OnField && !steps && k.controls > 0:
		k.Set(Focus{Kind: OnControl}, narrow)
	default:
		k.Set(Focus{}, narrow)
	}
}

// nextName returns a name for the part to which tab leads.
func (k *keyboard) nextName(r screenInfo) string {
	at := k.Focus().Kind
	switch next, text := k.target(1, r); {
	case text:
		return "text"
	case next.Kind == onPanel:
		return debug.Panel(next.I).String()
	case next == onPoints():
		return "points"
	case next.Kind == OnField && at == OnField:
		return "next"
	case next.Kind == OnField && r.needsAnswer:
		return "answer"
	case next.Kind == OnField:
		return "field"
	case next.Kind == OnControl && at == OnControl:
		return "next slider"
	case next.Kind == OnControl:
		return "slider"
	}
	return "stage"
}
