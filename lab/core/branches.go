package core

import (
	"context"
	"fmt"
	"math"
	"slices"

	"kernellab/exercises"
)

// Branches holds branches in the order in which they were made. The first is the original,
// and one of them is current. The zero value is empty: there is only the run itself.
type Branches struct {
	list []branch
	now  int // index of the current branch
	made int // number of forks ever made; numbers are not reused
}

// branch is a run, the index of the branch it was forked from, and its number, which
// never changes.
type branch struct {
	run            exercises.Run
	parent, number int
}

// Forked reports whether there are branches other than the original.
func (b *Branches) Forked() bool { return len(b.list) > 1 }

// Len returns the number of branches including the original, Now the index of the
// current one.
func (b *Branches) Len() int { return len(b.list) }
func (b *Branches) Now() int { return b.now }

// Other reports whether branch i exists and is not the current one.
func (b *Branches) Other(i int) bool { return i >= 0 && i < len(b.list) && i != b.now }

// Others returns the runs of all branches except the current one.
func (b *Branches) Others() []exercises.Run {
	var out []exercises.Run
	for i := range b.list {
		if b.Other(i) {
			out = append(out, b.list[i].run)
		}
	}
	return out
}

// Run returns the run of branch i as far as it is computed. Extend replaces it by a
// longer one, unless the branch is current.
func (b *Branches) Run(i int) exercises.Run { return b.list[i].run }

func (b *Branches) extend(i int, run exercises.Run) {
	if b.Other(i) {
		b.list[i].run = run
	}
}

// note stores the run of the current branch as far as it is computed.
func (b *Branches) note(run exercises.Run) {
	if len(b.list) == 0 {
		b.list = []branch{{parent: -1}}
	}
	b.list[b.now].run = run
}

// renew replaces the original by the run of a new scene and returns the run of the
// current branch. Forks stay.
func (b *Branches) renew(run exercises.Run) exercises.Run {
	if !b.Forked() || run == nil {
		*b = Branches{}
		return run
	}
	b.list[0].run = run
	return b.list[b.now].run
}

// fork adds a run that was forked from the current branch and makes it current. The
// current branch must be up to date; see Note. Fork returns the run with the name that
// is used in its files.
func (b *Branches) fork(run exercises.Run) exercises.Run {
	b.made++
	if a := exercises.AbilitiesOf(run).Branching; a != nil {
		run = a.Named(fmt.Sprintf("branch-%d", b.made))
	}
	b.list = append(b.list, branch{run: run, parent: b.now, number: b.made})
	b.now = len(b.list) - 1
	return run
}

// switchTo makes branch i current and returns its run.
func (b *Branches) switchTo(i int) exercises.Run {
	b.now = i
	return b.list[i].run
}

// Name returns the name of branch i, as used in the lab and in run files.
func (b *Branches) Name(i int) string {
	if i == 0 || i >= len(b.list) {
		return "the original"
	}
	return fmt.Sprintf("branch %d", b.list[i].number)
}

// Current returns the name of the current branch.
func (b *Branches) Current() string { return b.Name(b.now) }

// Twig is a branch in the tree. Depth is the number of forks between it and the
// original.
type Twig struct{ Index, Depth int }

// Tree returns all branches, each after the branch it was forked from.
func (b *Branches) Tree() []Twig {
	var out []Twig
	var grow func(i, depth int)
	grow = func(i, depth int) {
		out = append(out, Twig{i, depth})
		for k := range b.list {
			if k > 0 && b.list[k].parent == i {
				grow(k, depth+1)
			}
		}
	}
	if len(b.list) > 0 {
		grow(0, 0)
	}
	return out
}

// Parent returns the index of the branch that i was forked from, or −1 for the original.
func (b *Branches) Parent(i int) int { return b.list[i].parent }

// remove removes branch i unless it is current or the original. Its forks become forks
// of its parent.
func (b *Branches) remove(i int) {
	if i == 0 || !b.Other(i) {
		return
	}
	up := b.list[i].parent
	b.list = slices.Delete(b.list, i, i+1)
	for k := range b.list {
		switch p := &b.list[k].parent; {
		case *p == i:
			*p = up
		case *p > i:
			*p--
		}
	}
	if b.now > i {
		b.now--
	}
}

// left returns the frame at which branch i was forked and the choice made there. ok is
// false for the original.
func (b *Branches) left(i int) (at int, choice string, ok bool) {
	if i >= len(b.list) {
		return 0, "", false
	}
	if a := exercises.AbilitiesOf(b.list[i].run).Branching; a != nil {
		return a.Origin()
	}
	return 0, "", false
}

// Origin describes where and how branch i was forked. It returns "" for the original.
func (b *Branches) Origin(i int) string {
	at, choice, ok := b.left(i)
	if !ok {
		return ""
	}
	return fmt.Sprintf("left %s at step %d: %s", b.Name(b.list[i].parent), at, choice)
}

// Choice describes what branch i does differently and from which step on. It returns
// "" for the original.
func (b *Branches) Choice(i int) string {
	at, choice, ok := b.left(i)
	if !ok {
		return ""
	}
	return fmt.Sprintf("from step %d: %s", at, choice)
}

// Left returns the frame at which the current branch was forked.
func (b *Branches) Left() (at int, ok bool) {
	at, _, ok = b.left(b.now)
	return at, ok && b.Forked()
}

// ForkPoint is the last frame that a branch shares with the current one.
type ForkPoint struct{ Index, Number, At int }

// ForkPoints returns the fork point of every branch except the current one.
func (b *Branches) ForkPoints() []ForkPoint {
	var out []ForkPoint
	mine := b.shared(b.now)
	for i := range b.list {
		if i == b.now {
			continue
		}
		theirs, at := b.shared(i), math.MaxInt
		for up := i; up >= 0; up = b.list[up].parent {
			if last, ok := mine[up]; ok {
				at = min(last, theirs[up])
				break
			}
		}
		out = append(out, ForkPoint{i, b.list[i].number, at})
	}
	return out
}

// shared returns, for branch i and all its ancestors, the last frame that i shares
// with each.
func (b *Branches) shared(i int) map[int]int {
	out, last := map[int]int{}, math.MaxInt
	for ; i >= 0; i = b.list[i].parent {
		out[i] = last
		if at, _, ok := b.left(i); ok {
			last = min(last, at)
		}
	}
	return out
}

// UpToDate returns the branches, after storing the run on the stage in the current one.
func (p *Player) UpToDate() *Branches {
	run := p.run
	if p.whole != nil {
		run = p.whole
	}
	p.Branches.note(run)
	return &p.Branches
}

// Fork replaces the run by a fork of it, at the step in which they differ.
func (p *Player) Fork(run exercises.Run, at int) { p.swap(p.UpToDate().fork(run), at) }

// SwitchTo replaces the run by branch i, at the same step.
func (p *Player) SwitchTo(i int) {
	if wanted := p.at; p.Branches.Other(i) {
		p.swap(p.UpToDate().switchTo(i), wanted)
		p.Seek(wanted)
	}
}

// Remove removes branch i. If it is on the stage, its parent replaces it.
func (p *Player) Remove(i int) {
	if b := &p.Branches; i > 0 && i == b.Now() {
		p.SwitchTo(b.Parent(i))
	}
	p.Branches.remove(i)
}

// swap replaces the run, and shows frame at of the new one.
func (p *Player) swap(run exercises.Run, at int) {
	p.Rest()
	p.whole = nil
	p.run = run
	p.serial++
	p.at = max(0, min(at, run.Len()-1))
	p.frame = run.Frame(p.at)
}

// Comparison shows the difference between another branch and the one on the stage, step
// by step.
type Comparison struct {
	Open   bool
	Name   string // of the other branch
	Shown  exercises.Comparison
	Known  bool
	Serial int // of the comparisons shown

	other int // the other branch
	frame frameJob
}

// compareMsg carries a comparison, with the other run extended as far as needed.
type compareMsg struct {
	Address
	with  int
	other exercises.Run
	shown exercises.Comparison
	ok    bool
}

// open starts a comparison with branch i.
func (c *Comparison) open(i int, name string) {
	c.Close()
	c.Open, c.other, c.Name = true, i, name
}

func (c *Comparison) Close() {
	c.frame.forget()
	*c = Comparison{frame: c.frame, Serial: c.Serial}
}

// request returns the work that compares two branches at a moment, or nil.
func (c *Comparison) request(a Asker, now Moment, b *Branches) Work {
	this := exercises.AbilitiesOf(now.Run).Branching
	if !c.Open || this == nil {
		return nil
	}
	with, other := c.other, b.Run(c.other)
	return c.frame.request(a, now, func(ctx context.Context, to Address) any {
		other := exercises.Reach(ctx, other, now.At)
		shown, ok := this.Compare(other, now.At)
		return compareMsg{to, with, other, shown, ok}
	})
}

// receive stores a comparison and the extended other run. It returns a message if the
// two runs have nothing to compare.
func (c *Comparison) receive(m compareMsg, b *Branches) (notice string) {
	if !c.frame.finish(m.Address) || !c.Open {
		return ""
	}
	b.extend(m.with, m.other)
	if !m.ok {
		c.Close()
		return "these two runs have nothing to compare"
	}
	c.Shown, c.Known = m.shown, true
	c.Serial++
	return ""
}
