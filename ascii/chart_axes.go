package ascii

import (
	"math"
	"sort"
)

// layout places the frame and its ticks, which are at the centres of cells.
func (p *chartPlot) layout(area Rect, v View) axes {
	x, y := p.ranges()
	rowsBelow := min(area.H/4, 2)
	rows := area.H - rowsBelow
	y, ticks := y.widenToCentres(yTickCount(area.H), rows, p.yTickFunc())
	if low, high := math.Ceil(y.Min), math.Floor(y.Max); p.Log && len(ticks) < 2 && low+1 < high {
		ticks = []Tick{{low, decade(int(low))}, {high, decade(int(high))}} // a single tick defines no scale
	}
	a := newAxes(area, x, y, p.XLabel, p.YLabel, v, ticks...)
	if a.drawsLines = true; a.noLabels {
		return a
	}
	a.hasTickRow, a.frame.area.H = rowsBelow == 2, rows
	a.frame.x, a.xTicks = x.widenToCentres(xTickCount(a.frame.area.W), a.frame.area.W, p.xTickFunc())
	return a
}

// tickFunc is a function that returns about n ticks for a range.
type tickFunc func(r Range, n int) []Tick

// yTickFunc returns the function that chooses the ticks of the Y axis. If Y is not set and all values
// are equal, their value is the only tick.
func (p *chartPlot) yTickFunc() tickFunc {
	r := emptyRange()
	for _, s := range p.series {
		for _, v := range s.Y {
			r = r.With(v)
		}
	}
	for _, ref := range p.Refs {
		r = r.With(p.toPlotUnit(ref.Y))
	}
	switch {
	case r.isSingleValue() && p.Y == (Range{}):
		return singleTick(r.Max, FormatValue(p.fromPlotUnit(r.Max)))
	case p.Log:
		return logTicks
	}
	return Range.scaleTicks
}

// xTickFunc returns the function that chooses the ticks of the X axis. If X is not set and
// all finite points have the same x, this x is the only tick.
func (p *chartPlot) xTickFunc() tickFunc {
	r := emptyRange()
	for _, s := range p.series {
		for j, x := range s.X {
			if finite(s.Y[j]) {
				r = r.With(x)
			}
		}
	}
	if r.isSingleValue() && p.X == (Range{}) {
		return singleTick(r.Max, FormatValue(r.Max))
	}
	return Range.scaleTicks
}

// singleTick returns a function whose only tick is v.
func singleTick(v float64, label string) tickFunc {
	return func(Range, int) []Tick { return []Tick{{v, label}} }
}

// isSingleValue reports whether the range is a single value up to rounding.
func (r Range) isSingleValue() bool { return r.Min <= r.Max && r.isDegenerate() }

// fromPlotUnit converts a Y value of the plot, which is a logarithm if p.Log is set, back to the units
// of the data.
func (p *chartPlot) fromPlotUnit(y float64) float64 {
	if p.Log {
		return math.Pow(10, y)
	}
	return y
}

// logTicks returns decade ticks for a range of logarithms, or round values if
// the range has fewer than two decades.
func logTicks(y Range, n int) []Tick {
	values := Range{math.Pow(10, y.Min), math.Pow(10, y.Max)}
	ticks := values.LogTicks(n)
	if len(ticks) < 2 {
		ticks = values.fewDecadeTicks(n)
	}
	for i := range ticks {
		ticks[i].Value = math.Log10(ticks[i].Value)
	}
	return ticks
}

// endLabel is the name of a curve or reference line, written at the right end of the chart, with the
// row in which the line ends.
type endLabel struct {
	text string
	ink  Ink
	row  int
}

// labelWidth returns the width of the longest name of a curve or reference line, but at most 16. It
// is 0 if there are no names.
func (p *chartPlot) labelWidth(v View) int {
	w := 0
	for i, s := range p.series {
		if p.colourIndex[i] >= 0 {
			w = max(w, Width(p.labelText(i, s.Name, v)))
		}
	}
	for _, r := range p.Refs {
		w = max(w, Width(v.Transliterate(r.Label)))
	}
	return min(w, 16)
}

// labelText returns the name of series i. In ASCII, where a curve is drawn with a letter, it begins
// with this letter.
func (p *chartPlot) labelText(i int, name string, v View) string {
	if name == "" {
		return ""
	}
	if v.Profile == SevenBit && p.series[i].Kind == Joined {
		return string(seriesLetter(p.colourIndex[i])) + " " + v.Transliterate(name)
	}
	return name
}

// drawLabels writes the names of curves and reference lines at the right end of their lines. It moves
// them to distinct rows, and omits the last ones if there are more names than rows.
func (p *chartPlot) drawLabels(dst *Grid, v View) {
	if p.labelArea.W == 0 || p.labelArea.H == 0 {
		return
	}
	labels := p.endLabels(v)
	sort.SliceStable(labels, func(i, j int) bool { return labels[i].row < labels[j].row })
	spreadRows(labels, p.labelArea.H)
	for _, l := range labels {
		clipText(dst, p.labelArea, p.labelArea.X, p.labelArea.Y+l.row, v.elide(l.text, p.labelArea.W), l.ink)
	}
}

func (p *chartPlot) endLabels(v View) []endLabel {
	f := p.axes.frame
	var out []endLabel
	add := func(text string, y float64, ink Ink) {
		if text == "" || len(out) == p.labelArea.H || !finite(y) {
			return
		}
		row := clamp(floor(f.position(Point{Y: y}).Y), 0, f.area.H-1)
		out = append(out, endLabel{text, ink, row})
	}
	for i, s := range p.series {
		if y, ok := lastFinite(s.Y); ok && p.colourIndex[i] >= 0 {
			add(p.labelText(i, s.Name, v), y, s.Ink)
		}
	}
	for _, r := range p.Refs {
		add(v.Transliterate(r.Label), p.toPlotUnit(r.Y), r.EffectiveInk())
	}
	return out
}

func lastFinite(ys []float64) (float64, bool) {
	for i := len(ys) - 1; i >= 0; i-- {
		if finite(ys[i]) {
			return ys[i], true
		}
	}
	return 0, false
}

// spreadRows gives labels, sorted by row, distinct rows from 0 to h−1. One pass
// down and one pass up keep them close to their preferred rows. There are at most
// h labels.
func spreadRows(labels []endLabel, h int) {
	for i := 1; i < len(labels); i++ {
		labels[i].row = max(labels[i].row, labels[i-1].row+1)
	}
	limit := h - 1
	for i := len(labels) - 1; i >= 0; i-- {
		labels[i].row = min(labels[i].row, limit)
		limit = labels[i].row - 1
	}
}

// drawNote writes the note at the right of the first row in which it hides no curve.
func (p *chartPlot) drawNote(dst *Grid, v View) {
	f := p.axes.frame.area
	note := v.Transliterate(p.note)
	if note == "" || Width(note) > f.W {
		return
	}
	from := f.X + f.W - Width(note)
	for y := f.Y; y < f.Y+f.H; y++ {
		x := from
		for x < f.X+f.W && (blank(dst.At(x, y).Rune) || dst.At(x, y).Fg == Faint) {
			x++
		}
		if x == f.X+f.W {
			clipText(dst, f, from, y, note, Warn)
			return
		}
	}
}

// minLegendHeight is the minimum height of a chart with a row for names that do not
// fit at its right end.
const minLegendHeight = 7

// legend returns the names of the curves in a line, each after a sample of its curve, followed by
// the names of the reference lines that fit. It returns nil if there is only one curve, if a curve has
// no name, or if the curves need more than w columns.
func (p *chartPlot) legend(w int, v View) Line {
	var out Line
	curves := 0
	for i, s := range p.series {
		if p.colourIndex[i] < 0 {
			continue
		}
		if s.Name == "" {
			return nil
		}
		out = appendEntry(out, p.legendSample(i, v), v.Transliterate(p.labelText(i, s.Name, v)), s.Ink)
		curves++
	}
	if curves < 2 || out.Width() > w {
		return nil
	}
	for _, r := range p.Refs {
		longerLine := appendEntry(out, v.Transliterate("╌"), v.Transliterate(r.Label), r.EffectiveInk())
		if r.Label == "" || longerLine.Width() > w {
			break
		}
		out = longerLine
	}
	return out
}

// appendEntry returns a line with a sample and a name appended.
func appendEntry(line Line, sample, name string, ink Ink) Line {
	out := append(Line(nil), line...)
	if len(out) > 0 {
		out = append(out, Span{Text: "  "})
	}
	if sample != "" {
		sample += " "
	}
	return append(out, Span{Text: sample + name, Ink: ink})
}

// legendSample returns a piece of a curve that identifies it in a legend, even without colours.
func (p *chartPlot) legendSample(i int, v View) string {
	switch {
	case p.series[i].Kind != Joined:
		return string(p.pointRune(i, v))
	case v.Profile == SevenBit: // the letter of the curve precedes the name
		return ""
	case v.Profile == Mono:
		return []string{"━━━", "━━╸", "━╸╺", "╴╴╴"}[p.colourIndex[i]%4]
	}
	return "━"
}

// reserveLegend returns the part of area that is left for the plot. If there is no room for names at
// the right, it reserves the first row for them.
func (p *chartPlot) reserveLegend(area Rect, v View) Rect {
	if p.labelArea.W > 0 || area.H < minLegendHeight {
		return area
	}
	if p.legendLine = p.legend(area.W, v); p.legendLine == nil {
		return area
	}
	p.legendArea = area.Rows(0, 1)
	area.Y++
	area.H--
	return area
}

// drawLegend writes the names above the curves.
func (p *chartPlot) drawLegend(dst *Grid) {
	x := p.legendArea.X
	for _, s := range p.legendLine {
		clipText(dst, p.legendArea, x, p.legendArea.Y, s.Text, s.Ink)
		x += Width(s.Text)
	}
}
