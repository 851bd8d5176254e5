package ledger

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// machine is what follows from the α of a step alone, with what rounding can
// put a score off, and W.
type machine struct {
	anatomy.Machine
	tol, tolW float64
}

func (b *Books) machine(c float64, s solvers.Step) machine {
	m := b.Machine(c, s)
	return machine{m, m.Off(b.size), m.OffW(b.size)}
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
	m.gap(p, b.psd())
	m.claim(p, s, now)
}

// feasible enters Σαt = 0 and the box.
func (m machine) feasible(p *page, now solvers.Step) {
	balance := floats.Dot(m.Alpha, m.Y)
	drift := math.Max(1, float64(now.Updates)/100)
	p.small("sum", "Σαt = 0", balance, 1e-12*floats.Norm(m.Alpha, 1)*drift,
		"Σαt is %s: the constraint that ties all α together is lost.", anatomy.Num(balance))
	lowest, highest := floats.MinIdx(m.Alpha), floats.MaxIdx(m.Alpha)
	value := fmt.Sprintf("%s … %s", anatomy.Num(settled(m.Alpha[lowest], dust*m.Alpha[highest])), anatomy.Num(m.Alpha[highest]))
	switch {
	case !(m.Alpha[lowest] >= 0):
		p.law("box", m.box(), value, false, "%s = %s lies below 0.", alpha(lowest), anatomy.Num(m.Alpha[lowest]))
	default:
		p.law("box", m.box(), value, m.Alpha[highest] <= m.C, "%s = %s lies above C = %s.", alpha(highest), anatomy.Num(m.Alpha[highest]), anatomy.Num(m.C))
	}
}

func (m machine) box() string {
	if math.IsInf(m.C, 1) {
		return "0 ≤ α"
	}
	return "0 ≤ α ≤ C"
}

// rises enters that W does not fall. A pair's step goes uphill whatever the
// sign of κ, so this holds for a kernel that is none as well.
func rises(p *page, was, m machine) {
	gain := m.W() - was.W()
	p.law("rise", "W does not fall", "ΔW = "+zero(gain, math.Max(m.tolW, was.tolW)), gain >= -math.Max(m.tolW, was.tolW),
		"W falls from %s to %s.", anatomy.Num(was.W()), anatomy.Num(m.W()))
}

// reported enters that what the step says follows from its α.
func (m machine) reported(p *page, now solvers.Step) {
	p.same("f", "f = Σαtk + b", m.Score, now.Scores().At, m.tol, "f(x%s) without b is %s, and the step has %s.")
	p.small("W", "W = Σα − ½ΣΣααttK", now.Objective-m.W(), 10*m.tolW,
		"From α, W is %s, and the step has %s.", anatomy.Num(m.W()), anatomy.Num(now.Objective))
	up, low, _, _ := m.Thresholds()
	middle := m.Middle()
	p.law("b", "b = −(b_up + b_low)/2", zero(now.Bias, 2*m.tol), within(now.Bias, middle, 2*m.tol),
		"b_up = %s and b_low = %s, so b = %s, and the step has %s.", anatomy.Num(up), anatomy.Num(low), anatomy.Num(middle), anatomy.Num(now.Bias))
}

// gap enters weak duality. With a bound C it is an identity in α, for any
// symmetric K; the hard margin's needs ‖w‖² ≥ 0.
func (m machine) gap(p *page, psd bool) {
	gap := m.Primal() - m.W()
	law := "primal − dual ≥ 0"
	holds := gap >= -100*m.tolW
	if math.IsInf(m.C, 1) && !psd {
		law, holds = "primal − dual ≥ 0 (K has an eigenvalue below 0: not promised)", true
	}
	p.law("gap", law, zero(gap, m.tolW), holds,
		"The primal objective %s lies below the dual one, %s.", anatomy.Num(m.Primal()), anatomy.Num(m.W()))
}

// claim enters that a run which says it has converged has.
func (m machine) claim(p *page, s solvers.SMO, now solvers.Step) {
	tol := s.Tol
	if tol == 0 {
		tol = 1e-3
	}
	up, low, _, _ := m.Thresholds()
	violation := low - up
	law := "converged ⇒ b_low − b_up < " + anatomy.Num(tol)
	p.law("claim", law, zero(violation, 2*m.tol), now.Status != solvers.Converged || violation < tol+2*m.tol,
		"The run says it has converged, and a pair still violates its conditions by %s.", anatomy.Num(violation))
}
