package anatomy

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"kernellab/solvers"
)

// TinyKappa replaces a κ that is not positive.
const TinyKappa = 1e-12

// Tol is the default violation below which SMO has converged.
const Tol = 1e-3

// Machine is the state of SMO between two updates, computed from the points, α and
// b.
type Machine struct {
	Points
	C     float64
	Alpha []float64
	Bias  float64   // recorded by the step
	Score []float64 // Σⱼ αⱼtⱼKᵢⱼ, without b
}

// Machine computes the state of SMO with bound c at a step. It uses only α and b of
// the step.
func (p Points) Machine(c float64, s solvers.Step) Machine {
	return p.MachineAt(c, s.CoefCopy(), s.Bias)
}

// MachineAt computes the state of SMO with bound c from α and b.
func (p Points) MachineAt(c float64, alpha []float64, bias float64) Machine {
	return Machine{Points: p, C: c, Alpha: alpha, Bias: bias, Score: p.Scores(alpha, p.Y)}
}

// F returns the error of a point without b.
func (m Machine) F(i int) float64 { return m.Score[i] - m.Y[i] }

// E returns the error of a point, f − t.
func (m Machine) E(i int) float64 { return m.F(i) + m.Bias }

// Up reports whether tα of a point can grow: the point is in I_up.
func (m Machine) Up(i int) bool { return canGrow(m.Y[i], m.Alpha[i], m.C) }

// Low reports whether tα of a point can shrink: the point is in I_low.
func (m Machine) Low(i int) bool { return canGrow(-m.Y[i], m.Alpha[i], m.C) }

// canGrow reports whether t·α can grow within 0 ≤ α ≤ C.
func canGrow(t, a, c float64) bool { return t > 0 && a < c || t < 0 && a > 0 }

// Ways describes how tα of a point can move, in signs and in a sentence.
func (m Machine) Ways(i int) (signs, words string) {
	switch up, low := m.Up(i), m.Low(i); {
	case up && low:
		return "↑ ↓", "tα can grow and shrink"
	case up:
		return "↑", "tα can only grow"
	case low:
		return "↓", "tα can only shrink"
	}
	return "–", "tα can not move"
}

// KKT returns by how much a point violates its own KKT conditions, at least 0. They
// include 0 ≤ α ≤ C.
func (m Machine) KKT(i int) float64 {
	v := math.Max(0, math.Max(-m.Alpha[i], m.Alpha[i]-m.C))
	if m.Up(i) {
		v = math.Max(v, -m.E(i))
	}
	if m.Low(i) {
		v = math.Max(v, m.E(i))
	}
	return v
}

// Violation returns by how much a pair violates the KKT conditions. It is not
// positive if the pair does not, and −∞ if the pair can move in neither direction.
func (m Machine) Violation(k, l int) float64 {
	v := math.Inf(-1)
	if m.Up(k) && m.Low(l) {
		v = m.F(l) - m.F(k)
	}
	if m.Low(k) && m.Up(l) {
		v = math.Max(v, m.F(k)-m.F(l))
	}
	return v
}

// violation is Violation, but at least 0.
func (m Machine) violation(k, l int) float64 { return math.Max(0, m.Violation(k, l)) }

// Kappa returns ‖φₖ − φₗ‖², which is negative for some functions that are not
// kernels.
func (m Machine) Kappa(k, l int) float64 {
	return m.Gram.At(k, k) + m.Gram.At(l, l) - 2*m.Gram.At(k, l)
}

// Promise returns by how much g would rise in the unclipped step of a pair, or 0 if
// it cannot rise. The actual gain, after the clip, is Δg.
func (m Machine) Promise(k, l int) float64 {
	v := m.violation(k, l)
	return v * v / (2 * math.Max(m.Kappa(k, l), TinyKappa))
}

// Thresholds returns b_up = min F over I_up and b_low = max F over I_low (Keerthi
// et al. 2001), and the points that attain them.
func (m Machine) Thresholds() (up, low float64, atUp, atLow int) {
	up, low = math.Inf(1), math.Inf(-1)
	for i := range m.Alpha {
		if f := m.F(i); m.Up(i) && f < up {
			up, atUp = f, i
		}
		if f := m.F(i); m.Low(i) && f > low {
			low, atLow = f, i
		}
	}
	return up, low, atUp, atLow
}

// Middle returns the b halfway between the thresholds.
func (m Machine) Middle() float64 {
	up, low, _, _ := m.Thresholds()
	return -(up + low) / 2
}

// NormSquared returns ‖w‖².
func (m Machine) NormSquared() float64 {
	var w2 float64
	for i, a := range m.Alpha {
		w2 += a * m.Y[i] * m.Score[i]
	}
	return w2
}

// W returns the dual objective g = Σα − ½‖w‖².
func (m Machine) W() float64 { return floats.Sum(m.Alpha) - m.NormSquared()/2 }

// Primal returns ½‖w‖² + CΣξ. For the hard margin, w is first scaled until it is
// feasible; the result is +Inf if no scale achieves that.
func (m Machine) Primal() float64 {
	if math.IsInf(m.C, 1) {
		half := m.halfWidth()
		if half <= 0 {
			return math.Inf(1)
		}
		return m.NormSquared() / (2 * half * half)
	}
	var slack float64
	for i, f := range m.Score {
		slack += math.Max(0, 1-m.Y[i]*(f+m.Bias))
	}
	return m.NormSquared()/2 + m.C*slack
}

// halfWidth returns half the distance between the scores of the classes.
func (m Machine) halfWidth() float64 {
	lowest, highest := math.Inf(1), math.Inf(-1)
	for i, f := range m.Score {
		if m.Y[i] > 0 {
			lowest = math.Min(lowest, f)
		} else {
			highest = math.Max(highest, f)
		}
	}
	return (lowest - highest) / 2
}

// Off bounds the rounding error of a score that the solver updated up to five
// hundred times, if no |Kᵢⱼ| exceeds largest.
func (m Machine) Off(largest float64) float64 { return 1e-12 * (1 + m.sum()*largest) }

// OffW bounds the rounding error of g in the same way.
func (m Machine) OffW(largest float64) float64 {
	return 1e-13 * (1 + m.sum()) * (1 + m.sum()*largest)
}

// sum returns Σ|α|.
func (m Machine) sum() float64 { return floats.Norm(m.Alpha, 1) }

// RuleRow describes a pair rule, by which SMO chooses (k, l), for everything that
// explains or judges the choice. [RuleOf] has a row for each rule.
type RuleRow struct {
	solvers.PairRule
	Title string // in a sentence, such as "largest violation"
	// Words describes what the rule looks for, Formula writes it in symbols, and
	// Task is the version of Words for a student who has to find the pair.
	Words, Formula, Task string
	// Score returns the number that the rule maximizes over l for given k, which is
	// at least 0 where ok is set. ok reports whether l may be chosen at all. The
	// score depends on the position only, so a rule that remembers its last pair
	// has none. ScoreIs precedes the number ("the gain it promises is"), and
	// ScoreOf follows the name of the point ("promises").
	Score            func(m Machine, k, l int) (score float64, ok bool)
	ScoreIs, ScoreOf string
	// Extreme rules compare all points: k has the smallest F among those whose tα
	// can grow, and l is one whose tα can shrink. Other rules take as k the next
	// point that violates its condition.
	Extreme bool
	// Drawn rules draw both points at random, so they cannot be predicted.
	Drawn bool
	// Anywhere means that the pair need not be able to raise g.
	Anywhere bool
	// Curved means that the score depends on κ.
	Curved bool
}

// errorDistance returns |Eₖ − Eₗ|.
func errorDistance(m Machine, k, l int) float64 { return math.Abs(m.F(k) - m.F(l)) }

// descends reports whether l can shrink while k, which has the lower F, grows.
func descends(m Machine, k, l int) bool { return m.Violation(k, l) > 0 && m.Low(l) && m.F(l) > m.F(k) }

// uphill reports whether the pair can move in a direction that raises g.
func uphill(m Machine, k, l int) bool { return m.Violation(k, l) > 0 }

// RuleOf returns the row of a pair rule. If there is none, only the field PairRule is
// set.
func RuleOf(r solvers.PairRule) RuleRow {
	scored := func(score func(m Machine, k, l int) float64,
		may func(m Machine, k, l int) bool) func(Machine, int, int) (float64, bool) {
		return func(m Machine, k, l int) (float64, bool) { return score(m, k, l), k != l && may(m, k, l) }
	}
	for _, row := range []RuleRow{
		{
			PairRule: solvers.SecondOrder, Title: "largest gain", Extreme: true, Curved: true,
			Words:   "k has the lowest F of the points whose tα can grow; l promises the largest gain.",
			Formula: "k = argmin F over tα ↑,  l = argmax (Fₗ − Fₖ)²/2κ over tα ↓, Fₗ > Fₖ,  F = E − b",
			Task:    "k has the lowest F among the points whose tα can grow; l promises the largest gain (Fₗ − Fₖ)²/2κ of those whose tα can shrink.",
			Score:   scored(Machine.Promise, descends), ScoreIs: "the gain it promises is", ScoreOf: "promises",
		},
		{
			PairRule: solvers.MaxViolation, Title: "largest violation", Extreme: true,
			Words:   "The pair that violates its conditions most: k has the lowest F of the points whose tα can grow, l the highest F of those whose tα can shrink.",
			Formula: "k = argmin F over tα ↑,  l = argmax F over tα ↓,  F = E − b",
			Task:    "k has the lowest F among the points whose tα can grow; l has the highest F among those whose tα can shrink.",
			Score:   scored(Machine.violation, descends), ScoreIs: "the violation Fₗ − Fₖ is", ScoreOf: "has violation",
		},
		{
			PairRule: solvers.MaxError, Title: "farthest error",
			Words:   "k is the next point that violates; l has the farthest error of those that can move.",
			Formula: "k = next that violates KKT,  l = largest |Eₖ − Eₗ| that can move uphill",
			Task:    "k is the next point in order that violates its own condition; l has the farthest error |Eₖ − Eₗ| of those that can move the right way.",
			Score:   scored(errorDistance, uphill), ScoreIs: "|Eₖ − Eₗ| is", ScoreOf: "has |Eₖ − Eₗ|",
		},
		{
			PairRule: solvers.MaxErrorLiteral, Title: "farthest error of all", Anywhere: true,
			Words:   "k is the next point in order that violates; l has the farthest error of all points.",
			Formula: "k = next that violates KKT,  l = largest |Eₖ − Eₗ| of all",
			Task:    "k is the next point in order that violates its own condition; l has the farthest error |Eₖ − Eₗ| of all points.",
			Score:   scored(errorDistance, func(Machine, int, int) bool { return true }), ScoreIs: "|Eₖ − Eₗ| is",
			ScoreOf: "has |Eₖ − Eₗ|",
		},
		{
			PairRule: solvers.Random, Title: "random", Drawn: true,
			Words:   "k is drawn from the points that violate, l from those that can move with it.",
			Formula: "k drawn from those that violate KKT,  l drawn from those that can move with k",
			Task:    "k and l are drawn from the points that violate the conditions.",
			Score:   scored(errorDistance, uphill), ScoreIs: "|Eₖ − Eₗ| is", ScoreOf: "has |Eₖ − Eₗ|",
		},
	} {
		if row.PairRule == r {
			return row
		}
	}
	return RuleRow{PairRule: r}
}

// Best returns the partner of k with the highest score, excluding one point, or −1
// if there is none.
func (r RuleRow) Best(m Machine, k, but int) (at int, score float64) {
	at = -1
	for i := range m.Alpha {
		if v, ok := r.Score(m, k, i); ok && i != but && (at < 0 || v > score) {
			at, score = i, v
		}
	}
	return at, score
}

// Tied reports whether the rule prefers (k, l) to (i, j) only because of the order
// of the points.
func (r RuleRow) Tied(m Machine, k, l, i, j int) bool {
	const dust = 1e-9
	first := i == k || r.Extreme && m.Up(i) && math.Abs(m.F(i)-m.F(k)) <= dust*(1+math.Abs(m.F(k)))
	if !first || !r.Anywhere && !uphill(m, i, j) || r.Extreme && !m.Low(j) {
		return false
	}
	best, _ := r.Score(m, k, l)
	score, _ := r.Score(m, i, j)
	return math.Abs(score-best) <= dust*(1+best)
}
