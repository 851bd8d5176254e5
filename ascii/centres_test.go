package ascii

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// Ticks lie on the centres of cells, on an axis that is little longer than its data;
// where they do not, the axis would have to be much longer.
func TestTicksLieOnCentres(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lo := rapid.Float64Range(-100, 100).Draw(t, "min")
		r := Range{lo, lo + math.Pow(10, rapid.Float64Range(-3, 4).Draw(t, "span"))}
		cells := rapid.IntRange(6, 120).Draw(t, "cells")
		most := clamp(cells/3, 2, 9)
		wide, ticks := r.centred(most, cells, Range.scaleTicks)
		if len(ticks) < 2 || wide.Min > r.Min+1e-9*r.Span() || wide.Max < r.Max-1e-9*r.Span() || wide.Span() > mostWidened*r.Span()+1e-9 {
			t.Fatalf("%v on %d cells becomes %v, %d ticks", r, cells, wide, len(ticks))
		}
		if wide == r.Pad(0.04) && cells < 24 {
			return
		}
		for _, k := range ticks {
			at := (k.Value - wide.Min) / wide.Span() * float64(cells)
			if off := math.Abs(at - math.Floor(at) - 0.5); off > 1e-6 {
				t.Fatalf("%v on %d cells: the tick %s of %v is %.3f of a cell off", r, cells, k.Label, wide, off)
			}
		}
	})
}

// A curve that never leaves 1 runs along the line of 1: on the centre of a cell from
// 11 rows on, and in its row of dots on any chart.
func TestACurveMeetsItsGridLine(t *testing.T) {
	dots := map[rune]int{'⠁': 0, '⠂': 1, '⠄': 2, '⡀': 3}
	for h := 5; h <= 40; h++ {
		for _, log := range []bool{false, true} {
			c := Chart{Series: []ChartSeries{{Y: []float64{1, 1}}, {Y: []float64{0.01, 0.999}}}, Y: Range{0.004, 1.3}, Log: log}
			f := c.plot(Rect{W: 60, H: h}, View{}).axes.frame
			y := f.cell(Point{}).Y
			if !log {
				y = f.cell(Point{0, 1}).Y
			}
			part := y - math.Floor(y)
			if row, low := dots[gridRune(y)]; low && row != int(4*part) || !low && math.Abs(part-0.5) > 0.125 {
				t.Errorf("%d rows, log %v: the line of %.3f is %c", h, log, y, gridRune(y))
			}
			if h > 10 && math.Abs(part-0.5) > 1e-6 {
				t.Errorf("%d rows, log %v: 1 is drawn at %.3f", h, log, y)
			}
		}
	}
}
