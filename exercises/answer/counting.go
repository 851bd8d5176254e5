package answer

import (
	"errors"
	"fmt"
	"math/big"
)

// counting evaluates factorials and binomials of whole numbers.
func (r *ring) counting(fn string, args []frac) frac {
	var ns [2]int64
	for i, a := range args {
		q, ok := a.rational()
		if !ok {
			return r.symbolicCount(fn, args)
		}
		if !q.IsInt() || q.Sign() < 0 {
			return r.fail(fmt.Errorf("%s of %s is not defined", fn, clip(ratString(q))))
		}
		if !q.Num().IsInt64() || q.Num().Int64() > maxExp*1000 {
			return r.fail(fmt.Errorf("%s of a number this large is more than I write out", fn))
		}
		ns[i] = q.Num().Int64()
	}
	if fn == "factorial" && ns[0] > maxWritten {
		return r.fail(fmt.Errorf("%d! is more than I write out; I go up to the factorial of %d", ns[0], maxWritten))
	}
	if fn == "choose" && min(ns[1], ns[0]-ns[1]) > 200 {
		return r.fail(errors.New("this binomial coefficient is more than I write out"))
	}
	v := new(big.Int)
	if fn == "factorial" {
		v.MulRange(1, ns[0])
	} else {
		v.Binomial(ns[0], ns[1])
	}
	return constant(ratSurd(new(big.Rat).SetInt(v)))
}

// symbolicCount is a factorial or binomial coefficient of variables, which are
// whole numbers from 0 on: C(n, k) = n!/(k!·(n−k)!), and (n+2)! =
// (n+2)(n+1)·n!, so that C(d+p, p), (d+p)!/(d!p!) and, for p = 2,
// (d+2)(d+1)/2 are one.
func (r *ring) symbolicCount(fn string, args []frac) frac {
	if fn == "factorial" {
		return r.factorial(args[0])
	}
	n, k := args[0], args[1]
	rest := r.sub(n, k)
	if small, ok := rest.rational(); ok && small.Sign() >= 0 {
		k, rest = rest, k // C(n, n−k) = C(n, k)
	}
	if q, ok := k.rational(); ok && q.IsInt() && q.Sign() >= 0 && q.Num().IsInt64() && q.Num().Int64() <= maxShift {
		return r.falling(n, q.Num().Int64())
	}
	above := r.factorial(n)
	return r.times(above, r.inverse(r.times(r.factorial(k), r.factorial(rest))))
}

// maxShift bounds the whole numbers that are taken out of a factorial.
const maxShift = 12

// falling is C(n, k) = n(n−1)…(n−k+1)/k! for a whole number k.
func (r *ring) falling(n frac, k int64) frac {
	out := constant(ratSurd(new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).MulRange(1, k))))
	for i := range k {
		out = r.times(out, r.add(n, constant(intSurd(-i))))
	}
	return out
}

// factorial is u! with the whole number in u taken out.
func (r *ring) factorial(u frac) frac {
	if _, ok := u.rational(); ok {
		return r.counting("factorial", []frac{u})
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
	name := r.unknown("factorial", bare)
	r.positive[name] = true
	out, c := whole(atomPoly(name)), q.Num().Int64()
	for k := int64(1); k <= c; k++ {
		out = r.times(out, r.add(bare, constant(intSurd(k))))
	}
	for k := int64(0); k > c; k-- {
		out = r.times(out, r.inverse(r.add(bare, constant(intSurd(k)))))
	}
	return out
}
