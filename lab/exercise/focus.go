package exercise

import (
	"slices"

	"kernellab/exercises"
	"kernellab/lab/debug"
	"kernellab/lab/session"
)

// keyboard records which part of the exercise screen has the focus and so gets the keys: a field of
// the form, a control (a slider, choice or button), the stage with the pictures, or a panel (a text
// below the stage). It also records which pane a narrow screen shows.
type keyboard struct {
	form         *Form       // the form records which of its fields has the focus
	controlCount int         // number of controls
	Control      int         // index of the control with the focus, or −1
	panel        debug.Panel // the panel with the focus
	Pane         pane
	hasPoints    bool // whether there is a pane with the points of a run
}

// screenInfo is what the keyboard needs to know about the screen: whether it is narrow,
// which panels are open, and whether the task still needs an answer. If the task needs an
// answer, tab leads to the answer from everywhere else on a wide screen.
type screenInfo struct {
	narrow      bool
	panels      []debug.Panel
	needsAnswer bool
}

// Focus identifies a part of the screen that can have the focus. The zero Focus is the stage.
type Focus struct {
	Kind  focusKind
	Index int // index of the field, control or panel; on the stage, 1 for the pane with the points of its run
}

// pointsFocus returns the focus on the pane with the points of a run.
func pointsFocus() Focus { return Focus{stageFocus, 1} }

type focusKind uint8

const (
	stageFocus focusKind = iota
	FieldFocus
	ControlFocus
	panelFocus
)

// update records how many controls there are, and whether a run has points.
func (k *keyboard) update(controlCount int, hasPoints bool) {
	if k.controlCount = controlCount; k.Control >= controlCount {
		k.Control = -1
	}
	if k.hasPoints = hasPoints; !hasPoints && k.Pane == pointsPane {
		k.Pane = StagePane
	}
}

func (k *keyboard) Focus() Focus {
	switch {
	case k.Control >= 0:
		return Focus{ControlFocus, k.Control}
	case k.form.FocusIndex() >= 0:
		return Focus{FieldFocus, k.form.FocusIndex()}
	case k.panel != debug.NoPanel:
		return Focus{panelFocus, int(k.panel)}
	case k.Pane == pointsPane:
		return pointsFocus()
	}
	return Focus{}
}

// zone returns the zone of the part that has the focus. The zone determines what the keys do.
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

// SetFocus moves the focus to f and shows the pane of f. For a field with index −1, which nextField
// returns if there is no field, SetFocus shows the text and focuses no field.
func (k *keyboard) SetFocus(f Focus, narrow bool) {
	k.Control, k.panel = -1, debug.NoPanel
	k.form.focus(-1)
	switch {
	case f.Kind == FieldFocus && f.Index < len(k.form.Info.Fields):
		k.Pane = textPane
		k.form.focus(f.Index)
	case f.Kind == FieldFocus && narrow && k.Pane != textPane:
		k.Pane = textPane
	case f == pointsFocus():
		k.Pane = pointsPane
	case f.Kind == panelFocus && k.Pane == pointsPane: // the panel is below the points
	default:
		k.Pane = StagePane
	}
	switch f.Kind {
	case ControlFocus:
		k.Control = f.Index
	case panelFocus:
		k.panel = debug.Panel(f.Index)
	}
}

// tabStops returns the parts that tab visits, in order: fields, controls, panels, the
// stage, and on a narrow screen the points of its run.
func (k *keyboard) tabStops(screen screenInfo) []Focus {
	var out []Focus
	for i := range k.form.Info.Fields {
		out = append(out, Focus{FieldFocus, i})
	}
	for i := range k.controlCount {
		out = append(out, Focus{ControlFocus, i})
	}
	for _, p := range screen.panels {
		out = append(out, Focus{panelFocus, int(p)})
	}
	out = append(out, Focus{})
	if screen.narrow && k.hasPoints {
		out = append(out, pointsFocus())
	}
	return out
}

// cyclesPanes reports whether tab also stops at the text. It does on a narrow screen if there
// are neither fields nor controls.
func (k *keyboard) cyclesPanes(screen screenInfo) bool {
	return screen.narrow && len(k.form.Info.Fields)+k.controlCount == 0
}

// tabTarget returns the part that is n stops of tab away. On a wide screen, tab leads from outside
// the form to the field to fill in next. While some fields are not right, tab skips the fields
// that are right. If isText is true, the part is the text of a narrow screen, which cannot
// have the focus.
func (k *keyboard) tabTarget(n int, screen screenInfo) (to Focus, isText bool) {
	if n == 1 && screen.needsAnswer && !screen.narrow && k.Focus().Kind != FieldFocus {
		return Focus{FieldFocus, k.form.nextField("")}, false
	}
	stops := slices.DeleteFunc(k.tabStops(screen), func(f Focus) bool {
		return n == 1 && screen.needsAnswer && f.Kind == FieldFocus && f != k.Focus() &&
			k.form.fieldReports[k.form.Info.Fields[f.Index].Name].Verdict == exercises.Equal
	})
	index, count := max(0, slices.Index(stops, k.Focus())), len(stops)
	if k.cyclesPanes(screen) {
		count++
	}
	if screen.narrow && k.Focus().Kind == stageFocus && k.Pane == textPane {
		switch {
		case k.controlCount > 0 && !k.hasPoints:
			return Focus{Kind: ControlFocus}, false
		case !k.cyclesPanes(screen):
			return Focus{}, false
		}
		index = len(stops)
	}
	if index = (index + n + count) % count; index == len(stops) {
		return Focus{}, true
	}
	return stops[index], false
}

// moveByTab moves the focus by n stops of tab.
func (k *keyboard) moveByTab(n int, screen screenInfo) {
	to, isText := k.tabTarget(n, screen)
	if k.SetFocus(to, screen.narrow); isText {
		k.Pane = textPane
	}
}

// leave moves the focus from a field to the stage, or to the first control if the stage has no
// run to step through. From there it moves the focus back to the fields.
func (k *keyboard) leave(narrow, hasRun bool) {
	switch kind := k.Focus().Kind; {
	case kind == stageFocus || kind == ControlFocus && !hasRun:
		k.SetFocus(Focus{FieldFocus, k.form.nextField("")}, narrow)
	case kind == FieldFocus && !hasRun && k.controlCount > 0:
		k.SetFocus(Focus{Kind: ControlFocus}, narrow)
	default:
		k.SetFocus(Focus{}, narrow)
	}
}

// nextName returns a name for the part to which tab leads.
func (k *keyboard) nextName(screen screenInfo) string {
	kind := k.Focus().Kind
	switch next, isText := k.tabTarget(1, screen); {
	case isText:
		return "text"
	case next.Kind == panelFocus:
		return debug.Panel(next.Index).String()
	case next == pointsFocus():
		return "points"
	case next.Kind == FieldFocus && kind == FieldFocus:
		return "next"
	case next.Kind == FieldFocus && screen.needsAnswer:
		return "answer"
	case next.Kind == FieldFocus:
		return "field"
	case next.Kind == ControlFocus && kind == ControlFocus:
		return "next slider"
	case next.Kind == ControlFocus:
		return "slider"
	}
	return "stage"
}
