package answer

import "math/big"

// symbolicCount is a factorial or binomial coefficient of variables, which are
// whole numbers from 0 on: C(n, k) = n!/(k!·(n−k)!), and (n+2)! =
// (n+2)(n+1)·n!, so that C(d+p, p), (d+p)!/(d!p!) and, for p = 2,
// (d+2)(d+1)/2 are one.
func (r *ring) symbolicCount(fn string, args []frac) (frac, error) {
	if fn == "factorial" {
		return r.factorial(args[0])
	}
	n, k := args[0], args[1]
	rest, err := r.addFrac(n, frac{k.num.neg(), k.den})
	if err != nil {
		return frac{}, err
	}
	if small, ok := rest.rational(); ok && small.Sign() >= 0 {
		k, rest = rest, k // C(n, n−k) = C(n, k)
	}
	if q, ok := k.rational(); ok && q.IsInt() && q.Sign() >= 0 && q.Num().IsInt64() && q.Num().Int64() <= maxShift {
		return r.falling(n, q.Num().Int64())
	}
	above, err := r.factorial(n)
	if err != nil {
		return frac{}, err
	}
	left, err := r.factorial(k)
	if err != nil {
		return frac{}, err
	}
	right, err := r.factorial(rest)
	if err != nil {
		return frac{}, err
	}
	below, err := r.mulFrac(left, right)
	if err != nil {
		return frac{}, err
	}
	inv, err := r.invFrac(below)
	if err != nil {
		return frac{}, err
	}
	return r.mulFrac(above, inv)
}

// maxShift bounds the whole numbers that are taken out of a factorial.
const maxShift = 12

// falling is C(n, k) = n(n−1)…(n−k+1)/k! for a whole number k.
func (r *ring) falling(n frac, k int64) (frac, error) {
	out := whole(constPoly(ratSurd(new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).MulRange(1, k)))))
	for i := range k {
		factor, err := r.addFrac(n, whole(constPoly(intSurd(-i))))
		if err != nil {
			return frac{}, err
		}
		if out, err = r.mulFrac(out, factor); err != nil {
			return frac{}, err
		}
	}
	return out, nil
}

// factorial is u! with the whole number in u taken out.
func (r *ring) factorial(u frac) (frac, error) {
	if q, ok := u.rational(); ok {
		return r.counting("factorial", []frac{whole(constPoly(ratSurd(q)))})
	}
	if !u.den.isOne() {
		return r.atom("factorial", u)
	}
	shift := coefOf(u.num, nil)
	q, ok := shift.rat()
	if !ok || !q.IsInt() || !q.Num().IsInt64() || abs64(q.Num().Int64()) > maxShift {
		return r.atom("factorial", u)
	}
	bare := whole(u.num.sub(constPoly(shift)))
	out, err := r.atom("factorial", bare)
	if err != nil {
		return frac{}, err
	}
	t, _ := out.num.single()
	r.positive[t.mono[0].atom] = true
	c := q.Num().Int64()
	for i := int64(1); i <= abs64(c); i++ {
		k := i
		if c < 0 {
			k = 1 - i
		}
		factor, err := r.addFrac(bare, whole(constPoly(intSurd(k))))
		if err != nil {
			return frac{}, err
		}
		if c < 0 {
			if factor, err = r.invFrac(factor); err != nil {
				return frac{}, err
			}
		}
		if out, err = r.mulFrac(out, factor); err != nil {
			return frac{}, err
		}
	}
	return out, nil
}
