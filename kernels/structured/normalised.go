package structured

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"kernellab/kernels"
)

// Normalised is k(x, z)/√(k(x, x)·k(z, z)), the cosine of the angle between
// φ(x) and φ(z). If φ(x) or φ(z) is 0, the value is 0; otherwise it is 1 on the
// diagonal.
type Normalised[T any] struct{ Kernel kernels.Kernel[T] }

var (
	_ kernels.Kernel[string]    = Normalised[string]{}
	_ kernels.GramMaker[string] = Normalised[string]{}
)

// Eval returns the cosine.
func (k Normalised[T]) Eval(x, z T) float64 {
	return cosine(k.Kernel.Eval(x, z), k.Kernel.Eval(x, x), k.Kernel.Eval(z, z))
}

// String returns "normalised(…)".
func (k Normalised[T]) String() string { return "normalised(" + k.Kernel.String() + ")" }

// Gram returns the same matrix as [kernels.Gram] but evaluates k(x, x) only
// once per point.
func (k Normalised[T]) Gram(xs []T) *mat.SymDense {
	return NormalisedGram(kernels.Gram(k.Kernel, xs))
}

// NormalisedGram returns the Gram matrix of [Normalised], computed from the
// Gram matrix k, which it does not change.
func NormalisedGram(k *mat.SymDense) *mat.SymDense {
	n := k.SymmetricDim()
	out := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			out.SetSym(i, j, cosine(k.At(i, j), k.At(i, i), k.At(j, j)))
		}
	}
	return out
}

func cosine(k, xx, zz float64) float64 {
	if xx <= 0 || zz <= 0 {
		return 0
	}
	return k / math.Sqrt(xx*zz)
}
