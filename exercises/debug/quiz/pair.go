package quiz

import (
	"fmt"
	"math"

	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// pairUpdate is an update of SMO as seen from the position before it.
type pairUpdate struct {
	change
	smo      solvers.SMO
	gram     solvers.Gram
	t, alpha []float64
	k, l     int // the pair that was taken
}

func newPair(c change, d *solvers.SMODetail) pairUpdate {
	smo, ok := c.solver.(solvers.SMO)
	if !ok {
		smo = solvers.SMO{C: d.C}
	}
	return pairUpdate{
		change: c, smo: smo, gram: c.problem.Gram(), t: c.problem.Labels(), alpha: c.prev.CoefCopy(), k: d.K, l: d.L,
	}
}

// update is the update of a pair, by the algorithm.
func (u pairUpdate) update(k, l int) solvers.SMODetail {
	return solvers.PairUpdate(u.gram, u.t, u.alpha, u.prev.Bias, u.smo.C, k, l)
}

// f is the error without bias, F = Σαtκ − t.
func (u pairUpdate) f(i int) float64 { return u.prev.Scores().At(i) - u.t[i] }

// up reports whether tα of point i can grow: I_up.
func (u pairUpdate) up(i int) bool { return canGrow(u.t[i], u.alpha[i], u.smo.C) }

// low reports whether tα of point i can shrink: I_low.
func (u pairUpdate) low(i int) bool { return canGrow(-u.t[i], u.alpha[i], u.smo.C) }

// canGrow reports whether t·α can grow within 0 ≤ α ≤ C.
func canGrow(t, a, c float64) bool { return t > 0 && a < c || t < 0 && a > 0 }

// violation is by how much a pair violates the KKT conditions; not positive
// where it does not, −∞ where neither way is open.
func (u pairUpdate) violation(k, l int) float64 {
	v := math.Inf(-1)
	if u.up(k) && u.low(l) {
		v = u.f(l) - u.f(k)
	}
	if u.low(k) && u.up(l) {
		v = math.Max(v, u.f(k)-u.f(l))
	}
	return v
}

// isPoint reports whether i, from 0, is a point.
func (u pairUpdate) isPoint(i int) bool { return i >= 0 && i < len(u.t) }

// taken reports whether two points are the pair that was taken.
func (u pairUpdate) taken(k, l int) bool { return k == u.k && l == u.l || k == u.l && l == u.k }

// byRule reports whether the rule of the solver takes the pair here, and with
// what reason; a pair chosen by hand seldom is.
func (u pairUpdate) byRule() (solvers.Why, bool) {
	next, err := u.smo.Next(u.problem, u.prev)
	if err != nil {
		return solvers.Why{}, false
	}
	d, ok := next.Detail.(*solvers.SMODetail)
	if !ok || d.K != u.k || d.L != u.l {
		return solvers.Why{}, false
	}
	return d.Why, true
}

// score is what the rule maximises over the partners of k.
func (u pairUpdate) score(k, l int) float64 {
	gap := math.Abs(u.f(k) - u.f(l))
	if u.smo.Rule == solvers.SecondOrder {
		return gap * gap / math.Max(u.gram.At(k, k)+u.gram.At(l, l)-2*u.gram.At(k, l), 1e-12)
	}
	return gap
}

// tied reports whether the rule takes (u.k, u.l) and not (k, l) for no better
// reason than the order of the points.
func (u pairUpdate) tied(k, l int) bool {
	const dust = 1e-9
	extreme := u.smo.Rule == solvers.SecondOrder || u.smo.Rule == solvers.MaxViolation
	first := k == u.k || extreme && u.up(k) && math.Abs(u.f(k)-u.f(u.k)) <= dust*(1+math.Abs(u.f(u.k)))
	if !first || u.smo.Rule != solvers.MaxErrorLiteral && !(u.violation(k, l) > 0) {
		return false
	}
	if extreme && !u.low(l) {
		return false
	}
	best := u.score(u.k, u.l)
	return math.Abs(u.score(k, l)-best) <= dust*(1+best)
}

// pairName is a pair as the student knows it.
func pairName(k, l int) string { return fmt.Sprintf("(%d, %d)", k+1, l+1) }

// ruleWords say what a rule looks for.
func ruleWords(r solvers.PairRule) string {
	switch r {
	case solvers.SecondOrder:
		return "k has the lowest F among the points whose tα can grow; ℓ promises the largest gain (Fℓ − Fk)²/κ of those whose tα can shrink."
	case solvers.MaxViolation:
		return "k has the lowest F among the points whose tα can grow; ℓ has the highest F among those whose tα can shrink."
	case solvers.MaxError:
		return "k is the next point in order that violates its own condition; ℓ has the farthest error |Ek − Eℓ| of those that can move the right way."
	case solvers.MaxErrorLiteral:
		return "k is the next point in order that violates its own condition; ℓ has the farthest error |Ek − Eℓ| of all points."
	}
	return "k and ℓ are drawn from the points that violate the conditions."
}

// sub is the number of a point in subscript digits.
func sub(i int) string { return anatomy.Sub(i + 1) }
