package anatomy

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"kernellab/solvers"
)

// TinyKappa replaces a κ that is not positive as the divisor in αₗ*.
const TinyKappa = 1e-12

// Tol is the default tolerance: SMO has converged if the largest violation is below it.
const Tol = 1e-3

// SMOState is the state of SMO between two updates.
type SMOState struct {
	Points
	C     float64
	Alpha []float64
	Bias  float64   // b as recorded by the step
	Score []float64 // Σⱼ αⱼtⱼKᵢⱼ, without b
}

// SMOState computes the state of SMO with bound c at a step. It uses only α and b of the step.
func (p Points) SMOState(c float64, s solvers.Step) SMOState {
	return p.SMOStateAt(c, s.CoefCopy(), s.Bias)
}

// SMOStateAt computes the state of SMO with bound c from α and b.
func (p Points) SMOStateAt(c float64, alpha []float64, bias float64) SMOState {
	return SMOState{Points: p, C: c, Alpha: alpha, Bias: bias, Score: p.Scores(alpha, p.Y)}
}

// F returns the error of a point without b: Σⱼ αⱼtⱼKᵢⱼ − tᵢ.
func (m SMOState) F(i int) float64 { return m.Score[i] - m.Y[i] }

// E returns the error of a point, f − t.
func (m SMOState) E(i int) float64 { return m.F(i) + m.Bias }

// InUp reports whether tα of a point can grow: the point is in I_up.
func (m SMOState) InUp(i int) bool { return canGrow(m.Y[i], m.Alpha[i], m.C) }

// InLow reports whether tα of a point can shrink: the point is in I_low.
func (m SMOState) InLow(i int) bool { return canGrow(-m.Y[i], m.Alpha[i], m.C) }

// canGrow reports whether t·α can grow within 0 ≤ α ≤ C.
func canGrow(t, a, c float64) bool { return t > 0 && a < c || t < 0 && a > 0 }

// Directions describes how tα of a point can move: signs in arrows, and words in a sentence.
func (m SMOState) Directions(i int) (signs, words string) {
	switch up, low := m.InUp(i), m.InLow(i); {
	case up && low:
		return "↑ ↓", "tα can grow and shrink"
	case up:
		return "↑", "tα can only grow"
	case low:
		return "↓", "tα can only shrink"
	}
	return "–", "tα cannot move"
}

// KKTViolation returns by how much a point violates its KKT conditions, which include
// 0 ≤ α ≤ C. If the point satisfies them, it returns 0.
func (m SMOState) KKTViolation(i int) float64 {
	v := max(0, -m.Alpha[i], m.Alpha[i]-m.C)
	if m.InUp(i) {
		v = max(v, -m.E(i))
	}
	if m.InLow(i) {
		v = max(v, m.E(i))
	}
	return v
}

// PairViolation returns by how much a pair violates the KKT conditions. The result is at most 0 if the
// pair satisfies them, and −∞ if the pair can move in neither direction.
func (m SMOState) PairViolation(k, l int) float64 {
	v := math.Inf(-1)
	if m.InUp(k) && m.InLow(l) {
		v = m.F(l) - m.F(k)
	}
	if m.InLow(k) && m.InUp(l) {
		v = max(v, m.F(k)-m.F(l))
	}
	return v
}

// positiveViolation returns PairViolation(k, l), or 0 if it is negative.
func (m SMOState) positiveViolation(k, l int) float64 { return max(0, m.PairViolation(k, l)) }

// Kappa returns κ = Kₖₖ + Kₗₗ − 2Kₖₗ. For a kernel this is ‖φₖ − φₗ‖² ≥ 0, but for a function that
// is not a kernel it can be negative.
func (m SMOState) Kappa(k, l int) float64 {
	return m.Gram.At(k, k) + m.Gram.At(l, l) - 2*m.Gram.At(k, l)
}

// UnclippedGain returns by how much the unclipped step of a pair raises g, or 0 if the pair cannot
// raise g. It is an upper bound of Δg, the gain of the clipped step.
func (m SMOState) UnclippedGain(k, l int) float64 {
	v := m.positiveViolation(k, l)
	return v * v / (2 * max(m.Kappa(k, l), TinyKappa))
}

// Thresholds returns b_up = min F over I_up and b_low = max F over I_low (Keerthi
// et al. 2001), and the points that attain them.
func (m SMOState) Thresholds() (up, low float64, atUp, atLow int) {
	up, low = math.Inf(1), math.Inf(-1)
	for i := range m.Alpha {
		if f := m.F(i); m.InUp(i) && f < up {
			up, atUp = f, i
		}
		if f := m.F(i); m.InLow(i) && f > low {
			low, atLow = f, i
		}
	}
	return up, low, atUp, atLow
}

// BiasFromThresholds returns b = −(b_up + b_low)/2.
func (m SMOState) BiasFromThresholds() float64 {
	up, low, _, _ := m.Thresholds()
	return -(up + low) / 2
}

// NormSquared returns ‖w‖².
func (m SMOState) NormSquared() float64 {
	var w2 float64
	for i, a := range m.Alpha {
		w2 += a * m.Y[i] * m.Score[i]
	}
	return w2
}

// DualObjective returns the dual objective g = Σα − ½‖w‖².
func (m SMOState) DualObjective() float64 { return floats.Sum(m.Alpha) - m.NormSquared()/2 }

// PrimalObjective returns ½‖w‖² + CΣξ, see [solvers.PrimalObjective].
func (m SMOState) PrimalObjective() float64 {
	return solvers.PrimalObjective(m.C, m.NormSquared(), m.Bias, m.Score, m.Y)
}

// ScoreRounding bounds the rounding error of a score if no |Kᵢⱼ| exceeds largest. The solver
// recomputes the scores after every 500 updates, so errors of more updates do not add up.
func (m SMOState) ScoreRounding(largest float64) float64 { return 1e-12 * (1 + m.sumAlpha()*largest) }

// ObjectiveRounding bounds the rounding error of g if no |Kᵢⱼ| exceeds largest.
func (m SMOState) ObjectiveRounding(largest float64) float64 {
	return 1e-13 * (1 + m.sumAlpha()) * (1 + m.sumAlpha()*largest)
}

// sumAlpha returns Σ|α|.
func (m SMOState) sumAlpha() float64 { return floats.Norm(m.Alpha, 1) }

// RuleRow describes a rule by which SMO chooses the pair (k, l), for explanations and for judging
// predictions of the pair. [RuleOf] has a row for each rule. No text may be empty.
type RuleRow struct {
	Title string // name in a sentence, such as "largest violation"
	// Words describes the rule in words. Formula describes it in symbols: the choice of k, the
	// choice of l, and definitions if they need any. Task describes the rule for a student who has
	// to find the pair.
	Words   string
	Formula []string
	Task    string
	// Merit returns the number, at least 0, that the rule maximizes over l for a given k. The choice
	// of l may depend on k and on the position, but not on earlier positions. MeritIntro precedes the
	// number ("the gain it promises is"), and MeritVerb follows the name of the point ("promises").
	Merit                 func(m SMOState, k, l int) float64
	MeritIntro, MeritVerb string
	// Extreme means that the rule compares all points. It chooses as k the point with the smallest
	// F among the points whose tα can grow, and as l a point whose tα can shrink. The other rules,
	// except those with Random set, choose as k the next point that violates its KKT condition.
	Extreme bool
	// Random means that the rule draws both points at random, so a student cannot predict the pair.
	Random bool
	// AnyDirection means that the rule may choose a pair that cannot raise g.
	AnyDirection bool
	// UsesKappa means that the merit depends on κ of the pair.
	UsesKappa bool
}

// errorDistance returns |Eₖ − Eₗ|.
func errorDistance(m SMOState, k, l int) float64 { return math.Abs(m.F(k) - m.F(l)) }

// canRaise reports whether an update of the pair can raise g.
func canRaise(m SMOState, k, l int) bool { return m.PairViolation(k, l) > 0 }

// RuleOf returns the row of a pair rule. It panics if the rule has none.
func RuleOf(r solvers.PairRule) RuleRow {
	row, ok := map[solvers.PairRule]RuleRow{
		solvers.SecondOrder: {
			Title: "largest gain", Extreme: true, UsesKappa: true,
			Words:   "k has the lowest F of the points whose tα can grow; l promises the largest gain.",
			Formula: []string{"k = argmin F over tα ↑", "l = argmax (Fₗ − Fₖ)²/2κ over tα ↓, Fₗ > Fₖ", "F = E − b"},
			Task:    "k has the lowest F among the points whose tα can grow; l promises the largest gain (Fₗ − Fₖ)²/2κ of those whose tα can shrink.",
			Merit:   SMOState.UnclippedGain, MeritIntro: "the gain it promises is", MeritVerb: "promises",
		},
		solvers.MaxViolation: {
			Title: "largest violation", Extreme: true,
			Words:   "The pair that violates its conditions most: k has the lowest F of the points whose tα can grow, l the highest F of those whose tα can shrink.",
			Formula: []string{"k = argmin F over tα ↑", "l = argmax F over tα ↓", "F = E − b"},
			Task:    "k has the lowest F among the points whose tα can grow; l has the highest F among those whose tα can shrink.",
			Merit:   SMOState.positiveViolation, MeritIntro: "the violation Fₗ − Fₖ is",
			MeritVerb: "has violation",
		},
		solvers.MaxError: {
			Title:   "farthest error",
			Words:   "k is the next point that violates; l has the farthest error of those that can move.",
			Formula: []string{"k = next that violates KKT", "l = largest |Eₖ − Eₗ| that can move uphill"},
			Task:    "k is the next point in order that violates its own condition; l has the farthest error |Eₖ − Eₗ| of those that can move the right way.",
			Merit:   errorDistance, MeritIntro: "|Eₖ − Eₗ| is", MeritVerb: "has |Eₖ − Eₗ|",
		},
		solvers.MaxErrorLiteral: {
			Title: "farthest error of all", AnyDirection: true,
			Words:   "k is the next point in order that violates; l has the farthest error of all points.",
			Formula: []string{"k = next that violates KKT", "l = largest |Eₖ − Eₗ| of all"},
			Task:    "k is the next point in order that violates its own condition; l has the farthest error |Eₖ − Eₗ| of all points.",
			Merit:   errorDistance, MeritIntro: "|Eₖ − Eₗ| is", MeritVerb: "has |Eₖ − Eₗ|",
		},
		solvers.Random: {
			Title: "random", Random: true,
			Words:   "k is drawn from the points that violate, l from those that can move with it.",
			Formula: []string{"k drawn from those that violate KKT", "l drawn from those that can move with k"},
			Task:    "k and l are drawn from the points that violate the conditions.",
			Merit:   errorDistance, MeritIntro: "|Eₖ − Eₗ| is", MeritVerb: "has |Eₖ − Eₗ|",
		},
	}[r]
	if !ok {
		panic("anatomy: RuleOf has no row for the pair rule " + r.String())
	}
	return row
}

// MayChoose reports whether the rule may choose l for k.
func (r RuleRow) MayChoose(m SMOState, k, l int) bool {
	return k != l && (r.AnyDirection || canRaise(m, k, l)) && (!r.Extreme || m.InLow(l) && m.F(l) > m.F(k))
}

// Best returns the l ≠ excluded with the highest merit for k, and this merit. If there is no such
// l, it returns −1.
func (r RuleRow) Best(m SMOState, k, excluded int) (l int, merit float64) {
	l = -1
	for i := range m.Alpha {
		if v := r.Merit(m, k, i); r.MayChoose(m, k, i) && i != excluded && (l < 0 || v > merit) {
			l, merit = i, v
		}
	}
	return l, merit
}

// Tied reports whether (i, j) is as good as (k, l) by the rule, so that the rule prefers (k, l)
// only because of the order of the points.
func (r RuleRow) Tied(m SMOState, k, l, i, j int) bool {
	const tolerance = 1e-9
	firstTied := i == k || r.Extreme && m.InUp(i) && math.Abs(m.F(i)-m.F(k)) <= tolerance*(1+math.Abs(m.F(k)))
	if !firstTied || !r.AnyDirection && !canRaise(m, i, j) || r.Extreme && !m.InLow(j) {
		return false
	}
	best := r.Merit(m, k, l)
	return math.Abs(r.Merit(m, i, j)-best) <= tolerance*(1+best)
}
