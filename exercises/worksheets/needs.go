package worksheets

import (
	"slices"
	"strings"
)

// need is an exercise that another one builds on, as written.
type need struct {
	id string
	at place // in the file
}

// needsOf reads the list under needs of a block exercise.
func needsOf(c chunk, list []scalar) []need {
	var out []need
	for _, s := range list {
		out = append(out, need{strings.TrimSpace(s.text), c.place(s.at)})
	}
	return out
}

// checkNeeds holds what exercises need to the exercises before them in the
// book: no circle can come about that way, and nothing has to be done first that
// stands later.
func (b *Book) checkNeeds() []*Error {
	var before, all []string
	for _, u := range b.units {
		for _, e := range u.exercises {
			all = append(all, e.summary.ID)
		}
	}
	var out []*Error
	for _, u := range b.units {
		p := &problems{file: u.file}
		for _, e := range u.exercises {
			e.checkNeeds(before, all, p)
			before = append(before, e.summary.ID)
		}
		out = append(out, p.sorted()...)
	}
	return out
}

// checkNeeds reports what an exercise needs that does not stand before it.
func (e *Exercise) checkNeeds(before, all []string, p *problems) {
	seen := map[string]bool{}
	for _, n := range e.needs {
		switch {
		case seen[n.id]:
			p.add(n.at, "name it once", "%s needs %s twice", e.summary.ID, n.id)
		case n.id == e.summary.ID:
			p.add(n.at, "name exercises that come before it", "%s needs itself", n.id)
		case slices.Contains(before, n.id):
		case slices.Contains(all, n.id):
			p.add(n.at, "name exercises that come before it", "%s needs %s, which comes later", e.summary.ID, n.id)
		default:
			p.add(n.at, nearest(n.id, all, "there are"), "no exercise %q", n.id)
		}
		seen[n.id] = true
	}
}

// lintNeeds is checkNeeds for a unit alone: of those of other units it is not
// known whether they are there.
func (u *Unit) lintNeeds(p *problems) {
	var before, all []string
	for _, e := range u.exercises {
		all = append(all, e.summary.ID)
	}
	for _, e := range u.exercises {
		own := *e
		own.needs = slices.DeleteFunc(slices.Clone(e.needs), func(n need) bool {
			unit, _, _ := strings.Cut(n.id, ".")
			return unit != u.id
		})
		own.checkNeeds(before, all, p)
		before = append(before, e.summary.ID)
	}
}
