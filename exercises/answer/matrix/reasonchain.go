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

// What a reason is of, in a chain: letters that stand for formulas. A line that
// holds is put to the test where they stand for nothing.

// Reasoned reports an equation that is given and cannot be read, or a reason that is
// of no letter which stands for a formula. It is for an author's texts.
func (c Chain) Reasoned() error {
	for _, given := range c.Given {
		if sides, err := parse(given, c.Space); err != nil || len(sides) != 2 {
			return fmt.Errorf("%q is no equation", given)
		}
	}
	for _, r := range c.Reasons.List {
		if r.By == "" && !slices.ContainsFunc(c.where, func(d definition) bool { return slices.Contains(r.Of, d.name) }) {
			return fmt.Errorf("the reason %q is of no letter that stands for a formula", r.Called)
		}
	}
	return nil
}

// Lines are the lines typed so far.
func (c Chain) Lines(ctx context.Context, text string) []answer.Line {
	var out []answer.Line
	lines := exercises.Lines(text)
	c.Reasons.lenient = true
	read := make([]entry, 0, len(lines))
	for _, l := range lines {
		one, err := c.line(l, c.Reasons)
		if err != nil || len(one.sides) < 2 {
			break
		}
		read = append(read, one)
	}
	_, stood := c.follow(read, budget.Of(ctx))
	for i, l := range read {
		out = append(out, answer.Line{Text: reading(l.sides), Follows: i < stood, Broken: i == stood, Reason: c.Reasons.called(l.why)})
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

// SameSlip reports whether two texts first go wrong in the same way: in a line that
// does not hold, or where all do in a reason that did not lead to its line.
func (c Chain) SameSlip(ctx context.Context, typed, example string) bool {
	a, why := c.slip(ctx, typed)
	if a == "" {
		return false
	}
	b, whyToo := c.slip(budget.Unpaid(ctx), example)
	return a == b && why == whyToo
}

// slip is the first line of a text that does not hold or has a reason in doubt, as it
// is read, and that reason; "" where there is none.
func (c Chain) slip(ctx context.Context, text string) (line string, why int) {
	lines, stop := c.read(text)
	if stop != nil {
		return "", without
	}
	_, stood := c.follow(lines, budget.Of(ctx))
	if stood < len(lines) {
		return reading(lines[stood].sides), without
	}
	doubts, _ := c.doubts(ctx, lines, stood)
	for _, d := range doubts {
		return reading(lines[d.line].sides), d.why
	}
	return "", without
}

// doubts are the reasons that cannot have led to their lines, of the first lines
// that stood. What would take too long to decide is not doubted; the error says so.
func (c Chain) doubts(ctx context.Context, lines []entry, stood int) ([]doubt, error) {
	var out []doubt
	work := budget.Of(ctx)
	for i, l := range lines[:stood] {
		if l.why == without {
			continue
		}
		s := link{Chain: c, work: work, earlier: lines[:i]}
		if what := s.against(l); what != "" && work.Err() == nil {
			out = append(out, doubt{line: i, sides: l.sides, why: l.why, what: what})
		}
	}
	return out, work.Err()
}

// link is a line that stands, with those before it.
type link struct {
	Chain
	work    *budget.Budget
	earlier []entry
}

// against is what speaks against the reason behind a line, "" where nothing does: it
// led to one of its equals signs.
func (s link) against(l entry) (what string) {
	r := s.Reasons.List[l.why]
	tests := map[Move]func(pair []*node) string{
		"": func(pair []*node) string { return s.law(pair, r.Of) }, ByLines: s.lines, ByAlgebra: s.algebra, ByInverse: inverse,
	}
	test, ok := tests[r.By]
	if !ok {
		return nothingOfIt
	}
	return l.against(test)
}

// law speaks against what is known of letters, where the line is not that itself: it
// holds without, or is an earlier line but for other things.
func (s link) law(pair []*node, of []string) string {
	bare, err := s.opened(func(d definition) bool { return slices.Contains(of, d.name) }).drawn()
	if err != nil {
		return ""
	}
	for _, d := range s.where {
		if slices.Contains(of, d.name) && sameEquation(bare, pair[0], pair[1], &node{op: opLetter, text: d.name}, d.is, s.work) {
			return ""
		}
	}
	unknown := s.Space
	unknown.worlds = bare
	if unknown.compare(pair[0], pair[1], s.work).Accepted {
		return withoutIt
	}
	if i := s.told(bare, pair); i >= 0 {
		return alreadyIn(i)
	}
	return ""
}

// told is the last earlier line that says the same in some worlds, or −1.
func (s link) told(worlds []world, pair []*node) int {
	return lastOf(s.earlier, func(other []*node) bool {
		return sameEquation(worlds, pair[0], pair[1], other[0], other[1], s.work)
	})
}

// otherwise is the place of what a line is in another form: an earlier line, or what
// is given.
func (s link) otherwise(pair []*node) (where string, ok bool) {
	if i := s.told(s.free, pair); i >= 0 {
		return strings.TrimSuffix(strings.ToLower(lineWord(i)), ": "), true
	}
	for _, given := range s.Given {
		if sides, err := parse(given, s.Space); err == nil && sameEquation(s.free, pair[0], pair[1], sides[0], sides[1], s.work) {
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

// lines speaks against putting lines in, where the line is one of them.
func (s link) lines(pair []*node) string {
	if where, ok := s.otherwise(pair); ok {
		return "it is " + where + " in another form, and nothing was put in"
	}
	return ""
}

// algebra speaks against writing a line otherwise, where none before it says the same.
func (s link) algebra(pair []*node) string {
	if _, ok := s.otherwise(pair); ok {
		return ""
	}
	return noneBefore
}
