package answer

import (
	"slices"

	"kernellab/exercises"
)

// MalRule is a known wrong way to an answer. Its rewriting is applied to the
// reference of a task, which gives the wrong answers it leads to
// ([ExprTask].Rules); a student's answer matches only if it is exactly equal. A
// rule without a rewriting has words for a mistake whose numbers the exercise
// computes. A worksheet names rules by id.
type MalRule struct {
	ID   string
	Says string // to the student: what it looks like, and what to check
	// Right and Wrong are an example in the names of Scope: an answer, and what
	// the rule makes of it.
	Right, Wrong string
	Scope        Scope

	rewrite func(*node) (*node, bool) // one place of the reference; nil: none
}

// Rule returns the rule with an id.
func Rule(id string) (MalRule, bool) {
	for _, m := range MalRules() {
		if m.ID == id {
			return m, true
		}
	}
	return MalRule{}, false
}

// mustRule is Rule for lesson authors.
func mustRule(id string) MalRule {
	m, ok := Rule(id)
	if !ok {
		panic("answer: there is no mal-rule " + id)
	}
	return m
}

// Mistakes are the wrong answers the rule leads to from a reference: applied
// everywhere it can be, and then at each single place. None where it does not
// apply, or leads to the reference itself.
func (m MalRule) Mistakes(want Expr) []Mistake {
	if m.rewrite == nil {
		return nil
	}
	var out []Mistake
	add := func(root *node) {
		e := Expr{root: root, scope: want.scope}
		text := e.String()
		known := slices.ContainsFunc(out, func(o Mistake) bool { return o.Form == text })
		if !known && !provedEqual(e, want) {
			out = append(out, Mistake{ID: m.ID, Form: text, Says: m.Says})
		}
	}
	all, count := rewriteAll(want.root, m.rewrite)
	if count == 0 {
		return nil
	}
	add(all)
	for k := 0; count > 1 && k < min(count, maxPlaces); k++ {
		left := k
		one, _ := rewriteAll(want.root, func(n *node) (*node, bool) {
			r, ok := m.rewrite(n)
			if !ok {
				return n, false
			}
			left--
			if left == -1 {
				return r, true
			}
			return n, false
		})
		add(one)
	}
	return out
}

// maxPlaces bounds the single places at which a rule is applied.
const maxPlaces = 6

// rewriteAll applies a rule wherever it fits, innermost first, and counts.
func rewriteAll(n *node, rule func(*node) (*node, bool)) (*node, int) {
	count := 0
	out := *n
	if len(n.args) > 0 {
		out.args = make([]*node, len(n.args))
		for i, a := range n.args {
			inner, k := rewriteAll(a, rule)
			out.args[i] = inner
			count += k
		}
	}
	if r, ok := rule(&out); ok {
		return r, count + 1
	}
	return &out, count
}

// RuleText returns a lookup of mal-rules for worksheets: the example that a
// rule makes of a reference, and what is said. It fits worksheets' Behaviour.
func RuleText(s Scope) func(id, reference string) (example, say string, ok bool) {
	return func(id, reference string) (string, string, bool) {
		m, ok := Rule(id)
		if !ok {
			return "", "", false
		}
		e, err := parseIn(reference, &s)
		if err != nil {
			return "", m.Says, true
		}
		if ms := m.Mistakes(e); len(ms) > 0 {
			return ms[0].Form, m.Says, true
		}
		return "", m.Says, true
	}
}

// matchRules looks for a mal-rule that makes the answer out of the reference.
func matchRules(e, want Expr, ids []string) (Mistake, bool) {
	for _, id := range ids {
		for _, mistake := range mustRule(id).Mistakes(want) {
			if provedEqual(e, MustParse(mistake.Form, *want.scope)) {
				return mistake, true
			}
		}
	}
	return Mistake{}, false
}

// said marks a result with a mistake.
func (r Result) said(m Mistake) Result {
	r.Verdict = exercises.NotEqual
	return r.known(m.ID, m.Says)
}
