package cli

import (
	"errors"
	"strings"
	"sync"

	"kernellab/exercises/dataset"
	"kernellab/kernels"
	"kernellab/solvers"
)

// newGram is the Gram matrix of a data set: whole where it fits in the memory
// allowed, in megabytes, else row by row. bad says, at any time, what was wrong
// with the rows computed so far.
func newGram(k kernels.Kernel[[]float64], set *dataset.Set, cacheMB int) (g solvers.Gram, bad func() error, err error) {
	n := set.Len()
	if n*n <= cacheMB*(1<<20)/8 {
		m := kernels.Gram(k, set.Points())
		return solvers.NewDense(m), func() error { return nil }, kernelError(kernels.CheckFinite(m))
	}
	var seen firstInfinite
	rows := kernels.NewRows(k, set.Points())
	g = solvers.NewRows(n, func(i int, dst []float64) {
		rows.Row(dst, i)
		for j, v := range dst {
			if v-v != 0 {
				seen.note(i, j, v)
			}
		}
	}, cacheMB<<20)
	return g, seen.err, nil
}

// firstInfinite remembers an entry that is no number: the first of a matrix
// read row by row, in whatever order the rows come.
type firstInfinite struct {
	mu  sync.Mutex
	bad *kernels.NotFiniteError // nil while there is none
}

// note looks at an entry.
func (f *firstInfinite) note(i, j int, v float64) {
	if v-v == 0 {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.bad == nil || i < f.bad.I || i == f.bad.I && j < f.bad.J {
		f.bad = &kernels.NotFiniteError{I: i, J: j, Value: v}
	}
}

// err returns what was wrong with the entries seen so far.
func (f *firstInfinite) err() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.bad == nil {
		return nil
	}
	return kernelError(f.bad)
}

func kernelError(err error) error {
	if err == nil {
		return nil
	}
	return failf("scale the columns, or use another kernel", "%v", err)
}

// psdLimit is the number of points up to which a typed kernel is tested.
const psdLimit = 500

// psdWarning says whether a typed kernel is no kernel on these points. All
// other kernels are positive semidefinite by construction.
func psdWarning(k kernels.Kernel[[]float64], set *dataset.Set) string {
	if !strings.Contains(k.String(), "expr(") || set.Len() > psdLimit {
		return ""
	}
	var not *kernels.NotPSDError
	if err := kernels.CheckPSD(kernels.Gram(k, set.Points()), 1e-10); errors.As(err, &not) {
		return "warning: " + not.Error() + " and the problem may have no optimum"
	}
	return ""
}
