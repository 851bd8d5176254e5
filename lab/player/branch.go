package player

import (
	"kernellab/exercises"
	"kernellab/lab/branches"
)

// Branches holds the forks of the run. The current one is on the stage.
type Branches = branches.Set

// Noted returns the branches, after storing the run on the stage in the current one.
func (p *Player) Noted() *Branches {
	run := p.run
	if p.veil.whole != nil {
		run = p.veil.whole
	}
	p.Branches.Note(run)
	return &p.Branches
}

// Fork replaces the run by a fork of it, at the step in which they differ.
func (p *Player) Fork(run exercises.Run, at int) { p.swap(p.Noted().Fork(run), at) }

// SwitchTo replaces the run by branch i, at the same step.
func (p *Player) SwitchTo(i int) {
	b, wanted := &p.Branches, p.at
	if !b.Other(i) {
		return
	}
	b.Note(p.run)
	p.swap(b.Switch(i), wanted)
	p.Seek(wanted)
}

// Remove removes branch i. If it is on the stage, its parent replaces it.
func (p *Player) Remove(i int) {
	if b := &p.Branches; i > 0 && i == b.Now() {
		p.SwitchTo(b.Parent(i))
	}
	p.Branches.Remove(i)
}

// swap replaces the run, and shows frame at of the new one.
func (p *Player) swap(run exercises.Run, at int) {
	p.Rest()
	p.veil = veil{}
	p.run = run
	p.serial++
	p.at = max(0, min(at, run.Len()-1))
	p.frame = run.Frame(p.at)
}
