package theme

import "kernellab/ascii"

// RGB returns the colour of an ink where there are colours of every kind, as
// for a picture in a file.
func RGB(i ascii.Ink, dark bool) (r, g, b uint8) {
	s := shadesOf(dark)
	h := s.all()[i]
	return uint8(h >> 16), uint8(h >> 8), uint8(h)
}

// PaperRGB returns the colour of the screen behind everything.
func PaperRGB(dark bool) (r, g, b uint8) { return RGB(ascii.Paper, dark) }
