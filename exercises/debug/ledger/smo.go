package ledger

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"kernellab/exercises/stage"
	"kernellab/solvers"
)

// machine is what follows from the α of a step alone, for SMO.
type machine struct {
	b     *Books
	c     float64
	alpha []float64
	bias  float64   // as the step has it
	score []float64 // Σⱼ αⱼtⱼKᵢⱼ
	sum   float64   // Σα
	w2    float64   // ‖w‖²
	// tol bounds what rounding can put a score off, over the five hundred
	// updates that a solver carries its scores along; tolW the same for W.
	tol, tolW float64
}

func (b *Books) machine(c float64, s solvers.Step) machine {
	m := machine{b: b, c: c, alpha: s.CoefCopy(), bias: s.Bias}
	m.score = b.scores(m.alpha, b.y)
	for i, a := range m.alpha {
		m.sum += math.Abs(a)
		m.w2 += a * b.y[i] * m.score[i]
	}
	m.tol = 1e-12 * (1 + m.sum*b.size)
	m.tolW = 1e-13 * (1 + m.sum) * (1 + m.sum*b.size)
	return m
}

// scores is Σⱼ cⱼsⱼKᵢⱼ, with all sⱼ = 1 for nil signs.
func (b *Books) scores(c, signs []float64) []float64 {
	out := make([]float64, len(c))
	for j, v := range c {
		if v == 0 {
			continue
		}
		if signs != nil {
			v *= signs[j]
		}
		floats.AddScaled(out, v, b.gram.Row(j))
	}
	return out
}

// F is the error without bias.
func (m machine) F(i int) float64 { return m.score[i] - m.b.y[i] }

// W is the dual objective.
func (m machine) W() float64 { return floats.Sum(m.alpha) - m.w2/2 }

func (m machine) up(i int) bool {
	return m.b.y[i] > 0 && m.alpha[i] < m.c || m.b.y[i] < 0 && m.alpha[i] > 0
}

func (m machine) low(i int) bool {
	return m.b.y[i] > 0 && m.alpha[i] > 0 || m.b.y[i] < 0 && m.alpha[i] < m.c
}

// thresholds are Keerthi's b_up = min F over I_up and b_low = max F over I_low.
func (m machine) thresholds() (up, low float64) {
	up, low = math.Inf(1), math.Inf(-1)
	for i := range m.alpha {
		if m.up(i) {
			up = math.Min(up, m.F(i))
		}
		if m.low(i) {
			low = math.Max(low, m.F(i))
		}
	}
	return up, low
}

// primal is ½‖w‖² + CΣξ; for the hard margin that of w scaled until it is
// feasible, +Inf where no scale is.
func (m machine) primal() float64 {
	if !math.IsInf(m.c, 1) {
		var slack float64
		for i, f := range m.score {
			slack += math.Max(0, 1-m.b.y[i]*(f+m.bias))
		}
		return m.w2/2 + m.c*slack
	}
	lowest, highest := math.Inf(1), math.Inf(-1)
	for i, f := range m.score {
		if m.b.y[i] > 0 {
			lowest = math.Min(lowest, f)
		} else {
			highest = math.Max(highest, f)
		}
	}
	half := (lowest - highest) / 2
	if half <= 0 {
		return math.Inf(1)
	}
	return m.w2 / (2 * half * half)
}

// smo enters the laws of sequential minimal optimisation.
func (b *Books) smo(p *page, s solvers.SMO, t solvers.Trace, i int, opening bool) {
	now := t.At(i)
	m := b.machine(s.C, now)
	m.feasible(p, now)
	if !opening {
		b.update(p, now, b.machine(s.C, t.At(i-1)), m)
	}
	m.reported(p, now)
	m.gap(p)
	m.claim(p, s, now)
}

// feasible enters Σαt = 0 and the box.
func (m machine) feasible(p *page, now solvers.Step) {
	balance := floats.Dot(m.alpha, m.b.y)
	drift := math.Max(1, float64(now.Updates)/100)
	p.small("sum", "Σαt = 0", balance, 1e-12*m.sum*drift,
		"Σαt is %s: the constraint that ties all α together is lost.", stage.Num(balance))
	lowest, highest := floats.MinIdx(m.alpha), floats.MaxIdx(m.alpha)
	value := fmt.Sprintf("%s … %s", stage.Num(m.alpha[lowest]), stage.Num(m.alpha[highest]))
	switch {
	case !(m.alpha[lowest] >= 0):
		p.law("box", m.box(), value, false, "%s = %s lies below 0.", alpha(lowest), stage.Num(m.alpha[lowest]))
	default:
		p.law("box", m.box(), value, m.alpha[highest] <= m.c, "%s = %s lies above C = %s.", alpha(highest), stage.Num(m.alpha[highest]), stage.Num(m.c))
	}
}

func (m machine) box() string {
	if math.IsInf(m.c, 1) {
		return "0 ≤ α"
	}
	return "0 ≤ α ≤ C"
}

// rises enters that W does not fall. A pair's step goes uphill whatever the
// sign of κ, so this holds for a kernel that is none as well.
func rises(p *page, was, m machine) {
	gain := m.W() - was.W()
	p.law("rise", "W does not fall", "ΔW = "+stage.Num(gain), gain >= -math.Max(m.tolW, was.tolW),
		"W falls from %s to %s.", stage.Num(was.W()), stage.Num(m.W()))
}

// reported enters that what the step says follows from its α.
func (m machine) reported(p *page, now solvers.Step) {
	off, at := worst(len(m.alpha), func(i int) float64 { return now.Scores().At(i) - m.score[i] })
	p.small("f", "f = Σαtk + b", off, m.tol,
		"f(x%s) without b is %s, and the step has %s.", stage.Sub(at+1), stage.Num(m.score[at]), stage.Num(now.Scores().At(at)))
	p.small("W", "W = Σα − ½ΣΣααttK", now.Objective-m.W(), 10*m.tolW,
		"From α, W is %s, and the step has %s.", stage.Num(m.W()), stage.Num(now.Objective))
	up, low := m.thresholds()
	middle := -(up + low) / 2
	p.law("b", "b = −(b_up + b_low)/2", stage.Num(now.Bias), within(now.Bias, middle, 2*m.tol),
		"b_up = %s and b_low = %s, so b = %s, and the step has %s.", stage.Num(up), stage.Num(low), stage.Num(middle), stage.Num(now.Bias))
}

// gap enters weak duality. With a bound C it is an identity in α, for any
// symmetric K; the hard margin's needs ‖w‖² ≥ 0.
func (m machine) gap(p *page) {
	gap := m.primal() - m.W()
	law := "primal − dual ≥ 0"
	holds := gap >= -100*m.tolW
	if math.IsInf(m.c, 1) && !m.b.psd() {
		law, holds = "primal − dual ≥ 0 (K is not ⪰ 0: not promised)", true
	}
	p.law("gap", law, stage.Num(gap), holds,
		"The primal objective %s lies below the dual one, %s.", stage.Num(m.primal()), stage.Num(m.W()))
}

// claim enters that a run which says it has converged has.
func (m machine) claim(p *page, s solvers.SMO, now solvers.Step) {
	tol := s.Tol
	if tol == 0 {
		tol = 1e-3
	}
	up, low := m.thresholds()
	violation := low - up
	law := "converged ⇒ b_low − b_up < " + stage.Num(tol)
	p.law("claim", law, stage.Num(violation), now.Status != solvers.Converged || violation < tol+2*m.tol,
		"The run says it has converged, and a pair still violates its conditions by %s.", stage.Num(violation))
}
