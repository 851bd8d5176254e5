package matrix

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"kernellab/exercises/budget"
)

// What a reason is of, in a walk: facts that a line says, and equations that are
// given. A line that stands is put to the test where the reason is not known: if it
// stands there as well, that reason did not lead to it.

// reasoned reports a reason that is of nothing in the walk.
func (t Walk) reasoned() error {
	for _, r := range t.words.Reasons.List {
		facts, givens := t.laws(r)
		if r.By == "" && facts == 0 && len(givens) == 0 {
			return fmt.Errorf("the reason %q is of no letter about which something is given or to be said", r.Called)
		}
	}
	return nil
}

// laws are the facts and the given equations that a reason is of.
func (t Walk) laws(r Reason) (facts uint, givens []law) {
	is := func(l law) bool {
		return slices.ContainsFunc(r.Of, func(letter string) bool { return lawName(letter) == l.name })
	}
	for i, l := range t.says {
		if is(l) {
			facts |= 1 << i
		}
	}
	for _, l := range t.givens {
		if is(l) {
			givens = append(givens, l)
		}
	}
	return facts, givens
}

// lawName is a letter as laws are named: "w <-" and "∂ℓ_i/∂w" as w← and ∂l/∂w.
func lawName(letter string) string {
	return strings.NewReplacer("_i", "", "ℓ", "l", "<-", "←", " ", "").Replace(letter)
}

// doubts are the first reasons, at most so many, that cannot have led to their
// lines, as far as the lines stand. What would take too long to decide is not doubted;
// the error says so.
func (t Walk) doubts(ctx context.Context, lines []entry, r verdict, most int) ([]doubt, error) {
	var out []doubt
	k := t.judging(ctx)
	for i, l := range lines[:r.stood] {
		if l.why == without || len(out) == most {
			continue
		}
		s := step{knowing: k, before: r.known[i], after: r.known[i+1], earlier: lines[:i]}
		if what := s.against(l); what != "" && k.work.Err() == nil {
			out = append(out, doubt{line: i, sides: l.sides, why: l.why, what: what})
		}
	}
	return out, k.work.Err()
}

// step is a line that stands, with the facts before and after it and the lines
// before it.
type step struct {
	*knowing
	before, after uint
	earlier       []entry
}

// against is what speaks against the reason behind a line, "" where nothing does: it
// led to one of its equals signs.
func (s step) against(l entry) (what string) {
	r := s.words.Reasons.List[l.why]
	tests := map[Move]func(pair []*node) string{
		"": func(pair []*node) string { return s.law(pair, r) }, ByLines: s.lines, ByAlgebra: s.algebra, ByReading: s.reading, ByInverse: inverse,
	}
	test, ok := tests[r.By]
	if !ok {
		return nothingOfIt
	}
	return l.against(func(pair []*node) string {
		if s.begins(pair[0], pair[1]) {
			return ""
		}
		return test(pair)
	})
}

// supposing is the same step where something is not as it is known.
func (s step) supposing(what supposed) step {
	w := s.Walk
	w.supposed = what
	s.knowing = &knowing{Walk: w, work: s.work}
	return s
}

// law speaks against what is known of a letter, where the line is not that itself:
// it holds without, or is an earlier line but for other things.
func (s step) law(pair []*node, r Reason) string {
	facts, givens := s.laws(r)
	if facts&s.after&^s.before != 0 || s.states(pair, facts, givens) {
		return ""
	}
	lacks := ""
	for _, g := range givens {
		lacks += lacking(g)
	}
	bare := s.supposing(supposed{stays: s.after == s.all(), lacks: lacks})
	known := s.after &^ facts
	if ok, bad, err := bare.holds(pair, known); err != nil || bad != nil {
		return ""
	} else if ok {
		return withoutIt
	}
	if i := bare.told(pair, known); i >= 0 {
		return alreadyIn(i)
	}
	return ""
}

// states reports whether a line is one of the laws itself, said again or given.
func (s step) states(pair []*node, facts uint, givens []law) bool {
	for i := range s.says {
		if facts&(1<<i) == 0 {
			continue
		}
		if said, err := s.saysFact(pair, i, s.before&^facts); err == nil && said {
			return true
		}
	}
	return slices.ContainsFunc(givens, func(g law) bool {
		same, err := s.supposing(supposed{lacks: lacking(g)}).sameStatement(pair, g.pair(), s.before)
		return err == nil && same
	})
}

// lacking is how it is noted that a law is not given.
func lacking(l law) string { return " " + l.name + " " }

// pair is a law as an equation.
func (l law) pair() []*node {
	left := &node{op: opLetter, text: l.name}
	if l.index != "" {
		left = &node{op: opEntry, text: l.name, index: l.index}
	}
	return []*node{left, l.is}
}

// told is the last earlier line that says the same where some facts are known, or −1.
func (s step) told(pair []*node, facts uint) int {
	return lastOf(s.earlier, func(other []*node) bool {
		same, err := s.sameStatement(pair, other, facts)
		return err == nil && same
	})
}

// lines speaks against putting lines in, where the line needs no fact that was said.
func (s step) lines(pair []*node) string {
	bare := s.supposing(supposed{stays: s.after == s.all()})
	for i := range s.says {
		if s.before&(1<<i) == 0 {
			continue
		}
		if ok, _, err := bare.holds(pair, s.after&^(1<<i)); err != nil || !ok {
			return ""
		}
	}
	return "no earlier line is put in, it holds without them"
}

// algebra speaks against writing a line otherwise, where none before it says the same.
func (s step) algebra(pair []*node) string {
	if s.supposing(supposed{open: true}).told(pair, 0) >= 0 {
		return ""
	}
	return noneBefore
}

// reading speaks against reading a step off, where the line is no such step or an
// earlier one is.
func (s step) reading(pair []*node) string {
	open := s.supposing(supposed{open: true})
	switch {
	case pair[0].text != s.Goal+"←":
		return "it does not tell the step of " + glyph(s.Goal)
	case open.told(pair, s.all()) >= 0:
		return fmt.Sprintf("line %d has read it off already", open.told(pair, s.all())+1)
	}
	return ""
}

// inverse speaks against multiplying by an inverse where there is none.
func inverse(pair []*node) string {
	if slices.ContainsFunc(pair, func(n *node) bool { return n.has(opInverse) }) {
		return ""
	}
	return "there is no inverse in it"
}

// has reports whether something is done in a formula.
func (n *node) has(what op) bool {
	return n.op == what || slices.ContainsFunc(n.args, func(a *node) bool { return a.has(what) })
}

// SameSlip reports whether two texts first go wrong in the same way: a line that
// does not hold, or where all do a reason that did not lead to its line.
func (t Walk) SameSlip(ctx context.Context, typed, example string) bool {
	a, why := t.slips.of(typed, func() ([]*node, int, error) { return t.slip(ctx, typed) })
	if a == nil {
		return false
	}
	b, whyToo, _ := t.slip(budget.Unpaid(ctx), example)
	if b == nil || why != whyToo {
		return false
	}
	facts := t.all()
	for i, l := range t.says {
		if l.name == a[0].text {
			facts &^= 1 << i
		}
	}
	free := t
	free.open = true
	same, err := free.judging(ctx).sameStatement(a, b, facts)
	return err == nil && same
}

// slip is the first line of a text that does not hold, or where all do the first with
// a reason in doubt, and that reason; nil where there is none. With an error it was
// not decided.
func (t Walk) slip(ctx context.Context, text string) (line []*node, why int, err error) {
	lines, stop := t.read(text)
	if stop != nil {
		return nil, without, nil
	}
	k := t.judging(ctx)
	r := t.follow(lines, k)
	if r.wrong != nil || k.work.Err() != nil {
		return r.wrong, without, k.work.Err()
	}
	first, err := t.doubts(ctx, lines, r, 1)
	if len(first) > 0 {
		return first[0].sides, first[0].why, nil
	}
	return nil, without, err
}

// slips remembers the slip of the text it was asked for last: a text is held to one
// example after the other.
type slips struct {
	mu   sync.Mutex
	text string
	line []*node
	why  int
}

// of is the slip of a text, found by find where it is another than the last.
func (s *slips) of(text string, find func() ([]*node, int, error)) ([]*node, int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if text == s.text && text != "" {
		return s.line, s.why
	}
	line, why, err := find()
	if err == nil {
		s.text, s.line, s.why = text, line, why
	}
	return line, why
}
