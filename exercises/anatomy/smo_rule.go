package anatomy

import (
	"math"

	"kernellab/solvers"
)

// PairRule is how SMO chooses its pair (k, ℓ), for everything that explains or
// judges the choice. The rules are the rows of [RuleOf].
type PairRule struct {
	solvers.PairRule
	Title string // in a sentence: "largest violation"
	// Words say what the rule looks for, Formula says it in symbols, and Task is
	// Words for someone who is asked for the pair.
	Words, Formula, Task string
	// Score is what the rule maximises over ℓ, given k, in numbers; ok reports
	// whether ℓ may be chosen at all. ScoreIs names it before its number ("the gain
	// it promises is"), and ScoreOf after the point that has it ("promises").
	Score            func(m Machine, k, l int) (score float64, ok bool)
	ScoreIs, ScoreOf string
	// Extreme rules compare all points for k: it has the least F of those whose tα
	// can grow, and ℓ is one whose tα can shrink. Others take the next point in
	// order that violates its condition.
	Extreme bool
	// Drawn rules draw both points, so that nobody can foretell them.
	Drawn bool
	// Anywhere: ℓ need not be able to move uphill with k.
	Anywhere bool
	// Curved: the score depends on κ.
	Curved bool
}

// errorsApart is |Ek − Eℓ|.
func errorsApart(m Machine, k, l int) float64 { return math.Abs(m.F(k) - m.F(l)) }

// descends reports whether ℓ can shrink while k, which has the lower F, grows.
func descends(m Machine, k, l int) bool { return m.Violation(k, l) > 0 && m.Low(l) && m.F(l) > m.F(k) }

// uphill reports whether some way is open to the pair that raises W.
func uphill(m Machine, k, l int) bool { return m.Violation(k, l) > 0 }

// RuleOf returns the row of a pair rule; the zero row if there is none.
func RuleOf(r solvers.PairRule) PairRule {
	scored := func(score func(m Machine, k, l int) float64, may func(m Machine, k, l int) bool) func(Machine, int, int) (float64, bool) {
		return func(m Machine, k, l int) (float64, bool) { return score(m, k, l), k != l && may(m, k, l) }
	}
	for _, row := range []PairRule{
		{
			PairRule: solvers.SecondOrder, Title: "largest gain", Extreme: true, Curved: true,
			Words:   "k has the lowest F of the points whose tα can grow; ℓ promises the largest gain.",
			Formula: "k = argmin F over tα ↑,  ℓ = argmax (Fℓ − Fk)²/2κ over tα ↓, Fℓ > Fk,  F = E − b",
			Task:    "k has the lowest F among the points whose tα can grow; ℓ promises the largest gain (Fℓ − Fk)²/2κ of those whose tα can shrink.",
			Score:   scored(Machine.Promise, descends), ScoreIs: "the gain it promises is", ScoreOf: "promises",
		},
		{
			PairRule: solvers.MaxViolation, Title: "largest violation", Extreme: true,
			Words:   "The pair that violates its conditions most: the lowest F that can grow, the highest that can shrink.",
			Formula: "k = argmin F over tα ↑,  ℓ = argmax F over tα ↓,  F = E − b",
			Task:    "k has the lowest F among the points whose tα can grow; ℓ has the highest F among those whose tα can shrink.",
			Score:   scored(Machine.violation, descends), ScoreIs: "the violation Fℓ − Fk is", ScoreOf: "has violation",
		},
		{
			PairRule: solvers.MaxError, Title: "farthest error",
			Words:   "k is the next point that violates; ℓ has the farthest error of those that can move.",
			Formula: "k: violation > tol/2,  ℓ = argmax |Ek − Eℓ|, the pair can move uphill",
			Task:    "k is the next point in order that violates its own condition; ℓ has the farthest error |Ek − Eℓ| of those that can move the right way.",
			Score:   scored(errorsApart, uphill), ScoreIs: "|Ek − Eℓ| is", ScoreOf: "has |Ek − Eℓ|",
		},
		{
			PairRule: solvers.MaxErrorLiteral, Title: "farthest error of all", Anywhere: true,
			Words:   "k is the next point in order that violates; ℓ has the farthest error of all points.",
			Formula: "k: violation > tol/2,  ℓ = argmax |Ek − Eℓ| over all ℓ",
			Task:    "k is the next point in order that violates its own condition; ℓ has the farthest error |Ek − Eℓ| of all points.",
			Score:   scored(errorsApart, func(Machine, int, int) bool { return true }), ScoreIs: "|Ek − Eℓ| is", ScoreOf: "has |Ek − Eℓ|",
		},
		{
			PairRule: solvers.Random, Title: "random", Drawn: true,
			Words:   "k is drawn from the points that violate, ℓ from those that can move with it.",
			Formula: "k, ℓ drawn, the pair can move uphill",
			Task:    "k and ℓ are drawn from the points that violate the conditions.",
			Score:   scored(errorsApart, uphill), ScoreIs: "|Ek − Eℓ| is", ScoreOf: "has |Ek − Eℓ|",
		},
	} {
		if row.PairRule == r {
			return row
		}
	}
	return PairRule{PairRule: r}
}

// Best returns the partner of k with the highest score but for one, −1 if there is
// none.
func (r PairRule) Best(m Machine, k, but int) (at int, score float64) {
	at = -1
	for i := range m.Alpha {
		if v, ok := r.Score(m, k, i); ok && i != but && (at < 0 || v > score) {
			at, score = i, v
		}
	}
	return at, score
}

// Tied reports whether the rule takes (k, l) and not (i, j) for no better reason
// than the order of the points.
func (r PairRule) Tied(m Machine, k, l, i, j int) bool {
	const dust = 1e-9
	first := i == k || r.Extreme && m.Up(i) && math.Abs(m.F(i)-m.F(k)) <= dust*(1+math.Abs(m.F(k)))
	if !first || !r.Anywhere && !uphill(m, i, j) || r.Extreme && !m.Low(j) {
		return false
	}
	best, _ := r.Score(m, k, l)
	score, _ := r.Score(m, i, j)
	return math.Abs(score-best) <= dust*(1+best)
}
