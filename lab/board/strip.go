package board

import (
	"fmt"
	"slices"

	"kernellab/ascii"
	"kernellab/lab/ui"
)

// perLine is the number of students in a line of the strip.
const perLine = 40

// showsStrip reports whether students are cells of a strip instead of rows, because there
// are many more than fit.
func (b *Screen) showsStrip() bool {
	list, _ := b.layout()
	return len(b.rows) > 3*list.H
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
