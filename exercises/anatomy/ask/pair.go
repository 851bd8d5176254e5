package ask

import (
	"fmt"

	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// pairUpdate is an update of SMO as seen from the position before it.
type pairUpdate struct {
	change
	anatomy.Machine
	smo  solvers.SMO
	rule anatomy.Rule
	k, l int // the pair that was taken
}

func newPair(c change, d *solvers.SMODetail) pairUpdate {
	smo, ok := c.solver.(solvers.SMO)
	if !ok {
		smo = solvers.SMO{C: d.C}
	}
	points := anatomy.Points{Gram: c.problem.Gram(), Y: c.problem.Labels()}
	return pairUpdate{change: c, smo: smo, rule: anatomy.RuleOf(smo.Rule), Machine: points.Machine(smo.C, c.prev), k: d.K, l: d.L}
}

// pairStep is the update of a pair, by its laws.
type pairStep struct {
	anatomy.Pair
	sheet anatomy.Derivation
	n     anatomy.Numbers
}

func (u pairUpdate) step(k, l int) pairStep {
	p := anatomy.Pair{Machine: u.Machine, K: k, L: l}
	return pairStep{p, p.Derivation(), p.Derivation().Values()}
}

// clipped reports whether αℓ* lies outside [L, H].
func (d pairStep) clipped() bool { return d.n["star"] < d.n["lo"] || d.n["star"] > d.n["hi"] }

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

// tied reports whether the rule takes (u.k, u.l) and not (k, l) for no better
// reason than the order of the points.
func (u pairUpdate) tied(k, l int) bool { return u.rule.Tied(u.Machine, u.k, u.l, k, l) }

// pairName is a pair as the student knows it.
func pairName(k, l int) string { return fmt.Sprintf("(%d, %d)", k+1, l+1) }

// sub is the number of a point in subscript digits.
func sub(i int) string { return anatomy.Sub(i + 1) }
