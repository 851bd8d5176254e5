package stage

import (
	"math"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
)

// Draft is a step of SMO as far as somebody has worked it out by hand, right or
// wrong: a number that is missing is NaN.
type Draft struct {
	Old, Slope, C            float64 // given: αℓ before the step, how steep g is there, C
	Lo, Hi, Kappa, Star, New float64 // worked out
}

// Figure draws what there is of the step over αℓ: the curve once κ is there, the part
// of it between L and H once these are, and the marks of L, H, αℓ* and αℓ.
func (d Draft) Figure() exercises.Figure {
	from, to := d.span()
	c := ascii.Chart{X: ascii.Range{Min: from, Max: to}, XLabel: "αℓ"}
	if math.IsNaN(d.Kappa) {
		c.Y = ascii.Range{Min: -1, Max: 1}
	} else {
		c.Series = append(c.Series, curveOf(d.rise, from, to, "", ascii.Dim, true))
	}
	if lo, hi := math.Max(from, d.Lo), math.Min(to, d.Hi); lo < hi {
		c.Series = append(c.Series, curveOf(d.rise, lo, hi, "[L, H]", ascii.Series(0), false))
	}
	title := "g over αℓ, from what you fill in"
	for _, m := range []struct {
		name string
		x    float64
		ink  ascii.Ink
		kind ascii.SeriesKind
	}{
		{"L", d.Lo, anatomy.InkBound, ascii.Crosses}, {"H", d.Hi, anatomy.InkBound, ascii.Crosses}, {"αℓ*", d.Star, anatomy.InkL, ascii.Crosses},
		{"old", d.Old, ascii.Text, ascii.Dots}, {"new", d.New, ascii.Select, ascii.Dots},
	} {
		switch {
		case m.x < from:
			title += "   ← " + m.name
		case m.x > to:
			title += "   " + m.name + " →"
		case !math.IsNaN(m.x):
			c.Series = append(c.Series, spot(m.name, m.x, d.rise(m.x), m.ink, m.kind))
		}
	}
	return exercises.Figure{Title: title, Role: exercises.Main, Plot: c, Rows: parabolaRows}
}

// rise is by how much g is above its start, 0 as long as nothing says so.
func (d Draft) rise(al float64) float64 {
	if math.IsNaN(d.Kappa) {
		return 0
	}
	step := al - d.Old
	return d.Slope*step - d.Kappa*step*step/2
}

// span is the part of the line that is drawn: what αℓ may be at all, and what was
// worked out as far as it lies near.
func (d Draft) span() (from, to float64) {
	from, to = 0, d.C
	for _, v := range []float64{d.Lo, d.Hi, d.Star, d.New} {
		if v > -d.C && v < 2*d.C {
			from, to = math.Min(from, v), math.Max(to, v)
		}
	}
	return from - d.C/8, to + d.C/8
}
