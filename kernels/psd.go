package kernels

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"
)

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
