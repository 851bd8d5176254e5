package ascii

import (
	"cmp"
	"fmt"
	"math"
	"sort"
)

// endLabel is a name at the right end of a chart and the row it wants.
type endLabel struct {
	text string
	ink  Ink
	row  int
}

// labelWidth is the columns the names need, 0 without names.
func (p *chartPlot) labelWidth(v View) int {
	w := 0
	for i, s := range p.series {
		if p.number[i] >= 0 {
			w = max(w, Width(p.labelText(i, s.Name, v)))
		}
	}
	for _, r := range p.Refs {
		w = max(w, Width(v.Transliterate(r.Label)))
	}
	return min(w, 16)
}

// labelText is a series' name, in ASCII with its letter before it.
func (p *chartPlot) labelText(i int, name string, v View) string {
	if name == "" {
		return ""
	}
	if v.Profile == SevenBit && p.series[i].Kind == Joined {
		return string(letter(p.number[i])) + " " + v.Transliterate(name)
	}
	return name
}

// drawLabels writes the names of series and references at the right end of
// their lines, pushed apart; a name for which there is no row is left out.
func (p *chartPlot) drawLabels(dst *Grid, v View) {
	if p.labels.W == 0 || p.labels.H == 0 {
		return
	}
	labels := p.endLabels(v)
	sort.SliceStable(labels, func(i, j int) bool { return labels[i].row < labels[j].row })
	pushApart(labels, p.labels.H)
	for _, l := range labels {
		clipText(dst, p.labels, p.labels.X, p.labels.Y+l.row, v.elide(l.text, p.labels.W), l.ink)
	}
}

func (p *chartPlot) endLabels(v View) []endLabel {
	f := p.axes.frame
	var out []endLabel
	add := func(text string, y float64, ink Ink) {
		if text == "" || len(out) == p.labels.H || !finite(y) {
			return
		}
		row := clamp(floor(f.cell(Point{Y: y}).Y), 0, f.area.H-1)
		out = append(out, endLabel{text, ink, row})
	}
	for i, s := range p.series {
		if y, ok := lastFinite(s.Y); ok && p.number[i] >= 0 {
			add(p.labelText(i, s.Name, v), y, s.Ink)
		}
	}
	for _, r := range p.Refs {
		add(v.Transliterate(r.Label), p.value(r.Y), r.Hue())
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

// pushApart gives labels in order of rows distinct rows below h, as near to
// what they want as a pass down and a pass up can do. There are at most h.
func pushApart(labels []endLabel, h int) {
	for i := 1; i < len(labels); i++ {
		labels[i].row = max(labels[i].row, labels[i-1].row+1)
	}
	limit := h - 1
	for i := len(labels) - 1; i >= 0; i-- {
		labels[i].row = min(labels[i].row, limit)
		limit = labels[i].row - 1
	}
}

func (p *chartPlot) drawNote(dst *Grid, v View) {
	f := p.axes.frame.area
	note := v.Transliterate(p.note)
	if note == "" || Width(note) > f.W {
		return
	}
	clipText(dst, f, f.X+f.W-Width(note), f.Y, note, Warn)
}

// Words tells every coloured series: how many values, from where to where,
// extremes and the last value; dim ones are counted.
func (c Chart) Words() []string {
	var out []string
	if c.Title != "" {
		out = append(out, c.Title+".")
	}
	p := chartPlot{Chart: c, log: c.Log}
	p.scale()
	dim := 0
	for i, s := range c.Series {
		if s.Dim {
			dim++
			continue
		}
		out = append(out, seriesWords(cmp.Or(s.Name, fmt.Sprintf("Series %d", i+1)), s, c))
	}
	if dim > 0 {
		out = append(out, Count(dim, "further curve")+" in the background.")
	}
	if len(c.Series) == 0 {
		out = append(out, "The chart has no curve yet.")
	}
	for _, r := range c.Refs {
		out = append(out, fmt.Sprintf("A line marks %s at %s.", cmp.Or(r.Label, "a level"), FormatValue(r.Y)))
	}
	if c.HasCursor {
		out = append(out, fmt.Sprintf("The cursor stands at %s %s.", cmp.Or(c.XLabel, "x ="), FormatValue(c.Cursor)))
	}
	switch {
	case p.log:
		out = append(out, "The vertical scale is logarithmic.")
	case c.Log:
		out = append(out, "The vertical scale is linear, for no value is above 0.")
	}
	if p.log && p.note != "" {
		out = append(out, "On it "+p.note+".")
	}
	return out
}

func seriesWords(name string, s ChartSeries, c Chart) string {
	last, ok := lastFinite(s.Y)
	if !ok {
		return name + " has no value yet."
	}
	r := RangeOf(s.Y...)
	say := func(v float64) string {
		if math.Abs(v) < rounding*c.largest() {
			v = 0
		}
		return FormatValue(v)
	}
	if len(s.Y) == 1 {
		return fmt.Sprintf("%s: %s%s.", name, say(last), s.place(0, c))
	}
	text := fmt.Sprintf("%s: %s, from %s to %s%s; least %s, greatest %s.", name, Count(len(s.Y), "value"),
		say(s.Y[0]), say(last), s.way(rounding*c.largest()), say(r.Min), say(r.Max)+s.place(s.top(r.Max), c))
	if y, ok := s.near(c.Cursor); ok && c.HasCursor {
		text = text[:len(text)-1] + fmt.Sprintf("; at the cursor %s.", say(y))
	}
	return text
}

// place says where point i is, in a chart whose points have places of their own.
func (s ChartSeries) place(i int, c Chart) string {
	if i < 0 || i >= len(s.X) {
		return ""
	}
	return fmt.Sprintf(" at %s %s", cmp.Or(c.XLabel, "x ="), FormatValue(s.X[i]))
}

// top is the first point with a value, −1 where none has it.
func (s ChartSeries) top(y float64) int {
	for i, v := range s.Y {
		if v == y {
			return i
		}
	}
	return -1
}

// way says of three values and more that they never fall, or never rise, by more
// than rounding.
func (s ChartSeries) way(tiny float64) string {
	falls, rises := false, false
	for i := 1; i < len(s.Y); i++ {
		falls = falls || s.Y[i] < s.Y[i-1]-tiny
		rises = rises || s.Y[i] > s.Y[i-1]+tiny
	}
	switch {
	case len(s.Y) < 3 || falls && rises:
		return ""
	case rises:
		return ", never falling"
	case falls:
		return ", never rising"
	}
	return ""
}

// near returns the value at the point nearest to x.
func (s ChartSeries) near(x float64) (float64, bool) {
	best, at := math.Inf(1), -1
	for i := range s.Y {
		xi := float64(i)
		if s.X != nil {
			if i >= len(s.X) {
				break
			}
			xi = s.X[i]
		}
		if d := math.Abs(xi - x); d < best {
			best, at = d, i
		}
	}
	if at < 0 {
		return 0, false
	}
	return s.Y[at], true
}
