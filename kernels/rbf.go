package kernels

import (
	"math"

	"kernellab/kernels/vec"
)

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
