package player

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
	"kernellab/lab/job"
)

// scannedMsg brings the frame at which a condition holds among those there
// are, or −1.
type scannedMsg struct {
	job.Address
	at int
}

// SeekBreak goes to the nearest frame in direction dir at which a condition
// holds: forward, the run is extended until there is one. Where it holds nowhere
// the run stands where it did.
func (p *Player) SeekBreak(b exercises.Break, dir int) {
	if p.run == nil {
		return
	}
	p.stop()
	p.Clock.stop()
	p.goal = goal{kind: goalFound, find: theBreak(b), until: b, scan: dir, home: p.at}
}

// scan returns the command that looks for the goal's condition among the
// frames there are.
func (p *Player) scan(a job.Asker) tea.Cmd {
	run, from, g := p.run, p.at, p.goal
	return a.Ask(&p.job, func(ctx context.Context, to job.Address) tea.Msg {
		return scannedMsg{to, exercises.Scan(ctx, run, from, g.scan, g.until)}
	})
}

// scanned takes the outcome of a scan in. What was not found ahead is looked for
// by extending the run.
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

// miss tells that a condition holds nowhere this way, and goes back to where it was
// asked for.
func miss(p *Player, g goal) {
	if g.quiet || g.until.Name == "" {
		return
	}
	p.missed = g.until.Label
	p.show(min(g.home, p.run.Len()-1))
}

// TakeMissed is the condition that was looked for in vain, told once.
func (p *Player) TakeMissed() string {
	missed := p.missed
	p.missed = ""
	return missed
}
