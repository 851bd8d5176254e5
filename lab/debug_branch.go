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

// branch is a run with the place at which it was left, and the branch it was
// forked from.
type branch struct {
	run    exercises.Run
	at     int
	parent int
}

// forked reports whether there is anything beside the original.
func (b *branches) forked() bool { return len(b.list) > 1 }

// note keeps the run on the stage as far as it has come.
func (b *branches) note(p *player) {
	if len(b.list) == 0 {
		b.list = []branch{{parent: -1}}
	}
	b.list[b.now].run, b.list[b.now].at = p.run, p.at
}

// add puts a fork of the run on the stage in its place, at the step in which
// they differ.
func (b *branches) add(p *player, run exercises.Run, at int) {
	b.note(p)
	b.list = append(b.list, branch{run: run, at: at, parent: b.now})
	b.now = len(b.list) - 1
	p.swap(run, at)
}

// show puts branch i on the stage, at the place where the one there stands.
func (b *branches) show(p *player, i int) {
	b.note(p)
	b.now = i
	p.swap(b.list[i].run, p.at)
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
	p.playing = false
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

// askBranch asks for the branch to show.
func (e *exercise) askBranch() intent {
	return e.branchWindow("Branches", func(i int) any { return branchAnswer{i} }, false)
}

// branchWindow lists the branches; answer makes the answer of each.
func (e *exercise) branchWindow(title string, answer func(i int) any, skipNow bool) intent {
	e.debug.branches.note(&e.player)
	b := &e.debug.branches
	var items []item
	for i := range b.list {
		if skipNow && i == b.now {
			continue
		}
		label := branchName(i)
		if o := b.origin(i); o != "" {
			label += ", " + o
		}
		it := item{label: label, value: answer(i)}
		if i == b.now {
			it.detail = "here"
		}
		items = append(items, it)
	}
	return pushIntent{newListWindow(e.session, title, items)}
}

// dropBranches forgets the branches: they belong to a run that goes.
func (d *debugger) dropBranches() {
	d.leaveGuests()
	d.branches = branches{}
}

// showBranch puts branch i on the stage.
func (e *exercise) showBranch(i int) {
	b := &e.debug.branches
	if i == b.now || i >= len(b.list) {
		return
	}
	e.debug.leaveGuests()
	wanted := e.player.at
	b.show(&e.player, i)
	e.drawn.drop()
	e.player.seek(wanted)
}
