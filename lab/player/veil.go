package player

import "kernellab/exercises"

// veil is the whole of a run of which the player shows no more than the frame it
// is at, nil where nothing is hidden.
type veil struct{ whole exercises.Run }

// Veil hides what the run has beyond the frame shown, where the run can: while a
// question on the next step is open, charts and timeline are not to answer it.
// The player stands still until Unveil.
func (p *Player) Veil() {
	asks := p.Abilities().Predictions
	if asks == nil || p.veil.whole != nil || p.at >= p.run.Len()-1 {
		return
	}
	p.veil.whole = p.run
	p.unroll(asks.UpTo(p.at))
}

// Unveil brings back what Veil hid.
func (p *Player) Unveil() {
	if whole := p.veil.whole; whole != nil {
		p.veil = veil{}
		p.unroll(whole)
	}
}

// unroll puts another length of the run in place; its pictures are other ones.
func (p *Player) unroll(run exercises.Run) {
	p.run, p.frame = run, run.Frame(p.at)
	p.serial++
}
