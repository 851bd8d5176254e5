package ascii

import (
	"cmp"
	"strconv"
	"unicode"
)

// MarkKind is the kind of a point, apart from its class: whether it is a support vector.
type MarkKind uint8

// The kinds of mark.
const (
	PlainMark MarkKind = iota // an ordinary point, α = 0
	FreeSV                    // a free support vector, 0 < α < C
	BoundSV                   // a support vector at its bound, α = C
	Missed                    // a point at which the perceptron has made a mistake at least once, α > 0
)

// Mark is a point of a data set in a picture.
type Mark struct {
	X, Y  float64
	Class int // +1, −1; 0 for a point without class
	Kind  MarkKind
	// Selected means that the student has selected the point, and Focus that the current step of the
	// solver visits it or changes its α.
	Selected, Focus bool
	// ChangedSide means that the step brought the point to the other side of the boundary.
	ChangedSide bool
	Label       string
	Ink         Ink // ink of the label; if None, Strong is used
	// Number is written next to a mark without a label if there is room.
	Number string
}

// glyph returns the rune and the ink of the mark.
func (m Mark) glyph(v View) (rune, Ink) {
	kind := clamp(int(m.Kind), 0, 3)
	runes, inks := []rune("●●●●"), []Ink{Text, Strong, Strong, Strong}
	ascii := "*###"
	switch {
	case m.Class > 0:
		runes, inks, ascii = []rune("◇◆◆◆"), []Ink{MarkPos, FreePos, BoundPos, MarkPos}, "xXKX"
	case m.Class < 0:
		runes, inks, ascii = []rune("□■■■"), []Ink{MarkNeg, FreeNeg, BoundNeg, MarkNeg}, "oOQO"
	}
	r, ink := runes[kind], inks[kind]
	if v.Profile == SevenBit {
		r = rune(ascii[kind])
	}
	return r, ink
}

// markDrawer draws the marks of a picture. Brackets and labels never hide a mark.
type markDrawer struct {
	dst        *Grid
	area       Rect
	v          View
	background func(x, y int) Ink // returns the background of a cell
	contents   []uint8            // contents of each cell of the area, row by row
}

// The possible contents of a cell.
const (
	holdsMark uint8 = 1 << iota
	holdsText       // a bracket or a part of a label
)

// placedMark is a mark with its cell and background.
type placedMark struct {
	Mark
	x, y int
	bg   Ink
}

// drawMarks draws marks, with the most important ones on top, and then their labels in the same
// order of importance. hasCounts is true if a written number is the count of the marks in one cell.
func drawMarks(dst *Grid, area Rect, v View, background func(x, y int) Ink, marks []placedMark) (hasCounts bool) {
	d := markDrawer{dst: dst, area: area, v: v, background: background, contents: make([]uint8, area.W*area.H)}
	for _, m := range marks {
		d.addContents(m.x, m.y, holdsMark)
	}
	const layers = 4
	for layer := range layers {
		for _, m := range marks {
			if m.layer() == layer {
				d.drawMark(m)
			}
		}
	}
	for layer := layers - 1; layer >= 0; layer-- {
		for _, m := range marks {
			if m.layer() == layer {
				d.drawLabel(m)
			}
		}
	}
	return d.drawNumbers(marks)
}

// drawNumbers writes the number of each mark for which there is room. If several marks share a cell, it
// writes their count for the first one without a number. hasCounts is true if it wrote a count.
func (d markDrawer) drawNumbers(marks []placedMark) (hasCounts bool) {
	type cell struct{ x, y int }
	marksInCell := map[cell]int{}
	for _, m := range marks {
		marksInCell[cell{m.x, m.y}]++
	}
	for _, m := range marks {
		text, position := m.Number, cell{m.x, m.y}
		isCount := text == "" && marksInCell[position] > 1
		if isCount {
			text = strconv.Itoa(marksInCell[position])
			marksInCell[position] = 0
		}
		if m.Label != "" || text == "" {
			continue
		}
		sides, _ := d.brackets(m.Mark)
		if x, y, ok := d.freePosition(m, Width(text), len(sides)/2); ok {
			d.write(x, y, text, Text)
			hasCounts = hasCounts || isCount
		}
	}
	return hasCounts
}

// drawMark writes a mark and its brackets. A selected mark gets the colour of its brackets, and so does
// a mark in focus if a neighbouring cell is not free. If the profile has fills, a mark in focus
// next to a label or to a bracket of another mark gets no brackets.
func (d markDrawer) drawMark(m placedMark) {
	r, ink := m.glyph(d.v)
	sides, bracketInk := d.brackets(m.Mark)
	neighbours := d.contentsOf(m.x-1, m.y) | d.contentsOf(m.x+1, m.y)
	if m.Selected || m.Focus && neighbours != 0 {
		ink = bracketInk
	}
	if m.Focus && neighbours&holdsText != 0 && d.v.Filled() {
		sides = nil
	}
	for i, side := range sides {
		d.put(m.x-1+2*i, m.y, side, bracketInk)
	}
	if d.area.Contains(m.x, m.y) {
		d.dst.Set(m.x, m.y, Cell{Rune: r, Fg: ink, Bg: m.bg})
	}
}

// brackets returns the two characters around a mark. They are square brackets if the mark is
// selected, parentheses if it is in focus, and angle brackets if it changed sides.
func (d markDrawer) brackets(m Mark) ([]rune, Ink) {
	switch {
	case m.Selected:
		return []rune("[]"), Select
	case m.Focus:
		return []rune("()"), Accent
	case m.ChangedSide:
		return []rune{d.v.Rune('‹', '<'), d.v.Rune('›', '>')}, Strong
	}
	return nil, None
}

// drawLabel writes the label of a mark, with its number if there is room. It tries the right of the
// mark, then the left, above and below. If none of these is free, it writes the label over other
// text, unless the label begins with a digit.
func (d markDrawer) drawLabel(m placedMark) {
	label := d.v.Transliterate(m.Label)
	if label == "" {
		return
	}
	sides, _ := d.brackets(m.Mark)
	bracketWidth, text := len(sides)/2, label
	if m.Number != "" && m.Number != m.Label {
		text += " = " + m.Number
	}
	x, y, ok := d.freePosition(m, Width(text), bracketWidth)
	if !ok {
		text = label
		x, y, ok = d.freePosition(m, Width(text), bracketWidth)
	}
	right, left := m.x+bracketWidth+1, m.x-bracketWidth-Width(text)
	switch {
	case ok:
	case unicode.IsDigit(rune(label[0])): // over other text, it could look like another number
		return
	case right+Width(text) > d.area.X+d.area.W:
		x, y = left, m.y
	default:
		x, y = right, m.y
	}
	d.write(x, y, text, cmp.Or(m.Ink, Strong))
}

// freePosition returns a position for a text of w columns to the right of a mark, to its left, above
// or below. bracketWidth is the number of columns of brackets on each side of the mark. The text
// hides nothing and is not next to a digit, so that two numbers do not look like one. A text to the
// left of its mark is not directly after another mark. If possible, the text is not next to any other
// text or to a bracket of another mark either.
func (d markDrawer) freePosition(m placedMark, w, bracketWidth int) (x, y int, ok bool) {
	right, left := m.x+bracketWidth+1, m.x-bracketWidth-w
	for _, isBlocked := range []func(x, y int) bool{d.hasText, d.hasDigit} {
		switch {
		case d.isFree(m.x+1, right+w, m.y, bracketWidth) && !isBlocked(right+w, m.y):
			return right, m.y, true
		case d.isFree(left, m.x, m.y, bracketWidth) && !isBlocked(left-1, m.y) &&
			d.contentsOf(left-1, m.y)&holdsMark == 0:
			return left, m.y, true
		}
		for _, y := range []int{m.y - 1, m.y + 1} {
			if d.isFree(m.x, m.x+w, y, 0) && !isBlocked(m.x-1, y) && !isBlocked(m.x+w, y) {
				return m.x, y, true
			}
		}
	}
	return 0, 0, false
}

// hasText reports whether a cell of the picture has a bracket or a part of a label.
func (d markDrawer) hasText(x, y int) bool { return d.contentsOf(x, y)&holdsText != 0 }

// hasDigit reports whether a cell of the picture has a digit.
func (d markDrawer) hasDigit(x, y int) bool {
	return d.hasText(x, y) && unicode.IsDigit(d.dst.At(x, y).Rune)
}

// write writes a text and records its cells in contents.
func (d markDrawer) write(x, y int, text string, ink Ink) {
	for _, r := range text {
		if RuneWidth(r) == 1 {
			d.put(x, y, r, ink)
		}
		x += RuneWidth(r)
	}
}

// isFree reports whether the cells [start, end) of row y lie in the picture and contain neither a
// mark nor text. It ignores up to maxBrackets cells of text, which are the brackets of the mark
// itself.
func (d markDrawer) isFree(start, end, y, maxBrackets int) bool {
	textCells := 0
	for x := start; x < end; x++ {
		contents := d.contentsOf(x, y)
		if !d.area.Contains(x, y) || contents&holdsMark != 0 {
			return false
		}
		if contents&holdsText != 0 {
			textCells++
		}
	}
	return textCells <= maxBrackets
}

// put writes a character to a cell of the picture that has no mark.
func (d markDrawer) put(x, y int, r rune, ink Ink) {
	if !d.area.Contains(x, y) || d.contentsOf(x, y)&holdsMark != 0 {
		return
	}
	d.addContents(x, y, holdsText)
	d.dst.Set(x, y, Cell{Rune: r, Fg: ink, Bg: d.background(x-d.area.X, y-d.area.Y)})
}

func (d markDrawer) contentsOf(x, y int) uint8 {
	if !d.area.Contains(x, y) {
		return 0
	}
	return d.contents[(y-d.area.Y)*d.area.W+x-d.area.X]
}

func (d markDrawer) addContents(x, y int, what uint8) {
	if d.area.Contains(x, y) {
		d.contents[(y-d.area.Y)*d.area.W+x-d.area.X] |= what
	}
}
