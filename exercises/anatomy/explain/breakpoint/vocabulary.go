package breakpoint

import (
	"cmp"
	"strings"

	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// Vocabulary lists the quantities that conditions can refer to, for one solver on
// one problem. It is immutable and safe for concurrent use.
type Vocabulary struct {
	solver string // name for students, such as "SMO"
	known  []*quantity
}

// quantity is a word of a vocabulary.
type quantity struct{ anatomy.Observable }

// For returns the vocabulary of a solver's steps on a problem. If a solver wraps
// another and claims to be it, the vocabulary is the other's. If a solver has no
// kind, the vocabulary contains only what all steps have.
func For(s solvers.Solver, p *solvers.Problem) Vocabulary {
	kind, _ := anatomy.KindOf(s)
	return vocabularyOf(cmp.Or(kind.Title, "this solver"), kind.Observables(anatomy.Claimed(s), p))
}

// ForCourse returns the vocabulary of a course: its own words and the position in
// it.
func ForCourse(c anatomy.Course) Vocabulary {
	return vocabularyOf(c.Title,
		append(c.Vocabulary().Observables(), anatomy.PlaceObservables("every step is taken")...))
}

func vocabularyOf(solver string, all []anatomy.Observable) Vocabulary {
	v := Vocabulary{solver: solver}
	for _, o := range all {
		v.known = append(v.known, &quantity{o})
	}
	return v
}

// find looks up a name. If there is no exact match, it ignores case, provided that
// only one quantity matches.
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

// word returns the index of a word of a quantity, or −1.
func (q *quantity) word(text string) int {
	plain := func(s string) string { return strings.NewReplacer("-", "", "_", "", " ", "").Replace(s) }
	for i, w := range q.Words {
		if strings.EqualFold(plain(w), plain(text)) {
			return i
		}
	}
	return -1
}
