package anatomy

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"kernellab/solvers"
)

// Lockstep is a dual run with its primal companion, up to a frame.
type Lockstep struct {
	Points
	Spectrum
	Dual, Primal solvers.Trace
	Frame        int
}

// lockstep returns the laws that w is what the dual's coefficients come to, and
// that both runs give one f; none without a companion.
func (d *Desk) lockstep(k Kind, traces []solvers.Trace, i int) (l Laws) {
	if k.Drift == nil || len(traces) < 2 || i >= traces[1].Len() || !traces[1].Problem().Primal() {
		return nil
	}
	phi, dual, primal := d.features(), traces[0].At(i), traces[1].At(i)
	if phi == nil || primal.Coef().Len() != len(phi[0]) || dual.Weights() == nil {
		return nil
	}
	tol, parted := k.Drift(Lockstep{Points: d.Points, Spectrum: d.spectrum(), Dual: traces[0], Primal: traces[1], Frame: i})
	c := dual.Weights()
	w := Pulled(phi, c)
	length := longest(phi, d.spectrum().Largest)
	size := 1 + length*floats.Norm(c, 1)
	if parted != "" {
		off, _ := largest(len(w), func(j int) float64 { return primal.Coef().At(j) - w[j] })
		return Laws{{Name: "w", Formula: "w = Φᵀ" + k.Weight, Is: off, Tol: rounding * size, Waived: parted}}
	}
	if !finite(c...) || !finite(primal.CoefCopy()...) {
		return nil
	}
	agree := func(name, formula, note string, a, b func(i int) float64, n int, size float64) {
		off, at := largest(n, func(i int) float64 { return a(i) - b(i) })
		tol, rest := math.Min(tol, rounding)*size, math.Max(0, tol-rounding)*size
		l = append(l, Law{Name: name, Formula: formula, Is: off, Relation: AtMost, Want: rest, Tol: tol, Note: line(note, Sub(at+1), Num(a(at)), Num(b(at))).String()})
	}
	agree("w", "w = Φᵀ"+k.Weight, "w%s is %s in the primal, and %s from the dual.", primal.Coef().At, func(j int) float64 { return w[j] }, len(w), size)
	agree("same f", "wᵀφ = f", "f(x%s) is %s in the primal and %s in the dual.", primal.F, dual.F, d.Len(), size*(1+length)*math.Sqrt(float64(len(w))))
	return l
}

// longest is the largest entry of Φ, at least √max K: the size of a term of w.
func longest(phi [][]float64, k float64) float64 {
	size := math.Sqrt(k)
	for _, row := range phi {
		size = math.Max(size, floats.Norm(row, math.Inf(1)))
	}
	return size
}
