package ledger

import (
	"fmt"
	"math"
	"math/rand/v2"

	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// counts is what follows from the α and b of a step of the perceptron.
type counts struct {
	alpha []float64
	bias  float64
	f     []float64 // with b
	sum   float64
	// tol bounds what rounding can put f off; within it a margin of 0 may fall
	// to either side.
	tol float64
}

func (b *Books) counts(s solvers.Step) counts {
	c := counts{alpha: s.CoefCopy(), bias: s.Bias}
	c.f = b.Scores(c.alpha, b.Y)
	for i := range c.f {
		c.f[i] += c.bias
		c.sum += math.Abs(c.alpha[i])
	}
	c.tol = 1e-12 * (1 + c.sum*b.size)
	return c
}

// perceptron enters the laws of the perceptron.
func (b *Books) perceptron(p *page, s solvers.Perceptron, t solvers.Trace, i int, opening bool) {
	now := t.At(i)
	c := b.counts(now)
	if !opening {
		b.visits(p, s, t.At(i-1), now)
	}
	b.tally(p, s, now, c)
	off, at := worst(len(c.f), func(i int) float64 { return now.F(i) - c.f[i] })
	p.small("f", "f = Σαyk + b", off, c.tol,
		"f(x%s) is %s from α, and the step has %s.", anatomy.Sub(at+1), anatomy.Num(c.f[at]), anatomy.Num(now.F(at)))
	if now.Status == solvers.Converged {
		lowest, at := math.Inf(1), 0
		for i, f := range c.f {
			if b.Y[i]*f < lowest {
				lowest, at = b.Y[i]*f, i
			}
		}
		p.law("claim", "converged ⇒ y·f > 0 everywhere", anatomy.Num(lowest), lowest > -c.tol && b.exactly(now, at),
			"The run says it has converged, and y·f = %s at point %d.", anatomy.Num(lowest), at+1)
	}
}

// exactly reports that a step's own y·f is above 0 at point i.
func (b *Books) exactly(s solvers.Step, i int) bool { return b.Y[i]*s.F(i) > 0 }

// tally enters that α counts and b follows.
func (b *Books) tally(p *page, s solvers.Perceptron, now solvers.Step, c counts) {
	off, at := worst(len(c.alpha), func(i int) float64 { return math.Max(-c.alpha[i], math.Abs(c.alpha[i]-math.Round(c.alpha[i]))) })
	p.law("count", "α = 0, 1, 2, …", fmt.Sprintf("Σα = %s", anatomy.Num(c.sum)), off <= 0 && c.sum == float64(now.Updates),
		"%s = %s, Σα = %s after %d updates.", alpha(at), anatomy.Num(c.alpha[at]), anatomy.Num(c.sum), now.Updates)
	var want float64
	law := "b = 0"
	if !s.NoBias {
		law = "b = Σαy"
		for i, a := range c.alpha {
			want += a * b.Y[i]
		}
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
	if d.Visits == was.Visits {
		if now.N > before.N {
			b.outOfTurn(p, before, now, d)
		}
		return
	}
	law := "points in order, 1 … n, again and again"
	if s.Seed != 0 {
		law = "each point once an epoch, in the order drawn"
	}
	points := turns(s, n, was.Visits, d.Visits)
	due := len(points) > 0 && points[len(points)-1] == d.Point
	p.law("order", law, fmt.Sprintf("visit %d: point %d", d.Visits, d.Point+1), due,
		"Point %d was not due at visit %d.", d.Point+1, d.Visits)
	c := b.counts(before)
	point, note := b.wrongVisit(c, before, now, points)
	margin := b.Y[d.Point] * c.f[d.Point]
	if point >= 0 {
		margin = b.Y[point] * c.f[point]
	}
	p.law("mistake", "α + 1 where y·f ≤ 0, and nowhere else", "y·f = "+anatomy.Num(margin), point < 0, "%s", note)
}

// outOfTurn enters a visit that was chosen by hand and does not count as one of
// the epoch. Where N did not grow nothing was visited: the step was restated.
func (b *Books) outOfTurn(p *page, before, now solvers.Step, d *solvers.PerceptronDetail) {
	c := b.counts(before)
	point, note := b.wrongVisit(c, before, now, []int{d.Point})
	margin := b.Y[d.Point] * c.f[d.Point]
	p.law("mistake", "α + 1 where y·f ≤ 0, and nowhere else", "y·f = "+anatomy.Num(margin), point < 0, "%s", note)
}

// turns lists the points whose turn it was from one number of visits to
// another, the last 2n of them at most.
func turns(s solvers.Perceptron, n, from, to int) []int {
	var out []int
	var drawn []int
	epoch := -1
	for v := max(0, from, to-2*n); v < to; v++ {
		if s.Seed == 0 {
			out = append(out, v%n)
			continue
		}
		if v/n != epoch {
			epoch = v / n
			drawn = rand.New(rand.NewPCG(s.Seed, uint64(epoch+1))).Perm(n)
		}
		out = append(out, drawn[v%n])
	}
	return out
}

// wrongVisit looks for a visit that its margin does not bear out, and for a
// change of α that no visit explains: the point and what is wrong, or −1. Of
// the visits only the last may have been a mistake.
func (b *Books) wrongVisit(c counts, before, now solvers.Step, points []int) (int, string) {
	for v, i := range points {
		margin := b.Y[i] * c.f[i]
		wants := margin <= 0
		if math.Abs(margin) <= c.tol { // a tie but for rounding: the solver's own number decides
			wants = b.Y[i]*before.F(i) <= 0
		}
		added := v == len(points)-1 && now.Coef().At(i) != c.alpha[i]
		switch {
		case wants && !added:
			return i, fmt.Sprintf("y·f = %s at point %d is not above 0: a mistake, and %s did not grow.", anatomy.Num(margin), i+1, alpha(i))
		case !wants && added:
			return i, fmt.Sprintf("y·f = %s at point %d is right, and %s changed from %s to %s.", anatomy.Num(margin), i+1, alpha(i), anatomy.Num(c.alpha[i]), anatomy.Num(now.Coef().At(i)))
		}
	}
	last := -1
	if len(points) > 0 {
		last = points[len(points)-1]
	}
	for i, a := range c.alpha {
		grown := now.Coef().At(i) - a
		if grown != 0 && (i != last || grown != 1) {
			return i, fmt.Sprintf("%s changed from %s to %s in a visit of point %d.", alpha(i), anatomy.Num(a), anatomy.Num(now.Coef().At(i)), last+1)
		}
	}
	return -1, ""
}
