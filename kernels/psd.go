package kernels

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"
)

// NotPSDError says that a Gram matrix is not positive semidefinite, and proves
// it: Vector has norm 1 and vᵀKv = Eigenvalue < 0.
type NotPSDError struct {
	Eigenvalue float64
	Vector     []float64
}

func (e *NotPSDError) Error() string {
	return fmt.Sprintf("the Gram matrix is not positive semidefinite: its smallest eigenvalue is %.6g, so this is no kernel", e.Eigenvalue)
}

// NotFiniteError says that the kernel has no finite value for the pair of
// points I, J (counted from 0).
type NotFiniteError struct {
	I, J  int
	Value float64
}

func (e *NotFiniteError) Error() string {
	return fmt.Sprintf("the kernel of points %d and %d is %g, not a finite number", e.I+1, e.J+1, e.Value)
}

// ErrEigen says that the eigenvalue iteration did not converge.
var ErrEigen = errors.New("the eigenvalue iteration did not converge")

// CheckFinite returns a [*NotFiniteError] for the first entry that is NaN or
// infinite, or nil.
func CheckFinite(g mat.Symmetric) error {
	n := g.SymmetricDim()
	row := make([]float64, n)
	for i := range n {
		for j, v := range upperRow(g, i, row) {
			if v-v != 0 { // NaN and ±Inf alone
				return &NotFiniteError{I: i, J: i + j, Value: v}
			}
		}
	}
	return nil
}

// upperRow is row i of g from the diagonal on, without a copy where g lies in
// memory that way; room takes the copy.
func upperRow(g mat.Symmetric, i int, room []float64) []float64 {
	n := g.SymmetricDim()
	if s, ok := g.(mat.RawSymmetricer); ok && s.RawSymmetric().Uplo == blas.Upper {
		raw := s.RawSymmetric()
		return raw.Data[i*raw.Stride+i : i*raw.Stride+n]
	}
	room = room[:n-i]
	for j := range room {
		room[j] = g.At(i, i+j)
	}
	return room
}

// CheckPSD returns nil if no eigenvalue of g is below −tol times the largest
// absolute one (1e-10 leaves room for rounding), and otherwise a
// [*NotPSDError] with a witness. It costs O(n³). The other errors are
// [*NotFiniteError] and [ErrEigen].
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
	lowest, largest := values[0], math.Max(math.Abs(values[0]), math.Abs(values[len(values)-1]))
	if lowest >= -tol*largest {
		return nil
	}
	var vectors mat.Dense
	eig.VectorsTo(&vectors)
	return &NotPSDError{Eigenvalue: lowest, Vector: mat.Col(nil, 0, &vectors)}
}
