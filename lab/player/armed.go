package player

import "kernellab/exercises"

// Arm has the player stop at a condition on its way: playing, to the end, and
// several steps on. The zero Break ends that; a run that cannot tell where a
// condition holds stops nowhere.
func (p *position) Arm(b exercises.Break) { p.armed = b }

// holder is the run, where it can tell of the armed condition; else nil.
func (p *position) holder() exercises.Holder {
	h, ok := p.run.(exercises.Holder)
	if !ok || p.armed.Name == "" {
		return nil
	}
	return h
}

// until is what stops the run as it is extended.
func (p *position) until() exercises.Break {
	if p.holder() == nil {
		return exercises.Break{}
	}
	return p.armed
}

// stopped reports whether the armed condition holds at the frame shown.
func (p *position) stopped() bool {
	h := p.holder()
	return h != nil && h.Holds(p.at, p.armed)
}

// upTo is the first frame after the one shown, and of those there are up to frame
// to, at which the armed condition holds; to where there is none.
func (p *position) upTo(to int) int {
	h := p.holder()
	if h == nil {
		return to
	}
	for i := p.at + 1; i <= min(to, p.run.Len()-1); i++ {
		if h.Holds(i, p.armed) {
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
