package player

import (
	"context"

	"kernellab/exercises"
	"kernellab/lab/job"
)

// scannedMsg contains the computed frame at which a condition holds, or −1.
type scannedMsg struct {
	job.Address
	at int
}

// SeekBreak goes to the nearest frame in direction dir (1 or −1) at which a condition
// holds. Forward, the run is extended until there is one. If there is none, the player
// returns to the current frame.
func (p *Player) SeekBreak(b exercises.Break, dir int) {
	if p.run == nil {
		return
	}
	p.stop()
	p.Clock.stop()
	p.goal = goal{kind: goalFound, find: theBreak(b), until: b, scan: dir, home: p.at}
}

// scan returns the work that looks for the goal's condition among the computed
// frames.
func (p *Player) scan(a job.Asker) job.Work {
	run, from, g := p.run, p.at, p.goal
	return a.Ask(&p.job, func(ctx context.Context, to job.Address) any {
		return scannedMsg{to, exercises.Scan(ctx, run, from, g.scan, g.until)}
	})
}

// scanned receives the result of a scan. If a forward scan found nothing, the run is
// extended.
func (p *Player) scanned(m scannedMsg) {
	if !p.job.Finish(m.Address) {
		return
	}
	g := p.goal
	p.goal = goal{}
	switch {
	case m.at >= 0:
		p.show(m.at)
	case g.scan > 0 && !p.ended():
		p.ahead(goal{kind: goalFound, find: g.find, until: g.until, home: g.home, quiet: g.quiet})
	default:
		if g.scan > 0 {
			p.show(p.run.Len() - 1)
		}
		miss(p, g)
	}
}

// miss records that a condition holds nowhere in this direction, and returns to the
// frame at which the search began.
func miss(p *Player, g goal) {
	if g.quiet || g.until.Name == "" {
		return
	}
	p.missed = g.until.Label
	p.show(min(g.home, p.run.Len()-1))
}

// TakeMissed returns the label of the condition that was not found since the last
// call, or "".
func (p *Player) TakeMissed() string {
	missed := p.missed
	p.missed = ""
	return missed
}
