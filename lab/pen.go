package lab

import (
	"kernellab/ascii"
)

// pen writes text on a grid in a terminal's profile.
type pen struct {
	grid *ascii.Grid
	view ascii.View
}

// say is a line as this terminal can show it.
func (p pen) say(l ascii.Line) ascii.Line {
	if p.view.Profile != ascii.SevenBit {
		return l
	}
	out := make(ascii.Line, len(l))
	for i, s := range l {
		out[i] = ascii.Span{Text: p.view.Transliterate(s.Text), Ink: s.Ink}
	}
	return out
}

// glyph is utf8 where the terminal shows it, and seven elsewhere.
func (p pen) glyph(utf8, seven rune) rune {
	if p.view.Profile == ascii.SevenBit {
		return seven
	}
	return utf8
}

// filled reports whether backgrounds show.
func (p pen) filled() bool {
	return p.view.Profile == ascii.TrueColor || p.view.Profile == ascii.Indexed256
}

// ellipsis stands for what is cut off.
func (p pen) ellipsis() string { return string(p.glyph('…', '~')) }

// write puts a line at (x, y), cut after w columns with an ellipsis, and
// returns the column after it.
func (p pen) write(x, y, w int, l ascii.Line) int {
	return p.put(x, y, w, clip(p.say(l), w, p.ellipsis()), ascii.None)
}

// put writes a line that needs no more preparing over a background.
func (p pen) put(x, y, w int, l ascii.Line, bg ascii.Ink) int {
	end := x + w
	for _, s := range l {
		for _, r := range s.Text {
			n := columns(r)
			if n == 0 {
				continue
			}
			if x+n > end {
				return x
			}
			p.set(x, y, r, s.Ink, bg)
			if n == 2 {
				p.set(x+1, y, ascii.Wide, s.Ink, bg)
			}
			x += n
		}
	}
	return x
}

// set writes one cell; where no background is asked for, the one there stays.
func (p pen) set(x, y int, r rune, fg, bg ascii.Ink) {
	if bg == ascii.None {
		bg = p.grid.At(x, y).Bg
	}
	p.grid.Set(x, y, ascii.Cell{Rune: r, Fg: fg, Bg: bg})
}

// right writes a line that ends before column end, and returns where it
// begins.
func (p pen) right(end, y, w int, l ascii.Line) int {
	l = clip(p.say(l), w, p.ellipsis())
	x := end - lineWidth(l)
	p.put(x, y, w, l, ascii.None)
	return x
}

// lines writes prepared lines into an area from row skip on, and returns how
// many rows it filled.
func (p pen) lines(area ascii.Rect, lines []ascii.Line, skip int) int {
	n := 0
	for i := skip; i >= 0 && i < len(lines) && n < area.H; i++ {
		p.put(area.X, area.Y+n, area.W, lines[i], ascii.None)
		n++
	}
	return n
}

// fill gives every cell of an area a background and blanks it.
func (p pen) fill(area ascii.Rect, bg ascii.Ink) {
	for y := area.Y; y < area.Y+area.H; y++ {
		for x := area.X; x < area.X+area.W; x++ {
			p.grid.Set(x, y, ascii.Cell{Bg: bg})
		}
	}
}

// wrapAll prepares and wraps lines to w columns.
func (p pen) wrapAll(lines []ascii.Line, w int) []ascii.Line {
	var out []ascii.Line
	for _, l := range lines {
		out = append(out, wrap(p.say(l), w)...)
	}
	return out
}

// wrapWhole is wrapAll of as many of the first lines as fit whole in so many
// rows.
func (p pen) wrapWhole(lines []ascii.Line, w, rows int) []ascii.Line {
	var out []ascii.Line
	for _, l := range lines {
		wrapped := wrap(p.say(l), w)
		if len(out)+len(wrapped) > rows {
			break
		}
		out = append(out, wrapped...)
	}
	return out
}

// clipAll prepares lines for the screen, each cut after w columns.
func (p pen) clipAll(lines []ascii.Line, w int) []ascii.Line {
	var out []ascii.Line
	for _, l := range lines {
		out = append(out, clip(p.say(l), w, p.ellipsis()))
	}
	return out
}

// panel clears the area of a window laid over the screen and gives it an
// edge: a background of its own where the terminal has one, else a thin rule.
// It returns the room inside.
func (p pen) panel(area ascii.Rect) ascii.Rect {
	if p.filled() {
		p.fill(area, ascii.Field)
		return area.Inset(2, 1)
	}
	return p.ruled(area)
}

// ruled clears an area and draws a thin rule around it. It returns the room
// inside.
func (p pen) ruled(area ascii.Rect) ascii.Rect {
	p.fill(area, ascii.None)
	horizontal, vertical := p.glyph('─', '-'), p.glyph('│', '|')
	right, bottom := area.X+area.W-1, area.Y+area.H-1
	for x := area.X; x <= right; x++ {
		p.set(x, area.Y, horizontal, ascii.Axis, ascii.None)
		p.set(x, bottom, horizontal, ascii.Axis, ascii.None)
	}
	for y := area.Y; y <= bottom; y++ {
		p.set(area.X, y, vertical, ascii.Axis, ascii.None)
		p.set(right, y, vertical, ascii.Axis, ascii.None)
	}
	p.set(area.X, area.Y, p.glyph('╭', '+'), ascii.Axis, ascii.None)
	p.set(right, area.Y, p.glyph('╮', '+'), ascii.Axis, ascii.None)
	p.set(area.X, bottom, p.glyph('╰', '+'), ascii.Axis, ascii.None)
	p.set(right, bottom, p.glyph('╯', '+'), ascii.Axis, ascii.None)
	return area.Inset(2, 1)
}

// drawTooSmall asks for more room in one line, or in as much of it as fits.
func drawTooSmall(p pen) {
	l := line("kernellab needs 60 columns and 18 rows: please enlarge the window.", ascii.Text)
	y := p.grid.H / 2
	for i, row := range wrap(p.say(l), p.grid.W) {
		p.put(0, y+i, p.grid.W, row, ascii.None)
	}
}
