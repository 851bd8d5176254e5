package why

import (
	"fmt"
	"math"

	"kernellab/ascii"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// lockstep lays the primal companion beside the dual: w beside Φᵀa, f beside
// f, and what each has cost; empty where there is no companion at frame i.
func (d *Desk) lockstep(traces []solvers.Trace, i int) []ascii.Line {
	if len(traces) < 2 || i >= traces[1].Len() || !traces[1].Problem().Primal() {
		return nil
	}
	phi := d.phi()
	dual, primal := traces[0].At(i), traces[1].At(i)
	if phi == nil || len(phi[0]) != primal.Coef().Len() {
		return nil
	}
	w := anatomy.Pulled(phi, dual.Weights())
	out := []ascii.Line{heading("Primal and dual in lockstep")}
	if fitted(dual) {
		out = append(out, weights(primal, w)...)
		out = append(out, scoresBeside(phi, dual, primal)...)
	}
	spent := costs(traces[0].Problem().Len(), len(w), anatomy.Claimed(traces[0].Solver()), dual, primal)
	out = append(out, sentence("multiplications so far:  primal %s,  dual %s", count(spent.Primal), count(spent.Dual)))
	return append(out, dim("%s;  %s", spent.PrimalLaw, spent.DualLaw))
}

// fitted reports that a step has coefficients: ridge regression finds them in
// its fifth stage.
func fitted(s solvers.Step) bool {
	d, ok := s.Detail.(*solvers.RidgeDetail)
	return !ok || d.Stage >= solvers.StageBack
}

// weights is the table of w beside Φᵀa.
func weights(primal solvers.Step, w []float64) []ascii.Line {
	var worst float64
	at := 0
	rows := make([]row, len(w))
	for j, v := range w {
		d := math.Abs(primal.Coef().At(j) - v)
		if d > worst {
			worst, at = d, j
		}
		rows[j] = row{point: j, worth: d, ink: ascii.Text,
			cells: []string{fmt.Sprint(j + 1), anatomy.Num(primal.Coef().At(j)), anatomy.Num(v), anatomy.Num(primal.Coef().At(j) - v)}}
		if !anatomy.Same(primal.Coef().At(j), v) {
			rows[j].ink = ascii.Bad
		}
	}
	var p anatomy.Pen
	p.Ink(anatomy.InkW, "w").Text(" and ").Ink(anatomy.InkA, "Φᵀa").Text(" differ by %s at the most, at j = %d", anatomy.Num(worst), at+1)
	return append(table([]string{"j", "w", "Φᵀa", "w − Φᵀa"}, rows), p.Line)
}

// scoresBeside is the point where f of the two differs most.
func scoresBeside(phi [][]float64, dual, primal solvers.Step) []ascii.Line {
	worst, at := -1.0, 0
	for i := range phi {
		if d := math.Abs(dual.F(i) - primal.F(i)); d > worst {
			worst, at = d, i
		}
	}
	return []ascii.Line{sentence("f at point %d: primal %s, dual %s; they differ by %s at the most",
		at+1, anatomy.Num(primal.F(at)), anatomy.Num(dual.F(at)), anatomy.Num(math.Max(worst, 0)))}
}

// cost is how many multiplications and divisions two runs in lockstep have
// spent up to a step, and by which law.
type cost struct {
	Primal, Dual       int
	PrimalLaw, DualLaw string
}

// costs counts the multiplications and divisions of n points and m features as
// the algorithms are written, with Φ and K stored; the n·m features and the
// n(n+1)/2 kernel values that were needed once are not counted.
//
//	gradient descent, a step:  primal Φw and Φᵀr, 2nm, and m for the step size;
//	                           dual Ka, n², and n for the step size; as many
//	                           again for a penalty
//	perceptron, a visit:       primal wᵀφᵢ, m;  dual Σⱼ αⱼyⱼKⱼᵢ, n
//	                           (an update adds; y = ±1 is a sign)
//	ridge, a system of size q: LLᵀ (q³ + 3q² − 4q)/6, each solve q(q+1)/2, f;
//	                           the primal forms ΦᵀΦ, nm(m+1)/2, and Φᵀy, nm
func costs(n, m int, s solvers.Solver, dual, primal solvers.Step) cost {
	switch s.(type) {
	case solvers.Perceptron:
		return cost{visits(primal) * m, visits(dual) * n, "primal m a visit", "dual n a visit"}
	case solvers.Ridge:
		return cost{stages(m, n*m*(m+1)/2+n*m, n*m, primal), stages(n, 0, n*n, dual), "primal nm(m+3)/2 + m³/6 + …", "dual n³/6 + …"}
	}
	if l, ok := s.(solvers.Logistic); ok && l.Lambda > 0 {
		return cost{primal.Updates * (2*n*m + 2*m), dual.Updates * (n*n + 2*n), "primal 2nm + 2m a step", "dual n² + 2n a step"}
	}
	return cost{primal.Updates * (2*n*m + m), dual.Updates * (n*n + n), "primal 2nm + m a step", "dual n² + n a step"}
}

func visits(s solvers.Step) int {
	if d, ok := s.Detail.(*solvers.PerceptronDetail); ok {
		return d.Visits
	}
	return 0
}

// stages is what the stages of ridge regression have cost: forming the system,
// its factor, two solves, and f.
func stages(q, form, f int, s solvers.Step) int {
	d, ok := s.Detail.(*solvers.RidgeDetail)
	if !ok {
		return 0
	}
	sum := form
	if d.Stage >= solvers.StageCholesky {
		sum += (q*q*q + 3*q*q - 4*q) / 6
	}
	if d.Stage >= solvers.StageForward {
		sum += q * (q + 1) / 2
	}
	if d.Stage >= solvers.StageBack {
		sum += q*(q+1)/2 + f
	}
	return sum
}

// count writes a whole number with thin groups of three.
func count(v int) string {
	s := fmt.Sprint(v)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + " " + s[i:]
	}
	return s
}
