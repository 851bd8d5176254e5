// Package anatomy describes what a step of each solver consists of.
//
// A [Derivation] describes a step. It lists the quantities of the step in the order in which they
// are computed. A [Quantity] has a name, a symbol, a formula in symbols, the same formula as a
// function of the points and the previous position, the number that the solver recorded, a
// tolerance, and known slips. A slip is a mistake that a student is likely to make. No formula asks
// a solver for its value: all formulas start from the Gram matrix, the labels and the coefficients.
//
// A position is a state of a run: the state after a step, or an initial state, to which no step led.
// The initial states are frame 0 and the frame at which a student changes a parameter.
//
// An [Account] contains everything that is explained about one step: its derivation, the rule of
// the algorithm, the table of the points, further laws, and the questions about the step.
// [Accounts] creates the accounts of a run. Package explain turns an account into the panel "why",
// the ledger (the list of laws that hold or fail), predictions and the step by hand. Package
// breakpoint reads conditions on the quantities. Neither package knows a solver by name. The
// formula line, run files and the planted mistakes of the bug hunt use the same derivation.
//
// # Where a solver is described
//
// Each solver has a row in the table of kinds, [All]. The functions of the row are
// in files with the solver's name: see "How to add a solver" in package solvers.
// Only the table of kinds distinguishes solvers.
//
// [RuleOf] has a row for each pair rule of SMO. It says by what number the rule chooses, in words, in
// symbols and as a function. See "How to add a pair rule" in package solvers.
//
// A [Computation] does not belong to a solver, and its steps are known in advance. An example is
// filling a table cell by cell. It is described by derivations and laws alone.
//
// # Where a quantity is computed
//
// Each quantity is computed in one place of the stepping solver and in one place of
// this package, as the following table shows. Tests compute each quantity a third
// time, from the points and the kernel. The fast path, solvers.SolveSVM, is
// separate.
//
//	κ            solvers/smo_pair.go kappa       SMOState.Kappa, smo.go
//	L, H         solvers/smo_pair.go Bounds      Bounds, smo_pair.go
//	I_up, I_low  solvers/smo_pair.go inUp, inLow SMOState.InUp and InLow, smo.go
//	E, F         solvers/smo_pair.go F           SMOState.E and F, smo.go
//	αₗ*, Δg      solvers/smo_pair.go pairUpdate  Pair.Derivation, smo_pair.go
//	b            solvers/smo_pair.go thresholds  SMOState.BiasFromThresholds, smo.go
//	g, primal    solvers/smo_pair.go PrimalObjective SMOState.DualObjective and PrimalObjective, smo.go
//	y·f          solvers/perceptron.go inspect    PerceptronState.Margin, perceptron.go
//	t − f        solvers/loss.go SquaredLoss      leastSquaresDescent, descent.go
//	y − s(f)     solvers/loss.go slopeZeroOne     logisticDescent, descent.go
//	∂g/∂α        solvers/spectrum.go DualGradient  dualAscent, descent.go
//	penalty      solvers/gradient.go direction    Descent.ChangeOf, descent.go
//	pivot        solvers/ridge.go forwardSolve    Pivot and LastUnknown, ridge.go
//	K + λI       solvers/ridge.go addLambda       Points.Shifted, ridge.go
//
// The package knows nothing of pictures, terminals or particular exercises. It
// imports package exercises for choices, fields and tables.
package anatomy

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/solvers"
)

// Derivation lists the quantities of a step. Each quantity uses only earlier quantities.
type Derivation []Quantity

// Get returns the quantity with the given name. It panics if there is none.
func (d Derivation) Get(name string) Quantity {
	for _, q := range d {
		if q.Name == name {
			return q
		}
	}
	panic("anatomy: no quantity " + name)
}

// Pick returns the named quantities, in the order of the names.
func (d Derivation) Pick(names ...string) Derivation {
	out := make(Derivation, len(names))
	for i, name := range names {
		out[i] = d.Get(name)
	}
	return out
}

// Formulas returns the quantities that have a formula. It omits given numbers.
func (d Derivation) Formulas() Derivation {
	var out Derivation
	for _, q := range d {
		if q.Formula != "" {
			out = append(out, q)
		}
	}
	return out
}

// Values computes every quantity, without slips.
func (d Derivation) Values() Numbers { return d.WithSlip("") }

// WithSlip computes every quantity. In the named quantities it makes the slip with the given ID.
func (d Derivation) WithSlip(slip string, quantities ...string) Numbers {
	return d.WithSlipFrom(nil, slip, quantities...)
}

// WithSlipFrom is like [Derivation.WithSlip], but it takes numbers from known instead of computing
// them. It computes the first quantity that has the slip, and all later quantities, even if known
// contains them.
func (d Derivation) WithSlipFrom(known Numbers, slip string, quantities ...string) Numbers {
	out := Numbers{}
	slipped := false
	for _, q := range d {
		compute := q.Compute
		for _, m := range q.Slips {
			if m.ID == slip && slices.Contains(quantities, q.Name) {
				compute, slipped = m.Compute, true
			}
		}
		if v, ok := known[q.Name]; ok && !slipped {
			out[q.Name] = v
			continue
		}
		out[q.Name] = compute(out)
	}
	return out
}

// Fixed returns the named quantity as a constant with its right value, so that it can be asked for
// alone. Its formula shows right numbers. It has only the slips with the given IDs. If one of
// these slips belongs to an earlier quantity, the slip's value is its effect on the named quantity.
func (d Derivation) Fixed(name string, slips ...string) Quantity {
	q, values := d.Get(name), d.Values()
	constant := func(compute func(Numbers) float64) func(Numbers) float64 {
		if compute == nil {
			return nil
		}
		v := compute(values)
		return func(Numbers) float64 { return v }
	}
	filled := d.Filled(name, values).String()
	q.Inputs, q.Slips, q.Fill = nil, nil, func(Numbers) string { return filled }
	q.Compute, q.Scale, q.Allowance = constant(func(n Numbers) float64 { return n[name] }), constant(q.Scale),
		constant(q.Allowance)
	for _, id := range slips {
		for _, earlier := range d {
			for _, slip := range earlier.Slips {
				if slip.ID == id {
					v := d.WithSlip(id, earlier.Name)[name]
					q.Slips = append(q.Slips, Slip{id, slip.Advice, func(Numbers) float64 { return v }})
				}
			}
		}
	}
	return q
}

// Recorded returns the numbers that a step recorded.
func (d Derivation) Recorded(step solvers.Step) Numbers {
	out := Numbers{}
	for _, q := range d {
		if q.Recorded == nil {
			continue
		}
		if v, ok := q.Recorded(step); ok {
			out[q.Name] = v
		}
	}
	return out
}

// RecordedValues returns the numbers that a step recorded, and computes all other quantities from
// these.
func (d Derivation) RecordedValues(step solvers.Step) Numbers {
	return d.WithSlipFrom(d.Recorded(step), "")
}

// rounding bounds the rounding error of a sum, relative to the size of its terms.
const rounding = 1e-12

// Check is the result of comparing the numbers that a step recorded with the formulas of a
// derivation.
type Check struct {
	comparison            // compares each number with what follows from right numbers
	consistent comparison // compares each number with what follows from the recorded numbers
}

// Holds reports whether a number was recorded and follows, up to rounding, from right numbers or
// from the recorded numbers. So a number that is correctly computed from a wrong number still
// holds.
func (c Check) Holds(name string) bool { return c.Right(name) || c.consistent.Right(name) }

// Check compares a step with the derivation.
func (d Derivation) Check(step solvers.Step) Check {
	return Check{d.compare(step, false), d.compare(step, true)}
}

// comparison holds the numbers that a step recorded and the numbers that it should have recorded.
type comparison struct{ Want, Recorded, Tolerance Numbers }

// Right reports whether a number was recorded and is right up to rounding.
func (c comparison) Right(name string) bool {
	v, ok := c.Recorded[name]
	want := c.Want[name]
	return ok && (v == want || math.Abs(v-want) <= c.Tolerance[name] || math.IsNaN(v) && math.IsNaN(want))
}

// compare computes every formula. If trustAll is set, it computes from all recorded numbers,
// otherwise only from recorded numbers that are right.
func (d Derivation) compare(step solvers.Step, trustAll bool) comparison {
	c := comparison{Numbers{}, d.Recorded(step), Numbers{}}
	n, inputTol := Numbers{}, Numbers{} // inputTol has the tolerances of the numbers in n that were not recorded
	for _, q := range d {
		c.Want[q.Name] = q.Compute(n)
		c.Tolerance[q.Name] = q.tolerance(n, inputTol)
		if v, ok := c.Recorded[q.Name]; ok && trustAll || c.Right(q.Name) {
			n[q.Name] = v
			continue
		}
		n[q.Name], inputTol[q.Name] = c.Want[q.Name], c.Tolerance[q.Name]
	}
	return c
}

// tolerance bounds the rounding error in a recorded number. It adds the rounding of the number's
// own terms and the change that the tolerances of its inputs, in inputTol, can cause.
func (q Quantity) tolerance(n, inputTol Numbers) float64 {
	if q.Options != nil {
		return 0
	}
	v := q.Compute(n)
	tol := rounding * math.Abs(v)
	if q.Scale != nil {
		tol += rounding * q.Scale(n)
	}
	if q.Drift != nil {
		tol += q.Drift(n)
	}
	for _, from := range q.Inputs {
		input, maxChange := n[from], 0.0
		for _, change := range []float64{inputTol[from], -inputTol[from]} {
			n[from] = input + change
			maxChange = max(maxChange, math.Abs(q.Compute(n)-v))
		}
		n[from] = input
		tol += maxChange
	}
	if math.IsNaN(tol) {
		return 0
	}
	return tol
}

// Symbols returns the formula of a quantity in symbols. Each symbol has the colour of its quantity.
func (d Derivation) Symbols(name string) ascii.Line { return d.spell(d.Get(name).Formula, nil) }

// Filled returns the formula of a quantity with numbers instead of symbols.
func (d Derivation) Filled(name string, n Numbers) ascii.Line {
	if q := d.Get(name); q.Fill != nil {
		return ascii.Plain(q.Fill(n))
	}
	return d.spell(d.Get(name).Formula, n)
}

// Equation returns the definition of a quantity and its result in one line, such as "γ = αₖ + s·αₗ
// = 0.5 + (+1)·0.2 = 0.7".
func (d Derivation) Equation(name string, n Numbers) ascii.Line {
	return append(d.Definition(name), d.Result(name, n)...)
}

// Result returns the part of an equation after the definition: the formula with its
// numbers, and the result.
func (d Derivation) Result(name string, n Numbers) ascii.Line {
	q, sign := d.Get(name), " = "
	if q.Options != nil {
		sign = ": "
	}
	var p Pen
	if filled := d.Filled(name, n); filled.String() != q.InFormula(n[name]) {
		p.Text("%s", sign).Add(filled)
	}
	return p.Text("%s", sign).Ink(q.Ink, q.InFormula(n[name])).Line
}

// Definition returns the symbol of a quantity with its formula, such as "γ = αₖ + s·αₗ".
func (d Derivation) Definition(name string) ascii.Line {
	q, sign := d.Get(name), " = "
	switch {
	case q.Options != nil:
		sign = ": "
	case d.isUpdate(q):
		sign = " ← "
	}
	var p Pen
	return p.Ink(q.Ink, q.Symbol).Text("%s", sign).Add(d.Symbols(name)).Line
}

// isUpdate reports whether the formula of a quantity contains the symbol of the quantity itself.
// In the formula, this symbol means the value before the step.
func (d Derivation) isUpdate(q Quantity) bool {
	for rest := q.Formula; rest != ""; {
		var name string
		_, rest, _ = strings.Cut(rest, "{")
		name, rest, _ = strings.Cut(rest, "}")
		name, _, renamed := strings.Cut(name, ":")
		if name != "" && !renamed && d.Get(name).Symbol == q.Symbol {
			return true
		}
	}
	return false
}

// spell writes a formula. It replaces the names in braces by the numbers in n or, if n is nil, by
// the symbols of the quantities.
func (d Derivation) spell(formula string, n Numbers) ascii.Line {
	var p Pen
	for formula != "" {
		literal, rest, found := strings.Cut(formula, "{")
		written := p.Line.String()
		if literal != "" {
			p.Text("%s", literal)
		}
		if !found {
			break
		}
		name, after, _ := strings.Cut(rest, "}")
		name, sign, renamed := strings.Cut(name, ":")
		q := d.Get(name)
		switch {
		case n != nil:
			p.Ink(q.Ink, q.term(n[name], written+literal))
		case renamed:
			p.Ink(q.Ink, sign)
		default:
			p.Ink(q.Ink, q.Symbol)
		}
		formula = after
	}
	return p.Line
}

// term writes the number v of a quantity so that it can follow textBefore. It puts parentheses
// around labels and around negative numbers that are not the first term. If there is no operator
// between two factors, it adds a multiplication dot.
func (q Quantity) term(v float64, textBefore string) string {
	first := textBefore == "" || strings.HasSuffix(textBefore, "(")
	switch {
	case q.Signed:
		return Signed(v)
	case first:
		return Num(v)
	case strings.TrimRight(textBefore, " ·/)−") != textBefore:
		return Paren(v)
	}
	return "·" + Paren(v)
}

// Sum is a score at a point: Σⱼ Coef[j]·K(j) + Bias.
type Sum struct {
	Point  int
	Letter string // symbol of the coefficients, such as "αy"
	Coef   []float64
	K      func(j int) float64
	Bias   float64
}

// nonzeroTerms returns the indices of the terms with nonzero coefficients, in order of decreasing
// size.
func (s Sum) nonzeroTerms() []int {
	var out []int
	for j, c := range s.Coef {
		if c != 0 {
			out = append(out, j)
		}
	}
	slices.SortStableFunc(out, func(a, b int) int {
		return cmp.Compare(math.Abs(s.Coef[b]*s.K(b)), math.Abs(s.Coef[a]*s.K(a)))
	})
	return out
}

// maxTerms is the maximum number of terms of a sum that are written out.
const maxTerms = 2

// fill writes out the largest terms, the total of the others, and b.
func (s Sum) fill(Numbers) string {
	var text string
	var rest float64
	terms := s.nonzeroTerms()
	for n, j := range terms {
		if n < maxTerms {
			text += textUnless(n == 0, " + ") + ifElse(n == 0, Num(s.Coef[j]), Paren(s.Coef[j])) + "·" + Paren(s.K(j))
		} else {
			rest += s.Coef[j] * s.K(j)
		}
	}
	if more := len(terms) - maxTerms; more > 0 {
		text += fmt.Sprintf(" + %s (%d more)", Paren(rest), more)
	}
	if s.Bias != 0 {
		text += textUnless(text == "", " + ") + Paren(s.Bias)
	}
	return text + textUnless(text != "", "0")
}

// scale returns the sum of the absolute values of the terms.
func (s Sum) scale() float64 {
	var sum float64
	for j, c := range s.Coef {
		sum += math.Abs(c * s.K(j))
	}
	return sum
}

// table returns a table of the factors of the terms, with enough digits to compute the sum to
// within resolution.
func (s Sum) table(resolution float64) exercises.Figure {
	table := ascii.Table{
		Columns: []ascii.Column{{Title: "j", Right: true}, {Title: s.Letter, Right: true}, {Title: "K", Right: true}},
	}
	termResolution := resolution / float64(len(s.Coef))
	for j, c := range s.Coef {
		if c == 0 {
			continue
		}
		k := s.K(j)
		table.Rows = append(table.Rows, []ascii.Line{
			ascii.Plain(pointNumber(j)), ascii.Plain(FiveDigitsOrMore(c, termResolution/max(1e-300, math.Abs(k)))),
			ascii.Plain(FiveDigitsOrMore(k, termResolution/math.Abs(c))),
		})
	}
	title := fmt.Sprintf("f at point %d is Σ %s·K", s.Point+1, s.Letter) + textUnless(s.Bias == 0, " + b")
	return exercises.Figure{Title: title, Role: exercises.Table, Plot: table}
}
