package player

import (
	"kernellab/exercises"
	"kernellab/lab/branches"
)

// Branches are the ways the student has made the run go; the one in hand is the
// one on the stage.
type Branches = branches.Set

// Noted are the branches with the run on the stage as it is now.
func (p *Player) Noted() *Branches {
	run := p.run
	if p.veil.whole != nil {
		run = p.veil.whole
	}
	p.Branches.Note(run)
	return &p.Branches
}

// Fork puts a fork of the run in its place, at the step in which they differ.
func (p *Player) Fork(run exercises.Run, at int) { p.swap(p.Noted().Fork(run), at) }

// SwitchTo puts branch i in place, at the step where the one there stands.
func (p *Player) SwitchTo(i int) {
	b, wanted := &p.Branches, p.at
	if !b.Other(i) {
		return
	}
	b.Note(p.run)
	p.swap(b.Switch(i), wanted)
	p.Seek(wanted)
}

// Remove forgets branch i; where it is on the stage, what it left comes back.
func (p *Player) Remove(i int) {
	if b := &p.Branches; i > 0 && i == b.Now() {
		p.SwitchTo(b.Parent(i))
	}
	p.Branches.Remove(i)
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
