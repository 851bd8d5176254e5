package anatomy

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"kernellab/solvers"
)

// TinyKappa stands in for a κ that is not positive.
const TinyKappa = 1e-12

// Tol is the violation below which SMO has converged where it is not told.
const Tol = 1e-3

// Machine is SMO between two updates: what follows from the points, α and b.
type Machine struct {
	Points
	C     float64
	Alpha []float64
	Bias  float64   // as the step has it
	Score []float64 // Σⱼ αⱼtⱼKᵢⱼ, without b
}

// Machine is SMO with bound c at a step. Of the step it takes α and b alone.
func (p Points) Machine(c float64, s solvers.Step) Machine {
	return p.Take(c, s.CoefCopy(), s.Bias)
}

// Take is SMO at an α and b.
func (p Points) Take(c float64, alpha []float64, bias float64) Machine {
	return Machine{Points: p, C: c, Alpha: alpha, Bias: bias, Score: p.Scores(alpha, p.Y)}
}

// F is the error without bias, E with it.
func (m Machine) F(i int) float64 { return m.Score[i] - m.Y[i] }

// E is f − t at a point.
func (m Machine) E(i int) float64 { return m.F(i) + m.Bias }

// Up reports whether tα of a point can grow: I_up.
func (m Machine) Up(i int) bool { return canGrow(m.Y[i], m.Alpha[i], m.C) }

// Low reports whether tα of a point can shrink: I_low.
func (m Machine) Low(i int) bool { return canGrow(-m.Y[i], m.Alpha[i], m.C) }

// canGrow reports whether t·α can grow within 0 ≤ α ≤ C.
func canGrow(t, a, c float64) bool { return t > 0 && a < c || t < 0 && a > 0 }

// Ways says where tα of a point can go, in signs and in a sentence.
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

// KKT is by how much a point violates its own condition, 0 or more.
func (m Machine) KKT(i int) float64 {
	var v float64
	if m.Up(i) {
		v = math.Max(v, -m.E(i))
	}
	if m.Low(i) {
		v = math.Max(v, m.E(i))
	}
	return v
}

// Violation is by how much a pair violates the KKT conditions: not above 0
// where it does not, −∞ where neither way is open to it.
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

// violation is by how much a pair violates, 0 if it cannot move uphill.
func (m Machine) violation(k, l int) float64 { return math.Max(0, m.Violation(k, l)) }

// Kappa is ‖φk − φℓ‖², which a kernel that is none can make negative.
func (m Machine) Kappa(k, l int) float64 {
	return m.Gram.At(k, k) + m.Gram.At(l, l) - 2*m.Gram.At(k, l)
}

// Promise is by how much W would rise in the unclipped step of a pair, 0 where it
// cannot. What it does rise by, clipped, is ΔW.
func (m Machine) Promise(k, l int) float64 {
	v := math.Max(0, m.Violation(k, l))
	return v * v / (2 * math.Max(m.Kappa(k, l), TinyKappa))
}

// Thresholds are b_up = min F over I_up and b_low = max F over I_low (Keerthi
// et al. 2001), and the points that have them.
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

// Middle is b as it follows from the thresholds: halfway between them.
func (m Machine) Middle() float64 {
	up, low, _, _ := m.Thresholds()
	return -(up + low) / 2
}

// NormSquared is ‖w‖².
func (m Machine) NormSquared() float64 {
	var w2 float64
	for i, a := range m.Alpha {
		w2 += a * m.Y[i] * m.Score[i]
	}
	return w2
}

// W is the dual objective, Σα − ½‖w‖².
func (m Machine) W() float64 { return floats.Sum(m.Alpha) - m.NormSquared()/2 }

// Primal is ½‖w‖² + CΣξ; for the hard margin that of w scaled until it is
// feasible, +Inf where no scale is.
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

// halfWidth is half of what lies between the scores of the classes.
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

// Off bounds what rounding can put a score off, over the five hundred updates
// that a solver carries its scores along, where no |Kᵢⱼ| is above largest.
func (m Machine) Off(largest float64) float64 { return 1e-12 * (1 + m.sum()*largest) }

// OffW is the same for W.
func (m Machine) OffW(largest float64) float64 {
	return 1e-13 * (1 + m.sum()) * (1 + m.sum()*largest)
}

// Sum is Σ|α|.
func (m Machine) sum() float64 { return floats.Norm(m.Alpha, 1) }
