package lab

import (
	"fmt"

	"kernellab/ascii"
	"kernellab/exercises"
)

// branches are the ways the student has made the run go, in the order in which
// they were made; the first is the original. With none there is the run of the
// player alone.
type branches struct {
	list []branch
	now  int // the one on the stage
}

// branch is a run and the branch it was forked from.
type branch struct {
	run    exercises.Run
	parent int
}

// forked reports whether there is anything beside the original.
func (b *branches) forked() bool { return len(b.list) > 1 }

// note keeps the run on the stage as far as it has come.
func (b *branches) note(run exercises.Run) {
	if len(b.list) == 0 {
		b.list = []branch{{parent: -1}}
	}
	b.list[b.now].run = run
}

// noted are the branches with the run on the stage as it is now.
func (p *player) noted() *branches {
	p.branches.note(p.run)
	return &p.branches
}

// fork puts a fork of the run in its place, at the step in which they differ.
func (p *player) fork(run exercises.Run, at int) {
	b := &p.branches
	b.note(p.run)
	b.list = append(b.list, branch{run: run, parent: b.now})
	b.now = len(b.list) - 1
	p.swap(run, at)
}

// switchTo puts branch i in place, at the step where the one there stands.
func (p *player) switchTo(i int) {
	b := &p.branches
	if i == b.now || i >= len(b.list) {
		return
	}
	wanted := p.at
	b.note(p.run)
	b.now = i
	p.swap(b.list[i].run, wanted)
	p.seek(wanted)
}

// renew puts the run of a new scene in place of the original. It returns the
// run for the stage: a fork that is there stays.
func (b *branches) renew(run exercises.Run) exercises.Run {
	if !b.forked() || run == nil {
		*b = branches{}
		return run
	}
	b.list[0].run = run
	return b.list[b.now].run
}

// name is what a branch is called.
func branchName(i int) string {
	if i == 0 {
		return "the original"
	}
	return fmt.Sprintf("branch %d", i)
}

// origin says where branch i left which other, and how.
func (b *branches) origin(i int) string {
	f, ok := b.list[i].run.(exercises.Forker)
	if !ok {
		return ""
	}
	at, choice, ok := f.Origin()
	if !ok {
		return ""
	}
	return fmt.Sprintf("left %s at step %d: %s", branchName(b.list[i].parent), at, choice)
}

// leftAt is the frame at which the branch on the stage left another.
func (b *branches) leftAt() (int, bool) {
	if !b.forked() {
		return 0, false
	}
	f, ok := b.list[b.now].run.(exercises.Forker)
	if !ok {
		return 0, false
	}
	at, _, ok := f.Origin()
	return at, ok
}

// status names the branch on the stage, for the line below the timeline; empty
// where there is only one.
func (b *branches) status() ascii.Line {
	if !b.forked() {
		return nil
	}
	return ascii.Line{{Text: branchName(b.now) + "  ", Ink: ascii.Accent}}
}

// swap puts another run in place, at frame at.
func (p *player) swap(run exercises.Run, at int) {
	p.stop()
	p.clock.playing = false
	p.run = run
	p.serial++
	p.at = max(0, min(at, run.Len()-1))
	p.frame = run.Frame(p.at)
	p.line = 0
}

// branchAnswer is the branch to show, compareAnswer the one to lay beside.
type (
	branchAnswer  struct{ i int }
	compareAnswer struct{ i int }
)

// items lists the branches for a window; answer makes the answer of each.
func (b *branches) items(answer func(i int) any) []item {
	var out []item
	for i := range b.list {
		it := item{label: branchName(i), value: answer(i)}
		if o := b.origin(i); o != "" {
			it.label += ", " + o
		}
		if i == b.now {
			it.detail = "here"
		}
		out = append(out, it)
	}
	return out
}
