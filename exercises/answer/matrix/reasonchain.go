package matrix

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"kernellab/exercises"
	"kernellab/exercises/answer"
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
			!slices.ContainsFunc(c.where, func(d definition) bool { return slices.Contains(r.Of, d.name) }) {
			return fmt.Errorf("the reason %q is of no letter that stands for a formula", r.Called)
		}
	}
	return nil
}

// Lines returns the lines typed so far.
func (c Chain) Lines(ctx context.Context, text string) []answer.Line {
	var out []answer.Line
	lines := exercises.Lines(text)
	c.Reasons.lenient = true
	read := make([]parsedLine, 0, len(lines))
	for _, l := range lines {
		one, err := c.line(l, c.Reasons)
		if err != nil || len(one.sides) < 2 {
			break
		}
		read = append(read, one)
	}
	_, stood := c.follow(read, budget.FromContext(ctx))
	for i, l := range read {
		out = append(out,
			answer.Line{Text: reading(l.sides), Follows: i < stood, Broken: i == stood,
				Reason: c.Reasons.nameOf(l.why)})
	}
	if len(read) < len(lines) && stood == len(read) {
		out = append(out, answer.Line{Text: strings.TrimSpace(lines[len(read)]), Broken: true})
	}
	doubts, _ := c.doubts(ctx, read, stood)
	for _, d := range doubts {
		out[d.line].Doubted = true
	}
	return out
}

// SameSlip reports whether two texts go wrong first in the same way: in a line that
// does not hold or, if all lines hold, in a reason that did not lead to its line.
func (c Chain) SameSlip(ctx context.Context, typed, example string) bool {
	a, why := c.slip(ctx, typed)
	if a == "" {
		return false
	}
	b, whyToo := c.slip(budget.Unpaid(ctx), example)
	return a == b && why == whyToo
}

// slip returns the first line that does not hold or whose reason is in doubt, as it
// is read, and that reason. It returns "" if there is no such line.
func (c Chain) slip(ctx context.Context, text string) (line string, why int) {
	lines, stop := c.read(text)
	if stop != nil {
		return "", noReason
	}
	_, stood := c.follow(lines, budget.FromContext(ctx))
	if stood < len(lines) {
		return reading(lines[stood].sides), noReason
	}
	doubts, _ := c.doubts(ctx, lines, stood)
	for _, d := range doubts {
		return reading(lines[d.line].sides), d.why
	}
	return "", noReason
}

// doubts returns the reasons that cannot have led to their lines, among the first
// lines that hold. A reason is not doubted if checking it takes too long. The error
// then says so.
func (c Chain) doubts(ctx context.Context, lines []parsedLine, stood int) ([]doubt, error) {
	var out []doubt
	work := budget.FromContext(ctx)
	for i, l := range lines[:stood] {
		if l.why == noReason {
			continue
		}
		s := chainLink{Chain: c, work: work, earlier: lines[:i]}
		if what := s.evidence(l); what != "" && work.Err() == nil {
			out = append(out, doubt{line: i, sides: l.sides, why: l.why, what: what})
		}
	}
	return out, work.Err()
}

// chainLink is a line that holds, with the lines before it.
type chainLink struct {
	Chain
	work    *budget.Budget
	earlier []parsedLine
}

// evidence returns the evidence against the reason of a line, or "" if the reason
// led to at least one of its equations.
func (s chainLink) evidence(l parsedLine) (what string) {
	r := s.Reasons.List[l.why]
	tests := map[Move]func(pair []*node) string{
		"": func(pair []*node) string { return s.law(pair, r.Of) }, ByLines: s.lines, ByAlgebra: s.algebra,
		ByInverse: inverse,
	}
	test, ok := tests[r.By]
	if !ok {
		return nothingOfIt
	}
	return l.evidence(test)
}

// law returns the evidence against a law about letters: the line holds without it,
// or rewrites an earlier line. There is none if the line is the law itself.
func (s chainLink) law(pair []*node, of []string) string {
	bare, err := s.withUndefined(func(d definition) bool { return slices.Contains(of, d.name) }).drawAssignments()
	if err != nil {
		return ""
	}
	for _, d := range s.where {
		if slices.Contains(of, d.name) &&
			sameEquation(bare, pair[0], pair[1], &node{op: opLetter, text: d.name}, d.is, s.work) {
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
		return sameEquation(worlds, pair[0], pair[1], other[0], other[1], s.work)
	})
}

// source returns the source that a line restates: an earlier line, or a given
// equation.
func (s chainLink) source(pair []*node) (where string, ok bool) {
	if i := s.findSame(s.free, pair); i >= 0 {
		return strings.TrimSuffix(strings.ToLower(lineWord(i)), ": "), true
	}
	for _, given := range s.Given {
		if sides, err := parse(given, s.Space); err == nil &&
			sameEquation(s.free, pair[0], pair[1], sides[0], sides[1], s.work) {
			return "what is given", true
		}
	}
	for _, d := range s.where {
		if sameEquation(s.free, pair[0], pair[1], &node{op: opLetter, text: d.name}, d.is, s.work) {
			return "what is given", true
		}
	}
	return "", false
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
