package lab

import "kernellab/exercises"

// player is a position in a run and the wish to be elsewhere. It computes
// nothing itself: extend returns commands.
type player struct {
	run   exercises.Run
	at    int
	frame exercises.Frame

	clock clock
	goal  goal
	job   job // the batch under way
	batch int // frames asked for at a time

	grain   grain
	line    int             // lines shown of the formula of the frame after at
	next    exercises.Frame // the frame nextKey, kept for its lines
	nextKey momentKey

	serial int    // of runs loaded: frames of another serial are of another run
	missed string // label of the condition that was looked for in vain

	branches branches
}

// goal is where the player wants to get by extending its run.
type goal struct {
	kind  goalKind
	frame int             // goalFrame
	find  found           // goalFound
	until exercises.Break // goalFound: the condition looked for, if it is one
	scan  int             // goalFound: the direction to look in among the frames there are; 0: extend
	back  bool            // the run was put in place of another, and goes back to where that stood
}

type goalKind uint8

const (
	goalNone  goalKind = iota
	goalFrame          // frame number goal.frame
	goalEnd            // the end of the run
	goalLine           // the first line of the formula of the next frame
	goalFound          // what goal.find finds
)

// found is the frame looked for in a run that has grown from before frames, by
// want of them if nothing stopped it; −1 where it is not there yet.
type found func(run exercises.Run, before, want int) int

// nextEvent finds the first of the new frames with an event.
func nextEvent(run exercises.Run, before, _ int) int {
	for i := before; i < run.Len(); i++ {
		if run.Event(i) != "" {
			return i
		}
	}
	return -1
}

// theSweep finds the first frame of sweep n or a later one.
func theSweep(n int) found {
	return func(run exercises.Run, _, _ int) int {
		if to := firstOfSweep(run, n); to < run.Len() {
			return to
		}
		return -1
	}
}

// theBreak finds the last frame, where the run stopped there at a condition. A run
// that cannot tell stopped where it brought fewer frames than asked for.
func theBreak(b exercises.Break) found {
	return func(run exercises.Run, before, want int) int {
		last := run.Len() - 1
		stopped := last+1-before < want
		if h, ok := run.(exercises.Holder); ok {
			stopped = h.Holds(last, b)
		}
		if stopped {
			return last
		}
		return -1
	}
}

// load puts the run of a new scene in place of the original one, at the same
// position; where the old run stood at its end, the new one is taken to its own.
func (p *player) load(run exercises.Run) {
	run = p.branches.renew(run)
	at, end := p.place()
	p.stop()
	p.clock.playing, p.line = false, 0
	p.run = run
	p.serial++
	if run == nil {
		p.at, p.frame = 0, exercises.Frame{}
		return
	}
	p.at = min(at, run.Len()-1)
	if end && p.ended() {
		p.at = run.Len() - 1
	}
	p.frame = run.Frame(p.at)
	switch {
	case p.ended():
	case end:
		p.goal = goal{kind: goalEnd, back: true}
	case at > p.at:
		p.goal = goal{kind: goalFrame, frame: at, back: true}
	}
}

// resume goes to the frame that the student left the run at.
func (p *player) resume(i int) {
	p.seek(i)
	p.goal.back = p.goal.kind == goalFrame
}

// anew is the player without its run, for the next step of the exercise.
func (p *player) anew(speed int) player {
	return player{clock: clock{speed: speed, ticks: p.clock.ticks}, serial: p.serial, grain: p.grain, job: p.job}
}

// here is the run at the frame shown.
func (p *player) here() moment { return moment{p.run, p.at, p.serial} }

// place is where the student stands in the run: the frame, or the end of one
// that has ended. A run on the way back to a place counts as being there, for
// the next letter typed may bring another run before this one is long enough.
func (p *player) place() (at int, end bool) {
	switch {
	case p.run == nil:
		return 0, false
	case p.goal.back && p.goal.kind == goalEnd:
		return p.at, true
	case p.goal.back && p.goal.kind == goalFrame:
		return p.goal.frame, false
	}
	return p.at, p.finished()
}

// finished reports whether the player stands on the last frame of a run that
// has ended.
func (p *player) finished() bool {
	if p.run == nil {
		return false
	}
	_, done := p.run.Done()
	return done && p.at == p.run.Len()-1
}

// ended reports whether the run can grow no more.
func (p *player) ended() bool {
	if p.run == nil {
		return true
	}
	_, done := p.run.Done()
	return done
}

// stop gives up every goal and cancels the batch under way.
func (p *player) stop() {
	p.job.stop()
	p.goal = goal{}
}

// show moves to a frame that exists.
func (p *player) show(i int) {
	if p.run == nil {
		return
	}
	p.line = 0
	i = max(0, min(i, p.run.Len()-1))
	if i == p.at && p.frame.Figures != nil {
		return
	}
	p.at, p.frame = i, p.run.Frame(i)
}

// seek wants frame i, extending the run where it is not there yet.
func (p *player) seek(i int) {
	if p.run == nil {
		return
	}
	p.stop()
	if i >= p.run.Len() && !p.ended() {
		p.goal = goal{kind: goalFrame, frame: i}
	}
	p.show(i)
}

// forward goes n frames on, counted from the frame it is on the way to: keys
// that come faster than frames are computed add up.
func (p *player) forward(n int) {
	from := p.at
	if p.goal.kind == goalFrame {
		from = p.goal.frame
	}
	p.seek(from + n)
}

// seekEnd goes to the last frame computed and, from there, to the end of the
// run.
func (p *player) seekEnd() {
	if p.run == nil {
		return
	}
	if last := p.run.Len() - 1; p.at < last {
		p.seek(last)
		return
	}
	p.ahead(goal{kind: goalEnd})
}

// seekEvent goes to the nearest frame with an event, in direction dir.
func (p *player) seekEvent(dir int) {
	if p.run == nil {
		return
	}
	for i := p.at + dir; i >= 0 && i < p.run.Len(); i += dir {
		if p.run.Event(i) != "" {
			p.seek(i)
			return
		}
	}
	if dir < 0 {
		p.seek(0)
		return
	}
	p.ahead(goal{kind: goalFound, find: nextEvent})
}

// ahead goes to the last frame there is and, where the run can grow, on to a goal.
func (p *player) ahead(g goal) {
	p.seek(p.run.Len() - 1)
	if !p.ended() {
		p.goal = g
	}
}

// toggle starts and stops playing; from the end of a run it starts over.
func (p *player) toggle() {
	switch {
	case p.run == nil:
	case p.clock.playing:
		p.clock.playing = false
	default:
		if p.finished() {
			p.seek(0)
		}
		p.clock.start()
	}
}

// rest stops playing and whatever is looked for, on the frame itself.
func (p *player) rest() {
	p.stop()
	p.clock.playing, p.line = false, 0
}

// forwards and backward step by the grain, seekFraction goes to a place on the
// timeline, 0 … 1; all of them stop playing.
func (p *player) forwards() {
	p.clock.playing = false
	p.step(1)
}

func (p *player) backward() {
	p.clock.playing = false
	p.step(-1)
}

func (p *player) seekFraction(t float64) {
	if p.run != nil {
		p.clock.playing = false
		p.seek(int(t*float64(p.run.Len()-1) + 0.5))
	}
}

// beat plays one frame.
func (p *player) beat() {
	switch {
	case p.finished():
		p.clock.playing = false
	case !p.job.busy && p.goal.kind == goalNone:
		p.step(1)
	}
}
