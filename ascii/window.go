package ascii

// Windowed is a figure of a part of the plane that can show another part
// instead.
type Windowed interface {
	Figure
	// Under returns the point at the middle of the cell (x, y). The result ok
	// is false outside the picture.
	Under(area Rect, v View, x, y int) (p Point, ok bool)
	// Window returns the visible part of the plane in an area.
	Window(area Rect, v View) (x, y Range)
	// Through returns the figure with exactly the given part of the plane
	// visible.
	Through(x, y Range) Figure
}

var (
	_ Windowed = Map{}
	_ Windowed = Lift{}
)

// Window returns the visible part of the plane.
func (m Map) Window(area Rect, v View) (x, y Range) {
	f := m.layout(area, v).axes.frame
	return f.x, f.y
}

// Under returns the point at a cell of the map.
func (m Map) Under(area Rect, v View, x, y int) (Point, bool) {
	return m.layout(area, v).axes.frame.under(x, y)
}

// Through returns a map of another part of the plane.
func (m Map) Through(x, y Range) Figure {
	m.X, m.Y, m.Equal = x, y, false
	return m
}

// Window returns the visible part of the plane above the number line.
func (l Lift) Window(area Rect, v View) (x, y Range) {
	a, _ := l.layout(area, v)
	if a.frame.area.Empty() {
		return l.ranges()
	}
	return a.frame.x, a.frame.y
}

// Under returns the point at a cell of the plane.
func (l Lift) Under(area Rect, v View, x, y int) (Point, bool) {
	a, _ := l.layout(area, v)
	return a.frame.under(x, y)
}

// Through returns a lift of another part of the line and the plane.
func (l Lift) Through(x, y Range) Figure {
	l.X, l.Y = x, y
	return l
}

// under returns the point in the middle of a cell.
func (f frame) under(x, y int) (Point, bool) {
	if !f.area.Contains(x, y) {
		return Point{}, false
	}
	return Point{
		X: f.x.Min + (float64(x-f.area.X)+0.5)/float64(f.area.W)*f.x.Span(),
		Y: f.y.Max - (float64(y-f.area.Y)+0.5)/float64(f.area.H)*f.y.Span(),
	}, true
}

// These methods find the bar, row or entry at a cell of a figure without a plane.

// BarAt returns the index of the bar in the row or column of cell (x, y). If
// bars share the column, it returns the one that is drawn. The result ok is
// false if there is none.
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

// RowAt returns the index of the row in line y of an area. The result ok is
// false for the header and below the rows.
func (t Table) RowAt(area Rect, y int) (row int, ok bool) {
	first, n := t.window(area.H - 1)
	i := y - area.Y - 1
	return first + i, i >= 0 && i < n
}

// Entry returns the matrix entry at a cell. If entries share the cell, it
// returns the first. The result ok is false outside the matrix.
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
