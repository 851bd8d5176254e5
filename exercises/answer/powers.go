package answer

import (
	"maps"
	"math/big"
	"slices"

	"kernellab/exercises/budget"
)

// symbolicPower is a power with a variable in the exponent: of a quotient the
// quotient of the powers, of a product the product, and for an exponent Σ q·m it is
// Π (b^m)^q, so that d^(p−1) = d^p/d and (x z)^M = x^M z^M wherever both sides have
// values. What is a sum, or of unknown sign under a fraction, is an atom.
func (r *ring) symbolicPower(base, exp frac) frac {
	e, ok := exponent(exp)
	if !ok {
		return r.atom("pow", base, exp)
	}
	num, above := r.polyPower(base.num, e)
	den, below := r.polyPower(base.den, e)
	if !above || !below {
		return r.atom("pow", base, exp)
	}
	return r.times(num, r.inverse(den))
}

// share is one term of an exponent: q times what has no number.
type share struct {
	q    *big.Rat
	mono mono
}

// exponent is the terms of an exponent; not ok where it is a quotient, or its
// numbers are large or no rationals.
func exponent(exp frac) ([]share, bool) {
	if !exp.den.isOne() {
		return nil, false
	}
	var out []share
	for _, t := range exp.num.terms() {
		q, ok := t.coef.rat()
		if !ok || !q.Num().IsInt64() || !q.Denom().IsInt64() || abs64(q.Num().Int64()) > maxExp || q.Denom().Int64() > maxExp {
			return nil, false
		}
		out = append(out, share{q, t.mono})
	}
	return out, true
}

// polyPower is a polynomial to an exponent, factor by factor where it is a
// product.
func (r *ring) polyPower(p poly, e []share) (frac, bool) {
	out := constant(intSurd(1))
	t, single := p.single()
	if !single && r.spend(8*len(p)) {
		t = term{mono: p.common(), coef: intSurd(1)}
		var ok bool
		if out, ok = r.sumPower(p.over(t.mono), e); !ok {
			return out, false
		}
	}
	if !t.coef.isOne() {
		c, ok := t.coef.rat()
		if !ok || c.Sign() <= 0 {
			return out, false
		}
		var known bool
		if out, known = r.sumPower(constPoly(t.coef), e); !known {
			return out, false
		}
	}
	for _, f := range t.mono {
		m, ok := factorPower(r, f, e)
		if !ok {
			return out, false
		}
		out = r.times(out, whole(monomial(m, intSurd(1))))
	}
	return out, true
}

// factorPower is one factor of a product to an exponent. A name of unknown sign
// takes whole numbers only.
func factorPower(r *ring, f factor, e []share) (mono, bool) {
	positive := r.positive[f.atom]
	var m mono
	for _, s := range e {
		if !positive && (abs64(f.num) != 1 || f.den != 1 || !s.q.IsInt()) {
			return nil, false
		}
		q := new(big.Rat).Mul(s.q, big.NewRat(f.num, f.den))
		if abs64(q.Num().Int64()) > maxExp || q.Denom().Int64() > maxExp {
			return nil, false
		}
		name := f.atom
		if len(s.mono) > 0 {
			name = powerName(r, atomName(f.atom), s, positive)
		}
		m = m.mul(mono{newFactor(name, q.Num().Int64(), q.Denom().Int64())})
	}
	return m, true
}

// sumPower is a sum, or a positive number, to an exponent: b^(n + 1) is b·b^n.
func (r *ring) sumPower(p poly, e []share) (frac, bool) {
	out := constant(intSurd(1))
	for _, s := range e {
		if !s.q.IsInt() || abs64(s.q.Num().Int64()) > maxWhole {
			return out, false
		}
		part := whole(p)
		if len(s.mono) > 0 {
			part = whole(atomPoly(powerName(r, p.String(), s, r.isPositive(p))))
		}
		out = r.times(out, r.powFrac(part, s.q.Num().Int64()))
	}
	return out, true
}

// maxWhole is the largest whole part of an exponent for which a sum is written
// out.
const maxWhole = 16

// powerName is the name of b^m as an unknown.
func powerName(r *ring, b string, s share, positive bool) string {
	name := "pow(" + b + ", " + s.mono.String() + ")"
	if len(name) > maxAtom {
		r.fail(budget.ErrLarge)
	}
	r.spend(len(name) / 16)
	if positive {
		r.positive[name] = true
	}
	r.loose = true
	return name
}

// common is the largest product of names that every term of a sum has: of h⁻¹ + 1
// it is h⁻¹.
func (p poly) common() mono {
	least := map[string]*big.Rat{}
	for _, t := range p {
		for _, f := range t.mono {
			least[f.atom] = new(big.Rat)
		}
	}
	for atom := range least {
		var low *big.Rat
		for _, t := range p {
			q := new(big.Rat)
			if i := slices.IndexFunc(t.mono, func(f factor) bool { return f.atom == atom }); i >= 0 {
				q.SetFrac64(t.mono[i].num, t.mono[i].den)
			}
			if low == nil || q.Cmp(low) < 0 {
				low = q
			}
		}
		least[atom] = low
	}
	var out mono
	for _, atom := range slices.Sorted(maps.Keys(least)) {
		if q := least[atom]; q.Sign() != 0 {
			out = out.mul(mono{newFactor(atom, q.Num().Int64(), q.Denom().Int64())})
		}
	}
	return out
}

// over is a sum with a product of names taken out of every term.
func (p poly) over(m mono) poly {
	out := poly{}
	for _, t := range p {
		out.put(term{mono: t.mono.mul(m.power(-1, 1)), coef: t.coef})
	}
	return out
}
