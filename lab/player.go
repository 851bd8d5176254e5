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

// player is a position in a run and the wish to be elsewhere. It computes
// nothing itself: extend returns commands.
type player struct {
	run   exercises.Run
	at    int
	frame exercises.Frame

	playing bool
	speed   int // index into speeds

	goal   goal
	busy   bool // a batch is under way
	gen    int  // of batches
	batch  int  // frames asked for at a time
	cancel context.CancelFunc

	ticks int // generation of the clock

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
	until exercises.Break // goalBreak
	back  bool            // the run was put in place of another, and goes back to where that stood
	scan  int             // goalBreak: the direction to look in among the frames there are; 0: extend
}

type goalKind uint8

const (
	goalNone  goalKind = iota
	goalFrame          // frame number goal.frame
	goalEnd            // the end of the run
	goalEvent          // the next frame with an event
	goalBreak          // the condition goal.until
	goalSweep          // the first frame of sweep goal.frame
	goalLine           // the first line of the formula of the next frame
)

// speeds are frames a second.
func speeds() []int { return []int{1, 2, 4, 8, 16, 30} }

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

// tickMsg is one beat of the clock.
type tickMsg struct{ address }

func (m tickMsg) to() address { return m.address }

// load puts the run of a new scene in place of the original one, at the same
// position; where the old run stood at its end, the new one is taken to its own.
func (p *player) load(run exercises.Run) {
	run = p.branches.renew(run)
	at, end := p.place()
	p.stop()
	p.playing, p.line = false, 0
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
	return player{speed: speed, serial: p.serial, grain: p.grain, gen: p.gen, ticks: p.ticks}
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
	if p.cancel != nil {
		p.cancel()
	}
	p.cancel, p.busy, p.goal = nil, false, goal{}
	p.gen++
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
	last := p.run.Len() - 1
	if p.at < last || p.ended() {
		p.seek(last)
		return
	}
	p.stop()
	p.goal = goal{kind: goalEnd}
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
	p.show(p.run.Len() - 1)
	p.stop()
	if !p.ended() {
		p.goal = goal{kind: goalEvent}
	}
}

// work returns the command for the next batch, or nil where nothing is wanted
// or one is under way.
func (p *player) work(ctx context.Context, owner int) tea.Cmd {
	if p.run == nil || p.goal.kind == goalNone || p.busy {
		return nil
	}
	if p.goal.scan != 0 {
		return p.scan(ctx, owner)
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
	ctx, p.cancel = context.WithCancel(ctx)
	p.busy = true
	p.gen++
	run, until, to := p.run, p.goal.until, address{owner, p.gen}
	return func() tea.Msg {
		start := time.Now()
		longer, err := run.Extend(ctx, n, until)
		return extendedMsg{address: to, run: longer, err: err, took: time.Since(start), want: n}
	}
}

// extended takes a longer run in and says whether it was the one awaited.
func (p *player) extended(m extendedMsg) bool {
	if m.gen != p.gen || !p.busy {
		return false
	}
	p.busy = false
	p.cancel()
	p.cancel = nil
	if m.run == nil || m.err != nil && m.run.Len() <= p.run.Len() {
		p.goal, p.playing = goal{}, false
		return true
	}
	before := p.run.Len()
	p.run = m.run
	p.adapt(m.took)
	p.advance(before, m.want)
	return true
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

// toggle starts and stops playing; from the end of a run it starts over.
func (p *player) toggle() {
	if p.run == nil {
		return
	}
	if p.playing {
		p.playing = false
		return
	}
	if p.finished() {
		p.seek(0)
	}
	p.playing = true
	p.ticks++
}

// rest stops playing and whatever is looked for, on the frame itself.
func (p *player) rest() {
	p.stop()
	p.playing, p.line = false, 0
}

// seekFraction goes to a place on the timeline, 0 … 1.
func (p *player) seekFraction(t float64) {
	if p.run == nil {
		return
	}
	p.playing = false
	p.seek(int(t*float64(p.run.Len()-1) + 0.5))
}

// backward steps back, and faster and slower change the speed of playing.
func (p *player) backward() {
	p.playing = false
	p.step(-1)
}

func (p *player) faster() { p.speed = min(p.speed+1, len(speeds())-1) }
func (p *player) slower() { p.speed = max(p.speed-1, 0) }

// tick returns the command for the next beat, or nil while nothing plays.
func (p *player) tick(owner int) tea.Cmd {
	if !p.playing {
		return nil
	}
	to := address{owner, p.ticks}
	return tea.Tick(time.Second/time.Duration(p.rate()), func(time.Time) tea.Msg { return tickMsg{to} })
}

// rate is the frames a second.
func (p *player) rate() int {
	s := speeds()
	return s[max(0, min(p.speed, len(s)-1))]
}

// current reports whether a tick is of the clock that runs.
func (p *player) current(m tickMsg) bool { return p.playing && m.gen == p.ticks }

// beat plays one frame and says whether the clock was the current one.
func (p *player) beat(m tickMsg) bool {
	if !p.current(m) {
		return false
	}
	if p.finished() {
		p.playing = false
		return true
	}
	if !p.busy && p.goal.kind == goalNone {
		p.step(1)
	}
	return true
}
