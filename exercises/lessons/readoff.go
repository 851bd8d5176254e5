package lessons

import (
	"context"
	"strconv"

	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
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

// newResult solves two moons with an RBF kernel, drawn until some support
// vectors are free, some are at the bound and some points are neither.
func newResult(seed uint64) (result, error) {
	const c = 1.0
	for try := seed; ; try += 1 << 32 {
		set := dataset.Moons(24, 0.25, try)
		run, err := stage.Start(stage.Model{Set: set, Kernel: kernels.RBF{Sigma: 0.7}}, solvers.SMO{C: c, Tol: 1e-6})
		if err != nil {
			return result{}, err
		}
		done, err := run.Extend(context.Background(), 2000, exercises.Break{})
		if err != nil {
			return result{}, err
		}
		r := result{run: done.(stage.Run), n: set.Len(), c: c}
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
			return r, nil
		}
	}
}

func (r result) vars() map[string]string {
	return map[string]string{
		"points": strconv.Itoa(r.n), "readC": answer.Shown(r.c),
		"sv": strconv.Itoa(r.sv), "bound": strconv.Itoa(r.bound), "free": strconv.Itoa(r.sv - r.bound),
	}
}
