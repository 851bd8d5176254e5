package debug

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/core"
	"kernellab/lab/pictures"
	"kernellab/lab/session"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
)

// HasPanelRoom reports whether a screen of w×h cells has room for an explanation below the run.
func HasPanelRoom(w, h int) bool { return w >= session.WideFrom && h >= minPanelHeight }

// minPanelHeight is the minimum height of a screen with an explanation below its stage.
const minPanelHeight = 30

// Panel is a text about the run that stays open while the run is stepped.
type Panel int

const (
	NoPanel Panel = iota
	WhyPanel
	LedgerPanel
)

// String returns the name of a panel in the footer.
func (p Panel) String() string { return panelNames()[p] }

func panelNames() []string { return []string{"stage", "why", "ledger"} }

// PanelNamed returns the panel with a name. ok is false if there is none.
func PanelNamed(name string) (p Panel, ok bool) {
	p = Panel(slices.Index(panelNames(), name))
	return p, p > NoPanel
}

// panels holds the panels: the explanation of the step and the ledger, the list of invariants.
// If there is no room for its panel, the explanation opens in a window.
type panels struct {
	WhyOpen bool // whether the explanation is open, if there is room for its panel
	panes   [LedgerPanel + 1]*ui.Pane
}

// minBothPanelsWidth is the minimum width of a screen with room for both panels.
const minBothPanelsWidth = 150

// SetPanelOpen opens a panel, scrolled to its beginning, or closes it. On a screen without
// room for both panels, opening one closes the other.
func (d *Debugger) SetPanelOpen(p Panel, open bool) {
	d.Panels.panes[p].Follow()
	closesOther := open && d.Session.Width < minBothPanelsWidth
	if p == WhyPanel || closesOther {
		d.Panels.WhyOpen = open && p == WhyPanel
	}
	if p == LedgerPanel || closesOther {
		d.Ledger.SetOpen(open && p == LedgerPanel)
	}
}

// PanelRects holds the area of each panel. The area is empty if the panel is closed or has no room.
type PanelRects [LedgerPanel + 1]ascii.Rect

// OpenPanels returns the panels whose area is not empty.
func (l PanelRects) OpenPanels() (out []Panel) {
	for p, r := range l {
		if !r.Empty() {
			out = append(out, Panel(p))
		}
	}
	return out
}

// LayoutPanels lays out the open panels.
func (d *Debugger) LayoutPanels(l PanelRects) {
	for _, p := range l.OpenPanels() {
		t, r, pane := d.Session.Theme, l[p], d.Panels.panes[p]
		pane.SetSize(r.W, r.H-1)
		if p == LedgerPanel {
			pane.SetDocument(ledgerDocument(&d.Ledger, t, r.W, r.H-1))
			continue
		}
		why := ui.NewDocument(t, r.W)
		why.Write(d.Why()...)
		pane.SetDocument(why)
	}
}

// PanelLayers returns the layers of the open panels. focused is the panel with the focus.
func (d *Debugger) PanelLayers(l PanelRects, focused Panel) (out []*lipgloss.Layer) {
	for _, p := range l.OpenPanels() {
		title := d.TitlePrefix() + [...]string{WhyPanel: "Why this step", LedgerPanel: "The ledger"}[p]
		out = append(out, d.Panels.layer(d.Session.Theme, p, l[p], title, focused == p))
	}
	return out
}

// layer returns the layer of a panel: its title, and below it the visible lines. If not all lines
// fit, the title shows which lines are visible, and the key that scrolls the panel or leads to it
// from the stage.
func (ps *panels) layer(t *theme.Theme, p Panel, r ascii.Rect, title string, focused bool) *lipgloss.Layer {
	ink, key := ascii.Strong, "shift+tab"
	if focused {
		ink, key = ascii.Accent, "↑ ↓"
	}
	head, position := t.View().TransliterateLine(ascii.Inked(title+" ", ink)), ascii.Line{}
	if from, to, n := ps.panes[p].VisibleLines(); from > 0 || to < n {
		position = t.View().TransliterateLine(ascii.Line{
			{Text: fmt.Sprintf(" lines %d–%d of %d  ", from+1, to, n), Ink: ascii.Dim},
			{Text: key, Ink: ascii.Strong}, {Text: " scroll ", Ink: ascii.Dim}})
	}
	if p == WhyPanel {
		position = append(position, ascii.Span{Text: " esc", Ink: ascii.Strong},
			ascii.Span{Text: " closes", Ink: ascii.Dim})
	}
	rule := ascii.Span{Text: strings.Repeat(t.Glyph('─', '-'), max(0, r.W-head.Width()-position.Width())),
		Ink: ascii.Faint}
	head = append(append(head, rule), position...)
	return ui.NewLayer(p.String(), t.Line(head)+"\n"+ps.panes[p].View(), r.X, r.Y)
}

// maxLedgerWidth is the maximum width of the ledger, so that an invariant stays close to its
// number.
const maxLedgerWidth = 64

// ledgerDocument lays out the invariants with their numbers in w×h cells. If not all of them
// fit, the invariants that do not hold come first.
func ledgerDocument(l *core.Ledger, t *theme.Theme, w, h int) *ui.Document {
	d := ui.NewDocument(t, w)
	switch {
	case !l.Loaded:
		d.Write(ascii.Inked("checking the ledger …", ascii.Dim))
		return d
	case len(l.Items) == 0:
		d.Write(ascii.Inked("no laws apply at this step", ascii.Dim))
		return d
	}
	column := min(w, maxLedgerWidth)
	lines := invariantLines(l, t, column, false)
	if len(lines) >= h {
		lines = invariantLines(l, t, column, true)
	}
	d.Write(ledgerSummary(l))
	d.Add(lines...)
	return d
}

// invariantLines returns the lines of the invariants in w columns. If brokenFirst is true, the
// invariants that do not hold come first.
func invariantLines(l *core.Ledger, t *theme.Theme, w int, brokenFirst bool) []ascii.Line {
	brokenDoc, otherDoc := ui.NewDocument(t, w), ui.NewDocument(t, w)
	for _, i := range l.Items {
		if brokenFirst && !i.Holds {
			writeInvariant(t, brokenDoc, i)
		} else {
			writeInvariant(t, otherDoc, i)
		}
	}
	return append(brokenDoc.Lines(), otherDoc.Lines()...)
}

func ledgerSummary(l *core.Ledger) ascii.Line {
	n := l.CountBroken()
	switch {
	case n == 0 && len(l.Items) == 1:
		return ascii.Inked("it holds at this step", ascii.Good)
	case n == 0:
		return ascii.Inked("all "+strconv.Itoa(len(l.Items))+" hold at this step", ascii.Good)
	case n == 1:
		return ascii.Inked("1 does not hold at this step", ascii.Bad)
	}
	return ascii.Inked(strconv.Itoa(n)+" do not hold at this step", ascii.Bad)
}

// writeInvariant adds an invariant with its mark, its number at the right if there is
// room, and what is wrong with it.
func writeInvariant(t *theme.Theme, d *ui.Document, i exercises.Invariant) {
	mark, ink := ascii.Span{Text: t.Glyph('✓', '+') + " ", Ink: ascii.Good}, ascii.Dim
	if !i.Holds {
		mark, ink = ascii.Span{Text: t.Glyph('✗', 'x') + " ", Ink: ascii.Bad}, ascii.Bad
	}
	head := t.View().TransliterateLine(append(ascii.Line{mark}, i.Law...))
	value := t.View().TransliterateLine(ascii.Inked(i.Value, ink))
	if head.Width()+2+value.Width() <= d.Width {
		d.Add(ui.Spread(t, d.Width, head, value))
	} else {
		d.AddItem(ascii.Line{mark}, i.Law)
		d.AddItem(ascii.Blanks(4), value)
	}
	if !i.Holds && i.Note != "" {
		d.AddItem(ascii.Blanks(2), ascii.Inked(i.Note, ascii.Bad))
	}
}

// Overlay returns v with the frame of the run, the state after a step, instead of the exercise's
// other figures. If what-if or a comparison is open, Overlay uses its frame instead.
func (d *Debugger) Overlay(v pictures.View) pictures.View {
	v.Watched = d.watchedLine()
	if d.Player.Run() != nil {
		v = d.overlayRun(v)
	}
	switch {
	case d.WhatIf.Open:
		v = overlayWhatIf(&d.WhatIf, v)
	case d.Compare.Open:
		v = overlayComparison(&d.Compare, v)
	}
	return v
}

// overlayRun returns the view of a scene with the frame of the run.
func (d *Debugger) overlayRun(v pictures.View) pictures.View {
	p, f := &d.Player, d.Player.Frame()
	v.HasRun, v.Key.Run = true, p.CurrentMoment().Key()
	v.Figures, v.Facts, v.Formula = f.Figures, f.Notes, p.Formula()
	v.ShownLines, _ = p.LineProgress()
	v.FirstStep = p.FirstStep()
	if f.Inspect != nil {
		v.Inspect = f.Inspect
	}
	if b := &p.Branches; b.Forked() {
		v.Status = ascii.Inked(b.CurrentName()+"  ", ascii.Accent)
	} else if n := d.WaitingBranches(); n > 0 {
		v.Status = ascii.Inked(fmt.Sprintf("branches waiting: %d  ", n), ascii.Dim)
	}
	v.Status, v.Event = append(v.Status, p.Status()...), p.Event()
	if labels := d.Breakpoints.LabelsAt(p.CurrentMoment().Run, p.CurrentMoment().FrameNumber); labels != "" {
		v.Event = strings.TrimSuffix("condition: "+labels+"; "+v.Event, "; ")
	}
	return v
}

// watchedLine returns the values of the student's breakpoints in one line, or nil if there are
// none.
func (d *Debugger) watchedLine() ascii.Line {
	all := d.Breakpoints.CurrentValues()
	if len(all) == 0 {
		return nil
	}
	return ascii.Line{{Text: "watched  ", Ink: ascii.Dim}, {Text: strings.Join(all, "   "), Ink: ascii.Select}}
}

// overlayWhatIf returns a view with the frame to which the alternative step leads.
func overlayWhatIf(w *core.WhatIf, v pictures.View) pictures.View {
	v.Override, v.Event = "What if", ""
	v.Controls, v.FocusedControl = w.Controls, w.Selected
	v.Facts, v.Formula, v.ShownLines = w.Frame.Notes, w.Frame.Formula, 0
	v.Status = whatIfStatus(w)
	switch {
	case w.Refusal != "":
		v.Facts, v.Formula = []ascii.Line{ascii.Inked(w.Refusal, ascii.Bad)}, nil
		return v
	case !w.Loaded:
		return v
	}
	v.Key.WhatIf, v.Inspect = w.Serial, w.Frame.Inspect
	v.Figures = slices.Clone(w.Frame.Figures)
	if len(v.Figures) > 0 {
		v.Figures[0].Title = strings.TrimSuffix("What if: "+v.Figures[0].Title, ": ")
	}
	return v
}

// whatIfStatus returns the line below the timeline while what-if is open.
func whatIfStatus(w *core.WhatIf) ascii.Line {
	head := ascii.Span{Text: "what if  ", Ink: ascii.Warn}
	switch {
	case w.Forking():
		return ascii.Line{head, {Text: "taking the step; esc stops", Ink: ascii.Dim}}
	case w.Refusal != "":
		return ascii.Line{head, {Text: "no step", Ink: ascii.Bad}}
	case !w.Loaded:
		return ascii.Line{head}
	}
	return append(ascii.Line{head}, w.Frame.Status...)
}

// overlayComparison returns a view with the frame of the comparison.
func overlayComparison(c *core.Comparison, v pictures.View) pictures.View {
	v.Override, v.Facts, v.Formula, v.ShownLines = "Beside "+c.Name, c.Result.Facts, nil, 0
	v.Status = append(ascii.Line{{Text: "beside " + c.Name + "  ", Ink: ascii.Warn}}, v.Status...)
	if c.Loaded {
		v.Figures, v.Inspect, v.Key.Compare = c.Result.Figures, nil, c.Serial
	}
	return v
}

// TitlePrefix returns a prefix for the titles of the panels. It is "" unless the panels are about
// an alternative step, or two branches are being compared.
func (d *Debugger) TitlePrefix() string {
	switch b := &d.Player.Branches; {
	case d.WhatIf.ShowsStep():
		return "What if: "
	case d.Compare.Open:
		return b.CurrentName() + ": "
	}
	return ""
}

// Why explains the step on the stage.
func (d *Debugger) Why() []ascii.Line {
	f := d.Player.Frame()
	if d.WhatIf.ShowsStep() {
		f = &d.WhatIf.Frame
	}
	if f.Why != nil {
		return f.Why()
	}
	return []ascii.Line{ascii.Inked("There is nothing to explain at this step.", ascii.Dim)}
}

// Signs returns the signs in use on the timeline and in the table of points, each with
// its meaning.
func (d *Debugger) Signs(v pictures.View, view ascii.View) (out []string) {
	add := func(utf8Rune, asciiRune rune, words string) {
		out = append(out, string(view.Rune(utf8Rune, asciiRune))+" "+words)
	}
	p := &d.Player
	if p.Run() == nil {
		return nil
	}
	if len(d.Breakpoints.StopFrames()) > 0 {
		add('▼', 'v', "condition")
	}
	if p.Branches.Forked() {
		if _, hasOrigin := p.Branches.ForkFrame(); hasOrigin {
			add('┴', '^', "left here")
		}
		add('┬', 'Y', "a branch forks")
	}
	if r, ok := v.PointTable(); ok {
		for _, c := range r.Columns {
			if c.Legend != "" {
				out = append(out, c.Title+" "+c.Legend)
			}
		}
	}
	for i, n := 0, p.Run().Len(); i < n; i += max(1, n/400) {
		if p.Run().Event(i) != "" {
			add('╎', '\'', "event")
			break
		}
	}
	return out
}

// Timeline returns the timeline of the run: the position, the events, the stops of the active
// breakpoints, the steps at which other branches fork or this one was forked, and the number of
// computed steps.
func (d *Debugger) Timeline(t *theme.Theme, focused bool) ui.Timeline {
	p := &d.Player
	run, b := p.Run(), &p.Branches
	out := ui.Timeline{StepCount: run.Len(), CurrentStep: p.FrameNumber(), PositionText: p.PositionText(),
		Focused: focused}
	out.HasEvent = func(i int) bool { return run.Event(i) != "" }
	for _, i := range d.Breakpoints.StopFrames() {
		if i < run.Len() {
			out.Signs = append(out.Signs, ui.Sign{Step: i, Glyph: t.Glyph('▼', 'v'), Ink: ascii.Warn})
		}
	}
	if !b.Forked() {
		return out
	}
	for _, other := range b.Divergences() {
		if other.Number > 0 {
			out.Signs = append(out.Signs, ui.Sign{Step: other.Frame, Glyph: t.Glyph('┬', 'Y'), Ink: ascii.Accent,
				Label: strconv.Itoa(other.Number)})
		}
	}
	if forkFrame, ok := b.ForkFrame(); ok {
		out.Signs = append(out.Signs, ui.Sign{Step: forkFrame, Glyph: t.Glyph('┴', '^'), Ink: ascii.Accent})
	}
	return out
}
