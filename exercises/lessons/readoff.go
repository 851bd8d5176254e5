package lessons

import (
	"context"
	"math"
	"strconv"

	"kernellab/ascii"
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

// newResult solves two moons with an RBF kernel, drawn until every point can be
// seen, some support vectors are free, some are at the bound and some points are
// neither.
func newResult(seed uint64) (result, error) {
	const c = 1.0
	for try := seed; ; try += 1 << 32 {
		set := dataset.Moons(24, 0.25, try)
		if hidden(set) {
			continue
		}
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

// Cells of the smallest picture that points are counted on.
const (
	countedColumns = 30
	countedRows    = 11
)

// hidden reports whether two points of the plane come as near to each other as
// a cell of a small picture.
func hidden(s *dataset.Set) bool {
	var x, y ascii.Range
	for i := range s.Len() {
		x, y = x.With(s.Point(i)[0]), y.With(s.Point(i)[1])
	}
	for i := range s.Len() {
		for j := range i {
			p, q := s.Point(i), s.Point(j)
			if math.Abs(p[0]-q[0]) < x.Span()/countedColumns && math.Abs(p[1]-q[1]) < y.Span()/countedRows {
				return true
			}
		}
	}
	return false
}

func (r result) vars() map[string]string {
	return map[string]string{
		"points": strconv.Itoa(r.n), "readC": answer.Shown(r.c),
		"sv": strconv.Itoa(r.sv), "bound": strconv.Itoa(r.bound), "free": strconv.Itoa(r.sv - r.bound),
	}
}
