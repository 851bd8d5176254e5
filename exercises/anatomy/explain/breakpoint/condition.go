package breakpoint

import (
	"fmt"
	"slices"
	"strings"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// Condition is a condition on the steps of a solver. It is immutable and safe for
// concurrent use. The zero Condition never holds.
type Condition struct{ root *node }

// Compile parses a condition in the words of a vocabulary. An invalid text returns
// a *exercises.WatchError with the position in runes and, if it can be guessed, a
// corrected text. A condition whose normal form exceeds the limits is an error too,
// so that every condition can be written and read again.
func Compile(text string, v Vocabulary) (Condition, error) {
	root, p := v.parse(text)
	if p.problem != nil {
		return Condition{}, p.problem
	}
	c := Condition{root}
	normal := c.String()
	if _, again := v.parse(normal); again.problem != nil {
		return Condition{}, &exercises.WatchError{
			At: len(p.src),
			Problem: fmt.Sprintf(
				"Written out in full this is too much: %d characters, of which I read up to %d, nested up to %d levels deep.", len([]rune(normal)), p.limits.Runes, p.limits.Depth,
			),
		}
	}
	return c, nil
}

// String returns the condition in normal form. Compile reads it as the same
// condition.
func (c Condition) String() string {
	if c.root == nil {
		return ""
	}
	return typed().write(c.root, 0)
}

// Label returns the condition in the notation of formulas: "α₃ = C".
func (c Condition) Label() string {
	if c.root == nil {
		return ""
	}
	return typeset().write(c.root, 0)
}

// Holds reports whether a run should stop at now, which follows prev. The package
// comment explains how comparisons and verbs differ.
func (c Condition) Holds(prev, now solvers.Step) bool {
	if c.root == nil {
		return false
	}
	is, news := c.root.eval(moment{prev, now}, false)
	if c.root.steady() {
		return is
	}
	return news
}

// steady reports whether a condition contains only constants.
func (n *node) steady() bool { return n.subject() == anatomy.AboutProblem }

// Reading returns the quantities in the condition with their values at now: "α₃ =
// 0.82, C = 1". For a verb it includes the value at prev. At the start of a run,
// prev equals now.
func (c Condition) Reading(prev, now solvers.Step) string {
	if c.root == nil {
		return ""
	}
	var parts []string
	c.root.readings(moment{prev, now}, func(text string) {
		if !slices.Contains(parts, text) {
			parts = append(parts, text)
		}
	})
	return strings.Join(parts, ", ")
}

// readings calls add for every quantity in a node.
func (n *node) readings(m moment, add func(string)) {
	if n.op == opVerb {
		add(n.verbReading(m))
		return
	}
	if n.op == opQuantity {
		add(typeset().entry(n) + " = " + n.shownAt(m.now, m))
	}
	for _, a := range n.args {
		a.readings(m, add)
	}
}

// verbReading describes how a value changed, or lists the entries for which a verb
// is true.
func (n *node) verbReading(m moment) string {
	v := n.args[0]
	if !v.anyEntry() {
		was, is := v.shownAt(m.prev, m), v.shownAt(m.now, m)
		if was == is {
			return typeset().bare(v) + " = " + is
		}
		return typeset().bare(v) + " = " + is + ", before " + was
	}
	entries := n.entries(m)
	if len(entries) == 0 {
		return "no " + v.q.Symbol + " " + verbTexts[n.verb]
	}
	const most = 5
	var names []string
	for _, i := range entries[:min(most, len(entries))] {
		names = append(names, typeset().entry(&node{op: opQuantity, q: v.q, entry: i}))
	}
	if len(entries) > most {
		names = append(names, "…")
	}
	verb := verbTexts[n.verb]
	if len(entries) > 1 {
		verb = strings.TrimSuffix(verb, "s")
	}
	return strings.Join(names, ", ") + " " + verb
}

// shownAt writes a value at a step, or "–" if there is none.
func (n *node) shownAt(s solvers.Step, m moment) string {
	v, ok := n.value(s, m)
	if !ok {
		return "–"
	}
	if q := n.asQuantity(); q != nil {
		switch q.Kind {
		case anatomy.OneOfWords:
			return q.Words[int(v)]
		case anatomy.PointPair:
			return pairText(v)
		case anatomy.Flag:
			return map[bool]string{true: "yes", false: "no"}[v != 0]
		}
	}
	return shownNumber(v)
}
