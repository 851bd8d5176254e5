package lab

import (
	"context"
	"fmt"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
	"kernellab/lab/job"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// exercise is the screen on which a student works: the sheet with text, question
// and fields on the left, the stage with a run and its debugger on the right. It
// composes them: keys, clicks and answers go to the part they are for, and what
// one part needs of another is handed over as a value.
type exercise struct {
	base
	sheet    sheet
	keyboard keyboard
	at       place // of everything on the stage, from its upper left corner
	drag     drag

	scene    exercises.Scene
	scenes   int // that have arrived
	sceneJob job.Job
	textOnly bool // the last scene that arrived has nothing for the stage
	split    split
	splitFor int // the step that split belongs to, from 1; 0: none yet
	stage    stage
	debug    debugger
	record   scribe // of the run
	busy     *ui.Busy
}

// sceneMsg brings the scene for some answers.
type sceneMsg struct {
	job.Address
	scene exercises.Scene
}

// newExercise opens an exercise where the student left it.
func newExercise(s *session, id string) (*exercise, error) {
	w, err := s.student.Start(id)
	if err != nil {
		return nil, err
	}
	return onWork(s, w), nil
}

// onWork is the screen of an exercise, or of a task alone.
func onWork(s *session, w *study.Work) *exercise {
	e := &exercise{base: s.base(), busy: s.newBusy()}
	e.sheet, e.debug = sheet{asker: e.asker, work: w, busy: s.newBusy()}, debugger{asker: e.asker, inspector: newInspector(s.theme)}
	e.enter()
	return e
}

func (e *exercise) overlay() bool { return false }

// waits for the verdict, and for what the debugger waits for.
func (e *exercise) waits() bool { return e.sheet.jobs.check.Busy() || e.debug.waits() }

// resume starts what the screen needs when it comes up: its scene.
func (e *exercise) resume() tea.Cmd {
	e.debug.player.Clock.Set(e.session.settings.speed)
	e.debug.player.Unveil()
	if e.scene.Figures == nil && e.scene.Run == nil && !e.sceneJob.Busy() {
		return tea.Batch(e.compose(), e.sheet.ask(), e.showWork())
	}
	return nil
}

func (e *exercise) close() {
	if p := &e.debug.player; p.Run() != nil {
		at, _ := p.Place()
		e.sheet.work.SetFrame(at)
		study.KeepDebug(e.sheet.work, e.debug.kept())
	}
	e.debug.stop()
	e.record.job.Stop()
	e.sceneJob.Stop()
	e.sheet.jobs.stop()
}

// enter sets the screen up for the step the student is at.
func (e *exercise) enter() {
	e.sheet.begin()
	e.debug.begin()
	e.debug.recall(study.DebugOf(e.sheet.work), e.sheet.work.Frame())
	e.scene, e.stage, e.keyboard = exercises.Scene{}, newStage(), newKeyboard(e.sheet.form)
}

func (e *exercise) update(msg tea.Msg) (intent, tea.Cmd) {
	e.debug.arm()
	in, cmd := e.route(msg)
	if now, changed := e.debug.note(); changed {
		study.KeepDebug(e.sheet.work, now)
		cmd = tea.Batch(cmd, e.session.save())
	}
	cmd = tea.Batch(cmd, e.debug.ask(), e.sheet.ask())
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
		e.composed(msg)
	case reportMsg:
		return nil, e.sheet.judged(msg)
	case recalledMsg:
		e.sheet.recalled(msg)
	case keptMsg:
		return nil, e.show(msg)
	case echoMsg:
		e.sheet.form.heard(msg)
	case nextStepMsg:
		if n, ok := e.debug.asked(msg); ok {
			return pushIntent{newQuizWindow(e.session, e.sheet.work, n, e.debug.goOn)}, nil
		}
	case recordedMsg:
		if e.record.job.Finish(msg.Address) {
			return e.session.recorded(msg), nil
		}
	case busyMsg:
		e.busy.Done = e.record.done()
		return nil, tea.Batch(e.busyCmd(e.sheet.busy.Update(msg.msg)), e.busyCmd(e.busy.Update(msg.msg)))
	case answered:
		return e.answered(msg)
	default:
		return nil, e.debug.take(msg)
	}
	return nil, nil
}

// key does what a key means where the keyboard is; a text field takes what is
// not bound. What moves the run or its picture turns a narrow screen to the
// stage.
func (e *exercise) key(msg tea.KeyPressMsg) (intent, tea.Cmd) {
	e.sheet.work.Touch(time.Now())
	z := e.zone()
	a := e.session.acts.match(z, msg)
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

// compose asks for the scene of the answers as they are; the picture there
// stays until the new one arrives.
func (e *exercise) compose() tea.Cmd {
	step, answers := e.sheet.work.Step(), study.Staged(e.sheet.work)
	return e.Asker.Ask(&e.sceneJob, func(ctx context.Context, to job.Address) tea.Msg {
		scene := step.Scene(ctx, answers)
		if run := scene.Run; run != nil && run.Len() == 1 {
			// The first step, so that what it brings has its place.
			if longer, err := run.Extend(ctx, 1, exercises.Break{}); err == nil {
				scene.Run = longer
			}
		}
		return sceneMsg{to, scene}
	})
}

func (e *exercise) composed(m sceneMsg) {
	if !e.sceneJob.Finish(m.Address) {
		return
	}
	keepKeyboard(e, m.scene)
	e.scene, e.textOnly = m.scene, stageless(m.scene)
	if at := e.sheet.work.Index() + 1; at != e.splitFor {
		e.split, e.splitFor = splitOf(m.scene, e.session.view(), e.sheet.form.tableWidth()), at
	}
	e.scenes++
	first := e.debug.player.Run() == nil
	e.debug.load(m.scene.Run)
	e.keyboard.have(len(e.scene.Controls), e.debug.pointed())
	if frame := e.sheet.work.Frame(); first && frame > 0 {
		e.debug.player.Resume(frame)
	}
	e.stage.keep(e.sight())
}

// stageless reports whether a scene has nothing for the stage.
func stageless(s exercises.Scene) bool {
	return s.Run == nil && len(s.Figures)+len(s.Controls)+len(s.Formula) == 0
}

// show shows the verdict that is kept now, or cannot be, and asks for the picture
// that may know of it: a run has nothing that waits for a verdict.
func (e *exercise) show(m keptMsg) tea.Cmd {
	if !e.sheet.show(m) {
		return nil
	}
	e.stage.point = -1
	if at := e.sheet.form.at(); at >= 0 {
		e.setFocus(focus{onField, at})
		e.sheet.moved = false // it is the verdict that was asked for
	}
	if e.scene.Run != nil || len(e.sheet.info().Fields) == 0 {
		return nil
	}
	return e.compose()
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
	return e.redo()
}

// write passes a key or a paste to the field that has the keyboard.
func (e *exercise) write(msg tea.Msg) (ui.Event, tea.Cmd) {
	if e.debug.whatIf.open {
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
	return e.redo()
}

// redo asks for the scene of the answers as they are now, and saves them.
func (e *exercise) redo() tea.Cmd { return tea.Batch(e.compose(), e.session.save()) }

// slide gives control i a value, unless it has it. The control shows it at once,
// the picture when its scene arrives.
func (e *exercise) slide(i int, value string) tea.Cmd {
	if e.scene.Controls[i].Value == value {
		return nil
	}
	return e.set(i, value)
}

// nudge moves the control with the keyboard. A choice that has gone all the way
// round has changed, and changed back.
func (e *exercise) nudge(by int) tea.Cmd {
	i := e.keyboard.control
	c := e.scene.Controls[i]
	if c.IsButton() {
		cmd, _ := along(e, c, 0, by)
		return cmd
	}
	if len(c.Choices) > 1 {
		return e.set(i, c.Nudge(by))
	}
	return e.slide(i, c.Nudge(by))
}

// beginsAnew makes the stage ready for another run. Branches of one that says nothing
// of what it began from go with it.
func beginsAnew(e *exercise) {
	e.debug.leaveGuests()
	if e.debug.player.Abilities().Branching == nil {
		e.debug.player.Branches.Drop()
	}
}

// set gives a control a value, which may be the one it has.
func (e *exercise) set(i int, value string) tea.Cmd {
	beginsAnew(e)
	e.scene.Controls = slices.Clone(e.scene.Controls)
	e.scene.Controls[i].Value = value
	e.sheet.put(e.scene.Controls[i].Name, value)
	return e.redo()
}

// answered follows up on a window that closed.
func (e *exercise) answered(m answered) (intent, tea.Cmd) {
	switch a := m.answer.(type) {
	case breakAnswer:
		e.debug.until(exercises.Break(a))
	case recordAnswer:
		if r, ok := recordingOf(e); ok {
			return nil, r.write(a, e.Asker, &e.record)
		}
	case branchAnswer:
		e.debug.branch(a)
		e.sheet.rewind()
		if a.do == forgetBranch && e.debug.player.Branches.Forked() {
			return askBranch(e), nil
		}
	case numberAnswer:
		n, ok := a.step()
		e.session.complain(ok, fmt.Sprintf("%q is not the number of a step", string(a)))
		if ok {
			e.debug.player.Seek(n)
		}
	case reasonAnswer:
		e.sheet.form.because(string(a))
		return nil, e.written()
	case solutionAnswer:
		return nil, e.sheet.reveal()
	case fillAnswer:
		e.sheet.fillIn()
		return nil, e.redo()
	case restartAnswer, sheetAnswer:
		e.close()
		e.debug.begin() // its position belongs to the sheet that goes
		e.debug.recall(nil, 0)
		return e.session.followAnswer(m), nil
	default:
		return found(e, m)
	}
	return nil, nil
}
