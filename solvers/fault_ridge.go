package solvers

import "gonum.org/v1/gonum/mat"

// nextRidge does the next stage, with the fault in it.
func (f Faulty) nextRidge(r Ridge, p *Problem, prev Step) (Step, error) {
	next, err := r.Next(p, prev)
	if err != nil {
		return next, err
	}
	d := next.Detail.(*RidgeDetail)
	switch {
	case f.Fault == FaultLambdaEverywhere && d.Stage == StageRegularise:
		d.work.a = addEverywhere(prev.Detail.(*RidgeDetail).work.a, r.Lambda)
		d.Matrix = Matrix{d.work.a}
	case f.Fault == FaultForward && d.Stage == StageForward && d.work.chol != nil:
		d.work.z = undivided(d.work)
		d.Result = Vector{d.work.z}
	case f.Fault == FaultForward && d.Stage == StageBack && d.work.chol != nil:
		next.coef = backSubstitute(d.work)
		next.scores = p.scores(next.coef)
		d.Result = Vector{next.coef}
		next.Objective = r.objective(p, next)
	}
	return next, nil
}

// addEverywhere is A with λ added to every entry.
func addEverywhere(a *mat.SymDense, lambda float64) *mat.SymDense {
	n := a.SymmetricDim()
	out := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			out.SetSym(i, j, a.At(i, j)+lambda)
		}
	}
	return out
}

// undivided is what the forward solve gives where no row is divided by its
// diagonal entry.
func undivided(w *ridgeWork) []float64 {
	var l mat.TriDense
	w.chol.LTo(&l)
	z := make([]float64, len(w.rhs))
	for i := range z {
		z[i] = w.rhs[i]
		for j := range i {
			z[i] -= l.At(i, j) * z[j]
		}
	}
	return z
}

// backSubstitute solves Lᵀc = z.
func backSubstitute(w *ridgeWork) []float64 {
	var l mat.TriDense
	w.chol.LTo(&l)
	n := len(w.z)
	c := make([]float64, n)
	for i := n - 1; i >= 0; i-- {
		c[i] = w.z[i]
		for j := i + 1; j < n; j++ {
			c[i] -= l.At(j, i) * c[j]
		}
		c[i] /= l.At(i, i)
	}
	return c
}
