package core

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"kernellab/ascii"
	"kernellab/exercises"
)

// position is the place of a student in a run: the number of a frame, which is the state after a
// step, and how many lines of the step to the next frame are shown.
type position struct {
	run    exercises.Run // may be nil
	serial int           // identifies the run; it changes when the run is replaced, not when it is extended
	at     int           // number of the current frame
	frame  exercises.Frame

	shownLines int
	next       exercises.Frame // the frame with the key nextKey, kept for its lines
	nextKey    MomentKey

	stopCondition exercises.Condition // holds where any active breakpoint holds; the player stops there on its way
}

// Moment is a run together with one of its frames. The invariants of a step, its alternatives, and
// the questions about the next step refer to a moment.
type Moment struct {
	Run         exercises.Run
	FrameNumber int
	serial      int
}

// MomentKey identifies a moment. It remains the same when the run is extended, because computed
// frames never change.
type MomentKey struct{ serial, at int }

// MomentAtEnd returns the last moment of a run that is not the player's. The number n ≥ 1
// must be different for each run.
func MomentAtEnd(run exercises.Run, n int) Moment { return Moment{run, run.Len() - 1, -n} }

// RunID identifies the run of a moment.
func (m Moment) RunID() int { return m.serial }

func (m Moment) Key() MomentKey { return MomentKey{m.serial, m.FrameNumber} }

// Run returns the run, which may be nil.
func (p *position) Run() exercises.Run { return p.run }

// Abilities returns the abilities of the run. Without a run there are none.
func (p *position) Abilities() exercises.Abilities { return exercises.AbilitiesOf(p.run) }

// FrameNumber returns the number of the current frame.
func (p *position) FrameNumber() int { return p.at }

// Frame returns the current frame. The caller must not change it.
func (p *position) Frame() *exercises.Frame { return &p.frame }

// CurrentMoment returns the moment of the current frame.
func (p *position) CurrentMoment() Moment { return Moment{p.run, p.at, p.serial} }

// Finished reports whether the current frame is the last one of a run that has ended.
func (p *position) Finished() bool {
	return p.run != nil && p.ended() && p.at == p.run.Len()-1
}

// length returns the number of frames that are computed.
func (p *position) length() int {
	if p.run == nil {
		return 0
	}
	return p.run.Len()
}

// ended reports whether the run cannot be extended.
func (p *position) ended() bool {
	if p.run == nil {
		return true
	}
	_, done := p.run.Done()
	return done
}

// moveTo moves to frame i, or to the nearest computed frame.
func (p *position) moveTo(i int) {
	if p.run == nil {
		return
	}
	p.shownLines = 0
	i = max(0, min(i, p.run.Len()-1))
	if i == p.at && p.frame.Figures != nil {
		return
	}
	p.at, p.frame = i, p.run.Frame(i)
	p.next, p.nextKey = exercises.Frame{}, MomentKey{} // free its memory
}

// nextFrame returns the next frame, which must exist.
func (p *position) nextFrame() exercises.Frame {
	key := MomentKey{p.serial, p.at + 1}
	if p.nextKey != key {
		p.next, p.nextKey = p.run.Frame(p.at+1), key
	}
	return p.next
}

// FirstStep returns the frame after the first step if the run is at its start and that step is
// computed. Otherwise it returns nil.
func (p *position) FirstStep() *exercises.Frame {
	if p.at > 0 || p.length() < 2 {
		return nil
	}
	return new(p.nextFrame())
}

// nextLines returns the lines of the step to the next frame: the results of the lines of its
// pseudo-code, without the first line, or the lines of its formula if it has no pseudo-code.
func (p *position) nextLines() []ascii.Line {
	next := p.nextFrame()
	if next.Code.LineResults != nil {
		return next.Code.LineResults()
	}
	return next.Formula
}

// LineProgress returns how many lines of the step to the next frame are shown, and the total number
// of its lines. Both are 0 if no line is shown.
func (p *position) LineProgress() (shown, total int) {
	if p.shownLines == 0 || p.run == nil || p.at+1 >= p.run.Len() {
		return 0, 0
	}
	total = len(p.nextLines())
	return min(p.shownLines, total), total
}

// Formula returns the formula of the current frame. If lines of the next step are shown, it
// returns the last of them instead: a line of the pseudo-code and its numbers, or a line of the
// formula.
func (p *position) Formula() []ascii.Line {
	shownCount, _ := p.LineProgress()
	if shownCount == 0 {
		return p.frame.Formula
	}
	line := p.nextLines()[shownCount-1 : shownCount]
	if code := p.nextFrame().Code; code.LineResults != nil {
		return []ascii.Line{code.Lines[shownCount], line[0]}
	}
	return line
}

// Status describes the position, and how many lines of the next frame are shown.
func (p *position) Status() ascii.Line {
	shownCount, total := p.LineProgress()
	if shownCount == 0 {
		return p.frame.Status
	}
	return ascii.Line{
		{Text: fmt.Sprintf("towards step %d, line %d of %d", p.at+1, shownCount, total), Ink: ascii.Accent},
		{Text: fmt.Sprintf("; the pictures show step %d", p.at), Ink: ascii.Dim},
	}
}

// stepBy goes one step forward (dir 1) or back (dir −1). If lines of the next step are
// shown, going back hides the last one.
func (p *Player) stepBy(dir int) {
	switch {
	case p.run == nil:
	case dir > 0:
		p.Forward(1)
	case p.shownLines > 0:
		p.dropGoal()
		p.shownLines--
	default:
		p.Seek(p.at - 1)
	}
}

// ShowNextLine shows one line more of the step to the next frame. After the last line it
// takes the step.
func (p *Player) ShowNextLine() {
	p.Clock.stop()
	switch {
	case p.run == nil:
	case p.at+1 >= p.run.Len():
		if !p.ended() && p.goal.kind == goalNone {
			p.dropGoal()
			p.goal = goal{kind: goalLine}
		}
	case p.shownLines < len(p.nextLines()):
		p.dropGoal()
		p.shownLines++
	default:
		p.Seek(p.at + 1)
	}
}

// HideLaterFrames hides everything after the current frame, if the run supports it. Charts and
// timeline must not answer an open question about the next step. The player must not move until
// RevealLaterFrames is called.
func (p *Player) HideLaterFrames() {
	ability := p.Abilities().Predictions
	if ability == nil || p.wholeRun != nil || p.at >= p.run.Len()-1 {
		return
	}
	p.wholeRun = p.run
	p.replaceVersion(ability.UpTo(p.at))
}

// RevealLaterFrames shows again what HideLaterFrames hid.
func (p *Player) RevealLaterFrames() {
	if whole := p.wholeRun; whole != nil {
		p.wholeRun = nil
		p.replaceVersion(whole)
	}
}

// replaceVersion replaces the run by a longer or shorter version of itself, whose pictures may
// differ.
func (p *Player) replaceVersion(run exercises.Run) {
	p.run, p.frame = run, run.Frame(p.at)
	p.serial++
}

// batchTime is the time that one batch may take. Its frames are shown only when it ends, and are lost
// if it is cancelled, so each command computes a bounded batch.
const batchTime = 20 * time.Millisecond

// quickTime is the time below which frames are computed at once. A command would cost more: after its
// result, the screen is laid out and drawn again.
const quickTime = 2 * time.Millisecond

// The number of frames in the first batch, and the maximum.
const firstBatch, maxBatch = 8, 1 << 14

// extendedMsg contains a longer run.
type extendedMsg struct {
	Address
	run  exercises.Run
	err  error
	took time.Duration
}

// Command returns the command for the next batch or scan, or nil if there is no goal, the run has
// ended, or a batch or scan is in progress. If the goal is a frame that can be reached quickly,
// judging by the latest batch, Command goes there itself.
func (p *Player) Command(jobs JobStarter) Command {
	if p.run == nil || p.goal.kind == goalNone || p.job.Busy() {
		return nil
	}
	if p.goal.scanDir != 0 {
		return p.requestScan(jobs)
	}
	if p.ended() {
		p.goal = goal{}
		return nil
	}
	p.batch = cmp.Or(p.batch, firstBatch)
	n, quick := cmp.Or(jobs.BatchSize, p.batch), false
	switch p.goal.kind {
	case goalLine:
		n = 1
	case goalFrame:
		distance := max(1, p.goal.frame-p.run.Len()+1)
		if jobs.BatchSize == 0 && p.frameTime > 0 {
			n = min(max(n, int(batchTime/p.frameTime)), maxBatch)
			quick = time.Duration(distance)*p.frameTime < quickTime
		}
		n = min(n, distance)
	}
	if quick {
		jobs.AwaitTurn = nil
	}
	run, until := p.run, p.goal.condition
	command := jobs.StartJob(&p.job, func(ctx context.Context, to Address) any {
		start := time.Now()
		longer, err := run.Extend(ctx, n, until)
		return extendedMsg{to, longer, err, time.Since(start)}
	})
	if !quick {
		return command
	}
	known := p.frameTime
	p.frameTime = 0 // receiveExtended sets it if there are new frames
	p.Receive(command())
	// A slow frame may just have waited for the processor, so only a second one counts as slow.
	p.frameTime = min(p.frameTime, max(2*known, quickTime/2))
	return p.Command(jobs)
}

// Receive takes the results of the commands that [Player.Command] has returned.
func (p *Player) Receive(msg any) {
	switch msg := msg.(type) {
	case extendedMsg:
		p.receiveExtended(msg)
	case scannedMsg:
		p.receiveScan(msg)
	}
}

// receiveExtended receives a longer run.
func (p *Player) receiveExtended(m extendedMsg) {
	if !p.job.Finish(m.Address) {
		return
	}
	p.failure = m.err
	if m.run == nil || m.err != nil && m.run.Len() <= p.run.Len() {
		p.goal = goal{}
		p.Clock.stop()
		return
	}
	oldLen := p.run.Len()
	p.run = m.run
	if n := p.run.Len() - oldLen; n > 0 {
		p.frameTime = max(1, m.took/time.Duration(n))
	}
	if p.goal.kind == goalEnd || p.goal.kind == goalSearch { // other goals compute fewer frames than a batch
		p.adaptBatch(m.took)
	}
	p.advance(oldLen)
}

// advance moves towards the goal after the run has been extended. The parameter oldLen is the
// number of frames that the run had before. advance drops the goal when the goal is reached or the
// run has ended.
func (p *Player) advance(oldLen int) {
	lastFrame, reached, from := p.run.Len()-1, p.ended(), p.at
	switch p.goal.kind {
	case goalFrame:
		p.moveTo(min(p.goal.frame, lastFrame))
		reached = reached || lastFrame >= p.goal.frame || p.goal.condition.Name != "" && p.atBreakpoint()
	case goalEnd:
		p.moveTo(lastFrame)
	case goalLine:
		p.shownLines = min(1, lastFrame-p.at)
		if p.shownLines > 0 && len(p.nextLines()) == 0 {
			p.moveTo(lastFrame)
		}
		reached = true
	case goalSearch:
		if at := p.goal.find(p.run, oldLen); at >= 0 {
			p.moveTo(at)
			reached = true
		} else if p.moveTo(lastFrame); reached {
			recordNotFound(p, p.goal)
		}
	}
	if reached {
		p.goal = goal{}
	}
	haltAtBreakpoint(p, from)
}

// scannedMsg contains the computed frame at which a condition holds, or −1.
type scannedMsg struct {
	Address
	at int
}

// SeekCondition goes to the nearest frame in direction dir (1 or −1) at which a condition
// holds. Forward, the run is extended until there is one. If there is none, the player
// returns to the current frame.
func (p *Player) SeekCondition(condition exercises.Condition, dir int) {
	if p.run == nil {
		return
	}
	p.dropGoal()
	p.Clock.stop()
	p.goal = goal{kind: goalSearch, find: lastIfHolds(condition), condition: condition, scanDir: dir, originFrame: p.at}
}

// requestScan returns the command that looks for the goal's condition among the computed
// frames.
func (p *Player) requestScan(jobs JobStarter) Command {
	run, from, g := p.run, p.at, p.goal
	return jobs.StartJob(&p.job, func(ctx context.Context, to Address) any {
		return scannedMsg{to, exercises.FindFrame(ctx, run, from, g.scanDir, g.condition)}
	})
}

// receiveScan receives the result of a scan. If a forward scan found nothing, the run is
// extended.
func (p *Player) receiveScan(m scannedMsg) {
	if !p.job.Finish(m.Address) {
		return
	}
	g, start := p.goal, p.at
	p.goal = goal{}
	switch {
	case m.at >= 0:
		p.moveTo(m.at)
		haltAtBreakpoint(p, start)
	case g.scanDir > 0 && !p.ended():
		p.seekBeyond(goal{kind: goalSearch, find: g.find, condition: g.condition, originFrame: g.originFrame,
			quiet: g.quiet})
	default:
		if g.scanDir > 0 {
			p.moveTo(p.run.Len() - 1)
		}
		recordNotFound(p, g)
	}
}

// recordNotFound records that a condition holds nowhere in this direction, and returns to the
// frame at which the search began. It does nothing for a quiet goal or without a condition.
func recordNotFound(p *Player, g goal) {
	if g.quiet || g.condition.Name == "" {
		return
	}
	p.notFound = g.condition.Label
	p.moveTo(min(g.originFrame, p.run.Len()-1))
}

// TakeNotFound returns the label of the condition that was not found since the last
// call, or "".
func (p *Player) TakeNotFound() string {
	label := p.notFound
	p.notFound = ""
	return label
}

// atBreakpoint reports whether a breakpoint holds at the frame shown.
func (p *position) atBreakpoint() bool { return p.run.Holds(p.at, p.stopCondition) }

// nextStop returns the first computed frame after the current one at which a breakpoint holds, up
// to frame limit. If there is none, it returns limit.
func (p *position) nextStop(limit int) int {
	if p.run == nil {
		return limit
	}
	for i := p.at + 1; i <= min(limit, p.run.Len()-1); i++ {
		if p.run.Holds(i, p.stopCondition) {
			return i
		}
	}
	return limit
}

// haltAtBreakpoint stops playing if the player has left the frame start and a breakpoint holds at
// the new frame.
func haltAtBreakpoint(p *Player, start int) {
	if p.Clock.playing && p.at != start && p.atBreakpoint() {
		p.Clock.stop()
	}
}
