package core

import (
	"context"
	"fmt"
	"math"
	"slices"

	"kernellab/exercises"
)

// Branches holds an original run and the runs forked from it, in the order in which they
// were made. Each of them is a branch, and one branch is current. The zero value has no run.
type Branches struct {
	list    []branch
	current int // index of the current branch
	forks   int // number of forks ever made; numbers are not reused
}

// branch is a run, the index of the branch it was forked from, and its number, which
// never changes.
type branch struct {
	run            exercises.Run
	parent, number int
}

// Forked reports whether the run was ever forked, so that there are branches besides
// the original.
func (b *Branches) Forked() bool { return len(b.list) > 1 }

// Len returns the number of branches including the original. CurrentIndex returns the index of the
// current branch.
func (b *Branches) Len() int          { return len(b.list) }
func (b *Branches) CurrentIndex() int { return b.current }

// IsOther reports whether branch i exists and is not the current one.
func (b *Branches) IsOther(i int) bool { return i >= 0 && i < len(b.list) && i != b.current }

// Others returns the runs of all branches except the current one.
func (b *Branches) Others() []exercises.Run {
	var out []exercises.Run
	for i := range b.list {
		if b.IsOther(i) {
			out = append(out, b.list[i].run)
		}
	}
	return out
}

// Run returns the run of branch i, as far as it has been computed. The run of the current branch
// may be outdated, see [Player.UpToDate].
func (b *Branches) Run(i int) exercises.Run { return b.list[i].run }

func (b *Branches) extend(i int, run exercises.Run) {
	if b.IsOther(i) {
		b.list[i].run = run
	}
}

// storeCurrent stores the run of the current branch, as far as it has been computed.
func (b *Branches) storeCurrent(run exercises.Run) {
	if len(b.list) == 0 {
		b.list = []branch{{parent: -1}}
	}
	b.list[b.current].run = run
}

// replaceOriginal replaces the original by the run of a new scene and returns the run
// of the current branch. It keeps the forks.
func (b *Branches) replaceOriginal(run exercises.Run) exercises.Run {
	if !b.Forked() || run == nil {
		*b = Branches{}
		return run
	}
	b.list[0].run = run
	return b.list[b.current].run
}

// fork adds a run that was forked from the current branch and makes this run current. The
// branch that was current before must be up to date; see storeCurrent. fork returns the run with the
// name that is used in its files.
func (b *Branches) fork(run exercises.Run) exercises.Run {
	b.forks++
	if a := exercises.AbilitiesOf(run).Branching; a != nil {
		run = a.Named(fmt.Sprintf("branch-%d", b.forks))
	}
	b.list = append(b.list, branch{run: run, parent: b.current, number: b.forks})
	b.current = len(b.list) - 1
	return run
}

// switchTo makes branch i current and returns its run.
func (b *Branches) switchTo(i int) exercises.Run {
	b.current = i
	return b.list[i].run
}

// Name returns the name of branch i in the lab and in run files.
func (b *Branches) Name(i int) string {
	if i == 0 || i >= len(b.list) {
		return "the original"
	}
	return fmt.Sprintf("branch %d", b.list[i].number)
}

// Current returns the name of the current branch.
func (b *Branches) Current() string { return b.Name(b.current) }

// TreeNode is a branch in the tree. Depth is the number of forks between the branch and the
// original.
type TreeNode struct{ Index, Depth int }

// Tree returns all branches, each after the branch it was forked from.
func (b *Branches) Tree() []TreeNode {
	var out []TreeNode
	var grow func(i, depth int)
	grow = func(i, depth int) {
		out = append(out, TreeNode{i, depth})
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
	if i == 0 || !b.IsOther(i) {
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
	if b.current > i {
		b.current--
	}
}

// forkedAt returns the frame at which branch i was forked and the choice made there. ok is false
// for the original.
func (b *Branches) forkedAt(i int) (frame int, choice string, ok bool) {
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
	at, choice, ok := b.forkedAt(i)
	if !ok {
		return ""
	}
	return fmt.Sprintf("forked from %s at step %d: %s", b.Name(b.list[i].parent), at, choice)
}

// Choice describes what branch i does differently and from which step on. It returns
// "" for the original.
func (b *Branches) Choice(i int) string {
	at, choice, ok := b.forkedAt(i)
	if !ok {
		return ""
	}
	return fmt.Sprintf("from step %d: %s", at, choice)
}

// ForkFrame returns the frame at which the current branch was forked. ok is false for
// the original.
func (b *Branches) ForkFrame() (frame int, ok bool) {
	frame, _, ok = b.forkedAt(b.current)
	return frame, ok && b.Forked()
}

// ForkPoint is the last frame that a branch shares with the current branch. Index and Number
// identify the other branch.
type ForkPoint struct{ Index, Number, Frame int }

// ForkPoints returns the fork point of every branch except the current one.
func (b *Branches) ForkPoints() []ForkPoint {
	var out []ForkPoint
	mine := b.shared(b.current)
	for i := range b.list {
		if i == b.current {
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

// shared returns the last frame that branch i shares with each of its ancestors, keyed by
// the index of the ancestor. The entry for branch i itself is [math.MaxInt].
func (b *Branches) shared(i int) map[int]int {
	out, last := map[int]int{}, math.MaxInt
	for ; i >= 0; i = b.list[i].parent {
		out[i] = last
		if at, _, ok := b.forkedAt(i); ok {
			last = min(last, at)
		}
	}
	return out
}

// UpToDate stores the player's run in the current branch, and returns the branches.
func (p *Player) UpToDate() *Branches {
	run := p.run
	if p.wholeRun != nil {
		run = p.wholeRun
	}
	p.Branches.storeCurrent(run)
	return &p.Branches
}

// Fork replaces the run by a run forked from it, and shows the given frame, which is the first one
// in which the two runs differ.
func (p *Player) Fork(run exercises.Run, frame int) { p.swap(p.UpToDate().fork(run), frame) }

// SwitchTo replaces the run by branch i, at the same step.
func (p *Player) SwitchTo(i int) {
	if wanted := p.at; p.Branches.IsOther(i) {
		p.swap(p.UpToDate().switchTo(i), wanted)
		p.Seek(wanted)
	}
}

// Remove removes branch i. If it is on the stage, its parent replaces it.
func (p *Player) Remove(i int) {
	if b := &p.Branches; i > 0 && i == b.CurrentIndex() {
		p.SwitchTo(b.Parent(i))
	}
	p.Branches.remove(i)
}

// swap replaces the run, and shows the given frame of the new run.
func (p *Player) swap(run exercises.Run, frame int) {
	p.StopAtFrame()
	p.wholeRun = nil
	p.run = run
	p.serial++
	p.at = max(0, min(frame, run.Len()-1))
	p.frame = run.Frame(p.at)
}

// Comparison shows, step by step, the difference between the branch on the stage and another
// branch.
type Comparison struct {
	Open   bool
	Name   string // name of the other branch
	Shown  exercises.Comparison
	Known  bool
	Serial int // counts the comparisons shown

	branch int // index of the other branch
	frame  frameJob
}

// compareMsg contains a comparison with branch with, and the run of that branch, which was
// extended as far as the comparison needed.
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
	c.Open, c.branch, c.Name = true, i, name
}

func (c *Comparison) Close() {
	c.frame.forget()
	*c = Comparison{frame: c.frame, Serial: c.Serial}
}

// request returns the work that compares the two branches at a moment, or nil if there
// is nothing to do.
func (c *Comparison) request(a Asker, now Moment, b *Branches) Work {
	this := exercises.AbilitiesOf(now.Run).Branching
	if !c.Open || this == nil {
		return nil
	}
	with, other := c.branch, b.Run(c.branch)
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
