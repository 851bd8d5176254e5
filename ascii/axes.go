package ascii

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// axes holds the ticks and labels around a frame. If the label of an axis begins with log₁₀, its
// ticks show powers of ten and that prefix is left out.
type axes struct {
	frame          frame
	area           Rect // includes the labels
	xTicks, yTicks []Tick
	xLabel, yLabel string
	hasTickRow     bool
	noLabels       bool // there is no room for labels
	drawsLines     bool // the axis lines are drawn
	hideXTicks     bool // the ticks and the label of the x axis are not drawn here

	xShowsPowers, yShowsPowers bool // the values are logarithms
}

const powersPrefix = "log₁₀ "

// powerTicks returns the ticks unchanged unless logarithms is set. If it is set, it returns the
// ticks at whole numbers, labelled with powers of ten.
func powerTicks(ticks []Tick, logarithms bool) []Tick {
	if !logarithms {
		return ticks
	}
	var out []Tick
	for _, t := range ticks {
		if t.Value == math.Round(t.Value) {
			out = append(out, Tick{t.Value, decade(int(t.Value))})
		}
	}
	return out
}

// newAxes lays out a frame with labels to its left and below it. Three rows have room only for
// those to the left. If the area is smaller, the frame takes all of it. If yTicks is empty,
// newAxes uses yTicksOf.
func newAxes(area Rect, x, y Range, xLabel, yLabel string, v View, yTicks ...Tick) axes {
	a := axes{area: area, yTicks: yTicks}
	xLabel, a.xShowsPowers = strings.CutPrefix(xLabel, powersPrefix)
	yLabel, a.yShowsPowers = strings.CutPrefix(yLabel, powersPrefix)
	a.xLabel, a.yLabel = v.Transliterate(xLabel), v.Transliterate(yLabel)
	if area.W < 17 || area.H < 3 {
		a.noLabels = true
		a.frame = frame{area, x, y}
		return a
	}
	a.hasTickRow, a.hideXTicks = area.H >= 14, area.H == 3
	rowsBelow := min(area.H/4, 1)
	if a.hasTickRow {
		rowsBelow = 2
	}
	gutter := max(2, min(Width(a.yLabel)+1, area.W/4))
	if yTicks == nil {
		yTicks = yTicksOf(y, area.H)
	}
	for _, t := range powerTicks(yTicks, a.yShowsPowers) {
		gutter = max(gutter, Width(v.Transliterate(t.Label))+1)
	}
	gutter = min(gutter+1, area.W/2)
	a.frame = frame{area.Columns(gutter, area.W-gutter).Rows(0, area.H-rowsBelow), x, y}
	return a
}

func yTickCount(h int) int { return clamp(h/3, 2, 9) }

func xTickCount(w int) int { return clamp(w/9, 2, 12) }

// yTicksOf returns ticks for h rows. If h is below 9 and the first two gaps between ticks differ in
// rows, it returns only the first and the third tick.
func yTicksOf(y Range, h int) []Tick {
	ticks := y.scaleTicks(yTickCount(h))
	if len(ticks) > 2 && h < 9 && !(frame{Rect{H: h}, y, y}).hasEvenTicks(ticks[:3]) {
		return []Tick{ticks[0], ticks[2]}
	}
	return ticks
}

// evenYTicks widens the range of y so that its ticks are the same number of rows apart, unless
// they are already. If sameScale is set, it widens x by the same factor, or neither range if the
// factor is above 1.15.
func (a *axes) evenYTicks(sameScale bool) {
	f := &a.frame
	if a.noLabels || f.area.H < 9 || f.hasEvenTicks(yTicksOf(f.y, f.area.H)) {
		return
	}
	widened, ticks := f.y.widenToCentres(yTickCount(f.area.H), f.area.H, Range.scaleTicks)
	if factor := widened.Span() / f.y.Span(); sameScale {
		if factor > 1.15 {
			return
		}
		f.x = f.x.Pad((factor - 1) / 2)
	}
	f.y, a.yTicks = widened, ticks
}

// hasEvenTicks reports whether ticks on the y axis are the same number of rows apart.
func (f frame) hasEvenTicks(ticks []Tick) bool {
	row := func(i int) int { return floor((f.y.Max - ticks[i].Value) / f.y.Span() * float64(f.area.H)) }
	for i := 2; i < len(ticks); i++ {
		if row(i)-row(i-1) != row(1)-row(0) {
			return false
		}
	}
	return true
}

// draw writes ticks and labels outside the frame.
func (a axes) draw(dst *Grid, v View) {
	if a.noLabels {
		return
	}
	f := a.frame
	if a.drawsLines {
		a.drawLines(dst, v)
	}
	labelRow := a.area.Y - 1
	if a.yLabel != "" {
		clipText(dst, a.area, max(a.area.X, f.area.X-2-Width(a.yLabel)), a.area.Y, a.yLabel, Text)
		labelRow = a.area.Y
	}
	if a.yTicks == nil {
		a.yTicks = yTicksOf(f.y, f.area.H)
	}
	lastRow := a.area.Y - 1
	for _, t := range powerTicks(a.yTicks, a.yShowsPowers) {
		_, y, ok := f.cellOf(Point{f.x.Min, t.Value})
		if !ok || y == labelRow || y == lastRow {
			continue
		}
		lastRow = y
		if label := v.withMinusSign(t.Label); Width(label) <= f.area.X-1-a.area.X {
			clipText(dst, a.area, f.area.X-1-Width(label), y, label, Dim)
		}
		tick := v.Rune('╴', '-')
		if a.drawsLines {
			tick = v.Rune('┤', '+')
		}
		dst.Set(f.area.X-1, y, Cell{Rune: tick, Fg: Axis})
	}
	if !a.hideXTicks {
		a.drawX(dst, v)
	}
}

// drawLines draws the two axis lines, on which draw then puts the ticks.
func (a axes) drawLines(dst *Grid, v View) {
	f := a.frame.area
	for y := f.Y; y < f.Y+f.H; y++ {
		dst.Set(f.X-1, y, Cell{Rune: v.Rune('│', '|'), Fg: Axis})
	}
	if !a.hasTickRow {
		return
	}
	dst.Set(f.X-1, f.Y+f.H, Cell{Rune: v.Rune('└', '+'), Fg: Axis})
	for x := f.X; x < f.X+f.W; x++ {
		dst.Set(x, f.Y+f.H, Cell{Rune: v.Rune('─', '-'), Fg: Axis})
	}
}

func (a axes) drawX(dst *Grid, v View) {
	f := a.frame
	row := f.area.Y + f.area.H
	labelRow := row
	if a.hasTickRow {
		labelRow++
	}
	right := a.area.X + a.area.W
	nameX, end := right-Width(a.xLabel), right
	if a.xLabel != "" {
		end = nameX - 1
	}
	if a.xTicks == nil {
		a.xTicks = f.x.scaleTicks(xTickCount(f.area.W))
	}
	nextFree := a.area.X
	ticks := powerTicks(a.xTicks, a.xShowsPowers)
	if a.xShowsPowers && len(ticks) < 2 { // a single power defines no scale
		ticks = logTicks(f.x, xTickCount(f.area.W))
	}
	for _, t := range ticks {
		x, _, ok := f.cellOf(Point{t.Value, f.y.Min})
		if !ok {
			continue
		}
		label := v.withMinusSign(t.Label)
		w := Width(label)
		labelX := min(max(nextFree, x-w/2), end-w)
		if labelX < nextFree {
			continue
		}
		centredX := min(x-w/2, right-w)
		if left := centredX - 1 - Width(a.xLabel); x > labelX+w && left >= nextFree {
			labelX, nameX = centredX, left // the label of the axis makes room for the number
		}
		if labelX-1 <= x && x <= labelX+w { // the number must be near its tick
			nextFree = clipText(dst, a.area, labelX, labelRow, label, Dim) + 1
		}
		if a.hasTickRow {
			tick := v.Rune('╵', '|')
			if a.drawsLines {
				tick = v.Rune('┬', '+')
			}
			dst.Set(x, row, Cell{Rune: tick, Fg: Axis})
		}
	}
	clipText(dst, a.area, nameX, labelRow, a.xLabel, Text)
}

// Tick is a value of an axis with its label.
type Tick struct {
	Value float64
	Label string
}

// Ticks returns at most n multiples of a step in the range, or nil if n < 1. The step is 1, 2 or 5
// times a power of ten.
func (r Range) Ticks(n int) []Tick {
	r = r.drawable()
	if n < 1 {
		return nil
	}
	step := niceStep(r.Span() / float64(n))
	first := math.Ceil(r.Min/step - 1e-9)
	last := math.Floor(r.Max/step + 1e-9)
	for last-first+1 > float64(n) {
		step = niceStep(step * 1.01)
		first, last = math.Ceil(r.Min/step-1e-9), math.Floor(r.Max/step+1e-9)
	}
	var out []Tick
	for k := first; k <= last; k++ {
		v := k*step + 0 // not −0
		out = append(out, Tick{v, axisNumber(v, step)})
	}
	return out
}

// scaleTicks returns about n ticks, but at least two, because a single tick
// defines no scale.
func (r Range) scaleTicks(n int) []Tick {
	ticks := r.Ticks(n)
	for more := n + 1; len(ticks) < 2 && more <= n+3; more++ {
		ticks = r.Ticks(more)
	}
	return ticks
}

// niceStep returns the smallest number ≥ v that is 1, 2 or 5 times a power of ten.
func niceStep(v float64) float64 {
	if !(v > 0) || math.IsInf(v, 1) {
		return 1
	}
	base := math.Pow(10, math.Floor(math.Log10(v)))
	for _, m := range []float64{1, 2, 5} {
		if m*base >= v*(1-1e-9) {
			return m * base
		}
	}
	return 10 * base
}

// LogTicks returns ticks at up to n powers 10ᵏ in the range. It returns nil if n < 1 or an end is
// not positive and finite.
func (r Range) LogTicks(n int) []Tick {
	if n < 1 || !(r.Min > 0) || !finite(r.Max) {
		return nil
	}
	lo := int(math.Ceil(math.Log10(r.Min) - 1e-9))
	hi := int(math.Floor(math.Log10(r.Max) + 1e-9))
	every := max(1, (hi-lo+n)/n)
	var out []Tick
	for k := lo; k <= hi; k++ {
		if k%every == 0 {
			out = append(out, Tick{math.Pow(10, float64(k)), decade(k)})
		}
	}
	return out
}

// fewDecadeTicks returns at most n round values for a logarithmic axis with fewer than two decades.
// They are 1, 2, 3 and 5 times powers of ten. If these are too many, it leaves out 3, and then 2 as
// well. If none of these choices gives 2 to n values, it returns the positive multiples of a step.
func (r Range) fewDecadeTicks(n int) []Tick {
	if !(r.Min > 0) || !finite(r.Max) {
		return nil
	}
	for _, multiples := range [][]float64{{1, 2, 3, 5}, {1, 2, 5}, {1, 5}} {
		if out := r.multiplesOfDecades(multiples); len(out) >= 2 && len(out) <= n {
			return out
		}
	}
	return slices.DeleteFunc(r.Ticks(n), func(t Tick) bool { return !(t.Value > 0) })
}

func (r Range) multiplesOfDecades(multiples []float64) []Tick {
	var out []Tick
	for k := math.Floor(math.Log10(r.Min)); math.Pow(10, k) <= r.Max; k++ {
		for _, m := range multiples {
			if v := m * math.Pow(10, k); v >= r.Min && v <= r.Max {
				out = append(out, Tick{v, FormatValue(v)})
			}
		}
	}
	return out
}

// decade formats 10ᵏ. It writes 1 and 10 without an exponent.
func decade(k int) string {
	switch k {
	case 0:
		return "1"
	case 1:
		return "10"
	}
	return "10" + Superscript(k)
}

// Superscript writes a whole number in superscript digits.
func Superscript(n int) string { return script(n, superscripts) }

// Subscript writes a whole number in subscript digits.
func Subscript(n int) string { return script(n, subscripts) }

// Runes for the ASCII characters from - to 9.
var superscripts, subscripts = []rune("⁻./⁰¹²³⁴⁵⁶⁷⁸⁹"), []rune("₋./₀₁₂₃₄₅₆₇₈₉")

// script writes a whole number with the runes of superscripts or subscripts.
func script(n int, glyphs []rune) string {
	return strings.Map(func(r rune) rune { return glyphs[r-'-'] }, strconv.Itoa(n))
}

// axisNumber formats a tick's value with the decimals that its step needs.
func axisNumber(v, step float64) string {
	if math.Abs(v) < step*1e-6 {
		return "0"
	}
	if a := math.Abs(v); a >= 1e6 || a < 1e-4 {
		digits := clamp(int(math.Ceil(math.Log10(a/step)))+1, 4, 17)
		return tidyExponent(strconv.FormatFloat(v, 'g', digits, 64))
	}
	decimals := max(0, int(math.Ceil(-math.Log10(step)-1e-9)))
	s := strconv.FormatFloat(v, 'f', min(decimals, 9), 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// tidyExponent shortens 1e+06 to 1e6 and 2e-05 to 2e-5.
func tidyExponent(s string) string {
	return strings.NewReplacer("e+0", "e", "e+", "e", "e-0", "e-").Replace(s)
}

// FormatValue formats a value for a label or a sentence: 0.4089, 12, 12346, 3.3e-4, infinite,
// undefined. Below 1000 it writes at most four significant digits, from 1000 on a whole number, and
// from a million on or below 0.001 a number with an exponent.
func FormatValue(v float64) string {
	switch {
	case math.IsNaN(v):
		return "undefined"
	case math.IsInf(v, 1):
		return "infinite"
	case math.IsInf(v, -1):
		return "minus infinite"
	case v == 0:
		return "0"
	}
	if a := math.Abs(v); a >= 1e6 || a < 1e-3 {
		return tidyExponent(strconv.FormatFloat(v, 'e', 1, 64))
	} else if a >= 1000 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	s := strconv.FormatFloat(v, 'g', 4, 64)
	return tidyExponent(s)
}

// withMinusSign returns a label with true minus signs, which do not change its width. In SevenBit it
// returns the label in ASCII.
func (v View) withMinusSign(label string) string {
	if v.Profile == SevenBit {
		return v.Transliterate(label)
	}
	out := []rune(label)
	for i, r := range out {
		if r == '-' && i+1 < len(out) && unicode.IsDigit(out[i+1]) {
			out[i] = '−'
		}
	}
	return string(out)
}
