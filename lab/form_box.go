package lab

import "kernellab/ascii"

// scrolled is the first rune shown of field i in a box of w columns: the
// cursor is always in sight.
func (f *form) scrolled(i, w int, focused bool) int {
	if !focused {
		return 0
	}
	value := f.inputs[i].text
	at := f.inputs[i].at
	used := 0
	for j := min(at, len(value)) - 1; j >= 0; j-- {
		used += columns(value[j])
		if used > w-1 {
			return j + 1
		}
	}
	return 0
}

// drawBox writes the text of field i into its box on the screen and returns
// where the cursor is.
func (f *form) drawBox(p pen, i int, box ascii.Rect, focused bool) (cx, cy int) {
	bg := ascii.None
	if p.filled() {
		bg = ascii.Field
	}
	for x := box.X; x < box.X+box.W; x++ {
		if p.filled() {
			p.grid.Set(x, box.Y, ascii.Cell{Bg: bg})
			continue
		}
		p.grid.Set(x, box.Y, ascii.Cell{Rune: '_', Fg: ascii.Dim})
	}
	value := f.inputs[i].text
	if len(value) == 0 {
		if example := f.example(p, i); lineWidth(example) <= box.W {
			p.put(box.X, box.Y, box.W, example, bg)
		}
		return box.X, box.Y
	}
	left := f.scrolled(i, box.W, focused)
	cursor := box.X
	for j := left; j < len(value); j++ {
		if j == f.inputs[i].at {
			cx = cursor
		}
		shown := value[j]
		if p.view.Profile == ascii.SevenBit && shown > 0x7e {
			shown = '?'
		}
		cursor = p.put(cursor, box.Y, box.X+box.W-cursor, ascii.Line{{Text: string(shown), Ink: ascii.Strong}}, bg)
	}
	if f.inputs[i].at >= len(value) {
		cx = cursor
	}
	return min(cx, box.X+box.W-1), box.Y
}
