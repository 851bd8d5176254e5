package ascii

// What is under a cell of a figure that has no plane: a bar, a row, an entry.

// BarAt is the index of the bar in the row or column of cell (x, y); of bars that
// share a column it is the one that is shown. Not ok where there is none.
func (b Bars) BarAt(area Rect, v View, x, y int) (i int, ok bool) {
	if !area.Contains(x, y) || len(b.Bars) == 0 {
		return 0, false
	}
	if !b.Vertical && len(b.Bars) <= area.H {
		i = y - area.Y
		return i, i < len(b.Bars)
	}
	f := b.upright(area, v).frame
	g := b.comb(f.area.W)
	c := (x - f.area.X) / g.width
	if x < f.area.X || c >= g.columns {
		return 0, false
	}
	from, to := c*len(b.Bars)/g.columns, (c+1)*len(b.Bars)/g.columns
	best := b.strongest(from, to)
	for i := from; i < to; i++ {
		if b.Bars[i] == best {
			return i, true
		}
	}
	return from, true
}

// RowAt is the index of the row in line y of an area; not ok on the header and
// below the rows.
func (t Table) RowAt(area Rect, y int) (row int, ok bool) {
	first, n := t.window(area.H - 1)
	i := y - area.Y - 1
	return first + i, i >= 0 && i < n
}

// Entry is the entry of the matrix under a cell, the first of them where several
// share it; not ok beside the matrix.
func (h Heatmap) Entry(area Rect, v View, x, y int) (i, j int, ok bool) {
	if area.Empty() || h.Rows <= 0 || h.Cols <= 0 {
		return 0, 0, false
	}
	l := h.layout(area, v)
	x, y = x-l.plot.X, 2*(y-l.plot.Y)
	if x < 0 || y < 0 || x >= l.pw || y >= l.ph {
		return 0, 0, false
	}
	if l.zx >= 1 {
		return y / l.zy, x / l.zx, true
	}
	return y * h.Rows / l.ph, x * h.Cols / l.pw, true
}
