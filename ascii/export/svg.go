// Package export writes a grid of cells as an SVG picture for print. Blocks,
// rules and braille become shapes that meet at the edges of their cells, so
// only letters and marks need a font. The package knows no theme: the caller
// supplies the colours of inks.
package export

import (
	"bufio"
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"kernellab/ascii"
)

// A cell is 10 × 21 units, which is the shape that the zero ascii.View assumes.
// Most monospaced fonts advance by 0.6 of their size.
const (
	cellW, cellH = 10.0, 21.0
	fontSize     = cellW / 0.6
	baseline     = 15.5 // distance from the top of the cell
)

// SVG writes g on a background of ascii.Paper. colour returns the SVG colour of
// an ink, such as "#1c2128".
func SVG(w io.Writer, g *ascii.Grid, colour func(ascii.Ink) string) error {
	p := picture{bufio.NewWriter(w), g, colour}
	width, height := float64(g.W)*cellW, float64(g.H)*cellH
	p.print(`<svg xmlns="http://www.w3.org/2000/svg" width="%g" height="%g" viewBox="0 0 %[1]g %[2]g" `+
		`font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="%.4g">`+"\n", width, height, fontSize)
	p.print(`<rect width="%g" height="%g" fill="%s"/>`+"\n", width, height, colour(ascii.Paper))
	for y := range g.H {
		p.background(y, '▀')
		p.background(y, '▄')
	}
	for y := range g.H {
		p.foreground(y)
	}
	p.print("</svg>\n")
	return p.out.Flush()
}

// picture is the state of writing an SVG.
type picture struct {
	out    *bufio.Writer // keeps the first error for Flush
	grid   *ascii.Grid
	colour func(ascii.Ink) string
}

func (p picture) print(format string, args ...any) { fmt.Fprintf(p.out, format, args...) }

// background fills the given half of the cells in a row, with a rectangle for each run of cells that
// have the same ink there.
func (p picture) background(y int, half rune) {
	top := float64(y) * cellH
	if half == '▄' {
		top += cellH / 2
	}
	inkOf := func(c ascii.Cell) ascii.Ink {
		if c.Rune == half || c.Rune == '█' {
			return inkOrText(c.Fg)
		}
		return cmp.Or(c.Bg, ascii.Paper)
	}
	p.runs(y, func(a, b ascii.Cell) bool { return inkOf(a) == inkOf(b) }, func(x, n int) {
		if ink := inkOf(p.grid.At(x, y)); ink != ascii.Paper {
			p.print(`<rect x="%g" y="%g" width="%g" height="%g" fill="%s" shape-rendering="crispEdges"/>`+"\n",
				float64(x)*cellW, top, float64(n)*cellW, cellH/2, p.colour(ink))
		}
	})
}

// runs divides row y into runs of adjacent cells. The function areEqual decides whether a cell belongs
// to the run that begins with another cell. runs calls draw with the first column x and the length n
// of each run.
func (p picture) runs(y int, areEqual func(a, b ascii.Cell) bool, draw func(x, n int)) {
	for x := 0; x < p.grid.W; {
		n := 1
		for x+n < p.grid.W && areEqual(p.grid.At(x, y), p.grid.At(x+n, y)) {
			n++
		}
		draw(x, n)
		x += n
	}
}

// inkOrText returns the ink i of a foreground, or Text if i is the terminal's default.
func inkOrText(i ascii.Ink) ascii.Ink { return cmp.Or(i, ascii.Text) }

// foreground draws the runes of a row: a text or a path for each run of cells
// with the same ink and style.
func (p picture) foreground(y int) {
	haveSameStyle := func(a, b ascii.Cell) bool {
		return b.Rune == ascii.Wide || a.Fg == b.Fg && styleOf(a.Rune) == styleOf(b.Rune)
	}
	p.runs(y, haveSameStyle, func(x, n int) {
		c := p.grid.At(x, y)
		switch s := styleOf(c.Rune); s {
		case blank:
		case letter:
			p.text(x, y, n, c.Fg)
		default:
			var d strings.Builder
			for i := range n {
				d.WriteString(shape(p.grid.At(x+i, y).Rune, float64(x+i)*cellW, float64(y)*cellH))
			}
			p.print("<path d=\"%s\" "+string(s)+"/>\n", d.String(), p.colour(inkOrText(c.Fg)))
		}
	})
}

// text writes n cells of letters, stretched to exactly their columns.
func (p picture) text(x, y, n int, ink ascii.Ink) {
	var s strings.Builder
	for i := range n {
		if r := p.grid.At(x+i, y).Rune; r != ascii.Wide {
			s.WriteRune(r)
		}
	}
	weight := ""
	if ink == ascii.Strong {
		weight = ` font-weight="bold"`
	}
	p.print(`<text x="%g" y="%g" textLength="%g" fill="%s"%s>`, float64(x)*cellW, float64(y)*cellH+baseline,
		float64(n)*cellW, p.colour(inkOrText(ink)), weight)
	_ = xml.EscapeText(p.out, []byte(s.String()))
	p.print("</text>\n")
}

// style describes how the rune of a cell is drawn. It is blank, letter, or the attributes of a
// path, with %s for the colour.
type style string

const (
	blank  style = ""
	letter style = "letter"
	block  style = `fill="%s" shape-rendering="crispEdges"`
	light  style = `fill="%s" fill-opacity="0.25"`
	medium style = `fill="%s" fill-opacity="0.5"`
	dark   style = `fill="%s" fill-opacity="0.75"`
	thin   style = `fill="none" stroke="%s" stroke-width="1.5"`
	dashed style = `fill="none" stroke="%s" stroke-width="1.5" stroke-dasharray="3 2"`
	heavy  style = `fill="none" stroke="%s" stroke-width="3"`
	dots   style = `fill="none" stroke="%s" stroke-width="3.5" stroke-linecap="round"`
)

func styleOf(r rune) style {
	switch {
	case r <= ' ' || r == '▀' || r == '▄' || r == '█' || r == '\u2800':
		return blank // background has filled these cells
	case r == '░':
		return light
	case r == '▒':
		return medium
	case r == '▓':
		return dark
	case '▁' <= r && r <= '▐':
		return block
	case '\u2800' < r && r <= '\u28ff':
		return dots
	case r < '─' || armsOf(r) == "":
		return letter
	case strings.ContainsRune("┄┆┈┊╌╎", r):
		return dashed
	case strings.ContainsRune("━┃╸╺", r):
		return heavy
	}
	return thin
}

// armsOf returns the edges (l, r, u, d) of the cell that a box-drawing rune reaches from the
// centre. It returns "" for other runes.
func armsOf(r rune) string {
	const rules = "─lr ━lr ┄lr ┈lr ╌lr ╴l ╸l ╶r ╺r │ud ┃ud ┆ud ┊ud ╎ud ╵u ╷d " +
		"┌rd ╭rd ┐ld ╮ld └ru ╰ru ┘lu ╯lu ├rud ┤lud ┬lrd ┴lru ┼lrud "
	_, afterRune, _ := strings.Cut(rules, string(r))
	arms, _, _ := strings.Cut(afterRune, " ")
	return arms
}

// shape returns the commands of the path that draws a rune in the cell whose upper
// left corner is (x, y).
func shape(r rune, x, y float64) string {
	box := func(left, top, right float64) string {
		return fmt.Sprintf("M%g %gH%gV%gH%gz", x+left*cellW, y+top*cellH, x+right*cellW, y+cellH, x+left*cellW)
	}
	switch {
	case r == '▐':
		return box(0.5, 0, 1)
	case '▁' <= r && r < '█':
		return box(0, 1-float64(r-'▁'+1)/8, 1)
	case '█' < r && r <= '▏':
		return box(0, 0, 1-float64(r-'█')/8)
	case '░' <= r && r <= '▓':
		return box(0, 0, 1)
	case r > '\u2800':
		return brailleDots(r, x, y)
	}
	var d strings.Builder
	for _, arm := range armsOf(r) {
		to := map[rune]string{'l': "h-5", 'r': "h5", 'u': "v-10.5", 'd': "v10.5"}[arm]
		fmt.Fprintf(&d, "M%g %g%s", x+cellW/2, y+cellH/2, to)
	}
	return d.String()
}

// brailleDots returns the dots of a braille rune as strokes of length 0 with round ends.
func brailleDots(r rune, x, y float64) string {
	var d strings.Builder
	for bit, position := range [8][2]float64{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {0, 3}, {1, 3}} {
		if r>>bit&1 == 1 {
			fmt.Fprintf(&d, "M%g %gh0", x+(position[0]+0.5)*cellW/2, y+(position[1]+0.5)*cellH/4)
		}
	}
	return d.String()
}
