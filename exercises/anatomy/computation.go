package anatomy

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/solvers"
)

// Computation is a computation in steps other than the run of a solver, such as filling a table cell by
// cell, or following a path that was computed beforehand. The number of steps is known at the
// start. The functions of a Computation are pure and safe for concurrent use.
type Computation struct {
	Title, Rule string // for students: the name of the computation, and a sentence about what a step does
	// Objective is the name of the recorded quantity that the steps optimize. ObjectiveLabel is its
	// symbol, or "" if a formula of the derivation already shows it.
	Objective, ObjectiveLabel string
	Steps                     int // index of the last position; position 0 is the start
	// Record returns the recorded quantities of position i, by name.
	Record func(i int) Numbers
	// Derive returns the derivation of the step to position i ≥ 1: its quantities with their formulas.
	// The formulas compute everything from the input of the step, and nothing from what Record
	// returns, because the two are compared. Derive leaves Quantity.Recorded nil: Account sets it.
	Derive func(i int) Derivation
	// FormulaNotes returns sentences that explain the formulas of step i, such as the meaning of a
	// letter. It may be nil.
	FormulaNotes func(i int) []ascii.Line
	// Laws returns relations that must hold at position i, apart from the formulas of its derivation.
	Laws func(i int) []Law
	// ConditionQuantities are the quantities that a student can use in the condition of a breakpoint.
	ConditionQuantities Derivation
}

// Step returns position i as a step. It is Converged at the last position.
func (c Computation) Step(i int) solvers.Step {
	recorded := c.Record(i)
	out := solvers.Step{N: i, Updates: i, Objective: recorded[c.Objective], Detail: solvers.NumbersDetail(recorded)}
	if i == c.Steps {
		out.Status = solvers.Converged
	}
	return out
}

// Account returns the explanation of the step to position i.
func (c Computation) Account(i int) Account {
	out := Account{
		Rule: Rule{Title: c.Title, Sentences: []string{c.Rule}}, Objective: c.ObjectiveLabel, Now: c.Step(i),
		Laws: func() Laws { return c.Laws(i) },
	}
	out.Before = out.Now
	if i == 0 {
		return out
	}
	out.Before, out.Derivation = c.Step(i-1), c.Derive(i).recordedByName()
	if c.FormulaNotes != nil {
		out.FormulaNotes = c.FormulaNotes(i)
	}
	return out
}

// Vocabulary returns the quantities for conditions, each with a function that reads its value from a
// step.
func (c Computation) Vocabulary() Derivation { return c.ConditionQuantities.recordedByName() }

// recordedByName returns the derivation with a Recorded function for each quantity, which looks up
// the quantity's name in a step's NumbersDetail.
func (d Derivation) recordedByName() Derivation {
	out := make(Derivation, len(d))
	for i, q := range d {
		q.Recorded = func(step solvers.Step) (float64, bool) {
			recorded, _ := step.Detail.(solvers.NumbersDetail)
			v, ok := recorded[q.Name]
			return v, ok
		}
		out[i] = q
	}
	return out
}

// Lockstep is a run in the dual and the corresponding run in the primal, both up to step Frame.
type Lockstep struct {
	Points
	Spectrum
	Dual, Primal solvers.Trace
	Frame        int
}

// lockstep returns the laws of two runs in step: the w of the primal run equals the w that follows
// from the dual coefficients, and both runs have the same f. If rounding errors may grow without a
// bound, it returns only the law of w, which then need not hold. It returns nil if the two runs
// cannot be compared or a number is not finite.
func (d *Accounts) lockstep(k Kind, traces []solvers.Trace, i int) (l Laws) {
	if k.Drift == nil || len(traces) < 2 || i >= traces[1].Len() || !traces[1].Problem().IsPrimal() {
		return nil
	}
	features, dual, primal := d.features(), traces[0].At(i), traces[1].At(i)
	if features == nil || primal.Coef().Len() != len(features[0]) || dual.Weights() == nil {
		return nil
	}
	tol, whyNoBound := k.Drift(
		Lockstep{Points: d.Points, Spectrum: d.spectrum(), Dual: traces[0], Primal: traces[1], Frame: i},
	)
	c := dual.Weights()
	w := FeatureWeights(features, c)
	largestFeature := maxFeature(features, d.spectrum().Largest)
	size := 1 + largestFeature*floats.Norm(c, 1)
	if whyNoBound != "" {
		maxError, _ := largest(len(w), func(j int) float64 { return primal.Coef().At(j) - w[j] })
		return Laws{{Name: "w", Formula: "w = Φᵀ" + k.Weight, Got: maxError, Tol: rounding * size,
			WhyWaived: whyNoBound}}
	}
	if !finite(c...) || !finite(primal.CoefCopy()...) {
		return nil
	}
	addLaw := func(name, formula, note string, a, b func(i int) float64, n int, size float64) {
		maxError, at := largest(n, func(i int) float64 { return a(i) - b(i) })
		tolerance, drift := min(tol, rounding)*size, max(0, tol-rounding)*size
		l = append(l, Law{Name: name, Formula: formula, Got: maxError, Relation: AtMost, Want: drift, Tol: tolerance,
			Note: line(note, Sub(at+1), Num(a(at)), Num(b(at))).String()})
	}
	addLaw("w", "w = Φᵀ"+k.Weight, "w%s is %s in the primal, and %s from the dual.", primal.Coef().At,
		func(j int) float64 { return w[j] }, len(w), size)
	addLaw("same f", "wᵀφ = f", "f(x%s) is %s in the primal and %s in the dual.", primal.F, dual.F, d.Len(),
		size*(1+largestFeature)*math.Sqrt(float64(len(w))))
	return l
}

// maxFeature returns a bound of |Φᵢⱼ|, so that no term aᵢΦᵢⱼ of w exceeds |aᵢ| times this bound. It is
// the larger of the largest |Φᵢⱼ| and √k, where k is the largest |Kᵢⱼ|.
func maxFeature(phi [][]float64, k float64) float64 {
	size := math.Sqrt(k)
	for _, row := range phi {
		size = max(size, floats.Norm(row, math.Inf(1)))
	}
	return size
}
