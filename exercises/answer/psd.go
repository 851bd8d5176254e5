package answer

import (
	"context"
	"errors"
	"math/big"

	"kernellab/exercises"
	"kernellab/kernels"
)

// PSDTask asks for a positive semidefinite matrix.
type PSDTask struct {
	Size int
	// Negative: some entry has to be below 0.
	Negative bool
}

// JudgePSD decides exactly, by elimination in fractions, whether a symmetric
// matrix is positive semidefinite. It recognises matrices that are not although
// no entry is negative ("entries") or the determinant is not ("determinant"),
// and those that are not symmetric ("asymmetric").
func JudgePSD(ctx context.Context, text string, t PSDTask) Result {
	if err := missingRow(text); err != nil {
		return unreadable(err)
	}
	return Judged(ctx, matrixText(text), Scope{}, func(e Expr) Result {
		m, stop := rationalMatrix(e, t.Size)
		if stop != nil {
			return *stop
		}
		return t.judge(m)
	})
}

// PSDEntries reads the entries of a matrix that JudgePSD takes; not ok where it
// is no symmetric matrix of that size.
func PSDEntries(ctx context.Context, text string, size int) (rows [][]float64, ok bool) {
	e, stop := read(ctx, matrixText(text), &Scope{})
	if stop != nil {
		return nil, false
	}
	m, stop := rationalMatrix(e, size)
	if stop != nil {
		return nil, false
	}
	for i := range m {
		var row []float64
		for j := range m {
			v, _ := m[i][j].Float64()
			row, ok = append(row, v), m[i][j].Cmp(m[j][i]) == 0
			if !ok {
				return nil, false
			}
		}
		rows = append(rows, row)
	}
	return rows, true
}

// rationalMatrix is a square matrix of rational numbers; the result is set where
// the expression is none.
func rationalMatrix(e Expr, size int) ([][]*big.Rat, *Result) {
	a, lerr := e.lowered()
	if lerr != nil {
		r := undecided(lerr)
		return nil, &r
	}
	if a.rows != size || a.cols != size {
		r := newResult(exercises.NotEqual, "This has %s; needed are %d rows of %d.", a.shape(), size, size).known("shape", "")
		return nil, &r
	}
	ring := newRing(e.scope)
	m := make([][]*big.Rat, size)
	for k, cell := range a.cells {
		f, err := ring.canon(cell)
		if err != nil {
			r := undecided(err)
			return nil, &r
		}
		q, ok := f.rational()
		if !ok {
			r := newResult(exercises.Undecided, "Write whole numbers, fractions or decimals: these are decided exactly.")
			return nil, &r
		}
		m[k/size] = append(m[k/size], q)
	}
	return m, nil
}

func (t PSDTask) judge(m [][]*big.Rat) Result {
	negative := false
	for i := range m {
		for j := range m {
			negative = negative || m[i][j].Sign() < 0
			if m[i][j].Cmp(m[j][i]) != 0 {
				return newResult(exercises.NotEqual, "Not symmetric: the entries (%d, %d) and (%d, %d) differ.", i+1, j+1, j+1, i+1).known("asymmetric", "")
			}
		}
	}
	switch {
	case !isPSD(m):
		return t.indefinite(m, negative)
	case t.Negative && !negative:
		return newResult(exercises.NotEqual, "It is positive semidefinite. No entry of it is below 0, and one has to be.").known("nonnegative", "")
	}
	return newResult(exercises.Equal, "")
}

// indefinite says by a vector why a matrix is not positive semidefinite.
func (t PSDTask) indefinite(m [][]*big.Rat, negative bool) Result {
	r := newResult(exercises.NotEqual, "It is not positive semidefinite.")
	if v, value := negativeDirection(m); value.Sign() < 0 {
		f, _ := value.Float64()
		r = newResult(exercises.NotEqual, "v = %s has vᵀKv = %s < 0.", showVector(v), formatFloat(f))
	}
	switch {
	case !negative:
		return r.known("entries", "")
	case determinant(m).Sign() >= 0:
		return r.known("determinant", "")
	}
	return r
}

// negativeDirection is a vector, of small whole numbers where these do, with the
// exact value of vᵀKv; 0 where none is found.
func negativeDirection(m [][]*big.Rat) (v []float64, value *big.Rat) {
	places := make([][]float64, len(m))
	for i := range places {
		places[i] = []float64{float64(i)}
	}
	var not *kernels.NotPSDError
	if !errors.As(kernels.CheckPSD(kernels.Gram(entriesOf{m}, places), 1e-12), &not) {
		return nil, new(big.Rat)
	}
	v, _ = simplest(not.Vector, func(v []float64) float64 {
		f, _ := quadraticForm(m, v).Float64()
		return f
	})
	return v, quadraticForm(m, v)
}

// entriesOf is a matrix as a function of two row numbers.
type entriesOf struct{ m [][]*big.Rat }

var _ kernels.Kernel[[]float64] = entriesOf{}

func (k entriesOf) Eval(x, z []float64) float64 {
	v, _ := k.m[int(x[0])][int(z[0])].Float64()
	return v
}

func (entriesOf) String() string { return "K" }

// quadraticForm is vᵀMv, exactly.
func quadraticForm(m [][]*big.Rat, v []float64) *big.Rat {
	sum := new(big.Rat)
	for i := range m {
		for j := range m {
			x, y := new(big.Rat).SetFloat64(v[i]), new(big.Rat).SetFloat64(v[j])
			if x == nil || y == nil {
				return new(big.Rat)
			}
			sum.Add(sum, x.Mul(x, y.Mul(y, m[i][j])))
		}
	}
	return sum
}

// determinant expands along the first row; matrices here are small.
func determinant(m [][]*big.Rat) *big.Rat {
	if len(m) == 1 {
		return m[0][0]
	}
	sum := new(big.Rat)
	for k := range m {
		var minor [][]*big.Rat
		for _, row := range m[1:] {
			rest := append([]*big.Rat{}, row[:k]...)
			minor = append(minor, append(rest, row[k+1:]...))
		}
		term := new(big.Rat).Mul(m[0][k], determinant(minor))
		if k%2 == 1 {
			term.Neg(term)
		}
		sum.Add(sum, term)
	}
	return sum
}
