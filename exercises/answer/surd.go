package answer

import (
	"cmp"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// surd is an exact number Σ qₖ√k over different square-free integers k ≥ 1. It is an element of
// ℚ(√2, √3, √5, …). Square roots of different square-free integers are linearly independent over ℚ
// (Besicovitch 1940), so a surd is zero exactly if it has no parts.
type surd []part

// part is q·√k, with q ≠ 0 and k square-free. The parts of a surd are in ascending
// order of k.
type part struct {
	k int64
	q *big.Rat
}

// maxBits is the maximum length of numerators and denominators.
const maxBits = 1 << 14

// maxRoot is the maximum integer under a root. The product of two such integers fits into an int64.
const maxRoot = 1_000_000_000

func ratSurd(q *big.Rat) surd {
	if q.Sign() == 0 {
		return nil
	}
	return surd{{1, q}}
}

func intSurd(n int64) surd { return ratSurd(big.NewRat(n, 1)) }

func (s surd) isZero() bool { return len(s) == 0 }

// rat returns the value if it is rational.
func (s surd) rat() (*big.Rat, bool) {
	if len(s) == 0 {
		return new(big.Rat), true
	}
	if len(s) == 1 && s[0].k == 1 {
		return s[0].q, true
	}
	return nil, false
}

func (s surd) isOne() bool {
	r, ok := s.rat()
	return ok && r.IsInt() && r.Num().IsInt64() && r.Num().Int64() == 1
}

func (s surd) add(t surd) surd {
	out := make(surd, 0, len(s)+len(t))
	for len(s) > 0 && len(t) > 0 {
		switch {
		case s[0].k < t[0].k:
			out, s = append(out, s[0]), s[1:]
		case s[0].k > t[0].k:
			out, t = append(out, t[0]), t[1:]
		default:
			if q := new(big.Rat).Add(s[0].q, t[0].q); q.Sign() != 0 {
				out = append(out, part{s[0].k, q})
			}
			s, t = s[1:], t[1:]
		}
	}
	out = append(out, s...)
	return append(out, t...)
}

func (s surd) neg() surd {
	out := make(surd, len(s))
	for i, p := range s {
		out[i] = part{p.k, new(big.Rat).Neg(p.q)}
	}
	return out
}

func (s surd) mul(t surd) surd {
	if len(s) == 1 && len(t) == 1 {
		return surd{s[0].mul(t[0])}
	}
	var out surd
	for _, p := range s {
		row := make(surd, 0, len(t))
		for _, r := range t {
			row = append(row, p.mul(r))
		}
		slices.SortFunc(row, func(a, b part) int { return cmp.Compare(a.k, b.k) })
		out = out.add(row)
	}
	return out
}

// mul uses √a·√b = g√(ab/g²) with g = gcd(a, b).
func (p part) mul(r part) part {
	q := new(big.Rat).Mul(p.q, r.q)
	if p.k == 1 || r.k == 1 {
		return part{p.k * r.k, q}
	}
	g := gcd(p.k, r.k)
	q.Mul(q, big.NewRat(g, 1))
	return part{(p.k / g) * (r.k / g), q}
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// inv returns 1/s for s ≠ 0. It multiplies s by the conjugate in which the square root of one prime
// has the opposite sign, and inverts the product, which does not contain this root. The second
// result is false if s has too many different roots.
func (s surd) inv() (surd, bool) {
	if len(s) == 1 {
		// 1/(q√k) = √k/(qk)
		q := new(big.Rat).Mul(s[0].q, big.NewRat(s[0].k, 1))
		return surd{{s[0].k, q.Inv(q)}}, true
	}
	if len(s) > 8 {
		return nil, false
	}
	p := separatingPrime(s)
	conj := make(surd, len(s))
	for i, r := range s {
		conj[i] = r
		if r.k%p == 0 {
			conj[i].q = new(big.Rat).Neg(r.q)
		}
	}
	productInverse, ok := s.mul(conj).inv()
	if !ok {
		return nil, false
	}
	return conj.mul(productInverse), true
}

// separatingPrime returns a prime that divides some but not all k of the parts. If there is none, it
// returns the largest prime factor of the first k.
func separatingPrime(s surd) int64 {
	for _, r := range s {
		for p := int64(2); p*p <= r.k; p++ {
			if r.k%p == 0 && !allDivide(s, p) {
				return p
			}
		}
		if last := largestPrimeFactor(r.k); last > 1 && !allDivide(s, last) {
			return last
		}
	}
	return largestPrimeFactor(s[0].k)
}

func allDivide(s surd, p int64) bool {
	return !slices.ContainsFunc(s, func(r part) bool { return r.k%p != 0 })
}

func largestPrimeFactor(k int64) int64 {
	for p := int64(2); p*p <= k; {
		if k%p == 0 && k != p {
			k /= p
			continue
		}
		p++
	}
	return k
}

// sqrtRat returns √q as a surd. The second result is false if q < 0, or if the
// integers are too large to factor.
func sqrtRat(q *big.Rat) (surd, bool) {
	if q.Sign() < 0 {
		return nil, false
	}
	if q.Sign() == 0 {
		return nil, true
	}
	// √(a/b) = √(ab)/b
	ab := new(big.Int).Mul(q.Num(), q.Denom())
	if root := new(big.Int).Sqrt(ab); new(big.Int).Mul(root, root).Cmp(ab) == 0 {
		return ratSurd(new(big.Rat).SetFrac(root, q.Denom())), true
	}
	if !ab.IsInt64() || ab.Int64() > maxRoot {
		return nil, false
	}
	out, k := int64(1), ab.Int64()
	for p := int64(2); p*p <= k; p++ {
		for k%(p*p) == 0 {
			k /= p * p
			out *= p
		}
	}
	return surd{{k, new(big.Rat).SetFrac(big.NewInt(out), q.Denom())}}, true
}

// Roots of higher degree are products of powers p^q of primes. Such products with different
// exponents modulo 1 are linearly independent over ℚ (Besicovitch 1940). The canonical form has
// whole powers of p and √p in the coefficient. The rest, with exponents below ½, is in the monomial.

// isPrime reports whether the base of a power is a prime number p, written (p).
func isPrime(base string) bool { return base[0] == '(' }

// primeFactors returns a positive number a√k as powers of primes. ok is false for other
// numbers, and if an integer is too large to factor.
func (r *ring) primeFactors(s surd) (m mono, ok bool) {
	if len(s) != 1 || s[0].q.Sign() <= 0 {
		return nil, false
	}
	for _, integerPower := range []struct {
		n        *big.Int
		num, den int64
	}{{s[0].q.Num(), 1, 1}, {s[0].q.Denom(), -1, 1}, {big.NewInt(s[0].k), 1, 2}} {
		if !integerPower.n.IsInt64() {
			return nil, false
		}
		n := integerPower.n.Int64()
		for p := int64(2); n > 1; p++ {
			if p*p > n {
				p = n
			} else if p*p > maxRoot {
				return nil, false
			}
			for ; n%p == 0; n /= p {
				base := "(" + strconv.FormatInt(p, 10) + ")"
				m, r.positive[base] = m.mul(mono{{base, integerPower.num, integerPower.den}}), true
			}
		}
	}
	return m, true
}

// splitRoots splits a power of a prime into a power with an exponent below ½ and a number.
func (f factor) splitRoots() (factor, surd) {
	halves := 2 * f.num / f.den
	if halves*f.den > 2*f.num {
		halves--
	}
	p, _ := strconv.ParseInt(strings.Trim(f.base, "()"), 10, 64)
	odd := halves & 1
	wholePart := (halves - odd) / 2
	q := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(p), big.NewInt(abs64(wholePart)), nil))
	if wholePart < 0 {
		q.Inv(q)
	}
	number := surd{{1, q}}
	if odd == 1 {
		number[0].k = p
	}
	return f.mul(factor{f.base, -halves, 2}), number
}

// rootOfPositive returns the square root of a positive number c = a√k. ok is false for other
// numbers, and if an integer is too large to factor.
func (r *ring) rootOfPositive(c surd) (root frac, ok bool) {
	m, ok := r.primeFactors(c)
	return r.mulFrac(constantFrac(intSurd(1)), wholeFrac(monomial(m.power(1, 2), intSurd(1)))), ok
}

// rootOfNumber returns the square root of a number c ≥ 0. c must be a√k, or a√k + b√l with a root of
// the form √u ± √v, where u and v are rational multiples of square roots. Otherwise, or if an
// integer is too large to factor, ok is false.
func (r *ring) rootOfNumber(c surd) (root frac, ok bool) {
	if q, isRational := c.rat(); isRational {
		if root, isExact := sqrtRat(q); isExact {
			return constantFrac(root), true
		}
	}
	if len(c) != 2 {
		return r.rootOfPositive(c)
	}
	a, b := surd{c[0]}, surd{c[1]}
	squareDifference, _ := a.mul(a).add(b.mul(b).neg()).rat() // (a + b)(a − b)
	if squareDifference.Sign() < 0 {
		a, b, squareDifference = b, a, new(big.Rat).Neg(squareDifference)
	}
	s, isExact := sqrtRat(squareDifference)
	if !isExact || c.float() < 0 {
		return frac{}, false
	}
	half := ratSurd(big.NewRat(1, 2))
	u, okU := r.rootOfPositive(a.add(s).mul(half))
	v, okV := r.rootOfPositive(a.add(s.neg()).mul(half))
	if b[0].q.Sign() < 0 {
		v = v.neg()
	}
	return r.add(u, v), okU && okV
}

func (s surd) float() float64 {
	if q, ok := s.rat(); ok {
		v, _ := q.Float64()
		return v
	}
	sum := new(big.Float).SetPrec(200)
	for _, p := range s {
		root := new(big.Float).SetPrec(200).SetInt64(p.k)
		root.Sqrt(root)
		q := new(big.Float).SetPrec(200).SetRat(p.q)
		sum.Add(sum, q.Mul(q, root))
	}
	v, _ := sum.Float64()
	return v
}

// bits returns the length of the longest numerator or denominator.
func (s surd) bits() int {
	n := 0
	for _, p := range s {
		n = max(n, p.q.Num().BitLen(), p.q.Denom().BitLen())
	}
	return n
}

// String returns text such as 2√2, √2/2 or 1 + √3.
func (s surd) String() string {
	if len(s) == 0 {
		return "0"
	}
	var b strings.Builder
	for i, p := range s {
		q := new(big.Rat).Abs(p.q)
		switch {
		case p.q.Sign() < 0 && i == 0:
			b.WriteString("−")
		case p.q.Sign() < 0:
			b.WriteString(" − ")
		case i > 0:
			b.WriteString(" + ")
		}
		b.WriteString(p.text(q))
	}
	return b.String()
}

// text returns q·√k, where q is the absolute value of p.q.
func (p part) text(q *big.Rat) string {
	if p.k == 1 {
		return ratString(q)
	}
	root := "√" + big.NewInt(p.k).String()
	num := q.Num().String()
	if num == "1" {
		num = ""
	}
	if q.IsInt() {
		return num + root
	}
	return num + root + "/" + q.Denom().String()
}
