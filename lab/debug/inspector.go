package debug

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/lab/session"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
)

// panelsFromWidth and panelsFromHeight are the screen from which panels stand
// below the stage.
const panelsFromWidth, panelsFromHeight = 160, 36

// HasPanelRoom reports whether panels stand below the stage of a screen.
func HasPanelRoom(w, h int) bool { return w >= panelsFromWidth && h >= panelsFromHeight }

// Panel is a text beside the run that stays open while it is stepped.
type Panel int

const (
	NoPanel Panel = iota
	WhyPanel
	LedgerPanel
)

// String is what the footer calls a panel.
func (p Panel) String() string { return [...]string{"stage", "why", "ledger"}[p] }

// inspector is the panels: why the step is as it is, and what must hold. Without room
// for its panel, why is a window.
type inspector struct {
	Why    bool // the panel is open, where there is room for it
	Ledger ledger
	panes  [LedgerPanel + 1]*ui.Pane
}

func NewInspector(t *theme.Theme) inspector {
	return inspector{panes: [...]*ui.Pane{WhyPanel: ui.NewPane(t), LedgerPanel: ui.NewPane(t)}}
}

// Show opens a panel at its beginning, or closes it.
func (i *inspector) Show(p Panel, open bool) {
	if i.panes[p].Follow(); p == WhyPanel {
		i.Why = open
		return
	}
	i.Ledger.Open = open
	i.Ledger.forget()
}

// PanelRects are the places of the panels that stay open while stepping. One without
// room is empty.
type PanelRects struct{ Why, Ledger ascii.Rect }

// Open returns the panels that have room.
func (l PanelRects) Open() (out []Panel) {
	if !l.Why.Empty() {
		out = append(out, WhyPanel)
	}
	if !l.Ledger.Empty() {
		out = append(out, LedgerPanel)
	}
	return out
}

// Lay lays out the panels that have room, given why the step is as it is.
func (i *inspector) Lay(t *theme.Theme, l PanelRects, why func() []ascii.Line) {
	if r := l.Why; !r.Empty() {
		i.panes[WhyPanel].SetSize(r.W, r.H-1)
		i.panes[WhyPanel].Show(layWhy(t, r.W, r.H-1, why()))
	}
	if r := l.Ledger; !r.Empty() {
		i.panes[LedgerPanel].SetSize(r.W, r.H-1)
		i.panes[LedgerPanel].Show(i.Ledger.Lay(t, r.W, r.H-1))
	}
}

// Layers returns the layers of the panels that have room, given the one with the
// keyboard, and what they are about where that is to be said.
func (i *inspector) Layers(t *theme.Theme, l PanelRects, with Panel, about string) (out []*lipgloss.Layer) {
	if !l.Why.Empty() {
		out = append(out, i.layer(t, WhyPanel, l.Why, titled(about, "Why this step"), with == WhyPanel))
	}
	if !l.Ledger.Empty() {
		out = append(out, i.layer(t, LedgerPanel, l.Ledger, titled(about, "The ledger"), with == LedgerPanel))
	}
	return out
}

// layer returns the layer of a panel below its title. Beside the title stand what is
// out of sight, and the key that scrolls it or leads to it from the stage.
func (i *inspector) layer(t *theme.Theme, p Panel, r ascii.Rect, title string, focused bool) *lipgloss.Layer {
	ink, key := ascii.Strong, "shift+tab"
	if focused {
		ink, key = ascii.Accent, "↑ ↓"
	}
	head, where := t.View().Line(ascii.Inked(title+" ", ink)), ascii.Line{}
	if from, to, n := i.panes[p].Visible(); from > 0 || to < n {
		where = t.View().Line(ascii.Line{{Text: fmt.Sprintf(" %d–%d of %d  ", from+1, to, n), Ink: ascii.Dim}, {Text: key, Ink: ascii.Strong}})
	}
	rule := ascii.Span{Text: strings.Repeat(t.Glyph('─', '-'), max(0, r.W-head.Width()-where.Width())), Ink: ascii.Faint}
	head = append(append(head, rule), where...)
	return session.NewLayer(p.String(), t.Line(head)+"\n"+i.panes[p].View(), r.X, r.Y)
}

// titled is a title behind what it is about.
func titled(about, title string) string {
	if about == "" {
		return title
	}
	return about + strings.ToLower(title[:1]) + title[1:]
}

// whyLeast is how narrow a column of why may be, so that its tables are whole.
const whyLeast = 66

// layWhy lays out why the step is as it is, in two columns if one is not enough.
func layWhy(t *theme.Theme, w, h int, why []ascii.Line) *ui.Document {
	d := ui.NewDocument(t, w)
	d.Write(why...)
	if column := (w - ledgerGap) / 2; d.Len() > h && column >= whyLeast {
		narrow := ui.NewDocument(t, column)
		narrow.Write(why...)
		d = ui.NewDocument(t, w)
		d.Add(twoColumns(narrow.Lines(), column, max(h, (narrow.Len()+1)/2))...)
	}
	return d
}
