package export

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"kernellab/ascii"
)

// chart draws curves over a common axis.
func (s sheet) chart(c ascii.Chart) {
	if c.Title != "" && s.Title.Text == "" {
		s.Title.Text = c.Title
	}
	logarithmic := c.Log && hasPositive(c)
	x, y := chartRanges(c, logarithmic)
	if logarithmic {
		s.Y.Scale, s.Y.Tick.Marker = plot.LogScale{}, decades{}
	}
	s.axes(x, y, c.XLabel, c.YLabel)
	coloured := 0
	for _, line := range c.Series {
		ink := orElse(line.Ink, ascii.Axis)
		if !line.Dim {
			ink = orElse(line.Ink, ascii.Series(coloured))
			coloured++
		}
		s.series(line, ink, logarithmic)
	}
	for _, r := range c.Refs {
		s.across(r, x)
	}
	if c.HasCursor {
		s.Add(&plotter.Line{XYs: plotter.XYs{{X: c.Cursor, Y: y.Min}, {X: c.Cursor, Y: y.Max}}, LineStyle: s.line(ascii.Select, 0.8, 3, 2)})
	}
}

// hasPositive reports whether a logarithmic scale has something to show.
func hasPositive(c ascii.Chart) bool {
	for _, line := range c.Series {
		for _, v := range line.Y {
			if v > 0 && finite(v) {
				return true
			}
		}
	}
	return false
}

// chartRanges are the ends of the axes of a chart.
func chartRanges(c ascii.Chart, logarithmic bool) (x, y ascii.Range) {
	var xs, ys []float64
	for _, line := range c.Series {
		for _, p := range pointsOf(line) {
			if !logarithmic || p.Y > 0 {
				xs, ys = append(xs, p.X), append(ys, p.Y)
			}
		}
		if line.Fill && !logarithmic {
			ys = append(ys, 0)
		}
	}
	for _, r := range c.Refs {
		if !logarithmic || r.Y > 0 {
			ys = append(ys, r.Y)
		}
	}
	asked := c.Y
	if logarithmic && asked.Min <= 0 {
		asked = ascii.Range{}
	}
	x, y = either(c.X, ascii.RangeOf(xs...)), either(asked, ascii.RangeOf(ys...))
	switch {
	case logarithmic && y.Min <= 0:
		y.Min = y.Max / 10
	case logarithmic:
		y = ascii.Range{Min: y.Min / 1.2, Max: y.Max * 1.2}
	case c.Y == ascii.Range{}:
		y = y.Pad(0.05)
	}
	return x, y
}

// either is a range that was asked for, or that of the data; never empty.
func either(asked, data ascii.Range) ascii.Range {
	r := asked
	if r == (ascii.Range{}) {
		r = data
	}
	if r.Span() <= 0 {
		pad := math.Max(0.5, math.Abs(r.Min)/2)
		return ascii.Range{Min: r.Min - pad, Max: r.Max + pad}
	}
	return r
}

func pointsOf(line ascii.ChartSeries) []ascii.Point {
	n := len(line.Y)
	if line.X != nil {
		n = min(n, len(line.X))
	}
	out := make([]ascii.Point, n)
	for i := range out {
		out[i] = ascii.Point{X: float64(i), Y: line.Y[i]}
		if line.X != nil {
			out[i].X = line.X[i]
		}
	}
	return out
}

// series draws one curve, or its points.
func (s sheet) series(line ascii.ChartSeries, ink ascii.Ink, logarithmic bool) {
	points := pointsOf(line)
	if logarithmic {
		for i := range points {
			if points[i].Y <= 0 {
				points[i].Y = math.NaN()
			}
		}
	}
	if line.Kind != ascii.Joined {
		s.dots(line, points, ink)
		return
	}
	style := s.line(ink, 1.3)
	if line.Dim {
		style.Width, style.Dashes = 0.8, []vg.Length{1, 2}
	}
	for _, part := range unbroken(points) {
		drawn := &plotter.Line{XYs: part, LineStyle: style}
		if line.Fill && !logarithmic {
			drawn.FillColor = s.ink(ascii.ChartFill)
		}
		s.Add(drawn)
	}
	if line.Name != "" && !line.Dim {
		s.key.add(line.Name, &plotter.Line{LineStyle: style})
	}
}

// dots draws the points of a series, each by itself.
func (s sheet) dots(line ascii.ChartSeries, points []ascii.Point, ink ascii.Ink) {
	style := draw.GlyphStyle{Color: s.ink(ink), Radius: radius, Shape: draw.CircleGlyph{}}
	if line.Kind == ascii.Crosses {
		style.Shape = draw.CrossGlyph{}
	}
	var all plotter.XYs
	for _, part := range unbroken(points) {
		all = append(all, part...)
	}
	if len(all) == 0 {
		return
	}
	scatter := &plotter.Scatter{XYs: all, GlyphStyle: style}
	s.Add(scatter)
	if line.Name != "" {
		s.key.add(line.Name, scatter)
	}
}

// across draws a level with its name.
func (s sheet) across(r ascii.RefLine, x ascii.Range) {
	s.Add(&plotter.Line{XYs: plotter.XYs{{X: x.Min, Y: r.Y}, {X: x.Max, Y: r.Y}}, LineStyle: s.line(r.Hue(), 0.8, 4, 2)})
	if r.Label != "" {
		style := s.style(textSize-1, r.Hue(), draw.XRight)
		style.YAlign = draw.YBottom
		s.Add(&plotter.Labels{XYs: plotter.XYs{{X: x.Max, Y: r.Y}}, Labels: []string{r.Label}, TextStyle: []draw.TextStyle{style}})
	}
}

// columns are bars from zero, one beside the other.
type columns struct {
	bars  []ascii.Bar
	shape sheet
}

var _ plot.Plotter = columns{}

// Plot draws the bars.
func (b columns) Plot(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	for i, bar := range b.bars {
		if !finite(bar.Value) {
			continue
		}
		left, right := toX(float64(i+1)-0.4), toX(float64(i+1)+0.4)
		zero, end := toY(0), toY(bar.Value)
		c.FillPolygon(b.shape.ink(bar.Hue()), c.ClipPolygonXY([]vg.Point{{X: left, Y: zero}, {X: right, Y: zero}, {X: right, Y: end}, {X: left, Y: end}}))
		if bar.Tag.Text != "" {
			style := b.shape.style(textSize, bar.Tag.Ink, draw.XCenter)
			style.YAlign = draw.YBottom
			c.FillText(style, vg.Point{X: (left + right) / 2, Y: max(zero, end)}, bar.Tag.Text)
		}
	}
	c.StrokeLine2(b.shape.line(ascii.Axis, 0.6), c.Min.X, toY(0), c.Max.X, toY(0))
}

// bars draws values from zero, with their names where there is room.
func (s sheet) bars(b ascii.Bars) {
	n := len(b.Bars)
	x, y := ascii.Range{Min: 0.4, Max: float64(n) + 0.6}, b.Span()
	s.axes(x, y.Pad(0.08), "", "")
	s.Add(columns{b.Bars, s})
	for _, r := range b.Refs {
		s.across(r, x)
	}
	const named = 16
	every := max(1, (n+named-1)/named)
	var at plot.ConstantTicks
	for i := 0; i < n; i += every {
		name := b.Bars[i].Label
		if name == "" || every > 1 {
			name = fmt.Sprint(b.First + i + 1)
		}
		at = append(at, plot.Tick{Value: float64(i + 1), Label: name})
	}
	s.X.Tick.Marker = at
}
