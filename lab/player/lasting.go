package player

import "kernellab/lab/branches"

// Keep lists the branches that can outlive the lab, see [branches.Set.Keep].
func (p *Player) Keep() (root string, all []branches.Kept, shown, made int) {
	if p.Branches.Forked() && p.veil.whole == nil {
		p.Noted()
	}
	return p.Branches.Keep()
}

// Graft puts branches beside the original that have been made before, see
// [branches.Set.Graft].
func (p *Player) Graft(all []branches.Regrown, root string, made int) (ok bool) {
	return p.run != nil && p.Noted().Graft(all, root, made)
}

// Show puts the branch with a number on the stage, at frame at; a number that
// there is not changes nothing.
func (p *Player) Show(number, at int) {
	i := p.Branches.Numbered(number)
	if i < 0 {
		return
	}
	p.SwitchTo(i)
	p.Seek(at)
}

// Drop forgets the branches of a run that is about to be another.
func (p *Player) Drop() {
	p.lost += max(0, p.Branches.Len()-1)
	p.Branches = Branches{}
}

// TakeLost is how many branches went with their run, told once.
func (p *Player) TakeLost() int {
	lost := p.lost
	p.lost = 0
	return lost
}
