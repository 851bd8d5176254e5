package ascii

import (
	"math"
	"strconv"
)

// drawColumns draws the bars upright.
func (b Bars) drawColumns(dst *Grid, area Rect, v View) {
	a := b.columnAxes(area, v)
	f := a.frame
	a.draw(dst, v)
	for _, r := range b.Refs {
		drawColumnRef(dst, area, f, r, v)
	}
	layout := b.layoutColumns(f.area.W)
	drawZeroLine(dst, f, layout.columns*layout.width-layout.gap, v)
	for c := range layout.columns {
		bar := b.shownBar(c*len(b.Bars)/layout.columns, (c+1)*len(b.Bars)/layout.columns)
		for dx := range layout.width - layout.gap {
			b.drawColumn(dst, f, f.area.X+c*layout.width+dx, bar, v)
		}
	}
	b.drawTags(dst, area, f, layout, v)
	if f.area.Y+f.area.H < area.Y+area.H {
		b.drawColumnLabels(dst, area, f, layout, v)
	}
}

// columnAxes returns the axes of a chart of columns.
func (b Bars) columnAxes(area Rect, v View) axes {
	y := b.ValueRange().zeroAtEdge(area.H - 1)
	a := newAxes(area, Range{0, 1}, y, "", "", v, b.columnTicks(y, area.H-1)...)
	if a.drawsLines, a.hideXTicks, a.hasTickRow = true, true, false; !a.noLabels {
		a.frame.area.H = area.H - 1 // a row for the numbers
	}
	return a
}

// columnTicks returns b.Ticks. If b.Ticks is nil, it returns ticks of y for h rows, labelled by
// b.Format. If b.Format is nil too, it returns nil.
func (b Bars) columnTicks(y Range, h int) []Tick {
	if b.Ticks != nil || b.Format == nil {
		return b.Ticks
	}
	out := yTicksOf(y, h)
	for i, t := range out {
		out[i].Label = b.Format(t.Value)
	}
	return out
}

// zeroAtEdge returns the range r, extended so that 0 is at the lower edge of one of h rows. Bars
// begin at that edge, and the tick of 0 is in that row. If r does not extend to both sides of 0, it
// is returned unchanged.
func (r Range) zeroAtEdge(h int) Range {
	rows := math.Round(r.Max / r.Span() * float64(h)) // rows above 0
	if r.Min >= 0 || r.Max <= 0 || h < 2 {
		return r
	}
	rows = min(max(rows, 1), float64(h-1))
	rowHeight := max(r.Max/rows, -r.Min/(float64(h)-rows))
	return Range{Min: -rowHeight * (float64(h) - rows), Max: rowHeight * rows * (1 - 1e-9)}
}

// columnLayout describes the layout of columns. width is the distance between the left edges of
// adjacent columns and includes the gap.
type columnLayout struct{ columns, width, gap int }

func (b Bars) layoutColumns(w int) columnLayout {
	layout := columnLayout{columns: min(len(b.Bars), w), width: 1}
	if k := w / len(b.Bars); k > 1 {
		layout.width, layout.gap = min(k, 8), 1
	}
	return layout
}

// centredOffset returns the offset at which a text of the given width is centred under column c.
func (g columnLayout) centredOffset(c, textWidth int) int {
	return c*g.width + (g.width-g.gap-textWidth)/2
}

// drawTags writes the tag of each bar, a letter such as k, above the bar.
func (b Bars) drawTags(dst *Grid, area Rect, f frame, layout columnLayout, v View) {
	for i, bar := range b.Bars {
		text := v.Transliterate(bar.Tag.Text)
		if text == "" {
			continue
		}
		end := min(f.position(Point{Y: bar.Value}).Y, f.position(Point{}).Y)
		y := clamp(floor(end)-1, 0, f.area.H-1)
		clipText(dst, area, f.area.X+layout.centredOffset(i*layout.columns/len(b.Bars), Width(text)), f.area.Y+y, text,
			bar.Tag.Ink)
	}
}

// drawColumnLabels writes the labels under the columns or, if some do not fit, as many bar numbers as
// fit.
func (b Bars) drawColumnLabels(dst *Grid, area Rect, f frame, layout columnLayout, v View) {
	y := f.area.Y + f.area.H
	put := func(c int, text string) {
		if x := max(0, layout.centredOffset(c, Width(text))); x+Width(text) <= f.area.W {
			clipText(dst, area, f.area.X+x, y, text, Dim)
		}
	}
	if b.hasColumnLabels(f.area.W, v) {
		for c, bar := range b.Bars {
			put(c, v.elide(bar.Label, layout.width))
		}
		return
	}
	n := len(b.Bars)
	every := 1
	for _, multiple := range []int{2, 5, 10, 20, 50, 100, 200, 500, 1000} {
		if every*layout.columns*layout.width/n > len(strconv.Itoa(n)) {
			break
		}
		every = multiple
	}
	for i := range n {
		if number := i + 1; number%every == 0 || i == 0 && every <= 2 {
			put(i*layout.columns/n, strconv.Itoa(number))
		}
	}
}

// hasColumnLabels reports whether there are labels and each of them fits under its column.
func (b Bars) hasColumnLabels(w int, v View) bool {
	hasLabel := false
	for _, x := range b.Bars {
		n := Width(v.Transliterate(x.Label))
		hasLabel = hasLabel || n > 0
		if n >= w/len(b.Bars) && n > 1 || w < len(b.Bars) {
			return false
		}
	}
	return hasLabel
}

// shownBar returns the selected bar among bars [start, end) or, if none is selected, the bar of
// largest absolute value.
func (b Bars) shownBar(start, end int) Bar {
	best := b.Bars[start]
	for _, x := range b.Bars[start:end] {
		if x.Selected {
			return x
		}
		if math.Abs(x.Value) > math.Abs(best.Value) {
			best = x
		}
	}
	return best
}

// drawZeroLine draws the line of value 0, w columns long.
func drawZeroLine(dst *Grid, f frame, w int, v View) {
	zero := min(max(math.Round(f.position(Point{}).Y), 0), float64(f.area.H))
	y := f.area.Y + clamp(floor(zero-1e-9), 0, f.area.H-1)
	for x := f.area.X; x < f.area.X+min(w, f.area.W); x++ {
		dst.Set(x, y, Cell{Rune: v.Rune('▁', '_'), Fg: Axis})
	}
}

// drawColumn draws a bar in column x. The resolution is an eighth of a cell upwards and half a cell
// downwards.
func (b Bars) drawColumn(dst *Grid, f frame, x int, bar Bar, v View) {
	if !finite(bar.Value) || x >= f.area.X+f.area.W {
		return
	}
	h := float64(f.area.H)
	zero := min(max(math.Round(f.position(Point{}).Y), 0), h) // positive and negative bars begin at the edge of a cell
	tip := min(max(f.position(Point{Y: bar.Value}).Y, 0), h)
	if bar.Value == 0 {
		return // drawZeroLine has drawn the line of value 0
	}
	eighths := "▁▂▃▄▅▆▇█"
	if bar.Value > 0 {
		tip = max(min(tip, zero-1./8), 0) // a small positive value covers at least an eighth of a cell
	} else {
		tip, eighths = min(max(tip, zero+1./2), h), ""
	}
	bar.eachCoveredCell(zero, tip, f.area.H, eighths, '▀', v, func(y int, r rune) {
		dst.Set(x, f.area.Y+y, Cell{Rune: r, Fg: bar.EffectiveInk()})
	})
}

func drawColumnRef(dst *Grid, area Rect, f frame, r RefLine, v View) {
	_, y, ok := f.cellOf(Point{f.x.Min, r.Y})
	if !ok {
		return
	}
	for x := f.area.X; x < f.area.X+f.area.W; x++ {
		dst.Set(x, y, Cell{Rune: v.Rune('┄', '-'), Fg: r.EffectiveInk()})
	}
	label := v.Transliterate(r.Label)
	if Width(label) < f.area.W {
		clipText(dst, area, f.area.X+f.area.W-Width(label), y, label, r.EffectiveInk())
	}
}
