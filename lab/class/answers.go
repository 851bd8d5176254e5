package class

import (
	"cmp"
	"slices"
	"strings"
)

// Answer is a wrong or unreadable answer.
type Answer struct {
	Misconception string // ID of the recognised misconception; "" if no rule recognised one
	Reading       string // the answer as the lab understands it
	Text          string // as typed
	Unreadable    bool
}

// MistakeWords returns the ID of a misconception in words.
func MistakeWords(id string) string { return strings.ReplaceAll(id, "-", " ") }

// lastWrong returns the last wrong or unreadable answer, or an empty one.
func (t Attempts) lastWrong() Answer {
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

// AnswerGroup is a group of wrong answers with the same misconception or, if no rule recognised
// one, with the same reading.
type AnswerGroup struct {
	Misconception string // "" if no rule recognised one
	Reading       string // the answer as the lab understands it; "" if the answers differ
	Students      int    // number of different students
	Texts         []string
	Unreadable    bool
	Names         []string // names of the students, sorted
}

// WrongAnswers returns the wrong answers at a task in groups, the commonest first.
func (b *Board) WrongAnswers(task TaskID) []AnswerGroup {
	return b.groupAnswers(func(s *student) []Answer { return s.Tasks[task].Wrong })
}

// Predictions returns the predictions at a task in groups, the commonest first.
func (b *Board) Predictions(task TaskID) []AnswerGroup {
	return b.groupAnswers(func(s *student) []Answer { return s.Tasks[task].Predictions })
}

// groupAnswers returns answers of all students in groups, the commonest first.
func (b *Board) groupAnswers(answers func(*student) []Answer) []AnswerGroup {
	b.mu.Lock()
	defer b.mu.Unlock()
	groups := map[Answer]*AnswerGroup{}
	for _, id := range b.idsByName() {
		counted := map[*AnswerGroup]bool{}
		for _, a := range answers(b.students[id]) {
			g := groupOf(groups, a)
			if !counted[g] {
				counted[g] = true
				g.Students++
				g.Names = append(g.Names, b.students[id].Name)
			}
			g.Texts = append(g.Texts, a.Text)
		}
	}
	var all []AnswerGroup
	for _, g := range groups {
		all = append(all, *g)
	}
	slices.SortFunc(all, func(a, b AnswerGroup) int {
		return cmp.Or(cmp.Compare(b.Students, a.Students), cmp.Compare(len(b.Texts), len(a.Texts)),
			cmp.Compare(a.Misconception, b.Misconception), cmp.Compare(a.Reading, b.Reading))
	})
	return all
}

// groupOf returns the group of an answer. It creates one if necessary.
func groupOf(groups map[Answer]*AnswerGroup, a Answer) *AnswerGroup {
	reading := cmp.Or(a.Reading, a.Text)
	key := Answer{Misconception: a.Misconception}
	if a.Misconception == "" {
		key.Reading, key.Unreadable = reading, a.Unreadable
	}
	g := groups[key]
	if g == nil {
		g = &AnswerGroup{Misconception: a.Misconception, Reading: reading, Unreadable: a.Unreadable}
		groups[key] = g
	}
	if g.Reading != reading {
		g.Reading = ""
	}
	return g
}
