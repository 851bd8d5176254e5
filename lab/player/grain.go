package player

import "kernellab/exercises"

// grain is how far one step goes.
type grain uint8

const (
	byUpdate grain = iota // one frame
	byLine                // one line of the formula of the next frame
	bySweep               // the first frame of the next sweep
)

// word is the grain in the timeline; the usual one has none.
func (g grain) word() string {
	switch g {
	case byLine:
		return "line"
	case bySweep:
		return "sweep"
	}
	return ""
}

// NextGrain goes round the grains that the run has.
func (p *Player) NextGrain() {
	p.line = 0
	p.grain = (p.grain + 1) % (bySweep + 1)
	if _, ok := p.run.(exercises.Sweeper); p.grain == bySweep && !ok {
		p.grain = byUpdate
	}
}

// step goes one step forward (dir 1) or back (dir −1), as far as the grain
// says.
func (p *Player) step(dir int) {
	if p.run == nil {
		return
	}
	sweeper, sweeps := p.run.(exercises.Sweeper)
	switch {
	case p.grain == byLine:
		p.stepLine(dir)
	case p.grain == bySweep && sweeps:
		p.stepSweep(sweeper, dir)
	case dir > 0:
		p.Forward(1)
	default:
		p.Seek(p.at - 1)
	}
}

// stepLine shows one line more, or less, of the formula of the frame after at.
// After its last line the run moves there; back from a frame is the last line
// of its formula again.
func (p *Player) stepLine(dir int) {
	switch {
	case dir > 0 && p.at+1 >= p.run.Len():
		if !p.ended() && p.goal.kind == goalNone {
			p.stop()
			p.goal = goal{kind: goalLine}
		}
	case dir > 0 && p.line < len(p.following().Formula):
		p.stop()
		p.line++
	case dir > 0:
		p.Seek(p.at + 1)
	case p.line > 0:
		p.stop()
		p.line--
	case p.at > 0:
		lines := len(p.frame.Formula)
		p.Seek(p.at - 1)
		p.line = lines
	}
}

// stepSweep goes to the first frame of the next sweep, extending the run where
// it is not there yet; back, to the first frame of the present sweep or, from
// there, of the one before.
func (p *Player) stepSweep(s exercises.Sweeper, dir int) {
	now := s.Sweep(p.at)
	if dir < 0 {
		to := exercises.FirstOfSweep(p.run, now)
		if to == p.at && to > 0 {
			to = exercises.FirstOfSweep(p.run, s.Sweep(p.at-1))
		}
		p.Seek(to)
		return
	}
	to := exercises.FirstOfSweep(p.run, now+1)
	if stop := p.upTo(to); stop < p.run.Len() {
		p.Seek(stop)
		return
	}
	p.ahead(goal{kind: goalFound, find: p.orArmed(theSweep(now + 1)), until: p.until(), quiet: true})
}
