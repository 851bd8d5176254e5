package solvers

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Eigenvalues returns the eigenvalues, in increasing order, of the symmetric n×n matrix with the
// entries k(i, j), i ≤ j. It returns nil if the iteration does not converge.
func Eigenvalues(n int, k func(i, j int) float64) []float64 {
	values, ok := eigenvaluesOnly(symmetricMatrix(n, k))
	if ok {
		return values
	}
	values, _, _ = Spectrum(n, k)
	return values
}

// eigenvaluesOnly returns the eigenvalues without computing eigenvectors, which is faster. The
// result ok is false if the computation fails. It fails for a matrix with a block of entries below
// 1e-122, because gonum's version of LAPACK's dsterf panics when it scales such a block.
func eigenvaluesOnly(a *mat.SymDense) (values []float64, ok bool) {
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

// Spectrum returns the eigenvalues, in increasing order, of the symmetric n×n
// matrix with the entries k(i, j), and the eigenvectors as columns. The result ok
// is false if the iteration does not converge.
func Spectrum(n int, k func(i, j int) float64) (values []float64, vectors *mat.Dense, ok bool) {
	var eig mat.EigenSym
	if !eig.Factorize(symmetricMatrix(n, k), true) {
		return nil, nil, false
	}
	vectors = new(mat.Dense)
	eig.VectorsTo(vectors)
	return eig.Values(nil), vectors, true
}

// symmetricMatrix returns the symmetric n×n matrix with the entries k(i, j).
func symmetricMatrix(n int, k func(i, j int) float64) *mat.SymDense {
	a := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			a.SetSym(i, j, k(i, j))
		}
	}
	return a
}

// LambdaMax returns the largest eigenvalue of a Gram matrix, or NaN if the
// iteration does not converge.
func LambdaMax(g Gram) float64 {
	values := Eigenvalues(g.Len(), g.At)
	if values == nil {
		return math.NaN()
	}
	return values[len(values)-1]
}

// MaxEta returns n/λ_max(K). Gradient descent on least squares is stable for step sizes η below
// this value.
func MaxEta(g Gram) float64 { return float64(g.Len()) / LambdaMax(g) }

// SafeGamma returns 8/λ_max(K). If the step size Gamma of [Logistic] is below this value, the loss
// without a penalty falls at every step.
func SafeGamma(g Gram) float64 { return Logistic{}.SafeStep(g) }

// SafeStep returns 8/(λ_max(K) + 4λ). For step sizes below this value, the objective falls at every
// step.
func (l Logistic) SafeStep(g Gram) float64 { return 8 / (LambdaMax(g) + 4*l.Lambda) }

// DualObjective returns W(α) = Σα − ½ ΣΣ αᵢαⱼtᵢtⱼKᵢⱼ.
func DualObjective(g Gram, t, alpha []float64) float64 {
	var w float64
	for i, a := range alpha {
		if a != 0 {
			w += a - a*t[i]*scoreAt(g, t, alpha, i)/2
		}
	}
	return w
}

// DualGradient returns ∇W(α) = 1 − t∘K(α∘t).
func DualGradient(g Gram, t, alpha []float64) []float64 {
	out := make([]float64, len(alpha))
	for i := range out {
		out[i] = 1 - t[i]*scoreAt(g, t, alpha, i)
	}
	return out
}

// scoreAt returns the score of point i, Σⱼ αⱼtⱼKᵢⱼ.
func scoreAt(g Gram, t, alpha []float64, i int) float64 {
	var f float64
	for j, k := range g.Row(i) {
		f += alpha[j] * t[j] * k
	}
	return f
}

// Offset describes the values of the bias b that an α allows. With sᵢ = Σⱼ αⱼtⱼKᵢⱼ, the optimality
// conditions restrict b at each point. A point whose tα can grow needs b ≥ tᵢ − sᵢ, and a point
// whose tα can shrink needs b ≤ tᵢ − sᵢ. A free point, 0 < α < C, needs both (Keerthi et al. 2001,
// equations 11 and 12).
type Offset struct {
	// Each[i] is tᵢ − sᵢ, the b that puts point i on the margin.
	Each []float64
	// Free lists the indices of the points with 0 < α < C, counted from 0.
	Free []int
	// Lo and Hi bound b. At the optimum Lo ≤ Hi, every b between them has the same primal
	// objective, and Lo = Hi if some point is free. Before the optimum Lo > Hi, and Lo − Hi is the
	// largest violation.
	Lo, Hi float64
	// Mean is the mean of Each over the free points, or the midpoint of Lo and
	// Hi if no point is free.
	Mean float64
}

// OffsetOf returns the values of b that α allows, for labels −1/+1 and α in [0, c], where c is
// above 0 and +Inf for the hard margin. Lo is −Inf if no point bounds b from below, and Hi is +Inf
// if no point bounds b from above. If Σαt = 0, each of these happens only if α = 0 and there is only
// one class. OffsetOf panics if the lengths differ.
func OffsetOf(g Gram, t, alpha []float64, c float64) Offset {
	if len(t) != g.Len() || len(alpha) != g.Len() {
		panic("solvers: OffsetOf needs one label and one α a point")
	}
	st := SMO{C: c}.newState(&Problem{gram: g, y: t, dim: len(t)}, alpha, nil)
	o := Offset{Lo: math.Inf(-1), Hi: math.Inf(1)}
	var sum float64
	for i, a := range alpha {
		b := -st.F(i)
		o.Each = append(o.Each, b)
		if st.inUp(i) {
			o.Lo = max(o.Lo, b)
		}
		if st.inLow(i) {
			o.Hi = min(o.Hi, b)
		}
		if a > 0 && a < c {
			o.Free = append(o.Free, i)
			sum += b
		}
	}
	o.Mean = (o.Lo + o.Hi) / 2
	if len(o.Free) > 0 {
		o.Mean = sum / float64(len(o.Free))
	}
	return o
}
