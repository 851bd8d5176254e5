package matrix

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"kernellab/exercises/budget"
)

// In a chain, a reason refers to letters that are defined by formulas. To test it,
// a line that holds is checked again with these letters undefined.

// Reasoned returns an error if a given equation cannot be parsed, or if a reason
// refers to no letter that is defined by a formula. It checks an author's texts.
func (c Chain) Reasoned() error {
	for _, given := range c.Given {
		if sides, err := parse(given, c.Space); err != nil || len(sides) != 2 {
			return fmt.Errorf("%q is no equation", given)
		}
	}
	for _, r := range c.Reasons.List {
		if r.By == "" &&
			!slices.ContainsFunc(c.where, func(d law) bool { return slices.Contains(r.Of, d.name) }) {
			return fmt.Errorf("the reason %q is of no letter that stands for a formula", r.Called)
		}
	}
	return nil
}

// SameSlip reports whether two texts go wrong first in the same way: in a line that
// does not hold or, if all lines hold, in a reason that did not lead to its line.
func (c Chain) SameSlip(ctx context.Context, typed, example string) bool {
	a, why := slip(ctx, c, typed)
	if a == nil {
		return false
	}
	b, whyToo := slip(budget.Unpaid(ctx), c, example)
	return b != nil && lineText(a) == lineText(b) && why == whyToo
}

func (c Chain) link(lines []parsedLine, i int, _ verdict, work *budget.Budget) link {
	return chainLink{Chain: c, work: work, earlier: lines[:i]}
}

// chainLink is a line that holds, with the lines before it.
type chainLink struct {
	Chain
	work    *budget.Budget
	earlier []parsedLine
}

// law returns the evidence against a law about letters: the line holds without it,
// or rewrites an earlier line. There is none if the line is the law itself.
func (s chainLink) law(pair []*node, r Reason) string {
	of := r.Of
	bare, err := s.withUndefined(func(d law) bool { return slices.Contains(of, d.name) }).drawAssignments()
	if err != nil {
		return ""
	}
	for _, d := range s.where {
		if slices.Contains(of, d.name) && sameEquation(bare, pair, d.pair(), s.work) {
			return ""
		}
	}
	unknown := s.Space
	unknown.assignments = bare
	if unknown.compare(pair[0], pair[1], s.work).Accepted {
		return withoutIt
	}
	if i := s.findSame(bare, pair); i >= 0 {
		return alreadyIn(i)
	}
	return ""
}

// findSame returns the index of the last earlier line that makes the same statement in
// the given assignments, or −1.
func (s chainLink) findSame(worlds []assignment, pair []*node) int {
	return lastOf(s.earlier, func(other []*node) bool {
		return sameEquation(worlds, pair, other, s.work)
	})
}

// source returns the source that a line restates: an earlier line, or a given
// equation.
func (s chainLink) source(pair []*node) (where string, ok bool) {
	if i := s.findSame(s.free, pair); i >= 0 {
		return strings.TrimSuffix(strings.ToLower(lineWord(i)), ": "), true
	}
	var given [][]*node
	for _, text := range s.Given {
		if sides, err := parse(text, s.Space); err == nil {
			given = append(given, sides)
		}
	}
	for _, d := range s.where {
		given = append(given, d.pair())
	}
	return "what is given",
		slices.ContainsFunc(given, func(other []*node) bool { return sameEquation(s.free, pair, other, s.work) })
}

// lines returns the evidence against substituting lines: the line restates one of
// them.
func (s chainLink) lines(pair []*node) string {
	if where, ok := s.source(pair); ok {
		return "it is " + where + " in another form, and nothing was put in"
	}
	return ""
}

// algebra returns the evidence against rewriting a line: no earlier line makes the
// same statement.
func (s chainLink) algebra(pair []*node) string {
	if _, ok := s.source(pair); ok {
		return ""
	}
	return noneBefore
}

// reading is no reason in a chain, which has no steps.
func (chainLink) reading([]*node) string { return nothingOfIt }

// begins reports that every line of a chain needs a reason.
func (chainLink) begins(_, _ *node) bool { return false }
