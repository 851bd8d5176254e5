package enclose

import "math/big"

// ball contains the real numbers within rad of mid. The radius is always rounded
// upwards.
type ball struct{ mid, rad *big.Float }

// radiusBits is the precision of a radius.
const radiusBits = 64

func radius() *big.Float { return new(big.Float).SetPrec(radiusBits).SetMode(big.AwayFromZero) }

// upper returns |v|, rounded upwards.
func upper(v *big.Float) *big.Float { return radius().Set(new(big.Float).Abs(v)) }

// power2 returns 2^e as a radius.
func power2(e int) *big.Float { return radius().SetMantExp(big.NewFloat(1), e) }

// rounded returns a bound of the error in rounding v to prec bits.
func rounded(v *big.Float, prec uint) *big.Float {
	if v.Sign() == 0 {
		return radius()
	}
	return power2(v.MantExp(nil) - int(prec))
}

func plusRadius(rs ...*big.Float) *big.Float {
	out := radius()
	for _, r := range rs {
		if larger, far := apart(out, r, radiusBits); far {
			out = radius().Mul(larger,
				big.NewFloat(1+0x1p-50)) // the smaller one is less than the last bit of the larger
			continue
		}
		out = radius().Add(out, r)
	}
	return out
}

// apart returns the larger of two numbers if the other one is smaller than its last
// bit. Adding such numbers would require a shift by the whole difference of their
// exponents.
func apart(a, b *big.Float, prec uint) (larger *big.Float, far bool) {
	if a.Sign() == 0 || b.Sign() == 0 {
		return nil, false
	}
	switch gap := a.MantExp(nil) - b.MantExp(nil); {
	case gap > int(prec)+2:
		return a, true
	case -gap > int(prec)+2:
		return b, true
	}
	return nil, false
}

// sum returns a + b to prec bits, with an error of at most one unit in the last
// place.
func sum(a, b *big.Float, prec uint) *big.Float {
	if larger, far := apart(a, b, prec); far {
		return new(big.Float).SetPrec(prec).Set(larger)
	}
	return new(big.Float).SetPrec(prec).Add(a, b)
}

func difference(a, b *big.Float, prec uint) *big.Float {
	return sum(a, new(big.Float).Neg(b), prec)
}

func timesRadius(a, b *big.Float) *big.Float { return radius().Mul(a, b) }

// point returns the ball of a rational number, rounded to prec bits.
func point(q *big.Rat, prec uint) ball {
	m := new(big.Float).SetPrec(prec).SetRat(q)
	return ball{m, rounded(m, prec)}
}

func (a ball) neg() ball { return ball{new(big.Float).Neg(a.mid), a.rad} }

func (a ball) add(b ball, prec uint) ball {
	m := sum(a.mid, b.mid, prec)
	return ball{m, plusRadius(a.rad, b.rad, rounded(m, prec))}
}

func (a ball) mul(b ball, prec uint) ball {
	m := new(big.Float).SetPrec(prec).Mul(a.mid, b.mid)
	r := plusRadius(timesRadius(upper(a.mid), b.rad), timesRadius(upper(b.mid), a.rad), timesRadius(a.rad, b.rad),
		rounded(m, prec))
	return ball{m, r}
}

// inverse returns 1/a for a ball without 0.
func (a ball) inverse(prec uint) ball {
	m := new(big.Float).SetPrec(prec).Quo(big.NewFloat(1), a.mid)
	// |1/(m+d) − 1/m| = |d|/(|m||m+d|) ≤ rad/(|m|(|m| − rad))
	r := radius().Quo(radius().Quo(a.rad, lower(a.mid)), a.least())
	return ball{m, plusRadius(r, rounded(m, prec))}
}

// lower returns |v|, rounded downwards.
func lower(v *big.Float) *big.Float {
	return new(big.Float).SetPrec(radiusBits).SetMode(big.ToZero).Set(new(big.Float).Abs(v))
}

// least returns a lower bound of the absolute values in a ball without 0.
func (a ball) least() *big.Float {
	low := lower(a.mid)
	if _, far := apart(low, a.rad, radiusBits); far {
		return lower(new(big.Float).SetMode(big.ToZero).SetPrec(radiusBits).Mul(low, big.NewFloat(1-0x1p-50)))
	}
	return new(big.Float).SetPrec(radiusBits).SetMode(big.ToZero).Sub(low, a.rad)
}

// most returns an upper bound of the absolute values in a ball.
func (a ball) most() *big.Float { return plusRadius(upper(a.mid), a.rad) }

// sign returns the sign of all numbers of the ball. ok is false if their signs
// differ.
func (a ball) sign() (sign int, ok bool) {
	switch {
	case a.mid.Sign() == 0 && a.rad.Sign() == 0:
		return 0, true
	case lower(a.mid).Cmp(a.rad) > 0:
		return a.mid.Sign(), true
	}
	return 0, false
}

// inRange reports whether the exponents are neither too large nor too small to be
// reliable.
func (a ball) inRange() bool {
	for _, v := range []*big.Float{a.mid, a.rad} {
		if e := v.MantExp(nil); v.IsInf() || e > maxExponent || e < -maxExponent {
			return false
		}
	}
	return true
}
