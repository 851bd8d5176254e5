package matrix

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// all returns the set of all facts.
func (t Walk) all() uint { return 1<<len(t.factLaws) - 1 }

// drawings caches the assignments drawn for a walk, which do not depend on what the
// student types. It is safe for concurrent use.
type drawings struct {
	mu    sync.Mutex
	byKey map[drawing][]assignment
}

// drawing is the cache key of a list of assignments: the known facts, and a hypothesis.
type drawing struct {
	facts uint
	hypothesis
}

// hypothesis overrides what is known, to test what a line depends
// on.
type hypothesis struct {
	assumesNothing bool   // what follows from all facts is unknown
	stays          bool   // what follows from all facts is known even if a fact is not
	lacks          string // the given equations that do not hold, see lacking
}

// assignments returns the assignments in which the facts of a set are known.
func (t Walk) assignments(facts uint) ([]assignment, error) {
	t.drawings.mu.Lock()
	defer t.drawings.mu.Unlock()
	key := drawing{facts, t.hypothesis}
	if list, ok := t.drawings.byKey[key]; ok {
		return list, nil
	}
	list := make([]assignment, draws)
	for d := range list {
		w, err := t.drawAssignment(d, facts)
		if err != nil {
			return nil, err
		}
		list[d] = w
	}
	t.drawings.byKey[key] = list
	return list, nil
}

// drawAssignment draws assignment d, in which the facts of a set are known.
func (t Walk) drawAssignment(d int, facts uint) (assignment, error) {
	w := t.drawLetters(d)
	laws := slices.DeleteFunc(slices.Clone(t.givens), func(l law) bool { return strings.Contains(t.lacks, lacking(l)) })
	for i, l := range t.factLaws {
		if facts&(1<<i) != 0 {
			laws = append(laws, l)
		}
	}
	if (facts == t.all() || t.stays) && !t.assumesNothing {
		laws = append(laws, t.conclusion)
	}
	for len(laws) > 0 {
		waiting := len(laws)
		for i := 0; i < len(laws); i++ {
			if laws[i].waits(laws) {
				continue
			}
			if err := w.settle(laws[i]); err != nil {
				return assignment{}, err
			}
			laws = slices.Delete(laws, i, i+1)
			i--
		}
		if len(laws) == waiting {
			return assignment{}, fmt.Errorf("what %s is goes in a circle", laws[0].name)
		}
	}
	return w, nil
}

// waits reports whether a law uses a letter that another law has yet to define.
func (l law) waits(laws []law) bool {
	used := map[string]bool{}
	l.is.letters(used)
	return slices.ContainsFunc(laws, func(o law) bool { return used[o.name] })
}

// settle gives a letter the value that a law defines.
func (w assignment) settle(l law) error {
	if l.index == "" {
		v, bad := w.eval(l.is, nil)
		if bad != nil {
			return bad
		}
		w.values[l.name] = v
		return nil
	}
	out := w.values[l.name]
	out.at = slices.Clone(out.at)
	for i := range out.rows.size {
		v, bad := w.with(l.index, i).eval(l.is, nil)
		if bad != nil {
			return bad
		}
		if len(v.at) != out.cols.size {
			return misfitf("%s is %s for a point", l.name, v.shape())
		}
		copy(out.at[i*out.cols.size:], v.at)
	}
	w.values[l.name] = out
	return nil
}

// drawLetters returns an assignment in which every letter is random, also what a step
// makes of it. It does not depend on the known facts.
func (t Walk) drawLetters(d int) assignment {
	w := t.space.drawLetters(d)
	w.hidden = &[4]elem{}
	for i := range w.hidden {
		w.hidden[i] = elem(source(d, "hidden", i).Uint64N(prime))
	}
	for _, l := range t.space.letters {
		if t.space.walk.moves[l.name] {
			w.values[l.name+"←"] = t.space.drawValue(w, d, l, l.name+"←")
		}
	}
	return w
}
