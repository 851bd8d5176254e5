package kernels

import (
	"iter"
	"math"
	"math/big"

	"kernellab/kernels/vec"
)

// MaxDegree is the highest degree that [Parse] accepts for a polynomial
// kernel.
const MaxDegree = 30

// Poly is the polynomial kernel (x·z + C)^Degree, with Degree in 1 … MaxDegree
// and C ≥ 0. If C > 0, its features are the C(d+p, p) monomials of degree ≤ p.
// If C = 0, they are those of degree exactly p. Each is scaled by the square
// root of its multinomial coefficient.
type Poly struct {
	Degree int
	C      float64
}

var (
	_ Kernel[[]float64] = Poly{}
	_ FeatureMap        = Poly{}
)

// Eval returns (x·z + C)^Degree.
func (k Poly) Eval(x, z []float64) float64 { return intPow(vec.Dot(x, z)+k.C, k.Degree) }

// String returns "poly(degree=p,c=C)".
func (k Poly) String() string {
	return "poly(degree=" + number(float64(k.Degree)) + ",c=" + number(k.C) + ")"
}

// Dim returns the number of monomials.
func (k Poly) Dim(in int) int {
	if k.C == 0 {
		return CountMonomials(in-1, k.Degree)
	}
	return CountMonomials(in, k.Degree)
}

// MapTo writes the scaled monomials in order of degree, and lexicographically
// within a degree. For degree 2 and c = 1 they are 1, √2·x₁, √2·x₂, x₁²,
// √2·x₁x₂ and x₂².
func (k Poly) MapTo(dst, x []float64) {
	if len(dst) != k.Dim(len(x)) {
		panic("kernels: length mismatch")
	}
	i := 0
	for exp := range k.monomials(len(x)) {
		v := math.Sqrt(k.weight(exp))
		for j, e := range exp {
			v *= intPow(x[j], e)
		}
		dst[i] = v
		i++
	}
}

// weight returns the coefficient of xᵉzᵉ in (x·z + C)^p. It is the multinomial
// coefficient p!/(e₁!…e_d!·r!)·C^r, where r = p − Σe is the remaining degree.
func (k Poly) weight(exp []int) float64 {
	rest, w := k.Degree, 1.0
	for _, e := range exp {
		w *= binomial(rest, e)
		rest -= e
	}
	return w * intPow(k.C, rest)
}

// monomials yields the exponents of the features. It reuses the slice.
func (k Poly) monomials(d int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		lowest := 0
		if k.C == 0 {
			lowest = k.Degree
		}
		exp := make([]int, d)
		for total := lowest; total <= k.Degree; total++ {
			if !compositions(exp, 0, total, yield) {
				return
			}
		}
	}
}

// compositions yields all ways of distributing total over exp[from:]. The first
// coordinate starts with the largest possible share.
func compositions(exp []int, from, total int, yield func([]int) bool) bool {
	if from >= len(exp)-1 {
		if len(exp) == 0 {
			return total > 0 || yield(exp)
		}
		exp[from] = total
		return yield(exp)
	}
	for e := total; e >= 0; e-- {
		exp[from] = e
		if !compositions(exp, from+1, total-e, yield) {
			return false
		}
	}
	return true
}

// CountMonomials returns C(d+p, p), the number of monomials of degree ≤ p in d
// variables, or math.MaxInt if an int cannot hold it.
func CountMonomials(d, p int) int {
	if d < 0 || p < 0 {
		return 0
	}
	n := new(big.Int).Binomial(int64(d)+int64(p), int64(min(d, p)))
	if !n.IsInt64() || n.Int64() > math.MaxInt {
		return math.MaxInt
	}
	return int(n.Int64())
}

// binomial returns C(n, r) for 0 ≤ r ≤ n. It is exact below 2⁵³.
func binomial(n, r int) float64 {
	r = min(r, n-r)
	v := 1.0
	for i := 1; i <= r; i++ {
		v = v * float64(n-r+i) / float64(i)
	}
	return v
}

// intPow returns x^n for n ≥ 0 by repeated squaring, with 0⁰ = 1.
func intPow(x float64, n int) float64 {
	r := 1.0
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			r *= x
		}
		x *= x
	}
	return r
}

// poly parses the degree and c.
func (p *parser) poly(t token) Kernel[[]float64] {
	args := p.arguments("poly")
	k := Poly{C: 1}
	degree := argument{pos: t.pos}
	seen := map[string]bool{}
	for i, arg := range args {
		name, ok := polyArgument(arg.name, i)
		if !ok {
			panic(p.badArgument(arg, "poly", "degree and c"))
		}
		if seen[name] {
			panic(p.fault(arg.at, "give it once", "%s is given twice", name))
		}
		seen[name] = true
		if name == "degree" {
			degree = arg
			continue
		}
		if !(arg.value >= 0) || math.IsInf(arg.value, 0) {
			panic(p.fault(arg.pos, "use c=1, or c=0 for only the products of full degree",
				"c must be 0 or more, not %g: with c < 0 this is no kernel", arg.value))
		}
		k.C = arg.value
	}
	if !seen["degree"] {
		panic(p.fault(t.pos, "write poly(degree=2,c=1)", "a polynomial kernel needs a degree"))
	}
	if degree.value != math.Trunc(degree.value) || degree.value < 1 || degree.value > MaxDegree {
		panic(p.fault(degree.pos, "write poly(degree=2,c=1)",
			"the degree must be a whole number from 1 to %d, not %g", MaxDegree, degree.value))
	}
	k.Degree = int(degree.value)
	return k
}

// polyArgument returns the full name of an argument given by name or position.
// The result ok is false if there is no such argument.
func polyArgument(name string, position int) (string, bool) {
	switch name {
	case "degree", "p":
		return "degree", true
	case "c", "coef0":
		return "c", true
	case "":
		if position < 2 {
			return []string{"degree", "c"}[position], true
		}
	}
	return "", false
}
