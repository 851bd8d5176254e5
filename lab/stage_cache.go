package lab

import "kernellab/ascii"

// stageCache keeps figures as drawn, by their index, so that typing a letter or
// moving the focus draws no picture again.
type stageCache []cacheEntry

type cacheEntry struct {
	of    sightKey
	row   int
	zoom  zoom
	area  ascii.Rect
	view  ascii.View
	cells *ascii.Grid // nil: not drawn
}

func (c *stageCache) drop() { *c = nil }

// draw paints a figure of a sight, from memory where nothing changed.
func (c *stageCache) draw(g *ascii.Grid, view ascii.View, f shown, of sightKey) {
	for len(*c) <= f.index {
		*c = append(*c, cacheEntry{})
	}
	size := ascii.Rect{W: f.area.W, H: f.area.H}
	now, e := cacheEntry{of, f.row, f.zoom, size, view, nil}, &(*c)[f.index]
	if now.cells = e.cells; now.cells == nil {
		now.cells = ascii.NewGrid(0, 0)
	}
	if *e != now {
		now.cells.Reset(size.W, size.H)
		f.figure.Plot.Draw(now.cells, size, view)
		*e = now
	}
	g.Blit(e.cells, f.area.X, f.area.Y)
}
