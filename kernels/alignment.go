package kernels

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Alignment returns the cosine of the angle between two Gram matrices of the
// same size, ⟨K, L⟩/(‖K‖‖L‖) with ⟨K, L⟩ = Σ KᵢⱼLᵢⱼ (Cristianini, Shawe-Taylor,
// Elisseeff and Kandola, On Kernel-Target Alignment, NIPS 2001), or 0 if one of
// them is 0. With L = yyᵀ it measures how well K agrees with labels −1 and +1.
// If both matrices are positive semidefinite, it lies between 0 and 1.
func Alignment(k, l mat.Symmetric) float64 {
	norm := inner(k, k) * inner(l, l)
	if norm == 0 {
		return 0
	}
	return inner(k, l) / math.Sqrt(norm)
}

// inner returns ⟨K, L⟩. It panics if the sizes differ.
func inner(k, l mat.Symmetric) float64 {
	n := k.SymmetricDim()
	if l.SymmetricDim() != n {
		panic("kernels: length mismatch")
	}
	var sum float64
	for i := range n {
		for j := range n {
			sum += k.At(i, j) * l.At(i, j)
		}
	}
	return sum
}

// Target returns yyᵀ.
func Target(y []float64) *mat.SymDense {
	out := mat.NewSymDense(len(y), nil)
	out.SymOuterK(1, mat.NewDense(len(y), 1, append([]float64(nil), y...)))
	return out
}

// AlignedWeights returns the β ≥ 0 with Σβ = 1 for which Σ βₘKₘ has the largest
// alignment with a target. Up to a factor, β is the v ≥ 0 that minimises vᵀMv −
// 2vᵀa with Mₘₗ = ⟨Kₘ, Kₗ⟩ and aₘ = ⟨Kₘ, T⟩ (Cortes, Mohri and Rostamizadeh,
// Algorithms for Learning Kernels Based on Centered Alignment, JMLR 13, 2012,
// proposition 9, here not centred). It minimises by coordinate descent. The
// result ok is false if no kernel is aligned with the target.
func AlignedWeights(grams []*mat.SymDense, target mat.Symmetric) (beta []float64, ok bool) {
	n := len(grams)
	m, a, v := mat.NewSymDense(n, nil), make([]float64, n), make([]float64, n)
	for i, k := range grams {
		a[i] = inner(k, target)
		for j := i; j < n; j++ {
			m.SetSym(i, j, inner(k, grams[j]))
		}
	}
	for range 10_000 {
		var moved, sum float64
		for i := range v {
			rest := a[i]
			for j := range v {
				if j != i {
					rest -= m.At(i, j) * v[j]
				}
			}
			next := math.Max(0, rest/m.At(i, i))
			moved, v[i] = math.Max(moved, math.Abs(next-v[i])), next
			sum += next
		}
		if sum == 0 {
			return nil, false
		}
		if moved < 1e-13*sum {
			break
		}
	}
	floats.Scale(1/floats.Sum(v), v)
	return v, true
}
