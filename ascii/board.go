package ascii

// Board is figures in rows of Cols, each under lines of its own, to be compared
// at a glance.
type Board struct {
	Cols   int // at least 1
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
	cols := max(1, b.Cols)
	rows := (len(b.Panels) + cols - 1) / cols
	for i, p := range b.Panels {
		p.draw(dst, share(area, i%cols, cols, i/cols, rows), v)
	}
}

// share is the room of a panel: two columns stay free between panels, and a row
// where there are many.
func share(area Rect, col, cols, row, rows int) Rect {
	x, y := area.X+area.W*col/cols, area.Y+area.H*row/rows
	r := Rect{X: x, Y: y, W: area.X + area.W*(col+1)/cols - x, H: area.Y + area.H*(row+1)/rows - y}
	if col+1 < cols {
		r.W -= 2
	}
	if row+1 < rows && r.H > 9 {
		r.H--
	}
	return r
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

// Words tells the panels one after the other.
func (b Board) Words() []string {
	var out []string
	for _, p := range b.Panels {
		for _, l := range p.Head {
			out = append(out, l.String()+".")
		}
		if p.Plot != nil {
			out = append(out, p.Plot.Words()...)
		}
	}
	return out
}
