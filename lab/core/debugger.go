// Package core models how a student works with a run, independently of how it is displayed. A run
// is an algorithm executed step by step, and its frames show the state after each step. The stage
// is the part of the screen, or of the transcript, that shows the current frame. A scene is the
// content of the stage for the student's current answers: it may have a run. A moment is a run
// together with one of its frames.
//
// Start with [Debugger], which joins the parts of the package. The [Player] steps through the run,
// plays it and searches it. [Branches] holds the run and all forks. [WhatIf] shows an
// alternative to the next step. The [Ledger] holds the invariants of the frame on the stage:
// equations and inequalities that must hold at every step. [Breakpoints] are the conditions that
// stop the run. The package also asks questions about the next step, and saves branches and
// breakpoints.
//
// Two front ends use the package: the screens, and the transcript, which is a conversation in lines
// of text. A student can begin in one and continue in the other.
//
// Operations change the state and never extend a run. Whatever may take time is a [Command], which a
// [Job] starts. A screen runs the command in the background, as a command of Bubble Tea. The
// transcript runs it at once, see [Debugger.Settle]. The result comes back as a message.
//
// The package must not depend on a screen, on a key, or on what a certain exercise teaches.
package core

import (
	"context"
	"errors"
	"fmt"

	"kernellab/exercises"
)

// Debugger holds the run on the stage and the tools for it: the player, the breakpoints, the
// ledger, the questions about the next step, and the overrides. An override is what-if or a
// comparison. It shows other frames in place of the run's own. Debugger knows an algorithm
// only through the run and the run's abilities. A preview or a fork never changes the run
// itself.
//
// The operations of a Debugger change the state at once and never extend a run. After each operation,
// Commands computes the next frames of the run if that is quick, and returns what else has to be
// computed. Receive takes the results.
type Debugger struct {
	Player      Player
	Breakpoints Breakpoints
	Ledger      Ledger
	WhatIf      WhatIf // at most one of WhatIf and Compare is open
	Compare     Comparison
	question    pendingQuestion
	saver       stateSaver
	// soughtChange is the condition to which SeekLastChange rewinds. It is reported when the player
	// gets there.
	soughtChange exercises.Condition
}

// Reset discards everything that belongs to the task that the student is leaving.
func (d *Debugger) Reset() {
	d.Player.Reset()
	d.Breakpoints = Breakpoints{valueJob: d.Breakpoints.valueJob, stops: stopFinder{job: d.Breakpoints.stops.job}}
	d.Ledger.Loaded = false
}

// Stop cancels all unfinished commands and closes overrides.
func (d *Debugger) Stop() {
	d.Player.StopAtFrame()
	d.soughtChange = exercises.Condition{}
	d.Breakpoints.valueJob.forget()
	d.Breakpoints.stops.job.Stop()
	d.Ledger.forget()
	d.question.job.Stop()
	d.saver.job.Stop()
	d.CloseOverrides()
}

// CloseOverrides shows the run's own frame again. The step of an earlier question can no longer be taken.
func (d *Debugger) CloseOverrides() {
	d.question.sameRun = false
	d.WhatIf.Close()
	d.Compare.Close()
}

func (d *Debugger) HasOverride() bool { return d.WhatIf.Open || d.Compare.Open }

// KeysMustWait reports whether keys must wait because a question about a step or the choices
// of what-if are being computed.
func (d *Debugger) KeysMustWait() bool { return d.question.job.Busy() || d.WhatIf.KeysMustWait() }

// Load replaces the run by the run of a new scene. Branches that do not belong to the new run are
// set aside until their own run is loaded again. Load returns a message if branches are set aside
// or lost.
func (d *Debugger) Load(run exercises.Run) (notice string) {
	d.CloseOverrides()
	notice = d.leaveRun(run)
	d.Player.Load(run)
	d.enterRun(run)
	return notice
}

// Commands goes to the next frames of the run itself if that is quick, and returns the commands for
// everything else that has to be computed now: a longer run, the next tick of the clock, and what
// the open panels show about the frame on the stage. Commands that are not needed are nil.
func (d *Debugger) Commands(jobs JobStarter) []Command {
	d.PassBreakpoints()
	extend := d.Player.Command(jobs)
	currentMoment, shownMoment := d.Player.CurrentMoment(), d.shownMoment()
	return []Command{
		extend, d.Player.Clock.request(jobs.Owner), d.restore(jobs), d.question.request(jobs, currentMoment),
		d.WhatIf.requestPreview(jobs), d.WhatIf.requestFork(jobs),
		d.Compare.request(jobs, currentMoment, &d.Player.Branches),
		d.Breakpoints.request(jobs, shownMoment),
		d.Breakpoints.stops.request(jobs, currentMoment, d.Breakpoints.Active()),
		d.Ledger.request(jobs, shownMoment),
	}
}

// Receive takes the result of a command. It returns a message for the student, or "".
func (d *Debugger) Receive(msg any) (notice string) {
	switch msg := msg.(type) {
	case TickMsg:
		d.tick(msg)
	case ledgerMsg:
		d.Ledger.receive(msg)
	case valuesMsg:
		d.Breakpoints.receive(msg)
	case stopsMsg:
		d.Breakpoints.stops.receive(msg)
	case nextStepMsg:
		d.receiveQuestion(msg)
	case restoredMsg:
		return d.applyRestored(msg)
	case previewMsg:
		return d.WhatIf.receivePreview(msg)
	case forkMsg:
		return d.receiveFork(msg)
	case compareMsg:
		return d.Compare.receive(msg, &d.Player.Branches)
	default:
		d.Player.Receive(msg)
	}
	return ""
}

// Settle runs all commands at once, for a front end that runs none in the background. It returns
// when no command is left. It extends runs by batch frames at a time and by at most maxFrames in
// total. It returns messages for the student, and the error that stopped the run.
func (d *Debugger) Settle(ctx context.Context, batch, maxFrames int) (notices []string, err error) {
	p, jobs := &d.Player, JobStarter{Context: ctx, BatchSize: batch}
	for limit, busy := p.length()+maxFrames, true; busy; {
		busy = false
		for _, command := range d.Commands(jobs) {
			if command == nil {
				continue
			}
			busy = true
			if notice := d.Receive(command()); notice != "" {
				notices = append(notices, notice)
			}
			if p.failure != nil {
				err, p.failure = p.failure, nil
			}
		}
		if p.length() >= limit {
			p.Halt()
		}
	}
	return notices, err
}

// Notice returns a message about where the player has arrived, or "".
func (d *Debugger) Notice() string {
	if label := d.Player.TakeNotFound(); label != "" {
		d.soughtChange = exercises.Condition{}
		return label + ": true at no step this way, so you are back"
	}
	if err := d.Player.failure; err != nil && !errors.Is(err, context.Canceled) {
		d.Player.failure = nil
		return err.Error()
	}
	p, condition := &d.Player, d.soughtChange
	if condition.Name == "" || p.Moving() {
		return ""
	}
	d.soughtChange = exercises.Condition{}
	if ability := p.Abilities().ConditionParser; ability != nil && p.Run().Holds(p.FrameNumber(), condition) {
		return fmt.Sprintf("step %d: %s", p.FrameNumber(), ability.ValuesAt(condition, p.FrameNumber()))
	}
	return ""
}

// PassBreakpoints passes the active breakpoints to the player, which will stop at them. A front
// end calls it before every message, because a window may have switched a breakpoint off.
func (d *Debugger) PassBreakpoints() { d.Player.stopCondition = d.Breakpoints.Active() }

// shownMoment returns the moment on the stage. It is the moment of the player, unless what-if shows
// an alternative step.
func (d *Debugger) shownMoment() Moment {
	if now, ok := d.WhatIf.moment(); ok {
		return now
	}
	return d.Player.CurrentMoment()
}

// tick plays the next frame.
func (d *Debugger) tick(m TickMsg) {
	if d.Player.Clock.accept(m) {
		d.Player.PlayFrame()
	}
}

// receiveFork shows the run that was forked with the choices of what-if.
func (d *Debugger) receiveFork(m forkMsg) (notice string) {
	run, at := d.WhatIf.receiveFork(m)
	if run == nil {
		return ""
	}
	d.Player.Fork(run, at)
	b := &d.Player.Branches
	return b.CurrentName() + " " + b.OriginWords(b.current)
}

// OpenWhatIf opens what-if, and schedules the preview of the next step and its alternatives.
func (d *Debugger) OpenWhatIf() {
	d.CloseOverrides()
	d.Player.StopAtFrame()
	d.WhatIf.begin(d.Player.CurrentMoment())
}

// CompareWith compares branch i with the branch on the stage.
func (d *Debugger) CompareWith(i int) {
	d.CloseOverrides()
	if b := &d.Player.Branches; b.IsOther(i) {
		d.Compare.start(i, b.Name(i))
	}
}

// SwitchTo switches to branch i, at the same step.
func (d *Debugger) SwitchTo(i int) {
	d.CloseOverrides()
	d.Player.SwitchTo(i)
}

// RemoveBranch removes branch i. If it is on the stage, its parent is shown.
func (d *Debugger) RemoveBranch(i int) {
	d.CloseOverrides()
	d.Player.Remove(i)
}

// RunTo adds a breakpoint and runs until it holds.
func (d *Debugger) RunTo(condition exercises.Condition) {
	d.Breakpoints.AddIfSupported(condition, d.Player.Run())
	d.Player.SeekCondition(condition, 1)
}

// SeekLastChange rewinds to the step at which the coefficient of a point last changed.
func (d *Debugger) SeekLastChange(point int) {
	if ability := d.Player.Abilities().ConditionParser; ability != nil {
		d.soughtChange, _ = ability.ChangeCondition(point)
		d.Player.SeekCondition(d.soughtChange, -1)
	}
}

// Ledger holds the invariants of the frame on the stage: equations and inequalities that every step
// of the algorithm must satisfy. Until those of a new frame are computed, it keeps the old ones.
type Ledger struct {
	frameJob
	Open   bool
	Loaded bool // whether Items have been computed, for this frame or for an earlier one
	Items  []exercises.Invariant
}

// ledgerMsg contains the invariants of a frame.
type ledgerMsg struct {
	Address
	items []exercises.Invariant
}

// SetOpen opens or closes the ledger.
func (l *Ledger) SetOpen(open bool) {
	l.Open = open
	l.forget()
}

// request returns the command that computes the invariants at a moment, or nil if they are known or
// the ledger is closed.
func (l *Ledger) request(jobs JobStarter, now Moment) Command {
	invariants := exercises.AbilitiesOf(now.Run).Ledger
	if !l.Open || invariants == nil {
		return nil
	}
	return l.frameJob.request(jobs, now, func(_ context.Context, to Address) any {
		return ledgerMsg{to, invariants(now.FrameNumber)}
	})
}

func (l *Ledger) receive(m ledgerMsg) {
	if l.finish(m.Address) {
		l.Items, l.Loaded = m.items, true
	}
}

// CountBroken returns the number of invariants that do not hold.
func (l *Ledger) CountBroken() int {
	n := 0
	for _, i := range l.Items {
		if !i.Holds {
			n++
		}
	}
	return n
}
