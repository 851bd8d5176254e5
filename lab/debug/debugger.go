package debug

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
	"kernellab/lab/pictures"
	"kernellab/lab/player"
	"kernellab/lab/session"
	"kernellab/lab/ui"
)

// Debugger is the run on the stage with everything the student asks of it: the
// player that moves along it, the conditions watched, the panels, the questions
// on the step to come, and what stands in place of the run's own frame. It knows of
// an algorithm only what the run and its abilities say. A preview or a fork never
// touches the run itself.
type Debugger struct {
	session.Part
	Player    player.Player
	Watches   Conditions
	Inspector inspector
	WhatIf    WhatIf    // at most one of these two is open
	Compare   comparing //
	next      job.Job   // the questions on the step to come
	marked    map[int]bool
	Memory    memory
	sought    exercises.Break // a change run back to, told once it is reached
}

// Begin forgets everything that belongs to the step of the exercise that was left.
func (d *Debugger) Begin() {
	d.Player.Reset()
	d.Player.Clock.Set(d.Session.Settings.Speed)
	d.Watches, d.marked = Conditions{frame: d.Watches.frame, stops: stops{job: d.Watches.stops.job}}, nil
	d.Inspector.Ledger.known = false
}

// Stop ends what is under way.
func (d *Debugger) Stop() {
	d.Player.Rest()
	d.sought = exercises.Break{}
	d.Watches.frame.forget()
	d.Watches.stops.job.Stop()
	d.Inspector.Ledger.forget()
	d.next.Stop()
	d.Memory.job.Stop()
	d.LeaveGuests()
}

// LeaveGuests puts the run's own frame back on the stage, which guests reports is
// not there.
func (d *Debugger) LeaveGuests() {
	d.WhatIf.Leave()
	d.Compare.Leave()
}

func (d *Debugger) Guests() bool { return d.WhatIf.Open || d.Compare.Open }

// HoldsKeys for the questions on a step, and for the choices under "what if".
func (d *Debugger) HoldsKeys() bool { return d.next.Busy() || d.WhatIf.HoldsKeys() }

// Load puts the run of a new scene in place of the one before.
func (d *Debugger) Load(run exercises.Run) {
	d.LeaveGuests()
	d.part(run)
	d.Player.Load(run)
	d.meet(run)
}

// Pointed reports whether there is a table of the points of the run.
func (d *Debugger) Pointed() bool {
	return d.Player.Run() != nil && slices.ContainsFunc(d.Player.Frame().Figures, func(f exercises.Figure) bool { return f.Role == exercises.State })
}

// Over lays what there is to see of the run over the view of its scene.
func (d *Debugger) Over(v pictures.View) pictures.View {
	v.Watched = d.Watches.line()
	if d.Player.Run() != nil {
		v = d.played(v)
	}
	switch {
	case d.WhatIf.Open:
		v = d.WhatIf.over(v)
	case d.Compare.Open:
		v = d.Compare.over(v)
	}
	return v
}

// Request returns the command, after every message, for what the parts want to know:
// a longer run, and what those that stand open say of the frame on the stage.
func (d *Debugger) Request() tea.Cmd {
	missed := d.Player.TakeMissed()
	d.Session.NoticeUnless(missed == "", missed+": at no other step this way; you are where you began")
	d.found()
	if lost := d.Player.Branches.TakeLost(); lost > 0 {
		d.Session.Notice = lasting.GoneWords(lost)
	}
	now := d.now()
	d.Arm()
	return tea.Batch(d.Player.Work(d.Asker), d.bring(), d.Watches.request(d.Asker, now), d.Watches.stops.request(d.Asker, d.Player.Here(), d.Watches.Armed()),
		d.Inspector.Ledger.request(d.Asker, now), d.Compare.request(d.Asker, d.Player.Here(), &d.Player.Branches))
}

// Arm tells the player what stops it. A window may have switched something off since
// the message before.
func (d *Debugger) Arm() { d.Player.Arm(d.Watches.Armed()) }

// now is the moment that the stage shows: that of the run, or the step
// considered.
func (d *Debugger) now() player.Moment {
	if now, ok := d.WhatIf.moment(); ok {
		return now
	}
	return d.Player.Here()
}

// About names what the panels speak of, where that is not clear: the step
// considered, or that of two branches which keeps its panels.
func (d *Debugger) About() string {
	switch b := &d.Player.Branches; {
	case d.WhatIf.shows():
		return "What if: "
	case d.Compare.Open:
		return b.Name(b.Now()) + ": "
	}
	return ""
}

// Take takes in what was asked for.
func (d *Debugger) Take(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case player.TickMsg:
		return d.beat(msg)
	case ledgerMsg:
		d.Inspector.Ledger.take(msg)
	case readingsMsg:
		d.Watches.take(msg)
	case broughtMsg:
		d.brought(msg)
	case stopsMsg:
		d.Watches.stops.take(msg)
	case PreviewMsg:
		cmd, ok := d.WhatIf.Previewed(d.Asker, msg)
		d.Session.NoticeUnless(ok, "this run can go one way only")
		return cmd
	case ForkMsg:
		d.forked(msg)
	case compareMsg:
		ok := d.Compare.compared(msg, &d.Player.Branches)
		d.Session.NoticeUnless(ok, "these two runs have nothing to compare")
	default:
		d.Player.Take(msg)
	}
	return nil
}

// Forward steps the run, or asks about a step that the lesson has marked.
func (d *Debugger) Forward() tea.Cmd {
	if cmd, ok := d.askMarked(); ok {
		return cmd
	}
	d.Player.StepForward()
	return nil
}

// StepBy steps the run from a window above the screen.
func (d *Debugger) StepBy(n int) tea.Cmd {
	if n > 0 {
		return tea.Batch(d.Forward(), d.Request())
	}
	d.Player.StepBack()
	return d.Request()
}

// Steady reports whether n times a number of steps is one move: the run goes
// update by update, and no step on the way is one to be asked about.
func (d *Debugger) Steady(by, n int) bool {
	p := &d.Player
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

// Play plays the run, or pauses it.
func (d *Debugger) Play() tea.Cmd {
	d.Player.Toggle()
	return d.Player.Clock.Tick(d.Owner)
}

// beat plays a frame on, or asks about a step that the lesson has marked.
func (d *Debugger) beat(m player.TickMsg) tea.Cmd {
	if !d.Player.Clock.Current(m) {
		return nil
	}
	if cmd, ok := d.askMarked(); ok {
		return cmd
	}
	d.Player.Beat()
	return d.Player.Clock.Tick(d.Owner)
}

// askMarked asks for the step to come where the lesson has marked it: once, so
// that a student who closes the window can step on. It is not ok elsewhere.
func (d *Debugger) askMarked() (cmd tea.Cmd, ok bool) {
	p := &d.Player
	asks := p.Abilities().Predictions
	busy := d.Guests() || !p.Settled()
	if asks == nil || busy || !asks.Marked(p.At()) || d.marked[p.At()] {
		return nil, false
	}
	if d.marked == nil {
		d.marked = map[int]bool{}
	}
	d.marked[p.At()] = true
	return d.AskNext(Predict), true
}

// AskNext asks for the questions on the step to come.
func (d *Debugger) AskNext(kind Purpose) tea.Cmd {
	d.LeaveGuests()
	d.Player.Rest()
	return askNext(d.Asker, &d.next, d.Player.Here(), kind)
}

// Asked are the questions, where the student still is at that frame.
func (d *Debugger) Asked(m NextStepMsg) (n NextStep, ok bool) {
	if !d.next.Finish(m.Address) || m.frame != d.Player.Here().Key() {
		return n, false
	}
	d.Session.NoticeUnless(len(m.next.Steps) > 0, "there is nothing to ask about the step from here")
	if len(m.next.Steps) > 0 {
		d.Player.Veil()
	}
	return m.next, len(m.next.Steps) > 0
}

// GoOn takes the step that was asked about.
func (d *Debugger) GoOn(n NextStep) tea.Cmd {
	d.Player.Unveil()
	d.Player.Grown(n.run)
	d.Player.Seek(n.At + 1)
	return d.Request()
}

// OpenWhatIf asks what else the next step could be.
func (d *Debugger) OpenWhatIf() tea.Cmd {
	d.LeaveGuests()
	d.Player.Rest()
	return d.WhatIf.Begin(d.Asker, d.Player.Here())
}

// forked puts the run on the stage that took the choices.
func (d *Debugger) forked(m ForkMsg) {
	run, at := d.WhatIf.Forked(m)
	if run == nil {
		return
	}
	d.Player.Fork(run, at)
	b := &d.Player.Branches
	d.Session.Notice = b.Name(b.Now()) + " " + b.Origin(b.Now())
}

// Branch goes to a branch, lays it beside the one on the stage, or forgets it; where the
// one forgotten is on the stage, what it left comes back.
func (d *Debugger) Branch(a BranchAnswer) {
	d.LeaveGuests()
	switch b := &d.Player.Branches; {
	case a.Do == ForgetBranch:
		d.Player.Remove(a.i)
	case a.Do == goToBranch:
		d.Player.SwitchTo(a.i)
	case b.Other(a.i):
		d.Compare.begin(a.i, b.Name(a.i))
	}
}

// Until runs to a condition.
func (d *Debugger) Until(b exercises.Break) {
	d.Watches.use(b, d.Player.Run())
	d.Player.SeekBreak(b, 1)
}

// LastChange runs back to the step at which the number of a point last changed.
func (d *Debugger) LastChange(point int) {
	if typed := d.Player.Abilities().Breakpoints; typed != nil {
		d.sought, _ = typed.Change(point)
		d.Player.SeekBreak(d.sought, -1)
	}
}

// found tells of a change that was run back to: from what to what.
func (d *Debugger) found() {
	p, b := &d.Player, d.sought
	if b.Name == "" || p.Moving() {
		return
	}
	d.sought = exercises.Break{}
	if typed := p.Abilities().Breakpoints; typed != nil && p.Run().Holds(p.At(), b) {
		d.Session.Notice = fmt.Sprintf("step %d: %s", p.At(), typed.Reading(b, p.At()))
	}
}

// AskBreak asks for a condition to run to.
func (d *Debugger) AskBreak() session.Intent {
	return session.Push{Top: newBreakWindow(d.Session, d.Player.Run(), &d.Watches)}
}

// AskBranch opens the page of branches.
func (d *Debugger) AskBranch() session.Intent {
	return session.Push{Top: NewBranchWindow(d.Session, d.Player.Noted())}
}

// NewWhyWindow explains the step in a window. ← → step the run, and the key that
// opened the window closes it.
func (d *Debugger) NewWhyWindow() *session.Dialog {
	s, w := d.Session, ui.NewWindow(d.Session.Theme, "Why this step", func(page *ui.Document) { page.Write(d.Why()...) })
	w.Hints = []key.Binding{ui.Hint("← →", "step")}
	out := session.NewDialog(s, w)
	out.HandleKey = func(msg tea.KeyPressMsg) (session.Intent, tea.Cmd, bool) {
		switch s.Keys.Match(session.ZoneOverlay, msg) {
		case "less":
			return nil, d.StepBy(-1), true
		case "more":
			return nil, d.StepBy(1), true
		}
		return session.Pop{}, nil, s.Keys.Match(session.ZoneStage, msg) == "why"
	}
	return out
}

// ScrollPanel scrolls a panel by n lines.
func (d *Debugger) ScrollPanel(which Panel, n int) { d.Inspector.panes[which].Scroll(n) }

// AboutStep explains the step whose mark is in column x of a timeline w columns wide,
// or the step there.
func (d *Debugger) AboutStep(w, x int) session.Intent {
	run, timeline := d.Player.Run(), d.Timeline(d.Session.Theme, false)
	i, ok := timeline.EventAt(w, x)
	if !ok {
		i = timeline.StepAt(w, x)
	}
	frame := run.Frame(i)
	return session.Push{Top: session.NewTextWindow(d.Session, fmt.Sprintf("Step %d", i), func(page *ui.Document) {
		if said := run.Event(i); said != "" {
			page.Write(ascii.Inked(said, ascii.Accent))
		}
		page.Write(frame.Status)
		page.Gap()
		switch why := d.Player.Abilities().NoWhy; {
		case why != "":
			page.Write(ascii.Inked(why, ascii.Dim))
		case frame.Why == nil:
			page.Write(ascii.Inked("There is nothing to explain at this step.", ascii.Dim))
		default:
			page.Write(frame.Why()...)
		}
	})}
}

func (d *Debugger) OneWay() string {
	return session.ReasonIf(d.Player.Abilities().Branching == nil, "this run can go one way only")
}

// NothingToAsk says why nothing can be predicted or worked out here, or "".
func (d *Debugger) NothingToAsk() string {
	if d.Player.Abilities().Predictions == nil {
		return "nothing is asked about this run"
	}
	return session.ReasonIf(d.Player.Finished(), "the run ends here")
}

func (d *Debugger) WithoutBreaks() string {
	return session.ReasonIf(d.Player.Run() == nil || len(d.Player.Run().Breaks()) == 0, "no condition to stop at here")
}

func (d *Debugger) WithoutWhy() string {
	if d.Inspector.Why {
		return ""
	}
	return cmp.Or(d.Player.Abilities().NoWhy, session.ReasonIf(d.Player.Frame().Why == nil, "nothing to explain at this step"))
}

func (d *Debugger) WithoutLedger() string {
	a := d.Player.Abilities()
	return session.ReasonIf(a.Ledger == nil, cmp.Or(a.NoLedger, "this run has no ledger"))
}

// OneBranch says why there are no branches to go to, or "".
func (d *Debugger) OneBranch() string {
	if n := d.Memory.Count(); n > 0 && !d.Player.Branches.Forked() {
		return lasting.WaitWords(n)
	}
	return session.ReasonIf(!d.Player.Branches.Forked(), "there is one branch only; “what if” makes another")
}
