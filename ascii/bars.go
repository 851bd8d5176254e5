package ascii

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Bar is a bar of a bar chart.
type Bar struct {
	Label    string
	Value    float64
	Class    int // +1 or −1 for MarkPos or MarkNeg as ink; if 0, Ink is used
	Ink      Ink // if None, Accent is used
	Selected bool
	Tag      Span // a letter that identifies the bar, such as k; empty for no letter
}

// RefLine is a line across a chart at a value, such as 0 or the upper bound C of dual variables.
type RefLine struct {
	Y     float64
	Label string
	Ink   Ink // if None, Dim is used
}

// Bars is a chart of signed bars that begin at zero. If the area is tall enough, each bar is a row
// with a label and a value. Otherwise, each bar is a column with its label below. If the area has
// fewer columns of cells than there are bars, several bars share a column. Such a column shows a
// selected bar or, if none is selected, the bar of largest absolute value. If some labels do not
// fit, the bars are numbered from 1 instead.
type Bars struct {
	Bars     []Bar
	Vertical bool  // draws columns even if there is room for rows
	Range    Range // if zero, the range of the values, the reference lines and 0
	Refs     []RefLine
	Ticks    []Tick               // a scale with faint lines across the bars; if nil, rows have no scale
	Format   func(float64) string // formats a value; if nil, [FormatValue]
	Compact  bool                 // does not grow beyond three rows for each bar
}

// Elastic reports whether the chart takes all available room.
func (b Bars) Elastic() bool { return !b.Compact || b.Vertical }

// PreferredHeight returns the number of rows for the bars and their scale, regardless of the width.
// If there are few bars, each has up to three rows.
func (b Bars) PreferredHeight(int, View) int {
	n := len(b.Bars)
	return max(n, min(3*n, 14)/n*n) + min(len(b.Ticks), 1)
}

// minBarLength is the number of columns that bars need before their lengths can be
// compared by eye.
const minBarLength = 32

// PreferredWidth returns the number of columns needed for the labels, bars of minBarLength, and the
// values.
func (b Bars) PreferredWidth(v View) int {
	labelWidth, valueWidth := b.marginWidths(v)
	return labelWidth + valueWidth + 3 + minBarLength
}

// format formats a value.
func (b Bars) format(v float64) string {
	if b.Format == nil {
		return FormatValue(v)
	}
	return b.Format(v)
}

// Draw draws the bars.
func (b Bars) Draw(dst *Grid, area Rect, v View) {
	area = area.Intersect(dst.Bounds())
	if area.Empty() || len(b.Bars) == 0 {
		return
	}
	if b.inRows(area) {
		b.drawRows(dst, area, v)
		return
	}
	b.drawColumns(dst, area, v)
}

// inRows reports whether the bars are drawn as rows.
func (b Bars) inRows(area Rect) bool {
	return !b.Vertical && len(b.Bars)+min(len(b.Ticks), 1) <= area.H
}

// rowLayout returns the first row of the first bar, and the number of rows from one bar to the next.
func (b Bars) rowLayout(area Rect) (first, pitch int) {
	h := area.H - min(len(b.Ticks), 1)
	pitch = clamp((h+1)/len(b.Bars), 1, 3)
	if pitch*len(b.Bars) <= h && pitch > 1 {
		return area.Y + 1, pitch
	}
	return area.Y, pitch
}

// ValueRange returns the visible range of values, which always includes zero.
func (b Bars) ValueRange() Range {
	r := Range{}
	if b.Range != r {
		return b.Range.drawable().With(0)
	}
	for _, x := range b.Bars {
		r = r.With(x.Value)
	}
	for _, x := range b.Refs {
		r = r.With(x.Y)
	}
	if r.Span() == 0 {
		return Range{0, 1}
	}
	return r
}

// EffectiveInk returns the ink of the bar.
func (b Bar) EffectiveInk() Ink {
	switch {
	case b.Selected:
		return Select
	case b.Class > 0:
		return MarkPos
	case b.Class < 0:
		return MarkNeg
	}
	return cmp.Or(b.Ink, Accent)
}

// fullRune returns the rune of a full cell of the bar. In profiles without colours the rune depends on
// the class and, in Mono, on whether the bar is selected.
func (b Bar) fullRune(v View) rune {
	switch {
	case v.Profile == SevenBit && b.Class < 0:
		return '='
	case v.Profile == SevenBit:
		return '#'
	case v.Profile == Mono && b.Selected:
		return '▓'
	case v.Profile == Mono && b.Class < 0:
		return '▒'
	}
	return '█'
}

// marginWidths returns the number of columns that the labels and the values take up.
func (b Bars) marginWidths(v View) (labelWidth, valueWidth int) {
	for _, x := range b.Bars {
		labelWidth = max(labelWidth, Width(v.Transliterate(x.Label)))
		valueWidth = max(valueWidth, Width(b.format(x.Value)))
	}
	if slices.ContainsFunc(b.Bars, func(x Bar) bool { return x.Tag.Text != "" }) {
		labelWidth++
	}
	return labelWidth, valueWidth
}

// drawRows draws each bar as a row with its label and its value. If all bars begin at the left
// edge, each value follows its bar. Otherwise, the values are at the right edge of area. If there
// is room, each bar has a blank row above it and is up to two rows thick.
func (b Bars) drawRows(dst *Grid, area Rect, v View) {
	labelWidth, valueWidth := b.marginWidths(v)
	labelWidth = min(labelWidth, area.W/3)
	wholeArea := area
	first, pitch := b.rowLayout(area)
	area.H -= first - area.Y + min(len(b.Ticks), 1)
	area.Y = first
	height := min(area.H, pitch*len(b.Bars))
	plot := area.Rows(0, height).Columns(labelWidth+1, area.W-labelWidth-valueWidth-3)
	if labelWidth == 0 {
		plot.X, plot.W = area.X, plot.W+1
	}
	if plot.W < 3 {
		plot = area.Rows(0, height)
		labelWidth, valueWidth = 0, 0
	}
	f := frame{plot, b.ValueRange(), Range{0, 1}}
	zero := math.Round(f.position(Point{}).X) // positive and negative bars begin at the edge of a cell
	if b.ValueRange().Min < 0 {
		zero = max(zero, 1) // room for the smallest negative bar
	}
	for i, bar := range b.Bars {
		y := area.Y + pitch*i
		if labelWidth > 0 {
			ink := Dim
			if bar.Selected {
				ink = Select
			}
			clipText(dst, area, area.X, y, v.elide(bar.Label, labelWidth), ink)
		}
		if bar.Tag.Text != "" {
			clipText(dst, area, plot.X-1, y, v.Transliterate(bar.Tag.Text), bar.Tag.Ink)
		}
		for dy := range max(1, pitch-1) {
			b.drawRow(dst, f, y+dy, zero, bar, v)
		}
		if valueWidth > 0 {
			s, left := v.withMinusSign(b.format(bar.Value)), area.X+area.W
			if left -= Width(s); zero == 0 && finite(bar.Value) {
				left = plot.X + int(math.Ceil(min(f.position(Point{X: bar.Value}).X, float64(plot.W)))) + 1
			}
			clipText(dst, area, left, y, s, Text)
		}
	}
	for _, r := range b.Refs {
		b.drawRef(dst, f, r, v)
	}
	for _, t := range b.Ticks {
		b.drawRef(dst, f, RefLine{Y: t.Value, Ink: Faint}, v)
	}
	if len(b.Ticks) > 0 {
		axes{frame: f, area: wholeArea, xTicks: b.Ticks}.drawX(dst, v)
	}
}

// drawRow draws a bar from zero to its value. The resolution is an eighth of a cell for a positive
// value and half a cell for a negative one.
func (b Bars) drawRow(dst *Grid, f frame, y int, zero float64, bar Bar, v View) {
	if !finite(bar.Value) {
		return
	}
	tip, w := f.position(Point{X: bar.Value}).X, float64(f.area.W)
	eighths := "▏▎▍▌▋▊▉█"
	switch {
	case bar.Value > 0:
		tip = min(max(tip, zero+1./8), w) // a small positive value covers at least an eighth of a cell
	case bar.Value < 0:
		tip, eighths = max(min(tip, zero-1./2), 0), ""
	default:
		tip = zero
	}
	bar.eachCoveredCell(zero, tip, f.area.W, eighths, '▐', v, func(c int, r rune) {
		dst.Set(f.area.X+c, y, Cell{Rune: r, Fg: bar.EffectiveInk()})
	})
	if bar.Value == 0 {
		dst.Set(f.area.X+clamp(floor(zero), 0, f.area.W-1), y, Cell{Rune: v.Rune('▏', '|'), Fg: Axis})
	}
}

// eachCoveredCell calls put for each of the cells 0 … n−1 that the bar covers. The bar extends from
// zero to tip, both in cells. A partly covered cell shows one of the runes in eighths. If eighths is
// empty, a partly covered cell shows halfBlock.
func (b Bar) eachCoveredCell(zero, tip float64, n int, eighths string, halfBlock rune, v View,
	put func(i int, r rune)) {
	from, end := min(zero, tip), max(zero, tip)
	for i := floor(from); i < n && float64(i) < end; i++ {
		cover := min(end, float64(i)+1) - max(from, float64(i))
		r := b.fullRune(v)
		switch {
		case v.Profile == SevenBit || v.Profile == Mono && r != '█':
			if cover < 0.5 && end-from > 0.5 {
				continue
			}
		case eighths != "" && cover < 1-1.0/16:
			r = []rune(eighths)[clamp(int(math.Round(cover*8))-1, 0, 7)]
		case eighths == "" && cover < 0.75:
			r = halfBlock
		}
		put(i, r)
	}
}

// drawRef draws a reference line down through all rows, wherever no bar covers it.
func (b Bars) drawRef(dst *Grid, f frame, r RefLine, v View) {
	x, _, ok := f.cellOf(Point{r.Y, 0})
	if !ok {
		return
	}
	for y := f.area.Y; y < f.area.Y+f.area.H; y++ {
		if blank(dst.At(x, y).Rune) {
			dst.Put(x, y, v.Rune('┊', '|'), r.EffectiveInk())
		}
	}
}

// EffectiveInk returns the ink of the line.
func (r RefLine) EffectiveInk() Ink {
	return cmp.Or(r.Ink, Dim)
}

// Words states the number of bars, the extremes, each value if few bars are not 0, and the number of
// bars at each reference line.
func (b Bars) Words() []string {
	if len(b.Bars) == 0 {
		return []string{"No bars."}
	}
	lo, hi, nonzeroCount := 0, 0, 0
	for i, x := range b.Bars {
		if x.Value < b.Bars[lo].Value {
			lo = i
		}
		if x.Value > b.Bars[hi].Value {
			hi = i
		}
		if x.Value != 0 {
			nonzeroCount++
		}
	}
	out := []string{fmt.Sprintf("%s; smallest %s at %s, largest %s at %s.", Count(len(b.Bars), "bar"),
		b.format(b.Bars[lo].Value), b.barName(lo), b.format(b.Bars[hi].Value), b.barName(hi))}
	if lo == hi {
		out = []string{fmt.Sprintf("%s at %s.", Count(len(b.Bars), "bar"), b.format(b.Bars[0].Value))}
	} else if nonzeroCount <= 12 {
		out = append(out, b.barSentences(nonzeroCount)...)
	}
	for _, r := range b.Refs {
		barsOnLine := 0
		for _, x := range b.Bars {
			if math.Abs(x.Value-r.Y) <= 1e-9*max(1, math.Abs(r.Y)) {
				barsOnLine++
			}
		}
		out = append(out, fmt.Sprintf("%s at the line %s (%s).", Count(barsOnLine, "bar"), cmp.Or(r.Label, "drawn"),
			b.format(r.Y)))
	}
	return out
}

// barSentences returns a sentence about each bar, but a single sentence about all bars with value 0.
// The parameter nonzeroCount is the number of bars whose value is not 0.
func (b Bars) barSentences(nonzeroCount int) []string {
	var out []string
	groupsZeros := len(b.Bars)-nonzeroCount > 1
	for i, x := range b.Bars {
		if x.Value != 0 || !groupsZeros {
			out = append(out, fmt.Sprintf("%s: %s.", b.barName(i), b.format(x.Value)))
		}
	}
	if groupsZeros {
		out = append(out, "The others are 0.")
	}
	return out
}

func (b Bars) barName(i int) string {
	return cmp.Or(b.Bars[i].Label, fmt.Sprintf("number %d", i+1))
}
