package enclose

import (
	"math"
	"math/big"
)

// Exp returns e^a. Like the other functions of this file, it computes a ball. The middle of the ball
// is a value, and the radius is an upper bound of the error of this value.
func (f *Field) Exp(a Real) Real {
	if a.isZero() {
		return Int(1)
	}
	u := f.ballOf(a)
	if u.lowerBound().Cmp(power2(28)) > 0 {
		return f.fail(ErrRange)
	}
	if u.rad.Cmp(big.NewFloat(0.5)) > 0 {
		return f.fail(ErrVague)
	}
	m := f.expOf(u.mid, f.Bits)
	if f.Err != nil {
		return Int(0)
	}
	// |e^(m+d) − e^m| ≤ e^m(e^rad − 1) ≤ 2·rad·e^m
	spread := mulRadii(absUp(m), mulRadii(big.NewFloat(2), u.rad))
	return f.fromBall(ball{m, sumRadii(mulRadii(spread, big.NewFloat(1.01)), roundingError(m, f.Bits-2))})
}

// halvings returns how often an argument is halved before its series is summed.
func halvings(bits uint) int { return int(math.Sqrt(float64(bits))) }

// expOf returns e^x to the given number of bits, for |x| < 2^28. It computes
// e^x = 2^k·(e^(r/2^s))^(2^s) with x = k·ln 2 + r.
func (f *Field) expOf(x *big.Float, bits uint) *big.Float {
	s := halvings(bits)
	prec := bits + guardBits + uint(s) + 32
	if !f.charge(3*s, prec) {
		return new(big.Float)
	}
	ln2 := f.computeLn2(prec)
	k, _ := new(big.Float).Quo(x, ln2).Int(nil)
	r := new(big.Float).SetPrec(prec).Mul(new(big.Float).SetInt(k), ln2)
	r = difference(x, r, prec)
	r.SetMantExp(r, -s)
	total, term := newFloat(prec, 1), newFloat(prec, 1)
	for n := int64(1); term.Sign() != 0 && term.MantExp(nil) > -int(prec); n++ {
		term.Mul(term, r)
		term.Quo(term, newFloat(64, n))
		total = sum(total, term, prec)
	}
	for range s {
		total.Mul(total, total)
	}
	total.SetMantExp(total, int(k.Int64()))
	return total.SetPrec(bits)
}

func newFloat(prec uint, n int64) *big.Float { return new(big.Float).SetPrec(prec).SetInt64(n) }

// Log returns ln a.
func (f *Field) Log(a Real) Real {
	if q, ok := a.Rational(); ok && q.Cmp(big.NewRat(1, 1)) == 0 {
		return Int(0)
	}
	u, ok := f.positiveBall(a)
	if !ok {
		return Int(0)
	}
	y := f.logOf(u.mid)
	quotient := f.Quo(f.fromBall(u), f.Exp(f.fromBall(ball{y, radius()})))
	if f.Err != nil {
		return Int(0)
	}
	// ln a = y + ln(a/e^y), and |ln t| ≤ 2|t − 1| for t ≥ ½
	deviation := f.ballOf(f.Sub(quotient, Int(1))).upperBound()
	if deviation.Cmp(big.NewFloat(0.5)) > 0 {
		return f.fail(ErrVague)
	}
	return f.fromBall(ball{y, mulRadii(big.NewFloat(2), deviation)})
}

// positiveBall returns the ball of a. If a is not certainly positive, it sets the field's error and
// returns false.
func (f *Field) positiveBall(a Real) (ball, bool) {
	sign, ok := f.Sign(a)
	switch {
	case !ok:
		f.fail(ErrVague)
	case sign <= 0:
		f.fail(ErrUndefined)
	}
	return f.ballOf(a), f.Err == nil
}

// logOf returns an approximation of ln x by Halley's iteration y ← y + 2(x − e^y)/(x + e^y), which
// triples the number of digits.
func (f *Field) logOf(x *big.Float) *big.Float {
	m := new(big.Float)
	e := x.MantExp(m)
	mantissa, _ := m.Float64()
	y := big.NewFloat(math.Log(mantissa) + float64(e)*math.Ln2)
	for bits := uint(40); bits < f.Bits+guardBits; {
		bits = min(3*bits-20, f.Bits+guardBits)
		prec := bits + 32
		z := f.expOf(y, prec)
		step := new(big.Float).SetPrec(prec).Quo(difference(x, z, prec), sum(x, z, prec))
		y = sum(y, step.Mul(step, newFloat(prec, 2)), prec)
		if f.Err != nil {
			return new(big.Float)
		}
	}
	return y.SetPrec(f.Bits)
}

// Sqrt returns √a, exactly for squares of rational numbers.
func (f *Field) Sqrt(a Real) Real {
	if q, ok := a.Rational(); ok && q.Sign() >= 0 {
		n, d := new(big.Int).Sqrt(q.Num()), new(big.Int).Sqrt(q.Denom())
		if root := new(big.Rat).SetFrac(n, d); new(big.Rat).Mul(root, root).Cmp(q) == 0 {
			return Exact(root)
		}
	}
	u, ok := f.positiveBall(a)
	if !ok || !f.charge(10, f.Bits) {
		return Int(0)
	}
	m := new(big.Float).SetPrec(f.Bits).Sqrt(u.mid)
	// |√(m+d) − √m| ≤ |d|/√m
	return f.fromBall(ball{m, sumRadii(radius().Quo(u.rad, absDown(m)), roundingError(m, f.Bits))})
}

// Sin returns sin a.
func (f *Field) Sin(a Real) Real {
	if a.isZero() {
		return Int(0)
	}
	return f.sinShifted(a, 0)
}

// Cos returns cos a.
func (f *Field) Cos(a Real) Real {
	if a.isZero() {
		return Int(1)
	}
	return f.sinShifted(a, 1)
}

// sinShifted returns sin(a + quarters·π/2): sin a for quarters = 0, and cos a for quarters = 1.
func (f *Field) sinShifted(a Real, quarters int64) Real {
	u := f.ballOf(a)
	if u.mid.MantExp(nil) > 256 {
		return f.fail(ErrRange)
	}
	s := halvings(f.Bits)
	prec := f.Bits + guardBits + uint(max(u.mid.MantExp(nil), 0)) + uint(s)
	if !f.charge(3*s, prec) {
		return Int(0)
	}
	halfPi := new(big.Float).SetPrec(prec).Quo(f.computePi(prec), newFloat(prec, 2))
	k := roundToInteger(new(big.Float).SetPrec(prec).Quo(u.mid, halfPi))
	r := new(big.Float).SetPrec(prec).Mul(new(big.Float).SetPrec(prec).SetInt(k), halfPi)
	r = difference(u.mid, r, prec)
	v := versine(r, s, prec)
	m := new(big.Float).SetPrec(prec)
	quadrant := new(big.Int).And(k.Add(k, big.NewInt(quarters)), big.NewInt(3)).Int64()
	if quadrant%2 == 0 {
		m.Sqrt(m.Mul(v, difference(newFloat(prec, 2), v, prec)))
		if r.Sign() < 0 {
			m.Neg(m)
		}
	} else {
		m = difference(newFloat(prec, 1), v, prec)
	}
	if quadrant >= 2 {
		m.Neg(m)
	}
	return f.fromBall(ball{m.SetPrec(f.Bits), sumRadii(u.rad, power2(2-int(f.Bits)))})
}

// roundToInteger returns v rounded to an integer.
func roundToInteger(v *big.Float) *big.Int {
	half := big.NewFloat(0.5)
	if v.Sign() < 0 {
		half.Neg(half)
	}
	n, _ := new(big.Float).Add(v, half).Int(nil)
	return n
}

// versine returns 1 − cos r for small r. It sums the series of v = 1 − cos θ at θ = r/2^s and
// doubles the angle s times by 1 − cos 2θ = 2v(2 − v).
func versine(r *big.Float, s int, prec uint) *big.Float {
	x := new(big.Float).SetPrec(prec).SetMantExp(r, -s)
	x.Mul(x, x)
	total, term := newFloat(prec, 0), newFloat(prec, -1)
	minExponent := 2*x.MantExp(nil) - int(prec)
	for n := int64(1); term.Sign() != 0 && (n == 1 || term.MantExp(nil) > minExponent); n++ {
		term.Mul(term, x)
		term.Quo(term, newFloat(64, -2*n*(2*n-1)))
		total = sum(total, term, prec)
	}
	for range s {
		total.Mul(total, difference(newFloat(prec, 2), total, prec))
		total.SetMantExp(total, 1)
	}
	return total
}

// guardBits is the number of additional bits with which series are summed.
const guardBits = 64

// arc returns Σ s^k/((2k+1)n^(2k+1)) in units of 2^−bits: atanh(1/n) for s = 1,
// atan(1/n) for s = −1.
func arc(n, s int64, bits uint) *big.Int {
	term := new(big.Int).Lsh(big.NewInt(1), bits)
	term.Quo(term, big.NewInt(n))
	sum, square := new(big.Int).Set(term), big.NewInt(n*n)
	for k := int64(1); term.Sign() != 0; k++ {
		term.Quo(term, square)
		part := new(big.Int).Quo(term, big.NewInt(2*k+1))
		if s < 0 && k%2 == 1 {
			part.Neg(part)
		}
		sum.Add(sum, part)
	}
	return sum
}

// fromUnits returns n·2^−bits.
func fromUnits(n *big.Int, bits uint) *big.Float {
	v := new(big.Float).SetPrec(bits).SetInt(n)
	return v.SetMantExp(v, -int(bits))
}

// constant returns Σ c·arc(n, s) over the pairs {c, n} in parts. It stores the result in *cache,
// and reuses it if it has enough bits.
func (f *Field) constant(cache **big.Float, bits uint, s int64, parts ...[2]int64) *big.Float {
	if *cache != nil && (*cache).Prec() >= bits {
		return *cache
	}
	f.charge(int(bits), 128)
	sum := new(big.Int)
	for _, p := range parts {
		sum.Add(sum, new(big.Int).Mul(big.NewInt(p[0]), arc(p[1], s, bits+guardBits)))
	}
	*cache = fromUnits(sum, bits+guardBits)
	return *cache
}

// computeLn2 returns ln 2 = 18·atanh(1/26) − 2·atanh(1/4801) + 8·atanh(1/8749).
func (f *Field) computeLn2(bits uint) *big.Float {
	return f.constant(&f.ln2, bits, 1, [2]int64{18, 26}, [2]int64{-2, 4801}, [2]int64{8, 8749})
}

// computePi returns π = 16·atan(1/5) − 4·atan(1/239) (Machin 1706).
func (f *Field) computePi(bits uint) *big.Float {
	return f.constant(&f.pi, bits, -1, [2]int64{16, 5}, [2]int64{-4, 239})
}

// Pi returns π.
func (f *Field) Pi() Real {
	m := new(big.Float).SetPrec(f.Bits).Set(f.computePi(f.Bits))
	return f.fromBall(ball{m, roundingError(m, f.Bits)})
}

// maxExponentByMultiplication is the largest exponent for which a power is computed by
// multiplication.
const maxExponentByMultiplication = 1 << 12

// Pow returns a^b: by multiplication for integers b, and otherwise as e^(b·ln a),
// which is undefined for a < 0.
func (f *Field) Pow(a, b Real) Real {
	n, isWhole := b.asInteger()
	switch {
	case isWhole && n.Sign() < 0:
		return f.inverse(f.Pow(a, f.Neg(b)))
	case isWhole && n.IsInt64() && n.Int64() <= maxExponentByMultiplication:
		return f.powByMultiplication(a, n.Int64())
	case isWhole:
		return f.largePower(a, b, n.Bit(0) == 1)
	}
	if q, ok := a.Rational(); ok && q.Sign() == 0 {
		return f.zeroPower(b)
	}
	if q, ok := b.Rational(); ok && q.Denom().Cmp(big.NewInt(2)) == 0 {
		return f.Pow(f.Sqrt(a), Exact(new(big.Rat).SetInt(q.Num())))
	}
	return f.Exp(f.Mul(b, f.Log(a)))
}

// asInteger returns a as an integer. The second result is false if a is not known to be an integer.
func (a Real) asInteger() (*big.Int, bool) {
	if a.rest != nil || !a.exact.IsInt() {
		return nil, false
	}
	return a.exact.Num(), true
}

func (f *Field) powByMultiplication(a Real, n int64) Real {
	out := Int(1)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			out = f.Mul(out, a)
		}
		if n > 1 {
			a = f.Mul(a, a)
		}
	}
	return out
}

// largePower returns a^b for an integer b > 0 that is too large for repeated
// multiplication.
func (f *Field) largePower(a, b Real, isOdd bool) Real {
	sign, ok := f.Sign(a)
	switch {
	case !ok:
		return f.fail(ErrVague)
	case sign == 0:
		return Int(0)
	}
	if q, isRational := a.Rational(); isRational && new(big.Rat).Abs(q).Cmp(big.NewRat(1, 1)) == 0 &&
		(sign > 0 || !isOdd) {
		return Int(1)
	}
	out := f.Exp(f.Mul(b, f.Log(f.Abs(a))))
	if sign < 0 && isOdd {
		return f.Neg(out)
	}
	return out
}

// zeroPower returns 0^b.
func (f *Field) zeroPower(b Real) Real {
	sign, ok := f.Sign(b)
	switch {
	case !ok:
		return f.fail(ErrVague)
	case sign < 0:
		return f.fail(ErrUndefined)
	case sign == 0:
		return Int(1)
	}
	return Int(0)
}

// Tan returns tan a.
func (f *Field) Tan(a Real) Real { return f.Quo(f.Sin(a), f.Cos(a)) }

// Sinh returns (e^a − e^−a)/2.
func (f *Field) Sinh(a Real) Real { return f.half(f.Sub(f.Exp(a), f.Exp(f.Neg(a)))) }

// Cosh returns (e^a + e^−a)/2.
func (f *Field) Cosh(a Real) Real { return f.half(f.Add(f.Exp(a), f.Exp(f.Neg(a)))) }

func (f *Field) half(a Real) Real { return f.Mul(a, Exact(big.NewRat(1, 2))) }

// Tanh returns 2s(2a) − 1, where s is the logistic function.
func (f *Field) Tanh(a Real) Real {
	return f.Sub(f.Mul(Int(2), f.Logistic(f.Mul(Int(2), a))), Int(1))
}

// Logistic returns 1/(1 + e^−a). For a > 0 it computes 1 − 1/(1 + e^a), which keeps
// the digits of the distance to 1.
func (f *Field) Logistic(a Real) Real {
	if sign, ok := f.Sign(a); ok && sign > 0 {
		return f.Sub(Int(1), f.Logistic(f.Neg(a)))
	}
	e := f.Exp(a)
	return f.Quo(e, f.Add(Int(1), e))
}
