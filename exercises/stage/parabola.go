package stage

import (
	"math"

	"kernellab/ascii"
	"kernellab/exercises"
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
	lo, hi := d.Lo, d.Hi
	if math.IsInf(hi, 1) {
		hi = math.Max(2*d.NewAl-lo, math.Max(d.OldAl, lo+1e-9))
	}
	from, to := parabolaRange(d, lo, hi)
	c := ascii.Chart{
		X: ascii.Range{Min: from, Max: to}, XLabel: "αℓ",
		Series: []ascii.ChartSeries{
			curveOf(g, from, to, "", ascii.Dim, true),
			curveOf(g, lo, hi, "W", ascii.Series(0), false),
			spot("L", lo, g(lo), inkBound, ascii.Crosses),
		},
	}
	if !math.IsInf(d.Hi, 1) {
		c.Series = append(c.Series, spot("H", hi, g(hi), inkBound, ascii.Crosses))
	}
	if d.Unclipped >= from && d.Unclipped <= to {
		c.Series = append(c.Series, spot("α*", d.Unclipped, g(d.Unclipped), inkL, ascii.Crosses))
	}
	c.Series = append(c.Series,
		spot("old", d.OldAl, g(d.OldAl), ascii.Text, ascii.Dots),
		spot("new", d.NewAl, g(d.NewAl), ascii.Select, ascii.Dots))
	return exercises.Figure{Title: "W along the pair's line", Role: exercises.Chart, Plot: c}
}

// parabolaRange shows [lo, hi] with some room, and the unclipped target where
// that is not too far out.
func parabolaRange(d *solvers.SMODetail, lo, hi float64) (from, to float64) {
	width := hi - lo
	if width <= 0 {
		width = math.Max(1e-9, math.Abs(d.Unclipped-d.OldAl))
	}
	from, to = lo-.2*width, hi+.2*width
	reach := 1.5 * width
	if d.Unclipped < from {
		from = math.Max(d.Unclipped-.1*width, lo-reach)
	}
	if d.Unclipped > to {
		to = math.Min(d.Unclipped+.1*width, hi+reach)
	}
	return from, to
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
