package anatomy

import (
	"math"

	"kernellab/ascii"
	"kernellab/solvers"
)

// Account is what there is to tell of a step by its sheet alone.
type Account struct {
	Title, Rule string       // whose step it is, and what it does, in a sentence
	Objective   string       // what the steps go by, as it is shown; "": a law tells it
	Derivation  Derivation   // nil: no step led here
	Given       []ascii.Line // what the laws start from and no number tells
	Before, Now solvers.Step
}

// Account is the step after before of a trace in the dual. It panics where the kind
// has no sheet.
func (k Kind) Account(p Points, s solvers.Solver, before, now solvers.Step) Account {
	return Account{Title: k.Title, Rule: k.Rule, Objective: k.Objective, Derivation: k.Derive(p, s, before, now), Before: before, Now: now}
}

// Course is a computation that is no solver's, and every position of which is known
// before it begins: a table that fills, a path that was computed. Its functions are
// pure and safe for concurrent use.
type Course struct {
	Title, Rule string // as a student knows it, and what a step does, in a sentence
	// Objective is the name of the number that the steps go by, and ObjectiveLabel how it is
	// written where no law of the sheet tells it.
	Objective, ObjectiveLabel string
	Steps                     int // to the last position; position 0 is the start
	// Record is what position i says of its quantities, by name; one that it has not is
	// missing.
	Record func(i int) Numbers
	// Derive is the step to position i ≥ 1. No law asks the computation for its value.
	// What a quantity with a law is said to be has its name in Says.
	Derive func(i int) Derivation
	// Given is what the laws of the step to position i start from and no number tells;
	// nil: nothing.
	Given func(i int) []ascii.Line
	// Laws are what must hold at position i beside the laws of its sheet.
	Laws func(i int) []Law
	// Words are what conditions can ask: the quantities with a Word.
	Words Derivation
}

// Law is what must hold at a position, with its number and what that has to be.
type Law struct {
	Name, Formula string // unique in its ledger, and in symbols
	Is            float64
	Relation
	Want float64 // by other means
	Tol  float64 // by which Is may miss it: rounding
}

// Relation is how a number stands to another.
type Relation uint8

// The relations.
const (
	Equals Relation = iota
	AtMost
	AtLeast
)

// Holds reports whether the law does. NaN never satisfies one.
func (l Law) Holds() bool {
	switch l.Relation {
	case AtMost:
		return l.Is <= l.Want+l.Tol
	case AtLeast:
		return l.Is >= l.Want-l.Tol
	}
	return l.Is == l.Want || math.Abs(l.Is-l.Want) <= l.Tol
}

// Step is position i.
func (c Course) Step(i int) solvers.Step {
	said := c.Record(i)
	out := solvers.Step{N: i, Updates: i, Objective: said[c.Objective], Detail: solvers.NumbersDetail(said)}
	if i == c.Steps {
		out.Status = solvers.Converged
	}
	return out
}

// Account is the step to position i.
func (c Course) Account(i int) Account {
	out := Account{Title: c.Title, Rule: c.Rule, Objective: c.ObjectiveLabel, Now: c.Step(i)}
	out.Before = out.Now
	if i == 0 {
		return out
	}
	out.Before, out.Derivation = c.Step(i-1), c.Derive(i).recordedByName()
	if c.Given != nil {
		out.Given = c.Given(i)
	}
	return out
}

// Vocabulary is the words with what a position says of them.
func (c Course) Vocabulary() Derivation { return c.Words.recordedByName() }

// recordedByName is the sheet of a step that says what it does by name.
func (s Derivation) recordedByName() Derivation {
	out := make(Derivation, len(s))
	for i, q := range s {
		q.Recorded = func(at solvers.Step) (float64, bool) {
			said, _ := at.Detail.(solvers.NumbersDetail)
			v, ok := said[q.Name]
			return v, ok
		}
		out[i] = q
	}
	return out
}
