package kernels

import "gonum.org/v1/gonum/mat"

// Nystrom returns K_nm K_mm⁻¹ K_mn, the approximation of a positive semidefinite Gram matrix
// by its columns at the chosen points (Williams and Seeger, Using the Nyström Method to Speed
// Up Kernel Machines, NIPS 2000). It is exact in these columns and rows. The algorithm adds one
// point p at a time: it moves rₚrₚᵀ/rₚₚ from the residual to the approximation, where rₚ is
// column p of the residual.
func Nystrom(k mat.Symmetric, chosen []int) *mat.SymDense {
	const negligible = 1e-12 // skips a point whose column is 0 up to rounding
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
