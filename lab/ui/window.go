package ui

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/lab/theme"
)

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

// NewWindow returns a window. It calls text to lay out what it shows.
func NewWindow(t *theme.Theme, title string, text func(*Document)) *Window {
	return &Window{ID: "window", Title: title, Pane: NewPane(t), theme: t, writeText: text}
}

// SetSize lays out the window on a screen of the given size. Call it again whenever the text
// changes.
func (w *Window) SetSize(screenW, screenH int) {
	place := w.AreaFor
	if place == nil {
		place = func(lines int) ascii.Rect { return centredRect(screenW, screenH, windowWidth, lines+4) }
	}
	w.area = place(0)
	d := NewDocument(w.theme, w.textArea().W)
	w.writeText(d)
	w.area = place(d.Len())
	w.Pane.SetSize(d.Width, w.textArea().H)
	w.Pane.SetDocument(d)
	w.cachedFrame = ""
}

// textArea returns the rectangle of the text.
func (w *Window) textArea() ascii.Rect {
	in := textArea(w.area)
	if w.Compact {
		in.Y, in.H = in.Y-1, in.H+1
	}
	return in
}

// centredRect returns a rectangle of at most w×h cells in the middle of a screen of the given size.
func centredRect(screenW, screenH, w, h int) ascii.Rect {
	w, h = max(0, min(w, screenW-2)), max(0, min(h, screenH-2))
	return ascii.Rect{X: (screenW - w) / 2, Y: (screenH - h) / 2, W: w, H: h}
}

// textArea returns the inside of a window below its title and an empty row.
func textArea(window ascii.Rect) ascii.Rect {
	in := window.Inset(2, 1)
	return in.Rows(2, in.H-2)
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
	in := w.textArea()
	out := []*lipgloss.Layer{NewLayer(w.ID, w.cachedFrame, w.area.X-1, w.area.Y)}
	return append(out, w.Pane.partLayers(w.ID, in.X, in.Y)...)
}

// Caret returns the position of the text cursor on the screen, if it is visible.
func (w *Window) Caret() (x, y int, ok bool) {
	in := w.textArea()
	x, y, ok = w.Pane.Caret()
	return in.X + x, in.Y + y, ok
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
func drawFrame(t *theme.Theme, bordered bool, head, text string, at ascii.Rect) string {
	style, background := t.Window, ascii.Field
	if bordered {
		style, background = t.BorderedWindow, ascii.Paper
	}
	text = lipgloss.JoinVertical(lipgloss.Left, head, text)
	text = t.Block(style.Width(at.W).Height(at.H).Render(text), at.W, at.H, background)
	return lipgloss.NewStyle().Padding(0, 1).Render(text)
}
