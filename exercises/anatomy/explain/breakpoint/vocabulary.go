// Package breakpoint implements the language of breakpoints: conditions on the
// steps of a solver, in the words of its algorithm.
//
//	alpha[3] == C      clip == H            gap < 1e-3
//	g drops            pred(x5) flips       nSV changes
//	0 < alpha[k] < C   abs(dalpha[2]) > .1  pair == (3, 9) and not clip
//
// Start with [For], which returns the [Vocabulary] of a solver's steps. Package
// anatomy lists the words of each solver as observables. [Compile] parses a text,
// and [Vocabulary.Complete] lists its completions. Several spellings mean the same:
// α₃, alpha3, alpha_3 and alpha[3]; == and =; ≤ and <=; 1e-3 and 0.001; and any
// minus sign. Points count from 1. A text has at most 200 characters and 32 levels
// of nesting.
//
// # When a condition holds
//
// A quantity describes the position after a step (α, g, the gap, f), what the
// step did (the pair, the clip, κ, Δα, a mistake), or the problem, which never
// changes (C, the smallest eigenvalue of K).
//
//   - A comparison about the position holds at a step if it is true there and was not
//     true one step earlier. So "gap < 1e-3" stops a run once, and again only if the
//     gap has grown in between.
//   - A comparison about what a step did, and a verb (drops, rises, changes, flips,
//     stalls), holds at every step at which it is true.
//   - "A or B" holds if A or B holds. "A and B" holds if both are true and at least one
//     of them holds. "not (A or B)" means "not A and not B", and so on down to the
//     comparisons.
//   - A condition that contains only constants, such as "eig_min < 0", holds at every step
//     if it is true. As a part of a larger condition it never holds by itself, but its truth
//     counts: "eig_min < 0 and g drops" holds when g drops if eig_min < 0 is true.
//
// [Condition.Holds] is a function of a step and its predecessor, so a run stops at
// the same steps forwards and backwards.
//
// A quantity may have no value at a step. For instance, κ has no value at the start, where
// no pair was updated. Then no comparison with the quantity is true, nor is the negation of
// such a comparison.
//
// == compares floating-point numbers exactly. This is useful for comparing α with 0 and
// with C, because SMO sets an α that is within rounding of a bound to this bound. For other
// quantities, write abs(b - 1) < 1e-6.
//
// The package knows nothing of pictures or terminals, and no solver by name.
package breakpoint

import (
	"strconv"
	"strings"
	"unicode"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/budget"
	"kernellab/kernels/expr"
	"kernellab/solvers"
)

// Vocabulary lists the quantities that conditions can refer to, for one solver on
// one problem. It is immutable and safe for concurrent use.
type Vocabulary struct {
	solver     string // name for students, such as "SMO"
	quantities []*quantity
}

// quantity is an observable of a vocabulary.
type quantity struct{ anatomy.Observable }

// For returns the vocabulary for the steps of a solver on a problem. If s only claims to be another
// solver, the vocabulary is that of the other solver (see [anatomy.ClaimedSolver]).
func For(s solvers.Solver, p *solvers.Problem) Vocabulary {
	kind, _ := anatomy.KindOf(s)
	return vocabularyOf(kind.Title, kind.Observables(anatomy.ClaimedSolver(s), p))
}

// ForComputation returns the vocabulary for the steps of a computation: its ConditionQuantities,
// the number of the step, and whether the computation is done.
func ForComputation(c anatomy.Computation) Vocabulary {
	return vocabularyOf(c.Title,
		append(c.Vocabulary().Observables(), anatomy.ProgressObservables("every step is taken")...))
}

func vocabularyOf(solver string, all []anatomy.Observable) Vocabulary {
	v := Vocabulary{solver: solver}
	for _, o := range all {
		v.quantities = append(v.quantities, &quantity{o})
	}
	return v
}

// find looks up a name. If there is no exact match, it ignores case, provided that
// only one quantity matches.
func (v Vocabulary) find(name string) (*quantity, bool) {
	for _, q := range v.quantities {
		if q.hasName(name, func(a, b string) bool { return a == b }) {
			return q, true
		}
	}
	var found *quantity
	for _, q := range v.quantities {
		if q.hasName(name, strings.EqualFold) {
			if found != nil {
				return nil, false
			}
			found = q
		}
	}
	return found, found != nil
}

func (q *quantity) hasName(name string, same func(a, b string) bool) bool {
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

// option returns the index of text in q.Words, or −1. It ignores case, spaces, hyphens and
// underscores.
func (q *quantity) option(text string) int {
	plain := func(s string) string { return strings.NewReplacer("-", "", "_", "", " ", "").Replace(s) }
	for i, w := range q.Words {
		if strings.EqualFold(plain(w), plain(text)) {
			return i
		}
	}
	return -1
}

// maxOffers is the maximum number of completions of a text.
const maxOffers = 40

// candidate is a word that can continue a text.
type candidate struct {
	text, help string
	names      []string // other spellings, which the student may have begun to type
	noSpace    bool     // whether the candidate needs no space before it
}

// Complete returns the completions of the word that ends at the cursor, best first. cursor counts
// runes. The completions do not change the text after the cursor.
func (v Vocabulary) Complete(text string, cursor int) []exercises.Completion {
	src := []rune(text)
	if len(src) > budget.ConditionLimits().Runes {
		return nil // too long already
	}
	cursor = max(0, min(cursor, len(src)))
	from := cursor
	for from > 0 && inWord(src[from-1]) {
		from--
	}
	typed := string(src[from:cursor])
	var out []exercises.Completion
	add := func(head string, c candidate) {
		newText := head + c.text
		for _, other := range out {
			if other.Cursor == len([]rune(newText)) && strings.HasPrefix(other.Text, newText) {
				return
			}
		}
		if len(out) < maxOffers && newText != string(src[:cursor]) {
			out = append(out,
				exercises.Completion{Text: newText + string(src[cursor:]), Cursor: len([]rune(newText)), Help: c.help})
		}
	}
	head := string(src[:from])
	for _, c := range v.candidatesAfter(head) {
		if c.startsWith(typed) {
			add(withSpace(head, c), c)
		}
	}
	if typed != "" {
		for _, c := range v.candidatesAfter(string(src[:cursor])) {
			add(withSpace(string(src[:cursor]), c), c)
		}
	}
	return out
}

func inWord(r rune) bool {
	return unicode.IsLetter(r) || expr.IsDigit(r) || r == '_' || plainSub(r) != 0
}

// withSpace returns head followed by the space that the candidate needs, if any.
func withSpace(head string, c candidate) string {
	if c.noSpace || head == "" || strings.HasSuffix(head, " ") || strings.HasSuffix(head, "(") ||
		strings.HasSuffix(head, "[") {
		return head
	}
	return head + " "
}

// startsWith reports whether a name of the candidate starts with prefix. It ignores case.
func (c candidate) startsWith(prefix string) bool {
	for _, n := range append([]string{c.text}, c.names...) {
		if strings.HasPrefix(strings.ToLower(n), strings.ToLower(prefix)) {
			return true
		}
	}
	return false
}

// candidatesAfter returns the words that can continue a text, or nil if the text is invalid.
func (v Vocabulary) candidatesAfter(text string) []candidate {
	_, p := v.parse(text)
	end := len([]rune(strings.TrimRight(text, " ")))
	if p.problem != nil && p.problem.At < end {
		return nil
	}
	return p.candidates
}

// offer adds candidates to p.candidates if the parser has reached the end of the text.
func (p *parser) offer(cs ...candidate) {
	if p.peek().kind == tokenEnd && p.problem == nil {
		p.candidates = append(p.candidates, cs...)
	}
}

// offerOperand offers what can begin a value. If leftSide is nil, it offers all quantities, "not" and
// "abs(". Otherwise the value is compared with leftSide, so it offers the typical values of leftSide
// and the quantities that are numbers.
func (p *parser) offerOperand(leftSide *quantity) {
	if leftSide != nil {
		p.offerValues(leftSide)
	}
	for _, q := range p.v.quantities {
		if leftSide != nil && q.Kind != anatomy.Number {
			continue
		}
		c := candidate{text: q.Name, help: q.Help, names: append([]string{q.Symbol}, q.Aliases...)}
		if q.Size > 0 {
			c.text += q.opening()[:1] // only the bracket; the x of f(x3) is offered with the index
		}
		p.offer(c)
	}
	if leftSide == nil {
		p.offer(candidate{text: "not", help: "the contrary"}, candidate{text: "abs(", help: "the size of a number"})
	}
}

// offerValues offers the values with which conditions often compare q.
func (p *parser) offerValues(q *quantity) {
	if q.Typical != "" {
		p.offer(candidate{text: q.Typical})
	}
	if q.Name == "alpha" {
		p.offer(candidate{text: "0"})
		if c, ok := p.v.find("C"); ok {
			p.offer(candidate{text: c.Name, help: c.Help})
		}
	}
}

// offerAfter offers the relations and verbs that can follow a value.
func (p *parser) offerAfter(n *node) {
	q := n.asQuantity()
	kind := anatomy.Number
	if q != nil {
		kind = q.Kind
	}
	offer := func(v verb) { p.offer(candidate{text: verbTexts[v], help: verbHelp[v]}) }
	if n.coversAllEntries() {
		p.offerVerbs(q, offer)
		return
	}
	switch kind {
	case anatomy.OneOfWords, anatomy.PointPair:
		p.offer(candidate{text: "=="}, candidate{text: "!="})
		offer(changes)
	case anatomy.Flag:
		offer(changes)
	default:
		for _, r := range relationTexts {
			p.offer(candidate{text: r})
		}
		if n.subject() != anatomy.AboutProblem {
			p.offerVerbs(q, offer)
		}
	}
}

func (p *parser) offerVerbs(q *quantity, offer func(verb)) {
	if q != nil && q.About == anatomy.AboutProblem {
		return
	}
	for v := range verbTexts {
		if verb(v) == flips && (q == nil || !q.Flips) {
			continue
		}
		offer(verb(v))
	}
}

// offerJoin offers a connective ("and" or "or") if n is a condition or can become one.
func (p *parser) offerJoin(n *node, connective string) {
	if q := n.asQuantity(); n.isCondition() || q != nil && (q.Kind == anatomy.Flag || q.Idle) {
		p.offer(candidate{text: connective})
	}
}

// offerEntries offers the indices that depend on the step, such as k and l, and then
// the numbers of the first points, each with the closing bracket of the index.
func (p *parser) offerEntries(q *quantity, closing string) {
	prefix := q.opening()[1:]
	for _, indexQuantity := range p.v.quantities {
		if indexQuantity.Index && !q.Feature {
			p.offer(candidate{text: prefix + indexQuantity.Name + closing, help: indexQuantity.Help, noSpace: true})
		}
	}
	for i := range min(q.Size, maxOffers) {
		p.offer(candidate{text: prefix + strconv.Itoa(i+1) + closing, noSpace: true})
	}
}
