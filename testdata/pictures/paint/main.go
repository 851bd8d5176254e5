// Command paint draws a terminal's screen, as tmux captures it with its colours
// (capture-pane -e -N -p), as a PNG:
//
//	tmux capture-pane -e -N -p | go run ./testdata/pictures/paint out.png 120 36 [light]
package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/color/palette"
	"image/png"
	"io"
	"os"
	"strconv"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/vt"
)

// A cell, in pixels.
const width, height = 8, 16

func main() {
	if err := run(os.Args[1:], os.Stdin); err != nil {
		fmt.Fprintln(os.Stderr, "paint:", err)
		os.Exit(1)
	}
}

func run(args []string, in io.Reader) error {
	if len(args) < 3 {
		return fmt.Errorf("usage: paint out.png COLUMNS ROWS [light]")
	}
	w, errW := strconv.Atoi(args[1])
	h, errH := strconv.Atoi(args[2])
	if errW != nil || errH != nil || w < 1 || h < 1 {
		return fmt.Errorf("%s × %s is no size of a screen", args[1], args[2])
	}
	text, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	fg, bg := color.RGBA{0xd0, 0xd0, 0xd0, 0xff}, color.RGBA{0x10, 0x10, 0x10, 0xff}
	if len(args) > 3 && args[3] == "light" {
		fg, bg = color.RGBA{0x20, 0x20, 0x20, 0xff}, color.RGBA{0xfa, 0xfa, 0xfa, 0xff}
	}
	screen := vt.NewEmulator(w, h)
	// A captured line ends in a line feed alone.
	if _, err := screen.Write(bytes.ReplaceAll(bytes.TrimRight(text, "\n"), []byte("\n"), []byte("\r\n"))); err != nil {
		return err
	}
	bg = ground(screen, w, h, bg)
	m, err := painted(screen, w, h, fg, bg)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := png.Encode(&out, fewColours(m)); err != nil {
		return err
	}
	return os.WriteFile(args[0], out.Bytes(), 0o644)
}

// ground is the colour behind most cells. A capture leaves it out where a line
// was erased with it.
func ground(screen *vt.Emulator, w, h int, otherwise color.RGBA) color.RGBA {
	count, best := map[color.RGBA]int{}, otherwise
	for y := range h {
		for x := range w {
			if cell := screen.CellAt(x, y); cell != nil && cell.Style.Bg != nil {
				c := rgba(cell.Style.Bg, otherwise)
				if count[c]++; count[c] > count[best] {
					best = c
				}
			}
		}
	}
	return best
}

// painted draws every cell.
func painted(screen *vt.Emulator, w, h int, fg, bg color.RGBA) (*image.RGBA, error) {
	text, err := newLetters()
	if err != nil {
		return nil, err
	}
	m := image.NewRGBA(image.Rect(0, 0, w*width, h*height))
	for y := range h {
		for x := range w {
			cell := screen.CellAt(x, y)
			if cell == nil {
				cell = &uv.Cell{}
			}
			ink, ground := rgba(cell.Style.Fg, fg), rgba(cell.Style.Bg, bg)
			if cell.Style.Attrs&uv.AttrReverse != 0 {
				ink, ground = ground, ink
			}
			paint(m, image.Pt(x*width, y*height), cell.Content, ink, ground, text, cell.Style.Attrs&uv.AttrBold != 0)
		}
	}
	return m, nil
}

// paint draws one cell: geometry a pixel by what covers its middle, then text.
func paint(m *image.RGBA, at image.Point, content string, ink, ground color.RGBA, text letters, bold bool) {
	r := ' '
	for _, first := range content {
		r = first
		break
	}
	shapes, drawn := shapesOf(r)
	for dy := range height {
		for dx := range width {
			x, y := (float64(dx)+0.5)/width, (float64(dy)+0.5)/height
			c := ground
			for _, s := range shapes {
				if s.covers(x, y) {
					c = ink
				}
			}
			m.SetRGBA(at.X+dx, at.Y+dy, c)
		}
	}
	if !drawn {
		text.draw(m, at, r, ink, bold)
	}
}

func rgba(c color.Color, otherwise color.RGBA) color.RGBA {
	if c == nil {
		return otherwise
	}
	r, g, b, _ := c.RGBA()
	return color.RGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), 0xff}
}

// fewColours is a picture with a palette where it has few enough colours for it,
// which takes a third of the room; of more the rarest become the nearest.
func fewColours(m *image.RGBA) image.Image {
	count := map[color.RGBA]int{}
	for y := range m.Rect.Dy() {
		for x := range m.Rect.Dx() {
			count[m.RGBAAt(x, y)]++
		}
	}
	p := color.Palette{}
	for len(p) < 256 && len(count) > 0 {
		most, best := 0, color.RGBA{}
		for c, n := range count {
			if n > most || n == most && less(c, best) {
				most, best = n, c
			}
		}
		p = append(p, best)
		delete(count, best)
	}
	if len(p) == 0 {
		p = palette.Plan9
	}
	out := image.NewPaletted(m.Rect, p)
	known := map[color.RGBA]uint8{}
	for y := range m.Rect.Dy() {
		for x := range m.Rect.Dx() {
			c := m.RGBAAt(x, y)
			i, ok := known[c]
			if !ok {
				i = uint8(p.Index(c))
				known[c] = i
			}
			out.SetColorIndex(x, y, i)
		}
	}
	return out
}

func less(a, b color.RGBA) bool {
	return uint32(a.R)<<16|uint32(a.G)<<8|uint32(a.B) < uint32(b.R)<<16|uint32(b.G)<<8|uint32(b.B)
}
