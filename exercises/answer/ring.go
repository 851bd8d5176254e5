package answer

import (
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"kernellab/exercises/budget"
)

// Limits of one canonical form. The budget of an answer limits all forms together.
const (
	maxWork  = 10000 // maximum number of products of two numbers a√k, the parts of coefficients
	maxTerms = 6000
	maxExp   = 1000 // maximum exponent of a power that is expanded
)

// ring computes with polynomials and their quotients, for one comparison of two expressions. Their
// indeterminates are variables, functions such as ln(x), and primes under a root (see isPrime). In
// a power, an indeterminate is called the base. The ring records what is known about the bases. err
// holds the first error. After an error, all results are 0, so that formulas need no error checks.
// Callers must check err before they use a result. A ring is not safe for concurrent use.
type ring struct {
	positive  map[string]bool // bases known to be > 0; only they may have fractional and negative powers
	plusMinus map[string]bool // bases known to be ±1
	zeroOne   map[string]bool // bases known to be 0 or 1
	roots     map[string]poly // maps each base √u or |u| to its square
	// exponents maps each base exp(u) to u, and logs each base ln(u) to u.
	exponents      map[string]poly
	logs           map[string]frac
	largeVariables bool // the variables are large, as in O(n log n), so their logarithms are positive
	basesMayDepend bool // some base, such as sin(x), √u or ln(u), may depend on other bases
	work           int
	budget         *budget.Budget
	cache          map[*node]frac // canonical forms of nodes, because nodes may be shared
	err            error
}

func newRing(s *Scope) *ring {
	r := &ring{positive: map[string]bool{}, plusMinus: map[string]bool{}, zeroOne: map[string]bool{},
		roots: map[string]poly{}, largeVariables: s.allowsBareLog, exponents: map[string]poly{},
		logs: map[string]frac{}, budget: s.work, cache: map[*node]frac{}}
	for _, v := range slices.Concat(s.Positive, s.InUnitInterval) {
		r.positive[canonName(v)] = true
	}
	for _, v := range s.Signs {
		for _, name := range s.internalNames(v) {
			r.plusMinus[name] = true
		}
	}
	for _, v := range s.Bits {
		for _, name := range s.internalNames(v) {
			r.zeroOne[name] = true
		}
	}
	return r
}

// spend charges n units of work. It returns false if there is an error or the work exceeds a limit.
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

// fail records an error if it is the first, and returns 0.
func (r *ring) fail(err error) frac {
	if r.err == nil {
		r.err = err
	}
	return wholeFrac(poly{})
}

// weight estimates the cost of multiplying by the polynomial: the number of parts of its
// coefficients, where long numbers count more.
func (p poly) weight() int {
	n := 0
	for _, t := range p {
		n += len(t.coef) * (1 + t.coef.bits()/1024)
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

// multiplyInto adds the simplified product of two terms to out.
func (r *ring) multiplyInto(out poly, a, b term) {
	m, c := r.reducePowers(a.mono.mul(b.mono), a.coef.mul(b.coef))
	if c.bits() > maxBits || len(c) > 0 && c[len(c)-1].k > maxRoot {
		r.fail(budget.ErrLarge)
		return
	}
	i := slices.IndexFunc(m, func(f factor) bool { return r.roots[f.base] != nil && f.num >= 2*f.den })
	if i < 0 {
		out.addTerm(term{m, c})
		return
	}
	// A squared root is replaced by its argument.
	f := m[i]
	rest := m.mul(mono{newFactor(f.base, -2, 1)})
	for _, t := range r.mul(poly{rest.key(): {rest, c}}, r.roots[f.base]) {
		out.addTerm(t)
	}
}

// reducePowers simplifies the powers in c·m. It uses y² = 1 for y = ±1, y² = y for y = 0 or 1, and
// p^(3/4) = √p·p^(1/4) for primes.
func (r *ring) reducePowers(m mono, c surd) (mono, surd) {
	isReducible := func(f factor) bool {
		return f.den == 1 && (r.plusMinus[f.base] && (f.num >= 2 || f.num < 0) || r.zeroOne[f.base] && f.num >= 2) ||
			isPrime(f.base) && (f.num < 0 || 2*f.num >= f.den)
	}
	if !slices.ContainsFunc(m, isReducible) {
		return m, c
	}
	var out mono
	for _, f := range m {
		if isPrime(f.base) {
			var roots surd
			f, roots = f.splitRoots()
			c = c.mul(roots)
			if f.num == 0 {
				continue
			}
		}
		if isReducible(f) {
			if r.plusMinus[f.base] && f.num%2 == 0 {
				continue
			}
			f.num = 1
		}
		out = append(out, f)
	}
	return out, c
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

func wholeFrac(p poly) frac { return frac{p, constPoly(intSurd(1))} }

func constantFrac(s surd) frac { return wholeFrac(constPoly(s)) }

// quotient returns a quotient, or 0 after an error.
func (r *ring) quotient(num, den poly) frac {
	if r.err != nil {
		return wholeFrac(poly{})
	}
	return frac{num, den}
}

func (a frac) neg() frac { return frac{a.num.neg(), a.den} }

func (r *ring) add(a, b frac) frac {
	if a.den.isOne() && b.den.isOne() || a.den.equal(b.den) {
		return frac{a.num.add(b.num), a.den}
	}
	return r.quotient(r.mul(a.num, b.den).add(r.mul(b.num, a.den)), r.mul(a.den, b.den))
}

func (r *ring) sub(a, b frac) frac { return r.add(a, b.neg()) }

func (r *ring) mulFrac(a, b frac) frac {
	num := r.mul(a.num, b.num)
	if a.den.isOne() && b.den.isOne() {
		return r.quotient(num, a.den)
	}
	return r.normalise(r.quotient(num, r.mul(a.den, b.den)))
}

// errZeroDivision is the error for a division by an expression that is 0 everywhere.
var errZeroDivision = errors.New("this divides by 0")

func (r *ring) inverse(a frac) frac {
	if len(a.num) == 0 {
		return r.fail(errZeroDivision)
	}
	return r.normalise(frac{a.den, a.num})
}

// normalise normalises a quotient. If the denominator is a number or a product of bases that are
// never zero, normalise moves it into the numerator. It makes the leading coefficient of any other
// denominator 1. Zero becomes 0 over 1.
func (r *ring) normalise(a frac) frac {
	if len(a.num) == 0 {
		return wholeFrac(a.num)
	}
	lead := a.den.terms()[0]
	inv, ok := lead.coef.inv()
	if !ok {
		return a
	}
	t, single := a.den.singleTerm()
	if !single || slices.ContainsFunc(t.mono,
		func(f factor) bool { return !(r.positive[f.base] || r.plusMinus[f.base]) }) {
		if lead.coef.isOne() {
			return a
		}
		return frac{a.num.scale(inv), a.den.scale(inv)}
	}
	inverseMono := t.mono.power(-1, 1)
	num := make(poly, len(a.num))
	for _, n := range a.num {
		m, c := r.reducePowers(n.mono.mul(inverseMono), n.coef.mul(inv))
		num.addTerm(term{m, c})
	}
	return wholeFrac(num)
}

func (r *ring) wholePower(a frac, n int64) frac {
	if n < 0 {
		a, n = r.inverse(a), -n
	}
	return r.quotient(r.pow(a.num, n), r.pow(a.den, n))
}

// difference returns the numerator of a − b over the product of the denominators. It is 0 exactly
// if the two quotients are equal as functions.
func (r *ring) difference(a, b frac) poly {
	return r.mul(a.num, b.den).sub(r.mul(b.num, a.den))
}

// number returns the exact value of a constant.
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

// symbolicPower returns a power with a variable in the exponent. It distributes the power over
// quotients and products. If the exponent is a sum, it writes the power as a product: b^(2m + n) is
// (b^m)²·b^n. So d^(p−1) = d^p/d and (x z)^M = x^M z^M wherever both sides have values. If that is
// not possible, the power stays unevaluated.
func (r *ring) symbolicPower(base, exponent frac) frac {
	terms, ok := exponentTerms(exponent)
	if !ok {
		return r.unevaluated("pow", base, exponent)
	}
	num, numOK := r.polyPower(base.num, exponent, terms)
	den, denOK := r.polyPower(base.den, exponent, terms)
	if !numOK || !denOK {
		return r.unevaluated("pow", base, exponent)
	}
	return r.mulFrac(num, r.inverse(den))
}

// exponentTerm is a term q·mono of an exponent.
type exponentTerm struct {
	q    *big.Rat
	mono mono
}

// exponentTerms returns the terms of an exponent. ok is false if the exponent is a quotient, or if
// it contains large or irrational numbers.
func exponentTerms(exponent frac) ([]exponentTerm, bool) {
	if !exponent.den.isOne() {
		return nil, false
	}
	var out []exponentTerm
	for _, t := range exponent.num.terms() {
		q, ok := t.coef.rat()
		if !ok || !q.Num().IsInt64() || !q.Denom().IsInt64() || abs64(q.Num().Int64()) > maxExp ||
			q.Denom().Int64() > maxExp {
			return nil, false
		}
		out = append(out, exponentTerm{q, t.mono})
	}
	return out, true
}

// polyPower returns p to the power exponent, factor by factor if p is a product. terms holds the
// terms of the exponent. The second result is false if that is not possible.
func (r *ring) polyPower(p poly, exponent frac, terms []exponentTerm) (frac, bool) {
	out := constantFrac(intSurd(1))
	t, single := p.singleTerm()
	if !single && r.spend(8*len(p)) {
		t = term{mono: p.commonFactor(), coef: intSurd(1)}
		var ok bool
		if out, ok = r.sumPower(p.dividedBy(t.mono), terms); !ok {
			return out, false
		}
	}
	if !t.coef.isOne() {
		mayDependBefore := r.basesMayDepend
		logarithm, ok := r.logNumber(t.coef)
		if !ok {
			return out, false
		}
		out = r.mulFrac(out, r.exponential(r.mulFrac(exponent, wholeFrac(logarithm)))) // c^u is e^(u·ln c)
		if _, isNumber := exponent.rational(); isNumber {
			r.basesMayDepend = mayDependBefore // powers of primes depend on no other bases
		}
	}
	for _, f := range t.mono {
		m, ok := factorPower(r, f, terms)
		if !ok {
			return out, false
		}
		out = r.mulFrac(out, wholeFrac(monomial(m, intSurd(1))))
	}
	return out, true
}

// factorPower returns a power of one factor of a product. terms are those of the exponent. The
// second result is false if a power becomes too large. It is also false if the sign of the base is
// unknown, unless f has the power ±1 and all coefficients of the exponent are whole.
func factorPower(r *ring, f factor, terms []exponentTerm) (mono, bool) {
	isPositive := r.positive[f.base]
	var m mono
	for _, s := range terms {
		if !isPositive && (abs64(f.num) != 1 || f.den != 1 || !s.q.IsInt()) {
			return nil, false
		}
		q := new(big.Rat).Mul(s.q, big.NewRat(f.num, f.den))
		if abs64(q.Num().Int64()) > maxExp || q.Denom().Int64() > maxExp {
			return nil, false
		}
		name := f.base
		if len(s.mono) > 0 {
			name = powerName(r, typesetBase(f.base), s, isPositive)
		}
		m = m.mul(mono{newFactor(name, q.Num().Int64(), q.Denom().Int64())})
	}
	return m, true
}

// sumPower returns a power of a sum or of a positive number. The result has a factor for each term
// of the exponent: b^(n + 1) is b^n·b. ok is false unless the terms have small whole coefficients.
func (r *ring) sumPower(p poly, terms []exponentTerm) (power frac, ok bool) {
	out := constantFrac(intSurd(1))
	for _, s := range terms {
		if !s.q.IsInt() || abs64(s.q.Num().Int64()) > maxSumExponent {
			return out, false
		}
		part := wholeFrac(p)
		if len(s.mono) > 0 {
			part = wholeFrac(basePoly(powerName(r, p.String(), s, r.isPositive(p))))
		}
		out = r.mulFrac(out, r.wholePower(part, s.q.Num().Int64()))
	}
	return out, true
}

// maxSumExponent is the largest integer in an exponent for which the power of a sum is expanded.
const maxSumExponent = 16

// powerName returns the name of the unevaluated power b^m, where m is the monomial of s, and
// records what is known about it.
func powerName(r *ring, b string, s exponentTerm, isPositive bool) string {
	name := "pow(" + b + ", " + s.mono.String() + ")"
	if len(name) > maxBaseName {
		r.fail(budget.ErrLarge)
	}
	r.spend(len(name) / 16)
	if isPositive {
		r.positive[name] = true
	}
	r.basesMayDepend = true
	return name
}

// commonFactor returns the largest monomial that divides every term of a sum. For h⁻¹ + 1, it
// returns h⁻¹.
func (p poly) commonFactor() mono {
	minPowers := map[string]*big.Rat{}
	for _, t := range p {
		for _, f := range t.mono {
			minPowers[f.base] = new(big.Rat)
		}
	}
	for base := range minPowers {
		var minPower *big.Rat
		for _, t := range p {
			q := new(big.Rat)
			if i := slices.IndexFunc(t.mono, func(f factor) bool { return f.base == base }); i >= 0 {
				q.SetFrac64(t.mono[i].num, t.mono[i].den)
			}
			if minPower == nil || q.Cmp(minPower) < 0 {
				minPower = q
			}
		}
		minPowers[base] = minPower
	}
	var out mono
	for _, base := range slices.Sorted(maps.Keys(minPowers)) {
		if q := minPowers[base]; q.Sign() != 0 {
			out = out.mul(mono{newFactor(base, q.Num().Int64(), q.Denom().Int64())})
		}
	}
	return out
}

// dividedBy divides every term of a sum by a monomial.
func (p poly) dividedBy(m mono) poly {
	out := poly{}
	for _, t := range p {
		out.addTerm(term{mono: t.mono.mul(m.power(-1, 1)), coef: t.coef})
	}
	return out
}
