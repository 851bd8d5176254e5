package board

import (
	"fmt"
	"slices"

	"kernellab/ascii"
	"kernellab/lab/ui"
)

// strip selects whether students are cells of a strip instead of rows.
type strip uint8

const (
	ifMany strip = iota // if there are many more than fit
	always
	never
)

// perLine is the number of students in a line of the strip.
const perLine = 40

// showsStrip reports whether the board shows a strip.
func (b *Screen) showsStrip() bool {
	list, _ := b.layout()
	return b.strip == always || b.strip == ifMany && len(b.rows) > 3*list.H
}

// toggleStrip switches between rows and a strip.
func (b *Screen) toggleStrip() {
	if b.showsStrip() {
		b.strip = never
		return
	}
	b.strip = always
}

// writeStrip writes a cell for each student, with the state at the selected task. Ten cells
// form a group.
func (b *Screen) writeStrip(d *ui.Document) {
	const label = 6
	t, selected, pitch := b.Session.Theme, b.index(), 1
	if label+2*perLine+perLine/10 <= d.Width {
		pitch = 2
	}
	for line := range slices.Chunk(b.rows, perLine) {
		cells := ascii.Inked(fmt.Sprintf("%4d", d.Len()*perLine+1), ascii.Dim)
		for i, r := range line {
			x, sign := label+i*pitch+i/10, b.look(r, b.task).sign(t)
			cells = append(append(cells, ascii.Blanks(x-cells.Width())...), sign)
			if d.Len()*perLine+i == selected {
				d.Keep(d.Len(), d.Len())
				d.Place("selected", ascii.Rect{X: x, Y: d.Len(), W: 1, H: 1},
					t.Style(sign.Ink).Reverse(true).Render(sign.Text))
			}
		}
		d.Add(cells)
	}
}
