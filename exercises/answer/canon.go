package answer

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"kernellab/exercises/budget"
)

// canonicalForm returns the canonical form of a node: a quotient of polynomials, whose
// variables are those of the node and functions such as ln(x). Two nodes with the same canonical
// form are equal wherever both have values. The node must contain no index, sum or vector.
func (r *ring) canonicalForm(n *node) (frac, error) { return r.form(n), r.err }

// form is like canonicalForm, but leaves the error in r.err. It computes an operation that occurs
// several times only once.
func (r *ring) form(n *node) frac {
	if f, ok := r.cache[n]; ok {
		return f
	}
	if !r.spend(1) {
		return wholeFrac(poly{})
	}
	f := r.computeForm(n)
	if r.err == nil && len(n.args) > 0 {
		r.cache[n] = f
	}
	return f
}

func (r *ring) computeForm(n *node) frac {
	switch n.op {
	case opNum:
		return constantFrac(ratSurd(n.num))
	case opName:
		if n.text == "e" {
			return r.exponential(constantFrac(intSurd(1)))
		}
		if n.text == "pi" {
			r.positive["pi"] = true
		}
		return wholeFrac(basePoly(n.text))
	case opNeg:
		return r.form(n.args[0]).neg()
	case opAdd:
		return r.add(r.form(n.args[0]), r.form(n.args[1]))
	case opSub:
		return r.sub(r.form(n.args[0]), r.form(n.args[1]))
	case opMul:
		return r.mulFrac(r.form(n.args[0]), r.form(n.args[1]))
	case opDiv:
		return r.mulFrac(r.form(n.args[0]), r.inverse(r.form(n.args[1])))
	case opPow:
		return r.power(n)
	case opCall:
		return r.call(n)
	}
	return r.fail(errors.New("this is a list, but one value is needed"))
}

// power returns the canonical form of a power. It multiplies the power out if the exponent is a
// whole number, and uses a root if the exponent is a multiple of ½. It writes a power of e with
// exp. symbolicPower handles any other power.
func (r *ring) power(n *node) frac {
	exponent := r.form(n.args[1])
	if n.args[0].op == opName && n.args[0].text == "e" {
		return r.exponential(exponent)
	}
	return r.powerOfForms(r.form(n.args[0]), exponent)
}

// powerOfForms returns the power of base with the given exponent.
func (r *ring) powerOfForms(base, exponent frac) frac {
	q, ok := exponent.rational()
	if ok && q.IsInt() {
		if !q.Num().IsInt64() || abs64(q.Num().Int64()) > 1<<40 {
			return r.fail(errors.New("this power is too large to write out; a smaller one works"))
		}
		return r.wholePower(base, q.Num().Int64())
	}
	if ok && q.Denom().IsInt64() && q.Denom().Int64() == 2 && q.Num().IsInt64() {
		return r.wholePower(r.root(base), q.Num().Int64())
	}
	return r.symbolicPower(base, exponent)
}

func (r *ring) call(n *node) frac {
	args := make([]frac, len(n.args))
	for i, a := range n.args {
		args[i] = r.form(a)
	}
	switch n.text {
	case "sqrt":
		return r.root(args[0])
	case "exp":
		return r.exponential(args[0])
	case "abs":
		return r.absolute(args[0])
	case "s":
		return r.inverse(r.add(constantFrac(intSurd(1)), r.exponential(args[0].neg())))
	case "factorial", "choose":
		return r.countingFunction(n.text, args)
	case "min", "max":
		return r.minOrMax(n.text, args)
	case "sign":
		if v, ok := args[0].number(); ok {
			return constantFrac(intSurd(int64(signOf(v.float()))))
		}
	case "ln":
		return r.logarithm(args[0])
	case "cos", "sin", "tan":
		if f, ok := r.trigOfAngle(n.text, args[0]); ok {
			return f
		}
	case "cosh", "sinh", "tanh":
		return r.hyperbolic(n.text, r.exponential(args[0]))
	}
	return r.unevaluated(n.text, args...)
}

// maxBaseName is the maximum length of the name of an unevaluated function. The name is part of
// every monomial that contains the function.
const maxBaseName = 600

// unevaluated returns a function of canonical arguments as a variable whose name contains the
// arguments. Functions with different names may depend on each other, so canonical forms with such
// variables can prove that expressions are equal but not that they differ.
func (r *ring) unevaluated(fn string, args ...frac) frac {
	return wholeFrac(basePoly(r.unevaluatedName(fn, args...)))
}

// unevaluatedName returns the name of the variable that stands for a function of canonical
// arguments.
func (r *ring) unevaluatedName(fn string, args ...frac) string {
	r.basesMayDepend = true
	keys := make([]string, len(args))
	for i, a := range args {
		if !r.spend(len(a.num) + len(a.den)) {
			return fn
		}
		keys[i] = a.String()
	}
	name := fn + "(" + strings.Join(keys, ", ") + ")"
	if len(name) > maxBaseName {
		r.fail(budget.ErrLarge)
	}
	r.spend(len(name) / 16)
	return name
}

// String returns the text of the quotient.
func (a frac) String() string {
	if a.den.isOne() {
		return a.num.String()
	}
	return "(" + a.num.String() + ")/(" + a.den.String() + ")"
}

// exponential returns exp(u). For a polynomial u, this is a product: for each term q·m of u, it
// contains the base exp(m) to the power q. Exponentials of different monomials are algebraically
// independent over the rational functions (Lindemann–Weierstrass for functions; Ax 1971), so two
// sums of exponentials are equal only if their forms are.
func (r *ring) exponential(u frac) frac {
	if !u.den.isOne() {
		name := r.unevaluatedName("exp", u)
		r.positive[name] = true
		return wholeFrac(basePoly(name))
	}
	out, m := constantFrac(intSurd(1)), mono(nil)
	for _, t := range u.num.terms() {
		if power, ok := r.expOfLogTerm(t); ok {
			out = r.mulFrac(out, power)
			continue
		}
		for _, p := range t.coef {
			name := "exp(" + term{t.mono, surd{{p.k, big.NewRat(1, 1)}}}.String() + ")"
			if !p.q.Num().IsInt64() || !p.q.Denom().IsInt64() || abs64(p.q.Num().Int64()) > 1<<30 ||
				p.q.Denom().Int64() > 1<<20 {
				return r.unevaluated("exp", u)
			}
			r.positive[name] = true
			r.exponents[name] = monomial(t.mono, surd{{p.k, big.NewRat(1, 1)}})
			m = m.mul(mono{{name, p.q.Num().Int64(), p.q.Denom().Int64()}})
		}
	}
	return r.mulFrac(out, wholeFrac(monomial(m, intSurd(1))))
}

// expOfLogTerm returns e^t = u^v for a term t = v·ln u. ok is false if t has another form. If u is
// a prime number (see primeFactors), ok is also false unless v is a fraction whose numerator and
// denominator have at most 10 bits.
func (r *ring) expOfLogTerm(t term) (power frac, ok bool) {
	i := slices.IndexFunc(t.mono, func(f factor) bool {
		_, isLog := r.logs[f.base]
		return isLog && f.num == 1 && f.den == 1
	})
	if i < 0 {
		return frac{}, false
	}
	u := r.logs[t.mono[i].base]
	v := wholeFrac(monomial(slices.Delete(slices.Clone(t.mono), i, i+1), t.coef))
	if uTerm, single := u.num.singleTerm(); single && len(uTerm.mono) == 1 && isPrime(uTerm.mono[0].base) {
		q, isRational := v.rational()
		if !isRational || q.Num().BitLen() > 10 || q.Denom().BitLen() > 10 {
			return frac{}, false
		}
		m := uTerm.mono.power(q.Num().Int64(), q.Denom().Int64())
		return r.mulFrac(constantFrac(intSurd(1)), wholeFrac(monomial(m, intSurd(1)))), true
	}
	return r.powerOfForms(u, v), true
}

// root returns √u. The root of a number is exact, a positive monomial gets half powers, and √(x²)
// is |x|. Any other root stays unevaluated.
func (r *ring) root(u frac) frac {
	if len(u.num) == 0 {
		return wholeFrac(poly{})
	}
	t, ok := u.num.singleTerm()
	if !ok || !u.den.isOne() {
		return r.unevaluatedRoot(u)
	}
	if len(t.mono) == 0 && t.coef.float() < 0 {
		return r.fail(fmt.Errorf("the square root of %s is not a real number", clip(t.coef.String())))
	}
	c, ok := r.rootOfNumber(t.coef)
	if !ok {
		return r.unevaluatedRoot(u)
	}
	out := c.num
	for _, f := range t.mono {
		half := r.halfPower(f)
		if half == nil {
			return r.unevaluatedRoot(u)
		}
		out = r.mul(out, half)
	}
	return wholeFrac(out)
}

// halfPower returns the square root of a factor, or nil if the root is not a monomial.
func (r *ring) halfPower(f factor) poly {
	if r.positive[f.base] {
		return monomial(mono{f}.power(1, 2), intSurd(1))
	}
	if f.den != 1 || f.num%2 != 0 || f.num < 0 {
		return nil
	}
	return r.pow(r.absolute(wholeFrac(basePoly(f.base))).num, f.num/2)
}

func (r *ring) unevaluatedRoot(u frac) frac {
	name := r.unevaluatedName("√", u)
	if u.den.isOne() {
		r.roots[name] = u.num
	}
	return wholeFrac(basePoly(name))
}

// absolute returns |u|. If |u| stays unevaluated and u is a polynomial, r.roots remembers that the
// square of |u| is u².
func (r *ring) absolute(u frac) frac {
	if s, ok := u.number(); ok {
		if s.float() < 0 {
			return u.neg()
		}
		return u
	}
	t, single := u.num.singleTerm()
	if single && u.den.isOne() {
		return r.absoluteTerm(t)
	}
	if r.isPositive(u.num) && r.isPositive(u.den) {
		return u
	}
	if r.isPositive(u.num.neg()) && r.isPositive(u.den) {
		return u.neg()
	}
	// |−u| and |u| must get the same name: drop the sign of the leading coefficient.
	if u.num.terms()[0].coef.float() < 0 {
		u.num = u.num.neg()
	}
	name := r.unevaluatedName("abs", u)
	if u.den.isOne() {
		r.roots[name] = r.mul(u.num, u.num)
	}
	return wholeFrac(basePoly(name))
}

// isPositive reports whether p ≠ 0 and every term of p is known to be greater than zero.
func (r *ring) isPositive(p poly) bool {
	for _, t := range p {
		if t.coef.float() <= 0 || slices.ContainsFunc(t.mono, func(f factor) bool { return !r.positive[f.base] }) {
			return false
		}
	}
	return len(p) > 0
}

// absoluteTerm returns the absolute value of a term, factor by factor.
func (r *ring) absoluteTerm(t term) frac {
	c := t.coef
	if c.float() < 0 {
		c = c.neg()
	}
	out := constPoly(c)
	for _, f := range t.mono {
		p := monomial(mono{f}, intSurd(1))
		switch {
		case r.plusMinus[f.base]:
			continue
		case r.positive[f.base] || f.den == 1 && f.num%2 == 0:
		case f.den != 1:
			return r.unevaluated("abs", wholeFrac(poly{t.mono.key(): t}))
		default:
			r.basesMayDepend = true
			name := "abs(" + f.base + ")"
			r.roots[name] = monomial(mono{{f.base, 2, 1}}, intSurd(1))
			p = monomial(mono{{name, 1, 1}}.mul(mono{newFactor(f.base, f.num-1, 1)}.nonzero()), intSurd(1))
		}
		out = r.mul(out, p)
	}
	return wholeFrac(out)
}

// nonzero returns the monomial without factors to the power 0.
func (m mono) nonzero() mono {
	var out mono
	for _, f := range m {
		if f.num != 0 {
			out = append(out, f)
		}
	}
	return out
}
