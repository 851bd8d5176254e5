package core

import (
	"cmp"
	"context"
	"time"

	"kernellab/exercises"
)

// batchTime is the time that one batch may take. A screen cannot interrupt its commands,
// so each computes a bounded batch.
const batchTime = 20 * time.Millisecond

const firstBatch = 8

// extendedMsg contains a longer run.
type extendedMsg struct {
	Address
	run  exercises.Run
	err  error
	took time.Duration
}

// Work returns the work for the next batch, or nil if there is no goal or a batch is
// in progress.
func (p *Player) Work(a Asker) Work {
	if p.run == nil || p.goal.kind == goalNone || p.job.Busy() {
		return nil
	}
	if p.goal.scan != 0 {
		return p.scan(a)
	}
	if p.ended() {
		p.goal = goal{}
		return nil
	}
	if p.batch < 1 {
		p.batch = firstBatch
	}
	n := cmp.Or(a.Batch, p.batch)
	if p.goal.kind == goalLine {
		n = 1
	}
	if p.goal.kind == goalFrame {
		n = max(1, min(n, p.goal.frame-p.run.Len()+1))
	}
	run, until := p.run, p.goal.until
	return a.Ask(&p.job, func(ctx context.Context, to Address) any {
		start := time.Now()
		longer, err := run.Extend(ctx, n, until)
		return extendedMsg{Address: to, run: longer, err: err, took: time.Since(start)}
	})
}

// Take receives the messages of the work that Work returned.
func (p *Player) Take(msg any) {
	switch msg := msg.(type) {
	case extendedMsg:
		p.extended(msg)
	case scannedMsg:
		p.scanned(msg)
	}
}

// extended receives a longer run.
func (p *Player) extended(m extendedMsg) {
	if !p.job.Finish(m.Address) {
		return
	}
	p.failure = m.err
	if m.run == nil || m.err != nil && m.run.Len() <= p.run.Len() {
		p.goal = goal{}
		p.Clock.stop()
		return
	}
	before := p.run.Len()
	p.run = m.run
	p.adapt(m.took)
	p.advance(before)
}

// adapt doubles or halves the batch to keep its time near batchTime.
func (p *Player) adapt(took time.Duration) {
	switch {
	case took < batchTime/2:
		p.batch = min(2*p.batch, 1<<14)
	case took > batchTime*3/2:
		p.batch = max(1, p.batch/2)
	}
}

// advance moves towards the goal after the run grew from before frames. It drops the
// goal when it is reached or the run has ended.
func (p *Player) advance(before int) {
	last, reached, from := p.run.Len()-1, p.ended(), p.at
	switch p.goal.kind {
	case goalFrame:
		p.show(min(p.goal.frame, last))
		reached = reached || last >= p.goal.frame || p.goal.until.Name != "" && p.stopped()
	case goalEnd:
		p.show(last)
	case goalLine:
		p.line = min(1, last-p.at)
		if p.line > 0 && len(p.following().Formula) == 0 {
			p.show(last)
		}
		reached = true
	case goalFound:
		at := p.goal.find(p.run, before)
		if at < 0 {
			p.show(last)
		} else {
			p.show(at)
		}
		if at < 0 && reached {
			miss(p, p.goal)
		}
		reached = reached || at >= 0
	}
	if reached {
		p.goal = goal{}
	}
	halt(p, from)
}

// scannedMsg contains the computed frame at which a condition holds, or −1.
type scannedMsg struct {
	Address
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
func (p *Player) scan(a Asker) Work {
	run, from, g := p.run, p.at, p.goal
	return a.Ask(&p.job, func(ctx context.Context, to Address) any {
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

// StopAt sets the breakpoint at which the player stops when it plays, goes to the end or
// goes several steps forward. The zero Break removes it.
func (p *position) StopAt(b exercises.Break) { p.breakpoint = b }

// stopped reports whether the breakpoint holds at the frame shown.
func (p *position) stopped() bool { return p.run.Holds(p.at, p.breakpoint) }

// upTo returns the first computed frame after the current one, up to frame to, at which
// the breakpoint holds. It returns to if there is none.
func (p *position) upTo(to int) int {
	if p.run == nil {
		return to
	}
	for i := p.at + 1; i <= min(to, p.run.Len()-1); i++ {
		if p.run.Holds(i, p.breakpoint) {
			return i
		}
	}
	return to
}

// halt stops playing if the player has moved to a frame at which the breakpoint
// holds.
func halt(p *Player, from int) {
	if p.Clock.playing && p.at != from && p.stopped() {
		p.Clock.stop()
	}
}
