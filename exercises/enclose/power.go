package enclose

import "math/big"

// maxProducts bounds the integer powers that are computed by multiplication.
const maxProducts = 1 << 12

// Pow returns a^b: by multiplication for integers b, and otherwise as e^(b·ln a),
// which is undefined for a < 0.
func (f *Field) Pow(a, b Real) Real {
	n, whole := b.whole()
	switch {
	case whole && n.Sign() < 0:
		return f.inverse(f.Pow(a, f.Neg(b)))
	case whole && n.IsInt64() && n.Int64() <= maxProducts:
		return f.repeated(a, n.Int64())
	case whole:
		return f.large(a, b, n.Bit(0) == 1)
	}
	if q, ok := a.Rational(); ok && q.Sign() == 0 {
		return f.zeroTo(b)
	}
	if q, ok := b.Rational(); ok && q.Denom().Cmp(big.NewInt(2)) == 0 {
		return f.Pow(f.Sqrt(a), Exact(new(big.Rat).SetInt(q.Num())))
	}
	return f.Exp(f.Mul(b, f.Log(a)))
}

// whole returns b as an integer. ok is false if it is not known to be one.
func (a Real) whole() (*big.Int, bool) {
	if a.rest != nil || !a.exact.IsInt() {
		return nil, false
	}
	return a.exact.Num(), true
}

func (f *Field) repeated(a Real, n int64) Real {
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

// large returns a^b for an integer b > 0 that is too large for repeated
// multiplication.
func (f *Field) large(a, b Real, odd bool) Real {
	sign, ok := f.Sign(a)
	switch {
	case !ok:
		return f.fail(ErrVague)
	case sign == 0:
		return Int(0)
	}
	if q, exact := a.Rational(); exact && new(big.Rat).Abs(q).Cmp(big.NewRat(1, 1)) == 0 && (sign > 0 || !odd) {
		return Int(1)
	}
	out := f.Exp(f.Mul(b, f.Log(f.Abs(a))))
	if sign < 0 && odd {
		return f.Neg(out)
	}
	return out
}

// zeroTo returns 0^b.
func (f *Field) zeroTo(b Real) Real {
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
