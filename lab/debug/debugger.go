// Package debug shows the debugger of package core on the screen. A run is an algorithm executed
// step by step, and a branch is a run that was forked from another one. The package has the panels
// with the explanation of a step and with the ledger, the list of invariants that must hold at
// every step. It has the windows for breakpoints and branches. It also shows the frames of what-if
// (an alternative to the next step) and of comparisons of two branches. It knows an algorithm only
// through the run and its abilities, and it does not know any screen.
package debug

import (
	"cmp"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
	"kernellab/lab/core"
	"kernellab/lab/session"
	"kernellab/lab/ui"
)

// Debugger adds panels below the stage (the part of the screen that shows the run) and windows to
// the debugger of package core. It shows messages as notices of the session.
type Debugger struct {
	core.Debugger
	session.Part
	Panels panels
}

// New returns a debugger without a run.
func New(p session.Part) Debugger {
	t := p.Session.Theme
	return Debugger{Part: p, Panels: panels{panes: [...]*ui.Pane{WhyPanel: ui.NewPane(t), LedgerPanel: ui.NewPane(t)}}}
}

// Reset removes everything that belongs to the previous task, and closes the panels.
func (d *Debugger) Reset() {
	d.Debugger.Reset()
	d.SetPanelOpen(WhyPanel, false)
	d.SetPanelOpen(LedgerPanel, false)
	d.Player.Clock.SetRate(d.Session.Settings.Speed)
}

// Load replaces the run by a new one, which may be nil.
func (d *Debugger) Load(run exercises.Run) { d.Session.Notify(d.Debugger.Load(run)) }

// HasPoints reports whether there is a table of the points of the run.
func (d *Debugger) HasPoints() bool {
	return d.Player.Run() != nil && exercises.FigureIndex(d.Player.Frame().Figures, exercises.State) >= 0
}

// Request returns the command for everything that has to be computed now. It may move the player, and
// shows a message about that. The screen calls it after every message.
func (d *Debugger) Request() tea.Cmd {
	commands := d.Commands(d.JobStarter)
	d.Session.Notify(d.Notice())
	return session.Commands(commands...)
}

// Receive handles the results of requests.
func (d *Debugger) Receive(msg tea.Msg) { d.Session.Notify(d.Debugger.Receive(msg)) }

// StepBy goes one step forward if n is positive, and one step back if not. Windows in front of the screen
// use it.
func (d *Debugger) StepBy(n int) tea.Cmd {
	if n > 0 {
		d.Player.StepForward()
	} else {
		d.Player.StepBack()
	}
	return d.Request()
}

// TakeQuestion returns the next step if the question about it has arrived. If the run has no
// question about the step, it shows a notice. ok is false if there is nothing to ask.
func (d *Debugger) TakeQuestion() (n core.NextStep, ok bool) {
	step := d.Debugger.TakeQuestion()
	if step == nil {
		return n, false
	}
	ok = step.Question != nil
	d.Session.NoticeUnless(ok, "there is no question about the next step")
	return *step, ok
}

// TakeStep moves the run by the step that was asked about.
func (d *Debugger) TakeStep(n core.NextStep) tea.Cmd {
	d.Debugger.TakeStep(n)
	return d.Request()
}

// OpenBreakpoints returns the intent that opens the window of breakpoints. When the student chooses
// one there, the run continues until its condition holds.
func (d *Debugger) OpenBreakpoints() session.Intent {
	return session.Push{Top: d.breakpointScreen()}
}

// OpenBranches returns the intent that opens the window of branches.
func (d *Debugger) OpenBranches() session.Intent {
	return session.Push{Top: d.newBranchWindow()}
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
func (d *Debugger) ScrollPanel(which Panel, n int) { d.Panels.panes[which].Scroll(n) }

func (d *Debugger) NoForkReason() string {
	return session.TextIf(d.Player.Abilities().Branching == nil, "this run cannot be forked")
}

// NoQuestionReason returns why nothing can be predicted or worked out here, or "".
func (d *Debugger) NoQuestionReason() string {
	if d.Player.Abilities().Predictions == nil {
		return "there are no questions about this run"
	}
	return session.TextIf(d.Player.Finished(), "the run ends here")
}

func (d *Debugger) NoBreakpointReason() string {
	return session.TextIf(d.Player.Run() == nil || len(d.Player.Run().Conditions()) == 0,
		"there is no condition to stop at here")
}

func (d *Debugger) NoWhyReason() string {
	if d.Panels.WhyOpen {
		return ""
	}
	return cmp.Or(d.Player.Abilities().WhyReplacement, session.TextIf(d.Player.Frame().Why == nil,
		"nothing to explain at this step"))
}

func (d *Debugger) NoLedgerReason() string {
	a := d.Player.Abilities()
	return session.TextIf(a.Ledger == nil, cmp.Or(a.LedgerReplacement, "this run has no ledger"))
}

// NoBranchReason returns why there are no branches to switch to, or "".
func (d *Debugger) NoBranchReason() string {
	if n := d.WaitingBranches(); n > 0 && !d.Player.Branches.Forked() {
		return core.WaitWords(n)
	}
	return session.TextIf(!d.Player.Branches.Forked(), "there is only one branch; “what if” makes another")
}
