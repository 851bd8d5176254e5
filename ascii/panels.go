package ascii

import "math"

// Panel is a figure with a caption over it.
type Panel struct {
	Caption Line
	Figure  Figure
}

// Panels are figures of one kind side by side, in as many rows as leave each of
// them the most room.
type Panels struct{ Panels []Panel }

// Draw draws as many of the panels as have room for a caption and two rows.
func (p Panels) Draw(dst *Grid, area Rect, v View) {
	n := len(p.Panels)
	if n == 0 || area.Empty() {
		return
	}
	columns := p.columns(area, v)
	rows := (n + columns - 1) / columns
	for i, panel := range p.Panels {
		cell := part(area, i%columns, columns, i/columns, rows)
		if cell.W < 1 || cell.H < 3 {
			continue
		}
		dst.Write(cell.X, cell.Y, cell.W, v.Clip(panel.Caption, cell.W))
		panel.Figure.Draw(dst, Rect{X: cell.X, Y: cell.Y + 1, W: cell.W, H: cell.H - 1}, v)
	}
}

// columns is how many panels stand in a row: so many that the shorter side of
// each is the longest, and that few places stay empty.
func (p Panels) columns(area Rect, v View) int {
	best, room := 1, math.Inf(-1)
	for c := 1; c <= len(p.Panels); c++ {
		rows := (len(p.Panels) + c - 1) / c
		cell := part(area, 0, c, 0, rows)
		side := math.Min(float64(cell.W), v.CellAspect()*float64(cell.H-1))
		if side *= float64(len(p.Panels)) / float64(c*rows); side > room {
			best, room = c, side
		}
	}
	return best
}

// part is cell (x, y) of an area divided into columns and rows, with a gap of two
// columns and of one row between them.
func part(area Rect, x, columns, y, rows int) Rect {
	left, right := (area.W+2)*x/columns, (area.W+2)*(x+1)/columns-2
	top, bottom := (area.H+1)*y/rows, (area.H+1)*(y+1)/rows-1
	return Rect{X: area.X + left, Y: area.Y + top, W: right - left, H: bottom - top}
}

// toldWhole is how many panels are told with all that their figures say.
const toldWhole = 3

// Words tells the captions, and of few panels what each figure says.
func (p Panels) Words() []string {
	out := []string{Count(len(p.Panels), "picture") + " side by side."}
	for _, panel := range p.Panels {
		out = append(out, panel.Caption.String()+".")
		if len(p.Panels) <= toldWhole {
			out = append(out, panel.Figure.Words()...)
		}
	}
	return out
}
