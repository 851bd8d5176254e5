package exercise

import (
	"slices"

	"charm.land/bubbles/v2/key"
	"charm.land/lipgloss/v2"

	"kernellab/exercises"
	"kernellab/lab/pictures"
	"kernellab/lab/session"
	"kernellab/lab/ui"
)

// Zone is where the keyboard is, for the bindings.
func (e *Screen) Zone() session.Zone {
	if e.Right.Debug.WhatIf.Open {
		return session.ZoneWhatIf
	}
	return e.Keyboard.zone()
}

// SetFocus puts the keyboard somewhere. A field is to be in sight.
func (e *Screen) SetFocus(f Focus) {
	e.Keyboard.Set(f, e.Session.Narrow())
	e.Left.follow()
}

// room is what the size of the screen leaves to the keyboard. The panels of a narrow
// screen stand below its stage.
func (e *Screen) room() room {
	return room{e.Session.Narrow(), e.panelled(max(e.Keyboard.Pane, StagePane)).Panels.Open()}
}

// Regions is where the parts of the screen are, with the panels that are open.
// On a narrow screen a frame that is not the run's own needs the room of the
// ledger, which is about the run's own.
func (e *Screen) Regions() exerciseLayout { return e.panelled(e.Keyboard.Pane) }

func (e *Screen) panelled(shown pane) exerciseLayout {
	d := &e.Right.Debug
	ledger := d.Inspector.Ledger.Open && e.Right.Debug.NoLedgerReason() == "" && !(d.HasOverride() && e.Session.Narrow())
	return e.halves(shown).withPanels(e.Session.Width, e.Session.Height, d.Inspector.Why && d.Player.Run() != nil, ledger)
}

// halves is where text and stage are, without panels.
func (e *Screen) halves(shown pane) exerciseLayout {
	if e.Right.TextOnly {
		return LayoutExercise(e.Session.Width, e.Session.Height, textPane).withoutStage()
	}
	l := LayoutExercise(e.Session.Width, e.Session.Height, shown).divided(e.split)
	rows := e.Left.questionRows(l.question.W)
	figures := e.Right.Scene.Figures
	if e.Right.Debug.Player.Run() != nil {
		figures = e.Right.Debug.Player.Frame().Figures
	}
	if len(e.Left.Info().Question) == 0 && hasTable(figures) {
		rows = 1 // the table needs it more
	}
	return l.withQuestion(rows)
}

func hasTable(figures []exercises.Figure) bool {
	return slices.ContainsFunc(figures, func(f exercises.Figure) bool { return f.Role == exercises.Table })
}

// Layout lays out text, stage and panels, as far as they are visible.
func (e *Screen) Layout() {
	l, v := e.Regions(), e.Right.Sight()
	if !l.Text.Empty() {
		e.Left.Lay(l.Text, e.beside(v))
	}
	e.Right.Lay(l.Stage.W, l.Stage.H, v)
	e.Right.Debug.Inspector.Layout(e.Session.Theme, l.Panels, e.Right.Debug.Why)
}

func (e *Screen) Layers() []*lipgloss.Layer {
	l := e.Regions()
	out := e.Left.Layers(l)
	if !l.Stage.Empty() {
		out = append(out, e.Right.Layers(l.Stage)...)
	}
	return append(out, e.Right.Debug.Inspector.Layers(e.Session.Theme, l.Panels, e.Keyboard.panel, e.Right.Debug.About())...)
}

// Footer is the keys worth knowing now.
func (e *Screen) Footer() session.Footer {
	return session.Footer{Area: e.Regions().keys(), Keys: hintsOf(e), Pinned: pinnedOf(e)}
}

// beside is what the text needs to know of the stage.
func (e *Screen) beside(v pictures.View) beside {
	by := beside{zone: e.Zone(), forks: e.Right.Debug.WhatIf.Open, guest: v.Override, facts: v.Facts, notes: e.Right.Scene.Notes}
	if by.guest == "" {
		by.notes = slices.Concat(by.notes, v.Facts)
	}
	return by
}

// Cursor returns the position of the cursor in the field that has the keyboard.
func (e *Screen) Cursor() (x, y int, ok bool) {
	r := e.Regions().Text
	x, y, ok = e.Left.Pane.Caret()
	return r.X + x, r.Y + y, ok && !r.Empty() && e.Zone() == session.ZoneField
}

// hintsOf are the keys worth showing where the keyboard is now.
func hintsOf(e *Screen) []key.Binding {
	s, z := e.Session, e.Zone()
	figure := s.Hint(z, "figure", "figure")
	switch {
	case z == session.ZoneWhatIf:
		return e.Acts.Footer(e, []session.Zone{z}, session.MaxFooterKeys)
	case z == session.ZonePanel:
		return append(e.Acts.Footer(e, []session.Zone{z}, session.MaxFooterKeys), e.Acts.Footer(e, session.ZoneStage.SearchOrder(), session.MaxFooterKeys-1)...)
	case z == session.ZoneStage && e.Right.Debug.Compare.Open:
		return []key.Binding{ui.Hint("← →", "step both"), ui.Hint("esc", "leave it"), figure, s.Hint(z, "branches", "branches")}
	case z == session.ZoneStage && e.Right.Stage.Enlarge > 0:
		others := slices.DeleteFunc(e.Acts.Footer(e, z.SearchOrder(), session.MaxFooterKeys-1), func(k key.Binding) bool { return k.Help() == figure.Help() })
		return slices.Insert(others, min(3, len(others)), figure)
	}
	return e.Acts.Footer(e, z.SearchOrder(), session.MaxFooterKeys)
}

// pinnedOf are the keys in sight at any time: help and the way back.
func pinnedOf(e *Screen) []key.Binding {
	s, z := e.Session, e.Zone()
	back := s.Hint(z, "back", "back")
	if z == session.ZoneField {
		back = ui.Hint("esc then q", "back")
	}
	return []key.Binding{s.Hint(z, "help", "help"), back}
}

// The footer's words for enter, tab and esc: where they lead, "" where that is not
// worth a word.
func (s *leftSide) enterWord() string {
	if s.Info().Bench {
		return ""
	}
	if s.goesOn() {
		return s.onwardsShort()
	}
	return "answer"
}

func tabWord(e *Screen) string {
	r := e.room()
	next, _ := e.Keyboard.lead(1, r)
	return session.ReasonIf((len(e.Keyboard.stops(r)) > 1 || r.narrow) && !(e.Right.TextOnly && next.Kind != OnField), e.Keyboard.ahead(r))
}

// chooseWord is what the arrows do in a list of choices.
func chooseWord(e *Screen) string { return session.ReasonIf(outsideTable(e) != "", "choose") }

func leaveWord(e *Screen) string {
	next, _ := e.Keyboard.lead(1, e.room())
	return session.ReasonIf(!e.Right.TextOnly && e.Keyboard.Focus().Kind != onStage && next.Kind != onStage, "stage")
}
