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
	"kernellab/lab/session"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
)

// HasPanelRoom reports whether a screen has room for an explanation below its stage.
func HasPanelRoom(w, h int) bool { return w >= session.WideFrom && h >= panelsFromHeight }

const panelsFromHeight = 30

// Panel is a text about the run that stays open while the run is stepped.
type Panel int

const (
	NoPanel Panel = iota
	WhyPanel
	LedgerPanel
)

// String returns the name of a panel in the footer.
func (p Panel) String() string { return [...]string{"stage", "why", "ledger"}[p] }

// inspector shows the panels: why the step is as it is, and the ledger. Without room
// for its panel, the explanation opens in a window.
type inspector struct {
	Why   bool // the panel is open if there is room for it
	panes [LedgerPanel + 1]*ui.Pane
}

func newInspector(t *theme.Theme) inspector {
	return inspector{panes: [...]*ui.Pane{WhyPanel: ui.NewPane(t), LedgerPanel: ui.NewPane(t)}}
}

// ShowPanel opens a panel at its beginning, or closes it.
func (d *Debugger) ShowPanel(p Panel, open bool) {
	if d.Inspector.panes[p].Follow(); p == WhyPanel {
		d.Inspector.Why = open
		return
	}
	d.Ledger.Show(open)
}

// PanelRects holds the places of the open panels. Those without room are empty.
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

// LayoutPanels lays out the panels that have room.
func (d *Debugger) LayoutPanels(l PanelRects) {
	t, i := d.Session.Theme, &d.Inspector
	if r := l.Why; !r.Empty() {
		i.panes[WhyPanel].SetSize(r.W, r.H-1)
		i.panes[WhyPanel].Show(writeWhy(t, r.W, r.H-1, d.Why()))
	}
	if r := l.Ledger; !r.Empty() {
		i.panes[LedgerPanel].SetSize(r.W, r.H-1)
		i.panes[LedgerPanel].Show(writeLedger(&d.Ledger, t, r.W, r.H-1))
	}
}

// PanelLayers returns the layers of the panels that have room, given the one with the
// keyboard.
func (d *Debugger) PanelLayers(l PanelRects, with Panel) (out []*lipgloss.Layer) {
	t, i, about := d.Session.Theme, &d.Inspector, d.About()
	if !l.Why.Empty() {
		out = append(out, i.layer(t, WhyPanel, l.Why, titled(about, "Why this step"), with == WhyPanel))
	}
	if !l.Ledger.Empty() {
		out = append(out, i.layer(t, LedgerPanel, l.Ledger, titled(about, "The ledger"), with == LedgerPanel))
	}
	return out
}

// layer returns the layer of a panel below its title. If not all lines fit, the title
// shows which are visible and the key that scrolls the panel or leads to it from the
// stage.
func (i *inspector) layer(t *theme.Theme, p Panel, r ascii.Rect, title string, focused bool) *lipgloss.Layer {
	ink, key := ascii.Strong, "shift+tab"
	if focused {
		ink, key = ascii.Accent, "↑ ↓"
	}
	head, where := t.View().Line(ascii.Inked(title+" ", ink)), ascii.Line{}
	if from, to, n := i.panes[p].Visible(); from > 0 || to < n {
		where = t.View().Line(ascii.Line{{Text: fmt.Sprintf(" %d–%d of %d  ", from+1, to, n), Ink: ascii.Dim},
			{Text: key, Ink: ascii.Strong}})
	}
	if p == WhyPanel {
		where = append(where, ascii.Span{Text: " esc", Ink: ascii.Strong}, ascii.Span{Text: " closes", Ink: ascii.Dim})
	}
	rule := ascii.Span{Text: strings.Repeat(t.Glyph('─', '-'), max(0, r.W-head.Width()-where.Width())),
		Ink: ascii.Faint}
	head = append(append(head, rule), where...)
	return session.NewLayer(p.String(), t.Line(head)+"\n"+i.panes[p].View(), r.X, r.Y)
}

// titled returns a title after its prefix.
func titled(about, title string) string {
	if about == "" {
		return title
	}
	return about + strings.ToLower(title[:1]) + title[1:]
}

// minWhyWidth is the smallest width of a column of the explanation in which its tables
// fit.
const minWhyWidth = 66

// writeWhy lays out the explanation of the step, in two columns if one is too long.
func writeWhy(t *theme.Theme, w, h int, why []ascii.Line) *ui.Document {
	d := ui.NewDocument(t, w)
	d.Write(why...)
	if column := (w - ledgerGap) / 2; d.Len() > h && column >= minWhyWidth {
		narrow := ui.NewDocument(t, column)
		narrow.Write(why...)
		d = ui.NewDocument(t, w)
		d.Add(twoColumns(narrow.Lines(), column, max(h, (narrow.Len()+1)/2))...)
	}
	return d
}

// A column of the ledger is at most maxLedgerWidth wide, so that a law stays close to
// its number. Two columns are at least minLedgerWidth wide each, ledgerGap apart.
const maxLedgerWidth, minLedgerWidth, ledgerGap = 64, 46, 4

// writeLedger lays out the invariants with their numbers in w×h cells, in two columns if one
// is too long. If not all of them fit, those that do not hold come first.
func writeLedger(l *core.Ledger, t *theme.Theme, w, h int) *ui.Document {
	d := ui.NewDocument(t, w)
	switch {
	case !l.Known:
		d.Write(ascii.Inked("reading the books …", ascii.Dim))
		return d
	case len(l.Items) == 0:
		d.Write(ascii.Inked("there is nothing to keep at this step", ascii.Dim))
		return d
	}
	column := min(w, maxLedgerWidth)
	laws := writeLaws(l, t, column, false)
	if len(laws) >= h && w >= 2*minLedgerWidth+ledgerGap {
		column = min((w-ledgerGap)/2, maxLedgerWidth)
		laws = writeLaws(l, t, column, false)
		laws = twoColumns(laws, column, (len(laws)+1)/2)
	}
	if len(laws) >= h {
		laws = writeLaws(l, t, column, true)
	}
	d.Write(ledgerSummary(l))
	d.Add(laws...)
	return d
}

// writeLaws returns the lines of the invariants in w columns. With brokenFirst those that do
// not hold come first.
func writeLaws(l *core.Ledger, t *theme.Theme, w int, brokenFirst bool) []ascii.Line {
	broken, rest := ui.NewDocument(t, w), ui.NewDocument(t, w)
	for _, i := range l.Items {
		if brokenFirst && !i.Holds {
			writeInvariant(t, broken, i)
		} else {
			writeInvariant(t, rest, i)
		}
	}
	return append(broken.Lines(), rest.Lines()...)
}

// twoColumns arranges lines in two columns of w cells, with the given number of rows.
func twoColumns(lines []ascii.Line, w, rows int) []ascii.Line {
	rows = min(rows, len(lines))
	out := make([]ascii.Line, rows)
	for i := range rows {
		out[i] = lines[i]
		if rows+i < len(lines) {
			out[i] = slices.Concat(out[i], ascii.Blanks(w-out[i].Width()+ledgerGap), lines[rows+i])
		}
	}
	return out
}

func ledgerSummary(l *core.Ledger) ascii.Line {
	n := l.Broken()
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
	head, value := t.View().Line(append(ascii.Line{mark}, i.Law...)), t.View().Line(ascii.Inked(i.Value, ink))
	if head.Width()+2+value.Width() <= d.Width {
		d.Add(ui.Spread(t, d.Width, head, value))
	} else {
		d.Item(ascii.Line{mark}, i.Law)
		d.Item(ascii.Blanks(4), value)
	}
	if !i.Holds && i.Note != "" {
		d.Item(ascii.Blanks(2), ascii.Inked(i.Note, ascii.Bad))
	}
}
