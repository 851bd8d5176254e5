package mats

import (
	"context"
	"sync"

	"kernellab/exercises/budget"
)

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
