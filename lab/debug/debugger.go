package debug

import (
	"cmp"
	"fmt"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/core"
	"kernellab/lab/pictures"
	"kernellab/lab/session"
	"kernellab/lab/ui"
)

// Debugger is the run on the stage with everything that the student asks about it: the
// player that moves along it, the breakpoints, the panels, the questions about the next
// step, and the overrides, which are frames shown instead of the run's own. It knows an
// algorithm only through the run and its abilities. A preview or a fork never changes
// the run itself.
type Debugger struct {
	session.Part
	Player        core.Player
	Breakpoints   Breakpoints
	Inspector     inspector
	WhatIf        WhatIf // at most one of WhatIf and Compare is open
	Compare       comparison
	questions     core.Job // the questions about the next step
	marked        map[int]bool
	Memory        memory
	seekingChange exercises.Break // a change that the run is rewound to, reported when it is reached
}

// Reset forgets everything that belongs to the task that was left.
func (d *Debugger) Reset() {
	d.Player.Reset()
	d.Player.Clock.Set(d.Session.Settings.Speed)
	d.Breakpoints, d.marked = Breakpoints{frame: d.Breakpoints.frame, stops: stops{job: d.Breakpoints.stops.job}}, nil
	d.Inspector.Ledger.known = false
}

// Stop cancels all unfinished work and closes overrides.
func (d *Debugger) Stop() {
	d.Player.Rest()
	d.seekingChange = exercises.Break{}
	d.Breakpoints.frame.forget()
	d.Breakpoints.stops.job.Stop()
	d.Inspector.Ledger.forget()
	d.questions.Stop()
	d.Memory.job.Stop()
	d.CloseOverrides()
}

// CloseOverrides shows the run's own frame again.
func (d *Debugger) CloseOverrides() {
	d.WhatIf.Close()
	d.Compare.Close()
}

func (d *Debugger) HasOverride() bool { return d.WhatIf.Open || d.Compare.Open }

// HoldsKeys reports whether the questions about a step or the choices under "what if"
// are on their way.
func (d *Debugger) HoldsKeys() bool { return d.questions.Busy() || d.WhatIf.HoldsKeys() }

// Load replaces the run by the run of a new scene.
func (d *Debugger) Load(run exercises.Run) {
	d.CloseOverrides()
	d.leaveRun(run)
	d.Player.Load(run)
	d.enterRun(run)
}

// HasPoints reports whether there is a table of the points of the run.
func (d *Debugger) HasPoints() bool {
	return d.Player.Run() != nil && slices.ContainsFunc(d.Player.Frame().Figures,
		func(f exercises.Figure) bool { return f.Role == exercises.State })
}

// Overlay returns the view of a scene with the run on top.
func (d *Debugger) Overlay(v pictures.View) pictures.View {
	v.Watched = d.Breakpoints.line()
	if d.Player.Run() != nil {
		v = d.overlayRun(v)
	}
	switch {
	case d.WhatIf.Open:
		v = d.WhatIf.applyTo(v)
	case d.Compare.Open:
		v = d.Compare.applyTo(v)
	}
	return v
}

// Request returns the command for everything the parts need now: a longer run, and what
// the open panels show about the frame on the stage. The screen calls it after every
// message.
func (d *Debugger) Request() tea.Cmd {
	missed := d.Player.TakeMissed()
	d.Session.NoticeUnless(missed == "", missed+": at no other step this way; you are where you began")
	d.reportChange()
	if lost := d.Player.Branches.TakeLost(); lost > 0 {
		d.Session.Notice = core.GoneWords(lost)
	}
	now := d.shownMoment()
	d.Arm()
	return session.Commands(d.Player.Work(d.Asker), d.restore(), d.Breakpoints.request(d.Asker, now),
		d.Breakpoints.stops.request(d.Asker, d.Player.Here(), d.Breakpoints.Armed()),
		d.Inspector.Ledger.request(d.Asker, now), d.Compare.request(d.Asker, d.Player.Here(), &d.Player.Branches))
}

// Arm passes the breakpoints to the player. The screen calls it before every message,
// because a window may have switched one off.
func (d *Debugger) Arm() { d.Player.Arm(d.Breakpoints.Armed()) }

// shownMoment returns the moment on the stage, of the run or of the step considered.
func (d *Debugger) shownMoment() core.Moment {
	if now, ok := d.WhatIf.moment(); ok {
		return now
	}
	return d.Player.Here()
}

// About returns a prefix for the titles of the panels if it is not clear what they are
// about: the step considered, or the branch that is compared with another.
func (d *Debugger) About() string {
	switch b := &d.Player.Branches; {
	case d.WhatIf.showsStep():
		return "What if: "
	case d.Compare.Open:
		return b.Name(b.Now()) + ": "
	}
	return ""
}

// Receive handles the answers to requests.
func (d *Debugger) Receive(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case core.TickMsg:
		return d.tick(msg)
	case ledgerMsg:
		d.Inspector.Ledger.receive(msg)
	case readingsMsg:
		d.Breakpoints.receive(msg)
	case restoredMsg:
		d.restored(msg)
	case stopsMsg:
		d.Breakpoints.stops.receive(msg)
	case PreviewMsg:
		work, ok := d.WhatIf.ReceivePreview(d.Asker, msg)
		d.Session.NoticeUnless(ok, "this run can go one way only")
		return session.Commands(work)
	case ForkMsg:
		d.receiveFork(msg)
	case compareMsg:
		ok := d.Compare.receive(msg, &d.Player.Branches)
		d.Session.NoticeUnless(ok, "these two runs have nothing to compare")
	default:
		d.Player.Take(msg)
	}
	return nil
}

// Forward steps the run, or asks a question if the lesson has marked the step.
func (d *Debugger) Forward() tea.Cmd {
	if cmd, ok := d.askMarked(); ok {
		return cmd
	}
	d.Player.StepForward()
	return nil
}

// StepBy steps the run forward if n is positive and backward if not. Windows above the
// screen use it.
func (d *Debugger) StepBy(n int) tea.Cmd {
	if n > 0 {
		return tea.Batch(d.Forward(), d.Request())
	}
	d.Player.StepBack()
	return d.Request()
}

// IsOneMove reports whether n moves by a number of steps may be merged into one. They
// may if the run moves step by step and no step on the way has a question.
func (d *Debugger) IsOneMove(by, n int) bool {
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
	return session.Commands(d.Player.Clock.Tick(d.Owner))
}

// tick plays the next frame, or asks a question if the lesson has marked the step.
func (d *Debugger) tick(m core.TickMsg) tea.Cmd {
	if !d.Player.Clock.Current(m) {
		return nil
	}
	if cmd, ok := d.askMarked(); ok {
		return cmd
	}
	d.Player.Beat()
	return session.Commands(d.Player.Clock.Tick(d.Owner))
}

// askMarked asks about the next step if the lesson has marked it. It asks only once, so
// that a student who closes the window can go on. ok is false if there is nothing to
// ask.
func (d *Debugger) askMarked() (cmd tea.Cmd, ok bool) {
	p := &d.Player
	asks := p.Abilities().Predictions
	busy := d.HasOverride() || !p.Settled()
	if asks == nil || busy || !asks.Marked(p.At()) || d.marked[p.At()] {
		return nil, false
	}
	if d.marked == nil {
		d.marked = map[int]bool{}
	}
	d.marked[p.At()] = true
	return d.AskQuestions(Predict), true
}

// AskQuestions requests the questions about the next step.
func (d *Debugger) AskQuestions(kind Purpose) tea.Cmd {
	d.CloseOverrides()
	d.Player.Rest()
	return session.Commands(askNext(d.Asker, &d.questions, d.Player.Here(), kind))
}

// ReceiveQuestions returns the questions. ok is false if there are none or the student
// has left the frame.
func (d *Debugger) ReceiveQuestions(m NextStepMsg) (n NextStep, ok bool) {
	if !d.questions.Finish(m.Address) || m.frame != d.Player.Here().Key() {
		return n, false
	}
	d.Session.NoticeUnless(len(m.next.Questions) > 0, "there is nothing to ask about the step from here")
	if len(m.next.Questions) > 0 {
		d.Player.Veil()
	}
	return m.next, len(m.next.Questions) > 0
}

// TakeStep moves the run by the step that was asked about.
func (d *Debugger) TakeStep(n NextStep) tea.Cmd {
	d.Player.Unveil()
	d.Player.Grown(n.run)
	d.Player.Seek(n.At + 1)
	return d.Request()
}

// OpenWhatIf asks which alternatives the next step has.
func (d *Debugger) OpenWhatIf() tea.Cmd {
	d.CloseOverrides()
	d.Player.Rest()
	return session.Commands(d.WhatIf.Begin(d.Asker, d.Player.Here()))
}

// receiveFork shows the run that took the choices.
func (d *Debugger) receiveFork(m ForkMsg) {
	run, at := d.WhatIf.ReceiveFork(m)
	if run == nil {
		return
	}
	d.Player.Fork(run, at)
	b := &d.Player.Branches
	d.Session.Notice = b.Name(b.Now()) + " " + b.Origin(b.Now())
}

// Branch switches to a branch, compares it with the one on the stage, or removes it. If
// the branch on the stage is removed, the one that it forked from is shown.
func (d *Debugger) Branch(a BranchAnswer) {
	d.CloseOverrides()
	switch b := &d.Player.Branches; {
	case a.Op == ForgetBranch:
		d.Player.Remove(a.branch)
	case a.Op == goToBranch:
		d.Player.SwitchTo(a.branch)
	case b.Other(a.branch):
		d.Compare.open(a.branch, b.Name(a.branch))
	}
}

// Until runs to a breakpoint.
func (d *Debugger) Until(b exercises.Break) {
	d.Breakpoints.use(b, d.Player.Run())
	d.Player.SeekBreak(b, 1)
}

// LastChange rewinds to the step at which the coefficient of a point last changed.
func (d *Debugger) LastChange(point int) {
	if typed := d.Player.Abilities().Breakpoints; typed != nil {
		d.seekingChange, _ = typed.Change(point)
		d.Player.SeekBreak(d.seekingChange, -1)
	}
}

// reportChange shows the old and the new value once a change has been reached.
func (d *Debugger) reportChange() {
	p, b := &d.Player, d.seekingChange
	if b.Name == "" || p.Moving() {
		return
	}
	d.seekingChange = exercises.Break{}
	if typed := p.Abilities().Breakpoints; typed != nil && p.Run().Holds(p.At(), b) {
		d.Session.Notice = fmt.Sprintf("step %d: %s", p.At(), typed.Reading(b, p.At()))
	}
}

// AskBreak opens the window for a breakpoint to run to.
func (d *Debugger) AskBreak() session.Intent {
	return session.Push{Top: newBreakWindow(d.Session, d.Player.Run(), &d.Breakpoints)}
}

// AskBranch opens the page of branches.
func (d *Debugger) AskBranch() session.Intent {
	return session.Push{Top: NewBranchWindow(d.Session, d.Player.Noted())}
}

// NewWhyWindow returns a window that explains the step. ← → step the run, and the key
// that opened the window closes it.
func (d *Debugger) NewWhyWindow() *session.Dialog {
	s, w := d.Session, ui.NewWindow(d.Session.Theme, "Why this step",
		func(page *ui.Document) { page.Write(d.Why()...) })
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

// AboutStep opens a window about the step whose mark is in column x of a timeline w
// columns wide. If there is no mark, it is about the step at that place.
func (d *Debugger) AboutStep(w, x int) session.Intent {
	run, timeline := d.Player.Run(), d.Timeline(d.Session.Theme, false)
	i, ok := timeline.EventAt(w, x)
	if !ok {
		i = timeline.StepAt(w, x)
	}
	frame := run.Frame(i)
	return session.Push{Top: session.NewTextWindow(d.Session, fmt.Sprintf("Step %d", i), func(page *ui.Document) {
		if event := run.Event(i); event != "" {
			page.Write(ascii.Inked(event, ascii.Accent))
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

func (d *Debugger) NoForkReason() string {
	return session.ReasonIf(d.Player.Abilities().Branching == nil, "this run can go one way only")
}

// NoQuestionReason returns why nothing can be predicted or worked out here, or "".
func (d *Debugger) NoQuestionReason() string {
	if d.Player.Abilities().Predictions == nil {
		return "nothing is asked about this run"
	}
	return session.ReasonIf(d.Player.Finished(), "the run ends here")
}

func (d *Debugger) NoBreakReason() string {
	return session.ReasonIf(d.Player.Run() == nil || len(d.Player.Run().Breaks()) == 0, "no condition to stop at here")
}

func (d *Debugger) NoWhyReason() string {
	if d.Inspector.Why {
		return ""
	}
	return cmp.Or(d.Player.Abilities().NoWhy, session.ReasonIf(d.Player.Frame().Why == nil,
		"nothing to explain at this step"))
}

func (d *Debugger) NoLedgerReason() string {
	a := d.Player.Abilities()
	return session.ReasonIf(a.Ledger == nil, cmp.Or(a.NoLedger, "this run has no ledger"))
}

// NoBranchReason returns why there are no branches to switch to, or "".
func (d *Debugger) NoBranchReason() string {
	if n := d.Memory.Count(); n > 0 && !d.Player.Branches.Forked() {
		return core.WaitWords(n)
	}
	return session.ReasonIf(!d.Player.Branches.Forked(), "there is one branch only; “what if” makes another")
}
