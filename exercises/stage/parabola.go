package stage

import (
	"math"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// Parabola is W along the line on which a pair may move, as a function of αℓ:
// the part in [L, H] bright, with the place of the step's start, its
// unclipped target and where it landed. w is the objective before the step.
func Parabola(d *solvers.SMODetail, w float64) exercises.Figure {
	slope := d.Tl * (d.Ek - d.El)
	g := func(al float64) float64 {
		step := al - d.OldAl
		return w + slope*step - d.Kappa*step*step/2
	}
	from, to := parabolaRange(d, w)
	c := ascii.Chart{
		X: ascii.Range{Min: from, Max: to}, XLabel: "αℓ",
		Series: []ascii.ChartSeries{
			curveOf(g, from, to, "", ascii.Dim, true),
			curveOf(g, math.Max(from, d.Lo), math.Min(to, d.Hi), "W", ascii.Series(0), false),
		},
	}
	mark := func(name string, x float64, ink ascii.Ink, kind ascii.SeriesKind) {
		if x >= from && x <= to {
			c.Series = append(c.Series, spot(name, x, g(x), ink, kind))
		}
	}
	mark("L", d.Lo, anatomy.InkBound, ascii.Crosses)
	mark("H", d.Hi, anatomy.InkBound, ascii.Crosses)
	mark("α*", d.Unclipped, anatomy.InkL, ascii.Crosses)
	mark("old", d.OldAl, ascii.Text, ascii.Dots)
	mark("new", d.NewAl, ascii.Select, ascii.Dots)
	return exercises.Figure{Title: "W over αℓ" + outside(d, from, to), Role: exercises.Chart, Plot: c, Rows: parabolaRows}
}

// parabolaRows is how high the parabola is at least: with less its top is flat.
const parabolaRows = 8

// outside says on which side L, H and α* are that do not fit into the picture.
func outside(d *solvers.SMODetail, from, to float64) string {
	text := ""
	lo, hi := bounds(d)
	for _, e := range []struct {
		name string
		x    float64
	}{{"L", lo}, {"H", hi}, {"α*", d.Unclipped}} {
		switch {
		case e.x < from:
			text += "   ← " + e.name + " = " + anatomy.Num(e.x)
		case e.x > to:
			text += "   " + e.name + " = " + anatomy.Num(e.x) + " →"
		}
	}
	return text
}

// parabolaRange is the part of the line around the step: from its start to
// where it landed, to the unclipped target up to three times as far, and a
// bound where it is near. A step too short to be seen beside the numbers of the
// axis is shown as a place on the curve.
func parabolaRange(d *solvers.SMODetail, w float64) (from, to float64) {
	step := math.Abs(d.NewAl - d.OldAl)
	if step == 0 {
		step = math.Min(math.Abs(d.Unclipped-d.OldAl), math.Max(1e-3, math.Abs(d.OldAl)))
	}
	step = math.Max(step, shortest(d, w))
	from, to = math.Min(d.OldAl, d.NewAl), math.Max(d.OldAl, d.NewAl)
	from = math.Min(from, math.Max(d.Unclipped, from-3*step))
	to = math.Max(to, math.Min(d.Unclipped, to+3*step))
	from, to = from-.6*step, to+.6*step
	if d.Lo < from && d.Lo > from-2*step {
		from = d.Lo - .2*step
	}
	if d.Hi > to && d.Hi < to+2*step {
		to = d.Hi + .2*step
	}
	return from, to
}

// shortest is the least step that a picture shows as one: a thousandth of αℓ, and
// so much that W changes by 1e-7 of itself, which its axis can still tell.
func shortest(d *solvers.SMODetail, w float64) float64 {
	step := 1e-3 * scaleOf(d)
	if d.Kappa > 0 {
		step = math.Max(step, math.Sqrt(2e-7*math.Abs(w)/d.Kappa))
	}
	return step
}

// scaleOf is the size of what αℓ can be.
func scaleOf(d *solvers.SMODetail) float64 {
	size := math.Max(math.Abs(d.OldAl), math.Abs(d.NewAl))
	switch {
	case size > 0:
		return size
	case d.Hi > d.Lo && !math.IsInf(d.Hi, 1):
		return d.Hi - d.Lo
	}
	return 1
}

// curveOf samples a function.
func curveOf(f func(float64) float64, from, to float64, name string, ink ascii.Ink, dim bool) ascii.ChartSeries {
	const n = 80
	s := ascii.ChartSeries{Name: name, Ink: ink, Dim: dim}
	for i := range n + 1 {
		x := from + (to-from)*float64(i)/n
		s.X, s.Y = append(s.X, x), append(s.Y, f(x))
	}
	return s
}

func spot(name string, x, y float64, ink ascii.Ink, kind ascii.SeriesKind) ascii.ChartSeries {
	return ascii.ChartSeries{Name: name, X: []float64{x}, Y: []float64{y}, Ink: ink, Kind: kind}
}
