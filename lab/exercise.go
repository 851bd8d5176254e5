package lab

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// exercise is the screen on which a student works: the sheet with text, question
// and fields on the left, and on the right the stage with a run and its debugger.
// It composes them: keys, clicks and answers go to the part they are for, and what
// one part needs of another is handed over as a value.
type exercise struct {
	base
	acts     acts[*exercise]
	sheet    sheet
	right    rightSide
	keyboard keyboard
	split    split
	splitFor int // the step that split belongs to, from 1; 0: none yet
}

// newExercise opens an exercise at the step with a name, else where the student left
// it.
func newExercise(s *session, id, step string) (*exercise, error) {
	w, err := s.student.Start(id)
	if err != nil {
		return nil, err
	}
	if i := study.StepNamed(w, step); step != "" && i >= 0 {
		w.Go(i)
	}
	return onWork(s, w), nil
}

// onWork is the screen of an exercise, or of a task alone.
func onWork(s *session, w *study.Work) *exercise {
	e := &exercise{base: s.base(), acts: exerciseActs()}
	e.sheet = sheet{asker: e.asker, work: w, busy: s.newBusy()}
	e.right = rightSide{asker: e.asker, put: e.sheet.put, keyboard: &e.keyboard, busy: s.newBusy()}
	e.right.debug = debugger{asker: e.asker, inspector: newInspector(s.theme)}
	e.enter()
	return e
}

func (e *exercise) overlay() bool { return false }

// waits for the verdict, and for what the debugger waits for.
func (e *exercise) waits() bool { return e.sheet.jobs.check.Busy() || e.right.debug.waits() }

// resume starts what the screen needs when it comes up: its scene.
func (e *exercise) resume() tea.Cmd {
	if cmd := e.right.resume(); cmd != nil {
		return tea.Batch(cmd, e.sheet.ask(), e.showWork())
	}
	return nil
}

func (e *exercise) close() {
	e.right.close()
	e.sheet.jobs.stop()
}

// enter sets the screen up for the step the student is at.
func (e *exercise) enter() {
	e.sheet.begin()
	e.right.begin(e.sheet.work)
	e.keyboard = newKeyboard(e.sheet.form)
}

func (e *exercise) update(msg tea.Msg) (intent, tea.Cmd) {
	e.right.debug.arm()
	z := e.zone()
	in, cmd := e.route(msg)
	if z != zoneWhatIf && e.zone() == zoneWhatIf {
		e.sheet.rewind()
	}
	if now, changed := e.right.debug.note(); changed {
		study.KeepDebug(e.sheet.work, now)
		cmd = tea.Batch(cmd, e.session.save())
	}
	cmd = tea.Batch(cmd, e.right.debug.ask(), e.sheet.ask())
	return in, tea.Batch(cmd, e.showWork())
}

func (e *exercise) route(msg tea.Msg) (intent, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return e.key(msg)
	case tea.PasteMsg:
		e.sheet.work.Touch(time.Now())
		_, cmd := e.write(msg)
		return nil, cmd
	case tea.MouseClickMsg, tea.MouseMotionMsg, tea.MouseReleaseMsg, tea.MouseWheelMsg, wonderMsg:
		return e.mouse(msg)
	case repeated:
		return nil, e.repeat(msg)
	case turned:
		e.turn(msg)
	case sceneMsg:
		if at := e.sheet.work.Index() + 1; e.right.composed(msg) && at != e.splitFor {
			e.split, e.splitFor = splitOf(msg.scene, e.session.view(), e.sheet.form.tableWidth()), at
		}
	case reportMsg:
		return nil, e.sheet.judged(msg)
	case recalledMsg:
		e.sheet.recalled(msg)
	case keptMsg:
		return nil, e.show(msg)
	case echoMsg:
		e.sheet.form.heard(msg)
	case nextStepMsg:
		if n, ok := e.right.debug.asked(msg); ok {
			return pushIntent{newQuizWindow(e.session, e.sheet.work, n, e.right.debug.goOn)}, nil
		}
	case recordedMsg:
		if e.right.record.job.Finish(msg.Address) {
			return recorded(e.session, msg), nil
		}
	case busyMsg:
		e.right.busy.Done = e.right.record.done()
		return nil, tea.Batch(e.busyCmd(e.sheet.busy.Update(msg.msg)), e.busyCmd(e.right.busy.Update(msg.msg)))
	case answered:
		return e.answered(msg)
	default:
		return nil, e.right.debug.take(msg)
	}
	return nil, nil
}

// key does what a key means where the keyboard is; a text field takes what is
// not bound. What moves the run or its picture turns a narrow screen to the
// stage.
func (e *exercise) key(msg tea.KeyPressMsg) (intent, tea.Cmd) {
	e.sheet.work.Touch(time.Now())
	z := e.zone()
	a := e.acts.match(z, msg)
	switch {
	case a == nil && z == zoneField:
		event, cmd := e.write(msg)
		if event == ui.Ignored {
			cmd = fromEmptyField(e, msg)
		}
		return nil, cmd
	case a.whyNot(e) != "":
		e.session.notice = a.whyNot(e)
		return nil, nil
	}
	e.session.notice = ""
	if a == nil {
		return nil, nil
	}
	in, cmd := a.do(e, msg)
	if a.zone == zoneStage && e.keyboard.pane == textPane {
		e.keyboard.pane = stagePane
	}
	return in, cmd
}

// show shows the verdict that is kept now, or cannot be, and asks for the picture
// that may know of it: a run has nothing that waits for a verdict.
func (e *exercise) show(m keptMsg) tea.Cmd {
	if !e.sheet.show(m) {
		return nil
	}
	e.right.stage.point = -1
	if at := e.sheet.form.at(); at >= 0 {
		e.setFocus(focus{onField, at})
		e.sheet.moved = false // it is the verdict that was asked for
	}
	if e.right.scene.Run != nil || len(e.sheet.info().Fields) == 0 {
		return nil
	}
	return e.right.compose()
}

// submit checks the answer; where it stands accepted or nothing is asked, it
// goes on.
func (e *exercise) submit() (intent, tea.Cmd) {
	s := &e.sheet
	if s.info().Bench { // nobody judges it
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
	if shown := s.form.settle(); shown != "" {
		e.session.notice = "read as " + shown + ", as you chose before"
		written = e.written()
	}
	return nil, tea.Batch(written, s.judge())
}

// advance goes to the next step; after the last one to the first that is
// still open, and with none left back to the contents. A last step to be read
// says first that the exercise is done.
func (e *exercise) advance() (intent, tea.Cmd) {
	w := e.sheet.work
	if w.Round() != nil {
		return e.nextTask()
	}
	if w.Index() < w.Len()-1 {
		return nil, e.goTo(w.Index() + 1)
	}
	if w.Read() {
		e.keyboard.pane = textPane
		e.sheet.pane.Follow()
		return nil, e.session.save()
	}
	if i, open := w.Open(); open {
		return nil, e.goTo(i)
	}
	return e.sheet.finish(), e.session.save()
}

// goTo shows step i, if there is one.
func (e *exercise) goTo(i int) tea.Cmd {
	w := e.sheet.work
	if i < 0 || i >= w.Len() || i == w.Index() {
		return nil
	}
	e.close()
	w.Go(i)
	e.enter()
	return e.right.redo()
}

// write passes a key or a paste to the field that has the keyboard.
func (e *exercise) write(msg tea.Msg) (ui.Event, tea.Cmd) {
	if e.right.debug.whatIf.open {
		return ui.Ignored, nil
	}
	event, lost := e.sheet.write(msg)
	if event == ui.Changed || lost != "" {
		e.session.notice = lost // a notice about the old text is no longer true
	}
	if event != ui.Changed {
		return event, nil
	}
	return event, e.written()
}

// written notes what has changed in the fields.
func (e *exercise) written() tea.Cmd {
	e.sheet.keepFields()
	return e.right.redo()
}

// answered follows up on a window that closed.
func (e *exercise) answered(m answered) (intent, tea.Cmd) {
	switch a := m.answer.(type) {
	case breakAnswer:
		e.right.debug.until(exercises.Break(a))
	case recordAnswer:
		if r, ok := recordingOf(e); ok {
			return nil, r.write(a, e.Asker, &e.right.record)
		}
	case branchAnswer:
		e.right.debug.branch(a)
		e.sheet.rewind()
		if a.do == forgetBranch && e.right.debug.player.Branches.Forked() {
			return e.right.debug.askBranch(), nil
		}
	case numberAnswer:
		n, ok := a.step()
		e.session.complain(ok, fmt.Sprintf("%q is not the number of a step", string(a)))
		if ok {
			e.right.debug.player.Seek(n)
		}
	case reasonAnswer:
		e.sheet.form.because(string(a))
		return nil, e.written()
	case solutionAnswer:
		return nil, e.sheet.reveal()
	case fillAnswer:
		e.sheet.fillIn()
		return nil, e.right.redo()
	case restartAnswer, sheetAnswer:
		e.close()
		e.right.debug.begin() // its position belongs to the sheet that goes
		e.right.debug.recall(nil, 0)
		return e.session.followAnswer(m), nil
	default:
		return found(e, m)
	}
	return nil, nil
}
