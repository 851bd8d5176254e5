package lab

import (
	"slices"

	"kernellab/lab/study"
)

// folds says of each unit, by its index, whether its exercises are hidden.
type folds map[int]bool

// foldDone folds the units that are done, but for the one at an index.
func foldDone(units []study.UnitView, open int) folds {
	out := folds{}
	for i, u := range units {
		out[i] = i != open && len(u.Exercises) > 0 && u.Done == len(u.Exercises)
	}
	return out
}

func (c *contents) alreadyFolded() string {
	return reason(len(c.items) == 0 || c.folded(), "folded already")
}

func (c *contents) notFolded() string { return reason(len(c.items) == 0 || !c.folded(), "not folded") }

func (c *contents) fold()   { c.folds[c.unitAt()] = true }
func (c *contents) unfold() { c.folds[c.unitAt()] = false }

// firstOf is the first exercise of a unit.
func (c *contents) firstOf(unit int) int { return max(0, slices.Index(c.unitOf, unit)) }

// toggle folds or unfolds a unit, and selects it.
func (c *contents) toggle(unit int) {
	if unit != c.unitAt() {
		c.selected = c.firstOf(unit)
	}
	c.folds[unit] = !c.folds[unit]
}

// contentsRow is a line of the list: an exercise of a unit, or with item −1 the
// unit's own; with unit −1 it is empty. Both are indices.
type contentsRow struct{ unit, item int }

// rows are the lines of the list; at is that of the selection.
func (c *contents) rows() (rows []contentsRow, at int) {
	n := 0
	for i, u := range c.units {
		if i > 0 && !(c.folds[i] && c.folds[i-1]) {
			rows = append(rows, contentsRow{-1, -1})
		}
		if i == c.unitAt() && c.folds[i] {
			at = len(rows)
		}
		rows = append(rows, contentsRow{i, -1})
		for range u.Exercises {
			if !c.folds[i] {
				if n == c.selected {
					at = len(rows)
				}
				rows = append(rows, contentsRow{i, n})
			}
			n++
		}
	}
	return rows, at
}
