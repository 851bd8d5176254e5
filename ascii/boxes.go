package ascii

import (
	"fmt"
	"strings"
)

// Box is a matrix by its shape.
type Box struct {
	Label      string
	Rows, Cols int
	Ink        Ink
	// After stands between this box and the next: "=", "·".
	After string
}

// Boxes draws matrices to one scale side by side, to show why a product can or
// cannot be formed, and what it costs.
type Boxes struct{ Boxes []Box }

var _ Figure = Boxes{}

// Draw draws the boxes with their shapes below; where they do not fit side by
// side even as small as possible, their shapes in words.
func (b Boxes) Draw(dst *Grid, area Rect, v View) {
	area = area.Intersect(dst.Bounds())
	rows, cols, fixed := 0, 0, 0
	for _, x := range b.Boxes {
		rows, cols = max(rows, x.Rows), cols+max(x.Cols, 1)
		fixed += Width(v.Transliterate(x.After)) + 4
	}
	if area.Empty() || rows == 0 {
		return
	}
	if area.W < fixed+4*len(b.Boxes) || area.H < 4 {
		TextBlock{Lines: []Line{Plain(b.formula())}, Wrap: true}.Draw(dst, area, v)
		return
	}
	// unit is the width of one column of a matrix, in cells.
	unit := min(float64(area.W-fixed)/float64(cols), float64(area.H-2)*v.CellAspect()/float64(rows))
	x := area.X
	for _, box := range b.Boxes {
		w := clamp(int(float64(box.Cols)*unit), 3, area.W)
		h := clamp(int(float64(box.Rows)*unit/v.CellAspect()), 1, area.H-2)
		shape := fmt.Sprintf("%d×%d", box.Rows, box.Cols)
		slot := max(w, Width(shape), Width(box.Label))
		r := Rect{X: x + (slot-w)/2, Y: area.Y + 1 + (area.H-2-h)/2, W: w, H: h}
		fillBox(dst, area, r, box.Ink, v)
		label, size := v.Transliterate(box.Label), v.Transliterate(shape)
		clipText(dst, area, x+(slot-Width(label))/2, r.Y-1, label, Strong)
		clipText(dst, area, x+(slot-Width(size))/2, r.Y+r.H, size, Dim)
		after := v.Transliterate(box.After)
		clipText(dst, area, x+slot+1, area.Y+area.H/2, after, Text)
		x += slot + 2 + Width(after)
	}
}

func fillBox(dst *Grid, area, r Rect, ink Ink, v View) {
	if ink == None {
		ink = Accent
	}
	r = r.Intersect(area)
	dst.Fill(r, Cell{Rune: v.pick('▒', '#'), Fg: ink})
}

func (b Boxes) formula() string {
	var parts []string
	for _, x := range b.Boxes {
		parts = append(parts, strings.TrimSpace(fmt.Sprintf("%s (%d×%d) %s", x.Label, x.Rows, x.Cols, x.After)))
	}
	return strings.Join(parts, " ")
}

// Words tells the shapes.
func (b Boxes) Words() []string {
	var out []string
	for _, x := range b.Boxes {
		out = append(out, fmt.Sprintf("%s has %s and %s.", orElse(x.Label, "A matrix"), count(x.Rows, "row"), count(x.Cols, "column")))
	}
	return out
}
