package core

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"kernellab/ascii"
	"kernellab/exercises"
)

// Player moves through a run, which is an algorithm executed step by step. It has a position, and a
// goal to which it moves. A frame is the state of the run after a step, numbered from 0 at the
// start. The zero Player has no run.
type Player struct {
	position
	goal      goal
	job       Job           // computes the next batch of frames
	batch     int           // the usual number of frames in a batch
	frameTime time.Duration // time per frame in the latest batch; 0 if unknown

	wholeRun exercises.Run // if frames after the current one are hidden: the run with these frames; else nil
	notFound string        // label of the condition that was not found
	failure  error         // error of the latest batch

	Clock    Clock
	Branches Branches
}

// goal is where the player is going, if it could not go there at once.
type goal struct {
	kind      goalKind
	frame     int                 // goalFrame: the number of the frame
	find      findFrame           // goalSearch
	condition exercises.Condition // goalSearch: what find looks for, or zero; goalFrame: where to stop on the way
	scanDir   int                 // goalSearch: the direction in which to scan the computed frames first, or 0
	returning bool                // the player returns to the position that it had in an earlier run

	originFrame int  // the frame to return to if the condition is not found
	quiet       bool // no message if the condition is not found
}

type goalKind uint8

const (
	goalNone   goalKind = iota
	goalFrame           // frame number goal.frame
	goalEnd             // the end of the run
	goalLine            // the first line of pseudo-code, or of the formula, of the step to the next frame
	goalSearch          // the frame that goal.find returns
)

// findFrame returns the number of the frame to go to, or −1 if that frame is not computed yet. The
// parameter oldLen is the number of frames that the run had before it was extended.
type findFrame func(run exercises.Run, oldLen int) int

// nextEvent returns the first new frame with an event, which is a remarkable step such as the first
// without errors.
func nextEvent(run exercises.Run, oldLen int) int {
	for i := oldLen; i < run.Len(); i++ {
		if run.Event(i) != "" {
			return i
		}
	}
	return -1
}

// lastIfHolds returns a function that finds the last frame if a condition holds there.
func lastIfHolds(condition exercises.Condition) findFrame {
	return func(run exercises.Run, _ int) int {
		if last := run.Len() - 1; run.Holds(last, condition) {
			return last
		}
		return -1
	}
}

// Load replaces the original run, from which all branches were forked, by a new one and keeps the
// position. If the player was at the end of the old run, it goes to the end of the new one.
func (p *Player) Load(run exercises.Run) {
	run = p.Branches.replaceOriginal(run)
	p.wholeRun, p.frameTime, p.batch = nil, 0, 0
	at, atEnd := p.Position()
	p.dropGoal()
	p.Clock.stop()
	p.shownLines = 0
	p.run = run
	p.serial++
	if run == nil {
		p.at, p.frame = 0, exercises.Frame{}
		return
	}
	p.at = min(at, run.Len()-1)
	if atEnd && p.ended() {
		p.at = run.Len() - 1
	}
	p.frame = run.Frame(p.at)
	switch {
	case p.ended():
	case atEnd:
		p.goal = goal{kind: goalEnd, returning: true}
	case at > p.at:
		p.goal = goal{kind: goalFrame, frame: at, returning: true}
	}
}

// Resume goes to the frame at which the student left the run.
func (p *Player) Resume(i int) {
	p.Seek(i)
	p.goal.returning = p.goal.kind == goalFrame
}

// Reset removes the run when the student leaves a task.
func (p *Player) Reset() {
	p.StopAtFrame()
	*p = Player{position: position{serial: p.serial}, Clock: p.Clock, job: p.job}
}

// ExtendTo replaces the run by a longer version of itself.
func (p *Player) ExtendTo(run exercises.Run) {
	if run.Len() > p.run.Len() {
		p.run = run
	}
}

// Moving reports whether the player plays or moves towards a goal. Settled reports
// whether it has no goal and shows no line of the next frame.
func (p *Player) Moving() bool  { return p.Clock.playing || p.Seeking() }
func (p *Player) Settled() bool { return !p.Seeking() && p.shownLines == 0 }

// Seeking reports whether the player is moving to a goal.
func (p *Player) Seeking() bool { return p.goal.kind != goalNone }

// AtWholeFrame reports whether no line of the next step is shown. Only then can several steps
// be taken at once.
func (p *Player) AtWholeFrame() bool { return p.shownLines == 0 }

// Repeat makes n moves at once, each of the given number of frames. If frames is negative, the
// moves go back.
func (p *Player) Repeat(frames, n int) {
	if frames == 1 || frames == -1 {
		p.Clock.stop()
	}
	if frames > 0 {
		p.Forward(frames * n)
		return
	}
	p.Seek(max(0, p.at+frames*n))
}

// Position returns the student's position: the frame, and whether it is the end of a finished run.
// While the player is still on its way back to an earlier position, Position returns the earlier one.
// That one must not be lost if a letter of an answer replaces the run before the run is long enough
// again.
func (p *Player) Position() (at int, atEnd bool) {
	switch {
	case p.run == nil:
		return 0, false
	case p.goal.returning && p.goal.kind == goalEnd:
		return p.at, true
	case p.goal.returning && p.goal.kind == goalFrame:
		return p.goal.frame, false
	}
	return p.at, p.Finished()
}

// adaptBatch doubles or halves the size of the next batch so that it takes about batchTime.
func (p *Player) adaptBatch(took time.Duration) {
	switch {
	case took < batchTime/2:
		p.batch = min(2*p.batch, maxBatch)
	case took > batchTime*3/2:
		p.batch = max(1, p.batch/2)
	}
}

// dropGoal drops the goal and cancels the batch in progress.
func (p *Player) dropGoal() {
	p.job.Stop()
	p.goal = goal{}
}

// Seek goes to frame i, and extends the run if it is too short.
func (p *Player) Seek(i int) {
	if p.run == nil {
		return
	}
	p.dropGoal()
	if i >= p.run.Len() && !p.ended() {
		p.goal = goal{kind: goalFrame, frame: i}
	}
	p.moveTo(i)
}

// Forward goes n frames beyond the frame to which the player is moving, or beyond the current
// frame. So if keys arrive faster than frames can be computed, their moves add up.
func (p *Player) Forward(n int) {
	start, from := p.at, p.at
	if p.goal.kind == goalFrame {
		from = p.goal.frame
	}
	p.Seek(p.nextStop(from + n))
	haltAtBreakpoint(p, start)
	if p.goal.kind == goalFrame {
		p.goal.condition = p.stopCondition
	}
}

// SeekEnd goes to the end of the run, or to the first frame on the way at which a
// breakpoint holds.
func (p *Player) SeekEnd() {
	switch {
	case p.run == nil:
	case p.stopCondition.Name != "":
		p.dropGoal()
		p.goal = goal{kind: goalSearch, find: lastIfHolds(p.stopCondition), condition: p.stopCondition, scanDir: 1,
			quiet: true}
	default:
		p.seekBeyond(goal{kind: goalEnd})
	}
}

// SeekEvent goes to the nearest frame with an event, in direction dir. If there is none, it goes to
// the start or the end of the run.
func (p *Player) SeekEvent(dir int) {
	if p.run == nil {
		return
	}
	for i := p.at + dir; i >= 0 && i < p.run.Len(); i += dir {
		if p.run.Event(i) != "" {
			p.Seek(i)
			return
		}
	}
	if dir < 0 {
		p.Seek(0)
		return
	}
	p.seekBeyond(goal{kind: goalSearch, find: nextEvent})
}

// seekBeyond goes to the last computed frame and, if the run can grow, continues to a
// goal.
func (p *Player) seekBeyond(g goal) {
	p.Seek(p.run.Len() - 1)
	if !p.ended() {
		p.goal = g
	}
}

// TogglePlaying starts or stops playing. At the end of a run it starts from the beginning.
func (p *Player) TogglePlaying() {
	switch {
	case p.run == nil:
	case p.Clock.playing:
		p.Clock.stop()
	default:
		if p.Finished() {
			p.Seek(0)
		}
		p.Clock.start()
	}
}

// Halt stops playing and drops the goal. StopAtFrame also hides the lines of the next frame.
func (p *Player) Halt() {
	p.dropGoal()
	p.Clock.stop()
}

func (p *Player) StopAtFrame() {
	p.Halt()
	p.shownLines = 0
}

// StepForward and StepBack go one step, and Jump goes to step i. All of them stop
// playing.
func (p *Player) StepForward() {
	p.Clock.stop()
	p.stepBy(1)
}

func (p *Player) StepBack() {
	p.Clock.stop()
	p.stepBy(-1)
}

func (p *Player) Jump(i int) {
	if p.run != nil {
		p.Clock.stop()
		p.Seek(i)
	}
}

// PlayFrame plays one frame, unless frames are being computed. At the end of the run it stops
// playing.
func (p *Player) PlayFrame() {
	switch {
	case p.Finished():
		p.Clock.stop()
	case !p.job.Busy() && p.goal.kind == goalNone:
		from := p.at
		p.stepBy(1)
		haltAtBreakpoint(p, from)
	}
}

// Clock determines when the next frame is played.
type Clock struct {
	playing       bool
	tickRequested bool // whether a tick has been requested
	speedIndex    int  // index into Speeds
	starts        int  // number of starts; ticks of earlier starts are ignored
}

// Speeds returns the possible speeds in frames per second.
func Speeds() []int { return []int{1, 2, 4, 8, 16, 30} }

// TickMsg reports that it is time for the next frame.
type TickMsg struct{ Address }

// start starts the clock. Earlier ticks are no longer current.
func (c *Clock) start() {
	c.playing, c.tickRequested = true, false
	c.starts++
}

func (c *Clock) stop() { c.playing = false }

// Playing reports whether the clock runs.
func (c *Clock) Playing() bool { return c.playing }

// SetRate selects one of Speeds. Faster and Slower select the next higher and the next lower speed.
func (c *Clock) SetRate(rate int) { c.setSpeedIndex(slices.Index(Speeds(), rate)) }
func (c *Clock) Faster()          { c.setSpeedIndex(c.speedIndex + 1) }
func (c *Clock) Slower()          { c.setSpeedIndex(c.speedIndex - 1) }

func (c *Clock) setSpeedIndex(i int) { c.speedIndex = max(0, min(i, len(Speeds())-1)) }

// Rate returns the speed in frames per second.
func (c *Clock) Rate() int { return Speeds()[c.speedIndex] }

// accept reports whether the clock runs and a tick belongs to its latest start. If so,
// the next tick can be requested.
func (c *Clock) accept(m TickMsg) bool {
	current := c.playing && m.Gen == c.starts
	c.tickRequested = c.tickRequested && !current
	return current
}

// request returns the command that waits for the next tick, or nil if the clock is stopped
// or waits already.
func (c *Clock) request(owner int) Command {
	if c.tickRequested {
		return nil
	}
	c.tickRequested = c.playing
	return c.AwaitTick(owner)
}

// AwaitTick returns the command that waits for the next tick, or nil if the clock is stopped.
func (c *Clock) AwaitTick(owner int) Command {
	if !c.playing {
		return nil
	}
	tick, pause := TickMsg{Address{Owner: owner, Gen: c.starts}}, time.Second/time.Duration(c.Rate())
	return func() any {
		time.Sleep(pause)
		return tick
	}
}

// PositionText describes the position in the run and whether it is playing.
func (p *Player) PositionText() ascii.Line {
	total := strconv.Itoa(p.run.Len() - 1)
	if !p.ended() {
		total += "+"
	}
	words := ascii.Line{
		{Text: "step ", Ink: ascii.Dim}, {Text: strconv.Itoa(p.at), Ink: ascii.Strong},
		{Text: " / " + total, Ink: ascii.Dim},
	}
	state := fmt.Sprintf("   ‖ %d/s", p.Clock.Rate())
	ink := ascii.Dim
	if p.Clock.playing {
		state, ink = fmt.Sprintf("   ▶ %d/s", p.Clock.Rate()), ascii.Accent
	}
	return append(words, ascii.Span{Text: state, Ink: ink})
}

// Event returns the event of the frame shown, or the reason why the run ended there.
func (p *Player) Event() string {
	if reason, done := p.run.Done(); done && p.at == p.run.Len()-1 {
		return reason
	}
	return p.run.Event(p.at)
}
