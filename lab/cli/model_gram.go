package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"

	"kernellab/exercises/dataset"
	"kernellab/kernels"
	"kernellab/solvers"
)

// newGram returns the Gram matrix of a data set: whole where it fits in the
// memory allowed, in megabytes, else row by row. bad says, at any time, what was
// wrong with the rows computed so far.
func newGram(k kernels.Kernel[[]float64], set *dataset.Set, cacheMB int) (g solvers.Gram, bad func() error, err error) {
	n := set.Len()
	if n*n <= cacheMB*(1<<20)/8 {
		m := kernels.Gram(k, set.Points())
		return solvers.NewDense(m), func() error { return nil }, kernelError(kernels.CheckFinite(m))
	}
	rows := kernels.NewRows(k, set.Points())
	finite := &finiteCheck{kernel: k, points: set.Points()}
	return solvers.NewRows(n, func(i int, dst []float64) {
		rows.Row(dst, i)
		look(finite, dst)
	}, cacheMB<<20), finite.err, nil
}

// finiteCheck looks at rows of a Gram matrix for an entry that is no finite
// number. It is safe for concurrent use.
type finiteCheck struct {
	kernel kernels.Kernel[[]float64]
	points [][]float64
	failed atomic.Bool
}

func look[T float32 | float64](c *finiteCheck, row []T) {
	var s T
	for _, v := range row {
		s += v - v
	}
	if s != 0 {
		c.failed.Store(true)
	}
}

// err returns an error if a row had such an entry. It names the first one of the
// matrix.
func (c *finiteCheck) err() error {
	if !c.failed.Load() {
		return nil
	}
	rows, row := kernels.NewRows(c.kernel, c.points), make([]float64, len(c.points))
	for i := range row {
		rows.Row(row, i)
		for j, v := range row {
			if v-v != 0 {
				return kernelError(&kernels.NotFiniteError{I: i, J: j, Value: v})
			}
		}
	}
	return kernelError(errors.New("the kernel's values are too large"))
}

// checkedRows are the rows of a Gram matrix, looked at as they are computed.
type checkedRows struct {
	*kernels.Stretches
	finite finiteCheck
}

// Fill is [kernels.Stretches.Fill].
func (r *checkedRows) Fill(dst []float64, i, from int) {
	r.Stretches.Fill(dst, i, from)
	look(&r.finite, dst)
}

// Fill32 is [kernels.Stretches.Fill32].
func (r *checkedRows) Fill32(dst []float32, i, from int) {
	r.Stretches.Fill32(dst, i, from)
	look(&r.finite, dst)
}

func kernelError(err error) error {
	if err == nil {
		return nil
	}
	return failf("scale the columns, or use another kernel", "%v", err)
}

// psdLimit is the number of points up to which a typed kernel is tested.
const psdLimit = 500

// warnUnlessPSD prints a warning if a typed kernel is no kernel on these points.
// All other kernels are positive semidefinite by construction.
func warnUnlessPSD(w io.Writer, m *fitted) {
	if !strings.Contains(m.kernel.String(), "expr(") || m.set.Len() > psdLimit {
		return
	}
	var not *kernels.NotPSDError
	if err := kernels.CheckPSD(kernels.Gram(m.kernel, m.set.Points()), 1e-10); errors.As(err, &not) {
		fmt.Fprintf(w, "warning: %v and the problem may have no optimum\n", not)
	}
}
