package anatomy

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/exercises/answer"
	"kernellab/solvers"
)

// Numbers maps names of quantities to values, which may be right values, a student's values or
// recorded values.
type Numbers = answer.Numbers

// Quantity is one number of a step.
type Quantity struct {
	Name   string // name in forms, such as "star"
	Symbol string // symbol in formulas, such as "αₗ*"
	Ink    ascii.Ink
	// Formula is the right-hand side in symbols, with the names of quantities in braces: "{al} +
	// {tl}({ek} − {el})/{used}". In "{al:αₗ old}", the text after the colon replaces the symbol of
	// al. If Formula is empty, the number is given rather than computed.
	Formula string
	// Fill returns the formula with numbers. If it is nil, the formula is Formula with numbers for
	// the names in braces.
	Fill func(Numbers) string
	// Note returns a remark on the number, or "". It may be nil.
	Note func(Numbers) string
	// Signed marks a label or a product of labels, which is written with its sign: +1.
	Signed bool
	// Options are the possible values of a quantity that is a word. Its number is the index of the
	// word. If Options is nil, the quantity is a number.
	Options []string
	// Resolution returns the smallest difference that must be visible in the digits shown,
	// so that a student can compute with the number. If nil, five digits are shown.
	Resolution func(Numbers) float64
	// Context marks a number that is shown, but neither checked nor asked for.
	Context bool
	// SharesRow means that the ledger, the list of invariants that the student sees, shows the
	// quantity in the same row as the previous quantity.
	SharesRow bool

	// Inputs names the quantities that Compute reads.
	Inputs []string
	// Compute returns the number. It uses the points, the state before the step and the
	// numbers in Inputs. It must not use the solver.
	Compute func(Numbers) float64
	// Recorded returns the number that the solver recorded in its step. ok is false
	// if it recorded none. The field may be nil.
	Recorded func(solvers.Step) (float64, bool)
	// Scale returns the size of the terms whose sum is the number, which decides how many
	// digits are significant. Scale is nil if no terms can cancel.
	Scale func(Numbers) float64
	// Drift returns a further tolerance of the recorded number, for example for rounding errors that
	// accumulate over the steps. It may be nil.
	Drift func(Numbers) float64
	// Allowance returns the largest error in a student's number with which later quantities still
	// come out right. It may be nil.
	Allowance func(Numbers) float64
	Slips     []Slip

	// ConditionName is the name of the quantity in breakpoint conditions, and Aliases are further
	// names. If ConditionName is empty, conditions cannot use the quantity. Help describes the quantity
	// in a few words. Typical is a value with which conditions often compare the quantity.
	ConditionName, Help, Typical string
	Aliases                      []string
	// Entry is the index of the quantity, from 1, if ConditionName is the name of a vector, such as
	// 2 for beta[2]. Otherwise it is 0.
	Entry int
	// Persistent means that the quantity describes the position after a step rather than what the
	// step did.
	Persistent bool
}

// Slip is a known mistake in computing a quantity. Students make it, or it is planted (see
// [Fault]).
type Slip struct {
	ID      string
	Advice  string // advice for the student; if empty, answers are not checked for the slip
	Compute func(Numbers) float64
}

// Given returns a quantity without a formula, with the value v.
func Given(name, symbol string, v float64) Quantity {
	return Quantity{Name: name, Symbol: symbol, Compute: constantly(v)}
}

// withResolution returns the quantity with a resolution.
func (q Quantity) withResolution(resolution float64) Quantity {
	q.Resolution = func(Numbers) float64 { return resolution }
	return q
}

// InFormula writes v, a value of the quantity, for use in a formula.
func (q Quantity) InFormula(v float64) string {
	switch {
	case q.Options != nil:
		return q.Options[int(v)]
	case q.Signed:
		return Label(v)
	}
	return Num(v)
}

// ForComputing writes the quantity's value in n with enough digits to compute with it.
func (q Quantity) ForComputing(n Numbers) string {
	switch {
	case q.Signed:
		return answer.SignedDecimal(n[q.Name])
	case q.Resolution != nil:
		return FiveDigitsOrMore(n[q.Name], q.Resolution(n))
	}
	return FiveDigits(n[q.Name])
}

// FromDetail returns a Recorded function that reads a step's detail of type D. It returns
// false for initial states and for steps of other solvers.
func FromDetail[D solvers.Detail](read func(d D) float64) func(solvers.Step) (float64, bool) {
	return func(s solvers.Step) (float64, bool) {
		d, ok := s.Detail.(D)
		if !ok {
			return 0, false
		}
		return read(d), true
	}
}

// Points holds the training data of a solver in the dual.
type Points struct {
	Gram solvers.Gram
	Y    []float64 // labels or targets
}

// Len returns the number of points.
func (p Points) Len() int { return len(p.Y) }

// Scores returns Σⱼ cⱼsⱼKᵢⱼ for every point i, where s are the signs. If signs is nil, all sⱼ are
// 1.
func (p Points) Scores(c, signs []float64) []float64 {
	out := make([]float64, len(c))
	for j, v := range c {
		if v == 0 {
			continue
		}
		if signs != nil {
			v *= signs[j]
		}
		floats.AddScaled(out, v, p.Gram.Row(j))
	}
	return out
}

// FeatureWeights returns the weights w = Φᵀc of the features. The rows of phi are the
// features of the points, and c are the coefficients of the points.
func FeatureWeights(phi [][]float64, c []float64) []float64 {
	w := make([]float64, len(phi[0]))
	for j, v := range c {
		floats.AddScaled(w, v, phi[j])
	}
	return w
}

// Largest returns the largest |Kᵢⱼ|.
func (p Points) Largest() float64 {
	var size float64
	for i := range p.Y {
		for _, v := range p.Gram.Row(i) {
			size = max(size, math.Abs(v))
		}
	}
	return size
}

// ClaimedSolver returns the solver that s imitates. If s has no method Claims, it returns s.
func ClaimedSolver(s solvers.Solver) solvers.Solver {
	if c, ok := s.(interface{ Claims() solvers.Solver }); ok {
		return ClaimedSolver(c.Claims())
	}
	return s
}

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

// lockstep returns the laws that compare a run in the dual with the same run in the primal: the w of
// the primal run equals the w that follows from the dual coefficients, and both runs have the same f.
// If rounding errors may grow without a bound, it returns only the law of w, which then need not
// hold. It returns nil if the two runs cannot be compared or a number is not finite.
func (a *Accounts) lockstep(k Kind, traces []solvers.Trace, i int) (l Laws) {
	if k.Drift == nil || len(traces) < 2 || i >= traces[1].Len() || !traces[1].Problem().IsPrimal() {
		return nil
	}
	features, dual, primal := a.features(), traces[0].At(i), traces[1].At(i)
	if features == nil || primal.Coef().Len() != len(features[0]) || dual.Weights() == nil {
		return nil
	}
	tol, whyNoBound := k.Drift(
		Lockstep{Points: a.Points, Spectrum: a.spectrum(), Dual: traces[0], Primal: traces[1], Frame: i},
	)
	c := dual.Weights()
	w := FeatureWeights(features, c)
	largestFeature := maxFeature(features, a.spectrum().Largest)
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
	addLaw("same f", "wᵀφ = f", "f(x%s) is %s in the primal and %s in the dual.", primal.F, dual.F, a.Len(),
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
