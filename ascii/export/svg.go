package export

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"

	"kernellab/ascii"
)

// svgWidth is the width of a cell in an SVG, in its units.
const svgWidth = 8

// SVG writes the cells of a grid as a picture: fills, dots and boxes as
// geometry, letters as text in the reader's monospaced font. title is what the
// picture shows, for those who cannot see it.
func SVG(w io.Writer, g *ascii.Grid, s Shades, title string) error {
	out := bufio.NewWriter(w)
	width, height := g.W*svgWidth, int(float64(g.H)*svgWidth*cellHeight)
	fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img">`+"\n", width, height, width, height)
	fmt.Fprintf(out, "<title>%s</title>\n", escape(title))
	fmt.Fprintf(out, `<rect width="%d" height="%d" fill="%s"/>`+"\n", width, height, s.Paper)
	for y := range g.H {
		svgGrounds(out, g, s, y)
	}
	for y := range g.H {
		for x := range g.W {
			svgCell(out, g.At(x, y), s, x, y)
		}
	}
	fmt.Fprintln(out, "</svg>")
	return out.Flush()
}

// svgGrounds writes the grounds of a row, neighbours of one colour as one.
func svgGrounds(out io.Writer, g *ascii.Grid, s Shades, y int) {
	const h = svgWidth * cellHeight
	for x := 0; x < g.W; {
		n, c := 1, s.ground(g.At(x, y).Bg)
		for x+n < g.W && s.ground(g.At(x+n, y).Bg) == c {
			n++
		}
		if c != s.Paper {
			fmt.Fprintf(out, `<rect x="%d" y="%g" width="%d" height="%g" fill="%s"/>`+"\n", x*svgWidth, float64(y)*h, n*svgWidth, h, c)
		}
		x += n
	}
}

func svgCell(out io.Writer, c ascii.Cell, s Shades, x, y int) {
	left, top := float64(x*svgWidth), float64(y)*svgWidth*cellHeight
	colour := s.Of(c.Fg)
	shapes, ok := shapesOf(c.Rune)
	if !ok {
		fmt.Fprintf(out, `<text x="%g" y="%g" font-family="monospace" font-size="%g" fill="%s">%s</text>`+"\n",
			left, top+svgWidth*cellHeight*0.78, svgWidth*1.66, colour, escape(string(c.Rune)))
		return
	}
	for _, p := range shapes {
		svgShape(out, p, left, top, colour)
	}
}

func svgShape(out io.Writer, p shape, left, top float64, c Colour) {
	x, y := left+p.x*svgWidth, top+p.y*svgWidth*cellHeight
	w, h := p.w*svgWidth, p.h*svgWidth*cellHeight
	paint := fmt.Sprintf(`fill="%s"`, c)
	if p.hollow {
		paint = fmt.Sprintf(`fill="none" stroke="%s"`, c)
	}
	switch {
	case p.round:
		fmt.Fprintf(out, `<ellipse cx="%.4g" cy="%.4g" rx="%.3g" ry="%.3g" %s/>`+"\n", x+w/2, y+h/2, w/2, h/2, paint)
	case p.diamond:
		fmt.Fprintf(out, `<path d="M%.4g %.4gL%.4g %.4gL%.4g %.4gL%.4g %.4gZ" %s/>`+"\n", x+w/2, y, x+w, y+h/2, x+w/2, y+h, x, y+h/2, paint)
	default:
		fmt.Fprintf(out, `<rect x="%.5g" y="%.5g" width="%.4g" height="%.4g" %s/>`+"\n", x, y, w, h, paint)
	}
}

// String is the colour as #rrggbb.
func (c Colour) String() string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// escape makes a text safe in XML; what does not print is left out.
func escape(s string) string {
	s = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, s)
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(s)
}
