package lab

import (
	"slices"
	"strconv"

	"charm.land/bubbles/v2/key"
	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/ui"
)

// sight is what there is to see on the stage now.
func (e *exercise) sight() sight {
	v := e.debug.over(sight{
		key: sightKey{scene: e.scenes}, control: e.keyboard.control, controls: e.scene.Controls,
		figures: e.scene.Figures, formula: e.scene.Formula, inspect: e.scene.Inspect,
	})
	// On a narrow screen the text with the facts is out of sight.
	switch {
	case !e.session.narrow():
	case v.guest != "":
		v.formula = slices.Concat(v.facts, v.formula)
	default:
		v.spare = v.facts
		if len(e.scene.Controls) > 0 && e.scene.Run == nil { // the notes that a slider changes
			v.spare = slices.Concat(v.facts, e.scene.Notes)
		}
	}
	if e.session.narrow() && e.keyboard.pane == statePane {
		return v.pointsAlone()
	}
	return v
}

// zone is where the keyboard is, for the bindings.
func (e *exercise) zone() zone {
	if e.debug.whatIf.open {
		return zoneWhatIf
	}
	return e.keyboard.zone()
}

// setFocus puts the keyboard somewhere. A field is to be in sight.
func (e *exercise) setFocus(f focus) {
	e.keyboard.set(f, e.session.narrow())
	e.sheet.follow()
}

// room is what the size of the screen leaves to the keyboard. The panels of a narrow
// screen stand below its stage.
func (e *exercise) room() room {
	return room{e.session.narrow(), e.panelled(max(e.keyboard.pane, stagePane)).panels()}
}

// layout is where the parts of the screen are, with the panels that are open.
// On a narrow screen a frame that is not the run's own needs the room of the
// ledger, which is about the run's own.
func (e *exercise) layout() exerciseLayout { return e.panelled(e.keyboard.pane) }

func (e *exercise) panelled(shown pane) exerciseLayout {
	d := &e.debug
	ledger := d.inspector.ledger.open && withoutLedger(e) == "" && !(d.guests() && e.session.narrow())
	return e.halves(shown).withPanels(e.session.width, e.session.height, d.inspector.why && d.player.Run() != nil, ledger)
}

// halves is where text and stage are, without panels.
func (e *exercise) halves(shown pane) exerciseLayout {
	if e.textOnly {
		return layoutExercise(e.session.width, e.session.height, textPane).withoutStage()
	}
	l := layoutExercise(e.session.width, e.session.height, shown).divided(e.split)
	rows := e.sheet.questionRows(l.question.W)
	figures := e.scene.Figures
	if e.debug.player.Run() != nil {
		figures = e.debug.player.Frame().Figures
	}
	if len(e.sheet.info().Question) == 0 && hasTable(figures) {
		rows = 1 // the table needs it more
	}
	return l.withQuestion(rows)
}

func hasTable(figures []exercises.Figure) bool {
	return slices.ContainsFunc(figures, func(f exercises.Figure) bool { return f.Role == exercises.Table })
}

// lay lays out text, stage and panels, as far as they are visible.
func (e *exercise) lay() {
	l, v := e.layout(), e.sight()
	if !l.text.Empty() {
		e.sheet.lay(l.text, e.beside(v))
	}
	if e.at = (place{}); !l.stage.Empty() {
		e.at = e.stage.arrange(e.session.view(), ascii.Rect{W: l.stage.W, H: l.stage.H}, v)
	}
	e.debug.inspector.lay(e.session.theme, l, e.debug.why)
}

func (e *exercise) layers() []*lipgloss.Layer {
	l := e.layout()
	out := e.sheet.layers(l)
	if !l.stage.Empty() {
		out = append(out, e.stageLayers(l.stage)...)
	}
	return append(out, e.debug.inspector.layers(e.session.theme, l, e.keyboard.panel, e.debug.about())...)
}

// footer is the keys worth knowing now.
func (e *exercise) footer() footer { return footer{e.layout().keys(), hintsOf(e), pinnedOf(e)} }

// beside is what the text needs to know of the stage.
func (e *exercise) beside(v sight) beside {
	by := beside{zone: e.zone(), forks: e.debug.whatIf.open, guest: v.guest, facts: v.facts, notes: e.scene.Notes}
	if by.guest == "" {
		by.notes = slices.Concat(by.notes, v.facts)
	}
	return by
}

// stageLayers returns the layers of the right side: the figures with the lines below
// them, the controls, and the timeline of its run.
func (e *exercise) stageLayers(r ascii.Rect) []*lipgloss.Layer {
	t, at, v := e.session.theme, e.at, e.sight()
	out := []*lipgloss.Layer{layerAt("stage", e.stage.text(t, e.session.view(), r.W, r.H, at, v), r.X, r.Y)}
	add := func(id, content string, at ascii.Rect) { out = append(out, layerAt(id, content, r.X+at.X, r.Y+at.Y)) }
	for i, c := range controlPlaces(at.controls, len(v.controls), v.control) {
		if !c.Empty() {
			add("control/"+strconv.Itoa(i), controlView(v.controls[i], i == v.control).View(t, c.W), c)
		}
	}
	if !at.timeline.Empty() {
		add("timeline", e.debug.timeline(t, e.keyboard.focus().kind == onStage).View(t, at.timeline.W), at.timeline)
		v.signs = e.debug.signsOf(v, t.View())
		add("status", t.Lines(statusLines(t, at.status, v)), at.status)
	}
	if sign, x, y := e.busySign(r.W); sign != "" {
		add("busy", sign, ascii.Rect{X: x, Y: y})
	}
	return out
}

// busySign returns the sign for work in progress on a stage of w columns, and its
// position: in place of what happened in the run, or at the top if there is no run.
func (e *exercise) busySign(w int) (sign string, x, y int) {
	r := e.at.status
	switch {
	case r.Empty():
		return e.busy.View(w), 0, 0
	case r.H == 1:
		sign = e.busy.View(r.W / 2)
		return sign, r.X + r.W - lipgloss.Width(sign), r.Y
	}
	sign = e.busy.View(r.W)
	if sign != "" {
		sign = e.session.theme.Block(sign, r.W, 1, ascii.Paper)
	}
	return sign, r.X, r.Y + 1
}

// cursor returns the position of the cursor in the field that has the keyboard.
func (e *exercise) cursor() (x, y int, ok bool) {
	r := e.layout().text
	x, y, ok = e.sheet.pane.Caret()
	return r.X + x, r.Y + y, ok && !r.Empty() && e.zone() == zoneField
}

// hintsOf are the keys worth showing where the keyboard is now.
func hintsOf(e *exercise) []key.Binding {
	s, z := e.session, e.zone()
	figure := s.hint(z, "figure", "figure")
	switch {
	case z == zoneWhatIf:
		return s.acts.footer(e, []zone{z}, mostFooted)
	case z == zonePanel:
		return append(s.acts.footer(e, []zone{z}, mostFooted), s.acts.footer(e, zoneStage.order(), mostFooted-1)...)
	case z == zoneStage && e.debug.compare.open:
		return []key.Binding{ui.Hint("← →", "step both"), ui.Hint("esc", "leave it"), figure, s.hint(z, "branches", "branches")}
	case z == zoneStage && e.stage.enlarge > 0:
		others := slices.DeleteFunc(s.acts.footer(e, z.order(), mostFooted-1), func(k key.Binding) bool { return k.Help() == figure.Help() })
		return slices.Insert(others, min(3, len(others)), figure)
	}
	return s.acts.footer(e, z.order(), mostFooted)
}

// pinnedOf are the keys in sight at any time: help and the way back.
func pinnedOf(e *exercise) []key.Binding {
	s, z := e.session, e.zone()
	back := s.hint(z, "back", "back")
	if z == zoneField {
		back = ui.Hint("esc then q", "back")
	}
	return []key.Binding{s.hint(z, "help", "help"), back}
}

// The footer's words for enter, tab and esc: where they lead, "" where that is not
// worth a word.
func enterWord(e *exercise) string {
	if e.sheet.info().Bench {
		return ""
	}
	if e.sheet.goesOn() {
		return e.sheet.onwardsShort()
	}
	return "answer"
}

func tabWord(e *exercise) string {
	r := e.room()
	next, _ := e.keyboard.lead(1, r)
	return reason((len(e.keyboard.stops(r)) > 1 || r.narrow) && !(e.textOnly && next.kind != onField), e.keyboard.ahead(r))
}

// chooseWord is what the arrows do in a list of choices.
func chooseWord(e *exercise) string { return reason(outsideTable(e) != "", "choose") }

func leaveWord(e *exercise) string {
	next, _ := e.keyboard.lead(1, e.room())
	return reason(!e.textOnly && e.keyboard.focus().kind != onStage && next.kind != onStage, "stage")
}

// scrollPanel scrolls a panel by n lines.
func (e *exercise) scrollPanel(which panel, n int) { e.debug.inspector.panes[which].Scroll(n) }
