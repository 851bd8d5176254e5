package ascii

// Write puts a line from column x of row y into at most w columns, over the
// backgrounds that are there, and returns the column after it. What falls
// outside the grid is cut; a two-column rune is written whole or not at all.
// Control characters and combining marks are dropped.
func (g *Grid) Write(x, y, w int, l Line) int {
	end := min(g.W, x+w)
	for _, s := range l {
		x = g.write(x, y, end, s.Text, s.Ink, true)
	}
	return x
}

// write puts s into the columns [x, end), over what is there or on no
// background of its own.
func (g *Grid) write(x, y, end int, s string, ink Ink, over bool) int {
	for _, r := range s {
		w := RuneWidth(r)
		if w == 0 {
			continue
		}
		if x+w > end {
			return x
		}
		c := Cell{Rune: r, Fg: ink}
		if over {
			c.Bg = g.At(x, y).Bg
		}
		g.Set(x, y, c)
		if w == 2 {
			c.Rune = Wide
			g.Set(x+1, y, c)
		}
		x += w
	}
	return x
}

// Fill sets every cell of the rectangle.
func (g *Grid) Fill(r Rect, c Cell) {
	r = r.Intersect(g.Bounds())
	for y := r.Y; y < r.Y+r.H; y++ {
		for x := r.X; x < r.X+r.W; x++ {
			g.cells[y*g.W+x] = c
		}
	}
}

// Blit copies src so that its upper left cell comes to (x, y).
func (g *Grid) Blit(src *Grid, x, y int) {
	for sy := range src.H {
		for sx := range src.W {
			g.Set(x+sx, y+sy, src.cells[sy*src.W+sx])
		}
	}
}

// clipText writes s inside area only, keeping backgrounds.
func clipText(g *Grid, area Rect, x, y int, s string, ink Ink) int {
	if y < area.Y || y >= area.Y+area.H {
		return x
	}
	for _, r := range s {
		w := RuneWidth(r)
		if w == 0 {
			continue
		}
		if x >= area.X && x+w <= area.X+area.W {
			g.write(x, y, area.X+area.W, string(r), ink, true)
		}
		x += w
	}
	return x
}

// clipSpans writes a line inside area only, keeping backgrounds.
func clipSpans(g *Grid, area Rect, x, y int, l Line) {
	for _, s := range l {
		x = clipText(g, area, x, y, s.Text, s.Ink)
	}
}
