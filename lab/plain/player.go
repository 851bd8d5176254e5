package plain

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/core"
	"kernellab/lab/progress"
	"kernellab/lab/study"
)

// maxFrames is the maximum number of frames by which one command extends a run.
const maxFrames = 10_000

// player moves through the run on the stage.
type player struct {
	ctx     context.Context
	voice   *voice
	work    *study.Work
	arrived func() // describes the current frame except for its status

	asks func() bool // opens a quiz about the next step, and reports whether it has a question

	run           exercises.Run // nil if there is nothing to step through
	branches      core.Branches
	considered    alternative
	conditions    core.Breakpoints
	waiting       core.Waiting
	due           *progress.Debug // saved branches and conditions, to be restored once there is a run
	notes         []string        // written with the next position
	at            int             // the current frame of run
	line          int             // number of formula lines of the next frame written so far
	lastDescribed described
	marked        map[int]bool // the steps that the lesson marks and that were asked about
}

// load takes the run of a new scene and goes to the same frame, as far as the run
// reaches. If a branch is current, it stays current and the run becomes its original.
func (p *player) load(run exercises.Run) {
	p.considered = alternative{}
	if p.run != nil && p.branches.Leaves(run) {
		p.branches.Note(p.run)
	}
	due, words := p.waiting.SetAside(&p.branches, p.due, run)
	p.note(words)
	if p.due = due; due == nil && run != nil {
		p.due = p.waiting.Return(run)
	}
	p.run = p.branches.Renew(run)
	if p.run == nil {
		p.at = 0
		return
	}
	want := p.at
	p.bring()
	p.at = min(want, p.run.Len()-1)
	p.reach(want)
}

// offer writes the position in the run and the commands that move it, if there is a run.
func (p *player) offer() {
	if p.run == nil {
		return
	}
	p.position()
	v := p.voice
	if n := p.branches.Len() - 1; n > 0 {
		v.sayf("Beside the original there %s; “branches” tells of them.", branchesSaid(n))
	}
	ways := []string{"next", "back", "goto", "until", "why"}
	if p.run.Abilities().Predictions != nil {
		ways = append(ways, "predict", "by-hand")
	}
	for i, w := range ways {
		ways[i] = "“" + w + "”"
	}
	last := len(ways) - 1
	v.sayf("There is a computation to step through, with %s and %s.", strings.Join(ways[:last], ", "), ways[last])
}

// frame returns the current frame, or an empty one if there is no run.
func (p *player) frame() exercises.Frame {
	if p.run == nil {
		return exercises.Frame{}
	}
	return p.run.Frame(p.at)
}

// reach goes to frame n, or to the last frame if the run cannot be extended that far.
func (p *player) reach(n int) {
	if missing := n - p.run.Len() + 1; missing > 0 {
		p.extend(min(missing, maxFrames), exercises.Break{})
	}
	p.at, p.line = max(0, min(n, p.run.Len()-1)), 0
	p.work.SetFrame(p.at)
}

func (p *player) extend(n int, until exercises.Break) { p.run = p.extended(p.run, n, until) }

// extended returns the run with up to n more frames.
func (p *player) extended(run exercises.Run, n int, until exercises.Break) exercises.Run {
	if _, done := run.Done(); done {
		return run
	}
	longer, err := run.Extend(p.ctx, n, until)
	if err != nil {
		p.voice.say(sentence("The computation stopped: " + err.Error()))
	}
	if longer == nil {
		return run
	}
	return longer
}

// playing reports whether there is a run, and explains if there is none.
func (p *player) playing() bool {
	if p.run == nil {
		p.voice.say("There is nothing to step through here. An empty line goes on with the exercise; “skip” leaves this step open.")
	}
	return p.run != nil
}

// branchesSaid returns a number of branches with its verb.
func branchesSaid(n int) string {
	if n == 1 {
		return "is one branch"
	}
	return fmt.Sprintf("are %d branches", n)
}

// count parses the argument of a command as a number of frames. If empty, it is 1.
func (p *player) count(command, arg string) (n int, ok bool) {
	if arg == "" {
		return 1, true
	}
	return p.voice.whole(command, arg, "number of steps", 1, maxFrames)
}

func (p *player) next(arg string) {
	n, ok := p.count("next", arg)
	if !ok {
		return
	}
	before := p.at
	to, asked := p.mark(n)
	if stop := p.stopAt(to); stop < to {
		to, asked = stop, false
	}
	p.reach(to)
	if reason, done := p.run.Done(); done && p.at == before && !asked {
		p.voice.say("The computation is at its end. " + sentence(reason))
		return
	}
	if p.at > before {
		p.moved()
	}
	if asked && p.at == to && !p.asks() {
		p.next("")
	}
}

// mark returns the frame n steps on, or an earlier one before a step that the lesson
// marks and that was not asked about yet. asked reports the latter.
func (p *player) mark(n int) (to int, asked bool) {
	asks := p.run.Abilities().Predictions
	for i := p.at; asks != nil && i < p.at+n; i++ {
		if asks.Marked(i) && !p.marked[i] {
			if p.marked == nil {
				p.marked = map[int]bool{}
			}
			p.marked[i] = true
			return i, true
		}
	}
	return p.at + n, false
}

func (p *player) back(arg string) {
	n, ok := p.count("back", arg)
	if !ok {
		return
	}
	if p.at == 0 {
		p.voice.say("The computation is at its start.")
		return
	}
	p.reach(max(0, p.at-n))
	p.moved()
}

func (p *player) goTo(arg string) {
	switch {
	case strings.EqualFold(arg, "end"):
		p.end("")
		return
	case strings.EqualFold(arg, "start"):
		p.start("")
		return
	}
	n, ok := p.voice.whole("goto", arg, "step of the computation", 0, 100*maxFrames)
	if !ok {
		return
	}
	for p.run.Len() <= n && p.ctx.Err() == nil {
		if _, done := p.run.Done(); done {
			break
		}
		before := p.run.Len()
		p.extend(min(n-before+1, maxFrames), exercises.Break{})
		if p.run.Len() == before {
			break
		}
	}
	p.reach(n)
	if p.at < n {
		p.voice.sayf("The computation has no step %d; it goes to step %d.", n, p.at)
	}
	p.moved()
}

func (p *player) start(string) {
	p.reach(0)
	p.moved()
}

// end goes to the end of the run, but extends it by at most maxFrames.
func (p *player) end(string) {
	p.reach(p.stopAt(p.run.Len() + maxFrames))
	p.moved()
}

// event goes to the next frame with an event, or with “back” to the previous one.
func (p *player) event(arg string) {
	if strings.EqualFold(arg, "back") {
		p.eventBefore()
		return
	}
	for i := p.at + 1; i < p.at+maxFrames && p.ctx.Err() == nil; i++ {
		if i >= p.run.Len() {
			p.extend(8, exercises.Break{})
		}
		if i >= p.run.Len() {
			break
		}
		if p.run.Event(i) != "" {
			p.reach(i)
			p.moved()
			return
		}
	}
	p.voice.say("No event comes after this.")
}

func (p *player) eventBefore() {
	for i := p.at - 1; i > 0; i-- {
		if p.run.Event(i) != "" {
			p.reach(i)
			p.moved()
			return
		}
	}
	p.voice.say("No event comes before this.")
}

// moved writes the new position and what has changed.
func (p *player) moved() {
	p.position()
	p.changes()
	p.arrived()
}

// position writes the status of the frame, its event, the condition that holds, and
// whether it is the last.
func (p *player) position() {
	f := p.frame()
	status, step := minus([]string{inCommas(f.Status.String())})[0], "Step "+strconv.Itoa(p.at)
	if p.branches.Now() > 0 {
		step = capital(p.branches.Name(p.branches.Now())) + ", step " + strconv.Itoa(p.at)
	}
	switch {
	case status == "":
		status = step
	case p.branches.Now() > 0 || !strings.HasPrefix(status+" ", "step "+strconv.Itoa(p.at)+" "):
		status = step + ": " + status
	}
	p.noted()
	p.voice.say(sentence(capital(status)))
	if e := p.run.Event(p.at); e != "" {
		p.voice.say("Here, " + sentence(e))
	}
	if stop := p.conditions.Here(p.run, p.at); stop != "" {
		p.voice.say("A condition holds here: " + sentence(stop))
	}
	if reason, done := p.run.Done(); done && p.at == p.run.Len()-1 {
		p.voice.say("This is the last step. " + sentence(reason))
	}
	p.watched()
}

// why explains the step before the current frame, or the one that “what-if” described.
func (p *player) why(arg string) {
	f, ok := p.explainedFrame(arg)
	if !ok {
		return
	}
	switch shut := p.run.Abilities().NoWhy; {
	case shut != "":
		p.voice.say(sentence(capital(shut)))
	case f.Why == nil:
		p.voice.say("There is nothing to explain at this step of the computation.")
	default:
		p.voice.table(f.Why())
	}
}

// maxEvents is the maximum number of events that are listed.
const maxEvents = 20

// timeline writes how far the run is known, where the branch was forked, and which steps
// have an event.
func (p *player) timeline(string) {
	last := p.run.Len() - 1
	say := fmt.Sprintf("You are at step %d. The computation is known up to step %d", p.at, last)
	if _, done := p.run.Done(); done {
		say += ", its end"
	}
	p.voice.say(say + ".")
	if at, ok := p.branches.Left(); ok {
		p.voice.sayf("This is %s, which left another at step %d.", p.branches.Name(p.branches.Now()), at)
	}
	n := 0
	for i := range last + 1 {
		e := p.run.Event(i)
		if e == "" {
			continue
		}
		if n++; n <= maxEvents {
			p.voice.hang("  ", fmt.Sprintf("Step %d: %s", i, sentence(e)))
		}
	}
	switch {
	case n == 0:
		p.voice.say("Nothing stands out on the way so far.")
	case n > maxEvents:
		p.voice.say(ascii.AndMore(n-maxEvents, "event"))
	}
}

// nextLine writes one more line of the formula of the next step. After the last line it
// takes the step. With “back” it repeats the previous line.
func (p *player) nextLine(arg string) {
	back := strings.EqualFold(arg, "back")
	if !back && p.run.Len() <= p.at+1 {
		p.extend(1, exercises.Break{})
	}
	if p.run.Len() <= p.at+1 {
		reason, _ := p.run.Done()
		p.voice.say(strings.TrimSpace("The computation is at its end. " + sentence(reason)))
		return
	}
	lines := p.run.Frame(p.at + 1).Formula
	switch {
	case back && p.line <= 1:
		p.line = 0
		p.voice.sayf("No line of step %d is said yet.", p.at+1)
		return
	case back:
		p.line--
	case p.line < len(lines):
		p.line++
	default:
		p.reach(p.at + 1)
		p.moved()
		return
	}
	p.voice.sayf("Towards step %d, line %d of %d:", p.at+1, p.line, len(lines))
	p.voice.keep(lines[p.line-1].String())
}
