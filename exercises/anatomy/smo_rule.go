package anatomy

import (
	"math"

	"kernellab/solvers"
)

// Rule is how SMO chooses its pair, for those who tell about it.
type Rule struct {
	solvers.PairRule
	// Title is its name in a sentence: "largest violation".
	Title string
	// Words and Symbols say what the rule looks for; Asks is Words for one who
	// is asked for the pair.
	Words, Symbols, Asks string
	// Looks names what it maximises over ℓ, which is half of what the solver
	// keeps as its score for the second-order rule.
	Looks string
	// extreme: k has the least F of those whose tα can grow, ℓ is one whose tα
	// can shrink.
	extreme bool
}

// RuleOf tells about a pair rule.
func RuleOf(r solvers.PairRule) Rule {
	const apart = "|Ek − Eℓ|"
	switch r {
	case solvers.SecondOrder:
		return Rule{
			PairRule: r, Title: "largest gain", Looks: "promises", extreme: true,
			Words:   "k has the lowest F of the points whose tα can grow; ℓ promises the largest gain.",
			Symbols: "k = argmin F over tα ↑,  ℓ = argmax (Fℓ − Fk)²/2κ over tα ↓, Fℓ > Fk,  F = E − b",
			Asks:    "k has the lowest F among the points whose tα can grow; ℓ promises the largest gain (Fℓ − Fk)²/2κ of those whose tα can shrink.",
		}
	case solvers.MaxViolation:
		return Rule{
			PairRule: r, Title: "largest violation", Looks: "has violation", extreme: true,
			Words:   "The pair that violates its conditions most: the lowest F that can grow, the highest that can shrink.",
			Symbols: "k = argmin F over tα ↑,  ℓ = argmax F over tα ↓,  F = E − b",
			Asks:    "k has the lowest F among the points whose tα can grow; ℓ has the highest F among those whose tα can shrink.",
		}
	case solvers.MaxError:
		return Rule{
			PairRule: r, Title: "farthest error", Looks: "has " + apart,
			Words:   "k is the next point that violates; ℓ has the farthest error of those that can move.",
			Symbols: "k: violation > tol/2,  ℓ = argmax |Ek − Eℓ|, the pair can move uphill",
			Asks:    "k is the next point in order that violates its own condition; ℓ has the farthest error |Ek − Eℓ| of those that can move the right way.",
		}
	case solvers.MaxErrorLiteral:
		return Rule{
			PairRule: r, Title: "farthest error of all", Looks: "has " + apart,
			Words:   "k is the next point in order that violates; ℓ has the farthest error of all points.",
			Symbols: "k: violation > tol/2,  ℓ = argmax |Ek − Eℓ| over all ℓ",
			Asks:    "k is the next point in order that violates its own condition; ℓ has the farthest error |Ek − Eℓ| of all points.",
		}
	}
	return Rule{
		PairRule: r, Title: "random", Looks: "has " + apart,
		Words:   "k is drawn from the points that violate, ℓ from those that can move with it.",
		Symbols: "k, ℓ drawn, the pair can move uphill",
		Asks:    "k and ℓ are drawn from the points that violate the conditions.",
	}
}

// Extreme reports whether the rule compares all points, whichever comes first;
// another walks through them, or draws.
func (r Rule) Extreme() bool { return r.extreme }

// Score is what the rule looks at in a partner ℓ of k; not ok where it may not
// be one.
func (r Rule) Score(m Machine, k, l int) (score float64, ok bool) {
	if l == k {
		return 0, false
	}
	rises := m.Violation(k, l) > 0
	switch {
	case r.PairRule == solvers.SecondOrder:
		return m.Promise(k, l), rises && m.Low(l) && m.F(l) > m.F(k)
	case r.extreme:
		return math.Max(0, m.Violation(k, l)), rises && m.Low(l) && m.F(l) > m.F(k)
	case r.PairRule == solvers.MaxErrorLiteral:
		return math.Abs(m.F(k) - m.F(l)), true
	}
	return math.Abs(m.F(k) - m.F(l)), rises
}

// Best is the partner of k with the highest score but for one, −1 where there
// is none.
func (r Rule) Best(m Machine, k, but int) (at int, score float64) {
	at = -1
	for i := range m.Alpha {
		if v, ok := r.Score(m, k, i); ok && i != but && (at < 0 || v > score) {
			at, score = i, v
		}
	}
	return at, score
}

// Tied reports whether the rule takes (k, l) and not (i, j) for no better
// reason than the order of the points.
func (r Rule) Tied(m Machine, k, l, i, j int) bool {
	const dust = 1e-9
	first := i == k || r.extreme && m.Up(i) && math.Abs(m.F(i)-m.F(k)) <= dust*(1+math.Abs(m.F(k)))
	if !first || r.PairRule != solvers.MaxErrorLiteral && !(m.Violation(i, j) > 0) || r.extreme && !m.Low(j) {
		return false
	}
	best, score := r.apart(m, k, l), r.apart(m, i, j)
	return math.Abs(score-best) <= dust*(1+best)
}

// apart is what the rule compares pairs by, whichever way they can move.
func (r Rule) apart(m Machine, k, l int) float64 {
	gap := math.Abs(m.F(k) - m.F(l))
	if r.PairRule == solvers.SecondOrder {
		return gap * gap / math.Max(m.Kappa(k, l), TinyKappa)
	}
	return gap
}
