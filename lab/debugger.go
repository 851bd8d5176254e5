package lab

import (
	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
)

// debugger is the run on the stage with everything the student asks of it: the
// player that moves along it, the conditions watched, the panels, the questions
// on the step to come, and what stands in place of the run's own frame. It asks a
// run for what it may offer beyond its frames by type assertions, and knows of an
// algorithm only what it is told. A preview or a fork never touches the run
// itself.
type debugger struct {
	asker
	player    player
	watches   watches
	inspector inspector
	whatIf    whatIf    // at most one of these two is open
	compare   comparing //
	next      job       // the questions on the step to come
	marked    map[int]bool
}

// begin forgets everything that belongs to the step of the exercise that was left.
func (d *debugger) begin() {
	d.player = d.player.anew(d.session.settings.speed)
	d.watches, d.marked = watches{job: d.watches.job}, nil
	d.inspector.ledger.known = false
}

// stop ends what is under way.
func (d *debugger) stop() {
	d.player.rest()
	d.watches.stop()
	d.inspector.ledger.forget()
	d.next.stop()
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
func (d *debugger) waits() bool { return d.next.busy || d.whatIf.waits() }

// load puts the run of a new scene in place of the one before.
func (d *debugger) load(run exercises.Run) {
	d.leaveGuests()
	d.player.load(run)
}

// over lays what there is to see of the run over the sight of its scene.
func (d *debugger) over(v sight) sight {
	v.watched = d.watches.line()
	if d.player.run != nil {
		v = d.player.over(v)
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
	missed := d.player.takeMissed()
	d.session.complain(missed == "", missed+": at no other step this way")
	now := d.player.here()
	return tea.Batch(d.player.work(d.asker), d.watches.ask(d.asker, now),
		d.inspector.ledger.ask(d.asker, now), d.compare.ask(d.asker, now, d.player.branches))
}

// take takes in what was asked for.
func (d *debugger) take(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tickMsg:
		return d.beat(msg)
	case extendedMsg:
		d.player.extended(msg)
	case scannedMsg:
		d.player.scanned(msg)
	case ledgerMsg:
		d.inspector.ledger.take(msg)
	case readingsMsg:
		d.watches.take(msg)
	case previewMsg:
		cmd, ok := d.whatIf.previewed(d.asker, msg)
		d.session.complain(ok, "this run can go one way only")
		return cmd
	case forkMsg:
		d.forked(msg)
	case compareMsg:
		ok := d.compare.compared(msg, &d.player.branches)
		d.session.complain(ok, "these two runs have nothing to compare")
	}
	return nil
}

// forward steps the run, or asks about a step that the lesson has marked.
func (d *debugger) forward() tea.Cmd {
	if cmd, ok := d.askMarked(); ok {
		return cmd
	}
	d.player.forwards()
	return nil
}

// stepBy steps the run from a window above the screen.
func (d *debugger) stepBy(n int) tea.Cmd {
	if n > 0 {
		return tea.Batch(d.forward(), d.ask())
	}
	d.player.backward()
	return d.ask()
}

// steady reports whether n times a number of steps is one move: the run goes
// update by update, and no step on the way is one to be asked about.
func (d *debugger) steady(by, n int) bool {
	p := &d.player
	if p.grain != byUpdate || p.line > 0 {
		return false
	}
	m, marks := p.run.(exercises.Marker)
	if !marks || by != 1 {
		return true
	}
	for i := p.at; i <= min(p.at+n, p.run.Len()-1); i++ {
		if m.Marked(i) && !d.marked[i] {
			return false
		}
	}
	return true
}

// play plays the run, or pauses it.
func (d *debugger) play() tea.Cmd {
	d.player.toggle()
	return d.player.clock.tick(d.owner)
}

// beat plays a frame on, or asks about a step that the lesson has marked.
func (d *debugger) beat(m tickMsg) tea.Cmd {
	if !d.player.clock.current(m) {
		return nil
	}
	if cmd, ok := d.askMarked(); ok {
		return cmd
	}
	d.player.beat()
	return d.player.clock.tick(d.owner)
}

// askMarked asks for the step to come where the lesson has marked it: once, so
// that a student who closes the window can step on. It is not ok elsewhere.
func (d *debugger) askMarked() (cmd tea.Cmd, ok bool) {
	p := &d.player
	m, marks := p.run.(exercises.Marker)
	busy := d.guests() || p.goal.kind != goalNone || p.line > 0
	if !marks || busy || !m.Marked(p.at) || d.marked[p.at] {
		return nil, false
	}
	if d.marked == nil {
		d.marked = map[int]bool{}
	}
	d.marked[p.at] = true
	return d.askNext(predicting), true
}

// askNext asks for the questions on the step to come.
func (d *debugger) askNext(kind quizKind) tea.Cmd {
	d.leaveGuests()
	d.player.rest()
	return askNext(d.asker, &d.next, d.player.here(), kind)
}

// asked are the questions, where the student still is at that frame.
func (d *debugger) asked(m nextStepMsg) (n nextStep, ok bool) {
	if !d.next.finish(m.gen) || m.frame != d.player.here().key() {
		return n, false
	}
	d.session.complain(len(m.next.steps) > 0, "there is nothing to ask about the step from here")
	return m.next, len(m.next.steps) > 0
}

// goOn takes the step that was asked about.
func (d *debugger) goOn(n nextStep) tea.Cmd {
	if n.run.Len() > d.player.run.Len() {
		d.player.run = n.run
	}
	d.player.seek(n.at + 1)
	return d.ask()
}

// openWhatIf asks what else the next step could be.
func (d *debugger) openWhatIf() tea.Cmd {
	d.leaveGuests()
	d.player.rest()
	return d.whatIf.begin(d.asker, d.player.here())
}

// forked puts the run on the stage that took the choices.
func (d *debugger) forked(m forkMsg) {
	run, at := d.whatIf.forked(m)
	if run == nil {
		return
	}
	d.player.fork(run, at)
	b := &d.player.branches
	d.session.notice = branchName(b.now) + " " + b.origin(b.now)
}

// show puts branch i on the stage, compareWith lays it beside the one there.
func (d *debugger) show(i int) {
	d.leaveGuests()
	d.player.switchTo(i)
}

func (d *debugger) compareWith(i int) {
	d.leaveGuests()
	if b := &d.player.branches; i < len(b.list) && i != b.now {
		d.compare.begin(i)
	}
}

// until runs to a condition, or back to it.
func (d *debugger) until(a breakAnswer) {
	d.watches.use(a)
	d.player.seekBreak(a.until, a.dir)
}
