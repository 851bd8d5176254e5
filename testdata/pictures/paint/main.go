// Command paint draws a terminal's screen, as tmux captures it with its colours
// (capture-pane -e -N -p), as an SVG:
//
//	tmux capture-pane -e -N -p | go run ./testdata/pictures/paint 120 36 [light] > out.svg
package main

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"os"
	"strconv"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/vt"

	"kernellab/ascii"
	"kernellab/ascii/export"
)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "paint:", err)
		os.Exit(1)
	}
}

func run(args []string, in io.Reader, out io.Writer) error {
	if len(args) < 2 {
		return fmt.Errorf("usage: paint COLUMNS ROWS [light]")
	}
	w, errW := strconv.Atoi(args[0])
	h, errH := strconv.Atoi(args[1])
	if errW != nil || errH != nil || w < 1 || h < 1 {
		return fmt.Errorf("%s × %s is no size of a screen", args[0], args[1])
	}
	text, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	screen := vt.NewEmulator(w, h)
	// A captured line ends in a line feed alone.
	if _, err := screen.Write(bytes.ReplaceAll(bytes.TrimRight(text, "\n"), []byte("\n"), []byte("\r\n"))); err != nil {
		return err
	}
	inks := inks{ascii.Paper: "#101010", ascii.Text: "#d0d0d0"}
	if len(args) > 2 && args[2] == "light" {
		inks = map[ascii.Ink]string{ascii.Paper: "#fafafa", ascii.Text: "#202020"}
	}
	if c := commonBackground(screen, w, h); c != "" {
		inks[ascii.Paper] = c
	}
	return export.SVG(out, inks.grid(screen, w, h), func(i ascii.Ink) string { return inks[i] })
}

// commonBackground returns the background colour of most cells, or "" if no cell has one. A capture
// leaves it out where a line was erased with it.
func commonBackground(screen *vt.Emulator, w, h int) (best string) {
	count := map[string]int{}
	for i := range w * h {
		if cell := screen.CellAt(i%w, i/w); cell != nil && cell.Style.Bg != nil {
			c := hex(cell.Style.Bg)
			if count[c]++; count[c] > count[best] {
				best = c
			}
		}
	}
	return best
}

// inks maps the ink of each colour in a picture to the colour, as "#rrggbb".
type inks map[ascii.Ink]string

// inkFor returns the ink of a colour, or otherwise if c is nil. A colour that is new gets a new
// ink.
func (k inks) inkFor(c color.Color, otherwise ascii.Ink) ascii.Ink {
	if c == nil {
		return otherwise
	}
	for i, known := range k {
		if known == hex(c) && i != ascii.Strong {
			return i
		}
	}
	i := ascii.Strong + 1 + ascii.Ink(len(k))
	k[i] = hex(c)
	return i
}

// grid returns the cells of a screen.
func (k inks) grid(screen *vt.Emulator, w, h int) *ascii.Grid {
	g := ascii.NewGrid(w, h)
	for i := range w * h {
		cell := screen.CellAt(i%w, i/w)
		if cell == nil {
			continue
		}
		c := ascii.Cell{Fg: k.inkFor(cell.Style.Fg, ascii.Text), Bg: k.inkFor(cell.Style.Bg, ascii.Paper)}
		for _, c.Rune = range cell.Content {
			break
		}
		if cell.Style.Attrs&uv.AttrReverse != 0 {
			c.Fg, c.Bg = c.Bg, c.Fg
		}
		if bold := cell.Style.Attrs&uv.AttrBold != 0; bold && (k[ascii.Strong] == "" || k[ascii.Strong] == k[c.Fg]) {
			k[ascii.Strong] = k[c.Fg]
			c.Fg = ascii.Strong
		}
		g.Set(i%w, i/w, c)
	}
	return g
}

func hex(c color.Color) string {
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}
