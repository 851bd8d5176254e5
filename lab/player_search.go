package lab

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
)

// batchTime is how long one command may compute: a command cannot be
// interrupted by Bubble Tea, so it does a bounded piece and asks again.
const batchTime = 20 * time.Millisecond

const firstBatch = 8

// extendedMsg brings a longer run.
type extendedMsg struct {
	address
	run  exercises.Run
	err  error
	took time.Duration
	want int // frames asked for
}

func (m extendedMsg) to() address { return m.address }

// work returns the command for the next batch, or nil where nothing is wanted
// or one is under way.
func (p *player) work(a asker) tea.Cmd {
	if p.run == nil || p.goal.kind == goalNone || p.job.busy {
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
	return a.ask(&p.job, func(ctx context.Context, to address) tea.Msg {
		start := time.Now()
		longer, err := run.Extend(ctx, n, until)
		return extendedMsg{address: to, run: longer, err: err, took: time.Since(start), want: n}
	})
}

// extended takes a longer run in.
func (p *player) extended(m extendedMsg) {
	if !p.job.finish(m.gen) {
		return
	}
	if m.run == nil || m.err != nil && m.run.Len() <= p.run.Len() {
		p.goal, p.clock.playing = goal{}, false
		return
	}
	before := p.run.Len()
	p.run = m.run
	p.adapt(m.took)
	p.advance(before, m.want)
}

// adapt keeps a batch near its time by doubling and halving.
func (p *player) adapt(took time.Duration) {
	switch {
	case took < batchTime/2:
		p.batch = min(2*p.batch, 1<<14)
	case took > batchTime*3/2:
		p.batch = max(1, p.batch/2)
	}
}

// advance moves towards the goal after the run grew from before frames, and
// drops the goal where it is reached.
func (p *player) advance(before, want int) {
	last := p.run.Len() - 1
	switch p.goal.kind {
	case goalNone:
		return
	case goalFrame:
		p.show(min(p.goal.frame, last))
		p.reach(last >= p.goal.frame)
	case goalEnd:
		p.show(last)
	case goalSweep:
		p.advanceToSweep()
	case goalLine:
		p.line = min(1, last-p.at)
		p.reach(true)
	case goalEvent:
		p.advanceToEvent(before, last)
	case goalBreak:
		p.show(last)
		if !p.stopped(before, want) && p.ended() {
			p.missed = p.goal.until.Label
		}
		p.reach(p.stopped(before, want))
	}
	p.reach(p.ended())
}

// stopped reports whether the last batch of want frames, from frame before on,
// ended at the condition the player looks for. A run that cannot tell stopped
// where it brought fewer frames than asked for.
func (p *player) stopped(before, want int) bool {
	last := p.run.Len() - 1
	if h, ok := p.run.(exercises.Holder); ok {
		return h.Holds(last, p.goal.until)
	}
	return last+1-before < want
}

func (p *player) advanceToEvent(before, last int) {
	for i := before; i <= last; i++ {
		if p.run.Event(i) != "" {
			p.show(i)
			p.reach(true)
			return
		}
	}
	p.show(last)
}

func (p *player) reach(there bool) {
	if there {
		p.goal = goal{}
	}
}
