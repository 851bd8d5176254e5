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

// maxTextWidth is the number of columns of the text if there is no stage next to it. Longer lines
// are hard to read.
const maxTextWidth = 76

// pane selects what a narrow screen shows: the text, the stage with its pictures, or
// the stage with the points of its run.
type pane uint8

const (
	textPane pane = iota
	StagePane
	pointsPane
)

// regions holds the rectangles of the parts of the screen. The rectangle of a hidden part is
// empty.
type regions struct {
	tooSmall bool
	narrow   bool
	header   ascii.Rect
	Text     ascii.Rect
	question ascii.Rect // above the stage of a narrow screen
	Stage    ascii.Rect
	footer   ascii.Rect

	Panels debug.PanelRects
}

// LayoutExercise places the parts of the exercise screen in w×h cells. The rectangles
// do not overlap and are inside the screen.
func LayoutExercise(w, h int, shownPane pane) regions {
	if w < session.MinWidth || h < session.MinHeight {
		return regions{tooSmall: true}
	}
	screen := ascii.Rect{X: 2, W: w - 4, H: h}
	l := regions{narrow: w < session.WideFrom, header: screen.Rows(0, 1), footer: screen.Rows(h-1, 1)}
	body := screen.Rows(2, h-4)
	switch {
	case !l.narrow:
		textColumns := textWidth(w)
		l.Text, l.Stage = body.Columns(0, textColumns), body.Columns(textColumns+halfGap, body.W-textColumns-halfGap+1)
	case shownPane == textPane:
		l.Text = body.Columns(0, min(body.W, maxTextWidth))
	default:
		l.question, l.Stage = screen.Rows(1, 1), body
	}
	return l
}

// footerArea returns the area of the footer. On a narrow screen it includes the blank row above,
// because one row is too short for the keys.
func (l regions) footerArea() ascii.Rect {
	r := l.footer
	if l.narrow {
		r.Y--
		r.H++
	}
	return r
}

// withQuestion gives the question above the stage the given number of rows.
func (l regions) withQuestion(rows int) regions {
	if l.question.Empty() {
		return l
	}
	extraRows := rows - l.question.H
	l.question.H += extraRows
	l.Stage.Y += extraRows
	l.Stage.H -= extraRows
	return l
}

// minPreviewHeight is the least height of the figures below the text of a narrow screen.
const minPreviewHeight = 5

// preview returns the area of the figures below a text with the given number of rows. It
// is empty on a wide screen, which has a stage, and below a text that leaves little room.
func (l regions) preview(textRows int) ascii.Rect {
	rows := l.Text.H - textRows - 1
	if !l.narrow || rows < minPreviewHeight {
		return ascii.Rect{}
	}
	return ascii.Rect{X: l.Text.X, Y: l.Text.Y + l.Text.H - rows, W: l.header.W, H: rows}
}

// withoutStage gives the room of an empty stage to the text. The text is in the middle of the
// screen or, on a tall screen, a little above it.
func (l regions) withoutStage() regions {
	if l.tooSmall || l.narrow {
		return l
	}
	w := min(l.header.W, maxTextWidth)
	l.Text.X, l.Text.W = l.header.X+(l.header.W-w)/2, w
	l.Text, l.Stage = centreText(l.Text), ascii.Rect{}
	return l
}

// divider returns the area of the line between text and stage. It is empty if they are
// not side by side.
func (l regions) divider() ascii.Rect {
	if l.narrow || l.Text.Empty() || l.Stage.Empty() {
		return ascii.Rect{}
	}
	return ascii.Rect{X: l.Stage.X - halfGap + 1, Y: l.header.Y + 2, W: 1, H: l.footer.Y - l.header.Y - 3}
}

// textWidth returns the width of the text on a wide screen: 38 columns at 100, 40 at
// 120, 56 from 200 on.
func textWidth(w int) int {
	if w < 120 {
		return 38 + (w-session.WideFrom)/10
	}
	return min(56, 40+(w-120)/5)
}

// withPanels makes room for the panels below the stage, so that question and fields stay visible.
// The panels are the explanation of a step and the ledger, the list of what must hold at every
// step. If both are open on a wide screen, the ledger is to the right of the stage.
func (l regions) withPanels(whyOpen, ledgerOpen bool) regions {
	if l.tooSmall || l.Stage.Empty() {
		return l
	}
	rows := l.Stage.H*2/5 + 1
	if whyOpen {
		l.Stage, l.Panels[debug.WhyPanel] = pictures.SplitBottom(l.Stage, rows, true)
		l.Stage.H--
	}
	panel := &l.Panels[debug.LedgerPanel]
	switch {
	case !ledgerOpen:
	case l.narrow:
		l.Stage, *panel = pictures.SplitBottom(l.Stage, min(8, rows-1), true)
	case whyOpen:
		*panel = l.Stage
		l.Stage.W = l.Stage.W * 3 / 5
		panel.X += l.Stage.W + 2
		panel.W -= l.Stage.W + 2
	default:
		l.Stage, *panel = pictures.SplitBottom(l.Stage, min(maxLedgerRows, rows), true)
		l.Stage.H--
	}
	return l
}

// maxLedgerRows is the maximum height of the ledger below the stage.
const maxLedgerRows = 21

// columnSplit decides how text and stage share the columns of a wide screen. It depends on what the
// stage shows first in a task, and does not change during the task. Texts and tables on the stage
// take the columns that they need, and the task's text gets the rest.
type columnSplit struct {
	textOnly    bool // whether the stage has only texts and tables
	columns     int  // number of columns that these texts and tables take
	tablesWidth int  // number of columns of the tables in the task's text
}

// columnar is a figure that has a preferred number of columns.
type columnar interface{ PreferredWidth(ascii.View) int }

// splitFor returns the split for a scene. tablesWidth is the width of the tables in the
// task's text.
func splitFor(s exercises.Scene, v ascii.View, tablesWidth int) columnSplit {
	figures, tableCount := s.Figures, 0
	out := columnSplit{tablesWidth: tablesWidth, textOnly: len(figures) > 0 && s.Run == nil}
	if len(s.Controls) > 0 {
		out.columns = sliderWidth
	}
	for _, f := range figures {
		w, ok := f.Plot.(columnar)
		ok = ok && pictures.IsFixed(f.Plot)
		out.textOnly = out.textOnly && ok
		if ok {
			out.columns = max(out.columns, w.PreferredWidth(v), ascii.Width(f.Title))
		}
		if f.Role == exercises.Table {
			tableCount++
		}
	}
	if tableCount > 1 { // side by side, all as wide as the widest
		out.columns = tableCount*(out.columns+2) - 2
	}
	for _, l := range s.Formula {
		out.columns = max(out.columns, v.TransliterateLine(l).Width())
	}
	return out
}

// sliderWidth is the number of columns of a slider on a stage that has only texts.
const sliderWidth = 44

// halfGap is the number of columns between text and divider, and between divider and
// stage.
const halfGap = 3

// textGrowth is the number of columns by which the texts on the stage may grow while the
// student types.
const textGrowth = 8

// withSplit gives the task's text the columns that a stage with only texts does not
// need: at least its usual width, and at most maxTextWidth and two thirds of the
// screen. Text and stage are in the middle of the screen.
func (l regions) withSplit(s columnSplit) regions {
	if l.narrow || l.tooSmall || l.Stage.Empty() {
		return l
	}
	l = l.withTables(s.tablesWidth)
	if !s.textOnly {
		return l
	}
	totalWidth := l.Text.W + l.Stage.W + halfGap
	l.Text.W = max(l.Text.W, min(maxTextWidth, totalWidth*2/3, totalWidth-halfGap-s.columns-textGrowth))
	l.Stage.W = min(totalWidth-halfGap-l.Text.W, max(s.columns+textGrowth, totalWidth/3))
	l.Text.X += (totalWidth - halfGap - l.Text.W - l.Stage.W) / 2
	l.Stage.X = l.Text.X + l.Text.W + halfGap
	l.Text, l.Stage = centreText(l.Text), centreText(l.Stage)
	return l
}

// minStageWidth is the minimum width of the stage next to a table in the text.
const minStageWidth = 44

// withTables gives the text one column more than its tables need.
func (l regions) withTables(columns int) regions {
	extraColumns := min(columns+1-l.Text.W, l.Stage.W-minStageWidth)
	if columns == 0 || extraColumns <= 0 {
		return l
	}
	l.Text.W += extraColumns
	l.Stage.X += extraColumns
	l.Stage.W -= extraColumns
	return l
}

// centreText moves the top of a tall area down, so that a text in it is a little above the middle
// of the screen.
func centreText(r ascii.Rect) ascii.Rect {
	down := max(0, (r.H-32)/4)
	return r.Rows(down, r.H-down)
}

// Zone returns the zone of the part that has the focus, which determines what the keys do.
func (e *Screen) Zone() session.Zone {
	if e.Stage.Debug.WhatIf.Open {
		return session.ZoneWhatIf
	}
	return e.Keyboard.zone()
}

// SetFocus moves the focus and scrolls a focused field into view.
func (e *Screen) SetFocus(f Focus) {
	e.Keyboard.SetFocus(f, e.Session.Narrow())
	e.Task.showField()
}

// screenInfo returns what the keyboard needs to know about the screen. The panels of a
// narrow screen are below its stage.
func (e *Screen) screenInfo() screenInfo {
	return screenInfo{e.Session.Narrow(), e.regionsFor(max(e.Keyboard.Pane, StagePane)).Panels.OpenPanels(),
		e.Task.needsAnswer()}
}

// Regions returns the rectangles of everything on the screen, including the open panels. On a
// narrow screen, an override (what-if or a comparison of branches) replaces the ledger, which is
// about the run's own frame.
func (e *Screen) Regions() regions { return e.regionsFor(e.Keyboard.Pane) }

func (e *Screen) regionsFor(shownPane pane) regions {
	d := &e.Stage.Debug
	ledgerOpen := d.Ledger.Open && d.NoLedgerReason() == "" &&
		!(d.HasOverride() && e.Session.Narrow())
	whyOpen := d.Panels.WhyOpen && d.Player.Run() != nil && debug.HasPanelRoom(e.Session.Width, e.Session.Height)
	return e.basicRegions(shownPane).withPanels(whyOpen, ledgerOpen)
}

// basicRegions returns the regions without panels.
func (e *Screen) basicRegions(shownPane pane) regions {
	if e.Stage.TextOnly {
		return LayoutExercise(e.Session.Width, e.Session.Height, textPane).withoutStage()
	}
	l := LayoutExercise(e.Session.Width, e.Session.Height, shownPane).withSplit(e.split)
	rows := e.Task.questionRows(l.question.W)
	figures := e.Stage.Scene.Figures
	if p := &e.Stage.Debug.Player; p.Run() != nil {
		figures = p.Frame().Figures
	}
	if len(e.Task.Info().Question) == 0 && exercises.FigureIndex(figures, exercises.Table) >= 0 {
		rows = 1 // leave the rows to the table
	}
	return l.withQuestion(rows)
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
	if _, _, rows := e.Task.Pane.VisibleLines(); !e.Stage.TextOnly {
		if r := l.preview(rows); !r.Empty() {
			out = append(out, e.Stage.previewLayer(r))
		}
	}
	if !l.Stage.Empty() {
		out = append(out, e.Stage.Layers(l.Stage)...)
	}
	if r := l.divider(); !r.Empty() {
		line := strings.Repeat(e.Session.Theme.Glyph('│', '|')+"\n", r.H-1) + e.Session.Theme.Glyph('│', '|')
		out = append(out, ui.NewLayer("", e.Session.Theme.Style(ascii.Faint).Render(line), r.X, r.Y))
	}
	return append(out, e.Stage.Debug.PanelLayers(l.Panels, e.Keyboard.panel)...)
}

// Footer returns the keys that are useful now. If the task needs an answer and the
// focus is elsewhere, the key that leads to the answer is among the first. A narrow
// footer leaves out the key that finds exercises and actions.
func (e *Screen) Footer() session.Footer {
	toAnswer := ui.Hint("tab", "answer")
	answerFirst := tabWord(e) == toAnswer.Help().Desc && !e.Stage.Debug.WhatIf.Open
	keys := slices.DeleteFunc(zoneHints(e), func(k key.Binding) bool {
		return e.Session.Narrow() && k.Help().Key == ":" || answerFirst && k.Help().Key == toAnswer.Help().Key
	})
	if answerFirst {
		keys = slices.Insert(keys, min(1, len(keys)), toAnswer)
	}
	return session.Footer{Area: e.Regions().footerArea(), Keys: keys, Pinned: pinnedHints(e)}
}

// stageInfo returns what the text needs to know about the stage.
func (e *Screen) stageInfo(v pictures.View) stageInfo {
	out := stageInfo{zone: e.Zone(), whatIf: e.Stage.Debug.WhatIf.Open,
		notes: e.Stage.Scene.Predicted}
	if !e.Stage.notesOnStage() {
		out.notes = slices.Concat(out.notes, e.Stage.Scene.Notes)
	}
	if v.Override == "" {
		out.notes = slices.Concat(out.notes, v.Facts)
	}
	return out
}

// Cursor returns the position of the cursor in the field that has the focus.
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
	case z == session.ZoneStage && e.Stage.Pictures.Enlarged > 0:
		others := slices.DeleteFunc(e.Actions.Footer(e, z.SearchOrder(), session.MaxFooterKeys-1),
			func(k key.Binding) bool { return k.Help() == figure.Help() })
		return slices.Insert(others, min(3, len(others)), figure)
	}
	return e.Actions.Footer(e, z.SearchOrder(), session.MaxFooterKeys)
}

// pinnedHints returns the keys that are always visible: the key for help, and the keys that lead
// back. A narrow screen has no room for the key of the previous task.
func pinnedHints(e *Screen) []key.Binding {
	s, z := e.Session, e.Zone()
	previous := s.Hint(z, "previous task", "before")
	bracketIsText := z != session.ZoneField && e.Task.awaitsText() // [ begins an answer
	if s.Narrow() || bracketIsText || e.Task.noPreviousTaskReason() != "" {
		previous.SetEnabled(false)
	}
	back := s.Hint(z, "back", "back")
	if z == session.ZoneField {
		back = ui.Hint("esc then q", "back")
	}
	return []key.Binding{previous, s.Hint(z, "help", "help"), back}
}

// tabWord returns the footer's label for the tab key, or "" if the footer does not show this key.
// The functions below do the same for the arrows and esc.
func tabWord(e *Screen) string {
	if e.Task.Form.currentSuggestions().fix != "" {
		return "correct it"
	}
	r := e.screenInfo()
	next, _ := e.Keyboard.tabTarget(1, r)
	return session.TextIf((len(e.Keyboard.tabStops(r)) > 1 || r.narrow) &&
		!(e.Stage.TextOnly && next.Kind != FieldFocus), e.Keyboard.nextName(r))
}

func chooseWord(e *Screen) string { return session.TextIf(outsideTableReason(e) != "", "choose") }

func leaveWord(e *Screen) string {
	kind := e.Keyboard.Focus().Kind
	if kind == ControlFocus && e.Stage.Debug.Player.Run() == nil {
		return "answer"
	}
	next, _ := e.Keyboard.tabTarget(1, e.screenInfo())
	return session.TextIf(!e.Stage.TextOnly && kind != stageFocus && next.Kind != stageFocus, "stage")
}
