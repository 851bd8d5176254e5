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
	// the trace ends too early or goes on too long, "W" for the objective.
	Quantity   string
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

// columns are the numbers of a step that can be compared, in the order in which
// they are computed. The first name is that of the files of kernellab.
func columns() []named {
	return []named{
		{"ek", []string{"E_k", "Ek", "ek"}}, {"el", []string{"E_l", "El", "el", "E_ℓ"}},
		{"s", []string{"s"}}, {"gamma", []string{"gamma", "γ"}},
		{"lo", []string{"lo", "L", "Lo"}}, {"hi", []string{"hi", "H", "Hi"}},
		{"kappa", []string{"kappa", "κ"}}, {"star", []string{"unclipped", "star", "alpha_star"}},
		{"alnew", []string{"alpha_l", "al", "a_l"}}, {"aknew", []string{"alpha_k", "ak", "a_k"}},
		{"dW", []string{"gain", "dW"}}, {"b", []string{"bias", "b"}},
	}
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

// Compare looks for the first step of a trace that is wrong. Every step is held
// to the laws at the state that the right steps before it lead to; a pair may be
// any that the rule could as well have taken. Numbers count as right within
// tolerance·(1 + their size). It reports a task that cannot be posed, and a context
// that has ended.
func Compare(ctx context.Context, t Task, rows []Row, tolerance float64) (Parting, error) {
	p, err := t.problem()
	if err != nil {
		return Parting{}, err
	}
	first, err := t.SMO.Start(p)
	if err != nil {
		return Parting{}, err
	}
	c := comparison{task: t, tol: tolerance, m: anatomy.Points{Gram: p.Gram(), Y: p.Labels()}.Machine(t.SMO.C, first)}
	for at, row := range rows {
		if err := ctx.Err(); err != nil {
			return Parting{}, err
		}
		if words, ok := c.step(at+1, row); !ok {
			return c.parting(at+1, words), nil
		}
	}
	if v := c.violation(); v >= c.limit() {
		c.quantity = "end"
		return c.parting(len(rows)+1, []string{fmt.Sprintf("The trace ends after step %d, and a pair still violates the KKT conditions by %s, which is not below %s.", len(rows), anatomy.Num(v), anatomy.Num(c.limit()))}), nil
	}
	return Parting{Compared: c.compared}, nil
}

// comparison is a trace on its way.
type comparison struct {
	task       Task
	tol        float64
	m          anatomy.Machine // before the step
	compared   []string
	quantity   string
	have, want float64
}

func (c *comparison) parting(step int, words []string) Parting {
	return Parting{Step: step, Quantity: c.quantity, Have: c.have, Want: c.want, Words: words, Compared: c.compared}
}

func (c *comparison) limit() float64 {
	if c.task.SMO.Tol > 0 {
		return c.task.SMO.Tol
	}
	return anatomy.Tol
}

// violation is that of the worst pair, where the trace stands.
func (c *comparison) violation() float64 {
	up, low, _, _ := c.m.Thresholds()
	return low - up
}

// near reports whether two numbers are one, as exactly as a trace has to be.
func (c *comparison) near(a, b float64) bool {
	if math.IsInf(a, 0) || math.IsInf(b, 0) {
		return a == b
	}
	return a == b || math.Abs(a-b) <= c.tol*(1+math.Max(math.Abs(a), math.Abs(b)))
}

// step compares one step and goes on to the state after it; not ok where it is
// wrong.
func (c *comparison) step(n int, row Row) (words []string, ok bool) {
	k, okK := row.Values["k"]
	l, okL := row.Values["l"]
	c.quantity = "pair"
	if words := c.points(k, l, okK && okL); words != nil {
		return words, false
	}
	pair := anatomy.Pair{Machine: c.m, K: int(k) - 1, L: int(l) - 1}
	if words := c.choice(pair); words != nil {
		return words, false
	}
	sheet := pair.Sheet()
	truth := sheet.Truth()
	for _, col := range columns() {
		have, name, ok := row.find(col.names)
		if !ok {
			continue
		}
		c.note(name)
		if want := truth[col.quantity]; !c.near(have, want) {
			c.quantity, c.have, c.want = col.quantity, have, want
			return c.wrong(sheet, truth, row), false
		}
	}
	c.m = pair.After(truth["aknew"], truth["alnew"])
	c.m.Bias = truth["b"]
	if have, ok := row.Values["objective"]; ok {
		c.note("objective")
		if want := c.m.W(); !c.near(have, want) {
			c.quantity, c.have, c.want = "W", have, want
			return []string{fmt.Sprintf("W = Σα − ½ΣΣ αᵢαⱼtᵢtⱼKᵢⱼ is %s after this step; the trace has %s.", c.text(want, have), c.text(have, want))}, false
		}
	}
	return nil, true
}

func (c *comparison) note(name string) {
	if !slices.Contains(c.compared, name) {
		c.compared = append(c.compared, name)
	}
}

// points says what is wrong with k and ℓ as numbers of points; nil where
// nothing is.
func (c *comparison) points(k, l float64, given bool) []string {
	n := c.m.Len()
	is := func(v float64) bool { return v == math.Trunc(v) && v >= 1 && v <= float64(n) }
	switch {
	case !given:
		return []string{"There is no pair: the trace needs the columns k and l."}
	case k == 0 || l == 0:
		return []string{fmt.Sprintf("The pair is (%s, %s): in a trace points count from 1.", anatomy.Num(k), anatomy.Num(l))}
	case !is(k) || !is(l) || k == l:
		return []string{fmt.Sprintf("The pair is (%s, %s): it needs two different points of 1 to %d.", anatomy.Num(k), anatomy.Num(l), n)}
	}
	return nil
}

// choice says what is wrong with a pair by the rule of the task; nil where the
// rule could take it.
func (c *comparison) choice(p anatomy.Pair) []string {
	rule := anatomy.RuleOf(c.task.SMO.Rule)
	if v := c.violation(); v < c.limit() {
		c.quantity = "end"
		return []string{fmt.Sprintf("It is converged already: no pair violates the KKT conditions by %s or more.", anatomy.Num(c.limit()))}
	}
	if !rule.Extreme() {
		if c.m.Violation(p.K, p.L) > 0 || c.task.SMO.Rule == solvers.MaxErrorLiteral {
			return nil
		}
		return []string{fmt.Sprintf("The pair (%d, %d) cannot raise W.", p.K+1, p.L+1), rule.Words}
	}
	best := c.best(rule)
	if best == [2]int{p.K, p.L} || rule.Tied(c.m, best[0], best[1], p.K, p.L) {
		return nil
	}
	words := []string{
		fmt.Sprintf("The pair is (%d, %d), and the rule takes (%d, %d).", p.K+1, p.L+1, best[0]+1, best[1]+1),
		rule.Words,
		fmt.Sprintf("F%s = %s and F%s = %s; the trace's F%s = %s and F%s = %s.", anatomy.Sub(best[0]+1), anatomy.Num(c.m.F(best[0])), anatomy.Sub(best[1]+1), anatomy.Num(c.m.F(best[1])),
			anatomy.Sub(p.K+1), anatomy.Num(c.m.F(p.K)), anatomy.Sub(p.L+1), anatomy.Num(c.m.F(p.L))),
	}
	switch {
	case best == [2]int{p.L, p.K}:
		words = append(words, "k and ℓ have changed places.")
	case !c.m.Up(p.K):
		words = append(words, fmt.Sprintf("tα of point %d cannot grow: it is at its bound.", p.K+1))
	case !c.m.Low(p.L):
		words = append(words, fmt.Sprintf("tα of point %d cannot shrink: it is at its bound.", p.L+1))
	}
	return words
}

// best is the pair of an extreme rule, the lowest number where some are equal.
func (c *comparison) best(rule anatomy.Rule) [2]int {
	_, _, k, _ := c.m.Thresholds()
	l, _ := rule.Best(c.m, k, -1)
	return [2]int{k, l}
}

// wrong tells of a number that is not what its law says.
func (c *comparison) wrong(sheet anatomy.Sheet, truth anatomy.Numbers, row Row) []string {
	q := sheet.Of(c.quantity)
	words := []string{
		fmt.Sprintf("%s is %s, and the trace has %s.", q.Sign, c.text(c.want, c.have), c.text(c.have, c.want)),
		equation(sheet, c.quantity, truth),
	}
	if slip := c.slip(sheet, row); slip != "" {
		words = append(words, slip)
	}
	return words
}

// equation is the law of a quantity in symbols and in numbers.
func equation(s anatomy.Sheet, name string, truth anatomy.Numbers) string {
	q := s.Of(name)
	symbols, filled := s.Symbols(name).String(), s.Filled(name, truth).String()
	parts := []string{q.Sign, symbols}
	if filled != symbols {
		parts = append(parts, filled)
	}
	return strings.Join(append(parts, q.Text(truth[name])), " = ")
}

// slip is a known mistake with which all numbers of the step come out as the
// trace has them, as far as the wrong one; "" where there is none.
func (c *comparison) slip(s anatomy.Sheet, row Row) string {
	for _, q := range s {
		for _, slip := range q.Slips {
			if c.fits(s.With(slip.ID, q.Name), row) {
				return or(slip.Says, unsaid(slip.ID, q))
			}
		}
	}
	return ""
}

// fits reports whether a row has these numbers up to the quantity that is wrong.
func (c *comparison) fits(n anatomy.Numbers, row Row) bool {
	for _, col := range columns() {
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
	return "It looks like a slip in " + q.Sign + "."
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
