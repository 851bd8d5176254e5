// Package enclose computes with real numbers to any precision. A [Real] is the sum of an exact
// rational number and a rest that certainly lies in a known interval. So a sign that the package
// reports is proved. If it cannot decide a sign, a [Field] with more bits may decide it.
//
// Sums, products and quotients keep the exact part, so 1 + e^(−9000) and 10^14 + x²
// do not lose their small terms.
//
// Series of elementary functions are summed with 64 more bits than the result has, so the error of
// the sum is far below the claimed radius. The error of a logarithm is bounded with the exponential
// of the result.
//
// The package knows nothing of expressions or exercises.
package enclose

import (
	"errors"
	"math/big"
)

// ErrVague reports that a number is not known precisely enough for an operation, for example for
// the root of a number that may be 0. More bits may help.
var ErrVague = errors.New("this is not known well enough")

// ErrRange reports that a number is too large or too small to be represented, with any number of
// bits.
var ErrRange = errors.New("this is beyond the numbers I can hold")

// ErrUndefined reports that a result certainly has no value.
var ErrUndefined = errors.New("this has no value")

// Real is a real number: the sum of an exact part and a rest in a ball. A Real never changes. It is
// meaningful only if the [Field] that computed it has no error.
type Real struct {
	exact *big.Rat
	rest  *ball // may be nil
}

// Exact returns a rational number as a Real.
func Exact(q *big.Rat) Real { return Real{exact: q} }

// Int returns an integer as a Real.
func Int(n int64) Real { return Exact(big.NewRat(n, 1)) }

// Rational returns the number if it is known exactly. Otherwise the second result is false.
func (a Real) Rational() (*big.Rat, bool) { return a.exact, a.rest == nil }

func (a Real) isZero() bool { return a.rest == nil && a.exact.Sign() == 0 }

// Field computes with a fixed number of bits and charges its work to a budget. Err holds
// the first error. Results after an error are meaningless. A Field is not safe for
// concurrent use.
type Field struct {
	Bits uint
	// Spend charges units of work of about a microsecond. If nil, work is not charged.
	Spend func(work int) error
	Err   error

	ln2, pi   *big.Float // computed when first needed; see constant
	uncharged int        // thousandths of a unit of work that are not yet charged
}

// maxExact is the maximum number of bits of an exact part. A longer exact part is rounded and added
// to the rest.
const maxExact = 1 << 11

// maxExponent bounds the binary exponents. The product of two numbers within the
// bound is far from the limits of a big.Float.
const maxExponent = 1 << 29

func (f *Field) fail(err error) Real {
	if f.Err == nil {
		f.Err = err
	}
	return Int(0)
}

// charge adds up the work for the given number of products of numbers with the given number of bits,
// and calls Spend for the full units of work. If the field has an error, charge returns false, and
// the products need not be computed.
func (f *Field) charge(products int, bits uint) bool {
	words := int(bits/64) + 1
	f.uncharged += products * (100 + words*words/2)
	if f.Err == nil && f.Spend != nil && f.uncharged >= 1000 {
		f.Err = f.Spend(f.uncharged / 1000)
		f.uncharged %= 1000
	}
	return f.Err == nil
}

// real returns a number with the given parts. If the exact part is too long, real adds it
// to the rest.
func (f *Field) real(exact *big.Rat, rest *ball) Real {
	n := exact.Num().BitLen() + exact.Denom().BitLen()
	f.charge(3, uint(n))
	if n > maxExact {
		b := ballAround(exact, f.Bits)
		if rest != nil {
			b = b.add(*rest, f.Bits)
		}
		exact, rest = new(big.Rat), &b
	}
	if rest == nil {
		return Real{exact: exact}
	}
	if !rest.inRange() {
		return f.fail(ErrRange)
	}
	return Real{exact, rest}
}

// ballOf returns a ball that contains a, the sum of both parts.
func (f *Field) ballOf(a Real) ball {
	switch {
	case a.rest == nil:
		return ballAround(a.exact, f.Bits)
	case a.exact.Sign() == 0:
		return *a.rest
	}
	return ballAround(a.exact, f.Bits).add(*a.rest, f.Bits)
}

// fromBall returns a number about which only the ball is known.
func (f *Field) fromBall(b ball) Real { return f.real(new(big.Rat), &b) }

// Neg returns −a.
func (f *Field) Neg(a Real) Real {
	out := Real{exact: new(big.Rat).Neg(a.exact)}
	if a.rest != nil {
		out.rest = new(a.rest.neg())
	}
	return out
}

// Add returns a + b.
func (f *Field) Add(a, b Real) Real {
	if !f.charge(1, f.Bits) {
		return Int(0)
	}
	rest := a.rest
	switch {
	case rest == nil:
		rest = b.rest
	case b.rest != nil:
		rest = new(rest.add(*b.rest, f.Bits))
	}
	return f.real(new(big.Rat).Add(a.exact, b.exact), rest)
}

// Sub returns a − b.
func (f *Field) Sub(a, b Real) Real { return f.Add(a, f.Neg(b)) }

// Mul returns a·b.
func (f *Field) Mul(a, b Real) Real {
	if !f.charge(3, f.Bits) {
		return Int(0)
	}
	exact := new(big.Rat).Mul(a.exact, b.exact)
	var rest *ball
	add := func(factor ball, other *ball) {
		c := factor.mul(*other, f.Bits)
		if rest != nil {
			c = rest.add(c, f.Bits)
		}
		rest = &c
	}
	if b.rest != nil && a.exact.Sign() != 0 {
		add(ballAround(a.exact, f.Bits), b.rest)
	}
	if a.rest != nil && b.exact.Sign() != 0 {
		add(ballAround(b.exact, f.Bits), a.rest)
	}
	if a.rest != nil && b.rest != nil {
		add(*a.rest, b.rest)
	}
	return f.real(exact, rest)
}

// Quo returns a/b.
func (f *Field) Quo(a, b Real) Real { return f.Mul(a, f.inverse(b)) }

// inverse returns 1/b. If the exact part b₀ outweighs the rest, the result is 1/b₀ − rest/(b₀b), so
// that 1/b₀ stays exact.
func (f *Field) inverse(b Real) Real {
	if b.rest == nil {
		if b.exact.Sign() == 0 {
			return f.fail(ErrUndefined)
		}
		return Exact(new(big.Rat).Inv(b.exact))
	}
	u := f.ballOf(b)
	if sign, ok := u.sign(); !ok || sign == 0 {
		return f.fail(ErrVague)
	}
	if !f.charge(4, f.Bits) {
		return Int(0)
	}
	inv := u.inverse(f.Bits)
	if b.exact.Sign() == 0 || ballAround(b.exact, f.Bits).lowerBound().Cmp(b.rest.upperBound()) <= 0 {
		return f.fromBall(inv)
	}
	exactInverse := new(big.Rat).Inv(b.exact)
	rest := ballAround(exactInverse, f.Bits).mul(*b.rest, f.Bits).mul(inv, f.Bits).neg()
	return f.real(exactInverse, &rest)
}

// Sign returns the sign of a: −1, 0 or 1. ok is false if the sign is not known.
func (f *Field) Sign(a Real) (sign int, ok bool) {
	if a.rest == nil {
		return a.exact.Sign(), true
	}
	return f.ballOf(a).sign()
}

// Abs returns |a|.
func (f *Field) Abs(a Real) Real {
	sign, ok := f.Sign(a)
	switch {
	case ok && sign < 0:
		return f.Neg(a)
	case ok:
		return a
	}
	half := radius().Quo(f.ballOf(a).upperBound(), big.NewFloat(2))
	return f.fromBall(ball{new(big.Float).SetPrec(f.Bits).Set(half), half})
}

// Max returns the larger of two numbers.
func (f *Field) Max(a, b Real) Real {
	d := f.Sub(a, b)
	if sign, ok := f.Sign(d); ok && sign >= 0 {
		return a
	} else if ok {
		return b
	}
	return f.Mul(f.Add(f.Add(a, b), f.Abs(d)), Exact(big.NewRat(1, 2)))
}

// Min returns the smaller of two numbers.
func (f *Field) Min(a, b Real) Real { return f.Neg(f.Max(f.Neg(a), f.Neg(b))) }

// IsPrecise reports whether a is known more precisely than a float64 can represent it.
func (f *Field) IsPrecise(a Real) bool {
	if a.rest == nil {
		return true
	}
	u := f.ballOf(a)
	return u.mid.Sign() != 0 && (u.rad.Sign() == 0 || u.rad.MantExp(nil) < u.mid.MantExp(nil)-60)
}

// Float returns a float64 close to a. If a is outside the range of a float64, the result is
// infinite or 0.
func (f *Field) Float(a Real) float64 {
	v, _ := f.ballOf(a).mid.Float64()
	return v
}

// ball is the interval of the real numbers within rad, the radius, of mid, the middle. The radius is
// always rounded upwards.
type ball struct{ mid, rad *big.Float }

// radiusBits is the precision of a radius.
const radiusBits = 64

// radius returns the radius 0. Operations that store their result in it round upwards.
func radius() *big.Float { return new(big.Float).SetPrec(radiusBits).SetMode(big.AwayFromZero) }

// absUp returns |v|, rounded upwards.
func absUp(v *big.Float) *big.Float { return radius().Set(new(big.Float).Abs(v)) }

// power2 returns 2^e as a radius.
func power2(e int) *big.Float { return radius().SetMantExp(big.NewFloat(1), e) }

// roundingError returns a bound of the error of v if v was rounded to prec bits.
func roundingError(v *big.Float, prec uint) *big.Float {
	if v.Sign() == 0 {
		return radius()
	}
	return power2(v.MantExp(nil) - int(prec))
}

// sumRadii returns an upper bound of the sum of radii.
func sumRadii(rs ...*big.Float) *big.Float {
	out := radius()
	for _, r := range rs {
		if larger, dominates := dominant(out, r, radiusBits); dominates {
			out = radius().Mul(larger,
				big.NewFloat(1+0x1p-50)) // the smaller one is less than the last bit of the larger
			continue
		}
		out = radius().Add(out, r)
	}
	return out
}

// dominant reports whether one of two numbers is so small that it is below the last bit of the
// larger number at prec bits, and returns the larger number. The sum of such numbers need not be
// computed, which would be slow for very different exponents.
func dominant(a, b *big.Float, prec uint) (larger *big.Float, dominates bool) {
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
	if larger, dominates := dominant(a, b, prec); dominates {
		return new(big.Float).SetPrec(prec).Set(larger)
	}
	return new(big.Float).SetPrec(prec).Add(a, b)
}

func difference(a, b *big.Float, prec uint) *big.Float {
	return sum(a, new(big.Float).Neg(b), prec)
}

// mulRadii returns an upper bound of the product of two radii.
func mulRadii(a, b *big.Float) *big.Float { return radius().Mul(a, b) }

// ballAround returns a ball that contains a rational number and whose middle is the number rounded to
// prec bits.
func ballAround(q *big.Rat, prec uint) ball {
	m := new(big.Float).SetPrec(prec).SetRat(q)
	return ball{m, roundingError(m, prec)}
}

func (a ball) neg() ball { return ball{new(big.Float).Neg(a.mid), a.rad} }

func (a ball) add(b ball, prec uint) ball {
	m := sum(a.mid, b.mid, prec)
	return ball{m, sumRadii(a.rad, b.rad, roundingError(m, prec))}
}

func (a ball) mul(b ball, prec uint) ball {
	m := new(big.Float).SetPrec(prec).Mul(a.mid, b.mid)
	r := sumRadii(mulRadii(absUp(a.mid), b.rad), mulRadii(absUp(b.mid), a.rad), mulRadii(a.rad, b.rad),
		roundingError(m, prec))
	return ball{m, r}
}

// inverse returns 1/a for a ball without 0.
func (a ball) inverse(prec uint) ball {
	m := new(big.Float).SetPrec(prec).Quo(big.NewFloat(1), a.mid)
	// |1/(m+d) − 1/m| = |d|/(|m||m+d|) ≤ rad/(|m|(|m| − rad))
	r := radius().Quo(radius().Quo(a.rad, absDown(a.mid)), a.lowerBound())
	return ball{m, sumRadii(r, roundingError(m, prec))}
}

// absDown returns |v|, rounded downwards.
func absDown(v *big.Float) *big.Float {
	return new(big.Float).SetPrec(radiusBits).SetMode(big.ToZero).Set(new(big.Float).Abs(v))
}

// lowerBound returns a lower bound of the absolute values in a ball without 0.
func (a ball) lowerBound() *big.Float {
	low := absDown(a.mid)
	if _, dominates := dominant(low, a.rad, radiusBits); dominates {
		return absDown(new(big.Float).SetMode(big.ToZero).SetPrec(radiusBits).Mul(low, big.NewFloat(1-0x1p-50)))
	}
	return new(big.Float).SetPrec(radiusBits).SetMode(big.ToZero).Sub(low, a.rad)
}

// upperBound returns an upper bound of the absolute values in a ball.
func (a ball) upperBound() *big.Float { return sumRadii(absUp(a.mid), a.rad) }

// sign returns the sign of all numbers of the ball. ok is false if their signs
// differ.
func (a ball) sign() (sign int, ok bool) {
	switch {
	case a.mid.Sign() == 0 && a.rad.Sign() == 0:
		return 0, true
	case absDown(a.mid).Cmp(a.rad) > 0:
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
