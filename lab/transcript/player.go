package transcript

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/core"
	"kernellab/lab/study"
)

// maxFrames is the maximum number of frames that most commands may add to a run. load and goTo may
// add 100 times as many.
const maxFrames = 10_000

// player moves through a run, the recorded steps of the algorithm that the task shows. A frame is the
// state after a step, with its pictures. The player passes commands to the debugger, lets the debugger
// compute until nothing is left to compute, and writes the new position.
type player struct {
	core.Debugger
	ctx context.Context
	*printer
	work          *study.Work
	describeFrame func() // describes the current frame without its status

	notices       []string // messages to write with the next position
	lastDescribed describedFigures
}

// load replaces the original run by the run of a new scene. It keeps the position if the new run is
// long enough. Branches that belong to the new run stay, and if the current branch is one of them,
// it remains current. The other branches are set aside, see [core.Debugger.Load].
func (p *player) load(run exercises.Run) {
	isFirstRun := p.run() == nil
	p.addNotice(p.Load(run))
	if frame := p.work.Frame(); isFirstRun && frame > 0 {
		p.Player.Resume(frame)
	}
	for _, n := range p.computeWithin(maxFrames, 100*maxFrames) {
		p.addNotice(n)
	}
}

// computeAll lets the debugger compute everything that it needs for the current position. This adds
// at most maxFrames frames to the run.
func (p *player) computeAll() { p.computeWithin(maxFrames, maxFrames) }

// computeWithin is computeAll with other limits: it adds batch frames to the run at a time, and at
// most limit in total. It returns the debugger's messages.
func (p *player) computeWithin(batch, limit int) (notices []string) {
	notices, err := p.Settle(p.ctx, batch, limit)
	if err != nil {
		p.say(withFullStop("The computation stopped: " + err.Error()))
	}
	if p.run() != nil {
		p.work.SetFrame(p.frameNumber())
	}
	return notices
}

// run returns the run, or nil if there is none. frameNumber returns the number of the current frame.
// frame returns the current frame, or an empty frame if there is no run.
func (p *player) run() exercises.Run      { return p.Player.Run() }
func (p *player) frameNumber() int        { return p.Player.FrameNumber() }
func (p *player) frame() *exercises.Frame { return p.Player.Frame() }

// lastFrame returns the number of the last frame computed so far.
func (p *player) lastFrame() int { return p.run().Len() - 1 }

// finishMove computes what is needed after a move, and writes the new position and what has
// changed.
func (p *player) finishMove() {
	p.computeAll()
	p.writeMove()
}

// introduceRun writes the position in the run and the commands that change it, if there is a run.
func (p *player) introduceRun() {
	if p.run() == nil {
		return
	}
	p.writePosition()
	if n := p.Player.Branches.Len() - 1; n > 0 {
		p.sayf("Branches besides the original: %d. “branches” lists them.", n)
	}
	commands := []string{"next", "back", "goto", "until", "why"}
	if p.Player.Abilities().Predictions != nil {
		commands = append(commands, "predict", "by-hand")
	}
	for i, w := range commands {
		commands[i] = "“" + w + "”"
	}
	last := len(commands) - 1
	p.sayf("There is a computation to step through, with %s and %s.", strings.Join(commands[:last], ", "),
		commands[last])
}

// hasRun reports whether there is a run. If there is none, it says so.
func (p *player) hasRun() bool {
	if p.run() == nil {
		p.say("There is nothing to step through here. An empty line goes on with the exercise; “skip” leaves this task open.")
	}
	return p.run() != nil
}

// parseCount parses the argument of a command as a number of frames. An empty argument means 1.
func (p *player) parseCount(command, arg string) (n int, ok bool) {
	if arg == "" {
		return 1, true
	}
	return p.wholeNumber(command, arg, "number of steps", 1, maxFrames)
}

func (p *player) goForward(arg string) {
	n, ok := p.parseCount("next", arg)
	if !ok {
		return
	}
	startFrame := p.frameNumber()
	p.PassBreakpoints()
	p.Player.Forward(n)
	p.computeAll()
	if reason, done := p.run().Done(); done && p.frameNumber() == startFrame {
		p.say("The computation is at its end. " + withFullStop(reason))
		return
	}
	if p.frameNumber() > startFrame {
		p.writeMove()
	}
}

func (p *player) goBack(arg string) {
	n, ok := p.parseCount("back", arg)
	if !ok {
		return
	}
	if p.frameNumber() == 0 {
		p.say("The computation is at its start.")
		return
	}
	p.Player.Seek(p.frameNumber() - n)
	p.finishMove()
}

func (p *player) goTo(arg string) {
	switch {
	case strings.EqualFold(arg, "end"):
		p.goToEnd("")
		return
	case strings.EqualFold(arg, "start"):
		p.goToStart("")
		return
	}
	n, ok := p.wholeNumber("goto", arg, "step of the computation", 0, 100*maxFrames)
	if !ok {
		return
	}
	p.Player.Seek(n)
	p.computeWithin(maxFrames, 100*maxFrames)
	if p.frameNumber() < n {
		p.sayf("The computation has no step %d; it goes to step %d.", n, p.frameNumber())
	}
	p.writeMove()
}

func (p *player) goToStart(string) {
	p.Player.Seek(0)
	p.finishMove()
}

// goToEnd goes to the end of the run, but adds at most maxFrames frames to it.
func (p *player) goToEnd(string) {
	p.PassBreakpoints()
	p.Player.SeekEnd()
	p.finishMove()
}

// goToEvent goes to the next frame with an event or, if arg is “back”, to the previous one.
func (p *player) goToEvent(arg string) {
	startFrame, dir, noEvent := p.frameNumber(), 1, "No event comes after this."
	if strings.EqualFold(arg, "back") {
		dir, noEvent = -1, "No event comes before this."
	}
	p.Player.SeekEvent(dir)
	p.computeWithin(8, maxFrames)
	if p.frameNumber() == startFrame || p.frameNumber() == 0 || p.run().Event(p.frameNumber()) == "" {
		p.Player.Seek(startFrame)
		p.say(noEvent)
		return
	}
	p.writeMove()
}

// writeMove writes the new position and what has changed.
func (p *player) writeMove() {
	p.writePosition()
	p.describeChangesSinceLast()
	p.describeFrame()
}

// writePosition writes the status of the current frame, its event, the breakpoints whose conditions
// hold there, and whether the frame is the last.
func (p *player) writePosition() {
	status := typesetNumbers(withCommas(p.frame().Status.String()))
	step := "step " + strconv.Itoa(p.frameNumber())
	namesStep := strings.HasPrefix(status+",", step+",")
	if p.Player.Branches.CurrentIndex() > 0 {
		step, namesStep = p.Player.Branches.CurrentName()+", "+step, false
	}
	switch {
	case status == "":
		status = step
	case !namesStep:
		status = step + ": " + status
	}
	p.writeNotices()
	p.say(withFullStop(capitalise(status)))
	if e := p.run().Event(p.frameNumber()); e != "" {
		p.say("Here: " + withFullStop(e))
	}
	if stop := p.Breakpoints.LabelsAt(p.run(), p.frameNumber()); stop != "" {
		p.say("A condition holds here: " + withFullStop(stop))
	}
	if reason, done := p.run().Done(); done && p.frameNumber() == p.lastFrame() {
		p.say("This is the last step. " + withFullStop(reason))
	}
	p.writeWatched()
}

// why explains the step that led to the current frame. If arg is not empty, as in “why what-if”, it
// explains the changed step that “what-if” described.
func (p *player) why(arg string) {
	f, ok := p.explainedFrame(arg)
	if !ok {
		return
	}
	switch replacement := p.run().Abilities().WhyReplacement; {
	case replacement != "":
		p.say(withFullStop(capitalise(replacement)))
	case f.Why == nil:
		p.say("There is nothing to explain at this step of the computation.")
	default:
		p.writeTable(f.Why())
	}
}

// maxEvents is the maximum number of events that are listed.
const maxEvents = 20

// timeline writes the number of computed steps, where the branch was forked, and which
// steps have an event.
func (p *player) timeline(string) {
	last := p.lastFrame()
	text := fmt.Sprintf("You are at step %d. The computation has been run up to step %d", p.frameNumber(), last)
	if _, done := p.run().Done(); done {
		text += ", its end"
	}
	p.say(text + ".")
	if at, ok := p.Player.Branches.ForkFrame(); ok {
		p.sayf("This is %s, which was forked at step %d.", p.Player.Branches.CurrentName(), at)
	}
	n := 0
	for i := range last + 1 {
		e := p.run().Event(i)
		if e == "" {
			continue
		}
		if n++; n <= maxEvents {
			p.writeItem("  ", fmt.Sprintf("Step %d: %s", i, withFullStop(e)))
		}
	}
	switch {
	case n == 0:
		p.say("Nothing special has happened so far.")
	case n > maxEvents:
		p.say(ascii.AndMore(n-maxEvents, "event"))
	}
}

// nextLine writes the next line of the formula by which the next step is computed. If all lines
// have been written, it takes the step. If arg is “back”, it goes back one line.
func (p *player) nextLine(arg string) {
	startFrame := p.frameNumber()
	switch shown, _ := p.Player.LineProgress(); {
	case !strings.EqualFold(arg, "back"):
		p.Player.ShowNextLine()
	case shown <= 1:
		p.Player.StopAtFrame()
		p.sayf("No line of step %d has been shown yet.", startFrame+1)
		return
	default:
		p.Player.StepBack()
	}
	p.computeAll()
	shown, total := p.Player.LineProgress()
	switch {
	case p.frameNumber() > startFrame:
		p.writeMove()
	case shown == 0:
		reason, _ := p.run().Done()
		p.say(strings.TrimSpace("The computation is at its end. " + withFullStop(reason)))
	default:
		p.sayf("Towards step %d, line %d of %d:", startFrame+1, shown, total)
		p.writeTable(p.Player.Formula())
	}
}
