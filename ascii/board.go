package ascii

import "math"

// Board is figures in rows of Cols, each under lines of its own, to be compared
// at a glance.
type Board struct {
	Cols   int // 0: so many that each of them has the most room
	Panels []Panel
}

// Panel is one of them.
type Panel struct {
	Head []Line // above the figure; cut where it is too long
	Plot Figure
}

var _ Figure = Board{}

// Draw gives every panel as much room as every other. Where a panel would have
// less than three rows for its figure, the heads alone are written.
func (b Board) Draw(dst *Grid, area Rect, v View) {
	area = area.Intersect(dst.Bounds())
	if area.Empty() || len(b.Panels) == 0 {
		return
	}
	cols := b.columns(area, v)
	rows := (len(b.Panels) + cols - 1) / cols
	for i, p := range b.Panels {
		p.draw(dst, part(area, i%cols, cols, i/cols, rows), v)
	}
}

// columns is how many panels stand in a row: where that is open, so many that the
// shorter side of each is the longest, and that few places stay empty.
func (b Board) columns(area Rect, v View) int {
	if b.Cols > 0 {
		return b.Cols
	}
	best, room := 1, math.Inf(-1)
	for c := 1; c <= len(b.Panels); c++ {
		rows := (len(b.Panels) + c - 1) / c
		cell := part(area, 0, c, 0, rows)
		side := math.Min(float64(cell.W), v.CellAspect()*float64(cell.H-1))
		if side *= float64(len(b.Panels)) / float64(c*rows); side > room {
			best, room = c, side
		}
	}
	return best
}

// part is cell (x, y) of an area divided into columns and rows, with a gap of two
// columns and of one row between them, or a little more: all cells have one size.
func part(area Rect, x, columns, y, rows int) Rect {
	return Rect{
		X: area.X + (area.W+2)*x/columns, W: max(0, (area.W+2)/columns-2),
		Y: area.Y + (area.H+1)*y/rows, H: max(0, (area.H+1)/rows-1),
	}
}

func (p Panel) draw(dst *Grid, area Rect, v View) {
	if area.Empty() {
		return
	}
	for i, l := range p.Head[:min(len(p.Head), area.H)] {
		clipSpans(dst, area, area.X, area.Y+i, v.Clip(l, area.W))
	}
	area.Y, area.H = area.Y+len(p.Head), area.H-len(p.Head)
	if p.Plot != nil && area.H >= 3 {
		p.Plot.Draw(dst, area, v)
	}
}

// toldWhole is how many panels are told with all that their figures say.
const toldWhole = 4

// Words tells the heads, and of few panels what each figure says.
func (b Board) Words() []string {
	out := []string{Count(len(b.Panels), "picture") + " side by side."}
	for _, p := range b.Panels {
		for _, l := range p.Head {
			out = append(out, l.String()+".")
		}
		if p.Plot != nil && len(b.Panels) <= toldWhole {
			out = append(out, p.Plot.Words()...)
		}
	}
	return out
}
