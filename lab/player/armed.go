package player

import "kernellab/exercises"

// Arm sets the condition at which the player stops when it plays, goes to the end or
// goes several steps forward. The zero Break removes it.
func (p *position) Arm(b exercises.Break) { p.armed = b }

// stopped reports whether the armed condition holds at the frame shown.
func (p *position) stopped() bool { return p.run.Holds(p.at, p.armed) }

// upTo returns the first computed frame after the current one, up to frame to, at which
// the armed condition holds. It returns to if there is none.
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

// halt stops playing if the player has moved to a frame at which the armed condition
// holds.
func halt(p *Player, from int) {
	if p.Clock.playing && p.at != from && p.stopped() {
		p.Clock.stop()
	}
}
