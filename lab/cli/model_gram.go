package cli

import (
	"errors"
	"strings"
	"sync"

	"kernellab/exercises/dataset"
	"kernellab/kernels"
	"kernellab/solvers"
)

// gram is the Gram matrix of a data set: whole where it fits in the memory
// allowed, else row by row.
type gram struct {
	solvers.Gram
	whole bool

	mu  sync.Mutex
	bad error // the first value that was not finite
}

// newGram computes the matrix. cacheMB bounds its memory.
func newGram(k kernels.Kernel[[]float64], set *dataset.Set, cacheMB int) (*gram, error) {
	n := set.Len()
	if n*n <= cacheMB*(1<<20)/8 {
		m := kernels.Gram(k, set.Points())
		if err := kernels.CheckFinite(m); err != nil {
			return nil, kernelError(err)
		}
		return &gram{Gram: solvers.NewDense(m), whole: true}, nil
	}
	g := &gram{}
	rows := kernels.NewRows(k, set.Points())
	g.Gram = solvers.NewRows(n, func(i int, dst []float64) {
		rows.Row(dst, i)
		g.note(i, dst)
	}, cacheMB<<20)
	return g, nil
}

// note remembers the first entry that is not finite.
func (g *gram) note(i int, row []float64) {
	for j, v := range row {
		if v-v != 0 {
			g.mu.Lock()
			if g.bad == nil {
				g.bad = &kernels.NotFiniteError{I: i, J: j, Value: v}
			}
			g.mu.Unlock()
			return
		}
	}
}

// err returns what was wrong with the rows computed so far.
func (g *gram) err() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return kernelError(g.bad)
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
