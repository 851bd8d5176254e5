package enclose

import "math/big"

// guard is the number of bits that series are summed with in addition to the
// claimed ones.
const guard = 64

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

// fixed returns n units of 2^−bits.
func fixed(n *big.Int, bits uint) *big.Float {
	v := new(big.Float).SetPrec(bits).SetInt(n)
	return v.SetMantExp(v, -int(bits))
}

// constant computes Σ cᵢ·arc(nᵢ), unless *known already has enough bits.
func (f *Field) constant(known **big.Float, bits uint, s int64, parts ...[2]int64) *big.Float {
	if *known != nil && (*known).Prec() >= bits {
		return *known
	}
	f.pay(int(bits), 128)
	sum := new(big.Int)
	for _, p := range parts {
		sum.Add(sum, new(big.Int).Mul(big.NewInt(p[0]), arc(p[1], s, bits+guard)))
	}
	*known = fixed(sum, bits+guard)
	return *known
}

// lnTwo returns ln 2 = 18·atanh(1/26) − 2·atanh(1/4801) + 8·atanh(1/8749).
func (f *Field) lnTwo(bits uint) *big.Float {
	return f.constant(&f.ln2, bits, 1, [2]int64{18, 26}, [2]int64{-2, 4801}, [2]int64{8, 8749})
}

// circle returns π = 16·atan(1/5) − 4·atan(1/239) (Machin 1706).
func (f *Field) circle(bits uint) *big.Float {
	return f.constant(&f.pi, bits, -1, [2]int64{16, 5}, [2]int64{-4, 239})
}

// Pi returns π.
func (f *Field) Pi() Real {
	m := new(big.Float).SetPrec(f.Bits).Set(f.circle(f.Bits))
	return f.ofBall(ball{m, rounded(m, f.Bits)})
}
