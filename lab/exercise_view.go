package lab

import (
	"slices"

	"charm.land/bubbles/v2/key"
	"charm.land/lipgloss/v2"

	"kernellab/exercises"
	"kernellab/lab/ui"
)

// zone is where the keyboard is, for the bindings.
func (e *exercise) zone() zone {
	if e.right.debug.whatIf.open {
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
	return room{e.session.narrow(), e.panelled(max(e.keyboard.pane, stagePane)).panels.open()}
}

// layout is where the parts of the screen are, with the panels that are open.
// On a narrow screen a frame that is not the run's own needs the room of the
// ledger, which is about the run's own.
func (e *exercise) layout() exerciseLayout { return e.panelled(e.keyboard.pane) }

func (e *exercise) panelled(shown pane) exerciseLayout {
	d := &e.right.debug
	ledger := d.inspector.ledger.open && e.right.debug.withoutLedger() == "" && !(d.guests() && e.session.narrow())
	return e.halves(shown).withPanels(e.session.width, e.session.height, d.inspector.why && d.player.Run() != nil, ledger)
}

// halves is where text and stage are, without panels.
func (e *exercise) halves(shown pane) exerciseLayout {
	if e.right.textOnly {
		return layoutExercise(e.session.width, e.session.height, textPane).withoutStage()
	}
	l := layoutExercise(e.session.width, e.session.height, shown).divided(e.split)
	rows := e.sheet.questionRows(l.question.W)
	figures := e.right.scene.Figures
	if e.right.debug.player.Run() != nil {
		figures = e.right.debug.player.Frame().Figures
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
	l, v := e.layout(), e.right.sight()
	if !l.text.Empty() {
		e.sheet.lay(l.text, e.beside(v))
	}
	e.right.lay(l.stage.W, l.stage.H, v)
	e.right.debug.inspector.lay(e.session.theme, l.panels, e.right.debug.why)
}

func (e *exercise) layers() []*lipgloss.Layer {
	l := e.layout()
	out := e.sheet.layers(l)
	if !l.stage.Empty() {
		out = append(out, e.right.layers(l.stage)...)
	}
	return append(out, e.right.debug.inspector.layers(e.session.theme, l.panels, e.keyboard.panel, e.right.debug.about())...)
}

// footer is the keys worth knowing now.
func (e *exercise) footer() footer { return footer{e.layout().keys(), hintsOf(e), pinnedOf(e)} }

// beside is what the text needs to know of the stage.
func (e *exercise) beside(v sight) beside {
	by := beside{zone: e.zone(), forks: e.right.debug.whatIf.open, guest: v.guest, facts: v.facts, notes: e.right.scene.Notes}
	if by.guest == "" {
		by.notes = slices.Concat(by.notes, v.facts)
	}
	return by
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
		return e.acts.footer(e, []zone{z}, mostFooted)
	case z == zonePanel:
		return append(e.acts.footer(e, []zone{z}, mostFooted), e.acts.footer(e, zoneStage.order(), mostFooted-1)...)
	case z == zoneStage && e.right.debug.compare.open:
		return []key.Binding{ui.Hint("← →", "step both"), ui.Hint("esc", "leave it"), figure, s.hint(z, "branches", "branches")}
	case z == zoneStage && e.right.stage.enlarge > 0:
		others := slices.DeleteFunc(e.acts.footer(e, z.order(), mostFooted-1), func(k key.Binding) bool { return k.Help() == figure.Help() })
		return slices.Insert(others, min(3, len(others)), figure)
	}
	return e.acts.footer(e, z.order(), mostFooted)
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
func (s *sheet) enterWord() string {
	if s.info().Bench {
		return ""
	}
	if s.goesOn() {
		return s.onwardsShort()
	}
	return "answer"
}

func tabWord(e *exercise) string {
	r := e.room()
	next, _ := e.keyboard.lead(1, r)
	return reason((len(e.keyboard.stops(r)) > 1 || r.narrow) && !(e.right.textOnly && next.kind != onField), e.keyboard.ahead(r))
}

// chooseWord is what the arrows do in a list of choices.
func chooseWord(e *exercise) string { return reason(outsideTable(e) != "", "choose") }

func leaveWord(e *exercise) string {
	next, _ := e.keyboard.lead(1, e.room())
	return reason(!e.right.textOnly && e.keyboard.focus().kind != onStage && next.kind != onStage, "stage")
}
