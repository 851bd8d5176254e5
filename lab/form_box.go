package lab

import "kernellab/ascii"

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
		box := ascii.Rect{X: area.X + s.at.X, Y: y, W: min(s.at.W, area.W-s.at.X), H: 1}
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
		f.at = s.field
		before := f.answer()
		if s.choice >= 0 {
			f.choose(s.choice)
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

// scrolled is the first rune shown of field i in a box of w columns: the
// cursor is always in sight.
func (f *form) scrolled(i, w int) int {
	if i != f.at {
		return 0
	}
	value := f.inputs[i].text
	at := f.inputs[i].at
	used := 0
	for j := min(at, len(value)) - 1; j >= 0; j-- {
		used += ascii.RuneWidth(value[j])
		if used > w-1 {
			return j + 1
		}
	}
	return 0
}

// drawBox writes the text of field i into its box on the screen and returns
// where the cursor is.
func (f *form) drawBox(p pen, i int, box ascii.Rect) (cx, cy int) {
	for x := box.X; x < box.X+box.W; x++ {
		if p.filled() {
			p.grid.Set(x, box.Y, ascii.Cell{Bg: ascii.Field})
			continue
		}
		p.grid.Set(x, box.Y, ascii.Cell{Rune: '_', Fg: ascii.Dim})
	}
	value := f.inputs[i].text
	if len(value) == 0 {
		if example := f.example(p, i); example.Width() <= box.W {
			p.put(box.X, box.Y, box.W, example)
		}
		return box.X, box.Y
	}
	left := f.scrolled(i, box.W)
	cursor := box.X
	for j := left; j < len(value); j++ {
		if j == f.inputs[i].at {
			cx = cursor
		}
		shown := value[j]
		if p.view.Profile == ascii.SevenBit && shown > 0x7e {
			shown = '?'
		}
		cursor = p.put(cursor, box.Y, box.X+box.W-cursor, ascii.Line{{Text: string(shown), Ink: ascii.Strong}})
	}
	if f.inputs[i].at >= len(value) {
		cx = cursor
	}
	return min(cx, box.X+box.W-1), box.Y
}
