package lessons

import (
	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
)

// result is a solved problem whose support vectors the student counts.
type result struct {
	run       stage.Run
	n         int
	sv, bound int
	c         float64
}

// newResult solves two moons with an RBF kernel, drawn until every point can be
// seen, some support vectors are free, some are at the bound and some points are
// neither.
func newResult(seed uint64) result {
	const c = 1.0
	for try := seed; ; try += 1 << 32 {
		set := dataset.Moons(24, 0.25, try)
		if hidden(set) {
			continue
		}
		run := staged(stage.Model{Set: set, Kernel: kernels.RBF{Sigma: 0.7}}, solvers.SMO{C: c, Tol: 1e-6}, 2000, exercises.Break{})
		r := result{run: run, n: set.Len(), c: c}
		last := r.run.Trace().Last()
		for _, a := range last.Coef().All() {
			if a > 0 {
				r.sv++
			}
			if a == c {
				r.bound++
			}
		}
		if last.Status == solvers.Converged && r.bound > 0 && r.sv > r.bound && r.sv < r.n {
			return r
		}
	}
}

func (r result) vars() worksheets.Vars {
	return worksheets.Vars{
		"points": r.n, "readC": r.c,
		"sv": r.sv, "bound": r.bound, "free": r.sv - r.bound,
	}
}
