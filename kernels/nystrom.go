package kernels

import "gonum.org/v1/gonum/mat"

// Nystrom returns K_nm K_mm⁻¹ K_mn, the approximation of a positive semidefinite Gram matrix
// by its columns of the chosen points (Williams and Seeger, Using the Nyström Method to Speed
// Up Kernel Machines, NIPS 2000). It is exact in these columns and rows. The points are taken
// one by one: each explains kᵢₚkₚⱼ/kₚₚ of what the ones before have left of K.
func Nystrom(k mat.Symmetric, chosen []int) *mat.SymDense {
	const negligible = 1e-12 // a point that the ones before explain up to rounding is left out
	n := k.SymmetricDim()
	left, out := mat.NewSymDense(n, nil), mat.NewSymDense(n, nil)
	left.CopySym(k)
	for _, p := range chosen {
		if column := mat.Col(nil, p, left); column[p] > negligible*k.At(p, p) {
			left.SymRankOne(left, -1/column[p], mat.NewVecDense(n, column))
			out.SymRankOne(out, 1/column[p], mat.NewVecDense(n, column))
		}
	}
	return out
}
