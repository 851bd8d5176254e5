package structured

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"kernellab/kernels"
)

// Normalised is k(x, z)/√(k(x, x)·k(z, z)), the cosine of the angle between φ(x)
// and φ(z): 1 on the diagonal, whatever the lengths. Where φ(x) or φ(z) is 0 it
// is 0.
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

// Gram is [kernels.Gram] with k(x, x) evaluated once a point, not once an entry.
func (k Normalised[T]) Gram(xs []T) *mat.SymDense {
	return NormalisedGram(kernels.Gram(k.Kernel, xs))
}

// NormalisedGram is the Gram matrix of [Normalised] made from that of k, which
// stays as it is.
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
