// Package branches keeps the ways in which a student has made one run go, as a
// tree with names. It moves along none of them, and knows no screen and no
// exercise.
package branches

import (
	"fmt"
	"slices"

	"kernellab/exercises"
)

// Set is the branches in the order in which they were made; the first is the
// original. The zero Set has none: there is the run in hand alone.
type Set struct {
	list []branch
	now  int // the one in hand
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
func (b *Set) Forked() bool { return len(b.list) > 1 }

// Len is how many there are, the original among them; Now is the one in hand.
func (b *Set) Len() int { return len(b.list) }
func (b *Set) Now() int { return b.now }

// Made is how many forks there have been.
func (b *Set) Made() int { return b.made }

// Other reports whether there is a branch i beside the one in hand.
func (b *Set) Other(i int) bool { return i >= 0 && i < len(b.list) && i != b.now }

// Others are the runs beside the one in hand.
func (b *Set) Others() []exercises.Run {
	var out []exercises.Run
	for i := range b.list {
		if b.Other(i) {
			out = append(out, b.list[i].run)
		}
	}
	return out
}

// Run is branch i as far as it is known, Extend notes that it has grown.
func (b *Set) Run(i int) exercises.Run { return b.list[i].run }

func (b *Set) Extend(i int, run exercises.Run) {
	if b.Other(i) {
		b.list[i].run = run
	}
}

// Note keeps the run in hand as far as it has come.
func (b *Set) Note(run exercises.Run) {
	if len(b.list) == 0 {
		b.list = []branch{{parent: -1}}
	}
	b.list[b.now].run = run
}

// Renew puts the run of a new scene in place of the original. It returns the
// run to go on with: a fork that is there stays.
func (b *Set) Renew(run exercises.Run) exercises.Run {
	if !b.Forked() || run == nil {
		*b = Set{lost: b.lost}
		return run
	}
	b.list[0].run = run
	return b.list[b.now].run
}

// Fork adds a run that left the one in hand, which has been noted, and takes it in
// hand. It returns the run with the name that its files have for it.
func (b *Set) Fork(run exercises.Run) exercises.Run {
	b.made++
	if a := exercises.AbilitiesOf(run).Branching; a != nil {
		run = a.Named(fmt.Sprintf("branch-%d", b.made))
	}
	b.list = append(b.list, branch{run: run, parent: b.now, number: b.made})
	b.now = len(b.list) - 1
	return run
}

// Switch takes branch i in hand, one of the others, and returns it.
func (b *Set) Switch(i int) exercises.Run {
	b.now = i
	return b.list[i].run
}

// Name is what branch i is called, in the lab and in the files of its run.
func (b *Set) Name(i int) string {
	if i == 0 || i >= len(b.list) {
		return "the original"
	}
	return fmt.Sprintf("branch %d", b.list[i].number)
}

// Twig is a branch in the tree of all: how many forks lie between it and the
// original.
type Twig struct{ Index, Depth int }

// Tree is all branches, each after the one that it left.
func (b *Set) Tree() []Twig {
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

// Parent is the branch that branch i left, −1 for the original.
func (b *Set) Parent(i int) int { return b.list[i].parent }

// Remove forgets branch i, which is not in hand and not the original. What was
// forked from it stays, as if it had left what i had left.
func (b *Set) Remove(i int) {
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

// left is the frame at which branch i left another, and how; not ok for the
// original.
func (b *Set) left(i int) (at int, choice string, ok bool) {
	if i >= len(b.list) {
		return 0, "", false
	}
	if a := exercises.AbilitiesOf(b.list[i].run).Branching; a != nil {
		return a.Origin()
	}
	return 0, "", false
}

// Origin says where branch i left which other, and how; "" for the original.
func (b *Set) Origin(i int) string {
	at, choice, ok := b.left(i)
	if !ok {
		return ""
	}
	return fmt.Sprintf("left %s at step %d: %s", b.Name(b.list[i].parent), at, choice)
}

// Choice is what branch i did otherwise, and from which step on, which it has in
// common with the other; "" for the original.
func (b *Set) Choice(i int) string {
	at, choice, ok := b.left(i)
	if !ok {
		return ""
	}
	return fmt.Sprintf("from step %d: %s", at, choice)
}

// Left is the frame at which the branch in hand left another.
func (b *Set) Left() (at int, ok bool) {
	at, _, ok = b.left(b.now)
	return at, ok && b.Forked()
}
