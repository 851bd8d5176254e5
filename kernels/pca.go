package kernels

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Centred returns HKH with H = I − 11ᵀ/n, the Gram matrix of the features after subtraction of
// their mean.
func Centred(k mat.Symmetric) *mat.SymDense {
	n := k.SymmetricDim()
	rows, total := rowMeans(k)
	out := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			out.SetSym(i, j, k.At(i, j)-rows[i]-rows[j]+total)
		}
	}
	return out
}

// rowMeans returns the mean of each row and the mean of all entries.
func rowMeans(k mat.Symmetric) (rows []float64, total float64) {
	n := k.SymmetricDim()
	rows = make([]float64, n)
	for i := range rows {
		for j := range n {
			rows[i] += k.At(i, j) / float64(n)
		}
		total += rows[i] / float64(n)
	}
	return rows, total
}

// Components returns the first m components of kernel PCA by decreasing variance, and the share
// of each in the total variance (Schölkopf, Smola and Müller, Nonlinear Component Analysis as a
// Kernel Eigenvalue Problem, Neural Computation 10, 1998). A component is the function
// f(x) = w·(φ(x) − μ), where μ is the mean of the features and w has length 1. Its sign is such
// that f ≥ 0 at the first point. If the features vary in fewer than m directions, there are
// fewer components. If the eigenvectors do not converge, there are none.
func Components(k Kernel[[]float64], points [][]float64, m int) (components []Expansion, shares []float64) {
	gram := Gram(k, points)
	rows, _ := rowMeans(gram)
	centred := Centred(gram)
	var eig mat.EigenSym
	if !eig.Factorize(centred, true) {
		return nil, nil
	}
	var vectors mat.Dense
	eig.VectorsTo(&vectors)
	values, total := eig.Values(nil), mat.Trace(centred)
	for i := len(values) - 1; i >= 0 && len(components) < m && values[i] > 1e-10*total; i-- {
		f := Expansion{Kernel: k, Points: points, Coef: mat.Col(nil, i, &vectors)}
		size := math.Copysign(math.Sqrt(values[i]), f.Coef[0])
		for j := range f.Coef {
			f.Coef[j] /= size
			f.Bias -= f.Coef[j] * rows[j]
		}
		components, shares = append(components, f), append(shares, values[i]/total)
	}
	return components, shares
}
