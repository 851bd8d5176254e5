package player

import "kernellab/exercises"

// veil holds the whole run while the player hides everything after the current frame.
// If nothing is hidden, whole is nil.
type veil struct{ whole exercises.Run }

// Veil hides everything after the current frame, if the run can. While a question about
// the next step is open, charts and timeline must not answer it. The player does not
// move until Unveil.
func (p *Player) Veil() {
	asks := p.Abilities().Predictions
	if asks == nil || p.veil.whole != nil || p.at >= p.run.Len()-1 {
		return
	}
	p.veil.whole = p.run
	p.unroll(asks.UpTo(p.at))
}

// Unveil shows again what Veil hid.
func (p *Player) Unveil() {
	if whole := p.veil.whole; whole != nil {
		p.veil = veil{}
		p.unroll(whole)
	}
}

// unroll replaces the run by a longer or shorter version, with other pictures.
func (p *Player) unroll(run exercises.Run) {
	p.run, p.frame = run, run.Frame(p.at)
	p.serial++
}
