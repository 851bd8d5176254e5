package kernels

import "kernellab/kernels/vec"

// Linear is k(x, z) = x·z, with φ(x) = x.
type Linear struct{}

var (
	_ Kernel[[]float64] = Linear{}
	_ FeatureMap        = Linear{}
)

// Eval returns x·z.
func (Linear) Eval(x, z []float64) float64 { return vec.Dot(x, z) }

// String returns "linear".
func (Linear) String() string { return "linear" }

// Dim returns in, because the features are the coordinates.
func (Linear) Dim(in int) int { return in }

// MapTo copies x to dst.
func (Linear) MapTo(dst, x []float64) {
	vec.Match(dst, x)
	copy(dst, x)
}

// linear rejects arguments after the name.
func (p *parser) linear(t token) Kernel[[]float64] {
	args := p.arguments("linear")
	if len(args) > 0 {
		panic(p.fault(args[0].at, "write linear; poly(degree=1,c=1) adds a constant", "%s takes no numbers", t.text))
	}
	return Linear{}
}
