package why

import (
	"fmt"
	"math"

	"kernellab/ascii"
	"kernellab/exercises/stage"
	"kernellab/solvers"
)

// move is the update of a pair, computed from the state before it.
type move struct {
	k, l           int
	s, gamma       float64
	kappa, divisor float64
	star           float64
	lo, hi         float64
	ak, al         float64 // after the clip, if there is one
}

func (s state) move(k, l int) move {
	m := move{k: k, l: l, s: s.y[k] * s.y[l], kappa: s.kappa(k, l)}
	m.gamma = s.alpha[k] + m.s*s.alpha[l]
	m.divisor = m.kappa
	if m.kappa <= 0 {
		m.divisor = tinyKappa
	}
	m.lo, m.hi = solvers.Bounds(m.s, s.alpha[k], s.alpha[l], s.c)
	m.star = s.alpha[l] + s.y[l]*(s.F(k)-s.F(l))/m.divisor
	m.land(s, math.Max(m.lo, math.Min(m.star, m.hi)))
	return m
}

// taken is the update of the pair of a step, with the clip unless the step left
// it out.
func (s state) taken(d *solvers.SMODetail) move {
	m := s.move(d.K, d.L)
	if d.Free {
		m.land(s, m.star)
	}
	return m
}

// land takes αℓ to a value, and αk with it.
func (m *move) land(s state, al float64) {
	m.al = al
	m.ak = s.alpha[m.k] + m.s*(s.alpha[m.l]-al)
}

// update is the arithmetic of a pair's step, line by line.
func (s state) update(d *solvers.SMODetail) []ascii.Line {
	m := s.taken(d)
	out := []ascii.Line{
		s.errorLine("Ek", inkK, d.K, d.Ek),
		s.errorLine("Eℓ", inkL, d.L, d.El),
		s.signs(m, d),
		s.curvature(m, d),
		s.top(m, d),
	}
	out = append(out, s.bounds(m, d)...)
	return append(out, s.clip(m, d), s.partner(m, d), s.rise(m, d))
}

// errorLine is E = f − t at a point of the pair; f is the sum over all α.
func (s state) errorLine(name string, ink ascii.Ink, i int, said float64) ascii.Line {
	var p pen
	p.ink(ink, name).text(" = f(x%s) − t = %s − %s = ", stage.Sub(i+1), stage.Num(s.f[i]+s.bias), signed(s.y[i])).ink(ink, stage.Num(s.E(i)))
	return p.says(s.E(i), said).line
}

func (s state) signs(m move, d *solvers.SMODetail) ascii.Line {
	var p pen
	p.ink(inkBound, "s").text(" = tk·tℓ = %s%s = %s    ", signed(s.y[m.k]), signed(s.y[m.l]), label(m.s))
	p.ink(inkBound, "γ").text(" = αk + s·αℓ = %s + %s%s = %s", stage.Num(s.alpha[m.k]), signed(m.s), stage.Num(s.alpha[m.l]), stage.Num(m.gamma))
	return p.says(m.gamma, d.Gamma).line
}

func (s state) curvature(m move, d *solvers.SMODetail) ascii.Line {
	var p pen
	p.ink(inkKappa, "κ").text(" = Kkk + Kℓℓ − 2Kkℓ = %s + %s − 2·%s = ", stage.Num(s.gram.At(m.k, m.k)), stage.Paren(s.gram.At(m.l, m.l)), stage.Paren(s.gram.At(m.k, m.l)))
	p.ink(inkKappa, stage.Num(m.kappa))
	if m.kappa <= 0 {
		p.text(": not above 0, so %s stands in", stage.Num(tinyKappa))
	}
	return p.says(m.kappa, d.Kappa).line
}

func (s state) top(m move, d *solvers.SMODetail) ascii.Line {
	var p pen
	p.ink(inkL, "αℓ*").text(" = αℓ + tℓ(Ek − Eℓ)/κ = %s + %s(%s − %s)/%s = ",
		stage.Num(s.alpha[m.l]), signed(s.y[m.l]), stage.Num(s.E(m.k)), stage.Paren(s.E(m.l)), stage.Num(m.divisor)).ink(inkL, stage.Num(m.star))
	return p.says(m.star, d.Unclipped).line
}

// bounds says which case of L and H is in force, with its numbers.
func (s state) bounds(m move, d *solvers.SMODetail) []ascii.Line {
	ak, al, c := s.alpha[m.k], s.alpha[m.l], s.c
	var lo, hi pen
	if m.s > 0 {
		lo.text("s = +1, so αk + αℓ stays:  ").ink(inkBound, "L").text(" = max(0, αk + αℓ − C) = max(0, %s) = %s", stage.Num(ak+al-c), stage.Num(m.lo))
		hi.text("                           ").ink(inkBound, "H").text(" = min(C, αk + αℓ) = min(%s, %s) = %s", stage.Num(c), stage.Num(ak+al), stage.Num(m.hi))
	} else {
		lo.text("s = −1, so αℓ − αk stays:  ").ink(inkBound, "L").text(" = max(0, αℓ − αk) = max(0, %s) = %s", stage.Num(al-ak), stage.Num(m.lo))
		hi.text("                           ").ink(inkBound, "H").text(" = min(C, C + αℓ − αk) = min(%s, %s) = %s", stage.Num(c), stage.Num(c+al-ak), stage.Num(m.hi))
	}
	return []ascii.Line{lo.says(m.lo, d.Lo).line, hi.says(m.hi, d.Hi).line}
}

func (s state) clip(m move, d *solvers.SMODetail) ascii.Line {
	var p pen
	switch {
	case d.Free:
		p.text("αℓ* lies outside [L, H], and the clip is left out: ").ink(inkL, "αℓ = αℓ* = "+stage.Num(m.al))
	case m.star > m.hi:
		p.text("αℓ* lies above H: it is clipped to ").ink(inkL, "αℓ = H = "+stage.Num(m.al))
	case m.star < m.lo:
		p.text("αℓ* lies below L: it is clipped to ").ink(inkL, "αℓ = L = "+stage.Num(m.al))
	default:
		p.text("αℓ* lies inside [L, H]: no clip, ").ink(inkL, "αℓ = "+stage.Num(m.al))
	}
	return p.says(m.al, d.NewAl).line
}

func (s state) partner(m move, d *solvers.SMODetail) ascii.Line {
	var p pen
	p.ink(inkK, "αk").text(" ← αk + s(αℓ old − αℓ) = %s + %s(%s − %s) = ", stage.Num(s.alpha[m.k]), signed(m.s), stage.Num(s.alpha[m.l]), stage.Paren(m.al))
	return p.ink(inkK, stage.Num(m.ak)).says(m.ak, d.NewAk).line
}

func (s state) rise(m move, d *solvers.SMODetail) ascii.Line {
	var p pen
	delta := m.al - s.alpha[m.l]
	slope := s.y[m.l] * (s.F(m.k) - s.F(m.l))
	gain := slope*delta - m.kappa*delta*delta/2
	// Δ is the change of αℓ.
	p.text("ΔW = tℓ(Ek − Eℓ)Δ − ½κΔ² = %s·%s − ½·%s·%s² = %s", stage.Num(slope), stage.Paren(delta), stage.Num(m.kappa), stage.Paren(delta), stage.Num(gain))
	return p.says(gain, d.DW).line
}

// biases are both candidates for b and the thresholds it was taken from.
// b₁ makes Ek = 0 and b₂ makes Eℓ = 0 after the update (Platt 1998, with
// f = Σ + b); each is right where its α is free. The solver takes the middle of
// Keerthi's thresholds.
func (s state) biases(d *solvers.SMODetail, after state) []ascii.Line {
	out := append(s.candidate("b₁", "k", d.K, d, after), s.candidate("b₂", "ℓ", d.L, d, after)...)
	up, low, atUp, atLow := after.thresholds()
	var upper, lower, taken pen
	upper.text("b_up  = min F over I_up  = %s at point %d", stage.Num(up), atUp+1)
	lower.text("b_low = max F over I_low = %s at point %d, a violation of %s", stage.Num(low), atLow+1, stage.Num(low-up))
	middle := -(up + low) / 2
	taken.text("b = −(b_up + b_low)/2 = ").ink(ascii.Strong, stage.Num(middle)).text(": taken, the middle of the thresholds").says(middle, after.bias)
	return append(out, upper.line, lower.line, taken.line)
}

// candidate is b₁ or b₂ with its numbers, and whether its α is free.
func (s state) candidate(name, letter string, i int, d *solvers.SMODetail, after state) []ascii.Line {
	dk, dl := after.alpha[d.K]-s.alpha[d.K], after.alpha[d.L]-s.alpha[d.L]
	byK, byL := s.y[d.K]*dk*s.gram.At(d.K, i), s.y[d.L]*dl*s.gram.At(d.L, i)
	b := s.bias - s.E(i) - byK - byL
	standing := "at a bound: no guide"
	switch a := after.alpha[i]; {
	case a > 0 && a < s.c:
		standing = "free"
	case a < 0 || a > s.c:
		standing = "outside [0, C]: no guide"
	}
	var law, numbers pen
	law.text("%s = b − E%s − tkΔαkKk%s − tℓΔαℓKℓ%s", name, letter, letter, letter).ink(ascii.Dim, "    makes E"+letter+" 0; α"+letter+" is "+standing)
	numbers.text("   = %s − %s − %s − %s = %s", stage.Num(s.bias), stage.Paren(s.E(i)), stage.Paren(byK), stage.Paren(byL), stage.Num(b))
	return []ascii.Line{law.line, numbers.line}
}

// cause is the step in one sentence.
func (s state) cause(d *solvers.SMODetail) ascii.Line {
	m := s.taken(d)
	var p pen
	p.text("So: the pair (").ink(inkK, fmt.Sprint(d.K+1)).text(", ").ink(inkL, fmt.Sprint(d.L+1)).text(") violates by %s, and ", stage.Num(s.pair(d.K, d.L)))
	switch {
	case d.Free:
		p.text("αℓ went to the top, out of the box.")
	case m.al == s.alpha[d.L]:
		p.text("αℓ has no room towards αℓ*.")
	case m.star > m.hi || m.star < m.lo:
		p.text("the box stopped αℓ before the top.")
	default:
		p.text("αℓ went to the top, where Ek = Eℓ.")
	}
	return p.line
}
