package lab

import (
	"slices"

	"kernellab/ascii"
)

// pen writes text on a grid in a terminal's profile.
type pen struct {
	grid *ascii.Grid
	view ascii.View
}

// say is a line as this terminal can show it.
func (p pen) say(l ascii.Line) ascii.Line { return p.view.Line(l) }

// glyph is utf8 where the terminal shows it, and seven elsewhere.
func (p pen) glyph(utf8, seven rune) rune { return p.view.Pick(utf8, seven) }

// write puts a line at (x, y), cut after w columns with an ellipsis, and
// returns the column after it.
func (p pen) write(x, y, w int, l ascii.Line) int { return p.put(x, y, w, p.view.Clip(l, w)) }

// put writes a line that needs no more preparing.
func (p pen) put(x, y, w int, l ascii.Line) int { return p.grid.Write(x, y, w, l) }

// right writes a line that ends before column end, and returns where it
// begins.
func (p pen) right(end, y, w int, l ascii.Line) int {
	l = p.view.Clip(l, w)
	x := end - l.Width()
	p.put(x, y, w, l)
	return x
}

// lines writes prepared lines into an area from row skip on, and returns how
// many rows it filled.
func (p pen) lines(area ascii.Rect, lines []ascii.Line, skip int) int {
	n := 0
	for i := skip; i >= 0 && i < len(lines) && n < area.H; i++ {
		p.put(area.X, area.Y+n, area.W, lines[i])
		n++
	}
	return n
}

// wrapAll prepares and wraps lines to w columns.
func (p pen) wrapAll(lines []ascii.Line, w int) []ascii.Line {
	var out []ascii.Line
	for _, l := range lines {
		out = append(out, p.say(l).Wrap(w)...)
	}
	return out
}

// briefly is lines without the remark behind one that would take a row more for it.
func (p pen) briefly(lines []ascii.Line, w int) []ascii.Line {
	out := slices.Clone(lines)
	for i, l := range out {
		if last := len(l) - 1; last > 0 && l[last].Ink == ascii.Dim && p.say(l).Width() > w {
			out[i] = l[:last:last]
		}
	}
	return out
}

// wrapWhole is wrapAll of as many of the first lines as fit whole in so many
// rows.
func (p pen) wrapWhole(lines []ascii.Line, w, rows int) []ascii.Line {
	return p.wrapAll(lines[:p.wholes(lines, w, rows)], w)
}

// wrapWithin is wrapAll into so many rows: of what does not fit whole the first
// line is cut.
func (p pen) wrapWithin(lines []ascii.Line, w, rows int) []ascii.Line {
	out := p.wrapWhole(lines, w, rows)
	if n := p.wholes(lines, w, rows); n < len(lines) && len(out) < rows {
		out = append(out, p.view.Clip(lines[n], w))
	}
	return out
}

// wholes is how many of the first lines fit whole in so many rows.
func (p pen) wholes(lines []ascii.Line, w, rows int) int {
	for i, l := range lines {
		if rows -= len(p.say(l).Wrap(w)); rows < 0 {
			return i
		}
	}
	return len(lines)
}

// clipAll prepares lines for the screen, each cut after w columns.
func (p pen) clipAll(lines []ascii.Line, w int) []ascii.Line {
	var out []ascii.Line
	for _, l := range lines {
		out = append(out, p.view.Clip(l, w))
	}
	return out
}
