package anatomy

import (
	"math"
	"slices"

	"kernellab/solvers"
)

// Derivation is a step: its quantities in the order in which they are computed.
type Derivation []Quantity

// Get returns a quantity by its name. It panics if the derivation has none of
// that name.
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

// Formulas returns the quantities that have a formula; the others are given.
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

// WithSlip computes every number with a slip made in some quantities.
func (d Derivation) WithSlip(slip string, in ...string) Numbers {
	return d.WithSlipFrom(nil, slip, in...)
}

// WithSlipFrom is [Derivation.WithSlip] with numbers that stay as they are in all
// quantities before the slip.
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

// Fixed returns a quantity whose inputs have their right values, in its formula too. Of
// the slips it keeps those named, wherever on the way to it they are made.
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
	q.Compute, q.Scale, q.Margin = fixed(func(n Numbers) float64 { return n[name] }), fixed(q.Scale), fixed(q.Margin)
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

// Recorded returns what a step says of its quantities.
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

// Check is what a step recorded beside what its formulas give. A recorded number
// that is right is what later formulas go on with, so that each number is held
// to its own formula alone.
type Check struct{ Want, Recorded, Tolerance Numbers }

// Holds reports that a number was recorded and is right but for rounding.
func (c Check) Holds(name string) bool {
	v, ok := c.Recorded[name]
	want := c.Want[name]
	return ok && (v == want || math.Abs(v-want) <= c.Tolerance[name] || math.IsNaN(v) && math.IsNaN(want))
}

// rounding is the part of its terms that a number may be off by.
const rounding = 1e-12

// Check holds a step to the derivation.
func (d Derivation) Check(at solvers.Step) Check {
	c := Check{Want: Numbers{}, Recorded: d.Recorded(at), Tolerance: Numbers{}}
	n, computed := Numbers{}, Numbers{} // computed: the tolerances of what was not recorded
	for _, q := range d {
		c.Want[q.Name] = q.Compute(n)
		c.Tolerance[q.Name] = q.tolerance(n, computed)
		if n[q.Name] = c.Want[q.Name]; c.Holds(q.Name) {
			n[q.Name] = c.Recorded[q.Name]
			continue
		}
		computed[q.Name] = c.Tolerance[q.Name]
	}
	return c
}

// tolerance bounds the rounding in a recorded number: that of its own terms, and
// what it takes over from numbers that were computed, given their tolerances.
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
