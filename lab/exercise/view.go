package exercise

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/debug"
	"kernellab/lab/pictures"
	"kernellab/lab/session"
	"kernellab/lab/ui"
)

// Zone returns the zone of the keyboard.
func (e *Screen) Zone() session.Zone {
	if e.Stage.Debug.WhatIf.Open {
		return session.ZoneWhatIf
	}
	return e.Keyboard.zone()
}

// SetFocus moves the keyboard and scrolls a focused field into view.
func (e *Screen) SetFocus(f Focus) {
	e.Keyboard.Set(f, e.Session.Narrow())
	e.Task.showField()
}

// screenInfo returns what the keyboard needs to know about the screen. The panels of a
// narrow screen are below its stage.
func (e *Screen) screenInfo() screenInfo {
	return screenInfo{e.Session.Narrow(), e.regionsFor(max(e.Keyboard.Pane, StagePane)).Panels.Open(), e.Task.asks()}
}

// Regions returns the places of everything on the screen, including the open panels. On
// a narrow screen, an override takes the room of the ledger, which is about the run's
// own frame.
func (e *Screen) Regions() regions { return e.regionsFor(e.Keyboard.Pane) }

func (e *Screen) regionsFor(shown pane) regions {
	d := &e.Stage.Debug
	ledger := d.Ledger.Open && e.Stage.Debug.NoLedgerReason() == "" &&
		!(d.HasOverride() && e.Session.Narrow())
	why := d.Inspector.Why && d.Player.Run() != nil && debug.HasPanelRoom(e.Session.Width, e.Session.Height)
	return e.halves(shown).withPanels(why, ledger)
}

// halves returns the regions without panels.
func (e *Screen) halves(shown pane) regions {
	if e.Stage.TextOnly {
		return LayoutExercise(e.Session.Width, e.Session.Height, textPane).withoutStage()
	}
	l := LayoutExercise(e.Session.Width, e.Session.Height, shown).withSplit(e.split)
	rows := e.Task.questionRows(l.question.W)
	figures := e.Stage.Scene.Figures
	if e.Stage.Debug.Player.Run() != nil {
		figures = e.Stage.Debug.Player.Frame().Figures
	}
	if len(e.Task.Info().Question) == 0 && hasTable(figures) {
		rows = 1 // the table needs the rows more
	}
	return l.withQuestion(rows)
}

func hasTable(figures []exercises.Figure) bool {
	return slices.ContainsFunc(figures, func(f exercises.Figure) bool { return f.Role == exercises.Table })
}

// Layout lays out text, stage and panels, if they are visible.
func (e *Screen) Layout() {
	l, v := e.Regions(), e.Stage.View()
	if !l.Text.Empty() {
		e.Task.Layout(l.Text, e.stageInfo(v))
	}
	e.Stage.Layout(l.Stage.W, l.Stage.H, v)
	e.Stage.Debug.LayoutPanels(l.Panels)
}

func (e *Screen) Layers() []*lipgloss.Layer {
	l := e.Regions()
	out := e.Task.Layers(l)
	if !l.Stage.Empty() {
		out = append(out, e.Stage.Layers(l.Stage)...)
	}
	if r := l.seam(); !r.Empty() {
		line := strings.Repeat(e.Session.Theme.Glyph('│', '|')+"\n", r.H-1) + e.Session.Theme.Glyph('│', '|')
		out = append(out, session.NewLayer("", e.Session.Theme.Style(ascii.Faint).Render(line), r.X, r.Y))
	}
	return append(out, e.Stage.Debug.PanelLayers(l.Panels, e.Keyboard.panel)...)
}

// Footer returns the keys that are useful now. While an answer is asked for and the
// keyboard is elsewhere, the way back to it is among the first.
func (e *Screen) Footer() session.Footer {
	keys, back := zoneHints(e), ui.Hint("tab", "answer")
	if tabWord(e) == back.Help().Desc {
		keys = slices.DeleteFunc(keys, func(k key.Binding) bool { return k.Help().Key == back.Help().Key })
		keys = slices.Insert(keys, min(1, len(keys)), back)
	}
	return session.Footer{Area: e.Regions().footerArea(), Keys: keys, Pinned: pinnedHints(e)}
}

// stageInfo returns what the text needs to know about the stage.
func (e *Screen) stageInfo(v pictures.View) stageInfo {
	out := stageInfo{zone: e.Zone(), whatIf: e.Stage.Debug.WhatIf.Open, notes: e.Stage.Scene.Notes}
	if v.Override == "" {
		out.notes = slices.Concat(out.notes, v.Facts)
	}
	return out
}

// Cursor returns the position of the cursor in the field that has the keyboard.
func (e *Screen) Cursor() (x, y int, ok bool) {
	r := e.Regions().Text
	x, y, ok = e.Task.Pane.Caret()
	return r.X + x, r.Y + y, ok && !r.Empty() && e.Zone() == session.ZoneField
}

// zoneHints returns the keys for the focused zone.
func zoneHints(e *Screen) []key.Binding {
	s, z := e.Session, e.Zone()
	figure := s.Hint(z, "figure", "figure")
	switch {
	case z == session.ZoneWhatIf:
		return e.Actions.Footer(e, []session.Zone{z}, session.MaxFooterKeys)
	case z == session.ZonePanel:
		return append(e.Actions.Footer(e, []session.Zone{z}, session.MaxFooterKeys),
			e.Actions.Footer(e, session.ZoneStage.SearchOrder(), session.MaxFooterKeys-1)...)
	case z == session.ZoneStage && e.Stage.Debug.Compare.Open:
		return []key.Binding{ui.Hint("← →", "step both"), ui.Hint("esc", "leave it"), figure,
			s.Hint(z, "branches", "branches")}
	case z == session.ZoneStage && e.Stage.Pictures.Enlarge > 0:
		others := slices.DeleteFunc(e.Actions.Footer(e, z.SearchOrder(), session.MaxFooterKeys-1),
			func(k key.Binding) bool { return k.Help() == figure.Help() })
		return slices.Insert(others, min(3, len(others)), figure)
	}
	return e.Actions.Footer(e, z.SearchOrder(), session.MaxFooterKeys)
}

// pinnedHints returns the keys that are always visible: help and the ways back. A narrow
// screen has no room for the task before.
func pinnedHints(e *Screen) []key.Binding {
	s, z := e.Session, e.Zone()
	before := s.Hint(z, "step before", "before")
	if s.Narrow() || e.Task.firstTaskReason() != "" {
		before.SetEnabled(false)
	}
	back := s.Hint(z, "back", "back")
	if z == session.ZoneField {
		back = ui.Hint("esc then q", "back")
	}
	return []key.Binding{before, s.Hint(z, "help", "help"), back}
}

// tabWord returns the footer's word for tab, or "" if it needs none. The functions
// below do the same for the arrows and esc.
func tabWord(e *Screen) string {
	r := e.screenInfo()
	next, _ := e.Keyboard.target(1, r)
	return session.ReasonIf((len(e.Keyboard.tabStops(r)) > 1 || r.narrow) &&
		!(e.Stage.TextOnly && next.Kind != OnField), e.Keyboard.nextName(r))
}

func chooseWord(e *Screen) string { return session.ReasonIf(outsideTableReason(e) != "", "choose") }

func leaveWord(e *Screen) string {
	next, _ := e.Keyboard.target(1, e.screenInfo())
	return session.ReasonIf(!e.Stage.TextOnly && e.Keyboard.Focus().Kind != onStage && next.Kind != onStage, "stage")
}
