package player

import "kernellab/exercises"

// Arm has the player stop at a condition on its way: playing, to the end, and
// several steps on. The zero Break ends that.
func (p *position) Arm(b exercises.Break) { p.armed = b }

// stopped reports whether the armed condition holds at the frame shown.
func (p *position) stopped() bool { return p.run.Holds(p.at, p.armed) }

// upTo is the first frame after the one shown, and of those there are up to frame
// to, at which the armed condition holds; to where there is none.
func (p *position) upTo(to int) int {
	if p.run == nil {
		return to
	}
	for i := p.at + 1; i <= min(to, p.run.Len()-1); i++ {
		if p.run.Holds(i, p.armed) {
			return i
		}
	}
	return to
}

// halt ends the playing where a condition holds at a frame that the player has
// come to from another.
func halt(p *Player, from int) {
	if p.Clock.playing && p.at != from && p.stopped() {
		p.Clock.stop()
	}
}
