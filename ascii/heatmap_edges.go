package ascii

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// maxNumbers is the maximum number of entries of a heatmap that shows its entries as numbers.
const maxNumbers = 100

// formatEntry formats an entry with two significant digits. If the result is wider than w columns,
// the entry is shortened: an absolute value from 10 to 1e5 to an integer, from 0.05 to 1 to at most
// two decimals, and below 0.05 to ~0. Other entries stay wider than w. An entry that is so small
// compared with the largest that it can only be a rounding error is written as 0.
func (h Heatmap) formatEntry(v float64, l heatLayout, w int) string {
	size := math.Abs(v)
	if size < 1e-12*max(math.Abs(l.valueRange.Min), math.Abs(l.valueRange.Max)) {
		return "0"
	}
	s := tidyExponent(strconv.FormatFloat(v, 'g', 2, 64))
	switch {
	case Width(s) <= w:
	case size >= 10 && size < 1e5:
		return strconv.FormatFloat(v, 'f', 0, 64)
	case size >= 1:
	case size < 0.05:
		return "~0"
	default:
		if s = strconv.FormatFloat(v, 'f', 2, 64); Width(s) > w {
			s = strconv.FormatFloat(v, 'f', 1, 64)
		}
	}
	return s
}

// drawNumbers writes each entry into its rectangle, if the rectangle is wide enough.
func (h Heatmap) drawNumbers(dst *Grid, l heatLayout, v View) {
	if !l.showsNumbers {
		return
	}
	for i := range h.Rows {
		for j := range h.Cols {
			x, y := l.centreCell(i, j)
			if !finite(h.At(i, j)) {
				dst.Put(x, y, v.Rune('·', '.'), Dim)
				continue
			}
			s := h.formatEntry(h.At(i, j), l, l.entryW-2)
			if Width(s) >= l.entryW {
				continue
			}
			if Width(s) > l.entryW-2 {
				dst.write(x-Width(s)/2, y, l.plot.X+l.plot.W, v.withMinusSign(s), Text, h.Signed)
				continue
			}
			dst.write(x-(Width(s)+1)/2, y, l.plot.X+l.plot.W, " "+v.withMinusSign(s)+" ", Text, h.Signed)
		}
	}
}

// countBlanks returns the number of blank entries.
func (h Heatmap) countBlanks() (n int) {
	for i := range h.Rows {
		for j := range h.Cols {
			if !finite(h.At(i, j)) {
				n++
			}
		}
	}
	return n
}

// rowWords lists the entries of row i.
func (h Heatmap) rowWords(i int) string {
	parts := make([]string, h.Cols)
	for j := range parts {
		if parts[j] = FormatValue(h.At(i, j)); !finite(h.At(i, j)) {
			parts[j] = "blank"
		}
	}
	return fmt.Sprintf("Row %d: %s.", i+1, strings.Join(parts, ", "))
}

// centreCell returns the cell in the middle of entry (i, j). A cell is two pixels high, and entryH
// counts pixels.
func (l heatLayout) centreCell(i, j int) (x, y int) {
	return l.plot.X + j*l.entryW + l.entryW/2, l.plot.Y + (i*l.entryH+l.entryH/2)/2
}

// drawScale draws the horizontal scale: its minimum, a strip of colours, and its maximum.
func (h Heatmap) drawScale(dst *Grid, l heatLayout, v View) {
	if l.scaleRow.Empty() {
		return
	}
	from, to := v.withMinusSign(FormatValue(l.valueRange.Min)), v.withMinusSign(FormatValue(l.valueRange.Max))
	n := min(l.scaleRow.W-Width(from)-Width(to)-2, 16)
	if n < 2 {
		return
	}
	x := clipText(dst, l.scaleRow, l.scaleRow.X, l.scaleRow.Y, from, Dim) + 1
	for i := range n {
		value := l.valueRange.Min + (float64(i)+0.5)/float64(n)*l.valueRange.Span()
		dst.Set(x+i, l.scaleRow.Y, h.cell(l, value, value, v))
	}
	clipText(dst, l.scaleRow, x+n+1, l.scaleRow.Y, to, Dim)
}

// drawClasses draws the classes of the rows along the left edge and the classes of the columns along
// the upper edge.
func (h Heatmap) drawClasses(dst *Grid, l heatLayout, v View) {
	if l.hasRowClasses {
		for y := range l.plot.H {
			top := classAt(h.RowClass, 2*y, l.matrixH, h.Rows)
			bottom := classAt(h.RowClass, min(2*y+1, l.matrixH-1), l.matrixH, h.Rows)
			dst.Set(l.plot.X-1, l.plot.Y+y, classCell(top, bottom, '▐', v))
		}
	}
	if l.hasColClasses {
		for x := range l.plot.W {
			class := classAt(h.ColClass, x, l.matrixW, h.Cols)
			dst.Set(l.plot.X+x, l.plot.Y-1, classCell(class, class, '▄', v))
		}
	}
}

// classAt returns the class, as +1, −1 or 0, of the row or column that is drawn at pixel p. If
// classes has no entry for it, classAt returns 0.
func classAt(classes []int, p, pixels, entries int) int {
	i := p * entries / pixels
	if i < 0 || i >= len(classes) {
		return 0
	}
	return signOf(float64(classes[i]))
}

// classCell returns a cell of an edge. a and b are the classes in its two halves, and r is the rune
// for two equal classes.
func classCell(a, b int, r rune, v View) Cell {
	inks := map[int]Ink{1: MarkPos, -1: MarkNeg, 0: Faint}
	if !v.Filled() {
		r = map[int]rune{1: v.Rune('◇', 'x'), -1: v.Rune('□', 'o'), 0: ' '}[a]
		return Cell{Rune: r, Fg: inks[a]}
	}
	if a != b {
		return Cell{Rune: '▀', Fg: inks[a], Bg: inks[b]}
	}
	return Cell{Rune: r, Fg: inks[a]}
}

// drawBar draws the vertical scale with its ticks.
func (h Heatmap) drawBar(dst *Grid, l heatLayout, v View) {
	if l.colourBar.Empty() {
		return
	}
	n := 2 * l.colourBar.H
	valueAt := func(p int) float64 {
		return l.valueRange.Max - float64(p)/float64(n-1)*l.valueRange.Span()
	}
	for y := range l.colourBar.H {
		c := h.cell(l, valueAt(2*y), valueAt(2*y+1), v)
		dst.Set(l.colourBar.X, l.colourBar.Y+y, c)
		dst.Set(l.colourBar.X+1, l.colourBar.Y+y, c)
	}
	f := frame{l.colourBar, Range{0, 1}, l.valueRange}
	for _, t := range l.valueRange.Ticks(clamp(l.colourBar.H/3, 2, 6)) {
		if _, y, ok := f.cellOf(Point{0, t.Value}); ok {
			clipText(dst, l.colourBar, l.colourBar.X+3, y, v.withMinusSign(t.Label), Dim)
		}
	}
}
