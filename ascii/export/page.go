// Package export sets figures as a page for print, with the axes, fonts and
// formats of gonum/plot: PNG, SVG and PDF. What a page shows is what the figures
// of package ascii hold; the terminal's own pictures are theirs. What an ink
// looks like it is told; it knows no theme.
package export

import (
	"fmt"
	"image/color"
	"io"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"

	"kernellab/ascii"
)

// Shades says what the inks of a picture look like in a file: the paper, and
// the colour of each ink.
type Shades struct {
	Paper Colour
	Of    func(ascii.Ink) Colour
}

// Colour is red, green and blue.
type Colour struct{ R, G, B uint8 }

func (c Colour) rgba() color.RGBA { return color.RGBA{c.R, c.G, c.B, 0xff} }

func (s Shades) ink(i ascii.Ink) color.Color { return s.Of(i).rgba() }

// Formats lists the formats of a page.
func Formats() []string { return []string{"svg", "png", "pdf"} }

// resolution is the dots to an inch of a PNG.
const resolution = 200

// Write sets a page and writes it in a format; it fails where there is no such
// format or w does.
func Write(w io.Writer, format string, p ascii.Page, s Shades) error {
	l := layout{p}
	width, height := l.size()
	c, err := newCanvas(format, width, height, s)
	if err != nil {
		return err
	}
	l.draw(draw.New(c), s)
	_, err = c.WriteTo(w)
	return err
}

// newCanvas is an empty sheet of a format.
func newCanvas(format string, w, h vg.Length, s Shades) (vg.CanvasWriterTo, error) {
	switch format {
	case "png":
		return vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(resolution), vgimg.UseBackgroundColor(s.Paper.rgba()))}, nil
	case "svg":
		return vgsvg.New(w, h), nil
	case "pdf":
		return vgpdf.New(w, h), nil
	}
	return nil, fmt.Errorf("there is no picture in the format %q; there are %s", format, strings.Join(Formats(), ", "))
}

// The measures of a page.
const (
	margin   = 0.5 * vg.Centimeter
	gutter   = 0.4 * vg.Centimeter
	full     = 16 * vg.Centimeter
	tall     = 11 * vg.Centimeter // a main figure
	low      = 5.5 * vg.Centimeter
	textSize = 9
	leading  = 13 // from line to line
)

// layout is a page as it is set.
type layout struct{ ascii.Page }

// size is what a page needs.
func (p layout) size() (w, h vg.Length) {
	h = 2*margin + vg.Length(p.lines()+1)*leading
	for _, row := range p.rows() {
		h += row.height() + gutter
	}
	return full + 2*margin, h
}

// lines counts the lines of text.
func (p layout) lines() int {
	n := len(p.Above) + len(p.Below)
	if p.Title != "" {
		n += 2
	}
	return n
}

// row is figures that stand side by side.
type row []ascii.Plate

func (r row) height() vg.Length {
	if len(r) == 1 && r[0].Main {
		return tall
	}
	return low
}

// rows puts a main figure into a row of its own, the others in pairs.
func (p layout) rows() []row {
	var out []row
	var rest row
	for _, f := range p.Figures {
		if f.Main || len(p.Figures) == 1 {
			f.Main = true
			out = append(out, row{f})
			continue
		}
		rest = append(rest, f)
	}
	return slices.AppendSeq(out, chunks(rest, 2))
}

func chunks(r row, n int) func(func(row) bool) {
	return func(yield func(row) bool) {
		for part := range slices.Chunk(r, n) {
			if !yield(row(part)) {
				return
			}
		}
	}
}

// draw sets the page from its head to its foot.
func (p layout) draw(c draw.Canvas, s Shades) {
	c.FillPolygon(s.Paper.rgba(), []vg.Point{c.Min, {X: c.Max.X, Y: c.Min.Y}, c.Max, {X: c.Min.X, Y: c.Max.Y}})
	c = draw.Crop(c, margin, -margin, margin, -margin)
	at := c.Max.Y
	if p.Title != "" {
		write(c, vg.Point{X: c.Min.X, Y: at - leading}, ascii.Line{{Text: p.Title, Ink: ascii.Strong}}, textSize+2, s)
		at -= 1.5 * leading
	}
	at = p.text(c, at, p.Above, s)
	for _, r := range p.rows() {
		width := (full - vg.Length(len(r)-1)*gutter) / vg.Length(len(r))
		for i, f := range r {
			left := c.Min.X + vg.Length(i)*(width+gutter)
			panel{f}.draw(draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
				Min: vg.Point{X: left, Y: at - r.height()}, Max: vg.Point{X: left + width, Y: at},
			}}, s)
		}
		at -= r.height() + gutter
	}
	p.text(c, at, p.Below, s)
}

// text writes lines from a height downwards and returns the height below them.
func (p layout) text(c draw.Canvas, at vg.Length, lines []ascii.Line, s Shades) vg.Length {
	for _, l := range lines {
		at -= leading
		write(c, vg.Point{X: c.Min.X, Y: at}, l, textSize, s)
	}
	return at - leading/2
}
