package player

import (
	"fmt"
	"math"
	"slices"

	"kernellab/exercises"
)

// Branches are the ways the student has made the run go, in the order in which
// they were made; the first is the original. With none there is the run of the
// player alone.
type Branches struct {
	list []branch
	now  int // the one on the stage
	made int // how many forks there have been: a number is given once
	lost int // that went with their run
}

// branch is a run, the branch it was forked from, and its number, by which it is
// called for good.
type branch struct {
	run            exercises.Run
	parent, number int
}

// Forked reports whether there is anything beside the original.
func (b *Branches) Forked() bool { return len(b.list) > 1 }

// Len is how many there are, the original among them; Now is the one on the
// stage.
func (b *Branches) Len() int { return len(b.list) }
func (b *Branches) Now() int { return b.now }

// Made is how many forks there have been.
func (b *Branches) Made() int { return b.made }

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
		*b = Branches{lost: b.lost}
		return run
	}
	b.list[0].run = run
	return b.list[b.now].run
}

// Name is what branch i is called, in the lab and in the files of its run.
func (b *Branches) Name(i int) string {
	if i == 0 || i >= len(b.list) {
		return "the original"
	}
	return fmt.Sprintf("branch %d", b.list[i].number)
}

// Twig is a branch in the tree of all: how many forks lie between it and the
// original.
type Twig struct{ Index, Depth int }

// Tree is all branches, each after the one that it left.
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

// remove forgets branch i, which is not on the stage and not the original. What
// was forked from it stays, as if it had left what i had left.
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

// Remove forgets branch i; where it is on the stage, what it left comes back.
func (p *Player) Remove(i int) {
	if b := &p.Branches; i > 0 && i == b.now {
		p.SwitchTo(b.list[i].parent)
	}
	p.Branches.remove(i)
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
	return fmt.Sprintf("left %s at step %d: %s", b.Name(b.list[i].parent), at, choice)
}

// Choice is what branch i did otherwise, and where; "" for the original.
func (b *Branches) Choice(i int) string {
	at, choice, ok := b.left(i)
	if !ok {
		return ""
	}
	return fmt.Sprintf("step %d, %s", at+1, choice)
}

// Left is the frame at which the branch on the stage left another.
func (b *Branches) Left() (at int, ok bool) {
	at, _, ok = b.left(b.now)
	return at, ok && b.Forked()
}

// Parting is where a branch and the one on the stage part: the last frame that both
// share.
type Parting struct{ Index, Number, At int }

// Partings tells of every other branch where it parts from the one on the stage.
func (b *Branches) Partings() []Parting {
	var out []Parting
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
		out = append(out, Parting{i, b.list[i].number, at})
	}
	return out
}

// shared are the branches that branch i came from, itself among them, with the last
// frame that it shares with each.
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

// Noted are the branches with the run on the stage as it is now.
func (p *Player) Noted() *Branches {
	run := p.run
	if p.veil.whole != nil {
		run = p.veil.whole
	}
	p.Branches.note(run)
	return &p.Branches
}

// Fork puts a fork of the run in its place, at the step in which they differ.
func (p *Player) Fork(run exercises.Run, at int) {
	b := p.Noted()
	b.made++
	if n, ok := run.(exercises.Named); ok {
		run = n.Named(fmt.Sprintf("branch-%d", b.made))
	}
	b.list = append(b.list, branch{run: run, parent: b.now, number: b.made})
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
	p.veil = veil{}
	p.run = run
	p.serial++
	p.at = max(0, min(at, run.Len()-1))
	p.frame = run.Frame(p.at)
}
