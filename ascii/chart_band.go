package ascii

// swings is how many times a curve turns within a cell's width for it to be
// drawn as a band: more could not be told apart.
const swings = 2

// stretch is a part of a curve: a line, or where it swings too often to be
// followed the least and the greatest of each column.
type stretch struct {
	line     []Point
	up, down []Point // of a band, from left to right; nil for a line
}

// stretches divides a curve, given in cells, into lines and bands. Each begins
// where the one before ends.
func stretches(pts []Point) []stretch {
	swinging := swingingColumns(pts)
	if len(swinging) == 0 {
		return []stretch{{line: pts}}
	}
	var out []stretch
	for from := 0; from < len(pts); {
		band := swinging[column(pts[from])]
		to := from + 1
		for to < len(pts) && swinging[column(pts[to])] == band {
			to++
		}
		if band {
			out = append(out, bandOf(pts[from:to]))
		} else {
			out = append(out, stretch{line: pts[max(0, from-1):min(to+1, len(pts))]})
		}
		from = to
	}
	return out
}

func column(p Point) int {
	if !finite(p.X) {
		return -1
	}
	return floor(p.X)
}

// swingingColumns are the columns of cells in which a curve turns often.
func swingingColumns(pts []Point) map[int]bool {
	turns := map[int]int{}
	out := map[int]bool{}
	for i := 1; i+1 < len(pts); i++ {
		before, after := pts[i].Y-pts[i-1].Y, pts[i+1].Y-pts[i].Y
		if !(before*after < 0) { // nor where one is no number
			continue
		}
		at := column(pts[i])
		if turns[at]++; turns[at] >= swings {
			out[at] = true
		}
	}
	return out
}

// bandOf is the least and the greatest of each column of a curve that swings.
func bandOf(pts []Point) stretch {
	var s stretch
	for _, p := range pts {
		if !finite(p.X) || !finite(p.Y) {
			continue
		}
		mid := float64(column(p)) + 0.5
		if n := len(s.up); n == 0 || s.up[n-1].X != mid {
			s.up, s.down = append(s.up, Point{mid, p.Y}), append(s.down, Point{mid, p.Y})
		}
		up, down := &s.up[len(s.up)-1].Y, &s.down[len(s.down)-1].Y
		*up, *down = min(*up, p.Y), max(*down, p.Y)
	}
	return s
}

// drawCurve draws a series: as a line, and where it swings as its two edges with
// the ground between them filled, where that can be shown.
func (p *chartPlot) drawCurve(dst *Grid, strokes *canvas, i int, v View) {
	stroke := p.stroke(i, v)
	for _, s := range stretches(p.points(p.series[i])) {
		strokes.line(s.line, stroke)
		strokes.line(s.up, stroke)
		strokes.line(s.down, stroke)
		if v.Filled() && p.number[i] >= 0 {
			p.fillBand(dst, s)
		}
	}
}

// fillBand gives the cells between the edges of a band the fill ink.
func (p *chartPlot) fillBand(dst *Grid, s stretch) {
	f := p.axes.frame
	for n, top := range s.up {
		x := floor(top.X)
		for y := max(0, floor(top.Y)); y <= min(f.area.H-1, floor(s.down[n].Y)); y++ {
			if x >= 0 && x < f.area.W {
				c := dst.At(f.area.X+x, f.area.Y+y)
				c.Bg = ChartFill
				dst.Set(f.area.X+x, f.area.Y+y, c)
			}
		}
	}
}
