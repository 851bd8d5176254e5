package export

import (
	"image"
	"image/color"
	"image/png"
	"io"

	"kernellab/ascii"
)

// pngWidth is the width of a cell in a PNG, in pixels.
const pngWidth = 10

// PNG writes the cells of a grid as a picture of 10×20 pixels a cell: fills,
// dots, boxes, marks, and numbers in a small type. Other text is left out: a
// font is more than this program carries, so a picture with its labels is an
// SVG.
func PNG(w io.Writer, g *ascii.Grid, s Shades) error {
	height := int(pngWidth * cellHeight)
	m := image.NewRGBA(image.Rect(0, 0, max(1, g.W*pngWidth), max(1, g.H*height)))
	for y := range g.H {
		for x := range g.W {
			pngCell(m, image.Pt(x*pngWidth, y*height), g.At(x, y), s)
		}
	}
	return png.Encode(w, m)
}

// pngCell paints one cell, a pixel by what covers its middle.
func pngCell(m *image.RGBA, at image.Point, c ascii.Cell, s Shades) {
	height := int(pngWidth * cellHeight)
	shapes, ok := shapesOf(c.Rune)
	fg, bg := rgba(s.Of(c.Fg)), rgba(s.ground(c.Bg))
	for dy := range height {
		for dx := range pngWidth {
			x, y := (float64(dx)+0.5)/pngWidth, (float64(dy)+0.5)/float64(height)
			covered := !ok && inDigit(c.Rune, dx, dy)
			for _, p := range shapes {
				covered = covered || p.covers(x, y)
			}
			if covered {
				m.SetRGBA(at.X+dx, at.Y+dy, fg)
			} else {
				m.SetRGBA(at.X+dx, at.Y+dy, bg)
			}
		}
	}
}

func rgba(c Colour) color.RGBA { return color.RGBA{c.R, c.G, c.B, 0xff} }

// digits are numbers in three columns and five rows, each row three bits.
var digits = map[rune][5]uint8{
	'0': {7, 5, 5, 5, 7}, '1': {2, 6, 2, 2, 7}, '2': {7, 1, 7, 4, 7}, '3': {7, 1, 7, 1, 7}, '4': {5, 5, 7, 1, 1},
	'5': {7, 4, 7, 1, 7}, '6': {7, 4, 7, 5, 7}, '7': {7, 1, 1, 1, 1}, '8': {7, 5, 7, 5, 7}, '9': {7, 5, 7, 1, 7},
	'.': {0, 0, 0, 0, 2}, '-': {0, 0, 7, 0, 0}, '−': {0, 0, 7, 0, 0}, '+': {0, 2, 7, 2, 0}, 'e': {0, 7, 5, 6, 7},
}

// inDigit reports whether a pixel of a cell belongs to a digit: two pixels a
// column and a row.
func inDigit(r rune, x, y int) bool {
	rows, ok := digits[r]
	x, y = (x-2)/2, y-5
	if !ok || x < 0 || y < 0 || y >= 10 || x >= 3 {
		return false
	}
	return rows[y/2]>>(2-x)&1 == 1
}
