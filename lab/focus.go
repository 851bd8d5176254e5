package lab

import "slices"

// focus is where the keyboard is: a field, a control, or the stage.
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

// word is what the footer calls it.
func (k focusKind) word() string {
	return [...]string{onStage: "stage", onField: "answer", onControl: "slider"}[k]
}

// focus is where the keyboard is, the choices of "what if" apart.
func (e *exercise) focus() focus {
	switch at := e.sheet.form.at; {
	case e.control >= 0:
		return focus{onControl, e.control}
	case at >= 0:
		return focus{onField, at}
	}
	return focus{}
}

// zone is where the keyboard is, for the bindings.
func (e *exercise) zone() zone {
	z, inForm := e.sheet.form.zone()
	switch {
	case e.whatIf.open:
		return zoneWhatIf
	case e.control >= 0:
		return zoneControl
	case inForm:
		return z
	}
	return zoneStage
}

// setFocus puts the keyboard somewhere and shows the pane it is on. A field that
// is not there is the other pane.
func (e *exercise) setFocus(f focus) {
	e.control, e.sheet.form.at = -1, -1
	switch {
	case f.kind == onField && f.i < len(e.sheet.info().Fields):
		e.sheet.form.at, e.pane, e.sheet.scroll.follow = f.i, textPane, true
	case f.kind == onField && e.narrow():
		e.pane = 1 - e.pane
	default:
		e.pane = stagePane
	}
	if f.kind == onControl {
		e.control = f.i
	}
}

// stops are the places the keyboard can be, in order: fields, controls, stage.
func (e *exercise) stops() []focus {
	var out []focus
	for i := range e.sheet.info().Fields {
		out = append(out, focus{onField, i})
	}
	for i := range e.scene.Controls {
		out = append(out, focus{onControl, i})
	}
	return append(out, focus{})
}

// moveFocus goes to the next or previous stop, under "what if" to another
// choice. On a narrow screen without fields it swaps the panes.
func (e *exercise) moveFocus(n int) {
	stops := e.stops()
	switch at := slices.Index(stops, e.focus()); {
	case e.whatIf.open:
		e.whatIf.move(n)
	case e.narrow() && len(stops) == 1:
		e.pane = 1 - e.pane
	case e.narrow() && e.focus().kind == onStage && e.pane == textPane:
		e.pane = stagePane
	case at < 0:
		e.setFocus(focus{})
	default:
		e.setFocus(stops[(at+n+len(stops))%len(stops)])
	}
}

// nextStop names where tab leads.
func (e *exercise) nextStop() string {
	stops := e.stops()
	switch at := slices.Index(stops, e.focus()); {
	case e.narrow() && len(stops) == 1 && e.pane == textPane:
		return "stage"
	case e.narrow() && len(stops) == 1:
		return "text"
	case at < 0:
		return "next"
	default:
		return stops[(at+1)%len(stops)].kind.word()
	}
}

// leave cancels what is computed; else it goes from a field to the stage, and
// from the stage back to the fields.
func leave(e *exercise) {
	p, check := &e.player, &e.sheet.jobs.check
	switch {
	case e.sheet.judgment.report != nil: // it is judged, and about to be shown
	case p.goal.kind != goalNone || p.playing || check.busy:
		p.stop()
		p.playing = false
		check.stop()
	case e.compare.open:
		e.compare.leave()
	case e.focus().kind == onStage:
		e.setFocus(focus{kind: onField})
	default:
		e.setFocus(focus{})
	}
}
