package ascii

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Words tells of every coloured series where it runs, where it is least and
// greatest, and what it has at the cursor; where one crosses 0, and where two cross
// each other. Dim ones are counted.
func (c Chart) Words() []string {
	var out []string
	p := chartPlot{Chart: c, log: c.Log}
	p.scale()
	for i, s := range c.Series {
		if !s.Dim {
			out = append(out, c.seriesWords(c.seriesName(i), s))
		}
	}
	out = append(append(out, c.crossWords()...), c.dimWords()...)
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
	case c.Log && len(c.Series) > 0:
		out = append(out, "The vertical scale is linear, for no value is above 0.")
	}
	if p.log && p.note != "" {
		out = append(out, "On it "+p.note+".")
	}
	return out
}

// seriesName is what a series is called: one without a name is the curve, where it
// is the only one.
func (c Chart) seriesName(i int) string {
	if len(c.Series) == 1 {
		return cmp.Or(c.Series[i].Name, "The curve")
	}
	return cmp.Or(c.Series[i].Name, fmt.Sprintf("Curve %d", i+1))
}

// dimWords counts the series behind the others, those that are 0 together.
func (c Chart) dimWords() []string {
	dim, zero := 0, 0
	for _, s := range c.Series {
		r := RangeOf(s.Y...)
		switch {
		case !s.Dim:
		case len(s.Y) > 0 && r.Min == 0 && r.Max == 0:
			zero++
		default:
			dim++
		}
	}
	var out []string
	if dim > 0 {
		out = append(out, Count(dim, "further curve")+" in the background.")
	}
	if zero > 0 {
		out = append(out, Count(zero, "further curve")+" so far at 0.")
	}
	return out
}

// said is a value of the chart; what is rounding of the rest is 0.
func (c Chart) said(v float64) string {
	if math.Abs(v) < rounding*c.largest() {
		v = 0
	}
	return FormatValue(v)
}

// fewValues is up to how many values of a series are counted: more are a curve.
const fewValues = 60

func (c Chart) seriesWords(name string, s ChartSeries) string {
	last, ok := lastFinite(s.Y)
	if !ok {
		return name + " has no value yet."
	}
	if len(s.Y) == 1 {
		return fmt.Sprintf("%s: %s%s.", name, c.said(last), s.place(0, c))
	}
	text := name + ": "
	if len(s.Y) <= fewValues {
		text += Count(len(s.Y), "value") + ", "
	}
	r, tiny := RangeOf(s.Y...), rounding*c.largest()
	from, to := c.said(s.Y[0])+s.place(0, c), c.said(last)+s.place(len(s.Y)-1, c)
	switch way := s.way(tiny); {
	case r.Max-r.Min <= tiny:
		text += "all " + c.said(last)
	case s.Kind != Joined:
		text += fmt.Sprintf("least %s%s, greatest %s%s", c.said(r.Min), s.place(slices.Index(s.Y, r.Min), c), c.said(r.Max), s.place(slices.Index(s.Y, r.Max), c))
	case way != "":
		text += "from " + from + " to " + to + way
	default:
		text += fmt.Sprintf("from %s to %s; least %s%s, greatest %s%s", from, to,
			c.said(r.Min), s.place(slices.Index(s.Y, r.Min), c), c.said(r.Max), s.place(slices.Index(s.Y, r.Max), c))
	}
	if y, ok := s.near(c.Cursor); ok && c.HasCursor {
		text += fmt.Sprintf("; at the cursor %s", c.said(y))
	}
	return text + "."
}

// place says where point i is, in a chart whose points have places of their own.
func (s ChartSeries) place(i int, c Chart) string {
	if i < 0 || i >= len(s.X) {
		return ""
	}
	return fmt.Sprintf(" at %s %s", cmp.Or(c.XLabel, "x ="), FormatValue(s.X[i]))
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

// mostCrossings is how many crossings of two curves are told one by one, and
// mostCrossed how many curves are compared.
const mostCrossings, mostCrossed = 4, 4

// counts reports whether a series goes by steps: between them it has nothing.
func (s ChartSeries) counts() bool {
	return !slices.ContainsFunc(s.X, func(x float64) bool { return x != math.Trunc(x) })
}

// crossWords tells where curves cross 0, and where two of them cross each other.
func (c Chart) crossWords() []string {
	var drawn []int
	for i, s := range c.Series {
		r := RangeOf(s.Y...)
		if !s.Dim && s.Kind == Joined && len(s.Y) > 1 && r.Max-r.Min > rounding*c.largest() {
			drawn = append(drawn, i)
		}
	}
	if len(drawn) > mostCrossed || len(drawn) > 0 && c.Series[drawn[0]].counts() {
		return nil
	}
	var out []string
	for n, i := range drawn {
		if at := crossings(c.Series[i], ChartSeries{}); len(at) > 0 {
			out = append(out, fmt.Sprintf("%s crosses 0 %s.", c.seriesName(i), c.crossed(at)))
		}
		for _, j := range drawn[n+1:] {
			if at := crossings(c.Series[i], c.Series[j]); len(at) > 0 {
				out = append(out, fmt.Sprintf("%s and %s cross %s.", c.seriesName(i), c.seriesName(j), c.crossed(at)))
			}
		}
	}
	return out
}

// crossed says where curves cross, of many crossings how many.
func (c Chart) crossed(at []float64) string {
	if len(at) > mostCrossings {
		return fmt.Sprintf("%d times", len(at))
	}
	var all []string
	for _, x := range at {
		all = append(all, fmt.Sprintf("%.3g", unsigned(x)))
	}
	return fmt.Sprintf("at %s %s", cmp.Or(c.XLabel, "x ="), strings.Join(all, ", "))
}

// crossings are the places at which a series changes side of another that has the
// same places; of the empty one, of 0.
func crossings(s, of ChartSeries) []float64 {
	level := len(of.Y) == 0
	if !level && (len(of.Y) != len(s.Y) || !slices.Equal(of.X, s.X)) || s.X != nil && len(s.X) != len(s.Y) {
		return nil
	}
	place := func(i int) float64 {
		if s.X == nil {
			return float64(i)
		}
		return s.X[i]
	}
	var out []float64
	tiny := 1e-9 * Chart{Series: []ChartSeries{s, of}}.largest()
	before, at, zero := 0.0, 0, -1 // the last difference that is not 0, and where one is since
	for i, y := range s.Y {
		if !level {
			y -= of.Y[i]
		}
		switch {
		case !finite(y):
			continue
		case math.Abs(y) <= tiny:
			zero = i
			continue
		case before*y < 0 && zero > at:
			out = append(out, place(zero))
		case before*y < 0:
			out = append(out, place(at)+(place(i)-place(at))*before/(before-y))
		}
		before, at = y, i
	}
	return out
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
