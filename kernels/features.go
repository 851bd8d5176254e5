package kernels

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"kernellab/kernels/vec"
)

// maxCoordinate is the largest i of a variable xᵢ in a typed feature.
const maxCoordinate = 10000

// Features is the kernel k(x, z) = φ(x)·φ(z) of a feature map that lists its
// features as formulas over x1, x2, … (x is short for x1), with the functions
// of [Expr]: features("x", "(x+1)^2"). It is positive semidefinite wherever its
// features are finite.
type Features struct {
	sources           []string
	roots             []*node
	highestCoordinate int // the highest coordinate used, counted from 1
}

var (
	_ Kernel[[]float64] = (*Features)(nil)
	_ FeatureMap        = (*Features)(nil)
)

// addFeature parses src[from:end] as another feature. It is only called while f is
// built.
func (f *Features) addFeature(src []rune, from, end int) {
	root := parseFormula(src, from, end, featureScope())
	f.sources = append(f.sources, strings.TrimSpace(string(src[from:end])))
	f.roots = append(f.roots, root)
	root.eachVariable(func(slot int) { f.highestCoordinate = max(f.highestCoordinate, slot+1) })
}

func featureScope() scope {
	return scope{
		slot: func(name string) (int, bool) {
			if name == "x" {
				return 0, true
			}
			digits, ok := strings.CutPrefix(name, "x")
			i, err := strconv.Atoi(digits)
			return i - 1, ok && err == nil && i >= 1 && i <= maxCoordinate
		},
		description: "x1, x2, … (x alone is x1)",
		names:       []string{"x1", "x2"},
	}
}

// Eval returns φ(x)·φ(z).
func (f *Features) Eval(x, z []float64) float64 {
	vec.CheckLengths(x, z)
	f.checkLen(x)
	var s float64
	for _, root := range f.roots {
		s += root.eval(x) * root.eval(z)
	}
	return s
}

// String returns features("…","…").
func (f *Features) String() string {
	return `features("` + strings.Join(f.sources, `","`) + `")`
}

// Dim returns the number of features, which does not depend on the input.
func (f *Features) Dim(int) int { return len(f.roots) }

// MapTo writes the features of x to dst.
func (f *Features) MapTo(dst, x []float64) {
	f.checkLen(x)
	if len(dst) != len(f.roots) {
		panic("kernels: length mismatch")
	}
	for i, root := range f.roots {
		dst[i] = root.eval(x)
	}
}

func (f *Features) checkLen(x []float64) {
	if len(x) < f.highestCoordinate {
		panic("kernels: a feature uses a coordinate that the point does not have")
	}
}

// coordinatesText returns a number of coordinates with its noun, such as "2 coordinates".
func coordinatesText(d int) string {
	if d == 1 {
		return "1 coordinate"
	}
	return fmt.Sprintf("%d coordinates", d)
}

func (f *Features) checkDim(d int) error {
	if d < f.highestCoordinate {
		return fmt.Errorf("%s uses x%d, but the points have %s; use x1 to x%d", f, f.highestCoordinate,
			coordinatesText(d), d)
	}
	return nil
}

// features parses the arguments of the kernel "features", which are quoted formulas. The token t is
// the name of the kernel.
func (p *parser) features(t token) Kernel[[]float64] {
	f := &Features{}
	for _, text := range p.quotedArguments(t) {
		from, end := text.innerRange()
		f.addFeature(p.src, from, end)
	}
	return f
}

// Fourier is a random feature map z with z(x)·z(x′) ≈ k(x, x′) for an RBF
// kernel (Rahimi and Recht, Random Features for Large-Scale Kernel Machines,
// NIPS 2007). The frequencies ω are normal with variance 1/σ² in each
// direction. There are two forms. Either every feature has its own frequency
// and a phase θ uniform in [0, 2π),
//
//	zⱼ(x) = √(2/m)·cos(ωⱼᵀx + θⱼ),
//
// or two features share a frequency, √(2/m)·(cos ωⱼᵀx, sin ωⱼᵀx).
//
// In both forms the expectation of z(x)·z(x′) over the random numbers is exactly k(x, x′). The
// variance is [PhaseVariance] or [PairVariance] divided by m. Pairs never have the larger variance,
// and their variance is 0 at x = x′.
type Fourier struct {
	omega [][]float64
	phase []float64 // nil if two features share a frequency
}

var _ FeatureMap = Fourier{}

// NewFourier draws the frequencies of m features for inputs of d coordinates. It panics if m < 1 or
// d < 1, or if m is odd and pairs is set. From the same state of r, the first frequencies are the
// same for every m.
func NewFourier(r *rand.Rand, k RBF, d, m int, pairs bool) Fourier {
	if m < 1 || d < 1 || pairs && m%2 == 1 {
		panic("kernels: random features need m ≥ 1, even for pairs, and d ≥ 1")
	}
	f, n := Fourier{}, m
	if pairs {
		n = m / 2
	}
	for range n {
		omega := make([]float64, d)
		for i := range omega {
			omega[i] = r.NormFloat64() / k.Sigma
		}
		f.omega = append(f.omega, omega)
		if !pairs {
			f.phase = append(f.phase, 2*math.Pi*r.Float64())
		}
	}
	return f
}

// Dim returns m.
func (f Fourier) Dim(int) int {
	if f.phase == nil {
		return 2 * len(f.omega)
	}
	return len(f.omega)
}

// MapTo writes z(x) to dst.
func (f Fourier) MapTo(dst, x []float64) {
	m := f.Dim(len(x))
	if len(dst) != m || len(x) != len(f.omega[0]) {
		panic("kernels: length mismatch")
	}
	scale := math.Sqrt(2 / float64(m))
	for j, omega := range f.omega {
		var u float64
		for i, v := range x {
			u += omega[i] * v
		}
		if f.phase != nil {
			dst[j] = scale * math.Cos(u+f.phase[j])
			continue
		}
		sin, cos := math.Sincos(u)
		dst[2*j], dst[2*j+1] = scale*cos, scale*sin
	}
}

// Sample writes wᵀz(x, y) for all x of xs and y of ys to dst, one row per y. The
// inputs must have two coordinates. Because cos(u + v) = cos u·cos v − sin
// u·sin v, it computes a cosine for each frequency and each entry of xs and
// ys, instead of one for each frequency and each of the len(xs)·len(ys) points.
func (f Fourier) Sample(dst, w, xs, ys []float64) {
	if len(dst) != len(xs)*len(ys) || len(w) != f.Dim(2) || len(f.omega[0]) != 2 {
		panic("kernels: length mismatch")
	}
	n := len(f.omega)
	columnFactors, rowFactors := make([]float64, 2*n*len(xs)), make([]float64, 2*n*len(ys))
	for c, x := range xs {
		factors := columnFactors[2*n*c : 2*n*(c+1)]
		for j, o := range f.omega {
			cosWeight, sinWeight, phase := f.weights(w, j)
			sin, cos := math.Sincos(o[0]*x + phase)
			factors[2*j], factors[2*j+1] = cosWeight*cos+sinWeight*sin, sinWeight*cos-cosWeight*sin
		}
	}
	for r, y := range ys {
		factors := rowFactors[2*n*r : 2*n*(r+1)]
		for j, o := range f.omega {
			factors[2*j+1], factors[2*j] = math.Sincos(o[1] * y)
		}
	}
	scale := math.Sqrt(2 / float64(f.Dim(2)))
	for i := range dst {
		r, c := i/len(xs), i%len(xs)
		dst[i] = scale * vec.Dot(rowFactors[2*n*r:2*n*(r+1)], columnFactors[2*n*c:2*n*(c+1)])
	}
}

// weights returns the weights of cos and sin at frequency j, and its phase.
func (f Fourier) weights(w []float64, j int) (cos, sin, phase float64) {
	if f.phase == nil {
		return w[2*j], w[2*j+1], 0
	}
	return w[j], 0, f.phase[j]
}

// PhaseVariance returns m times the variance of z(x)·z(x′) with phases. It is ½(1 − k²)² + ½, where
// k is the value of the kernel (Sutherland and Schneider, On the Error of Random Fourier Features,
// UAI 2015, section 2).
func PhaseVariance(k float64) float64 { return (PairVariance(k) + 1) / 2 }

// PairVariance returns m times the variance of z(x)·z(x′) with pairs. It is (1 − k²)², where k is
// the value of the kernel.
func PairVariance(k float64) float64 { return (1 - k*k) * (1 - k*k) }
