package anatomy

import (
	"kernellab/ascii"
	"kernellab/solvers"
)

// Course is a computation that no solver makes, and every position of which is known
// before it begins: a table that fills, a path that was computed. Its functions are
// pure and safe for concurrent use.
type Course struct {
	Title, Rule string // as a student knows it, and what a step does, in a sentence
	// Objective is the name of the number that the steps go by. ObjectiveLabel is how
	// it is written, "" if a formula of the derivation tells it.
	Objective, ObjectiveLabel string
	Steps                     int // to the last position; position 0 is the start
	// Record returns what position i says of its quantities, by name.
	Record func(i int) Numbers
	// Derive returns the step to position i ≥ 1. No formula asks the computation for
	// its value. What is recorded of a quantity has its name in Record.
	Derive func(i int) Derivation
	// Given returns what the formulas of the step to position i start from and no
	// number tells. It may be nil.
	Given func(i int) []ascii.Line
	// Laws return what must hold at position i beside its derivation.
	Laws func(i int) []Law
	// Words are the quantities that conditions can ask for.
	Words Derivation
}

// Step returns position i.
func (c Course) Step(i int) solvers.Step {
	recorded := c.Record(i)
	out := solvers.Step{N: i, Updates: i, Objective: recorded[c.Objective], Detail: solvers.NumbersDetail(recorded)}
	if i == c.Steps {
		out.Status = solvers.Converged
	}
	return out
}

// Account returns the account of the step to position i.
func (c Course) Account(i int) Account {
	out := Account{
		Rule: Rule{Title: c.Title, Sentences: []string{c.Rule}}, Objective: c.ObjectiveLabel, Now: c.Step(i),
		Laws: func() Laws { return c.Laws(i) },
	}
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

// Vocabulary returns the words with what a position records of them.
func (c Course) Vocabulary() Derivation { return c.Words.recordedByName() }

// recordedByName returns the derivation of a step that records numbers by name.
func (d Derivation) recordedByName() Derivation {
	out := make(Derivation, len(d))
	for i, q := range d {
		q.Recorded = func(at solvers.Step) (float64, bool) {
			recorded, _ := at.Detail.(solvers.NumbersDetail)
			v, ok := recorded[q.Name]
			return v, ok
		}
		out[i] = q
	}
	return out
}
