// Package ui provides the components of the screens. Each of them owns its state and
// works without the others. A [theme.Theme] determines their style. Start with the
// example, then read form.go.
//
// The package knows nothing about exercises. Components take plain values, such as labels, marks
// (verdicts next to fields) and [ascii.Line] for text, and Update returns an [Event]. After a
// change a screen lays out its text in a [Document], passes the layers of all components to
// [Compose], and later asks [Hit] for the layer under the mouse.
//
//	Field     a box for a line of text
//	Choices   a list of options, or a cell that cycles through them
//	Table     a table with fields and choices in its cells
//	Form      entries (an Input with Label, Remark and Mark) and tables
//	Document  paragraphs, formulas, lists, and parts that can be clicked
//	Pane      scrolls a Document and keeps some of its lines visible
//	Window    a Document in the middle of the screen, in front of everything else
//	Picker    rows to choose from: NewPicker, NewSearch, NewPrompt
//	Footer    the most useful keys and what they do; WriteHelp lists all keys
//	Control   a slider, options, or a button; Timeline shows a run
//	Busy      a spinner for work that takes time
//
// Bubbles does the editing (textinput), scrolling (viewport), selecting and filtering
// (list), and draws keys (help) and work in progress (spinner). The comment of package
// lab lists what we draw ourselves, and why.
package ui

import (
	"bytes"
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"
	"sync"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"kernellab/ascii"
	"kernellab/lab/theme"
)

// Event is the result of Update or Click: what a message did to a component.
type Event uint8

// The events.
const (
	Ignored Event = iota // nothing, because the component does not use the message
	Moved                // it moved the cursor, the selection or the visible part
	Changed              // it changed the value
	Chosen               // it chose the selection
	Closed               // it closes the window
)

// Compose draws layers on a screen of w×h cells. Later layers cover earlier ones.
func Compose(t *theme.Theme, w, h int, layers ...*lipgloss.Layer) string {
	var f Frame
	f.Draw(t, w, h, layers)
	return f.Text
}

// Frame is what a screen shows. The zero Frame is empty.
type Frame struct {
	Text  string
	w, h  int
	parts [][]rowPart // the parts of each row; nil if the frame is empty
}

// Draw sets the text to what [Compose] would return, but draws only the rows that have changed. The
// theme must be that of the last call, unless the frame is empty.
func (f *Frame) Draw(t *theme.Theme, w, h int, layers []*lipgloss.Layer) {
	if w != f.w || h != f.h {
		*f = Frame{w: w, h: h}
	}
	out := frameBuffers.Get().(*bytes.Buffer)
	defer frameBuffers.Put(out)
	out.Reset()
	canvas := canvases.Get().(*lipgloss.Canvas)
	defer canvases.Put(canvas)
	canvas.Resize(w, 1)
	oldRows, oldParts := strings.Split(f.Text, "\n"), f.parts
	f.parts = rowParts(h, layers)
	for y, parts := range f.parts {
		if y > 0 {
			out.WriteByte('\n')
		}
		if oldParts != nil && slices.Equal(parts, oldParts[y]) {
			out.WriteString(oldRows[y])
			continue
		}
		if texts, ok := joinParts(parts, w); ok {
			t.WriteRow(out, texts)
			continue
		}
		canvas.Clear()
		for _, p := range parts {
			uv.NewStyledString(p.text).Draw(canvas, image.Rect(p.x, 0, p.x+p.w, 1))
		}
		t.Paint(canvas, ascii.Paper)
		out.WriteString(canvas.Render())
	}
	f.Text = out.String()
}

// rowPart is the part of a layer in one row of the screen, from column x on, w cells wide.
type rowPart struct {
	x, w int
	text string
}

// rowParts returns the visible parts of the layers in each of the first h rows. It leaves out those
// that a later part covers, and blank parts with nothing below them.
func rowParts(h int, layers []*lipgloss.Layer) [][]rowPart {
	out := make([][]rowPart, h)
	for _, l := range layers {
		y, x, w := l.GetY(), l.GetX(), l.Width()
		for text := range strings.SplitSeq(l.GetContent(), "\n") {
			if y >= 0 && y < h && (len(out[y]) > 0 || strings.Trim(text, " ") != "") {
				visible := slices.DeleteFunc(out[y], func(p rowPart) bool { return p.x >= x && p.x+p.w <= x+w })
				out[y] = append(visible, rowPart{x, w, text})
			}
			y++
		}
	}
	return out
}

// joinParts returns the texts of the parts, ordered by column, and blanks that fill the rest of a row of
// w cells. If parts overlap or do not fit into the row, ok is false.
func joinParts(parts []rowPart, w int) (texts []string, ok bool) {
	written, covered := 0, 0 // the columns written, and those up to the end of the last layer
	for _, p := range slices.SortedFunc(slices.Values(parts), func(p, q rowPart) int { return p.x - q.x }) {
		if p.x < covered || p.x+p.w > w {
			return nil, false
		}
		texts = append(texts, strings.Repeat(" ", p.x-written), p.text)
		written, covered = p.x+lipgloss.Width(p.text), p.x+p.w
	}
	return append(texts, strings.Repeat(" ", w-written)), true
}

// All sessions share these pools of canvases, each one row high, and of buffers for frames.
var (
	canvases     = sync.Pool{New: func() any { return lipgloss.NewCanvas(0, 0) }}
	frameBuffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}
)

// Click is a press of the left mouse button: the ID of the layer at the mouse, or "" if
// there is none, and the cell relative to that layer.
type Click struct {
	ID   string
	X, Y int
}

// Hit returns the click at a position of the screen that [Compose] draws from the
// layers. It gives the layers ascending values of z, because the compositor sorts them by
// z only, and does not keep the order of layers with equal z.
func Hit(layers []*lipgloss.Layer, m tea.Mouse) Click {
	for z, l := range layers {
		l.Z(z + 1)
	}
	hit := lipgloss.NewCompositor(layers...).Hit(m.X, m.Y)
	corner := hit.Bounds().Min
	return Click{hit.ID(), m.X - corner.X, m.Y - corner.Y}
}

// In reports whether the click hit the layer with the given ID, or a layer whose ID begins with that
// ID and a slash. It returns the click without this beginning of its ID.
func (c Click) In(id string) (inside Click, ok bool) {
	rest, found := strings.CutPrefix(c.ID, id)
	if !found || rest != "" && rest[0] != '/' {
		return Click{}, false
	}
	c.ID = strings.TrimPrefix(rest, "/")
	return c, true
}

// Index returns N if the click hit the layer whose ID is id, a slash, and the number N.
func (c Click) Index(id string) (n int, ok bool) {
	c, ok = c.In(id)
	n, err := strconv.Atoi(c.ID)
	return n, ok && err == nil
}

// KeyMap holds the keys of all components. In a text field, a letter is text and not a
// key.
type KeyMap struct {
	Up, Down, Left, Right key.Binding
	PageUp, PageDown      key.Binding
	Next, Pick            key.Binding // choices
	Accept, Reading       key.Binding // suggestions for a field
	Choose, Close         key.Binding // windows
}

// Keys returns the keys of all components.
func Keys() KeyMap {
	bind := func(help, words string, keys ...string) key.Binding {
		return key.NewBinding(key.WithKeys(keys...), key.WithHelp(help, words))
	}
	return KeyMap{
		Up: bind("↑ k", "up", "up", "k"), Down: bind("↓ j", "down", "down", "j"),
		Left: bind("← h", "left", "left", "h"), Right: bind("→ l", "right", "right", "l"),
		PageUp: bind("pgup", "page up", "pgup"), PageDown: bind("pgdn", "page down", "pgdown"),
		Next:   bind("space", "the next choice", "space"),
		Pick:   bind("1…9", "that choice", strings.Split("123456789", "")...),
		Accept: bind("tab", "accept the suggested correction", "tab"),
		Reading: bind("f2 f3", "if an answer can be read in two ways: choose one",
			"f2", "f3", "f4", "f5", "alt+1", "alt+2",
			"alt+3", "alt+4"),
		Choose: bind("enter", "choose the selected line", "enter"),
		Close:  bind("esc", "close", "esc", "q", "?"),
	}
}

// NewLayer returns a layer at a position of the screen.
func NewLayer(id, content string, x, y int) *lipgloss.Layer {
	return lipgloss.NewLayer(content).ID(id).X(x).Y(y)
}

// The minimum size of a screen in cells.
const MinWidth, MinHeight = 60, 18

// TooSmall reports whether a terminal of w×h cells is too small for a screen.
func TooSmall(w, h int) bool { return w < MinWidth || h < MinHeight }

// TooSmallLayer returns a layer that asks for a larger terminal than w×h cells.
func TooSmallLayer(t *theme.Theme, w, h int) *lipgloss.Layer {
	words := ascii.Inked(fmt.Sprintf("kernellab needs %d×%d", MinWidth, MinHeight), ascii.Text)
	rows := t.View().TransliterateLine(words).Wrap(w)
	return lipgloss.NewLayer(t.Lines(rows)).Y(max(0, (h-len(rows))/2))
}

// Mark is the verdict next to a field.
type Mark uint8

// The marks.
const (
	NoMark  Mark = iota
	Right        // ✓
	Wrong        // ✗
	Follows      // ~: correctly computed from a wrong answer in another field, or right in another form
)

// span returns the character for a mark, right-aligned in w columns. For NoMark it returns
// an empty span.
func (m Mark) span(t *theme.Theme, w int) ascii.Span {
	blanks := strings.Repeat(" ", w-1)
	switch m {
	case Right:
		return ascii.Span{Text: blanks + t.Glyph('✓', '+'), Ink: ascii.Good}
	case Wrong:
		return ascii.Span{Text: blanks + t.Glyph('✗', 'x'), Ink: ascii.Bad}
	case Follows:
		return ascii.Span{Text: blanks + "~", Ink: ascii.Dim}
	}
	return ascii.Span{}
}

// Remark is feedback on the text of a field.
type Remark struct {
	Mark      Mark
	LineMarks []Mark     // the verdicts on the lines of a derivation
	Reading   string     // how the text was parsed; shown if the text does not fit into the field
	Text      ascii.Line // the verdict, or how the text was parsed
	WrongRune int        // the rune that cannot be parsed, counted from 1; 0 for none
	Lasting   bool       // whether to show Text even without the focus
	Readings  []Choice   // possible meanings of the text: f2 chooses the first, f3 the second
	Fix       string     // a corrected text, which tab accepts
}

// writeSuggestions adds the readings and the correction to a document, each with its
// key.
func (r Remark) writeSuggestions(d *Document) {
	for k, reading := range r.Readings {
		d.AddItem(ascii.Inked(fmt.Sprintf("  f%d ", k+2), ascii.Accent), ascii.Inked(reading.Label, ascii.Text))
	}
	if r.Fix != "" {
		d.AddItem(ascii.Inked("  tab ", ascii.Accent), ascii.Line{{Text: "makes it ", Ink: ascii.Dim},
			{Text: r.Fix, Ink: ascii.Text}})
	}
}
