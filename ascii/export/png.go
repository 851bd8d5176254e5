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
// dots, boxes and marks as geometry, text in a font of this program's own.
func PNG(w io.Writer, g *ascii.Grid, s Shades) error {
	text, err := newLetters()
	if err != nil {
		return err
	}
	height := int(pngWidth * cellHeight)
	m := image.NewRGBA(image.Rect(0, 0, max(1, g.W*pngWidth), max(1, g.H*height)))
	for y := range g.H {
		for x := range g.W {
			pngCell(m, image.Pt(x*pngWidth, y*height), g.At(x, y), s, text)
		}
	}
	return png.Encode(w, m)
}

// pngCell paints one cell: geometry a pixel by what covers its middle, then text.
func pngCell(m *image.RGBA, at image.Point, c ascii.Cell, s Shades, text letters) {
	height := int(pngWidth * cellHeight)
	shapes, ok := shapesOf(c.Rune)
	fg, bg := rgba(s.Of(c.Fg)), rgba(s.ground(c.Bg))
	for dy := range height {
		for dx := range pngWidth {
			x, y := (float64(dx)+0.5)/pngWidth, (float64(dy)+0.5)/float64(height)
			covered := false
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
	if !ok {
		cell := m.SubImage(image.Rectangle{Min: at, Max: at.Add(image.Pt(pngWidth, height))}).(*image.RGBA)
		text.draw(cell, at, c.Rune, fg)
	}
}

func rgba(c Colour) color.RGBA { return color.RGBA{c.R, c.G, c.B, 0xff} }
