package anatomy

import (
	"maps"
	"math"
	"slices"

	"kernellab/ascii"
	"kernellab/exercises/answer"
	"kernellab/solvers"
)

// Numbers are quantities by name: true ones, a student's, or what a step says.
type Numbers = answer.Numbers

// Quantity is one number of a step.
type Quantity struct {
	Name   string // in forms: "star"
	Symbol string // "αℓ*"
	Ink    ascii.Ink
	// Formula is the right-hand side in symbols, with the quantities it is made of
	// in braces: "{al} + {tl}({ek} − {el})/{used}", or "{al:αℓ old}" where a
	// letter is called otherwise. Empty: the number is given.
	Formula string
	// Fill is the law with numbers in place, where that is not Law with the
	// numbers for the letters.
	Fill func(Numbers) string
	// Signed: a label or a product of labels, written with its sign.
	Signed bool
	From   []string // the quantities that Now uses

	// Compute is the law: from the points, the state before and the numbers of From.
	Compute func(Numbers) float64
	// Recorded is what a solver's step says; nil, or not ok, where it does not.
	Recorded func(solvers.Step) (float64, bool)
	// Scale is that of the terms it is made of, which tells how many digits count:
	// of a student's number, and of the step's; nil: nothing cancels.
	Scale func(Numbers) float64
	// Drift bounds what rounding may put Said off beside that, where the step
	// carries a number along; nil: nothing does.
	Drift func(Numbers) float64
	// Margin bounds what a student's number may be off, for what follows from it
	// to come out right still; nil: nothing does.
	Margin func(Numbers) float64
	Slips  []Slip

	// Word, Also and Help are for conditions: its name there, others that are
	// understood, and what it is in a few words; Typical is a value that it is
	// often compared with. No Word: conditions do not know it.
	Word, Help, Typical string
	Aliases             []string
	// Entry, from 1, has the Word name several quantities of the sheet, in their
	// order: beta[1], beta[2]; 0: it names this one alone. Stands says that it is so
	// where the step has led to; else it is what the step did.
	Entry      int
	Persistent bool
}

// Slip is a known mistake in a quantity: a student's, or one that is planted.
type Slip struct {
	ID      string
	Advice  string // what to tell a student; empty: it is not looked for
	Compute func(Numbers) float64
}

// Derivation is a step: its quantities in the order in which they are computed.
type Derivation []Quantity

// Get returns a quantity. It panics where the sheet has none of that name.
func (s Derivation) Get(name string) Quantity {
	for _, q := range s {
		if q.Name == name {
			return q
		}
	}
	panic("anatomy: no quantity " + name)
}

// To returns the quantities up to one of a name.
func (s Derivation) To(name string) Derivation {
	return s[:slices.IndexFunc(s, func(q Quantity) bool { return q.Name == name })+1]
}

// Pick returns some of the quantities, in the order of the names.
func (s Derivation) Pick(names ...string) Derivation {
	out := make(Derivation, len(names))
	for i, name := range names {
		out[i] = s.Get(name)
	}
	return out
}

// Formulas are the quantities with a law in symbols; the others are given.
func (s Derivation) Formulas() Derivation {
	var out Derivation
	for _, q := range s {
		if q.Formula != "" {
			out = append(out, q)
		}
	}
	return out
}

// Values is every number by its law.
func (s Derivation) Values() Numbers { return s.WithSlip("") }

// WithSlip is every number by its law, but for a slip made in some quantities.
func (s Derivation) WithSlip(slip string, in ...string) Numbers {
	return s.WithSlipFrom(nil, slip, in...)
}

// WithSlipFrom is With for one who comes to the slip with numbers of his own: up to
// it they stand.
func (s Derivation) WithSlipFrom(own Numbers, slip string, in ...string) Numbers {
	out := Numbers{}
	slipped := false
	for _, q := range s {
		law := q.Compute
		for _, m := range q.Slips {
			if m.ID == slip && slices.Contains(in, q.Name) {
				law, slipped = m.Compute, true
			}
		}
		if v, ok := own[q.Name]; ok && !slipped {
			out[q.Name] = v
			continue
		}
		out[q.Name] = law(out)
	}
	return out
}

// Recorded is what a step says of its quantities.
func (s Derivation) Recorded(at solvers.Step) Numbers {
	out := Numbers{}
	for _, q := range s {
		if q.Recorded == nil {
			continue
		}
		if v, ok := q.Recorded(at); ok {
			out[q.Name] = v
		}
	}
	return out
}

// rounding is the part of its terms that a number may be off by.
const rounding = 1e-12

// Tolerances bound by how much a step may be off from true numbers: each by the
// rounding of its terms, and by what it takes from the numbers that it is
// computed from.
func (s Derivation) Tolerances(truth Numbers) Numbers {
	out, n := Numbers{}, maps.Clone(truth)
	for _, q := range s {
		v := truth[q.Name]
		tol := rounding * math.Abs(v)
		if q.Scale != nil {
			tol += rounding * q.Scale(truth)
		}
		if q.Drift != nil {
			tol += q.Drift(truth)
		}
		for _, from := range q.From {
			most := 0.0
			for _, off := range []float64{out[from], -out[from]} {
				n[from] = truth[from] + off
				most = math.Max(most, math.Abs(q.Compute(n)-v))
			}
			n[from] = truth[from]
			tol += most
		}
		if !math.IsNaN(tol) && !math.IsInf(tol, 0) {
			out[q.Name] = tol
		}
	}
	return out
}
