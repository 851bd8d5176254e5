package ui

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/viewport"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/lab/theme"
)

// Pane scrolls a document. While it follows the document, it keeps the lines of
// [Document.KeepVisible] visible. It follows from the start until the student scrolls, and
// again after the next call of [Pane.Follow].
type Pane struct {
	Follows bool // whether to keep the lines of [Document.KeepVisible] visible

	theme     *theme.Theme
	view      viewport.Model
	doc       *Document
	cache     string         // what View returns, "" after a change
	cachedFor *ascii.Palette // the palette of the cache
}

// NewPane returns an empty pane that follows its document.
func NewPane(t *theme.Theme) *Pane {
	v := viewport.New()
	k := Keys()
	v.KeyMap = viewport.KeyMap{Up: k.Up, Down: k.Down, PageUp: k.PageUp, PageDown: k.PageDown}
	return &Pane{Follows: true, theme: t, view: v, doc: NewDocument(t, 0)}
}

// SetSize sets the size of the pane. Its documents should have the same width.
func (p *Pane) SetSize(w, h int) {
	if w, h = max(0, w), max(0, h); w != p.view.Width() || h != p.view.Height() {
		p.view.SetWidth(w)
		p.view.SetHeight(h)
		p.cache = ""
	}
	p.scroll()
}

// SetDocument replaces the document.
func (p *Pane) SetDocument(d *Document) {
	if !slices.EqualFunc(d.lines, p.doc.lines, slices.Equal) {
		p.cache = ""
		p.view.SetContentLines(slices.Repeat([]string{" "}, d.Len())) // only their number matters: View draws the lines
	}
	p.doc = d
	p.scroll()
}

// Follow makes the lines of [Document.KeepVisible] visible, and keeps them visible from now
// on.
func (p *Pane) Follow() {
	p.Follows = true
	p.scroll()
}

// scroll makes the lines of [Document.KeepVisible] visible, if the pane follows the document.
func (p *Pane) scroll() {
	top, h := p.view.YOffset(), p.view.Height()
	if p.Follows {
		if p.doc.showsLinesAbove {
			top = 0
		}
		top = min(max(top, p.doc.lastKept-h+1), p.doc.firstKept)
	}
	if top != p.view.YOffset() {
		p.view.SetYOffset(top)
		p.cache = ""
	}
}

// Update scrolls with keys and the wheel. Pass the keys for single lines only to
// a pane that has the focus.
func (p *Pane) Update(msg tea.Msg) Event {
	before := p.view.YOffset()
	p.view, _ = p.view.Update(msg)
	if p.view.YOffset() == before {
		return Ignored
	}
	p.Follows, p.cache = false, ""
	return Moved
}

// Scroll moves the text by n lines, but not beyond its ends.
func (p *Pane) Scroll(n int) {
	p.view.SetYOffset(p.view.YOffset() + n)
	p.Follows, p.cache = false, ""
}

// VisibleLines returns the visible lines, from index first to index end − 1, and the number n of all
// lines.
func (p *Pane) VisibleLines() (first, end, n int) {
	first, n = p.view.YOffset(), p.view.TotalLineCount()
	return first, min(first+p.view.Height(), n), n
}

// HasMore reports whether there are lines above and below the visible ones.
func (p *Pane) HasMore() (above, below bool) { return !p.view.AtTop(), !p.view.AtBottom() }

// View draws the visible lines. The first line is padded to the full width, so that the layer is
// as wide as the pane.
func (p *Pane) View() string {
	if p.cache == "" || p.cachedFor != p.theme.Palette {
		w, h := p.view.Width(), p.view.Height()
		from, to, _ := p.VisibleLines()
		rows := make([]ascii.Line, h)
		for i, l := range p.doc.lines[from:to] {
			rows[i], _ = l.Cut(w)
		}
		if h > 0 {
			rows[0] = pad(rows[0], w)
		}
		p.cache, p.cachedFor = p.theme.Lines(rows), p.theme.Palette
	}
	return p.cache
}

// Caret returns the position of the text cursor in the pane, if it is visible.
func (p *Pane) Caret() (x, y int, ok bool) {
	if p.doc.caret == nil {
		return 0, 0, false
	}
	x, y = p.doc.caret[0], p.doc.caret[1]-p.view.YOffset()
	return x, y, y >= 0 && y < p.view.Height()
}

// Layers returns the layers of the pane: its text with the given ID, its parts, whose IDs begin with
// that ID and a slash, the pinned lines, the line of [Document.SetStickyHeading], and “↑ pgup” and
// “↓ pgdn” if there are more lines.
func (p *Pane) Layers(id string, x, y int) []*lipgloss.Layer {
	out := append([]*lipgloss.Layer{NewLayer(id, p.View(), x, y)}, p.partLayers(id, x, y)...)
	rows := p.pinnedRows()
	if len(rows) > 0 {
		out = append(out, NewLayer(id, p.theme.Lines(rows), x, y))
	}
	if p.doc.stickyHeading != nil && p.view.YOffset()+len(rows) > p.doc.headingLine {
		head := p.theme.View().Clip(p.doc.stickyHeading, p.view.Width()-scrollHintWidth)
		out = append(out, NewLayer("", p.theme.Line(head), x, y-1))
	}
	moreAbove, moreBelow := p.HasMore()
	addHint := func(hint string, y int) {
		hint = p.theme.Style(ascii.Dim).Render(hint)
		out = append(out, NewLayer("", hint, x+p.view.Width()-lipgloss.Width(hint), y))
	}
	if moreAbove {
		addHint(p.theme.Glyph('↑', '^')+" pgup", y-1)
	}
	if moreBelow {
		addHint(p.theme.Glyph('↓', 'v')+" pgdn", y+p.view.Height())
	}
	return out
}

// partLayers returns the layers of all parts, clipped to the visible lines.
func (p *Pane) partLayers(id string, x, y int) (out []*lipgloss.Layer) {
	for _, part := range p.doc.parts {
		top := part.area.Y - p.view.YOffset()
		rows := strings.Split(part.view, "\n")
		from, to := max(0, -top), min(len(rows), p.view.Height()-top)
		if from < to {
			out = append(out, NewLayer(id+"/"+part.id, strings.Join(rows[from:to], "\n"), x+part.area.X, y+top+from))
		}
	}
	return out
}

// scrollHintWidth is the number of columns that stay free for “↑ pgup”.
const scrollHintWidth = 8

// pinnedRows returns the pinned lines if the pane follows the document, the lines are scrolled out,
// and there is room for them above the limit of [Document.Pin].
func (p *Pane) pinnedRows() []ascii.Line {
	pinned, top := p.doc.pinnedLines, p.view.YOffset()
	n := len(pinned)
	if !p.Follows || n == 0 || top <= pinned[0] || top+n > p.doc.pinLimit || pinned[n-1] >= top+n {
		return nil
	}
	out := make([]ascii.Line, n)
	for i, line := range pinned {
		out[i] = pad(p.doc.lines[line], p.view.Width())
	}
	return out
}

// windowWidth is the width of a window with a text, in columns.
const windowWidth = 84

// Window is a text with a title, in the middle of the screen and in front of everything
// else.
type Window struct {
	ID       string // ID of its layer, unique among the open windows
	Title    string
	Bordered bool // whether it has a border and no background, so that fields stand out
	Compact  bool // whether it has no empty row below the title

	// AreaFor returns the area of the window for a text of the given number of lines.
	// The width must not depend on lines. If nil, the window is in the middle of the
	// screen.
	AreaFor func(lines int) ascii.Rect
	Pane    *Pane
	Hints   []key.Binding // keys for the footer, in addition to those that scroll and close

	theme       *theme.Theme
	writeText   func(*Document)
	area        ascii.Rect
	cachedFrame string // what is drawn; "" after a change
}

// NewWindow returns a window. Its method SetSize calls text, which writes what the window shows.
func NewWindow(t *theme.Theme, title string, text func(*Document)) *Window {
	return &Window{ID: "window", Title: title, Pane: NewPane(t), theme: t, writeText: text}
}

// SetSize lays out the window on a screen of the given size. Call it again whenever the text
// changes.
func (w *Window) SetSize(screenW, screenH int) {
	areaFor := w.AreaFor
	if areaFor == nil {
		areaFor = func(lines int) ascii.Rect { return centredRect(screenW, screenH, windowWidth, lines+4) }
	}
	w.area = areaFor(0)
	d := NewDocument(w.theme, w.textArea().W)
	w.writeText(d)
	w.area = areaFor(d.Len())
	w.Pane.SetSize(d.Width, w.textArea().H)
	w.Pane.SetDocument(d)
	w.cachedFrame = ""
}

// textArea returns the rectangle of the text.
func (w *Window) textArea() ascii.Rect {
	inner := textArea(w.area)
	if w.Compact {
		inner.Y, inner.H = inner.Y-1, inner.H+1
	}
	return inner
}

// centredRect returns a rectangle of at most w×h cells in the middle of a screen of the given size.
func centredRect(screenW, screenH, w, h int) ascii.Rect {
	w, h = max(0, min(w, screenW-2)), max(0, min(h, screenH-2))
	return ascii.Rect{X: (screenW - w) / 2, Y: (screenH - h) / 2, W: w, H: h}
}

// textArea returns the inside of a window below its title and an empty row.
func textArea(window ascii.Rect) ascii.Rect {
	inner := window.Inset(2, 1)
	return inner.Rows(2, inner.H-2)
}

// Update scrolls or closes the window.
func (w *Window) Update(msg tea.Msg) Event {
	keys := Keys()
	if press, ok := msg.(tea.KeyPressMsg); ok && key.Matches(press, keys.Close, keys.Choose) {
		return Closed
	}
	w.cachedFrame = ""
	return w.Pane.Update(msg)
}

// Click closes the window if the click is outside.
func (w *Window) Click(c Click) Event {
	if _, inside := c.In(w.ID); !inside {
		return Closed
	}
	return Ignored
}

// Keys returns the keys for the footer.
func (w *Window) Keys() []key.Binding {
	keys := slices.Clip(w.Hints)
	if above, below := w.Pane.HasMore(); above || below {
		keys = append(keys, Hint("↑ ↓", "scroll"))
	}
	return append(keys, Hint("esc", "closes"))
}

// Layers returns the layer of the window and the layers of the parts of its text.
func (w *Window) Layers() []*lipgloss.Layer {
	if w.cachedFrame == "" {
		w.cachedFrame = drawFrame(w.theme, w.Bordered, w.titleRows(), w.Pane.View(), w.area)
	}
	inner := w.textArea()
	out := []*lipgloss.Layer{NewLayer(w.ID, w.cachedFrame, w.area.X-1, w.area.Y)}
	return append(out, w.Pane.partLayers(w.ID, inner.X, inner.Y)...)
}

// Caret returns the position of the text cursor on the screen, if it is visible.
func (w *Window) Caret() (x, y int, ok bool) {
	inner := w.textArea()
	x, y, ok = w.Pane.Caret()
	return inner.X + x, inner.Y + y, ok
}

// titleRows returns the rows above the text.
func (w *Window) titleRows() string {
	head := w.theme.View().Clip(ascii.Inked(w.Title, ascii.Strong), w.textArea().W)
	if w.Compact {
		return w.theme.Line(head)
	}
	return w.theme.Lines([]ascii.Line{head, nil})
}

// drawFrame draws a window around a head and a text, with a blank column on each side.
func drawFrame(t *theme.Theme, bordered bool, head, text string, area ascii.Rect) string {
	style, background := t.Window, ascii.Field
	if bordered {
		style, background = t.BorderedWindow, ascii.Paper
	}
	text = lipgloss.JoinVertical(lipgloss.Left, head, text)
	text = t.Block(style.Width(area.W).Height(area.H).Render(text), area.W, area.H, background)
	return lipgloss.NewStyle().Padding(0, 1).Render(text)
}
