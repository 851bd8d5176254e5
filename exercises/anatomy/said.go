package anatomy

import "kernellab/solvers"

// FromDetail makes a number of what a step did, which the start has not, nor a
// step of another solver.
func FromDetail[D solvers.Detail](of func(d D) float64) func(solvers.Step) (float64, bool) {
	return func(s solvers.Step) (float64, bool) {
		d, ok := s.Detail.(D)
		if !ok {
			return 0, false
		}
		return of(d), true
	}
}

// FromVisit is FromDetail for the visit of a point: at the start, and where an
// epoch ended without a mistake, there is none.
func FromVisit(of func(d *solvers.PerceptronDetail) float64) func(solvers.Step) (float64, bool) {
	return func(s solvers.Step) (float64, bool) {
		if d, ok := s.Detail.(*solvers.PerceptronDetail); ok && d.Point >= 0 {
			return of(d), true
		}
		return 0, false
	}
}
