package solvers

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Eigenvalues returns the eigenvalues of the symmetric matrix with n rows and
// entries k, rising; nil where they are not found.
func Eigenvalues(n int, k func(i, j int) float64) []float64 {
	values, ok := valuesAlone(symmetricOf(n, k))
	if ok {
		return values
	}
	values, _, _ = Spectrum(n, k)
	return values
}

// valuesAlone are the eigenvalues without their vectors, which is faster; not ok where
// they are not found so. Of a matrix with a block of entries below 1e-122 they are
// not: LAPACK's dsterf scales it, and gonum's panics there.
func valuesAlone(a *mat.SymDense) (values []float64, ok bool) {
	defer func() {
		if recover() != nil {
			values, ok = nil, false
		}
	}()
	var eig mat.EigenSym
	if !eig.Factorize(a, false) {
		return nil, false
	}
	return eig.Values(nil), true
}

// Spectrum is Eigenvalues with the eigenvectors, a column each; not ok where they
// are not found.
func Spectrum(n int, k func(i, j int) float64) (values []float64, vectors *mat.Dense, ok bool) {
	var eig mat.EigenSym
	if !eig.Factorize(symmetricOf(n, k), true) {
		return nil, nil, false
	}
	vectors = new(mat.Dense)
	eig.VectorsTo(vectors)
	return eig.Values(nil), vectors, true
}

// symmetricOf is the matrix with n rows and entries k.
func symmetricOf(n int, k func(i, j int) float64) *mat.SymDense {
	a := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			a.SetSym(i, j, k(i, j))
		}
	}
	return a
}

// LambdaMax returns the largest eigenvalue of a Gram matrix, NaN where it is not
// found.
func LambdaMax(g Gram) float64 {
	values := Eigenvalues(g.Len(), g.At)
	if values == nil {
		return math.NaN()
	}
	return values[len(values)-1]
}

// EtaMax returns n/λ_max(K): gradient descent on least squares is stable for
// step sizes η below it.
func EtaMax(g Gram) float64 { return float64(g.Len()) / LambdaMax(g) }

// GammaSafe returns 8/λ_max(K), below which the loss of logistic regression
// without a penalty falls at every step.
func GammaSafe(g Gram) float64 { return Logistic{}.SafeStep(g) }

// SafeStep returns 8/(λ_max(K) + 4λ), below which the objective falls at every
// step.
func (l Logistic) SafeStep(g Gram) float64 { return 8 / (LambdaMax(g) + 4*l.Lambda) }

// DualObjective returns g(α) = Σα − ½ ΣΣ αᵢαⱼtᵢtⱼKᵢⱼ.
func DualObjective(g Gram, t, alpha []float64) float64 {
	var w float64
	for i, a := range alpha {
		if a != 0 {
			w += a - a*t[i]*signedScore(g, t, alpha, i)/2
		}
	}
	return w
}

// DualGradient returns ∇g(α) = 1 − t∘K(α∘t).
func DualGradient(g Gram, t, alpha []float64) []float64 {
	out := make([]float64, len(alpha))
	for i := range out {
		out[i] = 1 - t[i]*signedScore(g, t, alpha, i)
	}
	return out
}

// signedScore is Σⱼ αⱼtⱼKᵢⱼ.
func signedScore(g Gram, t, alpha []float64, i int) float64 {
	var f float64
	for j, k := range g.Row(i) {
		f += alpha[j] * t[j] * k
	}
	return f
}
