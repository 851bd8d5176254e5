package ui

import (
	"slices"
	"strings"

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

// Layers returns the layers of the pane: its text with the given ID, its parts with the
// IDs id/…, the pinned lines, the line of [Document.SetStickyHeading], and “↑ pgup” and “↓ pgdn” if
// there are more lines.
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
	above, below := p.HasMore()
	addHint := func(hint string, y int) {
		hint = p.theme.Style(ascii.Dim).Render(hint)
		out = append(out, NewLayer("", hint, x+p.view.Width()-lipgloss.Width(hint), y))
	}
	if above {
		addHint(p.theme.Glyph('↑', '^')+" pgup", y-1)
	}
	if below {
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
const scrollHintWidth = 12

// pinnedRows returns the pinned lines if they are scrolled out and there is room for
// them above the document's limit.
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
