package ascii

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Words describes the first, last, least and greatest value of every series that is not dim, and its
// value at the cursor. It also lists where these series cross 0 or each other, counts the dim series,
// which are in the background, and names the reference lines.
func (c Chart) Words() []string {
	var out []string
	p := chartPlot{Chart: c}
	p.applyScale()
	for i, s := range c.Series {
		name := c.seriesName(i)
		if len(s.Low) > 0 {
			name, s.Y = name+", its height", slices.Clone(s.Y)
			for j, low := range s.Low {
				s.Y[j] -= low
			}
		}
		if !s.Dim {
			out = append(out, c.seriesWords(name, s))
		}
	}
	out = slices.Concat(out, c.crossingWords(), c.dimWords())
	if len(c.Series) == 0 {
		out = append(out, "The chart has no curve yet.")
	}
	for _, r := range c.Refs {
		out = append(out, fmt.Sprintf("A line marks %s at %s.", cmp.Or(r.Label, "a level"), FormatValue(r.Y)))
	}
	if c.HasCursor {
		out = append(out, "The cursor is at "+c.placeOnX(FormatValue(c.Cursor))+".")
	}
	switch {
	case p.Log:
		out = append(out, "The vertical scale is logarithmic.")
	case c.Log && len(c.Series) > 0:
		out = append(out, "The vertical scale is linear, because no value is above 0.")
	}
	if p.Log && p.note != "" {
		out = append(out, "On it "+p.note+".")
	}
	return out
}

// seriesName returns the name of series i. A series without a name is called by its number or, if
// it is the only series, "The curve".
func (c Chart) seriesName(i int) string {
	if len(c.Series) == 1 {
		return cmp.Or(c.Series[i].Name, "The curve")
	}
	return cmp.Or(c.Series[i].Name, fmt.Sprintf("Curve %d", i+1))
}

// dimWords counts the dim series.
func (c Chart) dimWords() []string {
	n := 0
	for _, s := range c.Series {
		if s.Dim {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return []string{Count(n, "curve") + " in the background."}
}

// format formats a value of the chart. A value that is so small compared with the largest that it can
// only be a rounding error becomes 0, but not on a logarithmic scale with given ends, which may show
// it.
func (c Chart) format(v float64) string {
	if (!c.Log || c.Y == Range{}) && math.Abs(v) < roundingFraction*c.largest() {
		v = 0
	}
	return FormatValue(v)
}

// fewValues is the maximum length of a series whose number of values Words mentions. A longer
// series is treated as a curve, which may have jumps, and whose least and greatest values may lie
// between its points.
const fewValues = 60

func (c Chart) seriesWords(name string, s ChartSeries) string {
	last, ok := lastFinite(s.Y)
	if !ok {
		return name + " has no value yet."
	}
	if len(s.Y) == 1 {
		return fmt.Sprintf("%s: %s%s.", name, c.format(last), s.xText(0, c))
	}
	text := name + ": "
	if len(s.Y) <= fewValues {
		text += Count(len(s.Y), "value") + ", "
	}
	r, tolerance := RangeOf(s.Y...), roundingFraction*c.largest()
	ends := "from " + c.format(s.Y[0]) + s.xText(0, c) + " to " + c.format(last) + s.xText(len(s.Y)-1, c)
	extremes := "least " + s.extremeText(r.Min, c) + ", greatest " + s.extremeText(r.Max, c)
	switch trend := s.trendText(tolerance); {
	case r.Max-r.Min <= tolerance:
		text += "all " + c.format(last)
	case s.Kind != Joined:
		text += extremes
	case trend != "":
		text += ends + trend
	default:
		text += ends + "; " + extremes
	}
	if p, ok := s.NearestPoint(c.Cursor); ok && c.HasCursor {
		text += fmt.Sprintf("; at the cursor %s", c.format(p.Y))
	}
	return text + "."
}

// extremeText returns the least or greatest value y of the series and where it is. It adds "about" if
// the curve may go beyond y between its points.
func (s ChartSeries) extremeText(y float64, c Chart) string {
	i, prefix := slices.Index(s.Y, y), ""
	if s.Kind == Joined && len(s.Y) > fewValues && 0 < i && i < len(s.Y)-1 && !s.hasIntegerX() {
		prefix = "about "
	}
	return prefix + c.format(y) + s.xText(i, c)
}

// xText returns " at" and the X value of point i, or "" if the point has none.
func (s ChartSeries) xText(i int, c Chart) string {
	if i < 0 || i >= len(s.X) {
		return ""
	}
	return " at " + c.placeOnX(FormatValue(s.X[i]))
}

// trendText returns ", never falling" or ", never rising" for a series of at least three values that
// never falls or never rises by more than the tolerance. For other series it returns "".
func (s ChartSeries) trendText(tolerance float64) string {
	falls, rises := false, false
	for i := 1; i < len(s.Y); i++ {
		falls = falls || s.Y[i] < s.Y[i-1]-tolerance
		rises = rises || s.Y[i] > s.Y[i-1]+tolerance
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

// maxCrossings is the largest number of crossings of two curves that are
// listed, and maxCompared the largest number of curves that are compared.
const maxCrossings, maxCompared = 4, 4

// hasIntegerX reports whether all X values of a series are integers. Such a series is a sequence
// and has no points between its values.
func (s ChartSeries) hasIntegerX() bool {
	return !slices.ContainsFunc(s.X, func(x float64) bool { return x != math.Trunc(x) })
}

// crossingWords describes where curves cross 0 and each other.
func (c Chart) crossingWords() []string {
	var curves []int
	for i, s := range c.Series {
		r := RangeOf(s.Y...)
		if !s.Dim && s.Kind == Joined && len(s.Low) == 0 && len(s.Y) > 1 && r.Max-r.Min > roundingFraction*c.largest() {
			curves = append(curves, i)
		}
	}
	if len(curves) > maxCompared || len(curves) > 0 && c.Series[curves[0]].hasIntegerX() {
		return nil
	}
	var out []string
	for n, i := range curves {
		for _, x := range c.Series[i].jumps() {
			out = append(out,
				c.seriesName(i)+" jumps near "+c.placeOnX(fmt.Sprintf("%.2g", withoutSignedZero(x)))+".")
		}
		if xs := crossings(c.Series[i], ChartSeries{}); len(xs) > 0 {
			out = append(out, fmt.Sprintf("%s crosses 0 %s.", c.seriesName(i), c.crossingsText(xs)))
		}
		for _, j := range curves[n+1:] {
			if xs := crossings(c.Series[i], c.Series[j]); len(xs) > 0 {
				out = append(out, fmt.Sprintf("%s and %s cross %s.", c.seriesName(i), c.seriesName(j),
					c.crossingsText(xs)))
			}
		}
	}
	return out
}

// jumps returns the X values at which a curve jumps: midway between two adjacent points whose
// values differ by more than half of the curve's range. A curve of at most fewValues values has no
// jumps.
func (s ChartSeries) jumps() []float64 {
	r, last := RangeOf(s.Y...), -1
	var out []float64
	for i, y := range s.Y {
		if !finite(y) {
			continue
		}
		if last >= 0 && len(s.X) == len(s.Y) && len(s.Y) > fewValues && 2*math.Abs(y-s.Y[last]) > r.Max-r.Min {
			out = append(out, (s.X[last]+s.X[i])/2)
		}
		last = i
	}
	return out
}

// crossingsText describes where curves cross, or how often if there are many
// crossings.
func (c Chart) crossingsText(xs []float64) string {
	if len(xs) > maxCrossings {
		return fmt.Sprintf("%d times", len(xs))
	}
	values := Join(xs, ", ", func(x float64) string { return fmt.Sprintf("%.3g", withoutSignedZero(x)) })
	return "at " + c.placeOnX(values)
}

// placeOnX returns "x = 3" for the value 3 if the label of the axis ends in a symbol such as x, and
// "step 3" if it ends in a word such as step.
func (c Chart) placeOnX(value string) string {
	label := cmp.Or(c.XLabel, "x")
	if words := strings.Fields(label); Width(words[len(words)-1]) <= 3 {
		label += " ="
	}
	return label + " " + value
}

// crossings returns the X values at which s crosses another series with the same X values. If the
// other series is empty, it returns the X values at which s crosses 0. A jump is not a crossing.
func crossings(s, other ChartSeries) []float64 {
	crossesZero := len(other.Y) == 0
	if !crossesZero && (len(other.Y) != len(s.Y) || !slices.Equal(other.X, s.X)) || s.X != nil && len(s.X) != len(s.Y) {
		return nil
	}
	var out []float64
	jumps := append(s.jumps(), other.jumps()...)
	tolerance := 1e-9 * Chart{Series: []ChartSeries{s, other}}.largest()
	// The last nonzero difference, its index, and the index of the last zero.
	lastDifference, lastIndex, lastZero := 0.0, 0, -1
	for i, y := range s.Y {
		if !crossesZero {
			y -= other.Y[i]
		}
		switch {
		case !finite(y):
			continue
		case math.Abs(y) <= tolerance:
			lastZero = i
			continue
		case lastDifference*y < 0 && slices.ContainsFunc(jumps, func(x float64) bool {
			return s.x(lastIndex) < x && x < s.x(i)
		}):
		case lastDifference*y < 0 && lastZero > lastIndex:
			out = append(out, s.x(lastZero))
		case lastDifference*y < 0:
			out = append(out, s.x(lastIndex)+(s.x(i)-s.x(lastIndex))*lastDifference/(lastDifference-y))
		}
		lastDifference, lastIndex = y, i
	}
	return out
}

// NearestPoint returns the point nearest to x that has a value. ok is false if no point has a value.
func (s ChartSeries) NearestPoint(x float64) (p Point, ok bool) {
	best := math.Inf(1)
	for i, y := range s.Y {
		if d := math.Abs(s.x(i) - x); d < best && !math.IsNaN(y) {
			best, p = d, Point{s.x(i), y}
		}
	}
	return p, !math.IsInf(best, 1)
}
