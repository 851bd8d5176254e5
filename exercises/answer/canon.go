package answer

import (
	"errors"
	"fmt"
	"math/big"
	"strings"

	"kernellab/exercises/budget"
)

// canon brings a lowered node to canonical form, a shared one once.
func (r *ring) canon(n *node) (frac, error) {
	if f, ok := r.known[n]; ok {
		return f, nil
	}
	if err := r.spend(1); err != nil {
		return frac{}, err
	}
	f, err := r.canonOf(n)
	if err == nil && len(n.args) > 0 {
		r.known[n] = f
	}
	return f, err
}

func (r *ring) canonOf(n *node) (frac, error) {
	switch n.op {
	case opNum:
		return whole(constPoly(ratSurd(n.num))), nil
	case opName:
		if n.text == "e" {
			return r.exponential(whole(constPoly(intSurd(1))))
		}
		if n.text == "pi" {
			r.positive["pi"] = true
		}
		return whole(atomPoly(n.text)), nil
	case opNeg:
		a, err := r.canon(n.args[0])
		if err != nil {
			return a, err
		}
		return frac{a.num.neg(), a.den}, nil
	case opAdd, opSub, opMul, opDiv:
		return r.arithmetic(n)
	case opPow:
		return r.power(n)
	case opCall:
		return r.call(n)
	}
	return frac{}, errors.New("a list stands where one value is needed")
}

func (r *ring) arithmetic(n *node) (frac, error) {
	a, err := r.canon(n.args[0])
	if err != nil {
		return a, err
	}
	b, err := r.canon(n.args[1])
	if err != nil {
		return b, err
	}
	switch n.op {
	case opAdd:
		return r.addFrac(a, b)
	case opSub:
		return r.addFrac(a, frac{b.num.neg(), b.den})
	case opMul:
		return r.mulFrac(a, b)
	}
	inv, err := r.invFrac(b)
	if err != nil {
		return inv, err
	}
	return r.mulFrac(a, inv)
}

// power handles whole exponents by multiplication, ½ as a root, e as exp; all
// others are atoms.
func (r *ring) power(n *node) (frac, error) {
	exp, err := r.canon(n.args[1])
	if err != nil {
		return exp, err
	}
	if n.args[0].op == opName && n.args[0].text == "e" {
		return r.exponential(exp)
	}
	base, err := r.canon(n.args[0])
	if err != nil {
		return base, err
	}
	q, ok := exp.rational()
	if ok && q.IsInt() {
		if !q.Num().IsInt64() || abs64(q.Num().Int64()) > 1<<40 {
			return frac{}, errors.New("this power is too large to write out; a smaller one works")
		}
		return r.powFrac(base, q.Num().Int64())
	}
	if ok && q.Denom().IsInt64() && q.Denom().Int64() == 2 && q.Num().IsInt64() {
		root, err := r.root(base)
		if err != nil {
			return root, err
		}
		return r.powFrac(root, q.Num().Int64())
	}
	return r.symbolicPower(base, exp)
}

func (r *ring) call(n *node) (frac, error) {
	args := make([]frac, len(n.args))
	for i, a := range n.args {
		c, err := r.canon(a)
		if err != nil {
			return c, err
		}
		args[i] = c
	}
	switch n.text {
	case "sqrt":
		return r.root(args[0])
	case "exp":
		return r.exponential(args[0])
	case "abs":
		return r.absolute(args[0])
	case "s":
		return r.logistic(args[0])
	case "factorial", "choose":
		return r.counting(n.text, args)
	case "min", "max", "sign":
		if f, ok := numericExtreme(n.text, args); ok {
			return f, nil
		}
		if n.text != "sign" {
			return r.extreme(n.text == "max", args)
		}
	case "ln":
		return r.logarithm(args[0])
	}
	return r.atom(n.text, args...)
}

// maxAtom bounds the name of an atom, which is written into every monomial it
// stands in.
const maxAtom = 600

// atom makes an unknown of a function of canonical arguments. Two atoms with
// different names may still depend on each other: only equality is proved by
// them.
func (r *ring) atom(fn string, args ...frac) (frac, error) {
	r.loose = true
	keys := make([]string, len(args))
	for i, a := range args {
		if err := r.spend(len(a.num) + len(a.den)); err != nil {
			return frac{}, err
		}
		keys[i] = a.String()
	}
	name := fn + "(" + strings.Join(keys, ", ") + ")"
	if len(name) > maxAtom {
		return frac{}, budget.ErrLarge
	}
	return whole(atomPoly(name)), r.spend(len(name) / 16)
}

// String writes the quotient.
func (a frac) String() string {
	if a.den.isOne() {
		return a.num.String()
	}
	return "(" + a.num.String() + ")/(" + a.den.String() + ")"
}

// exponential writes exp of a sum as a product: for each term q·m of the
// exponent, the atom exp(m) to the power q. Exponentials of different
// monomials are algebraically independent over the rational functions
// (Lindemann–Weierstrass for functions; Ax 1971), so that equality of
// canonical forms decides.
func (r *ring) exponential(u frac) (frac, error) {
	if !u.den.isOne() {
		f, err := r.atom("exp", u)
		if err == nil {
			for name := range f.num {
				r.positive[f.num[name].mono[0].atom] = true
			}
		}
		return f, err
	}
	var m mono
	for _, t := range u.num.terms() {
		for _, p := range t.coef {
			name := "exp(" + term{t.mono, surd{{p.k, big.NewRat(1, 1)}}}.String() + ")"
			if !p.q.Num().IsInt64() || !p.q.Denom().IsInt64() || abs64(p.q.Num().Int64()) > 1<<30 || p.q.Denom().Int64() > 1<<20 {
				return r.atom("exp", u)
			}
			r.positive[name] = true
			r.exponents[name] = poly{t.mono.key(): {t.mono, surd{{p.k, big.NewRat(1, 1)}}}}
			m = m.mul(mono{{name, p.q.Num().Int64(), p.q.Denom().Int64()}})
		}
	}
	out := poly{}
	out.put(term{m, intSurd(1)})
	return whole(out), nil
}

// logistic is 1/(1 + exp(−u)).
func (r *ring) logistic(u frac) (frac, error) {
	e, err := r.exponential(frac{u.num.neg(), u.den})
	if err != nil {
		return e, err
	}
	sum, err := r.addFrac(whole(constPoly(intSurd(1))), e)
	if err != nil {
		return sum, err
	}
	return r.invFrac(sum)
}

// root is √u: exact for numbers, a half power for positive monomials, |x| for
// x², and an atom otherwise.
func (r *ring) root(u frac) (frac, error) {
	if len(u.num) == 0 {
		return whole(poly{}), nil
	}
	t, ok := u.num.single()
	if !ok || !u.den.isOne() {
		return r.squareRootAtom(u)
	}
	q, ok := t.coef.rat()
	if !ok {
		return r.squareRootAtom(u)
	}
	if q.Sign() < 0 && len(t.mono) == 0 {
		return frac{}, fmt.Errorf("the square root of %s is not a real number", clip(t.coef.String()))
	}
	c, ok := sqrtRat(q)
	if !ok {
		return r.squareRootAtom(u)
	}
	out := constPoly(c)
	for _, f := range t.mono {
		half, err := r.halfPower(f)
		if err != nil {
			return frac{}, err
		}
		if half == nil {
			return r.squareRootAtom(u)
		}
		if out, err = r.mul(out, half); err != nil {
			return frac{}, err
		}
	}
	return whole(out), nil
}

// halfPower is √(fᵏ), nil where it is not a monomial.
func (r *ring) halfPower(f factor) (poly, error) {
	if r.positive[f.atom] {
		m := mono{f}.power(1, 2)
		return poly{m.key(): {m, intSurd(1)}}, nil
	}
	if f.den != 1 || f.num%2 != 0 || f.num < 0 {
		return nil, nil
	}
	a, err := r.absolute(whole(atomPoly(f.atom)))
	if err != nil {
		return nil, err
	}
	return r.pow(a.num, f.num/2)
}

func (r *ring) squareRootAtom(u frac) (frac, error) {
	f, err := r.atom("√", u)
	if err != nil {
		return f, err
	}
	if u.den.isOne() {
		t, _ := f.num.single()
		r.roots[t.mono[0].atom] = u.num
	}
	return f, nil
}

// absolute is |u|, with |u|² = u².
func (r *ring) absolute(u frac) (frac, error) {
	if s, ok := u.number(); ok {
		if s.float() < 0 {
			return frac{u.num.neg(), u.den}, nil
		}
		return u, nil
	}
	t, single := u.num.single()
	if single && u.den.isOne() {
		return r.absoluteMono(t)
	}
	// |−u| and |u| are one atom: the sign of the leading coefficient goes.
	if u.num.terms()[0].coef.float() < 0 {
		u.num = u.num.neg()
	}
	f, err := r.atom("abs", u)
	if err != nil || !u.den.isOne() {
		return f, err
	}
	square, err := r.mul(u.num, u.num)
	if err != nil {
		return f, err
	}
	a, _ := f.num.single()
	r.roots[a.mono[0].atom] = square
	return f, nil
}

// absoluteMono takes the absolute value factor by factor.
func (r *ring) absoluteMono(t term) (frac, error) {
	c := t.coef
	if c.float() < 0 {
		c = c.neg()
	}
	out := constPoly(c)
	for _, f := range t.mono {
		p := poly{}
		p.put(term{mono{f}, intSurd(1)})
		switch {
		case r.signs[f.atom]:
			continue
		case r.positive[f.atom] || f.den == 1 && f.num%2 == 0:
		case f.den != 1:
			return r.atom("abs", whole(poly{t.mono.key(): t}))
		default:
			r.loose = true
			name := "abs(" + f.atom + ")"
			r.roots[name] = poly{mono{{f.atom, 2, 1}}.key(): {mono{{f.atom, 2, 1}}, intSurd(1)}}
			m := mono{{name, 1, 1}}.mul(mono{newFactor(f.atom, f.num-1, 1)}.nonzero())
			p = poly{}
			p.put(term{m, intSurd(1)})
		}
		var err error
		if out, err = r.mul(out, p); err != nil {
			return frac{}, err
		}
	}
	return whole(out), nil
}

// nonzero drops factors to the power 0.
func (m mono) nonzero() mono {
	var out mono
	for _, f := range m {
		if f.num != 0 {
			out = append(out, f)
		}
	}
	return out
}

// counting evaluates factorials and binomials of whole numbers.
func (r *ring) counting(fn string, args []frac) (frac, error) {
	var ns [2]int64
	for i, a := range args {
		q, ok := a.rational()
		if !ok {
			return r.symbolicCount(fn, args)
		}
		if !q.IsInt() || q.Sign() < 0 {
			return frac{}, fmt.Errorf("%s of %s is not defined", fn, clip(ratString(q)))
		}
		if !q.Num().IsInt64() || q.Num().Int64() > maxExp*1000 {
			return frac{}, fmt.Errorf("%s of a number this large is more than I write out", fn)
		}
		ns[i] = q.Num().Int64()
	}
	if fn == "factorial" && ns[0] > 170 {
		return frac{}, fmt.Errorf("%d! is more than I write out; I go up to the factorial of 170", ns[0])
	}
	if fn == "choose" && min(ns[1], ns[0]-ns[1]) > 200 {
		return frac{}, errors.New("this binomial coefficient is more than I write out")
	}
	v := new(big.Int)
	if fn == "factorial" {
		v.MulRange(1, ns[0])
	} else {
		v.Binomial(ns[0], ns[1])
	}
	return whole(constPoly(ratSurd(new(big.Rat).SetInt(v)))), nil
}

// numericExtreme evaluates min, max and sign of rational numbers.
func numericExtreme(fn string, args []frac) (frac, bool) {
	var best *big.Rat
	for _, a := range args {
		q, ok := a.rational()
		if !ok {
			return frac{}, false
		}
		if best == nil || fn == "max" && q.Cmp(best) > 0 || fn == "min" && q.Cmp(best) < 0 {
			best = q
		}
	}
	if fn == "sign" {
		best = big.NewRat(int64(best.Sign()), 1)
	}
	return whole(constPoly(ratSurd(best))), true
}
