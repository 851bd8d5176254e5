package ascii

import (
	"cmp"
	"math"
)

// SeriesKind is the style of a series.
type SeriesKind uint8

// The kinds of series.
const (
	Joined  SeriesKind = iota // a line through the points
	Dots                      // a mark at each point
	Crosses                   // a cross at each point
)

// ChartSeries is a curve of a chart.
type ChartSeries struct {
	Name string
	X    []float64 // if nil, 0, 1, 2, …
	Y    []float64 // a value that is not finite interrupts the line
	Low  []float64 // if not empty, the series is a band from Low to Y
	Ink  Ink       // if None, the next series ink
	// If Dim is set, the series is drawn in the background, without label or series ink. A series
	// that is not dim is called coloured.
	Dim  bool
	Kind SeriesKind
}

// x returns the X of point j, or NaN if X is too short.
func (s ChartSeries) x(j int) float64 {
	switch {
	case s.X == nil:
		return float64(j)
	case j < len(s.X):
		return s.X[j]
	}
	return noValue()
}

// Add appends a point.
func (s *ChartSeries) Add(x, y float64) { s.X, s.Y = append(s.X, x), append(s.Y, y) }

// Chart draws series over a common axis. A logarithmic scale omits values that are not positive and,
// if the range Y is zero, positive values that are rounding errors compared with the largest one. A
// note counts the omitted values. If no value is positive, the scale is linear, and a note says so.
type Chart struct {
	Series         []ChartSeries
	X, Y           Range // if zero, the range of the data
	Log            bool  // whether the scale of Y is logarithmic
	XLabel, YLabel string
	// Cursor is the X of the current step. If HasCursor is set, it is drawn as ╎.
	HasCursor bool
	Cursor    float64
	Refs      []RefLine
}

// Draw draws the chart. In an area of at least 24×5 cells it has labels.
func (c Chart) Draw(dst *Grid, area Rect, v View) {
	area = area.Intersect(dst.Bounds())
	if area.Empty() {
		return
	}
	p := c.plot(area, v)
	p.axes.draw(dst, v)
	p.drawGrid(dst, v)
	strokes := newCanvas(p.axes.frame.area, true)
	for i, s := range p.series {
		if s.Kind == Joined {
			p.drawCurve(dst, strokes, i, v)
		}
	}
	p.drawRefs(dst, v)
	strokes.paint(dst, v, nil)
	p.drawScatter(dst, v)
	p.drawCursor(dst, v)
	p.drawLabels(dst, v)
	p.drawLegend(dst)
	p.drawNote(dst, v)
}

// chartPlot is a chart with its layout. Its data are in plot units: on a logarithmic scale, their
// logarithms.
type chartPlot struct {
	Chart
	axes        axes
	series      []ChartSeries // with X and inks filled in
	colourIndex []int         // index among the coloured series, or −1 for a dim one
	note        string
	zeroUpTo    float64 // on a logarithmic scale, values ≤ zeroUpTo count as 0
	labelArea   Rect

	legendLine Line // names of the curves, if they are written above the plot
	legendArea Rect
}

// roundingFraction is the fraction of the largest value below which a value counts as 0.
const roundingFraction = 1e-12

func (c Chart) plot(area Rect, v View) chartPlot {
	p := chartPlot{Chart: c}
	p.applyScale()
	p.assignInks()
	p.labelArea = Rect{X: area.X + area.W, Y: area.Y}
	if w := p.labelWidth(v); w > 0 && area.W >= 2*w+18 {
		p.labelArea = area.Columns(area.W-w, w)
		area.W -= w + 1
	}
	area = p.reserveLegend(area, v)
	p.axes = p.layout(area, v)
	p.labelArea.H = p.axes.frame.area.H
	return p
}

// applyScale chooses between a linear and a logarithmic scale and converts all
// values to plot units.
func (p *chartPlot) applyScale() {
	p.series = append([]ChartSeries(nil), p.Chart.Series...)
	if p.Y == (Range{}) {
		p.zeroUpTo = roundingFraction * p.Chart.largest()
	}
	positiveCount, omittedCount := 0, 0
	for _, s := range p.series {
		for _, y := range s.Y {
			if y > p.zeroUpTo {
				positiveCount++
			} else if finite(y) {
				omittedCount++
			}
		}
	}
	switch {
	case !p.Log:
	case positiveCount == 0:
		p.Log = false
		p.note = "linear: no value is above 0"
	case omittedCount > 0:
		p.note = Count(omittedCount, "value") + " ≤ 0 left out"
	}
	for i, s := range p.series {
		n := len(s.Y)
		if s.X != nil {
			n = min(n, len(s.X))
		}
		xs := make([]float64, n)
		for j := range n {
			xs[j] = s.x(j)
		}
		p.series[i].X, p.series[i].Y, p.series[i].Low = xs, p.toPlotUnits(s.Y[:n]), p.toPlotUnits(s.Low)
	}
}

// toPlotUnits converts values to plot units.
func (p *chartPlot) toPlotUnits(ys []float64) []float64 {
	out := make([]float64, len(ys))
	for j, y := range ys {
		out[j] = p.toPlotUnit(y)
	}
	return out
}

// largest returns the largest absolute value of all series.
func (c Chart) largest() float64 {
	largest := 0.0
	for _, s := range c.Series {
		for _, y := range s.Y {
			if finite(y) {
				largest = max(largest, math.Abs(y))
			}
		}
	}
	return largest
}

// toPlotUnit converts a value to plot units. A value that cannot be shown becomes
// NaN.
func (p *chartPlot) toPlotUnit(y float64) float64 {
	switch {
	case !finite(y) || p.Log && y <= p.zeroUpTo:
		return noValue()
	case p.Log:
		return math.Log10(y)
	}
	return y
}

// assignInks numbers the coloured series and gives them inks.
func (p *chartPlot) assignInks() {
	p.colourIndex = make([]int, len(p.series))
	n := 0
	for i := range p.series {
		s := &p.series[i]
		p.colourIndex[i] = -1
		if s.Dim {
			s.Ink = cmp.Or(s.Ink, Axis)
			continue
		}
		s.Ink = cmp.Or(s.Ink, Series(n))
		p.colourIndex[i] = n
		n++
	}
}

func (p *chartPlot) ranges() (x, y Range) {
	x, y = emptyRange(), emptyRange()
	for _, s := range p.series {
		for j := range s.X {
			if finite(s.Y[j]) {
				x, y = x.With(s.X[j]), y.With(s.Y[j])
			}
		}
		for _, low := range s.Low {
			y = y.With(low)
		}
	}
	for _, r := range p.Refs {
		y = y.With(p.toPlotUnit(r.Y))
	}
	if p.X != (Range{}) {
		x = p.X
	}
	if p.Y != (Range{}) {
		y = Range{p.toPlotUnit(p.Y.Min), p.toPlotUnit(p.Y.Max)}
	}
	return x.drawable(), y.drawable()
}

func (p *chartPlot) cellPoints(xs, ys []float64) []Point {
	pts := make([]Point, len(ys))
	for i := range pts {
		pts[i] = p.axes.frame.position(Point{xs[i], ys[i]})
	}
	return pts
}

// stroke returns the style of series i. Among coloured series the first has the highest rank, which
// decides how series share a cell (see canvas).
func (p *chartPlot) stroke(i int, v View) stroke {
	k := p.colourIndex[i]
	if k < 0 {
		return stroke{ink: p.series[i].Ink, glyph: '.', rank: 1, dash: dash{1, 1}}
	}
	s := stroke{ink: p.series[i].Ink, glyph: seriesLetter(k), rank: uint8(max(seriesRank, 200-k))}
	if v.Profile == Mono {
		s.dash = []dash{{}, {6, 2}, {3, 2}, {1, 1}}[k%4]
	}
	return s
}

// seriesLetter returns the character of the k-th coloured series in ASCII.
func seriesLetter(k int) rune { return 'a' + rune(k%26) }

// drawGrid draws faint lines at the ticks if the profile has a faint ink. A line
// runs along the middle of a row of cells if its tick lies there, and otherwise
// along the nearest row of braille dots.
func (p *chartPlot) drawGrid(dst *Grid, v View) {
	if p.axes.noLabels || !v.Filled() {
		return
	}
	f := p.axes.frame
	for _, t := range p.axes.yTicks {
		if _, y, ok := f.cellOf(Point{f.x.Min, t.Value}); ok {
			dst.Fill(f.area.Rows(y-f.area.Y, 1), Cell{Rune: gridRune(f.position(Point{Y: t.Value}).Y), Fg: Faint})
		}
	}
}

// gridRune returns the rune of a grid line at height y, in cells.
func gridRune(y float64) rune {
	part := y - math.Floor(y)
	if math.Abs(part-0.5) <= 0.125 {
		return '┈'
	}
	return []rune("⠁⠂⠄⡀")[clamp(int(4*part), 0, 3)]
}

func (p *chartPlot) drawRefs(dst *Grid, v View) {
	f := p.axes.frame
	for _, r := range p.Refs {
		_, y, ok := f.cellOf(Point{f.x.Min, p.toPlotUnit(r.Y)})
		if !ok {
			continue
		}
		for x := f.area.X; x < f.area.X+f.area.W; x++ {
			dst.Put(x, y, v.Rune('╌', '-'), r.EffectiveInk())
		}
	}
}

// drawScatter marks the points of the series that are not joined.
func (p *chartPlot) drawScatter(dst *Grid, v View) {
	f := p.axes.frame
	for i, s := range p.series {
		if s.Kind == Joined {
			continue
		}
		r := p.pointRune(i, v)
		for j := range s.X {
			if x, y, ok := f.cellOf(Point{s.X[j], s.Y[j]}); ok {
				dst.Put(x, y, r, s.Ink)
			}
		}
	}
}

func (p *chartPlot) pointRune(i int, v View) rune {
	s := p.series[i]
	switch {
	case s.Kind == Crosses:
		return v.Rune('×', 'x')
	case v.Profile == SevenBit && p.colourIndex[i] >= 0:
		return seriesLetter(p.colourIndex[i])
	case s.Ink == MarkPos:
		return v.Rune('◇', 'x')
	case s.Ink == MarkNeg:
		return v.Rune('□', 'o')
	}
	return v.Rune('●', '*')
}

func (p *chartPlot) drawCursor(dst *Grid, v View) {
	f := p.axes.frame
	x, _, ok := f.cellOf(Point{p.Cursor, f.y.Min})
	if !p.HasCursor || !ok {
		return
	}
	for y := f.area.Y; y < f.area.Y+f.area.H; y++ {
		if c := dst.At(x, y); blank(c.Rune) || c.Fg == Faint || c.Fg == Axis {
			dst.Put(x, y, v.Rune('╎', '|'), Select)
		}
	}
}

// maxTurns is the number of turns in one column of cells at which a curve becomes a band. The eye
// could not separate that many turns.
const maxTurns = 2

// curvePart is a part of a curve. It is a line or, where the curve oscillates too fast, a band
// between the least and the greatest value in each column.
type curvePart struct {
	line         []Point
	upper, lower []Point // edges of a band from left to right; nil for a line
}

// splitCurve divides a curve, given in cells, into lines and bands. Each part begins where the
// previous one ends. A band has at least two columns, because the turns in a single column are the
// bends of a steep curve.
func splitCurve(pts []Point) []curvePart {
	turns := turnsByColumn(pts)
	var out []curvePart
	for from := 0; from < len(pts); {
		band := turns[columnOf(pts[from])] >= maxTurns
		to := from + 1
		for to < len(pts) && turns[columnOf(pts[to])] >= maxTurns == band {
			to++
		}
		if band && columnOf(pts[from]) != columnOf(pts[to-1]) {
			out = append(out, bandOf(pts[from:to]))
		} else {
			out = append(out, curvePart{line: pts[max(0, from-1):min(to+1, len(pts))]})
		}
		from = to
	}
	return out
}

func columnOf(p Point) int {
	if !finite(p.X) {
		return -1
	}
	return floor(p.X)
}

// turnsByColumn returns how often a curve turns in each column of cells.
func turnsByColumn(pts []Point) map[int]int {
	out := map[int]int{}
	for i := 1; i+1 < len(pts); i++ {
		before, after := pts[i].Y-pts[i-1].Y, pts[i+1].Y-pts[i].Y
		if before*after < -1e-9 { // not for NaN, nor for rounding errors
			out[columnOf(pts[i])]++
		}
	}
	return out
}

// bandOf returns the band of a curve that oscillates.
func bandOf(pts []Point) curvePart {
	var s curvePart
	for _, p := range pts {
		if !finite(p.X) || !finite(p.Y) {
			continue
		}
		mid := float64(columnOf(p)) + 0.5
		if n := len(s.upper); n == 0 || s.upper[n-1].X != mid {
			s.upper, s.lower = append(s.upper, Point{mid, p.Y}), append(s.lower, Point{mid, p.Y})
		}
		up, down := &s.upper[len(s.upper)-1].Y, &s.lower[len(s.lower)-1].Y
		*up, *down = min(*up, p.Y), max(*down, p.Y)
	}
	return s
}

// drawCurve draws a series as lines and bands. Bands are filled if the profile has enough colours.
func (p *chartPlot) drawCurve(dst *Grid, strokes *canvas, i int, v View) {
	stroke, series := p.stroke(i, v), p.series[i]
	parts := splitCurve(p.cellPoints(series.X, series.Y))
	if len(series.Low) > 0 {
		parts = []curvePart{{upper: p.cellPoints(series.X, series.Y), lower: p.cellPoints(series.X, series.Low)}}
	}
	for _, s := range parts {
		strokes.line(s.line, stroke)
		strokes.line(s.upper, stroke)
		strokes.line(s.lower, stroke)
		if v.Filled() && p.colourIndex[i] >= 0 {
			p.fillBand(dst, s)
		}
	}
}

// fillBand fills the cells between the edges of a band.
func (p *chartPlot) fillBand(dst *Grid, s curvePart) {
	f := p.axes.frame
	for n, top := range s.upper {
		x := floor(top.X)
		for y := max(0, floor(top.Y)); y <= min(f.area.H-1, floor(s.lower[n].Y)); y++ {
			if x >= 0 && x < f.area.W {
				c := dst.At(f.area.X+x, f.area.Y+y)
				c.Bg = ChartFill
				dst.Set(f.area.X+x, f.area.Y+y, c)
			}
		}
	}
}
