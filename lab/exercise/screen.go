// Package exercise is the screen on which a student works on an exercise. The task view shows the
// text of a task, and the form with the student's answers. The stage view shows the stage, the half
// of the screen with the pictures. The pictures and their sliders belong to a scene, which depends on
// the answers. A scene may have a run, which is a solver executed step by step, and the stage then
// has its debugger. The component keyboard records which part has the focus. Each of these components
// owns its state. The package knows no algorithm and no other exercise. After every message the
// screen collects the requests of its components, which are commands that compute something. A newer
// request replaces an older one of the same kind.
//
// A review, a warm-up and a test-out are rounds: they ask tasks from several exercises, and show
// each of them as an exercise that has only this task. Package study decides which tasks a round
// has and what it leads to.
//
// The fields of a form are below one another or are cells of a table. In a table,
// arrows move from cell to cell, a cell also shows the verdict on its answer, and a line under the
// table is about the focused cell. To make room for a table in the text, the stage becomes narrower.
//
// There is a key for everything that the mouse does. A click on the words about a key presses that
// key. If a map on the stage is zoomed, only its visible part can be clicked. A button on the stage
// changes answers, including the contents of fields. It is pressed by a click on it, by a key, or by
// a click on a figure that belongs to it. If the figure has two sliders for the coordinates of a
// point, the click also sets them to its position.
package exercise

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"kernellab/lab/debug"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// Screen is the screen on which a student works: the task view with text, question and
// fields, and the stage view with a run and its debugger. The screen composes them: it
// routes keys, clicks and answers to the right component, and passes values between
// them.
type Screen struct {
	session.Base
	Actions   session.Actions[*Screen]
	Task      taskView
	Stage     stageView
	Keyboard  keyboard
	split     columnSplit
	splitTask int // number of the task to which split belongs, from 1; 0 if there is none yet
}

// New opens an exercise at the named task. If the name is empty or unknown, or if the class pauses
// before that task, the exercise opens where the student left it.
func New(s *session.Session, id, task string) (*Screen, error) {
	w, err := s.Student.Start(id)
	if err != nil {
		return nil, err
	}
	if i, ok := w.Exercise().TaskIndex(task); ok && !s.Classroom.HoldsTask(w, i) {
		w.GoTo(i)
	}
	return ForTask(s, w), nil
}

// ForTask returns the screen of an exercise, or of a single task.
func ForTask(s *session.Session, w *study.Work) *Screen {
	e := &Screen{Base: s.NewBase(), Actions: Actions()}
	if s.Config.Class != nil {
		e.Actions = classActions()
	}
	e.Task = taskView{Part: e.Part, Work: w, forms: map[int]*Form{}, busy: s.NewBusy()}
	e.Stage = stageView{Part: e.Part, setAnswer: e.Task.setAnswer, keyboard: &e.Keyboard, busy: s.NewBusy()}
	e.Stage.Debug = debug.New(e.Part)
	e.SetUpTask()
	return e
}

func (e *Screen) Overlay() bool { return false }

// KeysMustWait reports whether keys must wait for a verdict or for the debugger.
func (e *Screen) KeysMustWait() bool { return e.Task.Jobs.Check.Busy() || e.Stage.Debug.KeysMustWait() }

// Resume requests the scene.
func (e *Screen) Resume() tea.Cmd {
	if cmd := e.Stage.Resume(); cmd != nil {
		return tea.Batch(cmd, e.Task.request(), e.showBusy())
	}
	return nil
}

func (e *Screen) Close() {
	e.Stage.Close()
	e.Task.Jobs.stop()
}

// SetUpTask sets the screen up for the student's current task.
func (e *Screen) SetUpTask() {
	e.Task.reset()
	e.Stage.reset(e.Task.Work)
	e.Keyboard = keyboard{form: e.Task.Form, Control: -1}
}

func (e *Screen) Update(msg tea.Msg) (session.Intent, tea.Cmd) {
	e.Stage.Debug.PassBreakpoints()
	intent, cmd := e.route(msg)
	if state, changed := e.Stage.Debug.Changes(); changed {
		study.StoreDebug(e.Task.Work, state)
		cmd = tea.Batch(cmd, e.Session.Save())
	}
	cmd = tea.Batch(cmd, e.Stage.Debug.Request(), e.Task.request())
	return intent, tea.Batch(cmd, e.showBusy())
}

func (e *Screen) route(msg tea.Msg) (session.Intent, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return e.key(msg)
	case tea.PasteMsg:
		e.Task.Work.RecordAction(time.Now())
		e.focusAnswer(msg)
		_, cmd := e.editField(msg)
		return nil, cmd
	case tea.MouseClickMsg, tea.MouseMotionMsg, tea.MouseReleaseMsg, tea.MouseWheelMsg:
		return nil, e.mouse(msg)
	case RepeatedAction:
		return nil, e.repeat(msg)
	case WheelTurns:
		e.turnWheel(msg)
	case SceneMsg:
		if at := e.Task.Work.Index() + 1; e.Stage.ReceiveScene(msg) && at != e.splitTask {
			e.split, e.splitTask = splitFor(msg.Scene, e.Session.Terminal(), e.Task.Form.tableWidth()), at
		}
	case ReportMsg:
		return nil, e.showVerdict(msg)
	case recalledMsg:
		e.Task.receiveRecall(msg)
	case EchoMsg:
		e.Task.Form.receiveEcho(msg)
	case exportedMsg:
		if e.Stage.Export.Job.Finish(msg.Address) {
			return showExport(e.Session, msg), nil
		}
	case session.BusyMsg:
		cmd := tea.Batch(e.BusyCmd(e.Task.busy.Update(msg.Msg)), e.BusyCmd(e.Stage.busy.Update(msg.Msg)))
		if e.Stage.busy.Visible() {
			e.Stage.TextOnly = false // make room for the spinner and for what it announces
		}
		return nil, cmd
	case session.Choice:
		return msg()
	default:
		e.Stage.Debug.Receive(msg)
		if n, ok := e.Stage.Debug.TakeQuestion(); ok {
			return session.Push{Top: newQuestionWindow(e.Session, e.Task.Work, n, e.Stage.Debug.TakeStep)}, nil
		}
	}
	return nil, nil
}

// key runs the action of a key in the focused zone. A text field takes unbound keys.
// Actions on the run or its picture switch a narrow screen to the stage.
func (e *Screen) key(msg tea.KeyPressMsg) (session.Intent, tea.Cmd) {
	e.Task.Work.RecordAction(time.Now())
	e.focusAnswer(msg)
	if e.Task.namesKey(msg) {
		e.SetFocus(Focus{})
	}
	z := e.Zone()
	a := e.Actions.Match(z, msg)
	switch {
	case a == nil && z == session.ZoneField:
		event, cmd := e.editField(msg)
		if event == ui.Ignored {
			cmd = moveFromEmptyField(e, msg)
		}
		return nil, cmd
	case a.DisabledReason(e) != "":
		e.Session.Notice = a.DisabledReason(e)
		return nil, nil
	}
	e.Session.Notice = ""
	if a == nil {
		hint := "tab leads to the answer"
		switch {
		case z == session.ZoneChoice || !e.Task.awaitsText():
			hint = "? lists the keys that work here"
		case z == session.ZoneWhatIf || tabWord(e) != "answer":
			hint = "esc, then the answer"
		}
		e.Session.NoticeUnless(msg.Text == "", hint)
		return nil, nil
	}
	intent, cmd := a.Run(e, msg)
	if a.Zone == session.ZoneStage && e.Keyboard.Pane == textPane {
		e.Keyboard.Pane = StagePane
	}
	return intent, cmd
}

// showVerdict shows a verdict and saves it. It requests the picture and the notes, which may
// depend on the verdict.
func (e *Screen) showVerdict(m ReportMsg) tea.Cmd {
	if !e.Task.receiveReport(m) {
		return nil
	}
	e.Stage.Pictures.Point = -1
	if at := e.Task.Form.FocusIndex(); at >= 0 {
		e.SetFocus(Focus{FieldFocus, at})
		e.Task.movedToField = false // the focus moved because of the verdict
	}
	if len(e.Task.Info().Fields) == 0 {
		return e.Session.Save()
	}
	return tea.Batch(e.Session.Save(), e.Stage.RequestScene())
}

// submit checks the answer. It opens the next task instead if the answer is accepted already, if
// nothing is asked, or if the answer is wrong but the student solved the task before. In the
// sandbox, which is not judged, it only moves the focus.
func (e *Screen) submit() (session.Intent, tea.Cmd) {
	task := &e.Task
	if task.Info().AsksNothing { // the sandbox
		focusBy(1)(e)
		return nil, nil
	}
	if task.canGoOn() {
		return e.advance()
	}
	if r := task.Report(); r != nil && r.Verdict.CountsAsAttempt() && !task.mayBeStale {
		if task.solved() {
			return e.advance()
		}
		e.Session.Notice = "this answer has been judged; change it first"
		return nil, nil
	}
	return nil, task.Judge()
}

// advance opens the next task. After the last one it opens the first task that is not
// done, and if all are done it leaves for the next exercise or the contents. If the
// last task only has to be read, it first shows that the exercise is done.
func (e *Screen) advance() (session.Intent, tea.Cmd) {
	w := e.Task.Work
	if w.Round() != nil {
		return e.nextTask()
	}
	if v, early := e.Task.earlyExercise(); early {
		return session.Open{Exercise: v.ID}, e.Session.Save()
	}
	if w.Index() < w.Len()-1 {
		return nil, e.goToTask(w.Index() + 1)
	}
	if w.MarkRead() {
		e.Keyboard.Pane = textPane
		e.Task.Pane.Follow()
		return nil, e.Session.Save()
	}
	if i, open := w.NextOpen(); open {
		return nil, e.goToTask(i)
	}
	if e.Task.isHeldBefore(w.Len()) {
		return nil, e.Session.Classroom.RecordWaiting(w)
	}
	return e.Task.finish(), e.Session.Save()
}

// goToTask opens task i, if it exists and the class does not pause before it.
func (e *Screen) goToTask(i int) tea.Cmd {
	w := e.Task.Work
	if i < 0 || i >= w.Len() || i == w.Index() {
		return nil
	}
	if e.Task.isHeldBefore(i) {
		return e.Session.Classroom.RecordWaiting(w)
	}
	e.Close()
	w.GoTo(i)
	e.SetUpTask()
	return e.Stage.refresh()
}

// editField passes a key press or pasted text to the field that has the focus.
func (e *Screen) editField(msg tea.Msg) (ui.Event, tea.Cmd) {
	if e.Stage.Debug.WhatIf.Open {
		return ui.Ignored, nil
	}
	event, notice := e.Task.editField(msg)
	if event == ui.Changed || notice != "" {
		e.Session.Notice = notice // the notice about the old text is obsolete
	}
	if event != ui.Changed {
		return event, nil
	}
	return event, e.FieldsChanged()
}

// FieldsChanged stores the fields and requests a new scene.
func (e *Screen) FieldsChanged() tea.Cmd {
	e.Task.StoreFields()
	return e.Stage.refresh()
}

// showBusy shows what is being computed. It is called after every message.
func (e *Screen) showBusy() tea.Cmd {
	return tea.Batch(e.BusyCmd(e.Task.busy.SetLabel(checkLabel(&e.Task.Jobs))),
		e.BusyCmd(e.Stage.busy.SetLabel(e.Stage.busyLabel())))
}
