package why

import (
	"fmt"

	"kernellab/ascii"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// move is the update of a pair, by its laws and as the step has it.
type move struct {
	anatomy.Pair
	state      state // before it
	sheet      anatomy.Derivation
	want, said anatomy.Numbers
}

// move is the update that led to this frame; not ok where none did.
func (v view) move(s solvers.SMO) (move, bool) {
	if v.i == 0 {
		return move{}, false
	}
	m := move{state: v.state(s, v.before())}
	var ok bool
	if m.Pair, ok = anatomy.PairOf(m.state.Machine, v.now()); !ok {
		return m, false
	}
	m.sheet = m.Derivation()
	m.want, m.said = m.sheet.Values(), m.sheet.Recorded(v.now())
	return m, true
}

// written is a quantity with its law, its numbers and its result. Those that
// stand between others keep the ink for their sign.
func (m move) written(name, is string) *anatomy.Pen {
	q, result := m.sheet.Get(name), ascii.Text
	if q.Ink != anatomy.InkBound {
		result = q.Ink
	}
	var p anatomy.Pen
	p.Ink(q.Ink, q.Symbol).Text(" %s %s = %s = ", is, m.sheet.Symbols(name), m.sheet.Filled(name, m.want))
	return p.Ink(result, q.Text(m.want[name]))
}

// line is written, and what the step has where that is something else.
func (m move) line(name, is string) ascii.Line {
	return m.written(name, is).Says(m.want[name], m.said[name]).Line
}

// update is the arithmetic of a pair's step, line by line.
func (m move) update() []ascii.Line {
	kappa := m.written("kappa", "=")
	if m.want["kappa"] <= 0 {
		kappa.Text(": not above 0, so %s stands in", anatomy.Num(anatomy.TinyKappa))
	}
	var lo, hi anatomy.Pen
	if m.want["s"] > 0 {
		lo.Text("s = +1, so αk + αℓ stays:  ")
	} else {
		lo.Text("s = −1, so αℓ − αk stays:  ")
	}
	hi.Text("%27s", "")
	return []ascii.Line{
		m.line("ek", "="), m.line("el", "="), m.written("s", "=").Text("    ").Add(m.line("gamma", "=")).Line,
		kappa.Says(m.want["kappa"], m.said["kappa"]).Line, m.line("star", "="),
		lo.Add(m.line("lo", "=")).Line, hi.Add(m.line("hi", "=")).Line,
		m.landed(), m.line("aknew", "←"), m.line("dW", "="),
	}
}

// landed says whether the clip was in force.
func (m move) landed() ascii.Line {
	var p anatomy.Pen
	al := anatomy.Num(m.want["alnew"])
	switch {
	case m.Free:
		p.Text("αℓ* lies outside [L, H], and the clip is left out: ").Ink(anatomy.InkL, "αℓ = αℓ* = "+al)
	case m.want["star"] > m.want["hi"]:
		p.Text("αℓ* lies above H: it is clipped to ").Ink(anatomy.InkL, "αℓ = H = "+al)
	case m.want["star"] < m.want["lo"]:
		p.Text("αℓ* lies below L: it is clipped to ").Ink(anatomy.InkL, "αℓ = L = "+al)
	default:
		p.Text("αℓ* lies inside [L, H]: no clip, ").Ink(anatomy.InkL, "αℓ = "+al)
	}
	return p.Says(m.want["alnew"], m.said["alnew"]).Line
}

// biases are both candidates for b and the thresholds it was taken from.
// b₁ makes Ek = 0 and b₂ makes Eℓ = 0 after the update (Platt 1998, with
// f = Σ + b); each is right where its α is free. The solver takes the middle of
// Keerthi's thresholds.
func (m move) biases(after state) []ascii.Line {
	out := append(m.candidate("b₁", "k", m.K, after), m.candidate("b₂", "ℓ", m.L, after)...)
	up, low, atUp, atLow := after.Thresholds()
	var upper, lower, taken anatomy.Pen
	upper.Text("b_up  = min F over tα ↑ = %s at point %d", anatomy.Num(up), atUp+1)
	left := "no violation is left"
	if low > up {
		left = "a violation of " + anatomy.Num(low-up)
	}
	lower.Text("b_low = max F over tα ↓ = %s at point %d, %s", anatomy.Num(low), atLow+1, left)
	b := m.sheet.Get("b")
	taken.Text("%s = %s = ", b.Symbol, b.Formula).Ink(b.Ink, anatomy.Num(after.Middle())).Text(": taken, the middle of the thresholds").Says(after.Middle(), after.Bias)
	return append(out, upper.Line, lower.Line, taken.Line)
}

// candidate is b₁ or b₂ with its numbers, and whether its α is free.
func (m move) candidate(name, letter string, i int, after state) []ascii.Line {
	was := m.state
	dk, dl := after.Alpha[m.K]-was.Alpha[m.K], after.Alpha[m.L]-was.Alpha[m.L]
	byK, byL := was.Y[m.K]*dk*was.Gram.At(m.K, i), was.Y[m.L]*dl*was.Gram.At(m.L, i)
	b := was.Bias - was.E(i) - byK - byL
	standing := "at a bound: no guide"
	switch a := after.Alpha[i]; {
	case a > 0 && a < after.C:
		standing = "free"
	case a < 0 || a > after.C:
		standing = "outside [0, C]: no guide"
	}
	var law, numbers anatomy.Pen
	law.Text("%s = b − E%s − tkΔαkKk%s − tℓΔαℓKℓ%s", name, letter, letter, letter).Ink(ascii.Dim, "    makes E"+letter+" 0; α"+letter+" is "+standing)
	numbers.Text("   = %s − %s − %s − %s = %s", anatomy.Num(was.Bias), anatomy.Paren(was.E(i)), anatomy.Paren(byK), anatomy.Paren(byL), anatomy.Num(b))
	return []ascii.Line{law.Line, numbers.Line}
}

// cause is the step in one sentence.
func (m move) cause() ascii.Line {
	var p anatomy.Pen
	p.Text("So: the pair (").Ink(anatomy.InkK, fmt.Sprint(m.K+1)).Text(", ").Ink(anatomy.InkL, fmt.Sprint(m.L+1)).Text(") violates by %s, and ", anatomy.Num(m.state.pair(m.K, m.L)))
	switch {
	case m.Free:
		p.Text("αℓ went to the top, out of the box.")
	case m.want["alnew"] == m.want["al"]:
		p.Text("αℓ has no room towards αℓ*.")
	case m.want["star"] > m.want["hi"] || m.want["star"] < m.want["lo"]:
		p.Text("the box stopped αℓ before the top.")
	default:
		p.Text("αℓ went to the top, where Ek = Eℓ.")
	}
	return p.Line
}
