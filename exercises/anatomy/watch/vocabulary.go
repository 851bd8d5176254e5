package watch

import (
	"slices"
	"strings"

	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// Vocabulary is what the steps of one solver on one problem can be asked
// about. It is immutable and safe for concurrent use.
type Vocabulary struct {
	solver string // as the student knows it: "SMO"
	known  []*quantity
}

// kind is what a quantity is compared with.
type kind uint8

const (
	number  kind = iota
	word         // one of a few words, the value its position
	flag         // true or false, 1 or 0
	twosome      // two points in any order, see pairCode
)

// nature is what a quantity is about.
type nature uint8

const (
	constant nature = iota // the problem
	state                  // the position that a step led to
	deed                   // what the step did
)

// quantity is one thing that can be asked of a step.
type quantity struct {
	name    string   // as conditions are printed: "alpha"
	sign    string   // as it is shown: "α"
	aliases []string // further ways to write it
	help    string
	kind    kind
	nature  nature
	size    int  // the number of entries, numbered from 1; 0: no index
	point   bool // an entry is written f(x3), not f[3]
	feature bool // the entries belong to features, not to points
	index   bool // the value is the number of a point, so that alpha[k] can be asked
	flips   bool // it has a side: the verb "flips" suits it
	// words are the values of a word; where idle is set the first means that
	// there is nothing, and the name alone stands for all the others.
	words []string
	idle  bool
	// typical is a value that is often compared with.
	typical string
	// of is the value at a step, of entry i counted from 0; not ok where the
	// step has none.
	of func(s solvers.Step, i int) (v float64, ok bool)
}

// For returns the words for a solver's steps on a problem. A solver that wraps
// another and passes for it (Claims() solvers.Solver) has the words of that.
// Of a solver that is not known there are the words that all have.
func For(s solvers.Solver, p *solvers.Problem) Vocabulary {
	k, _ := anatomy.Of(s)
	all := slices.Concat(pointWords(p), spectrum(p), commonWords())
	var own []*quantity
	switch s := anatomy.Claimed(s).(type) {
	case solvers.SMO:
		own = smoWords(s, p)
	case solvers.Perceptron:
		own = perceptronWords(p)
	case solvers.LeastSquares:
		own = leastSquaresWords(s, p)
	case solvers.Logistic:
		own = logisticWords(s, p)
	case solvers.Ascent:
		own = ascentWords(s, p)
	case solvers.Ridge:
		own = ridgeWords(s, p)
		all[0].of = solved(all[0].of) // f
	default:
		if k.Words == nil {
			return Vocabulary{"this solver", append(commonWords(), pointWords(p)...)}
		}
		own = sheetWords(k, s, p)
	}
	return Vocabulary{k.Title, append(own, all...)}
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
	if same(q.name, name) || same(q.sign, name) {
		return true
	}
	for _, a := range q.aliases {
		if same(a, name) {
			return true
		}
	}
	return false
}

// word is the position of a word among those of a quantity, −1 for none.
func (q *quantity) word(text string) int {
	plain := func(s string) string { return strings.NewReplacer("-", "", "_", "", " ", "").Replace(s) }
	for i, w := range q.words {
		if strings.EqualFold(plain(w), plain(text)) {
			return i
		}
	}
	return -1
}
