package lab

import (
	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
)

// item is one line to choose from; value is the answer when it is taken.
type item struct {
	label, detail string
	value         any
}

// chooser is what a window offers: a line to type into, where it has one, and
// lines to choose from, scrolled so that the one selected is in sight. What
// keys and clicks mean the window decides.
type chooser struct {
	title       string
	keys        []hint // beside the one that closes the window
	width, rows int    // the room wanted: columns of the window, rows of lines

	input *editor // nil: nothing is typed
	blank string  // shown while nothing is typed
	apart int     // rows kept free below the input

	items    []item
	selected int    // −1: the text typed
	none     string // shown where there is no item
	lit      bool   // the details have the ink of their line
}

// chooserLayout is the window's area, the room inside, its input line and its
// list.
type chooserLayout struct{ area, inside, input, list ascii.Rect }

func (c *chooser) layout(w, h int) chooserLayout {
	head := 2
	switch {
	case c.input != nil && c.rows == 0:
		head = 3
	case c.input != nil:
		head = 4
	}
	l := chooserLayout{area: overlayArea(w, h, c.width, head+c.rows+2)}
	in := l.area.Inset(2, 1)
	l.inside = in
	l.input = ascii.Rect{X: in.X + 2, Y: in.Y + 2, W: in.W - 2, H: 1}
	top := head + c.apart
	l.list = ascii.Rect{X: in.X, Y: in.Y + top, W: in.W, H: max(0, in.H-top)}
	return l
}

// move selects the line n further on, as far as there are any.
func (c *chooser) move(n int) { c.selected = max(0, min(c.selected+n, len(c.items)-1)) }

// moves does what a key with this name does to the selection, and says whether
// it does anything.
func (c *chooser) moves(name string) bool {
	switch name {
	case "up", "previous":
		c.move(-1)
	case "down", "next", "accept":
		c.move(1)
	case "page up":
		c.move(-10)
	case "page down":
		c.move(10)
	default:
		return false
	}
	return true
}

// hit is the line under the mouse on a screen of w×h cells, −1 where there is
// none; outside reports that the window is not there either.
func (c *chooser) hit(msg tea.MouseClickMsg, w, h int) (i int, outside bool) {
	l := c.layout(w, h)
	i = msg.Y - l.list.Y + scrollTo(max(0, c.selected), len(c.items), l.list.H)
	if !l.list.Contains(msg.X, msg.Y) || i >= len(c.items) {
		i = -1
	}
	return i, !l.area.Contains(msg.X, msg.Y)
}

// click selects the line under the mouse and takes it; outside the window it
// closes it.
func (c *chooser) click(msg tea.MouseClickMsg, w, h int, take func() intent) intent {
	i, outside := c.hit(msg, w, h)
	switch {
	case outside:
		return popIntent{}
	case i >= 0:
		c.selected = i
		return take()
	}
	return nil
}

func (c *chooser) draw(p pen) {
	l := c.layout(p.grid.W, p.grid.H)
	in := p.panel(l.area)
	p.write(in.X, in.Y, in.W, line(c.title, ascii.Strong))
	if c.input != nil {
		c.drawInput(p, l.input)
	}
	c.drawItems(p, l.list)
}

func (c *chooser) drawInput(p pen, r ascii.Rect) {
	p.write(r.X-2, r.Y, 2, line(string(p.glyph('›', '>')), ascii.Accent))
	text := line(c.input.value(), ascii.Strong)
	if c.input.value() == "" {
		text = line(c.blank, ascii.Dim)
	}
	p.write(r.X, r.Y, r.W, text)
}

func (c *chooser) drawItems(p pen, r ascii.Rect) {
	top := scrollTo(max(0, c.selected), len(c.items), r.H)
	for y := 0; y < r.H && top+y < len(c.items); y++ {
		it, ink, detail := c.items[top+y], ascii.Text, ascii.Dim
		if top+y == c.selected {
			ink = ascii.Accent
			p.write(r.X, r.Y+y, 2, line(string(p.glyph('›', '>')), ascii.Accent))
		}
		if c.lit {
			detail = ink
		}
		x := p.right(r.X+r.W, r.Y+y, r.W/2, line(it.detail, detail))
		p.write(r.X+2, r.Y+y, x-r.X-3, line(it.label, ink))
	}
	if len(c.items) == 0 {
		p.write(r.X+2, r.Y, r.W-2, line(c.none, ascii.Dim))
	}
}

// caret is where the text is typed on a screen of w×h cells.
func (c *chooser) caret(w, h int) (x, y int, ok bool) {
	if c.input == nil {
		return 0, 0, false
	}
	r := c.layout(w, h).input
	before := string(c.input.text[:c.input.at])
	return r.X + min(ascii.Width(before), r.W-1), r.Y, true
}
