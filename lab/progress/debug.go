package progress

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Debug holds what a student has made of the run of a task: branches and conditions.
type Debug struct {
	// Root identifies the run that the branches were forked from. They are meaningless
	// for any other run.
	Root     string   `json:"root,omitempty"`
	Last     int      `json:"last,omitempty"` // the last frame of the run that was computed
	Branches []Branch `json:"branches,omitempty"`
	Shown    int      `json:"shown,omitempty"` // the number of the branch on the stage; 0: the original
	Made     int      `json:"made,omitempty"`  // how many branches were ever made, so that no number is used twice
	// Conditions are sorted from newest to oldest.
	Conditions []Condition `json:"conditions,omitempty"`
	// Waiting holds the branches of runs with other data or parameters, each with its
	// root, from oldest to newest. Its elements have no Conditions and no Waiting.
	Waiting []*Debug `json:"waiting,omitempty"`
}

// Branch is a run with other choices.
type Branch struct {
	Number int    `json:"number"`
	Left   int    `json:"left,omitempty"` // the number of the parent branch; 0: the original
	Forks  []Fork `json:"forks"`          // the choices that lead here from the original, oldest first
	Last   int    `json:"last"`           // the last frame that was computed
}

// Fork is a choice and the frame after which it was made.
type Fork struct {
	At     int               `json:"at"`
	Choose map[string]string `json:"choose,omitempty"`
	Name   string            `json:"name,omitempty"`
}

// Condition is the text of a breakpoint. If Off, it does not stop the run.
type Condition struct {
	Text string `json:"text"`
	Off  bool   `json:"off,omitempty"`
}

func (d *Debug) clone() *Debug {
	if d == nil {
		return nil
	}
	out := *d
	out.Conditions, out.Branches = slices.Clone(d.Conditions), slices.Clone(d.Branches)
	for i, b := range out.Branches {
		out.Branches[i].Forks = slices.Clone(b.Forks)
		for j, f := range b.Forks {
			out.Branches[i].Forks[j].Choose = maps.Clone(f.Choose)
		}
	}
	out.Waiting = nil
	for _, w := range d.Waiting {
		out.Waiting = append(out.Waiting, w.clone())
	}
	return &out
}

// way identifies a branch by its choices. Two branches with the same choices are equal,
// whatever their names.
func (b Branch) way() string {
	var out strings.Builder
	for _, f := range b.Forks {
		fmt.Fprintln(&out, f.At, f.Choose) // a map is printed in order
	}
	return out.String()
}

// mergeDebug merges the changes of two processes since base. If both changed
// something, it keeps what either made and drops what either forgot. It does so for
// branches only if the roots are equal or one is empty; otherwise those of mine win. A
// branch from disk gets a new number if its own is taken.
func mergeDebug(base, mine, disk *Debug) *Debug {
	switch {
	case same(mine, disk), same(disk, base):
		return mine.clone()
	case same(mine, base):
		return disk.clone()
	case base == nil:
		base = &Debug{}
	}
	if mine == nil {
		mine = &Debug{}
	}
	if disk == nil {
		disk = &Debug{}
	}
	out := mine.clone()
	out.Conditions = mergeConditions(base.Conditions, mine.Conditions, disk.Conditions)
	if mine.Root == "" || disk.Root == "" || mine.Root == disk.Root {
		out.mergeBranches(base, disk.clone())
	}
	out.Waiting = mergeWaiting(base.Waiting, mine.Waiting, disk.Waiting)
	return out
}

// mergeWaiting returns the waiting runs of disk that are new since base, followed by
// mine.
func mergeWaiting(base, mine, disk []*Debug) (out []*Debug) {
	has := func(all []*Debug, d *Debug) bool {
		return slices.ContainsFunc(all, func(o *Debug) bool { return o != nil && d != nil && o.Root == d.Root })
	}
	for _, d := range disk {
		if d != nil && !has(base, d) && !has(mine, d) {
			out = append(out, d.clone())
		}
	}
	for _, d := range mine {
		out = append(out, d.clone())
	}
	return out
}

func same(a, b *Debug) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Root == b.Root && a.Last == b.Last && a.Shown == b.Shown && a.Made == b.Made &&
		slices.Equal(a.Conditions, b.Conditions) && slices.EqualFunc(a.Waiting, b.Waiting, same) &&
		slices.EqualFunc(a.Branches, b.Branches, func(x, y Branch) bool {
			return x.Number == y.Number && x.Left == y.Left && x.Last == y.Last && x.way() == y.way()
		})
}

// mergeBranches adds the branches of disk to d.
func (d *Debug) mergeBranches(base, disk *Debug) {
	in := func(all []Branch, b Branch) int {
		return slices.IndexFunc(all, func(o Branch) bool { return o.way() == b.way() })
	}
	d.Branches = slices.DeleteFunc(d.Branches,
		func(b Branch) bool { return in(base.Branches, b) >= 0 && in(disk.Branches, b) < 0 })
	if d.Root == "" {
		d.Root = disk.Root
	}
	d.Last = max(d.Last, disk.Last)
	taken := map[int]bool{}
	for _, b := range d.Branches {
		taken[b.Number] = true
	}
	number := map[int]int{} // from numbers on disk to numbers in d
	d.Made = max(d.Made, disk.Made)
	for _, b := range disk.Branches {
		if i := in(d.Branches, b); i >= 0 {
			number[b.Number], d.Branches[i].Last = d.Branches[i].Number, max(d.Branches[i].Last, b.Last)
			continue
		}
		if in(base.Branches, b) >= 0 {
			continue // forgotten by this process
		}
		was := b.Number
		if taken[b.Number] {
			d.Made++
			b.Number = d.Made
		}
		number[was], taken[b.Number] = b.Number, true
		b.Left = number[b.Left]
		d.Branches = append(d.Branches, b)
	}
	if !taken[d.Shown] {
		d.Shown = 0
	}
}

// mergeConditions returns mine followed by those that disk added. If only disk changed a
// condition that both have, it determines whether the condition is off.
func mergeConditions(base, mine, disk []Condition) []Condition {
	find := func(all []Condition, text string) (Condition, bool) {
		i := slices.IndexFunc(all, func(c Condition) bool { return c.Text == text })
		if i < 0 {
			return Condition{}, false
		}
		return all[i], true
	}
	var out []Condition
	for _, c := range mine {
		was, had := find(base, c.Text)
		there, has := find(disk, c.Text)
		if had && !has {
			continue
		}
		if had && c == was {
			c = there
		}
		out = append(out, c)
	}
	for _, c := range disk {
		_, had := find(base, c.Text)
		_, has := find(mine, c.Text)
		if !had && !has {
			out = append(out, c)
		}
	}
	return out
}
