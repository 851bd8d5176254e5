package ascii

import "math"

// drawColumns draws the bars upright.
func (b Bars) drawColumns(dst *Grid, area Rect, v View) {
	a := axes{area: area, bare: true, line: true, noX: true}
	a.frame = frame{area, Range{0, 1}, b.span()}
	if area.W >= 18 && area.H >= 4 {
		a = newAxes(Rect{X: area.X, Y: area.Y, W: area.W, H: max(area.H, 5)}, Range{0, 1}, b.span(), "", "", v)
		a.area, a.line, a.noX, a.tickRow = area, true, true, false
		a.frame.area.H = area.H
		if b.labelled(a.frame.area.W, v) {
			a.frame.area.H--
		}
	}
	f := a.frame
	a.draw(dst, v)
	for _, r := range b.Refs {
		columnRef(dst, area, f, r, v)
	}
	n, width := len(b.Bars), 1
	if k := f.area.W / n; k > 1 {
		width = min(k, 8)
	}
	columns := min(n, f.area.W)
	for c := range columns {
		x := b.strongest(c*n/columns, (c+1)*n/columns)
		gap := 0
		if width > 2 {
			gap = 1
		}
		for i := range width - gap {
			b.column(dst, f, f.area.X+c*width+i, x, v)
		}
		if f.area.Y+f.area.H < area.Y+area.H && columns == n {
			label := v.elide(x.Label, width)
			clipText(dst, area, f.area.X+c*width+(width-gap-Width(label))/2, f.area.Y+f.area.H, label, Dim)
		}
	}
}

// labelled reports whether every bar's label fits under its column.
func (b Bars) labelled(w int, v View) bool {
	any := false
	for _, x := range b.Bars {
		n := Width(v.Transliterate(x.Label))
		any = any || n > 0
		if n >= w/len(b.Bars) && n > 1 || w < len(b.Bars) {
			return false
		}
	}
	return any
}

// strongest returns the bar of largest size among bars [from, to).
func (b Bars) strongest(from, to int) Bar {
	best := b.Bars[from]
	for _, x := range b.Bars[from:to] {
		if x.Selected {
			return x
		}
		if math.Abs(x.Value) > math.Abs(best.Value) {
			best = x
		}
	}
	return best
}

// column draws one column in eighths of a cell upward, halves downward.
func (b Bars) column(dst *Grid, f frame, x int, bar Bar, v View) {
	if !finite(bar.Value) || x >= f.area.X+f.area.W {
		return
	}
	h := float64(f.area.H)
	zero := min(max(math.Round(f.cell(Point{}).Y), 0), h) // both sides begin at a cell's edge
	to := min(max(f.cell(Point{Y: bar.Value}).Y, 0), h)
	from, end := min(zero, to), max(zero, to)
	if bar.Value == 0 {
		y := clamp(floor(zero-1e-9), 0, f.area.H-1)
		dst.Set(x, f.area.Y+y, Cell{Rune: v.Pick('▁', '_'), Fg: Axis})
		return
	}
	for y := floor(from); y < f.area.H && float64(y) < end; y++ {
		cover := min(end, float64(y)+1) - max(from, float64(y))
		r := bar.body(v)
		switch {
		case v.Profile == SevenBit || v.Profile == Mono && r != '█':
			if cover < 0.5 && end-from > 0.5 {
				continue
			}
		case cover < 1-1.0/16 && to < zero:
			r = eighth("▁▂▃▄▅▆▇█", cover)
		case cover < 0.75:
			r = '▀'
		}
		dst.Set(x, f.area.Y+y, Cell{Rune: r, Fg: bar.ink()})
	}
}

func columnRef(dst *Grid, area Rect, f frame, r RefLine, v View) {
	_, y, ok := f.place(Point{f.x.Min, r.Y})
	if !ok {
		return
	}
	for x := f.area.X; x < f.area.X+f.area.W; x++ {
		dst.Set(x, y, Cell{Rune: v.Pick('┄', '-'), Fg: r.ink()})
	}
	label := v.Transliterate(r.Label)
	if Width(label) < f.area.W {
		clipText(dst, area, f.area.X+f.area.W-Width(label), y, label, r.ink())
	}
}
