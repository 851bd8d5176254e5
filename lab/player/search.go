package player

import (
	"context"
	"time"

	"kernellab/exercises"
	"kernellab/lab/job"
)

// batchTime is the time that one batch may take. A screen cannot interrupt its commands,
// so each computes a bounded batch.
const batchTime = 20 * time.Millisecond

const firstBatch = 8

// extendedMsg contains a longer run.
type extendedMsg struct {
	job.Address
	run  exercises.Run
	err  error
	took time.Duration
}

// Work returns the work for the next batch, or nil if there is no goal or a batch is
// in progress.
func (p *Player) Work(a job.Asker) job.Work {
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
	n := p.batch
	if p.goal.kind == goalLine {
		n = 1
	}
	if p.goal.kind == goalFrame {
		n = max(1, min(n, p.goal.frame-p.run.Len()+1))
	}
	run, until := p.run, p.goal.until
	return a.Ask(&p.job, func(ctx context.Context, to job.Address) any {
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
