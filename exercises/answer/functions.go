package answer

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
)

// maxExpandedArgs is the maximum number of arguments for which max and min are expanded if some
// argument is not a number.
const maxExpandedArgs = 3

// minOrMax returns the max or min of its arguments, by max(a, b) = (a + b + |a − b|)/2. For more
// than maxExpandedArgs arguments that are not all numbers, it leaves the function unevaluated.
func (r *ring) minOrMax(fn string, args []frac) frac {
	isSymbolic := func(a frac) bool { _, isNumber := a.number(); return !isNumber }
	if len(args) > maxExpandedArgs && slices.ContainsFunc(args, isSymbolic) {
		return r.unevaluated(fn, args...)
	}
	best := args[0]
	for _, a := range args[1:] {
		diff := r.sub(best, a)
		if len(diff.num) == 0 {
			continue
		}
		if diff = r.absolute(diff); fn == "min" {
			diff = diff.neg()
		}
		best = r.add(r.add(best, a), diff)
		best.num = best.num.scale(ratSurd(big.NewRat(1, 2)))
	}
	return best
}

// logarithm returns ln u. It is a sum over the factors of u if each factor is known to be positive
// wherever ln u is defined. Otherwise it stays unevaluated. So ln 1 = 0, ln(1/x) = −ln x,
// ln(c·e^x) = ln c + x, and ln(x²) stays as it is.
func (r *ring) logarithm(u frac) frac {
	t, single := u.num.singleTerm()
	divisor, singleDivisor := u.den.singleTerm()
	if !single || !singleDivisor {
		return r.unevaluatedLog(u)
	}
	m := t.mono.mul(divisor.mono.power(-1, 1))
	out, ok := r.logNumber(t.coef)
	for _, f := range m {
		part, known := r.logFactor(f, len(m) == 1)
		ok = ok && known
		out = out.add(part)
	}
	if !ok {
		return r.unevaluatedLog(u)
	}
	return wholeFrac(out)
}

// unevaluatedLog returns ln u as a variable of the polynomial.
func (r *ring) unevaluatedLog(u frac) frac {
	name := r.unevaluatedName("ln", u)
	r.logs[name] = u
	return wholeFrac(basePoly(name))
}

// logFactor returns ln of one factor. If onlyFactor is set, the factor may be an odd power of a
// base of unknown sign, because such a power is positive exactly if the base is positive.
func (r *ring) logFactor(f factor, onlyFactor bool) (poly, bool) {
	k := ratSurd(big.NewRat(f.num, f.den))
	if u, ok := r.exponents[f.base]; ok {
		return u.scale(k), true
	}
	if !r.positive[f.base] && (!onlyFactor || f.den != 1 || f.num%2 == 0) {
		return nil, false
	}
	r.basesMayDepend = true
	name := "ln(" + typesetBase(f.base) + ")"
	if isPrime(f.base) {
		name = "ln" + f.base
	}
	if isPrime(f.base) || r.largeVariables {
		r.positive[name] = true
	}
	r.logs[name] = wholeFrac(basePoly(f.base))
	return basePoly(name).scale(k), true
}

// logNumber returns ln of a positive number a√k as a sum over its primes. The
// logarithms of different primes are linearly independent over the rationals.
func (r *ring) logNumber(c surd) (poly, bool) {
	out := poly{}
	primes, ok := r.primeFactors(c)
	for _, f := range primes {
		part, _ := r.logFactor(f, false)
		out = out.add(part)
	}
	return out, ok
}

// trigOfAngle returns cos, sin or tan of a multiple of π/12. ok is false for other angles.
func (r *ring) trigOfAngle(fn string, u frac) (f frac, ok bool) {
	t, single := u.num.singleTerm()
	if q, rational := t.coef.rat(); len(u.num) == 0 || single && rational && u.den.isOne() &&
		slices.Equal(t.mono, mono{{"pi", 1, 1}}) && q.Num().BitLen() < 32 && 12%q.Denom().Int64() == 0 {
		k := int64(0)
		if single {
			k = q.Num().Int64() * (12 / q.Denom().Int64())
		}
		cos, sin := constantFrac(cosineOfTwelfths(k)), constantFrac(cosineOfTwelfths(k-6))
		switch fn {
		case "cos":
			return cos, true
		case "sin":
			return sin, true
		}
		return r.mulFrac(sin, r.inverse(cos)), true
	}
	return frac{}, false
}

// cosineOfTwelfths returns cos(kπ/12).
func cosineOfTwelfths(k int64) surd {
	if k = abs64(k) % 24; k > 12 {
		k = 24 - k
	}
	if k > 6 {
		return cosineOfTwelfths(12 - k).neg()
	}
	quarter := func(k int64, n int64) part { return part{k, big.NewRat(n, 4)} } // n√k/4
	return []surd{intSurd(1), {quarter(2, 1), quarter(6, 1)}, {quarter(3, 2)}, {quarter(2, 2)}, {quarter(1, 2)},
		{quarter(2, -1), quarter(6, 1)}, nil}[k]
}

// hyperbolic returns sinh u, cosh u or tanh u. The argument e is e^u.
func (r *ring) hyperbolic(fn string, e frac) frac {
	inverse := r.inverse(e)
	twiceSinh, twiceCosh := r.sub(e, inverse), r.add(e, inverse)
	half := constantFrac(ratSurd(big.NewRat(1, 2)))
	switch fn {
	case "sinh":
		return r.mulFrac(twiceSinh, half)
	case "cosh":
		return r.mulFrac(twiceCosh, half)
	}
	return r.mulFrac(twiceSinh, r.inverse(twiceCosh))
}

// countingFunction evaluates a factorial or binomial coefficient. If an argument is not a rational
// number, it calls symbolicCount.
func (r *ring) countingFunction(fn string, args []frac) frac {
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
	if fn == "factorial" && ns[0] > maxFactorial {
		return r.fail(fmt.Errorf("%d! is more than I write out; I go up to the factorial of %d", ns[0], maxFactorial))
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
	return constantFrac(ratSurd(new(big.Rat).SetInt(v)))
}

// symbolicCount returns a factorial or binomial coefficient of expressions in variables, which
// denote whole numbers ≥ 0. It uses C(n, k) = n!/(k!·(n−k)!) and (n+2)! = (n+2)(n+1)·n!. So
// C(d+p, p) and (d+p)!/(d!p!) have the same form, and for p = 2 also (d+2)(d+1)/2.
func (r *ring) symbolicCount(fn string, args []frac) frac {
	if fn == "factorial" {
		return r.factorial(args[0])
	}
	n, k := args[0], args[1]
	rest := r.sub(n, k)
	if difference, ok := rest.rational(); ok && difference.Sign() >= 0 {
		k, rest = rest, k // C(n, n−k) = C(n, k)
	}
	if q, ok := k.rational(); ok && q.IsInt() && q.Sign() >= 0 && q.Num().IsInt64() && q.Num().Int64() <= maxShift {
		return r.chooseByProduct(n, q.Num().Int64())
	}
	numerator := r.factorial(n)
	return r.mulFrac(numerator, r.inverse(r.mulFrac(r.factorial(k), r.factorial(rest))))
}

// maxShift is the largest whole number k for which (n±k)! and C(n, k) are expanded.
const maxShift = 12

// chooseByProduct returns C(n, k) = n(n−1)…(n−k+1)/k! for an integer k ≥ 0.
func (r *ring) chooseByProduct(n frac, k int64) frac {
	out := constantFrac(ratSurd(new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).MulRange(1, k))))
	for i := range k {
		out = r.mulFrac(out, r.add(n, constantFrac(intSurd(-i))))
	}
	return out
}

// factorial returns u!. If u has a whole constant term, it takes out that many factors:
// (n+2)! = (n+2)(n+1)·n!.
func (r *ring) factorial(u frac) frac {
	if _, ok := u.rational(); ok {
		return r.countingFunction("factorial", []frac{u})
	}
	if !u.den.isOne() {
		return r.unevaluated("factorial", u)
	}
	shift := coefOf(u.num, nil)
	q, ok := shift.rat()
	if !ok || !q.IsInt() || !q.Num().IsInt64() || abs64(q.Num().Int64()) > maxShift {
		return r.unevaluated("factorial", u)
	}
	withoutShift := wholeFrac(u.num.sub(constPoly(shift)))
	name := r.unevaluatedName("factorial", withoutShift)
	r.positive[name] = true
	out, c := wholeFrac(basePoly(name)), q.Num().Int64()
	for k := int64(1); k <= c; k++ {
		out = r.mulFrac(out, r.add(withoutShift, constantFrac(intSurd(k))))
	}
	for k := int64(0); k > c; k-- {
		out = r.mulFrac(out, r.inverse(r.add(withoutShift, constantFrac(intSurd(k)))))
	}
	return out
}

// maxFactorial is the largest number whose factorial is expanded.
const maxFactorial = 1100
