package class

import (
	"cmp"
	"maps"
	"slices"
)

// Answer is a wrong or unreadable answer.
type Answer struct {
	Misconception string // "" if no rule recognised one
	Reading       string // how the lab reads the answer
	Typed         string // as typed
	Unreadable    bool
}

// last returns the last wrong or unreadable answer, or an empty one.
func (t Attempts) last() Answer {
	if len(t.Wrong) == 0 {
		return Answer{}
	}
	return t.Wrong[len(t.Wrong)-1]
}

// CountWrong returns the number of wrong answers, without unreadable ones.
func (t Attempts) CountWrong() (n int) {
	for _, a := range t.Wrong {
		if !a.Unreadable {
			n++
		}
	}
	return n
}

// Group is a group of wrong answers with the same misconception or, if no rule recognised
// one, with the same reading.
type Group struct {
	Misconception string // "" if no rule recognised one
	Reading       string // how the lab reads all the answers; "" if they differ
	Students      int    // number of different students
	Typed         []string
	Unreadable    bool
	Names         []string // of the students
}

// WrongAnswers returns the wrong answers at a task in groups, the commonest first.
func (b *Board) WrongAnswers(task TaskID) []Group {
	return b.groups(func(s *student) []Answer { return s.Tasks[task].Wrong })
}

// Predictions returns the predictions at a task in groups, the commonest first.
func (b *Board) Predictions(task TaskID) []Group {
	return b.groups(func(s *student) []Answer { return s.Tasks[task].Foretold })
}

// groups returns answers of all students in groups, the commonest first.
func (b *Board) groups(answers func(*student) []Answer) []Group {
	b.mu.Lock()
	defer b.mu.Unlock()
	groups := map[Answer]*Group{}
	for _, id := range slices.Sorted(maps.Keys(b.students)) {
		counted := map[*Group]bool{}
		for _, a := range answers(b.students[id]) {
			g := groupOf(groups, a)
			if !counted[g] {
				counted[g] = true
				g.Students++
				g.Names = append(g.Names, b.students[id].Name)
			}
			g.Typed = append(g.Typed, a.Typed)
		}
	}
	var all []Group
	for _, g := range groups {
		all = append(all, *g)
	}
	slices.SortFunc(all, func(a, b Group) int {
		return cmp.Or(cmp.Compare(b.Students, a.Students), cmp.Compare(len(b.Typed), len(a.Typed)),
			cmp.Compare(a.Misconception, b.Misconception), cmp.Compare(a.Reading, b.Reading))
	})
	return all
}

// groupOf returns the group of an answer. It creates one if necessary.
func groupOf(groups map[Answer]*Group, a Answer) *Group {
	reading := cmp.Or(a.Reading, a.Typed)
	key := Answer{Misconception: a.Misconception}
	if a.Misconception == "" {
		key.Reading, key.Unreadable = reading, a.Unreadable
	}
	g := groups[key]
	if g == nil {
		g = &Group{Misconception: a.Misconception, Reading: reading, Unreadable: a.Unreadable}
		groups[key] = g
	}
	if g.Reading != reading {
		g.Reading = ""
	}
	return g
}
