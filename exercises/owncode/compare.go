package owncode

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// Parting is where a trace leaves the algorithm, and how.
type Parting struct {
	// Step is the first that is wrong, from 1; 0 where none is.
	Step int
	// Quantity is the first number in it that is wrong, by its name in the sheet
	// of package anatomy; "pair" where that is the choice of k and ℓ, "end" where
	// the trace ends too early or goes on too long, "W" or "loss" for the objective.
	Quantity   string
	Point      int      // whose number it is, from 1, where every point has one; else 0
	Have, Want float64  // where it is a number
	Words      []string // what is wrong, a sentence or a formula each
	// Compared are the columns that were looked at, as the trace calls them.
	Compared []string
}

// Group is the part of the update that a quantity belongs to: errors, bounds,
// kappa, star, clip or partner; "" for any other.
func (p Parting) Group() string {
	return map[string]string{
		"ek": "errors", "el": "errors", "lo": "bounds", "hi": "bounds", "kappa": "kappa", "star": "star", "alnew": "clip", "aknew": "partner",
	}[p.Quantity]
}

// named is a column of a trace: the quantity, and the names that it goes by.
type named struct {
	quantity string
	names    []string
}

// find is the first of some names that a row has.
func (r Row) find(names []string) (v float64, name string, ok bool) {
	for _, name := range names {
		if v, ok := r.Values[name]; ok {
			return v, name, true
		}
	}
	return 0, "", false
}

// follower holds a trace to the steps of a solver, one after the other.
type follower interface {
	// step compares step n with a row and goes on to the state after it; not ok
	// where it is wrong, with what is.
	step(n int, row Row) (words []string, ok bool)
	// rest says why a trace may not end after n steps; nil where it may.
	rest(n int) []string
	// found is what the comparison has come to, in step n where it is wrong there.
	found(n int, words []string) Parting
}

// Compare looks for the first step of a trace that is wrong. Every step is held
// to the laws at the state that the right steps before it lead to; a pair may be
// any that the rule could as well have taken. Numbers count as right within
// tolerance·(1 + their size). It reports a task that cannot be posed, and a context
// that has ended.
func Compare(ctx context.Context, t Task, rows []Row, tolerance float64) (Parting, error) {
	f, err := t.follower(tolerance)
	if err != nil {
		return Parting{}, err
	}
	for at, row := range rows {
		if err := ctx.Err(); err != nil {
			return Parting{}, err
		}
		if words, ok := f.step(at+1, row); !ok {
			return f.found(at+1, words), nil
		}
	}
	if words := f.rest(len(rows)); words != nil {
		return f.found(len(rows)+1, words), nil
	}
	return f.found(0, nil), nil
}

// follower is what holds a trace to the solver of the task.
func (t Task) follower(tolerance float64) (follower, error) {
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
		return &pairs{comparison: comparison{tol: tolerance, columns: pairColumns()}, smo: smo, m: points.Machine(smo.C, first)}, nil
	}
	if d, ok := points.Descent(t.Solver); ok && !d.Signs {
		return &descent{comparison: comparison{tol: tolerance, columns: descentColumns(p.Len())}, task: t, problem: p, d: d, a: first.CoefCopy(), at: first}, nil
	}
	return nil, fmt.Errorf("a trace of %s cannot be compared", t.Solver.Name())
}

// comparison is a trace on its way.
type comparison struct {
	tol        float64
	columns    []named
	compared   []string
	quantity   string
	point      int
	have, want float64
}

func (c *comparison) found(step int, words []string) Parting {
	return Parting{Step: step, Quantity: c.quantity, Point: c.point, Have: c.have, Want: c.want, Words: words, Compared: c.compared}
}

// numbers compares the numbers of a row that belong to a sheet; not ok where one
// is not what its law says.
func (c *comparison) numbers(sheet anatomy.Derivation, cols []named, row Row) (words []string, ok bool) {
	truth := sheet.Values()
	for _, col := range cols {
		have, name, ok := row.find(col.names)
		if !ok {
			continue
		}
		c.note(name)
		if want := truth[col.quantity]; !c.near(have, want) {
			c.quantity, c.have, c.want = col.quantity, have, want
			return c.wrong(sheet, cols, truth, row), false
		}
	}
	return nil, true
}

// objective compares what a row has of the objective after the step.
func (c *comparison) objective(row Row, name, law string, want float64) (words []string, ok bool) {
	have, column, ok := row.find([]string{name, "objective"})
	if !ok {
		return nil, true
	}
	c.note(column)
	if c.near(have, want) {
		return nil, true
	}
	c.quantity, c.have, c.want = name, have, want
	return []string{fmt.Sprintf("%s is %s after this step; the trace has %s.", law, c.text(want, have), c.text(have, want))}, false
}

// near reports whether two numbers are one, as exactly as a trace has to be.
func (c *comparison) near(a, b float64) bool {
	if math.IsInf(a, 0) || math.IsInf(b, 0) {
		return a == b
	}
	return a == b || math.Abs(a-b) <= c.tol*(1+math.Max(math.Abs(a), math.Abs(b)))
}

func (c *comparison) note(name string) {
	if !slices.Contains(c.compared, name) {
		c.compared = append(c.compared, name)
	}
}

// wrong tells of a number that is not what its law says.
func (c *comparison) wrong(sheet anatomy.Derivation, cols []named, truth anatomy.Numbers, row Row) []string {
	q := sheet.Get(c.quantity)
	words := []string{
		fmt.Sprintf("%s is %s, and the trace has %s.", q.Symbol, c.text(c.want, c.have), c.text(c.have, c.want)),
		equation(sheet, c.quantity, truth),
	}
	if slip := c.slip(sheet, cols, row); slip != "" {
		words = append(words, slip)
	}
	return words
}

// equation is the law of a quantity in symbols and in numbers.
func equation(s anatomy.Derivation, name string, truth anatomy.Numbers) string {
	q := s.Get(name)
	symbols, filled := s.Symbols(name).String(), s.Filled(name, truth).String()
	parts := []string{q.Symbol}
	for _, part := range []string{symbols, filled} {
		if part != "" && part != parts[len(parts)-1] {
			parts = append(parts, part)
		}
	}
	return strings.Join(append(parts, q.Text(truth[name])), " = ")
}

// slip is a known mistake with which all numbers of the step come out as the
// trace has them, as far as the wrong one; "" where there is none.
func (c *comparison) slip(s anatomy.Derivation, cols []named, row Row) string {
	for _, q := range s {
		for _, slip := range q.Slips {
			if c.fits(s.WithSlip(slip.ID, q.Name), cols, row) {
				return or(slip.Advice, unsaid(slip.ID, q))
			}
		}
	}
	return ""
}

// fits reports whether a row has these numbers up to the quantity that is wrong.
func (c *comparison) fits(n anatomy.Numbers, cols []named, row Row) bool {
	for _, col := range cols {
		if have, _, ok := row.find(col.names); ok && !c.near(have, n[col.quantity]) {
			return false
		}
		if col.quantity == c.quantity {
			return true
		}
	}
	return true
}

// unsaid is what to tell of a slip that has no words of its own.
func unsaid(id string, q anatomy.Quantity) string {
	switch id {
	case "no-labels":
		return "It looks as if the labels were left out of the sum in f."
	case "kappa-none":
		return "It looks as if −2Kkℓ was left out."
	case "no-sign":
		return "It looks as if s was left out."
	case "at-bound":
		return "It looks as if b was taken from a point at a bound, which tells nothing."
	}
	return "It looks like a slip in " + q.Symbol + "."
}

func or(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

// text writes a number with as many digits as it takes to tell it from another.
func (c *comparison) text(v, other float64) string {
	for _, digits := range []int{4, 8} {
		if anatomy.Digits(v, digits) != anatomy.Digits(other, digits) {
			return anatomy.Digits(v, digits)
		}
	}
	return anatomy.Digits(v, 17)
}
