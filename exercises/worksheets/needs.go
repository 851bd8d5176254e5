package worksheets

import (
	"fmt"
	"slices"
	"strings"
)

// prerequisite is an exercise on which another one builds. A worksheet, the Markdown file of an
// exercise, lists its prerequisites under "needs".
type prerequisite struct {
	id string
	at place
}

// needsOf reads the list needs of a block exercise.
func needsOf(c chunk, list []scalar) []prerequisite {
	var out []prerequisite
	for _, s := range list {
		out = append(out, prerequisite{strings.TrimSpace(s.text), c.place(s.at)})
	}
	return out
}

// checkNeeds reports each exercise that needs an exercise which does not precede it in the
// book. So a book has no cycles of needs.
func (b *Book) checkNeeds() []*Error {
	var earlierIDs, allIDs []string
	for _, u := range b.units {
		for _, e := range u.exercises {
			allIDs = append(allIDs, e.summary.ID)
		}
	}
	var out []*Error
	for _, u := range b.units {
		for _, e := range u.exercises {
			p := &problems{file: e.file}
			e.checkNeeds(earlierIDs, allIDs, p)
			earlierIDs = append(earlierIDs, e.summary.ID)
			out = append(out, p.sorted()...)
		}
	}
	return out
}

// checkNeeds reports needs that are not among the earlier exercises, and repeated needs.
func (e *Exercise) checkNeeds(earlierIDs, allIDs []string, p *problems) {
	seen := map[string]bool{}
	for _, n := range e.needs {
		switch {
		case seen[n.id]:
			p.add(n.at, "name it once", "%s needs %s twice", e.summary.ID, n.id)
		case n.id == e.summary.ID:
			p.add(n.at, "name exercises that come before it", "%s needs itself", n.id)
		case slices.Contains(earlierIDs, n.id):
		case slices.Contains(allIDs, n.id):
			p.add(n.at, "name exercises that come before it", "%s needs %s, which comes later", e.summary.ID, n.id)
		default:
			p.add(n.at, nearest(n.id, allIDs, "there are"), "no exercise %q", n.id)
		}
		seen[n.id] = true
	}
}

// lintNeeds is checkNeeds for a single file. It ignores needs that may be in other files.
func (u *Unit) lintNeeds(p *problems) {
	var earlierIDs, allIDs []string
	for _, e := range u.exercises {
		allIDs = append(allIDs, e.summary.ID)
	}
	for _, e := range u.exercises {
		withLocalNeeds := *e // a copy whose needs are all in this file
		withLocalNeeds.needs = slices.DeleteFunc(slices.Clone(e.needs), func(n prerequisite) bool {
			unit, _, _ := strings.Cut(n.id, ".")
			return unit != u.id || u.isPart() && !slices.Contains(allIDs, n.id)
		})
		withLocalNeeds.checkNeeds(earlierIDs, allIDs, p)
		earlierIDs = append(earlierIDs, e.summary.ID)
	}
}

// checkAfter reports each exercise that must follow itself or an exercise that does not
// exist.
func (b *Book) checkAfter() []*Error {
	var out []*Error
	for _, u := range b.units {
		for _, e := range u.exercises {
			predecessor := e.summary.Predecessor.Exercise
			if _, ok := b.Exercise(predecessor); predecessor == "" || ok && predecessor != e.summary.ID {
				continue
			}
			out = append(out, &Error{File: e.file, Line: e.line, Hint: "name an existing exercise",
				Msg: fmt.Sprintf("%s must follow %s, which is not another exercise", e.summary.ID, predecessor)})
		}
	}
	return out
}

// checkStreams reports exercises with the same random stream as an earlier one.
func (b *Book) checkStreams() []*Error {
	var out []*Error
	exerciseByStream := map[string]*Exercise{}
	for _, u := range b.units {
		for _, e := range u.exercises {
			if earlier := exerciseByStream[e.stream]; earlier != nil && e.stream != "" {
				out = append(out, &Error{File: e.file, Line: e.line, Hint: "choose another number, such as 9001",
					Msg: fmt.Sprintf("%s has the stream %s, as %s in %s", e.summary.ID, e.stream, earlier.summary.ID,
						earlier.file)})
			}
			exerciseByStream[e.stream] = e
		}
	}
	return out
}
