package ledger

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// perceptron enters the laws of the perceptron.
func (b *Books) perceptron(p *page, s solvers.Perceptron, t solvers.Trace, i int, opening bool) {
	now := t.At(i)
	c := b.Counts(s, now)
	if !opening {
		b.visits(p, s, t.At(i-1), now)
	}
	b.tally(p, now, c)
	p.same("f", "f = Σαyk + b", c.F, now.F, c.Off(b.size), "f(x%s) is %s from α, and the step has %s.")
	if now.Status == solvers.Converged {
		lowest, at := math.Inf(1), 0
		for i, f := range c.F {
			if b.Y[i]*f < lowest {
				lowest, at = b.Y[i]*f, i
			}
		}
		p.law("claim", "converged ⇒ y·f > 0 everywhere", zero(lowest, c.Off(b.size)), lowest > -c.Off(b.size) && b.exactly(now, at),
			"The run says it has converged, and y·f = %s at point %d.", anatomy.Num(lowest), at+1)
	}
}

// exactly reports that a step's own y·f is above 0 at point i.
func (b *Books) exactly(s solvers.Step, i int) bool { return b.Y[i]*s.F(i) > 0 }

// tally enters that α counts and b follows.
func (b *Books) tally(p *page, now solvers.Step, c anatomy.Counts) {
	off, at := worst(len(c.Alpha), func(i int) float64 { return math.Max(-c.Alpha[i], math.Abs(c.Alpha[i]-math.Round(c.Alpha[i]))) })
	p.law("count", "α = 0, 1, 2, …", fmt.Sprintf("Σα = %s", anatomy.Num(floats.Norm(c.Alpha, 1))), off <= 0 && floats.Norm(c.Alpha, 1) == float64(now.Updates),
		"%s = %s, Σα = %s after %d updates.", alpha(at), anatomy.Num(c.Alpha[at]), anatomy.Num(floats.Norm(c.Alpha, 1)), now.Updates)
	want, law := c.Bought(), "b = Σαy"
	if c.NoBias {
		law = "b = 0"
	}
	p.law("b", law, anatomy.Num(now.Bias), now.Bias == want, "From α, b is %s, and the step has %s.", anatomy.Num(want), anatomy.Num(now.Bias))
}

// visits enters that every visit since the step before did what its margin
// asks for: y·f ≤ 0 adds the point, y·f > 0 leaves it alone.
func (b *Books) visits(p *page, s solvers.Perceptron, before, now solvers.Step) {
	was, ok1 := before.Detail.(*solvers.PerceptronDetail)
	d, ok2 := now.Detail.(*solvers.PerceptronDetail)
	n := len(b.Y)
	if !ok1 || !ok2 || d.Point < 0 || d.Point >= n {
		return
	}
	points := []int{d.Point} // one chosen by hand, which does not count as one of the epoch
	switch {
	case d.Visits == was.Visits && now.N == before.N:
		return // nothing was visited: the step was restated
	case d.Visits != was.Visits:
		points = b.Turns(s, was.Visits, d.Visits)
		b.order(p, s, d, points)
	}
	c := b.Counts(s, before)
	point, note := b.wrongVisit(c, before, now, points)
	margin := c.Margin(d.Point)
	if point >= 0 && d.Visits != was.Visits {
		margin = c.Margin(point)
	}
	p.law("mistake", "α + 1 where y·f ≤ 0, and nowhere else", "y·f = "+zero(margin, c.Off(b.size)), point < 0, "%s", note)
}

// order enters that it was the turn of the point that was visited last.
func (b *Books) order(p *page, s solvers.Perceptron, d *solvers.PerceptronDetail, points []int) {
	law := "points in order, 1 … n, again and again"
	if s.Seed != 0 {
		law = "each point once an epoch, in the order drawn"
	}
	due := len(points) > 0 && points[len(points)-1] == d.Point
	p.law("order", law, fmt.Sprintf("visit %d: point %d", d.Visits, d.Point+1), due,
		"Point %d was not due at visit %d.", d.Point+1, d.Visits)
}

// wrongVisit looks for a visit that its margin does not bear out, and for a
// change of α that no visit explains: the point and what is wrong, or −1. Of
// the visits only the last may have been a mistake.
func (b *Books) wrongVisit(c anatomy.Counts, before, now solvers.Step, points []int) (int, string) {
	for v, i := range points {
		margin := c.Margin(i)
		wants := c.Wants(i, before.F(i), c.Off(b.size))
		added := v == len(points)-1 && now.Coef().At(i) != c.Alpha[i]
		switch {
		case wants && !added:
			return i, fmt.Sprintf("y·f = %s at point %d is not above 0: a mistake, and %s did not grow.", anatomy.Num(margin), i+1, alpha(i))
		case !wants && added:
			return i, fmt.Sprintf("y·f = %s at point %d is right, and %s changed from %s to %s.", anatomy.Num(margin), i+1, alpha(i), anatomy.Num(c.Alpha[i]), anatomy.Num(now.Coef().At(i)))
		}
	}
	last := -1
	if len(points) > 0 {
		last = points[len(points)-1]
	}
	for i, a := range c.Alpha {
		grown := now.Coef().At(i) - a
		if grown != 0 && (i != last || grown != 1) {
			return i, fmt.Sprintf("%s changed from %s to %s in a visit of point %d.", alpha(i), anatomy.Num(a), anatomy.Num(now.Coef().At(i)), last+1)
		}
	}
	return -1, ""
}
