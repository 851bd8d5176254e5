package ledger

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// lockstep enters w = Φᵀa and that primal and dual give one f, where there is
// a primal companion.
func (b *Books) lockstep(p *page, traces []solvers.Trace, i int) {
	if len(traces) < 2 || b.phi == nil || i >= traces[1].Len() || !traces[1].Problem().Primal() {
		return
	}
	dual, primal := traces[0].At(i), traces[1].At(i)
	if primal.Coef().Len() != len(b.phi[0]) || dual.Weights() == nil {
		return
	}
	tol, apart := b.allowance(traces, i)
	c := dual.Weights()
	w := anatomy.Pulled(b.phi, c)
	off, _ := worst(len(w), func(j int) float64 { return primal.Coef().At(j) - w[j] })
	law := "w = " + pulled(traces[0].Solver())
	size := b.length() * floats.Norm(c, 1)
	if apart != "" {
		p.law("w", law+" ("+apart+": not promised)", zero(off, dust*(1+size)), true, "")
		return
	}
	if !finite(c) || !finite(primal.CoefCopy()) {
		return
	}
	p.alike("w", law, primal.CoefCopy(), func(j int) float64 { return w[j] }, tol*(1+size), math.Min(tol, dust)*(1+size), "w%s is %s in the primal, and %s from the dual.")
	terms := (1 + size) * (1 + b.length()) * math.Sqrt(float64(len(w)))
	p.alike("same f", "wᵀφ = f", scores(primal), dual.F, tol*terms, math.Min(tol, dust)*terms,
		"f(x%s) is %s in the primal and %s in the dual.")
}

// scores are f at the points, b included.
func scores(s solvers.Step) []float64 {
	out := s.Scores().Copy()
	floats.AddConst(s.Bias, out)
	return out
}

// pulled is what w is made of.
func pulled(s solvers.Solver) string {
	if _, ok := anatomy.Claimed(s).(solvers.Perceptron); ok {
		return "Φᵀ(αy)"
	}
	return "Φᵀa"
}

// length is the largest entry of Φ, at least √max K: the size of a term of w.
func (b *Books) length() float64 {
	size := math.Sqrt(b.size)
	for _, row := range b.phi {
		for _, v := range row {
			size = math.Max(size, math.Abs(v))
		}
	}
	return size
}

// allowance is how far rounding may drive primal and dual apart by frame i, as
// a share of the terms of w; where it may be any distance, apart says why.
func (b *Books) allowance(traces []solvers.Trace, i int) (tol float64, apart string) {
	steps := float64(i + 10 + len(b.Y))
	switch s := anatomy.Claimed(traces[0].Solver()).(type) {
	case solvers.Perceptron:
		return 1e-15 * steps, unless(b.samePath(traces, i), "paths parted at a tie")
	case solvers.Ridge:
		return b.conditioned(traces, i)
	default:
		d, ok := b.Descent(s)
		return 1e-14 * steps * growth(2*d.Step/d.Limit(b.highest)-1, i), unless(ok && b.psd(), "K has an eigenvalue below 0")
	}
}

// unless are the words where something does not hold.
func unless(holds bool, words string) string {
	if holds {
		return ""
	}
	return words
}

// growth is by what factor i steps may carry a small difference apart: a step
// of gradient descent stretches w by no more than the factor, or not at all
// where that is below 1.
func growth(factor float64, i int) float64 {
	return math.Pow(math.Max(1, factor), float64(i))
}

// conditioned is the allowance of ridge regression: the condition numbers of
// the two systems.
func (b *Books) conditioned(traces []solvers.Trace, i int) (tol float64, apart string) {
	for _, t := range traces[:2] {
		d, ok := t.At(i).Detail.(*solvers.RidgeDetail)
		if !ok || d.Singular {
			return 0, "one of the two systems is singular"
		}
		tol += 1e-14 * float64(len(b.Y)+t.Problem().Dim()) * math.Max(1, d.Cond)
	}
	return tol, unless(tol < 1, "the systems are nearly singular")
}

// samePath reports that primal and dual perceptron saw the same mistakes up to
// frame i, or parted where it was no tie: a margin within rounding of 0 may
// fall to either side, and then the two go on as two runs.
func (b *Books) samePath(traces []solvers.Trace, i int) bool {
	for j := 1; j <= i; j++ {
		d, ok1 := traces[0].At(j).Detail.(*solvers.PerceptronDetail)
		e, ok2 := traces[1].At(j).Detail.(*solvers.PerceptronDetail)
		if !ok1 || !ok2 || d.Visits == e.Visits && d.Mistake == e.Mistake {
			continue
		}
		s, _ := anatomy.Claimed(traces[0].Solver()).(solvers.Perceptron)
		return !b.tie(s, traces[0].At(j-1), min(d.Visits, e.Visits))
	}
	return true
}

// tie reports that at the visit where two paths part the margin was 0 but for
// rounding.
func (b *Books) tie(s solvers.Perceptron, before solvers.Step, visit int) bool {
	at := b.Turns(s, visit-1, visit)
	c := b.Counts(s, before)
	return len(at) == 1 && math.Abs(c.F[at[0]]) <= c.Off(b.size)
}
