package answer

import (
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"kernellab/exercises/budget"
)

// Bounds of one canonical form; many forms together are bounded by the budget
// of the text.
const (
	maxWork  = 10000 // products of two parts of coefficients
	maxTerms = 6000
	maxExp   = 1000 // of a power that is written out
)

// ring is the arithmetic of one decision: polynomials over its atoms, with
// what is known of them. The first error stays in err, and what is computed
// after it is 0 and means nothing, so that formulas can be written as such: who
// has a result looks at err. It is not for concurrent use; every decision makes
// its own.
type ring struct {
	positive map[string]bool // atoms known > 0: fractional and negative powers are allowed
	signs    map[string]bool // atoms known to be ±1
	bits     map[string]bool // atoms known to be 0 or 1
	roots    map[string]poly // atom² is this poly: √u, |u|
	// exponents are the u of the atoms exp(u).
	exponents map[string]poly
	loose     bool // an atom was met that may depend on the others: sin, √u, ln …
	work      int
	budget    *budget.Budget
	known     map[*node]frac // what was written out already: nodes are shared
	err       error
}

func newRing(s *Scope) *ring {
	r := &ring{positive: map[string]bool{}, signs: map[string]bool{}, bits: map[string]bool{}, roots: map[string]poly{}, exponents: map[string]poly{}, budget: s.work, known: map[*node]frac{}}
	for _, v := range slices.Concat(s.Positive, s.Unit) {
		r.positive[canonName(v)] = true
	}
	for _, v := range s.Signs {
		for _, name := range s.entries(v) {
			r.signs[name] = true
		}
	}
	for _, v := range s.Bits {
		for _, name := range s.entries(v) {
			r.bits[name] = true
		}
	}
	return r
}

// spend pays for work, and reports whether there is any sense in doing it.
func (r *ring) spend(n int) bool {
	if r.err != nil {
		return false
	}
	if r.work += n; r.work > maxWork {
		r.err = budget.ErrLarge
	} else {
		r.err = r.budget.Spend(n)
	}
	return r.err == nil
}

// fail notes what went wrong, the first time.
func (r *ring) fail(err error) frac {
	if r.err == nil {
		r.err = err
	}
	return whole(poly{})
}

// weight estimates what a product with the poly costs: the parts of its
// coefficients, longer numbers counting more.
func (p poly) weight() int {
	n := 0
	for _, t := range p {
		n += len(t.coef) * (1 + t.coef.bits()/128)
	}
	return n
}

func (r *ring) mul(p, q poly) poly {
	if !r.spend(p.weight() * q.weight()) {
		return poly{}
	}
	out := make(poly, max(len(p), len(q)))
	for _, a := range p {
		for _, b := range q {
			if r.multiplyInto(out, a, b); r.err != nil {
				return poly{}
			}
		}
	}
	if len(out) > maxTerms {
		r.fail(budget.ErrLarge)
	}
	return out
}

func (r *ring) multiplyInto(out poly, a, b term) {
	m := a.mono.mul(b.mono)
	c := a.coef.mul(b.coef)
	if c.bits() > maxBits || len(c) > 0 && c[len(c)-1].k > maxRoot {
		r.fail(budget.ErrLarge)
		return
	}
	m = r.reduced(m)
	i := slices.IndexFunc(m, func(f factor) bool { return r.roots[f.atom] != nil && f.num >= 2*f.den })
	if i < 0 {
		out.put(term{m, c})
		return
	}
	// A squared root is replaced by what stands under it.
	f := m[i]
	rest := m.mul(mono{newFactor(f.atom, -2, 1)})
	for _, t := range r.mul(poly{rest.key(): {rest, c}}, r.roots[f.atom]) {
		out.put(t)
	}
}

// reduced uses y² = 1 of a sign, and y² = y of a bit.
func (r *ring) reduced(m mono) mono {
	high := func(f factor) bool {
		return f.den == 1 && (r.signs[f.atom] && (f.num >= 2 || f.num < 0) || r.bits[f.atom] && f.num >= 2)
	}
	if !slices.ContainsFunc(m, high) {
		return m
	}
	var out mono
	for _, f := range m {
		if high(f) {
			if r.signs[f.atom] && f.num%2 == 0 {
				continue
			}
			f.num = 1
		}
		out = append(out, f)
	}
	return out
}

func (r *ring) pow(p poly, n int64) poly {
	if n > maxExp && len(p) > 1 || n > 1<<20 {
		return r.fail(fmt.Errorf("the power %d is too large to write out", n)).num
	}
	out := constPoly(intSurd(1))
	for base := p; n > 0; n >>= 1 {
		if n&1 == 1 {
			out = r.mul(out, base)
		}
		if n > 1 {
			base = r.mul(base, base)
		}
	}
	return out
}

// frac is a quotient of polynomials, den ≠ 0.
type frac struct{ num, den poly }

func whole(p poly) frac { return frac{p, constPoly(intSurd(1))} }

func constant(s surd) frac { return whole(constPoly(s)) }

// over is a quotient of results; 0 after an error.
func (r *ring) over(num, den poly) frac {
	if r.err != nil {
		return whole(poly{})
	}
	return frac{num, den}
}

func (a frac) neg() frac { return frac{a.num.neg(), a.den} }

func (r *ring) add(a, b frac) frac {
	if a.den.isOne() && b.den.isOne() || a.den.equal(b.den) {
		return frac{a.num.add(b.num), a.den}
	}
	return r.over(r.mul(a.num, b.den).add(r.mul(b.num, a.den)), r.mul(a.den, b.den))
}

func (r *ring) sub(a, b frac) frac { return r.add(a, b.neg()) }

func (r *ring) times(a, b frac) frac {
	num := r.mul(a.num, b.num)
	if a.den.isOne() && b.den.isOne() {
		return r.over(num, a.den)
	}
	return r.tidy(r.over(num, r.mul(a.den, b.den)))
}

// errZeroDivision is a division by something that is 0 everywhere.
var errZeroDivision = errors.New("this divides by 0")

func (r *ring) inverse(a frac) frac {
	if len(a.num) == 0 {
		return r.fail(errZeroDivision)
	}
	return r.tidy(frac{a.den, a.num})
}

// tidy moves a denominator that is a number, or a product of atoms that are
// never zero, into the numerator, and makes the leading coefficient of what
// stays 1. What is 0 is 0 over 1.
func (r *ring) tidy(a frac) frac {
	if len(a.num) == 0 {
		return whole(a.num)
	}
	lead := a.den.terms()[0]
	inv, ok := lead.coef.inv()
	if !ok {
		return a
	}
	t, single := a.den.single()
	if !single || slices.ContainsFunc(t.mono, func(f factor) bool { return !(r.positive[f.atom] || r.signs[f.atom]) }) {
		if lead.coef.isOne() {
			return a
		}
		return frac{a.num.scale(inv), a.den.scale(inv)}
	}
	up := t.mono.power(-1, 1)
	num := make(poly, len(a.num))
	for _, n := range a.num {
		num.put(term{r.reduced(n.mono.mul(up)), n.coef.mul(inv)})
	}
	return whole(num)
}

func (r *ring) powFrac(a frac, n int64) frac {
	if n < 0 {
		a, n = r.inverse(a), -n
	}
	return r.over(r.pow(a.num, n), r.pow(a.den, n))
}

// difference is a − b as a polynomial, up to a factor: 0 exactly where the two
// quotients are equal as functions.
func (r *ring) difference(a, b frac) poly {
	return r.mul(a.num, b.den).sub(r.mul(b.num, a.den))
}

// number is a constant's exact value.
func (a frac) number() (surd, bool) {
	n, ok := a.num.constant()
	if !ok || !a.den.isOne() {
		return nil, false
	}
	return n, true
}

func (a frac) rational() (*big.Rat, bool) {
	s, ok := a.number()
	if !ok {
		return nil, false
	}
	return s.rat()
}

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
