package enclose

import (
	"math"
	"math/big"
)

// Exp returns e^a.
func (f *Field) Exp(a Real) Real {
	if q, ok := a.Rational(); ok && q.Sign() == 0 {
		return Int(1)
	}
	u := f.whole(a)
	if u.least().Cmp(power2(28)) > 0 {
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
	spread := timesRadius(upper(m), timesRadius(big.NewFloat(2), u.rad))
	return f.ofBall(ball{m, plusRadius(timesRadius(spread, big.NewFloat(1.01)), rounded(m, f.Bits-2))})
}

// halvings returns how often an argument is halved before its series is summed.
func halvings(bits uint) int { return int(math.Sqrt(float64(bits))) }

// expOf returns e^x to the given number of bits, for |x| < 2^28: e^x =
// 2^k·(e^(r/2^s))^(2^s) with x = k·ln 2 + r.
func (f *Field) expOf(x *big.Float, bits uint) *big.Float {
	s := halvings(bits)
	w := bits + guard + uint(s) + 32
	if !f.pay(3*s, w) {
		return new(big.Float)
	}
	ln2 := f.lnTwo(w)
	k, _ := new(big.Float).Quo(x, ln2).Int(nil)
	r := new(big.Float).SetPrec(w).Mul(new(big.Float).SetInt(k), ln2)
	r = difference(x, r, w)
	r.SetMantExp(r, -s)
	total, term := newFloat(w, 1), newFloat(w, 1)
	for n := int64(1); term.Sign() != 0 && term.MantExp(nil) > -int(w); n++ {
		term.Mul(term, r)
		term.Quo(term, newFloat(64, n))
		total = sum(total, term, w)
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
	u, ok := f.positive(a)
	if !ok {
		return Int(0)
	}
	y := f.logOf(u.mid)
	back := f.Quo(f.ofBall(u), f.Exp(f.ofBall(ball{y, radius()})))
	if f.Err != nil {
		return Int(0)
	}
	// ln a = y + ln(a/e^y), and |ln t| ≤ 2|t − 1| for t ≥ ½
	off := f.whole(f.Sub(back, Int(1))).most()
	if off.Cmp(big.NewFloat(0.5)) > 0 {
		return f.fail(ErrVague)
	}
	return f.ofBall(ball{y, timesRadius(big.NewFloat(2), off)})
}

// positive returns the ball of a number that is certainly positive. ok is false if
// it is not.
func (f *Field) positive(a Real) (ball, bool) {
	sign, ok := f.Sign(a)
	switch {
	case !ok:
		f.fail(ErrVague)
	case sign <= 0:
		f.fail(ErrUndefined)
	}
	return f.whole(a), f.Err == nil
}

// logOf returns an approximation of ln x by Halley's iteration y ← y + 2(x −
// e^y)/(x + e^y), which triples the number of digits.
func (f *Field) logOf(x *big.Float) *big.Float {
	m := new(big.Float)
	e := x.MantExp(m)
	near, _ := m.Float64()
	y := big.NewFloat(math.Log(near) + float64(e)*math.Ln2)
	for bits := uint(40); bits < f.Bits+guard; {
		bits = min(3*bits-20, f.Bits+guard)
		w := bits + 32
		z := f.expOf(y, w)
		step := new(big.Float).SetPrec(w).Quo(difference(x, z, w), sum(x, z, w))
		y = sum(y, step.Mul(step, newFloat(w, 2)), w)
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
	u, ok := f.positive(a)
	if !ok || !f.pay(10, f.Bits) {
		return Int(0)
	}
	m := new(big.Float).SetPrec(f.Bits).Sqrt(u.mid)
	// |√(m+d) − √m| ≤ |d|/√m
	return f.ofBall(ball{m, plusRadius(radius().Quo(u.rad, lower(m)), rounded(m, f.Bits))})
}

// Sin returns sin a.
func (f *Field) Sin(a Real) Real {
	if q, ok := a.Rational(); ok && q.Sign() == 0 {
		return Int(0)
	}
	return f.turned(a, 0)
}

// Cos returns cos a.
func (f *Field) Cos(a Real) Real {
	if q, ok := a.Rational(); ok && q.Sign() == 0 {
		return Int(1)
	}
	return f.turned(a, 1)
}

// turned returns sin(a + quarters·π/2).
func (f *Field) turned(a Real, quarters int64) Real {
	u := f.whole(a)
	if u.mid.MantExp(nil) > 256 {
		return f.fail(ErrRange)
	}
	s := halvings(f.Bits)
	w := f.Bits + guard + uint(max(u.mid.MantExp(nil), 0)) + uint(s)
	if !f.pay(3*s, w) {
		return Int(0)
	}
	half := new(big.Float).SetPrec(w).Quo(f.circle(w), newFloat(w, 2))
	k := nearest(new(big.Float).SetPrec(w).Quo(u.mid, half))
	r := new(big.Float).SetPrec(w).Mul(new(big.Float).SetPrec(w).SetInt(k), half)
	r = difference(u.mid, r, w)
	v := versine(r, s, w)
	m := new(big.Float).SetPrec(w)
	turn := new(big.Int).And(k.Add(k, big.NewInt(quarters)), big.NewInt(3)).Int64()
	if turn%2 == 0 {
		m.Sqrt(m.Mul(v, difference(newFloat(w, 2), v, w)))
		if r.Sign() < 0 {
			m.Neg(m)
		}
	} else {
		m = difference(newFloat(w, 1), v, w)
	}
	if turn >= 2 {
		m.Neg(m)
	}
	return f.ofBall(ball{m.SetPrec(f.Bits), plusRadius(u.rad, power2(2-int(f.Bits)))})
}

// nearest returns v rounded to an integer.
func nearest(v *big.Float) *big.Int {
	half := big.NewFloat(0.5)
	if v.Sign() < 0 {
		half.Neg(half)
	}
	n, _ := new(big.Float).Add(v, half).Int(nil)
	return n
}

// versine returns 1 − cos r for small r, by its series at r/2^s and 1 − cos 2θ =
// 2v(2 − v).
func versine(r *big.Float, s int, w uint) *big.Float {
	x := new(big.Float).SetPrec(w).SetMantExp(r, -s)
	x.Mul(x, x)
	total, term := newFloat(w, 0), newFloat(w, -1)
	least := 2*x.MantExp(nil) - int(w)
	for n := int64(1); term.Sign() != 0 && (n == 1 || term.MantExp(nil) > least); n++ {
		term.Mul(term, x)
		term.Quo(term, newFloat(64, -2*n*(2*n-1)))
		total = sum(total, term, w)
	}
	for range s {
		total.Mul(total, difference(newFloat(w, 2), total, w))
		total.SetMantExp(total, 1)
	}
	return total
}
