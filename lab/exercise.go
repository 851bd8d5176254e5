package lab

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
)

// exercise is the screen on which a student works: the sheet with text, question
// and fields on the left, the stage with a run's player on the right. It composes
// them: keys, clicks and answers go to the part they are for, and what one part
// needs of another is handed over as a value.
type exercise struct {
	base
	sheet   sheet
	control int  // the control with the keyboard, −1: it is elsewhere
	pane    pane // the half shown on a narrow screen
	caret   caret
	drag    drag

	scene    exercises.Scene
	scenes   int // that have arrived
	sceneJob job
	textOnly bool // the last scene that arrived has nothing for the stage
	stage    stage

	player    player
	watches   watches
	inspector inspector
	whatIf    whatIf    // at most one of these two stands in place of the run's
	compare   comparing // own frame
	next      job       // the questions on the step to come
	marked    map[int]bool
	record    job
}

// sceneMsg brings the scene for some answers.
type sceneMsg struct {
	address
	scene exercises.Scene
}

func (m sceneMsg) to() address { return m.address }

// newExercise opens an exercise where the student left it.
func newExercise(s *session, id string) (*exercise, error) {
	w, err := s.student.Start(id)
	if err != nil {
		return nil, err
	}
	e := &exercise{base: s.base()}
	e.sheet = sheet{asker: e.asker, work: w}
	e.enter()
	return e, nil
}

func (e *exercise) overlay() bool { return false }

// waits for the verdict, for the questions on a step, and for the choices under
// "what if".
func (e *exercise) waits() bool {
	return e.sheet.jobs.check.busy || e.next.busy || e.whatIf.waits()
}

// resume starts what the screen needs when it comes up: its scene.
func (e *exercise) resume() tea.Cmd {
	e.player.speed = e.session.settings.speed
	if e.scene.Figures == nil && e.scene.Run == nil && !e.sceneJob.busy {
		return e.compose()
	}
	return nil
}

func (e *exercise) close() {
	if e.player.run != nil {
		at, _ := e.player.place()
		e.sheet.work.SetFrame(at)
	}
	e.player.stop()
	e.player.playing = false
	e.watches.stop()
	e.inspector.ledger.forget()
	e.next.stop()
	e.record.stop()
	e.leaveGuests()
	e.sceneJob.stop()
	e.sheet.jobs.stop()
}

// enter sets the screen up for the step the student is at.
func (e *exercise) enter() {
	e.sheet.begin()
	e.scene, e.stage, e.control, e.pane = exercises.Scene{}, newStage(), -1, textPane
	e.player = e.player.anew(e.session.settings.speed)
	e.watches, e.marked = watches{job: e.watches.job}, nil
	e.inspector.ledger.known = false
}

// leaveGuests puts the run's own frame back on the stage.
func (e *exercise) leaveGuests() {
	e.whatIf.leave()
	e.compare.leave()
}

func (e *exercise) update(msg tea.Msg) (intent, tea.Cmd) {
	in, cmd := e.route(msg)
	return in, tea.Batch(cmd, e.questioned())
}

func (e *exercise) route(msg tea.Msg) (intent, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return e.key(msg)
	case tea.PasteMsg:
		return nil, e.write("", msg)
	case tea.MouseClickMsg, tea.MouseMotionMsg, tea.MouseReleaseMsg, tea.MouseWheelMsg:
		return nil, e.mouse(msg)
	case repeated:
		return nil, e.repeat(msg)
	case typed:
		return nil, e.typeIn(msg)
	case turned:
		e.turn(msg)
	case sceneMsg:
		e.composed(msg)
	case reportMsg:
		return nil, e.sheet.judged(msg)
	case keptMsg:
		e.show(msg)
	case answered:
		return e.answered(msg)
	default:
		return e.ofTheRun(msg)
	}
	return nil, nil
}

// ofTheRun takes in what was asked about the run.
func (e *exercise) ofTheRun(msg tea.Msg) (intent, tea.Cmd) {
	switch msg := msg.(type) {
	case tickMsg:
		return nil, e.beat(msg)
	case extendedMsg:
		e.player.extended(msg)
	case scannedMsg:
		e.player.scanned(msg)
	case echoMsg:
		e.sheet.form.heard(msg)
	case ledgerMsg:
		e.inspector.ledger.take(msg)
	case readingsMsg:
		e.watches.take(msg)
	case previewMsg:
		cmd, ok := e.whatIf.previewed(e.asker, msg)
		e.session.complain(ok, "this run can go one way only")
		return nil, cmd
	case forkMsg:
		e.forked(msg)
	case compareMsg:
		e.session.complain(e.compare.compared(msg, &e.player.branches), "these two runs have nothing to compare")
	case nextStepMsg:
		return e.question(msg), nil
	case recordedMsg:
		if e.record.finish(msg.gen) {
			return e.session.recorded(msg), nil
		}
	}
	return nil, nil
}

// questioned asks, after every message, for what the parts want to know: a longer
// run, and what those that stand open say of the frame on the stage.
func (e *exercise) questioned() tea.Cmd {
	missed := e.player.takeMissed()
	e.session.complain(missed == "", missed+": at no other step this way")
	now := e.player.here()
	return tea.Batch(e.session.inTurn(e.player.work(e.session.ctx, e.owner)), e.watches.ask(e.asker, now),
		e.inspector.ledger.ask(e.asker, now), e.compare.ask(e.asker, now, e.player.branches), e.sheet.form.ask(e.asker))
}

// compose asks for the scene of the answers as they are; the picture there
// stays until the new one arrives.
func (e *exercise) compose() tea.Cmd {
	step, answers := e.sheet.work.Step(), e.sheet.work.Answers()
	return e.asker.ask(&e.sceneJob, func(ctx context.Context, to address) tea.Msg { return sceneMsg{to, step.Scene(ctx, answers)} })
}

func (e *exercise) composed(m sceneMsg) {
	if !e.sceneJob.finish(m.gen) {
		return
	}
	e.scene, e.textOnly = m.scene, stageless(m.scene)
	e.scenes++
	first := e.player.run == nil
	e.leaveGuests()
	e.player.load(m.scene.Run)
	if frame := e.sheet.work.Frame(); first && frame > 0 {
		e.player.resume(frame)
	}
	e.stage.keep(e.sight())
	if e.control >= len(e.scene.Controls) {
		e.control = -1
	}
}

// stageless reports whether a scene has nothing for the stage.
func stageless(s exercises.Scene) bool {
	return s.Run == nil && len(s.Figures)+len(s.Controls)+len(s.Formula) == 0
}

// show shows the verdict that is kept now, or cannot be.
func (e *exercise) show(m keptMsg) {
	if !e.sheet.show(m) {
		return
	}
	e.stage.point = -1
	if at := e.sheet.form.at; at >= 0 {
		e.setFocus(focus{onField, at})
	}
}

// submit checks the answer; where it stands accepted or nothing is asked, it
// goes on.
func (e *exercise) submit() (intent, tea.Cmd) {
	s := &e.sheet
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
// still open, and with none left back to the contents.
func (e *exercise) advance() (intent, tea.Cmd) {
	w := e.sheet.work
	if w.Index() < w.Len()-1 {
		return nil, e.goTo(w.Index() + 1)
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

// write gives a key by its name, or a paste, to the field with the keyboard.
func (e *exercise) write(name string, msg tea.Msg) tea.Cmd {
	if e.whatIf.open {
		return nil
	}
	changed, lost := e.sheet.write(name, msg)
	e.session.complain(lost == "", lost)
	if !changed {
		return nil
	}
	return e.written()
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

// set gives a control a value, which may be the one it has. Branches belong to a
// run that goes.
func (e *exercise) set(i int, value string) tea.Cmd {
	e.leaveGuests()
	e.player.branches = branches{}
	controls := append([]exercises.Control(nil), e.scene.Controls...)
	controls[i].Value = value
	e.scene.Controls = controls
	e.sheet.put(controls[i].Name, value)
	return e.redo()
}

// answered follows up on a window that closed.
func (e *exercise) answered(m answered) (intent, tea.Cmd) {
	switch a := m.answer.(type) {
	case breakAnswer:
		e.watches.use(a)
		e.player.seekBreak(a.until, a.dir)
	case recordAnswer:
		if r, ok := e.recording(); ok {
			return nil, r.write(a, e.asker, &e.record)
		}
	case branchAnswer:
		e.leaveGuests()
		e.player.switchTo(a.i)
	case compareAnswer:
		e.compareWith(a.i)
	case numberAnswer:
		n, ok := a.step()
		e.session.complain(ok, fmt.Sprintf("%q is not the number of a step", string(a)))
		if ok {
			e.player.seek(n)
		}
	case solutionAnswer:
		return nil, e.sheet.reveal()
	case fillAnswer:
		e.sheet.fillIn()
		return nil, e.redo()
	case restartAnswer:
		e.close()
		e.player.run = nil // its position belongs to the sheet that goes
		return e.session.followAnswer(m), nil
	default:
		return e.session.followAnswer(m), nil
	}
	return nil, nil
}
