package class

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"kernellab/lab/progress"
)

// Answer is a wrong or unreadable answer, or a prediction.
type Answer struct {
	Misconception string // ID of the recognised misconception; "" if no rule recognised one
	Reading       string // the answer as the lab understands it or, if it cannot, as typed
	Text          string // as typed
	Unreadable    bool
	Event         *progress.Event // the event in which the answer was given
}

// MistakeWords returns the ID of a misconception in words.
func MistakeWords(id string) string { return strings.ReplaceAll(id, "-", " ") }

// lastWrong returns the last wrong or unreadable answer, or an empty one.
func (t TaskWork) lastWrong() Answer {
	if len(t.Wrong) == 0 {
		return Answer{}
	}
	return t.Wrong[len(t.Wrong)-1]
}

// CountWrong returns the number of wrong answers, without unreadable ones.
func (t TaskWork) CountWrong() (n int) {
	for _, a := range t.Wrong {
		if !a.Unreadable {
			n++
		}
	}
	return n
}

// AnswerGroup is a group of answers with the same misconception or, if no rule recognised one, with
// the same reading.
type AnswerGroup struct {
	Answer          // the first answer of the group
	Names  []string // names of the different students, sorted
	Texts  []string // what they typed
}

// Answers returns the predictions and the wrong answers at a task in groups, the commonest first.
func (b *Board) Answers(task TaskID) []*AnswerGroup {
	b.mu.Lock()
	defer b.mu.Unlock()
	groups := map[Answer]*AnswerGroup{}
	for _, id := range b.idsByName() {
		counted := map[*AnswerGroup]bool{}
		t := b.students[id].Tasks[task]
		for _, a := range slices.Concat(t.Predictions, t.Wrong) {
			key := Answer{Misconception: a.Misconception}
			if a.Misconception == "" {
				key.Reading, key.Unreadable = a.Reading, a.Unreadable
			}
			if groups[key] == nil {
				groups[key] = &AnswerGroup{Answer: a}
			}
			g := groups[key]
			if !counted[g] {
				counted[g] = true
				g.Names = append(g.Names, b.students[id].Name)
			}
			g.Texts = append(g.Texts, a.Text)
		}
	}
	return slices.SortedFunc(maps.Values(groups), func(a, b *AnswerGroup) int {
		return cmp.Or(cmp.Compare(len(b.Names), len(a.Names)), cmp.Compare(len(b.Texts), len(a.Texts)),
			cmp.Compare(a.Misconception, b.Misconception), cmp.Compare(a.Reading, b.Reading))
	})
}
