package ascii

// Planar is a figure drawn over a plane.
type Planar interface {
	Figure
	// Under is what lies under the middle of the cell (x, y); not ok beside the
	// picture.
	Under(area Rect, v View, x, y int) (p Point, ok bool)
}

// Windowed is a figure that shows a part of the plane, and could show another.
type Windowed interface {
	Planar
	// Window is the part of the plane that is shown in an area, and how many
	// columns stand left of it.
	Window(area Rect, v View) (x, y Range, margin int)
	// Through is the figure with another part of the plane in its window: that
	// part and no more, whatever stands in it, and so many columns left of it at
	// least.
	Through(x, y Range, margin int) Figure
}

var (
	_ Windowed = Map{}
	_ Windowed = Lift{}
	_ Planar   = Chart{}
)

// Window is the part of the plane that the map shows.
func (m Map) Window(area Rect, v View) (x, y Range, margin int) {
	f := m.layout(area, v).axes.frame
	return f.x, f.y, f.area.X - area.X
}

// Under is the place under a cell of the map.
func (m Map) Under(area Rect, v View, x, y int) (Point, bool) {
	return m.layout(area, v).axes.frame.under(x, y)
}

// Through is the map of another part of the plane.
func (m Map) Through(x, y Range, margin int) Figure {
	m.X, m.Y, m.Equal, m.margin = x, y, false, margin
	return m
}

// Window is the part of the plane that the lift shows, above its number line.
func (l Lift) Window(area Rect, v View) (x, y Range, margin int) {
	a, _ := l.layout(area, v)
	if a.frame.area.Empty() {
		x, y = l.ranges()
		return x, y, 0
	}
	return a.frame.x, a.frame.y, a.frame.area.X - area.X
}

// Under is the place under a cell of the plane.
func (l Lift) Under(area Rect, v View, x, y int) (Point, bool) {
	a, _ := l.layout(area, v)
	return a.frame.under(x, y)
}

// Through is the lift of another part of the line, and of the plane.
func (l Lift) Through(x, y Range, margin int) Figure {
	l.X, l.Y, l.margin = x, y, margin
	return l
}

// Across is the part of the axis across that the chart shows.
func (c Chart) Across(area Rect, v View) Range {
	return c.plot(area, v).axes.frame.x
}

// Under is the place under a cell, on the scale on which the chart is drawn.
func (c Chart) Under(area Rect, v View, x, y int) (Point, bool) {
	return c.plot(area, v).axes.frame.under(x, y)
}

// apart gives the axes so many columns left of their frame at least.
func (a axes) apart(margin int) axes {
	if more := margin - (a.frame.area.X - a.area.X); more > 0 && !a.bare {
		a.frame.area.X += more
		a.frame.area.W = max(1, a.frame.area.W-more)
	}
	return a
}

// under is the place in the middle of a cell.
func (f frame) under(x, y int) (Point, bool) {
	if !f.area.Contains(x, y) {
		return Point{}, false
	}
	return Point{
		X: f.x.Min + (float64(x-f.area.X)+0.5)/float64(f.area.W)*f.x.Span(),
		Y: f.y.Max - (float64(y-f.area.Y)+0.5)/float64(f.area.H)*f.y.Span(),
	}, true
}
