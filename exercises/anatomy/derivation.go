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

// Derivation lists the quantities of a step in the order in which they are
// computed.
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

// Pick returns some of the quantities, in the order of the names.
func (d Derivation) Pick(names ...string) Derivation {
	out := make(Derivation, len(names))
	for i, name := range names {
		out[i] = d.Get(name)
	}
	return out
}

// Formulas returns the quantities that have a formula. The others are given.
func (d Derivation) Formulas() Derivation {
	var out Derivation
	for _, q := range d {
		if q.Formula != "" {
			out = append(out, q)
		}
	}
	return out
}

// Values computes every number.
func (d Derivation) Values() Numbers { return d.WithSlip("") }

// WithSlip computes every number, with a slip in the quantities named by in.
func (d Derivation) WithSlip(slip string, in ...string) Numbers {
	return d.WithSlipFrom(nil, slip, in...)
}

// WithSlipFrom is [Derivation.WithSlip], except that the quantities before the slip
// keep the values that own has for them.
func (d Derivation) WithSlipFrom(own Numbers, slip string, in ...string) Numbers {
	out := Numbers{}
	slipped := false
	for _, q := range d {
		compute := q.Compute
		for _, m := range q.Slips {
			if m.ID == slip && slices.Contains(in, q.Name) {
				compute, slipped = m.Compute, true
			}
		}
		if v, ok := own[q.Name]; ok && !slipped {
			out[q.Name] = v
			continue
		}
		out[q.Name] = compute(out)
	}
	return out
}

// Fixed returns a quantity as a constant, computed from the right values, which its
// formula shows too. It keeps the named slips, including those in the quantities it
// depends on.
func (d Derivation) Fixed(name string, slips ...string) Quantity {
	q, values := d.Get(name), d.Values()
	fixed := func(of func(Numbers) float64) func(Numbers) float64 {
		if of == nil {
			return nil
		}
		v := of(values)
		return func(Numbers) float64 { return v }
	}
	filled := d.Filled(name, values).String()
	q.From, q.Slips, q.Fill = nil, nil, func(Numbers) string { return filled }
	q.Compute, q.Scale, q.Allowance = fixed(func(n Numbers) float64 { return n[name] }), fixed(q.Scale),
		fixed(q.Allowance)
	for _, id := range slips {
		for _, at := range d {
			for _, slip := range at.Slips {
				if slip.ID == id {
					v := d.WithSlip(id, at.Name)[name]
					q.Slips = append(q.Slips, Slip{id, slip.Advice, func(Numbers) float64 { return v }})
				}
			}
		}
	}
	return q
}

// Recorded returns the numbers that a step recorded.
func (d Derivation) Recorded(at solvers.Step) Numbers {
	out := Numbers{}
	for _, q := range d {
		if q.Recorded == nil {
			continue
		}
		if v, ok := q.Recorded(at); ok {
			out[q.Name] = v
		}
	}
	return out
}

// RecordedValues returns the numbers that a step recorded, and the others as they follow.
func (d Derivation) RecordedValues(at solvers.Step) Numbers {
	return d.WithSlipFrom(d.Recorded(at), "")
}

// rounding is the relative error of a sum, as a share of its terms.
const rounding = 1e-12

// Check compares the numbers that a step recorded with its formulas.
type Check struct {
	comparison            // with numbers computed from right ones
	consistent comparison // with numbers computed from recorded ones
}

// Holds reports whether a number was recorded and follows, to rounding, from the
// right numbers or from the recorded ones. Each number is checked against its own
// formula only, so one wrong number does not make its consequences wrong.
func (c Check) Holds(name string) bool { return c.Right(name) || c.consistent.Right(name) }

// Check compares a step with the derivation.
func (d Derivation) Check(at solvers.Step) Check {
	return Check{d.compare(at, false), d.compare(at, true)}
}

// comparison holds the numbers that a step recorded and those that it should have.
type comparison struct{ Want, Recorded, Tolerance Numbers }

// Right reports whether a number was recorded and is right to rounding.
func (c comparison) Right(name string) bool {
	v, ok := c.Recorded[name]
	want := c.Want[name]
	return ok && (v == want || math.Abs(v-want) <= c.Tolerance[name] || math.IsNaN(v) && math.IsNaN(want))
}

// compare computes every formula from recorded numbers: from all of them if all is
// set, and otherwise from those that are right.
func (d Derivation) compare(at solvers.Step, all bool) comparison {
	c := comparison{Numbers{}, d.Recorded(at), Numbers{}}
	n, computed := Numbers{}, Numbers{} // computed: the tolerances of the other numbers
	for _, q := range d {
		c.Want[q.Name] = q.Compute(n)
		c.Tolerance[q.Name] = q.tolerance(n, computed)
		if v, ok := c.Recorded[q.Name]; ok && all || c.Right(q.Name) {
			n[q.Name] = v
			continue
		}
		n[q.Name], computed[q.Name] = c.Want[q.Name], c.Tolerance[q.Name]
	}
	return c
}

// tolerance bounds the rounding in a recorded number: the rounding of its own
// terms, and what the tolerances of the numbers in computed can change it by.
func (q Quantity) tolerance(n, computed Numbers) float64 {
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
	for _, from := range q.From {
		was, most := n[from], 0.0
		for _, off := range []float64{computed[from], -computed[from]} {
			n[from] = was + off
			most = math.Max(most, math.Abs(q.Compute(n)-v))
		}
		n[from] = was
		tol += most
	}
	if math.IsNaN(tol) {
		return 0
	}
	return tol
}

// Symbols returns the formula of a quantity in symbols, each in its colour.
func (d Derivation) Symbols(name string) ascii.Line { return d.spell(d.Get(name).Formula, nil) }

// Filled returns the formula of a quantity with numbers instead of symbols.
func (d Derivation) Filled(name string, n Numbers) ascii.Line {
	if q := d.Get(name); q.Fill != nil {
		return ascii.Plain(q.Fill(n))
	}
	return d.spell(d.Get(name).Formula, n)
}

// Equation returns the definition of a quantity and its result as one line.
func (d Derivation) Equation(name string, n Numbers) ascii.Line {
	return append(d.Definition(name), d.Result(name, n)...)
}

// Result returns the part of an equation after the definition: the formula with its
// numbers, and the result.
func (d Derivation) Result(name string, n Numbers) ascii.Line {
	q, is := d.Get(name), " = "
	if q.Options != nil {
		is = ": "
	}
	var p Pen
	if filled := d.Filled(name, n); filled.String() != q.InFormula(n[name]) {
		p.Text("%s", is).Add(filled)
	}
	return p.Text("%s", is).Ink(q.Ink, q.InFormula(n[name])).Line
}

// Definition returns the symbol of a quantity with its formula: "γ = αₖ + s·αₗ".
func (d Derivation) Definition(name string) ascii.Line {
	q, is := d.Get(name), " = "
	switch {
	case q.Options != nil:
		is = ": "
	case d.updates(q):
		is = " ← "
	}
	var p Pen
	return p.Ink(q.Ink, q.Symbol).Text("%s", is).Add(d.Symbols(name)).Line
}

// updates reports whether the formula of a quantity contains the quantity's own
// symbol, which means its value before the step.
func (d Derivation) updates(q Quantity) bool {
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

// spell writes a formula with the symbols of its quantities, or with their numbers
// if n is not nil.
func (d Derivation) spell(formula string, n Numbers) ascii.Line {
	var p Pen
	for formula != "" {
		literal, rest, found := strings.Cut(formula, "{")
		written := p.Line.String()
		if n != nil && literal == "·" && strings.HasSuffix(written, ")") {
			literal = "" // a factor in parentheses needs no dot
		}
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

// term writes the quantity's number after the text before. It adds parentheses to
// signs and to negative numbers that are not the first term, and a multiplication
// dot where two symbols stood side by side.
func (q Quantity) term(v float64, before string) string {
	first := before == "" || strings.HasSuffix(before, "(")
	switch {
	case q.Signed:
		return Signed(v)
	case first:
		return Num(v)
	case strings.TrimRight(before, " ·/)−") != before:
		return Paren(v)
	}
	return "·" + Paren(v)
}

// Sum is a score at a point: Σⱼ Coef[j]·K(j) + Bias.
type Sum struct {
	Point  int
	Letter string // of the coefficients, such as "αy"
	Coef   []float64
	K      func(j int) float64
	Bias   float64
}

// terms returns the indices of the nonzero terms, the largest first.
func (s Sum) terms() []int {
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

// maxTerms is how many terms of a sum are written out.
const maxTerms = 2

// fill writes out the largest terms, the total of the others, and b.
func (s Sum) fill(Numbers) string {
	var text string
	var rest float64
	terms := s.terms()
	for n, j := range terms {
		if n < maxTerms {
			text += unless(n == 0, " + ") + either(n == 0, Num(s.Coef[j]), Paren(s.Coef[j])) + "·" + Paren(s.K(j))
		} else {
			rest += s.Coef[j] * s.K(j)
		}
	}
	if more := len(terms) - maxTerms; more > 0 {
		text += fmt.Sprintf(" + %s (%d more)", Paren(rest), more)
	}
	if s.Bias != 0 {
		text += unless(text == "", " + ") + Paren(s.Bias)
	}
	return text + unless(text != "", "0")
}

// scale returns the sum of the sizes of the terms.
func (s Sum) scale() float64 {
	var sum float64
	for j, c := range s.Coef {
		sum += math.Abs(c * s.K(j))
	}
	return sum
}

// table returns the table of the terms. They have enough digits to compute the sum
// to the given resolution.
func (s Sum) table(resolution float64) exercises.Figure {
	table := ascii.Table{
		Columns: []ascii.Column{{Title: "j", Right: true}, {Title: s.Letter, Right: true}, {Title: "K", Right: true}},
	}
	each := resolution / float64(len(s.Coef))
	for j, c := range s.Coef {
		if c == 0 {
			continue
		}
		k := s.K(j)
		table.Rows = append(table.Rows, []ascii.Line{
			ascii.Plain(pointNumber(j)), ascii.Plain(ShowTo(c, each/math.Max(1e-300, math.Abs(k)))),
			ascii.Plain(ShowTo(k, each/math.Abs(c))),
		})
	}
	title := fmt.Sprintf("f at point %d is Σ %s·K", s.Point+1, s.Letter) + unless(s.Bias == 0, " + b")
	return exercises.Figure{Title: title, Role: exercises.Table, Plot: table}
}
