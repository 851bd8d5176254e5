package plain

import (
	"kernellab/exercises"
	"kernellab/lab/lasting"
	"kernellab/lab/progress"
)

// bring makes the branches of an earlier day again and reads the conditions, and
// stands on the branch that the student left.
func (p *player) bring() {
	if p.due == nil || p.run == nil {
		return
	}
	was := lasting.Bring(p.ctx, p.run, p.due)
	p.due = nil
	p.branches.Note(p.run)
	shown := was.Graft(&p.branches, &p.waiting)
	if was.Branches() > 0 && p.branches.Now() == 0 {
		p.branches.Note(was.Original)
		p.run = was.Original
	}
	if shown > 0 {
		p.run = p.branches.Switch(shown)
	}
	p.conditions.Bring(was.Conditions)
	p.note(was.Words())
}

// kept is what is to be kept: what is there, or what is still to be brought back;
// nil where that is nothing.
func (p *player) kept() *progress.Debug {
	if p.due != nil {
		return p.waiting.With(p.due)
	}
	if p.run != nil {
		p.branches.Note(p.run)
	}
	return p.waiting.With(lasting.Document(&p.branches, &p.conditions))
}

// note has something said when the place in the computation is next.
func (p *player) note(words string) {
	if words != "" {
		p.notes = append(p.notes, sentence(capital(words)))
	}
}

// noted says what was noted.
func (p *player) noted() {
	for _, n := range p.notes {
		p.voice.say(n)
	}
	p.notes = nil
}

// stopAt is where going on to a frame ends: there, or at the first frame before it
// at which an armed condition holds. The run is extended so far.
func (p *player) stopAt(to int) int {
	armed := p.conditions.Armed()
	for i := p.at + 1; i < to && armed.Name != "" && p.ctx.Err() == nil; i++ {
		if i >= p.run.Len() {
			p.extend(min(to-i+1, maxFrames), armed)
		}
		if i >= p.run.Len() {
			break
		}
		h, tells := p.run.(exercises.Holder)
		if !tells {
			break
		}
		if h.Holds(i, armed) {
			return i
		}
	}
	return to
}
