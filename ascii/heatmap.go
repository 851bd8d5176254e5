package ascii

import (
	"fmt"
	"math"
	"strings"
)

// Heatmap shows a matrix in colours, with row 0 at the top. It is mainly used for Gram matrices. A
// pixel is one cell wide and half a cell high, and an entry takes a whole number of pixels. If the
// matrix is larger than the area, a pixel shows the mean of several entries.
type Heatmap struct {
	Rows, Cols int
	// At returns entry (i, j). An entry that is not finite is drawn blank, or as a
	// dot if the heatmap shows numbers.
	At    func(i, j int) float64
	Range Range // if zero, the range of the entries
	// Signed selects a scale around 0. Positive entries then have the background colours of class
	// +1 and negative entries those of class −1. Otherwise the scale is sequential.
	Signed bool
	// RowClass and ColClass are the classes of the rows and columns: +1, −1, or 0
	// for none. If not nil, they are drawn along the left and the upper edge.
	RowClass, ColClass []int
	// ShowValues adds the numbers of the scale or the entries. If there is room, every entry shows
	// its number. Otherwise there is a colour bar on the right or, if it does not fit there, in a
	// row below the matrix.
	ShowValues bool
}

// heatLayout holds the positions of the parts of a heatmap.
type heatLayout struct {
	plot             Rect
	entryW, entryH   int // width and height of an entry in pixels; 0 if a pixel shows several entries
	matrixW, matrixH int // width and height of the matrix in pixels
	colourBar        Rect
	scaleRow         Rect // a row below the plot that replaces the bar
	showsNumbers     bool // every entry shows its number
	hasRowClasses    bool // the column to the left of the plot shows the classes of the rows
	hasColClasses    bool // the row above the plot shows the classes of the columns
	valueRange       Range
}

// Draw draws the matrix.
func (h Heatmap) Draw(dst *Grid, area Rect, v View) {
	area = area.Intersect(dst.Bounds())
	if area.Empty() || h.Rows <= 0 || h.Cols <= 0 {
		return
	}
	l := h.layout(area, v)
	for y := range l.plot.H {
		for x := range l.plot.W {
			top := h.pixelMean(l, x, 2*y)
			bottom := h.pixelMean(l, x, 2*y+1)
			dst.Set(l.plot.X+x, l.plot.Y+y, h.cell(l, top, bottom, v))
		}
	}
	h.drawNumbers(dst, l, v)
	h.drawClasses(dst, l, v)
	h.drawBar(dst, l, v)
	h.drawScale(dst, l, v)
}

func (h Heatmap) layout(area Rect, v View) heatLayout {
	l := heatLayout{valueRange: h.ValueRange()}
	l.hasRowClasses = len(h.RowClass) > 0 && area.W > 6
	l.hasColClasses = len(h.ColClass) > 0 && area.H > 4
	room := area
	if l.hasRowClasses {
		room = room.Columns(1, room.W-1)
	}
	if l.hasColClasses {
		room = room.Rows(1, room.H-1)
	}
	const barWidth = 11
	fullRoom := room
	wantBar := h.ShowValues && room.W >= 30 && room.H >= 5
	wantScaleRow := h.ShowValues && !wantBar && room.H >= 5 && room.W >= 16
	switch {
	case wantBar:
		room.W -= barWidth
	case wantScaleRow:
		room.H--
	}
	h.sizeEntries(&l, room, v)
	if h.ShowValues && !l.showsNumbers && h.fitNumbers(&l, fullRoom) {
		l.plot = Rect{X: fullRoom.X, Y: fullRoom.Y, W: l.matrixW, H: l.matrixH / 2}
		return l
	}
	l.plot = Rect{X: room.X, Y: room.Y, W: l.matrixW, H: (l.matrixH + 1) / 2}
	if wantScaleRow {
		l.scaleRow = Rect{X: room.X, Y: l.plot.Y + l.plot.H, W: room.W, H: 1}
	}
	if wantBar {
		l.colourBar = Rect{X: l.plot.X + l.plot.W + 2, Y: room.Y, W: barWidth - 2, H: min(l.plot.H, 17)}
		if l.colourBar.H < 5 {
			l.colourBar.H = min(room.H, 5)
		}
	}
	return l
}

// sizeEntries sets the sizes of an entry and of the matrix in pixels. If the room is too small for all
// entries, a pixel shows several of them.
func (h Heatmap) sizeEntries(l *heatLayout, room Rect, v View) {
	zoom := min(room.W/h.Cols, 2*room.H/h.Rows)
	if zoom > 1 && !v.Filled() {
		zoom -= zoom % 2
	}
	l.entryW, l.entryH = zoom, zoom
	if zoom >= 1 {
		l.matrixW, l.matrixH = h.Cols*zoom, h.Rows*zoom
		l.showsNumbers = zoom >= 7 && h.Cols*h.Rows <= maxNumbers
		return
	}
	s := max(float64(h.Cols)/float64(room.W), float64(h.Rows)/float64(2*room.H))
	l.matrixW = clamp(int(math.Ceil(float64(h.Cols)/s)), 1, room.W)
	l.matrixH = clamp(int(math.Ceil(float64(h.Rows)/s)), 1, 2*room.H)
}

// fitNumbers enlarges the entries so that each has room for its number. If the room is too small,
// it changes nothing and returns false.
func (h Heatmap) fitNumbers(l *heatLayout, room Rect) bool {
	if h.Rows*h.Cols > maxNumbers {
		return false
	}
	maxWidth := 0
	for i := range h.Rows {
		for j := range h.Cols {
			if finite(h.At(i, j)) {
				maxWidth = max(maxWidth, Width(h.formatEntry(h.At(i, j), *l, 0)))
			}
		}
	}
	w, rows := room.W/h.Cols, room.H/h.Rows
	if w < maxWidth+1 || rows < 1 {
		return false
	}
	l.entryW = min(w, max(maxWidth+2, 2*rows))
	l.entryH = 2 * min(rows, max(1, l.entryW/2))
	l.matrixW, l.matrixH, l.showsNumbers = h.Cols*l.entryW, h.Rows*l.entryH, true
	return true
}

// ValueRange returns the range of the scale. The range of a signed scale is symmetric.
func (h Heatmap) ValueRange() Range {
	r := h.Range
	if r == (Range{}) {
		r = h.entryRange()
	}
	r = r.drawable()
	if h.Signed {
		m := max(math.Abs(r.Min), math.Abs(r.Max))
		return Range{-m, m}
	}
	return r
}

func (h Heatmap) entryRange() Range {
	r := emptyRange()
	for i := range h.Rows {
		for j := range h.Cols {
			r = r.With(h.At(i, j))
		}
	}
	if r.Min > r.Max {
		return Range{}
	}
	return r
}

// pixelMean returns the mean of the entries in a pixel.
func (h Heatmap) pixelMean(l heatLayout, x, y int) float64 {
	if x >= l.matrixW || y >= l.matrixH {
		return noValue()
	}
	if l.entryW >= 1 {
		return h.At(y/l.entryH, x/l.entryW)
	}
	i0, i1 := y*h.Rows/l.matrixH, max(y*h.Rows/l.matrixH+1, (y+1)*h.Rows/l.matrixH)
	j0, j1 := x*h.Cols/l.matrixW, max(x*h.Cols/l.matrixW+1, (x+1)*h.Cols/l.matrixW)
	sum := 0.0
	for i := i0; i < i1; i++ {
		for j := j0; j < j1; j++ {
			sum += h.At(i, j)
		}
	}
	return sum / float64((i1-i0)*(j1-j0))
}

func (h Heatmap) cell(l heatLayout, top, bottom float64, v View) Cell {
	if v.Filled() {
		return halfBlock(h.ink(l, top), h.ink(l, bottom))
	}
	mean := (top + bottom) / 2
	if math.IsNaN(bottom) {
		mean = top
	}
	return h.shade(l, mean, v)
}

// ink returns the ink of a value on the scale.
func (h Heatmap) ink(l heatLayout, value float64) Ink {
	if !finite(value) {
		return None
	}
	if h.Signed {
		return FillOf(1.65 * value / l.valueRange.Max) // 1.65 has the strongest fill
	}
	t := min(max((value-l.valueRange.Min)/l.valueRange.Span(), 0), 1)
	return GramLevel(int(t * (GramSteps - 1e-9)))
}

// shade returns the character that shows a value in profiles without background colours.
func (h Heatmap) shade(l heatLayout, value float64, v View) Cell {
	if !finite(value) {
		return Cell{}
	}
	ramp, ink := " ░▒▓█", Text
	if v.Profile == SevenBit {
		ramp = " .:-=+*#%@"
	}
	t := (value - l.valueRange.Min) / l.valueRange.Span()
	if h.Signed {
		t, ink = math.Abs(value)/l.valueRange.Max, TexturePos
		if v.Profile == SevenBit {
			ramp = " .:*#"
		}
		if value < 0 {
			ink = TextureNeg
			switch v.Profile {
			case SevenBit:
				ramp = " '-=~"
			case Mono:
				ramp = " -=≡≡"
			}
		}
	}
	rs := []rune(ramp)
	return Cell{Rune: rs[clamp(int(t*float64(len(rs))), 0, len(rs)-1)], Fg: ink}
}

// Words describes the shape, the range, the symmetry, and the means of the class blocks. It lists the
// entries of a small matrix, and the large entries of a larger one that is not symmetric.
func (h Heatmap) Words() []string {
	if h.Rows <= 0 || h.Cols <= 0 {
		return []string{"An empty matrix."}
	}
	size, blankCount := fmt.Sprintf("A matrix of %s and %s, ", Count(h.Rows, "row"),
		Count(h.Cols, "column")), h.countBlanks()
	if blankCount == h.Rows*h.Cols {
		return []string{size + "all blank."}
	}
	r := h.entryRange()
	out := []string{size + fmt.Sprintf("entries from %s to %s.", FormatValue(r.Min), FormatValue(r.Max))}
	if blankCount > 0 {
		out = append(out, fmt.Sprintf("%d of %d entries blank.", blankCount, h.Rows*h.Cols))
	}
	symmetric := h.Rows == h.Cols && blankCount == 0 && h.isSymmetric()
	if symmetric {
		out = append(out, "It is symmetric.")
	}
	if len(h.RowClass) >= h.Rows && len(h.ColClass) >= h.Cols {
		out = append(out, h.blockWords()...)
	}
	if h.Rows*h.Cols > fewEntries && h.Rows <= maxDescribedRows && !symmetric {
		out = append(out, h.largeEntryWords(r)...)
	}
	for i := 0; h.Rows*h.Cols <= fewEntries && i < h.Rows; i++ {
		out = append(out, h.rowWords(i))
	}
	return out
}

// fewEntries is the largest number of entries that are listed row by row.
const fewEntries = 25

// largeEntryWords lists, row by row, the columns with large entries. An entry is large if it is in
// the upper half of the range r. The list is useful if the large entries form a shape. If more than
// half of the entries are large, it returns nil.
func (h Heatmap) largeEntryWords(r Range) []string {
	var rows []string
	n := 0
	for i := range h.Rows {
		var parts []string
		for j := 0; j < h.Cols; j++ {
			from := j
			for j < h.Cols && h.At(i, j) > (r.Min+r.Max)/2 {
				j++
			}
			if j > from {
				n += j - from
				parts = append(parts, columnRange(from+1, j))
			}
		}
		if len(parts) > 0 {
			rows = append(rows, fmt.Sprintf("In row %d: %s.", i+1, strings.Join(parts, " and ")))
		}
	}
	if n == 0 || 2*n > h.Rows*h.Cols {
		return nil
	}
	return append([]string{fmt.Sprintf("Entries in the upper half of this range: %d.", n)}, rows...)
}

// maxDescribedRows is the largest number of rows whose large entries are described.
const maxDescribedRows = 32

// columnRange returns a range of columns in words.
func columnRange(from, to int) string {
	if from == to {
		return fmt.Sprintf("column %d", from)
	}
	return fmt.Sprintf("columns %d to %d", from, to)
}

func (h Heatmap) isSymmetric() bool {
	for i := range h.Rows {
		for j := range i {
			if math.Abs(h.At(i, j)-h.At(j, i)) > 1e-9*(1+math.Abs(h.At(i, j))) {
				return false
			}
		}
	}
	return true
}

func (h Heatmap) blockWords() []string {
	var out []string
	for _, b := range [][2]int{{1, 1}, {-1, -1}, {1, -1}} {
		sum, n := 0.0, 0
		for i := range h.Rows {
			for j := range h.Cols {
				if h.RowClass[i] == b[0] && h.ColClass[j] == b[1] {
					sum, n = sum+h.At(i, j), n+1
				}
			}
		}
		if n > 0 {
			out = append(out, fmt.Sprintf("Between %s and %s the mean is %s.", className(b[0]), className(b[1]),
				FormatValue(sum/float64(n))))
		}
	}
	return out
}
