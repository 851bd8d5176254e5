package exercise

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
	"kernellab/lab/debug"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// Screen is the screen on which a student works: the sheet with text, question
// and fields on the left, and on the right the stage with a run and its debugger.
// It composes them: keys, clicks and answers go to the part they are for, and what
// one part needs of another is handed over as a value.
type Screen struct {
	session.Base
	Acts     session.Actions[*Screen]
	Left     leftSide
	Right    rightSide
	Keyboard keyboard
	split    split
	splitFor int // the step that split belongs to, from 1; 0: none yet
}

// New opens an exercise at the step with a name, else where the student left
// it.
func New(s *session.Session, id, step string) (*Screen, error) {
	w, err := s.Student.Start(id)
	if err != nil {
		return nil, err
	}
	if i := study.TaskNamed(w, step); step != "" && i >= 0 {
		w.Go(i)
	}
	return ForTask(s, w), nil
}

// ForTask is the screen of an exercise, or of a task alone.
func ForTask(s *session.Session, w *study.Work) *Screen {
	e := &Screen{Base: s.NewBase(), Acts: Actions()}
	e.Left = leftSide{Part: e.Part, Work: w, busy: s.NewBusy()}
	e.Right = rightSide{Part: e.Part, put: e.Left.put, keyboard: &e.Keyboard, busy: s.NewBusy()}
	e.Right.Debug = debug.Debugger{Part: e.Part, Inspector: debug.NewInspector(s.Theme)}
	e.Enter()
	return e
}

func (e *Screen) Overlay() bool { return false }

// HoldsKeys for the verdict, and for what the debugger waits for.
func (e *Screen) HoldsKeys() bool { return e.Left.Jobs.Check.Busy() || e.Right.Debug.HoldsKeys() }

// Resume starts what the screen needs when it comes up: its scene.
func (e *Screen) Resume() tea.Cmd {
	if cmd := e.Right.Resume(); cmd != nil {
		return tea.Batch(cmd, e.Left.request(), e.showWork())
	}
	return nil
}

func (e *Screen) Close() {
	e.Right.Close()
	e.Left.Jobs.stop()
}

// Enter sets the screen up for the step the student is at.
func (e *Screen) Enter() {
	e.Left.begin()
	e.Right.begin(e.Left.Work)
	e.Keyboard = newKeyboard(e.Left.Form)
}

func (e *Screen) Update(msg tea.Msg) (session.Intent, tea.Cmd) {
	e.Right.Debug.Arm()
	z := e.Zone()
	in, cmd := e.route(msg)
	if z != session.ZoneWhatIf && e.Zone() == session.ZoneWhatIf {
		e.Left.rewind()
	}
	if now, changed := e.Right.Debug.Changes(); changed {
		study.KeepDebug(e.Left.Work, now)
		cmd = tea.Batch(cmd, e.Session.Save())
	}
	cmd = tea.Batch(cmd, e.Right.Debug.Request(), e.Left.request())
	return in, tea.Batch(cmd, e.showWork())
}

func (e *Screen) route(msg tea.Msg) (session.Intent, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return e.key(msg)
	case tea.PasteMsg:
		e.Left.Work.Touch(time.Now())
		_, cmd := e.write(msg)
		return nil, cmd
	case tea.MouseClickMsg, tea.MouseMotionMsg, tea.MouseReleaseMsg, tea.MouseWheelMsg, session.RightClick:
		return e.mouse(msg)
	case Repeated:
		return nil, e.repeat(msg)
	case Turned:
		e.turn(msg)
	case SceneMsg:
		if at := e.Left.Work.Index() + 1; e.Right.Composed(msg) && at != e.splitFor {
			e.split, e.splitFor = splitOf(msg.Scene, e.Session.Terminal(), e.Left.Form.tableWidth()), at
		}
	case ReportMsg:
		return nil, e.Left.judged(msg)
	case recalledMsg:
		e.Left.recalled(msg)
	case session.ReleaseMsg:
		return nil, e.show(msg)
	case EchoMsg:
		e.Left.Form.heard(msg)
	case debug.NextStepMsg:
		if n, ok := e.Right.Debug.ReceiveQuestions(msg); ok {
			return session.Push{Top: newQuestionWindow(e.Session, e.Left.Work, n, e.Right.Debug.TakeStep)}, nil
		}
	case recordedMsg:
		if e.Right.Record.Job.Finish(msg.Address) {
			return recorded(e.Session, msg), nil
		}
	case session.BusyMsg:
		e.Right.busy.Done = e.Right.Record.done()
		return nil, tea.Batch(e.BusyCmd(e.Left.busy.Update(msg.Msg)), e.BusyCmd(e.Right.busy.Update(msg.Msg)))
	case session.AnswerMsg:
		return e.answered(msg)
	default:
		return nil, e.Right.Debug.Receive(msg)
	}
	return nil, nil
}

// key does what a key means where the keyboard is; a text field takes what is
// not bound. What moves the run or its picture turns a narrow screen to the
// stage.
func (e *Screen) key(msg tea.KeyPressMsg) (session.Intent, tea.Cmd) {
	e.Left.Work.Touch(time.Now())
	z := e.Zone()
	a := e.Acts.Match(z, msg)
	switch {
	case a == nil && z == session.ZoneField:
		event, cmd := e.write(msg)
		if event == ui.Ignored {
			cmd = fromEmptyField(e, msg)
		}
		return nil, cmd
	case a.DisabledReason(e) != "":
		e.Session.Notice = a.DisabledReason(e)
		return nil, nil
	}
	e.Session.Notice = ""
	if a == nil {
		return nil, nil
	}
	in, cmd := a.Run(e, msg)
	if a.Zone == session.ZoneStage && e.Keyboard.Pane == textPane {
		e.Keyboard.Pane = StagePane
	}
	return in, cmd
}

// show shows the verdict that is kept now, or cannot be, and asks for the picture
// that may know of it: a run has nothing that waits for a verdict.
func (e *Screen) show(m session.ReleaseMsg) tea.Cmd {
	if !e.Left.show(m) {
		return nil
	}
	e.Right.Stage.Point = -1
	if at := e.Left.Form.At(); at >= 0 {
		e.SetFocus(Focus{OnField, at})
		e.Left.moved = false // it is the verdict that was asked for
	}
	if e.Right.Scene.Run != nil || len(e.Left.Info().Fields) == 0 {
		return nil
	}
	return e.Right.Compose()
}

// submit checks the answer; where it stands accepted or nothing is asked, it
// goes on.
func (e *Screen) submit() (session.Intent, tea.Cmd) {
	s := &e.Left
	if s.Info().Bench { // nobody judges it
		focusBy(1)(e)
		return nil, nil
	}
	if s.goesOn() {
		return e.advance()
	}
	if s.outcome.Hinted || s.judgment.report != nil {
		return nil, nil // the same answer once more brings nothing new
	}
	var written tea.Cmd
	if shown := s.Form.settle(); shown != "" {
		e.Session.Notice = "read as " + shown + ", as you chose before"
		written = e.Written()
	}
	return nil, tea.Batch(written, s.Judge())
}

// advance goes to the next step; after the last one to the first that is
// still open, and with none left back to the contents. A last step to be read
// says first that the exercise is done.
func (e *Screen) advance() (session.Intent, tea.Cmd) {
	w := e.Left.Work
	if w.Round() != nil {
		return e.nextTask()
	}
	if w.Index() < w.Len()-1 {
		return nil, e.goTo(w.Index() + 1)
	}
	if w.Read() {
		e.Keyboard.Pane = textPane
		e.Left.Pane.Follow()
		return nil, e.Session.Save()
	}
	if i, open := w.Open(); open {
		return nil, e.goTo(i)
	}
	return e.Left.finish(), e.Session.Save()
}

// goTo shows step i, if there is one.
func (e *Screen) goTo(i int) tea.Cmd {
	w := e.Left.Work
	if i < 0 || i >= w.Len() || i == w.Index() {
		return nil
	}
	e.Close()
	w.Go(i)
	e.Enter()
	return e.Right.redo()
}

// write passes a key or a paste to the field that has the keyboard.
func (e *Screen) write(msg tea.Msg) (ui.Event, tea.Cmd) {
	if e.Right.Debug.WhatIf.Open {
		return ui.Ignored, nil
	}
	event, lost := e.Left.write(msg)
	if event == ui.Changed || lost != "" {
		e.Session.Notice = lost // a notice about the old text is no longer true
	}
	if event != ui.Changed {
		return event, nil
	}
	return event, e.Written()
}

// Written notes what has changed in the fields.
func (e *Screen) Written() tea.Cmd {
	e.Left.KeepFields()
	return e.Right.redo()
}

// answered follows up on a window that closed.
func (e *Screen) answered(m session.AnswerMsg) (session.Intent, tea.Cmd) {
	switch a := m.Answer.(type) {
	case debug.BreakAnswer:
		e.Right.Debug.Until(exercises.Break(a))
	case RecordAnswer:
		if r, ok := RecordingOf(e); ok {
			return nil, r.write(a, e.Asker, &e.Right.Record)
		}
	case debug.BranchAnswer:
		e.Right.Debug.Branch(a)
		e.Left.rewind()
		if a.Op == debug.ForgetBranch && e.Right.Debug.Player.Branches.Forked() {
			return e.Right.Debug.AskBranch(), nil
		}
	case session.NumberAnswer:
		n, ok := a.Step()
		e.Session.NoticeUnless(ok, fmt.Sprintf("%q is not the number of a step", string(a)))
		if ok {
			e.Right.Debug.Player.Seek(n)
		}
	case reasonAnswer:
		e.Left.Form.because(string(a))
		return nil, e.Written()
	case solutionAnswer:
		return nil, e.Left.reveal()
	case fillAnswer:
		e.Left.fillIn()
		return nil, e.Right.redo()
	case session.RestartAnswer, session.AttemptAnswer:
		e.Close()
		e.Right.Debug.Reset() // its position belongs to the sheet that goes
		e.Right.Debug.Recall(nil, 0)
		return e.Session.HandleAnswer(m), nil
	default:
		return found(e, m)
	}
	return nil, nil
}

// showWork shows, after every message, which work is in progress.
func (e *Screen) showWork() tea.Cmd {
	return tea.Batch(e.BusyCmd(e.Left.showWork()), e.BusyCmd(e.Right.busy.Show(e.Right.doing())))
}

// showWork shows whether a verdict is on its way.
func (s *leftSide) showWork() tea.Cmd { return s.busy.Show(checking(&s.Jobs)) }
