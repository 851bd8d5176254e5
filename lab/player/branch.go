package player

import (
	"fmt"

	"kernellab/exercises"
)

// Branches are the ways the student has made the run go, in the order in which
// they were made; the first is the original. With none there is the run of the
// player alone.
type Branches struct {
	list []branch
	now  int // the one on the stage
}

// branch is a run and the branch it was forked from.
type branch struct {
	run    exercises.Run
	parent int
}

// Forked reports whether there is anything beside the original.
func (b *Branches) Forked() bool { return len(b.list) > 1 }

// Len is how many there are, the original among them; Now is the one on the
// stage.
func (b *Branches) Len() int { return len(b.list) }
func (b *Branches) Now() int { return b.now }

// Other reports whether there is a branch i beside the one on the stage.
func (b *Branches) Other(i int) bool { return i >= 0 && i < len(b.list) && i != b.now }

// Run is branch i as far as it is known, Extend notes that it has grown.
func (b *Branches) Run(i int) exercises.Run { return b.list[i].run }

func (b *Branches) Extend(i int, run exercises.Run) {
	if b.Other(i) {
		b.list[i].run = run
	}
}

// note keeps the run on the stage as far as it has come.
func (b *Branches) note(run exercises.Run) {
	if len(b.list) == 0 {
		b.list = []branch{{parent: -1}}
	}
	b.list[b.now].run = run
}

// renew puts the run of a new scene in place of the original. It returns the
// run for the stage: a fork that is there stays.
func (b *Branches) renew(run exercises.Run) exercises.Run {
	if !b.Forked() || run == nil {
		*b = Branches{}
		return run
	}
	b.list[0].run = run
	return b.list[b.now].run
}

// BranchName is what branch i is called.
func BranchName(i int) string {
	if i == 0 {
		return "the original"
	}
	return fmt.Sprintf("branch %d", i)
}

// left is the frame at which branch i left another, and how; not ok for the
// original.
func (b *Branches) left(i int) (at int, choice string, ok bool) {
	if i >= len(b.list) {
		return 0, "", false
	}
	f, forks := b.list[i].run.(exercises.Forker)
	if !forks {
		return 0, "", false
	}
	return f.Origin()
}

// Origin says where branch i left which other, and how; "" for the original.
func (b *Branches) Origin(i int) string {
	at, choice, ok := b.left(i)
	if !ok {
		return ""
	}
	return fmt.Sprintf("left %s at step %d: %s", BranchName(b.list[i].parent), at, choice)
}

// Left is the frame at which the branch on the stage left another.
func (b *Branches) Left() (at int, ok bool) {
	at, _, ok = b.left(b.now)
	return at, ok && b.Forked()
}

// Noted are the branches with the run on the stage as it is now.
func (p *Player) Noted() *Branches {
	p.Branches.note(p.run)
	return &p.Branches
}

// Fork puts a fork of the run in its place, at the step in which they differ.
func (p *Player) Fork(run exercises.Run, at int) {
	b := p.Noted()
	b.list = append(b.list, branch{run: run, parent: b.now})
	b.now = len(b.list) - 1
	p.swap(run, at)
}

// SwitchTo puts branch i in place, at the step where the one there stands.
func (p *Player) SwitchTo(i int) {
	b, wanted := &p.Branches, p.at
	if !b.Other(i) {
		return
	}
	b.note(p.run)
	b.now = i
	p.swap(b.list[i].run, wanted)
	p.Seek(wanted)
}

// swap puts another run in place, at frame at.
func (p *Player) swap(run exercises.Run, at int) {
	p.Rest()
	p.run = run
	p.serial++
	p.at = max(0, min(at, run.Len()-1))
	p.frame = run.Frame(p.at)
}
