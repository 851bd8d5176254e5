package kernels

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"kernellab/kernels/vec"
)

// minParallelPoints is the number of points from which computing a Gram matrix in parallel saves
// time.
const minParallelPoints = 128

// Gram returns the n×n matrix Kᵢⱼ = k(xᵢ, xⱼ), which takes 8n² bytes. It
// computes only the upper triangle, in parallel if there are many points.
func Gram[T any](k Kernel[T], xs []T) *mat.SymDense {
	n := len(xs)
	if n == 0 {
		return &mat.SymDense{}
	}
	data := make([]float64, n*n)
	fill := gramRow(k, xs)
	forEachRow(n, n >= minParallelPoints, func(i int) { fill(data[i*n+i:(i+1)*n], i) })
	return mat.NewSymDense(n, data)
}

// minPackedPoints is the number of points from which [PackedRows] is faster than [Rows].
const minPackedPoints = 256

// gramRow returns a function that writes row i from the diagonal on, k(xᵢ, xᵢ), k(xᵢ, xᵢ₊₁), …, to
// dst.
func gramRow[T any](k Kernel[T], xs []T) func(dst []float64, i int) {
	if vectors, ok := any(xs).([][]float64); ok && len(xs) >= minPackedPoints {
		s := NewPackedRows(any(k).(Kernel[[]float64]), vectors)
		return func(dst []float64, i int) { s.fill(dst, i, i) }
	}
	rows := NewRows(k, xs)
	return func(dst []float64, i int) { rows.fillFrom(dst, xs[i], i) }
}

// Rows computes rows of a Gram matrix on demand, for problems whose matrix does not fit in memory.
// It copies the points if they are vectors. Several goroutines may use it at the same time.
type Rows[T any] struct {
	kernel  Kernel[T]
	points  []T
	vectors packedPoints // a copy of the points if T is []float64, else empty
}

// NewRows prepares the rows of the Gram matrix of xs.
func NewRows[T any](k Kernel[T], xs []T) *Rows[T] {
	r := &Rows[T]{kernel: k, points: xs}
	if vectors, ok := any(xs).([][]float64); ok {
		r.vectors = packPoints(vectors)
	}
	return r
}

// Row writes k(xᵢ, xⱼ) for all j to dst, which must have length n.
func (r *Rows[T]) Row(dst []float64, i int) { r.RowFor(dst, r.points[i]) }

// RowFor writes k(x, xⱼ) for all j to dst, which must have length n.
func (r *Rows[T]) RowFor(dst []float64, x T) {
	if len(dst) != len(r.points) {
		panic("kernels: length mismatch")
	}
	r.fillFrom(dst, x, 0)
}

// fillFrom writes k(x, x_from), k(x, x_from+1), … to dst.
func (r *Rows[T]) fillFrom(dst []float64, x T, from int) {
	k, isVector := any(r.kernel).(Kernel[[]float64])
	if !isVector {
		for j := range dst {
			dst[j] = r.kernel.Eval(x, r.points[from+j])
		}
		return
	}
	evalRow(dst, k, any(x).([]float64), r.vectors, from)
}

// packedPoints stores points of equal length one after another.
type packedPoints struct {
	data []float64
	dim  int
}

func packPoints(points [][]float64) packedPoints {
	if len(points) == 0 {
		return packedPoints{}
	}
	p := packedPoints{data: make([]float64, 0, len(points)*len(points[0])), dim: len(points[0])}
	for _, x := range points {
		vec.CheckLengths(x, points[0])
		p.data = append(p.data, x...)
	}
	return p
}

func (p packedPoints) point(i int) []float64 { return p.data[i*p.dim : (i+1)*p.dim : (i+1)*p.dim] }

// innerProducts writes x·p_from, x·p_from+1, … to dst. It must not be inlined: in the
// middle of a larger function the loop takes 1.6 times as long at d = 20.
//
//go:noinline
func innerProducts(dst, x []float64, p packedPoints, from int) {
	for j := range dst {
		dst[j] = vec.Dot(x, p.point(from+j))
	}
}

// evalRow writes k(x, p_from), k(x, p_from+1), … to dst. The values are those of Eval. It switches
// on the kernel's type once per row instead of once per value.
func evalRow(dst []float64, k Kernel[[]float64], x []float64, p packedPoints, from int) {
	switch k := k.(type) {
	case Linear:
		innerProducts(dst, x, p, from)
	case Poly:
		innerProducts(dst, x, p, from)
		for j, u := range dst {
			dst[j] = intPow(u+k.C, k.Degree)
		}
	case RBF:
		for j := range dst {
			dst[j] = k.evalDist2(vec.Dist2(x, p.point(from+j)))
		}
	case *Expr:
		k.fillRow(dst, x, p, from)
	default:
		for j := range dst {
			dst[j] = k.Eval(x, p.point(from+j))
		}
	}
}

// forEachRow calls do(0) … do(n−1), on all cores if parallel is set.
func forEachRow(n int, parallel bool, do func(i int)) {
	if parallel {
		vec.ForRanges(n, 1, func(i, _ int) { do(i) })
		return
	}
	for i := range n {
		do(i)
	}
}

// Alignment returns the cosine of the angle between two Gram matrices of the same size, ⟨K,
// L⟩/(‖K‖‖L‖) with ⟨K, L⟩ = Σ KᵢⱼLᵢⱼ (Cristianini, Shawe-Taylor, Elisseeff and Kandola, On
// Kernel-Target Alignment, NIPS 2001). If one of the matrices is 0, it returns 0. With L = yyᵀ it
// measures how well K agrees with labels −1 and +1. If both matrices are positive semidefinite, the
// alignment lies between 0 and 1.
func Alignment(k, l mat.Symmetric) float64 {
	norm := frobeniusProduct(k, k) * frobeniusProduct(l, l)
	if norm == 0 {
		return 0
	}
	return frobeniusProduct(k, l) / math.Sqrt(norm)
}

// frobeniusProduct returns ⟨K, L⟩ = Σ KᵢⱼLᵢⱼ. It panics if the sizes differ.
func frobeniusProduct(k, l mat.Symmetric) float64 {
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

// TargetGram returns yyᵀ, the Gram matrix that agrees best with the labels y.
func TargetGram(y []float64) *mat.SymDense {
	out := mat.NewSymDense(len(y), nil)
	out.SymOuterK(1, mat.NewDense(len(y), 1, append([]float64(nil), y...)))
	return out
}

// AlignedWeights returns the β ≥ 0 with Σβ = 1 for which Σ βₘKₘ has the largest alignment with a
// target. Up to a factor, β is the v ≥ 0 that minimises vᵀMv − 2vᵀa with Mₘₗ = ⟨Kₘ, Kₗ⟩ and aₘ =
// ⟨Kₘ, T⟩ (Cortes, Mohri and Rostamizadeh, Algorithms for Learning Kernels Based on Centered
// Alignment, JMLR 13, 2012, proposition 9, here not centred). AlignedWeights minimises by
// coordinate descent. The result ok is false if no kernel has a
// positive alignment with the target.
func AlignedWeights(grams []*mat.SymDense, target mat.Symmetric) (beta []float64, ok bool) {
	n := len(grams)
	m, a, v := mat.NewSymDense(n, nil), make([]float64, n), make([]float64, n)
	for i, k := range grams {
		a[i] = frobeniusProduct(k, target)
		for j := i; j < n; j++ {
			m.SetSym(i, j, frobeniusProduct(k, grams[j]))
		}
	}
	for range 10_000 {
		var maxChange, sum float64
		for i := range v {
			residual := a[i]
			for j := range v {
				if j != i {
					residual -= m.At(i, j) * v[j]
				}
			}
			value := max(0, residual/m.At(i, i))
			maxChange, v[i] = max(maxChange, math.Abs(value-v[i])), value
			sum += value
		}
		if sum == 0 {
			return nil, false
		}
		if maxChange < 1e-13*sum {
			break
		}
	}
	floats.Scale(1/floats.Sum(v), v)
	return v, true
}

// Nystrom returns K_nm K_mm⁻¹ K_mn, the approximation of a positive semidefinite Gram matrix
// by its columns at the landmarks (Williams and Seeger, Using the Nyström Method to Speed
// Up Kernel Machines, NIPS 2000). It is exact in these columns and rows. The algorithm adds one
// point p at a time: it moves rₚrₚᵀ/rₚₚ from the residual to the approximation, where rₚ is
// column p of the residual.
func Nystrom(k mat.Symmetric, landmarks []int) *mat.SymDense {
	const negligible = 1e-12 // skips a point whose column is 0 up to rounding
	n := k.SymmetricDim()
	residual, out := mat.NewSymDense(n, nil), mat.NewSymDense(n, nil)
	residual.CopySym(k)
	for _, p := range landmarks {
		if column := mat.Col(nil, p, residual); column[p] > negligible*k.At(p, p) {
			residual.SymRankOne(residual, -1/column[p], mat.NewVecDense(n, column))
			out.SymRankOne(out, 1/column[p], mat.NewVecDense(n, column))
		}
	}
	return out
}

// CentredGram returns HKH with H = I − 11ᵀ/n, the Gram matrix of the features after subtraction of
// their mean.
func CentredGram(k mat.Symmetric) *mat.SymDense {
	n := k.SymmetricDim()
	means, mean := rowMeans(k)
	out := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			out.SetSym(i, j, k.At(i, j)-means[i]-means[j]+mean)
		}
	}
	return out
}

// rowMeans returns the mean of each row, and the mean of all entries.
func rowMeans(k mat.Symmetric) (means []float64, mean float64) {
	n := k.SymmetricDim()
	means = make([]float64, n)
	for i := range means {
		for j := range n {
			means[i] += k.At(i, j) / float64(n)
		}
		mean += means[i] / float64(n)
	}
	return means, mean
}

// PrincipalComponents returns the first m components of kernel PCA by decreasing variance, and the
// share of each in the total variance (Schölkopf, Smola and Müller, Nonlinear Component Analysis as
// a Kernel Eigenvalue Problem, Neural Computation 10, 1998). A component is the function f(x) =
// w·(φ(x) − μ), where μ is the mean of the features and w has length 1. Its sign is such that f ≥ 0
// at the first point. If the features vary in fewer than m directions, there are fewer components.
// If the iteration for the eigenvectors does not converge, PrincipalComponents returns none.
func PrincipalComponents(k Kernel[[]float64], points [][]float64, m int) (components []Expansion, shares []float64) {
	gram := Gram(k, points)
	means, _ := rowMeans(gram)
	centred := CentredGram(gram)
	var eig mat.EigenSym
	if !eig.Factorize(centred, true) {
		return nil, nil
	}
	var vectors mat.Dense
	eig.VectorsTo(&vectors)
	values, total := eig.Values(nil), mat.Trace(centred)
	for i := len(values) - 1; i >= 0 && len(components) < m && values[i] > 1e-10*total; i-- {
		f := Expansion{Kernel: k, Points: points, Coef: mat.Col(nil, i, &vectors)}
		scale := math.Copysign(math.Sqrt(values[i]), f.Coef[0])
		for j := range f.Coef {
			f.Coef[j] /= scale
			f.Bias -= f.Coef[j] * means[j]
		}
		components, shares = append(components, f), append(shares, values[i]/total)
	}
	return components, shares
}

// NotPSDError reports a Gram matrix that is not positive semidefinite. It
// carries the proof: Vector has norm 1 and vᵀKv = Eigenvalue < 0.
type NotPSDError struct {
	Eigenvalue float64
	Vector     []float64
}

func (e *NotPSDError) Error() string {
	return fmt.Sprintf("the Gram matrix is not positive semidefinite: "+
		"its smallest eigenvalue is %.6g, so this is not a kernel", e.Eigenvalue)
}

// NotFiniteError reports that the kernel has no finite value for the points I
// and J, counted from 0.
type NotFiniteError struct {
	I, J  int
	Value float64
}

func (e *NotFiniteError) Error() string {
	return fmt.Sprintf("the kernel of points %d and %d is %g, not a finite number", e.I+1, e.J+1, e.Value)
}

// ErrEigen reports that the eigenvalue iteration did not converge.
var ErrEigen = errors.New("the eigenvalue iteration did not converge")

// CheckFinite returns a [*NotFiniteError] for the first entry that is NaN or
// infinite, or nil.
func CheckFinite(g mat.Symmetric) error {
	n := g.SymmetricDim()
	row := make([]float64, n)
	for i := range n {
		for j, v := range upperRow(g, i, row) {
			if v-v != 0 { // true only for NaN and ±Inf
				return &NotFiniteError{I: i, J: i + j, Value: v}
			}
		}
	}
	return nil
}

// upperRow returns row i of g from the diagonal on. If g does not store its
// rows that way, upperRow copies the row to buf. The slice must not be changed.
func upperRow(g mat.Symmetric, i int, buf []float64) []float64 {
	n := g.SymmetricDim()
	if s, ok := g.(mat.RawSymmetricer); ok && s.RawSymmetric().Uplo == blas.Upper {
		raw := s.RawSymmetric()
		return raw.Data[i*raw.Stride+i : i*raw.Stride+n]
	}
	buf = buf[:n-i]
	for j := range buf {
		buf[j] = g.At(i, i+j)
	}
	return buf
}

// CheckPSD returns nil if no eigenvalue of g is below −tol times the largest
// absolute eigenvalue. A tol of 1e-10 allows for rounding. Otherwise it returns
// a [*NotPSDError] with an eigenvector as proof. If it cannot decide, it
// returns a [*NotFiniteError] or [ErrEigen]. It takes O(n³) time.
func CheckPSD(g mat.Symmetric, tol float64) error {
	if g.SymmetricDim() == 0 {
		return nil
	}
	if err := CheckFinite(g); err != nil {
		return err
	}
	var eig mat.EigenSym
	if !eig.Factorize(g, true) {
		return ErrEigen
	}
	values := eig.Values(nil)
	lowest, largest := values[0], max(math.Abs(values[0]), math.Abs(values[len(values)-1]))
	if lowest >= -tol*largest {
		return nil
	}
	var vectors mat.Dense
	eig.VectorsTo(&vectors)
	return &NotPSDError{Eigenvalue: lowest, Vector: mat.Col(nil, 0, &vectors)}
}
