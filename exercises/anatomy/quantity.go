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

	// From names the quantities that Compute reads.
	From []string
	// Compute returns the number. It uses the points, the state before the step and the
	// numbers in From. It must not use the solver.
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
