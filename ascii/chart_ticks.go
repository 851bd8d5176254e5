package ascii

import "math"

// layout places the frame and its ticks, which lie on the centres of cells.
func (p *chartPlot) layout(area Rect, v View) axes {
	x, y := p.ranges()
	rows, below := area.H, 1
	if area.H >= 8 {
		below = 2
	}
	rows -= below
	y, ticks := y.centred(yTickCount(area.H), rows, p.yScale())
	a := newAxes(area, x, y, p.XLabel, p.YLabel, v, ticks...)
	if a.line = true; a.bare {
		return a
	}
	a.tickRow, a.frame.area.H = below == 2, rows
	a.frame.x, a.xTicks = x.centred(xTickCount(a.frame.area.W), a.frame.area.W, p.xScale())
	return a
}

// scaling has about n ticks for a range.
type scaling func(r Range, n int) []Tick

// yScale is that of the values. Values that are all one get that one, in place
// of a range that nothing has.
func (p *chartPlot) yScale() scaling {
	r := emptyRange()
	for _, s := range p.series {
		for _, v := range s.Y {
			r = r.With(v)
		}
	}
	for _, ref := range p.Refs {
		r = r.With(p.value(ref.Y))
	}
	switch {
	case r.one() && p.Y == (Range{}):
		return single(r.Max, FormatValue(p.original(r.Max)))
	case p.log:
		return logTicks
	}
	return Range.scaleTicks
}

// xScale is that of the places.
func (p *chartPlot) xScale() scaling {
	r := emptyRange()
	for _, s := range p.series {
		for j, x := range s.X {
			if finite(s.Y[j]) {
				r = r.With(x)
			}
		}
	}
	if r.one() && p.X == (Range{}) {
		return single(r.Max, FormatValue(r.Max))
	}
	return Range.scaleTicks
}

// single is the scale of one value alone.
func single(v float64, label string) scaling {
	return func(Range, int) []Tick { return []Tick{{v, label}} }
}

// one reports a range of one value, but for rounding.
func (r Range) one() bool { return r.Min <= r.Max && r.flat() }

// original is a value of the plot as it was given.
func (p *chartPlot) original(y float64) float64 {
	if p.log {
		return math.Pow(10, y)
	}
	return y
}

// logTicks returns decade ticks for a range of logarithms, or round values
// where the range holds fewer than two decades.
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
