package lab

import (
	"slices"

	"kernellab/ascii"
)

// caret is where the text cursor stands, if it is shown.
type caret struct {
	x, y  int
	shown bool
}

// drawBoxes writes the texts typed into the boxes of a document that is shown
// from line top on, and returns where the cursor is.
func (f *form) drawBoxes(p pen, area ascii.Rect, d *document, top int) caret {
	var out caret
	for _, s := range d.spots {
		y := area.Y + s.at.Y - top
		if s.choice >= 0 || y < area.Y || y >= area.Y+area.H {
			continue
		}
		box := ascii.Rect{X: area.X + s.at.X, Y: y, W: min(s.at.W, area.W-s.at.X), H: min(s.at.H, area.Y+area.H-y)}
		if s.choice == cycled {
			cells{f}.drawCycle(p, s.field, box)
			continue
		}
		x, y := f.drawBox(p, s.field, box)
		if s.field == f.at {
			out = caret{x, y, true}
		}
	}
	return out
}

// press puts the keyboard into what is under the mouse, at (x, y) of a document,
// and takes a choice that is there. It reports whether there was anything, and
// whether the answer is another now.
func (f *form) press(d *document, x, y int) (hit, changed bool) {
	for _, s := range d.spots {
		if !s.at.Contains(x, y) {
			continue
		}
		again := f.at == s.field
		f.at = s.field
		before := f.answer()
		switch {
		case s.choice >= 0:
			f.choose(s.choice)
		case s.choice == cycled && again:
			f.cycle()
		}
		return true, f.answer() != before
	}
	return false, false
}

// spot is the place of the field with the keyboard, not ok where it has none.
func (f *form) spot(d *document) (at ascii.Rect, ok bool) {
	for _, s := range d.spots {
		if s.field == f.at {
			return s.at, true
		}
	}
	return ascii.Rect{}, false
}

// tallest is how many rows the box of a text grows to before it scrolls.
const tallest = 8

// rowsFor is how many rows of w columns the box of field i takes: one where the
// field names a width for which there is room, else what its text needs.
func (f *form) rowsFor(i, w int) int {
	if named := f.info.Fields[i].Width; named > 0 && named < w || f.info.Fields[i].Group != "" {
		return 1
	}
	return min(len(fold(f.inputs[i].text, w)), tallest)
}

// fold divides a text into rows of w columns: the first rune of each. There is
// room for a cursor behind the last rune.
func fold(text []rune, w int) (starts []int) {
	starts = []int{0}
	used := 0
	for i, r := range text {
		n := ascii.RuneWidth(r)
		if used+n > w {
			starts, used = append(starts, i), 0
		}
		used += n
	}
	if used >= w {
		starts = append(starts, len(text))
	}
	return starts
}

// sighted are the rows of field i that its box shows, as the first rune of each:
// the cursor is always in sight.
func (f *form) sighted(i int, box ascii.Rect) (starts []int) {
	at := f.inputs[i].at
	if i != f.at {
		at = 0
	}
	if box.H <= 1 {
		return []int{leftmost(f.inputs[i].text, at, box.W)}
	}
	starts = fold(f.inputs[i].text, box.W)
	return starts[scrollTo(rowOf(starts, at), len(starts), box.H):]
}

// leftmost is the first rune shown of one row of w columns so that the cursor at
// is in it.
func leftmost(text []rune, at, w int) int {
	used := 0
	for j := min(at, len(text)) - 1; j >= 0; j-- {
		used += ascii.RuneWidth(text[j])
		if used > w-1 {
			return j + 1
		}
	}
	return 0
}

// rowOf is the row that rune at stands in.
func rowOf(starts []int, at int) int {
	row := 0
	for i, first := range starts {
		if first <= at {
			row = i
		}
	}
	return row
}

// place is where rune at of field i stands in its box, not ok where it is out of
// sight.
func (f *form) place(i, at int, box ascii.Rect) (x, y int, ok bool) {
	text, starts := f.inputs[i].text, f.sighted(i, box)
	if at < starts[0] || at > len(text) {
		return 0, 0, false
	}
	y = rowOf(starts, at)
	for _, r := range text[starts[y]:at] {
		x += ascii.RuneWidth(r)
	}
	return x, y, x < box.W && y < box.H
}

// drawBox writes the text of field i into its box on the screen and returns
// where the cursor is.
func (f *form) drawBox(p pen, i int, box ascii.Rect) (cx, cy int) {
	drawPaper(p, box)
	text := f.inputs[i].text
	if len(text) == 0 {
		if example := boxed(p, f.example(p, i)); example.Width() <= box.W && !f.inTable(i) {
			p.put(box.X, box.Y, box.W, example)
		}
		return box.X, box.Y
	}
	starts, wrong := f.sighted(i, box), f.wrongAt(i)
	for y, first := range starts[:min(len(starts), max(1, box.H))] {
		last, x := len(text), box.X
		if y+1 < len(starts) {
			last = starts[y+1]
		}
		for j := first; j < last; j++ {
			ink := ascii.Strong
			if j == wrong {
				ink = ascii.Warn
			}
			x = p.put(x, box.Y+y, box.X+box.W-x, ascii.Line{{Text: string(typeable(p, text[j])), Ink: ink}})
		}
	}
	f.drawEnds(p, i, box, starts)
	x, y, _ := f.place(i, f.inputs[i].at, box)
	return box.X + min(x, box.W-1), box.Y + y
}

// drawEnds writes … at an end of a box of one row at which its text is cut, but where
// the cursor stands.
func (f *form) drawEnds(p pen, i int, box ascii.Rect, starts []int) {
	text := f.inputs[i].text
	if box.H > 1 || box.W < leastCell {
		return
	}
	at, _, focused := f.place(i, f.inputs[i].at, box)
	focused = focused && i == f.at
	more := line(string(p.glyph('…', '~')), ascii.Dim)
	if starts[0] > 0 && !(focused && at == 0) {
		p.write(box.X, box.Y, 1, more)
	}
	if ascii.Width(string(text[starts[0]:])) > box.W && !(focused && at == box.W-1) {
		p.write(box.X+box.W-1, box.Y, 1, more)
	}
}

// drawCycle writes the choice taken into its cell, between signs that there are
// others while it has the keyboard.
func (f cells) drawCycle(p pen, i int, box ascii.Rect) {
	drawPaper(p, box)
	choices := f.info.Fields[i].Choices
	text := ascii.Line{}
	if k := chosen(choices, f.answers[f.info.Fields[i].Name]); k >= 0 {
		text = line(choices[k].Label, ascii.Strong)
	}
	if i == f.at {
		p.write(box.X, box.Y, 1, line(string(p.glyph('‹', '<')), ascii.Accent))
		p.write(box.X+box.W-1, box.Y, 1, line(string(p.glyph('›', '>')), ascii.Accent))
	}
	p.write(box.X+2, box.Y, box.W-3, text)
}

// boxed is an example in its box: between brackets where no ink tells it from what is
// typed.
func boxed(p pen, example ascii.Line) ascii.Line {
	if p.view.Profile < ascii.Mono || len(example) == 0 {
		return example
	}
	return slices.Concat(line("(", ascii.Dim), example, line(")", ascii.Dim))
}

// drawPaper fills a box that is typed into.
func drawPaper(p pen, box ascii.Rect) {
	cell := ascii.Cell{Rune: '_', Fg: ascii.Dim}
	if p.filled() {
		cell = ascii.Cell{Bg: ascii.Field}
	}
	for y := box.Y; y < box.Y+box.H; y++ {
		for x := box.X; x < box.X+box.W; x++ {
			p.grid.Set(x, y, cell)
		}
	}
}

// typeable is a rune as the terminal can show it.
func typeable(p pen, r rune) rune {
	if p.view.Profile == ascii.SevenBit && r > 0x7e {
		return '?'
	}
	return r
}

// wrongAt is the rune of field i at which it cannot be read, or −1.
func (f *form) wrongAt(i int) int {
	name := f.info.Fields[i].Name
	if report := f.verdicts(); report != nil {
		if r, judged := report.Fields[name]; judged && r.Message != "" {
			return r.At
		}
	}
	if e, read := f.echoes[name]; read && e.Problem != "" {
		return e.At
	}
	return -1
}
