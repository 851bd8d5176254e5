package solvers

import "gonum.org/v1/gonum/floats"

// nextDescent is a step of gradient descent with the fault in it.
func (f Faulty) nextDescent(d descent, p *Problem, prev Step) Step {
	right := d
	switch f.Fault {
	case FaultResidualSign:
		d.residuals = func(r, scores []float64) {
			right.residuals(r, scores)
			floats.Scale(-1, r)
		}
	case FaultNoSigmoid:
		d.residuals = func(r, scores []float64) {
			for i := range r {
				r[i] = -scores[i]
				if p.y[i] > 0 {
					r[i]++
				}
			}
		}
	case FaultNoMean:
		d.rate = d.step
	case FaultTooLong:
		d.rate *= f.Times
	}
	next := d.next(p, prev)
	if f.Fault == FaultTooLong {
		said := *next.Detail.(*GradientDetail)
		said.Rate = right.rate
		next.Detail = &said
	}
	return next
}
