package core

import (
	"context"
	"fmt"
	"math"
	"slices"

	"kernellab/exercises"
)

// Branches holds an original run of an algorithm and the runs forked from it by changing a step, in
// the order in which they were made. Each of them is a branch, and one branch is current: it is the
// one on the screen. The zero value has no run.
type Branches struct {
	list    []branch
	current int // index of the current branch
	forks   int // number of forks ever made, and so the number of the newest fork
}

// branch is a run, the index of the branch it was forked from (−1 for the original), and its
// number, which never changes.
type branch struct {
	run            exercises.Run
	parent, number int
}

// Forked reports whether there are branches besides the original.
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
// may be outdated, see [Player.UpdatedBranches].
func (b *Branches) Run(i int) exercises.Run { return b.list[i].run }

func (b *Branches) storeOther(i int, run exercises.Run) {
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

// replaceOriginal replaces the original by a new run and returns the run of the current branch. It
// keeps the forks, unless the new run is nil.
func (b *Branches) replaceOriginal(run exercises.Run) exercises.Run {
	if !b.Forked() || run == nil {
		*b = Branches{}
		return run
	}
	b.list[0].run = run
	return b.list[b.current].run
}

// fork adds a run that was forked from the current branch and makes this run current. The branch
// that was current before must be up to date; see storeCurrent. fork returns the run, which has a
// name for its files, such as branch-1.
func (b *Branches) fork(run exercises.Run) exercises.Run {
	b.forks++
	if a := exercises.AbilitiesOf(run).Branching; a != nil {
		run = a.WithName(fmt.Sprintf("branch-%d", b.forks))
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

// Name returns the name of branch i that students see, such as "branch 1".
func (b *Branches) Name(i int) string {
	if i == 0 || i >= len(b.list) {
		return "the original"
	}
	return fmt.Sprintf("branch %d", b.list[i].number)
}

// CurrentName returns the name of the current branch.
func (b *Branches) CurrentName() string { return b.Name(b.current) }

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
	parent := b.list[i].parent
	b.list = slices.Delete(b.list, i, i+1)
	for k := range b.list {
		switch p := &b.list[k].parent; {
		case *p == i:
			*p = parent
		case *p > i:
			*p--
		}
	}
	if b.current > i {
		b.current--
	}
}

// forkedAt returns the fork at which branch i left its parent. ok is false for the original.
func (b *Branches) forkedAt(i int) (fork exercises.Fork, ok bool) {
	forks := b.forksOf(i)
	if len(forks) == 0 {
		return fork, false
	}
	parentForks, n := b.forksOf(b.list[i].parent), 0
	for n < min(len(forks)-1, len(parentForks)) && forks[n].Frame == parentForks[n].Frame {
		n++
	}
	return forks[n], true
}

// forksOf returns the forks that led to branch i, the oldest first, or nil if there is no branch i.
func (b *Branches) forksOf(i int) []exercises.Fork {
	if i < 0 || i >= len(b.list) {
		return nil
	}
	if a := exercises.AbilitiesOf(b.list[i].run).Branching; a != nil {
		return a.Forks()
	}
	return nil
}

// OriginWords describes where and how branch i was forked. It returns "" for the original.
func (b *Branches) OriginWords(i int) string {
	f, ok := b.forkedAt(i)
	if !ok {
		return ""
	}
	return fmt.Sprintf("forked from %s at step %d: %s", b.Name(b.list[i].parent), f.Frame, f.Description)
}

// ChoiceWords describes what branch i does differently and from which step on. It returns
// "" for the original.
func (b *Branches) ChoiceWords(i int) string {
	f, ok := b.forkedAt(i)
	if !ok {
		return ""
	}
	return fmt.Sprintf("from step %d: %s", f.Frame, f.Description)
}

// ForkFrame returns the frame at which the current branch was forked. ok is false for
// the original.
func (b *Branches) ForkFrame() (frame int, ok bool) {
	f, ok := b.forkedAt(b.current)
	return f.Frame, ok && b.Forked()
}

// Divergence describes where another branch leaves the current one: Frame is the last frame that
// they share, and Number is the number of the other branch, or 0 for the original.
type Divergence struct{ Number, Frame int }

// Divergences returns the divergence of every branch from the current one.
func (b *Branches) Divergences() []Divergence {
	var out []Divergence
	ownFrames := b.sharedFrames(b.current)
	for i := range b.list {
		if i == b.current {
			continue
		}
		otherFrames, frame := b.sharedFrames(i), math.MaxInt
		for ancestor := i; ancestor >= 0; ancestor = b.list[ancestor].parent {
			if last, ok := ownFrames[ancestor]; ok {
				frame = min(last, otherFrames[ancestor])
				break
			}
		}
		out = append(out, Divergence{b.list[i].number, frame})
	}
	return out
}

// sharedFrames returns the last frame that branch i shares with each of its ancestors, keyed by
// the index of the ancestor. The entry for branch i itself is [math.MaxInt].
func (b *Branches) sharedFrames(i int) map[int]int {
	out, last := map[int]int{}, math.MaxInt
	for ; i >= 0; i = b.list[i].parent {
		out[i] = last
		if f, ok := b.forkedAt(i); ok {
			last = min(last, f.Frame)
		}
	}
	return out
}

// UpdatedBranches stores the player's run in the current branch, and returns the branches.
func (p *Player) UpdatedBranches() *Branches {
	run := p.run
	if p.wholeRun != nil {
		run = p.wholeRun
	}
	p.Branches.storeCurrent(run)
	return &p.Branches
}

// Fork replaces the run by a run forked from it, and shows the given frame, which is the first one
// in which the two runs differ.
func (p *Player) Fork(run exercises.Run, frame int) {
	p.replaceRun(p.UpdatedBranches().fork(run), frame)
}

// SwitchTo replaces the run by branch i, at the same step.
func (p *Player) SwitchTo(i int) {
	if frame := p.at; p.Branches.IsOther(i) {
		p.replaceRun(p.UpdatedBranches().switchTo(i), frame)
		p.Seek(frame)
	}
}

// Remove removes branch i. If it is on the stage, its parent replaces it.
func (p *Player) Remove(i int) {
	if b := &p.Branches; i > 0 && i == b.CurrentIndex() {
		p.SwitchTo(b.Parent(i))
	}
	p.Branches.remove(i)
}

// replaceRun replaces the run, and shows the given frame of the new run.
func (p *Player) replaceRun(run exercises.Run, frame int) {
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
	Result exercises.Comparison
	Loaded bool
	Serial int // counts the comparisons shown

	branch int // index of the other branch
	job    frameJob
}

// compareMsg contains a comparison with another branch, and the run of that branch, which was
// extended as far as the comparison needed.
type compareMsg struct {
	Address
	branch int
	other  exercises.Run
	result exercises.Comparison
	ok     bool
}

// start starts a comparison with branch i.
func (c *Comparison) start(i int, name string) {
	c.Close()
	c.Open, c.branch, c.Name = true, i, name
}

func (c *Comparison) Close() {
	c.job.forget()
	*c = Comparison{job: c.job, Serial: c.Serial}
}

// request returns the command that compares the two branches at a moment, or nil if there
// is nothing to do.
func (c *Comparison) request(jobs JobStarter, now Moment, b *Branches) Command {
	branching := exercises.AbilitiesOf(now.Run).Branching
	if !c.Open || branching == nil {
		return nil
	}
	branch, other := c.branch, b.Run(c.branch)
	return c.job.request(jobs, now, func(ctx context.Context, to Address) any {
		other := exercises.ExtendTo(ctx, other, now.FrameNumber)
		result, ok := branching.Compare(other, now.FrameNumber)
		return compareMsg{to, branch, other, result, ok}
	})
}

// receive stores a comparison and the extended other run. It returns a message if the
// two runs have nothing to compare.
func (c *Comparison) receive(m compareMsg, b *Branches) (notice string) {
	if !c.job.finish(m.Address) || !c.Open {
		return ""
	}
	b.storeOther(m.branch, m.other)
	if !m.ok {
		c.Close()
		return "these two runs have nothing to compare"
	}
	c.Result, c.Loaded = m.result, true
	c.Serial++
	return ""
}
