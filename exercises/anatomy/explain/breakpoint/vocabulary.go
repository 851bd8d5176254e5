package breakpoint

import (
	"cmp"
	"strings"

	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// Vocabulary is what the steps of one solver on one problem can be asked about.
// It is immutable and safe for concurrent use.
type Vocabulary struct {
	solver string // as the student knows it: "SMO"
	known  []*quantity
}

// quantity is one thing that a condition can ask of a step.
type quantity struct{ anatomy.Observable }

// For returns the vocabulary of a solver's steps on a problem. A solver that
// wraps another and claims to be it has the vocabulary of that one. Of a solver
// without a kind only what all steps have can be asked.
func For(s solvers.Solver, p *solvers.Problem) Vocabulary {
	kind, _ := anatomy.Of(s)
	return vocabularyOf(cmp.Or(kind.Title, "this solver"), kind.Observables(anatomy.Claimed(s), p))
}

// ForCourse returns the vocabulary of a course: its own words, and the place in
// it.
func ForCourse(c anatomy.Course) Vocabulary {
	return vocabularyOf(c.Title, append(c.Vocabulary().Observables(), anatomy.PlaceObservables("every step is taken")...))
}

func vocabularyOf(solver string, all []anatomy.Observable) Vocabulary {
	v := Vocabulary{solver: solver}
	for _, o := range all {
		v.known = append(v.known, &quantity{o})
	}
	return v
}

// find looks a name up: as it is, then by any case where that is one quantity.
func (v Vocabulary) find(name string) (*quantity, bool) {
	for _, q := range v.known {
		if q.called(name, func(a, b string) bool { return a == b }) {
			return q, true
		}
	}
	var found *quantity
	for _, q := range v.known {
		if q.called(name, strings.EqualFold) {
			if found != nil {
				return nil, false
			}
			found = q
		}
	}
	return found, found != nil
}

func (q *quantity) called(name string, same func(a, b string) bool) bool {
	if same(q.Name, name) || same(q.Symbol, name) {
		return true
	}
	for _, a := range q.Aliases {
		if same(a, name) {
			return true
		}
	}
	return false
}

// word is the position of a word among those of a quantity, −1 for none.
func (q *quantity) word(text string) int {
	plain := func(s string) string { return strings.NewReplacer("-", "", "_", "", " ", "").Replace(s) }
	for i, w := range q.Words {
		if strings.EqualFold(plain(w), plain(text)) {
			return i
		}
	}
	return -1
}
