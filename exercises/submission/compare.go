// Package submission supports programs that students write themselves, in any
// language. It provides a task with its points, a skeleton to fill in, and a
// comparison of the program's trace with the right steps. It never executes the
// student's program: a trace is text.
//
// A trace is compared step by step with the derivations of package anatomy, from the state
// after the previous steps. So the comparison names the first wrong quantity and not its
// consequences. A slip is a mistake that a student is likely to make. The package knows
// nothing of terminals.
package submission

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// Departure is the first place where a trace differs from the algorithm, with explanations.
type Departure struct {
	// Step is the first wrong step, from 1, or 0 if there is none.
	Step int
	// Quantity is the first wrong number of the step, by its name in the derivation
	// of package anatomy. It is "pair" for the choice of k and l, "end" if the
	// trace is too short or too long, and "g" or "loss" for the objective.
	Quantity   string
	Point      int      // the point of that number, from 1, or 0 if not every point has such a number
	Have, Want float64  // the number in the trace and the right number, if the quantity is one
	Words      []string // explanations, each a sentence or a formula
	// Compared lists the columns that were compared, by their names in the trace.
	Compared []string
}

// Group returns the part of the update that the quantity belongs to: errors,
// bounds, kappa, star, clip or partner. It returns "" for other quantities.
func (d Departure) Group() string {
	return map[string]string{
		"ek": "errors", "el": "errors", "lo": "bounds", "hi": "bounds", "kappa": "kappa", "star": "star",
		"alnew": "clip", "aknew": "partner",
	}[d.Quantity]
}

// traceColumn is a column of a trace: the quantity that it contains, and its possible
// names.
type traceColumn struct {
	quantity string
	names    []string
}

// find returns the first of the given columns that a row has.
func (r Row) find(names []string) (v float64, name string, ok bool) {
	for _, name := range names {
		if v, ok := r[name]; ok {
			return v, name, true
		}
	}
	return 0, "", false
}

// comparer compares a trace with the steps of a solver, one after the other.
type comparer interface {
	// step compares step n with a row and advances to the next state. If the row is
	// wrong, ok is false and words explain why.
	step(n int, row Row) (words []string, ok bool)
	// checkEnd returns nil if a trace may end after n steps, and otherwise an explanation.
	checkEnd(n int) []string
	// result returns the result of the comparison. If step n is wrong, words explain
	// why.
	result(n int, words []string) Departure
}

// Compare finds the first wrong step of a trace. Every step is checked against its derivation,
// from the state that the right steps before it led to. If the rule could have chosen several
// pairs, any of them is right. A number may have an error of tolerance·(1 + its absolute
// value). Compare returns an error if the task is invalid or the context has ended.
func Compare(ctx context.Context, t Task, rows []Row, tolerance float64) (Departure, error) {
	c, err := t.newComparer(tolerance)
	if err != nil {
		return Departure{}, err
	}
	for i, row := range rows {
		if err := ctx.Err(); err != nil {
			return Departure{}, err
		}
		if words, ok := c.step(i+1, row); !ok {
			return c.result(i+1, words), nil
		}
	}
	if words := c.checkEnd(len(rows)); words != nil {
		return c.result(len(rows)+1, words), nil
	}
	return c.result(0, nil), nil
}

// newComparer returns the comparer for the solver of the task.
func (t Task) newComparer(tolerance float64) (comparer, error) {
	p, err := t.problem()
	if err != nil {
		return nil, err
	}
	first, err := t.Solver.Start(p)
	if err != nil {
		return nil, err
	}
	points := anatomy.Points{Gram: p.Gram(), Y: p.Labels()}
	if smo, ok := t.Solver.(solvers.SMO); ok {
		return &pairComparer{comparison: comparison{tol: tolerance, columns: pairColumns(),
			comparedColumns: []string{"k", "l"}}, smo: smo,
			state: points.SMOState(smo.C, first)}, nil
	}
	if d, ok := points.Descent(t.Solver); ok && !d.SeparateLabels {
		return &descentComparer{comparison: comparison{tol: tolerance, columns: descentColumns(p.Len())}, task: t,
			problem: p, descent: d, coef: first.CoefCopy(), correctStep: first}, nil
	}
	return nil, fmt.Errorf("a trace can be compared with a run of SMO, logistic regression or least squares, "+
		"but this is a run of %s", t.Solver.Name())
}

// comparison holds the state of a comparison.
type comparison struct {
	tol             float64
	columns         []traceColumn
	comparedColumns []string
	quantity        string // as in Departure
	point           int
	have, want      float64
}

func (c *comparison) result(step int, words []string) Departure {
	return Departure{Step: step, Quantity: c.quantity, Point: c.point, Have: c.have, Want: c.want, Words: words,
		Compared: c.comparedColumns}
}

// compareNumbers checks the numbers of a row of the student's trace against the derivation of the step.
// If a number differs from the result of its formula, ok is false and words explain the difference.
func (c *comparison) compareNumbers(derivation anatomy.Derivation, cols []traceColumn,
	row Row) (words []string, ok bool) {
	truth := derivation.Values()
	for _, col := range cols {
		have, name, ok := row.find(col.names)
		if !ok {
			continue
		}
		c.recordColumn(name)
		if want := truth[col.quantity]; !c.near(have, want) {
			c.quantity, c.have, c.want = col.quantity, have, want
			return c.explainWrong(derivation, cols, truth, row), false
		}
	}
	return nil, true
}

// compareObjective compares the objective after the step, if a row has one of the columns names.
// formula is the formula of the objective.
func (c *comparison) compareObjective(row Row, names []string, formula string, want float64) (words []string, ok bool) {
	have, column, ok := row.find(names)
	if !ok {
		return nil, true
	}
	c.recordColumn(column)
	if c.near(have, want) {
		return nil, true
	}
	c.quantity, c.have, c.want = names[0], have, want
	return []string{fmt.Sprintf("%s is %s after this step, but the trace has %s.", formula, c.text(want, have),
		c.text(have, want))}, false
}

// near reports whether two numbers are equal within the tolerance.
func (c *comparison) near(a, b float64) bool {
	if math.IsInf(a, 0) || math.IsInf(b, 0) {
		return a == b
	}
	return a == b || math.Abs(a-b) <= c.tol*(1+max(math.Abs(a), math.Abs(b)))
}

func (c *comparison) recordColumn(name string) {
	if !slices.Contains(c.comparedColumns, name) {
		c.comparedColumns = append(c.comparedColumns, name)
	}
}

// explainWrong explains why a number differs from the result of its formula.
func (c *comparison) explainWrong(derivation anatomy.Derivation, cols []traceColumn, truth anatomy.Numbers,
	row Row) []string {
	q := derivation.Get(c.quantity)
	words := []string{
		fmt.Sprintf("%s should be %s, but the trace has %s.", q.Symbol, c.text(c.want, c.have), c.text(c.have, c.want)),
		equation(derivation, c.quantity, truth),
	}
	if slip := c.slip(derivation, cols, row); slip != "" {
		words = append(words, slip)
	}
	return words
}

// equation returns the formula of a quantity in symbols and in numbers.
func equation(derivation anatomy.Derivation, name string, truth anatomy.Numbers) string {
	q := derivation.Get(name)
	inSymbols, inNumbers := derivation.Symbols(name).String(), derivation.Filled(name, truth).String()
	parts := []string{q.Symbol}
	if inSymbols != "" {
		parts[0] = derivation.Definition(name).String()
	}
	if inNumbers != inSymbols {
		parts = append(parts, inNumbers)
	}
	return strings.Join(append(parts, q.InFormula(truth[name])), " = ") + "."
}

// slip returns the advice for a known slip that explains all numbers of the step up
// to the wrong one, or "".
func (c *comparison) slip(derivation anatomy.Derivation, cols []traceColumn, row Row) string {
	for _, q := range derivation {
		for _, slip := range q.Slips {
			if c.fits(derivation.WithSlip(slip.ID, q.Name), cols, row) {
				return cmp.Or(slip.Advice, slipAdvice(slip.ID, q))
			}
		}
	}
	return ""
}

// fits reports whether the numbers of a row agree with the given ones up to and including the wrong
// quantity.
func (c *comparison) fits(numbers anatomy.Numbers, cols []traceColumn, row Row) bool {
	for _, col := range cols {
		if have, _, ok := row.find(col.names); ok && !c.near(have, numbers[col.quantity]) {
			return false
		}
		if col.quantity == c.quantity {
			return true
		}
	}
	return true
}

// slipAdvice returns the advice for a slip whose own advice is empty.
func slipAdvice(id string, q anatomy.Quantity) string {
	switch id {
	case "no-labels":
		return "It looks as if the labels were left out of the sum in f."
	case "kappa-none":
		return "It looks as if −2Kₖₗ was left out."
	case "no-sign":
		return "It looks as if s was left out."
	case "at-bound":
		return "It looks as if b was computed from a point at a bound, where it need not be right."
	}
	return "It looks like a slip in " + q.Symbol + "."
}

// text writes a number with enough digits to distinguish it from another.
func (c *comparison) text(v, other float64) string {
	for _, digits := range []int{4, 8} {
		if anatomy.Digits(v, digits) != anatomy.Digits(other, digits) {
			return anatomy.Digits(v, digits)
		}
	}
	return anatomy.Digits(v, 17)
}
