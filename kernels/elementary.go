package kernels

import (
	"iter"
	"math"
	"math/big"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/combin"

	"kernellab/kernels/vec"
)

// Linear is k(x, z) = x·z, with φ(x) = x.
type Linear struct{}

var _ FeatureMap = Linear{}

// Eval returns x·z.
func (Linear) Eval(x, z []float64) float64 { return vec.Dot(x, z) }

// String returns "linear".
func (Linear) String() string { return "linear" }

// Dim returns d, because the features are the coordinates.
func (Linear) Dim(d int) int { return d }

// MapTo copies x to dst.
func (Linear) MapTo(dst, x []float64) {
	vec.CheckLengths(dst, x)
	copy(dst, x)
}

// linear returns the linear kernel. It panics with a *ParseError if there are arguments after the
// name, the token t.
func (p *parser) linear(t token) Kernel[[]float64] {
	args := p.arguments("linear")
	if len(args) > 0 {
		panic(p.errorAt(args[0].start, "write linear; poly(degree=1,c=1) adds a constant", "%s takes no numbers",
			t.text))
	}
	return Linear{}
}

// MaxDegree is the highest degree that [Parse] accepts for a polynomial
// kernel.
const MaxDegree = 30

// Poly is the polynomial kernel (x·z + C)^Degree, with Degree in 1 … MaxDegree and C ≥ 0. If C > 0,
// its features are the monomials of degree at most Degree, which [CountMonomials] counts. If C = 0,
// its features are the monomials of exactly that degree. Each monomial is scaled by the square root
// of its weight in the expansion of the power.
type Poly struct {
	Degree int
	C      float64
}

var _ FeatureMap = Poly{}

// Eval returns (x·z + C)^Degree.
func (k Poly) Eval(x, z []float64) float64 { return intPow(vec.Dot(x, z)+k.C, k.Degree) }

// String returns "poly(degree=p,c=C)".
func (k Poly) String() string {
	return "poly(degree=" + formatNumber(float64(k.Degree)) + ",c=" + formatNumber(k.C) + ")"
}

// Dim returns the number of monomials.
func (k Poly) Dim(d int) int {
	if k.C == 0 {
		return CountMonomials(d-1, k.Degree)
	}
	return CountMonomials(d, k.Degree)
}

// MapTo writes the scaled monomials in order of degree, and lexicographically
// within a degree. For degree 2 and c = 1 they are 1, √2·x₁, √2·x₂, x₁²,
// √2·x₁x₂ and x₂².
func (k Poly) MapTo(dst, x []float64) {
	if len(dst) != k.Dim(len(x)) {
		panic("kernels: length mismatch")
	}
	i := 0
	for exponents := range k.monomials(len(x)) {
		v := math.Sqrt(k.weight(exponents))
		for j, e := range exponents {
			v *= intPow(x[j], e)
		}
		dst[i] = v
		i++
	}
}

// weight returns the coefficient of xᵉzᵉ in (x·z + C)^p. It is the multinomial
// coefficient p!/(e₁!…e_d!·r!)·C^r, where r = p − Σe is the remaining degree.
func (k Poly) weight(exponents []int) float64 {
	remaining, w := k.Degree, 1.0
	for _, e := range exponents {
		w *= float64(combin.Binomial(remaining, e))
		remaining -= e
	}
	return w * intPow(k.C, remaining)
}

// monomials yields the exponents of each feature. It reuses the yielded slice.
func (k Poly) monomials(d int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		minDegree := 0
		if k.C == 0 {
			minDegree = k.Degree
		}
		exponents := make([]int, d)
		for total := minDegree; total <= k.Degree; total++ {
			if !compositions(exponents, 0, total, yield) {
				return
			}
		}
	}
}

// compositions yields all ways of distributing total over exponents[from:], and returns false if
// yield did. The first coordinate starts with the largest possible share.
func compositions(exponents []int, from, total int, yield func([]int) bool) bool {
	if from >= len(exponents)-1 {
		if len(exponents) == 0 {
			return total > 0 || yield(exponents)
		}
		exponents[from] = total
		return yield(exponents)
	}
	for e := total; e >= 0; e-- {
		exponents[from] = e
		if !compositions(exponents, from+1, total-e, yield) {
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

// poly parses the arguments of poly, the degree and c. The token t is the kernel's
// name.
func (p *parser) poly(t token) Kernel[[]float64] {
	args := p.arguments("poly")
	k := Poly{C: 1}
	degree := argument{valuePos: t.pos}
	seen := map[string]bool{}
	for i, arg := range args {
		name, ok := polyArgument(arg.name, i)
		if !ok {
			panic(p.argumentError(arg, "poly", "degree and c"))
		}
		if seen[name] {
			panic(p.errorAt(arg.start, "give it once", "%s is given twice", name))
		}
		seen[name] = true
		if name == "degree" {
			degree = arg
			continue
		}
		if !(arg.value >= 0) || math.IsInf(arg.value, 0) {
			panic(p.errorAt(arg.valuePos, "use c=1, or c=0 for only the products of full degree",
				"c must be 0 or more, not %g: with c < 0 this is not a kernel", arg.value))
		}
		k.C = arg.value
	}
	if !seen["degree"] {
		panic(p.errorAt(t.pos, "write poly(degree=2,c=1)", "a polynomial kernel needs a degree"))
	}
	if degree.value != math.Trunc(degree.value) || degree.value < 1 || degree.value > MaxDegree {
		panic(p.errorAt(degree.valuePos, "write poly(degree=2,c=1)",
			"the degree must be a whole number from 1 to %d, not %g", MaxDegree, degree.value))
	}
	k.Degree = int(degree.value)
	return k
}

// polyArgument returns the full name of an argument given by name or position, or false if there is
// no such argument.
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

// maxFieldDegree is the highest degree of a polynomial kernel for which the values of an expansion
// on a grid are interpolated (see addPolynomial). A product of kernels can have a higher degree. It
// is evaluated pixel by pixel.
const maxFieldDegree = 2 * MaxDegree

// degreeOf returns the degree of k(x, z) as a polynomial in x. The result ok is false if k is not a
// polynomial of degree at most maxFieldDegree.
func degreeOf(k Kernel[[]float64]) (degree int, ok bool) {
	switch k := k.(type) {
	case Linear:
		return 1, true
	case Poly:
		return k.Degree, k.Degree <= maxFieldDegree
	case Sum[[]float64], Product[[]float64], Scaled[[]float64]:
		_, isProduct := k.(Product[[]float64])
		for _, part := range parts(k) {
			d, ok := degreeOf(part)
			if !ok {
				return 0, false
			}
			if isProduct {
				degree += d
			} else {
				degree = max(degree, d)
			}
		}
		return degree, degree <= maxFieldDegree
	}
	return 0, false
}

// addPolynomial adds the values of Σ wᵢ·k(xᵢ, ·) on the grid to dst, for a polynomial kernel of the
// given degree. The values at degree + 1 nodes in each coordinate determine the polynomial, so the
// cost of a pixel does not depend on the number of points.
func addPolynomial(dst []float64, k Kernel[[]float64], degree int, s support, xs, ys []float64) {
	nodesX, basisX := interpolate(xs, degree)
	nodesY, basisY := interpolate(ys, degree)
	values := make([]float64, len(nodesX)*len(nodesY))
	addPointwise(values, k, s, nodesX, nodesY)
	var field mat.Dense
	field.Product(basisY, mat.NewDense(len(nodesY), len(nodesX), values), basisX.T())
	floats.Add(dst, field.RawMatrix().Data)
}

// interpolate returns the Chebyshev nodes for polynomials of the given degree on the
// range of v, and the matrix that maps the values of a polynomial at the nodes to its
// values at v. It uses the barycentric formula, which is stable at these nodes
// (Berrut and Trefethen, Barycentric Lagrange Interpolation, SIAM Review 46,
// 2004, section 5).
func interpolate(v []float64, degree int) (nodes []float64, basis *mat.Dense) {
	lo, hi := floats.Min(v), floats.Max(v)
	nodes, weights := make([]float64, degree+1), make([]float64, degree+1)
	for j := range nodes {
		nodes[j] = (lo+hi)/2 + (hi-lo)/2*math.Cos(math.Pi*float64(j)/float64(degree))
		weights[j] = float64(1 - 2*(j%2))
	}
	weights[0] /= 2
	weights[degree] /= 2
	basis = mat.NewDense(len(v), degree+1, nil)
	for i, x := range v {
		row := basis.RawRowView(i)
		for j, node := range nodes {
			if x == node {
				clear(row)
				row[j] = 1
				break
			}
			row[j] = weights[j] / (x - node)
		}
		floats.Scale(1/floats.Sum(row), row)
	}
	return nodes, basis
}

// The range of the width of an RBF. Far outside it, σ² overflows or underflows.
const (
	MinSigma = 1e-100
	MaxSigma = 1e100
)

// RBF is the Gaussian kernel exp(−‖x−z‖²/(2σ²)), with Sigma in
// [MinSigma, MaxSigma].
//
// Three conventions for the width are in use. With g = 1/(2σ²) the kernel reads exp(−g‖x−z‖²), and
// with s² = 2σ² it reads exp(−‖x−z‖²/s²). This type stores and prints σ. [RBFFromGamma] and
// [RBFFromS] convert from the other two.
type RBF struct{ Sigma float64 }

// RBFFromGamma returns the RBF exp(−g‖x−z‖²), g > 0: σ = 1/√(2g).
func RBFFromGamma(g float64) RBF { return RBF{Sigma: math.Sqrt(1 / (2 * g))} }

// RBFFromS returns the RBF exp(−‖x−z‖²/s²), s > 0: σ = s/√2.
func RBFFromS(s float64) RBF { return RBF{Sigma: s / math.Sqrt2} }

// Gamma returns g = 1/(2σ²).
func (k RBF) Gamma() float64 { return 1 / (2 * k.Sigma * k.Sigma) }

// S returns s = σ√2.
func (k RBF) S() float64 { return k.Sigma * math.Sqrt2 }

// Eval returns exp(−‖x−z‖²/(2σ²)).
func (k RBF) Eval(x, z []float64) float64 { return k.evalDist2(vec.Dist2(x, z)) }

// String returns "rbf(sigma=σ)".
func (k RBF) String() string { return "rbf(sigma=" + formatNumber(k.Sigma) + ")" }

// evalDist2 returns the value for the squared distance d2.
func (k RBF) evalDist2(d2 float64) float64 { return math.Exp(-d2 / (2 * k.Sigma * k.Sigma)) }

// rbf parses the argument of rbf, the width in one of its three conventions. The token t is the
// kernel's name.
func (p *parser) rbf(t token) Kernel[[]float64] {
	const example = "write rbf(sigma=1), rbf(s=1.4) with s² = 2σ², or rbf(gamma=0.5) with gamma = 1/(2σ²)"
	args := p.arguments("rbf")
	if len(args) == 0 {
		panic(p.errorAt(t.pos, example, "%s needs a width", t.text))
	}
	if len(args) > 1 {
		panic(p.errorAt(args[1].start, example, "an RBF has one width, and %d are given", len(args)))
	}
	arg := args[0]
	var k RBF
	switch arg.name {
	case "sigma", "σ", "":
		arg.name, k = "sigma", RBF{Sigma: arg.value}
	case "s":
		k = RBFFromS(arg.value)
	case "gamma", "g", "γ":
		k = RBFFromGamma(arg.value)
	default:
		panic(p.argumentError(arg, "rbf", "sigma, s or gamma"))
	}
	if !(arg.value > 0) {
		panic(p.errorAt(arg.valuePos, "use a positive width like rbf(sigma=1)", "%s must be greater than 0, not %g",
			arg.name, arg.value))
	}
	if !(k.Sigma >= MinSigma && k.Sigma <= MaxSigma) {
		panic(p.errorAt(arg.valuePos, "use a width near the distances between the points",
			"%s=%g is out of range: σ may be %g to %g", arg.name, arg.value, MinSigma, MaxSigma))
	}
	return k
}
