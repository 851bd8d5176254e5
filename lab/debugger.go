package lab

import (
	"cmp"
	"fmt"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/job"
	"kernellab/lab/lasting"
	"kernellab/lab/player"
	"kernellab/lab/ui"
)

// debugger is the run on the stage with everything the student asks of it: the
// player that moves along it, the conditions watched, the panels, the questions
// on the step to come, and what stands in place of the run's own frame. It knows of
// an algorithm only what the run and its abilities say. A preview or a fork never
// touches the run itself.
type debugger struct {
	asker
	player    player.Player
	watches   watches
	inspector inspector
	whatIf    whatIf    // at most one of these two is open
	compare   comparing //
	next      job.Job   // the questions on the step to come
	marked    map[int]bool
	memory    memory
	sought    exercises.Break // a change run back to, told once it is reached
}

// begin forgets everything that belongs to the step of the exercise that was left.
func (d *debugger) begin() {
	d.player.Reset()
	d.player.Clock.Set(d.session.settings.speed)
	d.watches, d.marked = watches{frame: d.watches.frame, stops: stops{job: d.watches.stops.job}}, nil
	d.inspector.ledger.known = false
}

// stop ends what is under way.
func (d *debugger) stop() {
	d.player.Rest()
	d.sought = exercises.Break{}
	d.watches.frame.forget()
	d.watches.stops.job.Stop()
	d.inspector.ledger.forget()
	d.next.Stop()
	d.memory.job.Stop()
	d.leaveGuests()
}

// leaveGuests puts the run's own frame back on the stage, which guests reports is
// not there.
func (d *debugger) leaveGuests() {
	d.whatIf.leave()
	d.compare.leave()
}

func (d *debugger) guests() bool { return d.whatIf.open || d.compare.open }

// waits for the questions on a step, and for the choices under "what if".
func (d *debugger) waits() bool { return d.next.Busy() || d.whatIf.waits() }

// load puts the run of a new scene in place of the one before.
func (d *debugger) load(run exercises.Run) {
	d.leaveGuests()
	d.part(run)
	d.player.Load(run)
	d.meet(run)
}

// pointed reports whether there is a table of the points of the run.
func (d *debugger) pointed() bool {
	return d.player.Run() != nil && slices.ContainsFunc(d.player.Frame().Figures, func(f exercises.Figure) bool { return f.Role == exercises.State })
}

// over lays what there is to see of the run over the sight of its scene.
func (d *debugger) over(v sight) sight {
	v.watched = d.watches.line()
	if d.player.Run() != nil {
		v = d.played(v)
	}
	switch {
	case d.whatIf.open:
		v = d.whatIf.over(v)
	case d.compare.open:
		v = d.compare.over(v)
	}
	return v
}

// ask returns the command, after every message, for what the parts want to know:
// a longer run, and what those that stand open say of the frame on the stage.
func (d *debugger) ask() tea.Cmd {
	missed := d.player.TakeMissed()
	d.session.complain(missed == "", missed+": at no other step this way; you are where you began")
	d.found()
	if lost := d.player.Branches.TakeLost(); lost > 0 {
		d.session.notice = lasting.GoneWords(lost)
	}
	now := d.now()
	d.arm()
	return tea.Batch(d.player.Work(d.Asker), d.bring(), d.watches.ask(d.Asker, now), d.watches.stops.ask(d.Asker, d.player.Here(), d.watches.Armed()),
		d.inspector.ledger.ask(d.Asker, now), d.compare.ask(d.Asker, d.player.Here(), &d.player.Branches))
}

// arm tells the player what stops it. A window may have switched something off since
// the message before.
func (d *debugger) arm() { d.player.Arm(d.watches.Armed()) }

// now is the moment that the stage shows: that of the run, or the step
// considered.
func (d *debugger) now() player.Moment {
	if now, ok := d.whatIf.moment(); ok {
		return now
	}
	return d.player.Here()
}

// about names what the panels speak of, where that is not clear: the step
// considered, or that of two branches which keeps its panels.
func (d *debugger) about() string {
	switch b := &d.player.Branches; {
	case d.whatIf.shows():
		return "What if: "
	case d.compare.open:
		return b.Name(b.Now()) + ": "
	}
	return ""
}

// take takes in what was asked for.
func (d *debugger) take(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case player.TickMsg:
		return d.beat(msg)
	case ledgerMsg:
		d.inspector.ledger.take(msg)
	case readingsMsg:
		d.watches.take(msg)
	case broughtMsg:
		d.brought(msg)
	case stopsMsg:
		d.watches.stops.take(msg)
	case previewMsg:
		cmd, ok := d.whatIf.previewed(d.Asker, msg)
		d.session.complain(ok, "this run can go one way only")
		return cmd
	case forkMsg:
		d.forked(msg)
	case compareMsg:
		ok := d.compare.compared(msg, &d.player.Branches)
		d.session.complain(ok, "these two runs have nothing to compare")
	default:
		d.player.Take(msg)
	}
	return nil
}

// forward steps the run, or asks about a step that the lesson has marked.
func (d *debugger) forward() tea.Cmd {
	if cmd, ok := d.askMarked(); ok {
		return cmd
	}
	d.player.StepForward()
	return nil
}

// stepBy steps the run from a window above the screen.
func (d *debugger) stepBy(n int) tea.Cmd {
	if n > 0 {
		return tea.Batch(d.forward(), d.ask())
	}
	d.player.StepBack()
	return d.ask()
}

// steady reports whether n times a number of steps is one move: the run goes
// update by update, and no step on the way is one to be asked about.
func (d *debugger) steady(by, n int) bool {
	p := &d.player
	if !p.Steady() {
		return false
	}
	asks := p.Abilities().Predictions
	if asks == nil || by != 1 {
		return true
	}
	for i := p.At(); i <= min(p.At()+n, p.Run().Len()-1); i++ {
		if asks.Marked(i) && !d.marked[i] {
			return false
		}
	}
	return true
}

// play plays the run, or pauses it.
func (d *debugger) play() tea.Cmd {
	d.player.Toggle()
	return d.player.Clock.Tick(d.Owner)
}

// beat plays a frame on, or asks about a step that the lesson has marked.
func (d *debugger) beat(m player.TickMsg) tea.Cmd {
	if !d.player.Clock.Current(m) {
		return nil
	}
	if cmd, ok := d.askMarked(); ok {
		return cmd
	}
	d.player.Beat()
	return d.player.Clock.Tick(d.Owner)
}

// askMarked asks for the step to come where the lesson has marked it: once, so
// that a student who closes the window can step on. It is not ok elsewhere.
func (d *debugger) askMarked() (cmd tea.Cmd, ok bool) {
	p := &d.player
	asks := p.Abilities().Predictions
	busy := d.guests() || !p.Settled()
	if asks == nil || busy || !asks.Marked(p.At()) || d.marked[p.At()] {
		return nil, false
	}
	if d.marked == nil {
		d.marked = map[int]bool{}
	}
	d.marked[p.At()] = true
	return d.askNext(predicting), true
}

// askNext asks for the questions on the step to come.
func (d *debugger) askNext(kind quizKind) tea.Cmd {
	d.leaveGuests()
	d.player.Rest()
	return askNext(d.Asker, &d.next, d.player.Here(), kind)
}

// asked are the questions, where the student still is at that frame.
func (d *debugger) asked(m nextStepMsg) (n nextStep, ok bool) {
	if !d.next.Finish(m.Address) || m.frame != d.player.Here().Key() {
		return n, false
	}
	d.session.complain(len(m.next.steps) > 0, "there is nothing to ask about the step from here")
	if len(m.next.steps) > 0 {
		d.player.Veil()
	}
	return m.next, len(m.next.steps) > 0
}

// goOn takes the step that was asked about.
func (d *debugger) goOn(n nextStep) tea.Cmd {
	d.player.Unveil()
	d.player.Grown(n.run)
	d.player.Seek(n.at + 1)
	return d.ask()
}

// openWhatIf asks what else the next step could be.
func (d *debugger) openWhatIf() tea.Cmd {
	d.leaveGuests()
	d.player.Rest()
	return d.whatIf.begin(d.Asker, d.player.Here())
}

// forked puts the run on the stage that took the choices.
func (d *debugger) forked(m forkMsg) {
	run, at := d.whatIf.forked(m)
	if run == nil {
		return
	}
	d.player.Fork(run, at)
	b := &d.player.Branches
	d.session.notice = b.Name(b.Now()) + " " + b.Origin(b.Now())
}

// branch goes to a branch, lays it beside the one on the stage, or forgets it; where the
// one forgotten is on the stage, what it left comes back.
func (d *debugger) branch(a branchAnswer) {
	d.leaveGuests()
	switch b := &d.player.Branches; {
	case a.do == forgetBranch:
		d.player.Remove(a.i)
	case a.do == goToBranch:
		d.player.SwitchTo(a.i)
	case b.Other(a.i):
		d.compare.begin(a.i, b.Name(a.i))
	}
}

// until runs to a condition.
func (d *debugger) until(b exercises.Break) {
	d.watches.use(b, d.player.Run())
	d.player.SeekBreak(b, 1)
}

// lastChange runs back to the step at which the number of a point last changed.
func (d *debugger) lastChange(point int) {
	if typed := d.player.Abilities().Breakpoints; typed != nil {
		d.sought, _ = typed.Change(point)
		d.player.SeekBreak(d.sought, -1)
	}
}

// found tells of a change that was run back to: from what to what.
func (d *debugger) found() {
	p, b := &d.player, d.sought
	if b.Name == "" || p.Moving() {
		return
	}
	d.sought = exercises.Break{}
	if typed := p.Abilities().Breakpoints; typed != nil && p.Run().Holds(p.At(), b) {
		d.session.notice = fmt.Sprintf("step %d: %s", p.At(), typed.Reading(b, p.At()))
	}
}

// askBreak asks for a condition to run to.
func (d *debugger) askBreak() intent {
	return pushIntent{newBreakWindow(d.session, d.player.Run(), &d.watches)}
}

// askBranch opens the page of branches.
func (d *debugger) askBranch() intent {
	return pushIntent{newBranchWindow(d.session, d.player.Noted())}
}

// newWhyWindow explains the step in a window. ← → step the run, and the key that
// opened the window closes it.
func (d *debugger) newWhyWindow() *dialog {
	s, w := d.session, ui.NewWindow(d.session.theme, "Why this step", func(page *ui.Document) { page.Write(d.why()...) })
	w.Hints = []key.Binding{ui.Hint("← →", "step")}
	out := newDialog(s, w)
	out.keys = func(msg tea.KeyPressMsg) (intent, tea.Cmd, bool) {
		switch s.keys.match(zoneOverlay, msg) {
		case "less":
			return nil, d.stepBy(-1), true
		case "more":
			return nil, d.stepBy(1), true
		}
		return popIntent{}, nil, s.keys.match(zoneStage, msg) == "why"
	}
	return out
}

// scrollPanel scrolls a panel by n lines.
func (d *debugger) scrollPanel(which panel, n int) { d.inspector.panes[which].Scroll(n) }

// aboutStep explains the step whose mark is in column x of a timeline w columns wide,
// or the step there.
func (d *debugger) aboutStep(w, x int) intent {
	run, timeline := d.player.Run(), d.timeline(d.session.theme, false)
	i, ok := timeline.EventAt(w, x)
	if !ok {
		i = timeline.StepAt(w, x)
	}
	frame := run.Frame(i)
	return pushIntent{newTextWindow(d.session, fmt.Sprintf("Step %d", i), func(page *ui.Document) {
		if said := run.Event(i); said != "" {
			page.Write(ascii.Inked(said, ascii.Accent))
		}
		page.Write(frame.Status)
		page.Gap()
		switch why := d.player.Abilities().NoWhy; {
		case why != "":
			page.Write(ascii.Inked(why, ascii.Dim))
		case frame.Why == nil:
			page.Write(ascii.Inked("There is nothing to explain at this step.", ascii.Dim))
		default:
			page.Write(frame.Why()...)
		}
	})}
}

func (d *debugger) oneWay() string {
	return reason(d.player.Abilities().Branching == nil, "this run can go one way only")
}

// nothingToAsk says why nothing can be predicted or worked out here, or "".
func (d *debugger) nothingToAsk() string {
	if d.player.Abilities().Predictions == nil {
		return "nothing is asked about this run"
	}
	return reason(d.player.Finished(), "the run ends here")
}

func (d *debugger) withoutBreaks() string {
	return reason(d.player.Run() == nil || len(d.player.Run().Breaks()) == 0, "no condition to stop at here")
}

func (d *debugger) withoutWhy() string {
	if d.inspector.why {
		return ""
	}
	return cmp.Or(d.player.Abilities().NoWhy, reason(d.player.Frame().Why == nil, "nothing to explain at this step"))
}

func (d *debugger) withoutLedger() string {
	a := d.player.Abilities()
	return reason(a.Ledger == nil, cmp.Or(a.NoLedger, "this run has no ledger"))
}

// oneBranch says why there are no branches to go to, or "".
func (d *debugger) oneBranch() string {
	if n := d.memory.Count(); n > 0 && !d.player.Branches.Forked() {
		return lasting.WaitWords(n)
	}
	return reason(!d.player.Branches.Forked(), "there is one branch only; “what if” makes another")
}
