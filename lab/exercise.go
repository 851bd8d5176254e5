package lab

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
)

// exercise is the screen on which a student works: the sheet with text, question
// and fields on the left, the stage on the right.
type exercise struct {
	base
	sheet   sheet
	control int  // the control with the keyboard, −1: it is elsewhere
	pane    pane // the half shown on a narrow screen

	scene    exercises.Scene
	sceneJob job
	textOnly bool // the last scene that arrived has nothing for the stage

	player  player
	debug   debugger
	lens    lens // how the enlarged chart is looked at
	enlarge int  // 0: all figures, i: figure i−1 alone
	point   int  // the point inspected, or −1
	drawn   stageCache
	caret   caret // of the screen drawn last
	drag    drag
}

// focus is where the keyboard is: a field, a control, or the stage.
type focus struct {
	kind focusKind
	i    int // of the field or control
}

type focusKind uint8

const (
	onStage focusKind = iota
	onField
	onControl
)

// job is a computation in a command: starting it again or closing the screen
// cancels the one before, whose answer is then refused.
type job struct {
	gen    int
	busy   bool
	cancel context.CancelFunc
}

// start begins the next generation.
func (j *job) start(ctx context.Context) (context.Context, int) {
	j.stop()
	ctx, j.cancel = context.WithCancel(ctx)
	j.busy = true
	return ctx, j.gen
}

// stop cancels what is under way and refuses its answer.
func (j *job) stop() {
	if j.cancel != nil {
		j.cancel()
	}
	j.cancel, j.busy = nil, false
	j.gen++
}

// awaits reports whether the answer of generation gen is wanted.
func (j *job) awaits(gen int) bool { return j.busy && gen == j.gen }

// finish accepts the answer of generation gen, once.
func (j *job) finish(gen int) bool {
	if !j.awaits(gen) {
		return false
	}
	j.cancel()
	j.cancel, j.busy = nil, false
	return true
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
	e.sheet = sheet{session: s, owner: e.owner, work: w}
	e.player.speed = s.settings.speed
	e.enter()
	return e, nil
}

func (e *exercise) overlay() bool { return false }

// waits for the verdict, for the questions on a step, and for the choices under
// "what if".
func (e *exercise) waits() bool {
	d := &e.debug
	return e.sheet.jobs.check.busy || d.next.busy || d.whatIf != nil && len(d.whatIf.controls) == 0 && d.previews.busy
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
	e.debug.stop()
	e.sceneJob.stop()
	e.sheet.jobs.stop()
}

// enter sets the screen up for the step the student is at.
func (e *exercise) enter() {
	e.sheet.begin()
	e.scene = exercises.Scene{}
	e.player = player{speed: e.session.settings.speed, serial: e.player.serial, grain: e.player.grain, gen: e.player.gen, ticks: e.player.ticks}
	e.debug.reset()
	e.control, e.enlarge, e.point, e.pane = -1, 0, -1, textPane
	e.lens = lens{}
	e.drawn.drop()
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
	case echoMsg:
		e.sheet.form.heard(msg)
	case extendedMsg:
		e.player.extended(msg)
	case scannedMsg:
		e.player.scanned(msg)
	case ledgerMsg:
		e.debug.ledger.take(msg)
	case readingsMsg:
		e.debug.watches.take(msg)
	case previewMsg:
		return nil, e.previewed(msg)
	case forkMsg:
		e.forked(msg)
	case recordedMsg:
		return e.recorded(msg), nil
	case nextStepMsg:
		return e.asked(msg), nil
	case compareMsg:
		e.compared(msg)
	case tickMsg:
		return nil, e.beat(msg)
	case answered:
		return e.answered(msg)
	}
	return nil, nil
}

// zone is where the keyboard is, for the bindings.
func (e *exercise) zone() zone {
	switch {
	case e.debug.whatIf != nil:
		return zoneWhatIf
	case e.control >= 0:
		return zoneControl
	}
	if z, ok := e.sheet.form.zone(); ok {
		return z
	}
	return zoneStage
}

// compose asks for the scene of the answers as they are; the picture there
// stays until the new one arrives.
func (e *exercise) compose() tea.Cmd {
	ctx, gen := e.sceneJob.start(e.session.ctx)
	step, answers, to := e.sheet.work.Step(), e.sheet.work.Answers(), address{e.owner, gen}
	return e.session.inTurn(func() tea.Msg { return sceneMsg{to, step.Scene(ctx, answers)} })
}

func (e *exercise) composed(m sceneMsg) {
	if !e.sceneJob.finish(m.gen) {
		return
	}
	e.scene, e.textOnly = m.scene, stageless(m.scene)
	e.drawn.drop()
	first := e.player.run == nil
	e.debug.leaveGuests()
	e.player.load(e.debug.branches.renew(m.scene.Run))
	if frame := e.sheet.work.Frame(); first && frame > 0 {
		e.player.resume(frame)
	}
	e.enlarge = min(e.enlarge, len(e.figures()))
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
	e.point = -1
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
	if s.hinted || s.judgment.report != nil {
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
	f := &e.sheet
	z, ok := f.form.zone()
	if !ok || e.debug.whatIf != nil {
		return nil
	}
	changed := f.form.update(name, msg)
	if z == zoneField {
		f.scroll.follow = true
		if lost := f.form.inputs[f.form.at].lost; lost > 0 {
			e.session.notice = fmt.Sprintf("%d characters fit; the last %d did not.", editorLimit, lost)
		}
	}
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

// figures are those of the frame shown, or of the scene where there is no run.
func (e *exercise) figures() []exercises.Figure {
	switch d := &e.debug; {
	case d.whatIf != nil && d.whatIf.shows():
		return d.whatIf.figures()
	case d.compare != nil && d.compare.known:
		return d.compare.shown.Figures
	}
	if e.player.run != nil {
		return e.player.frame.Figures
	}
	return e.scene.Figures
}

// notes are the live facts beside the question.
func (e *exercise) notes() []ascii.Line {
	return append(e.scene.Notes[:len(e.scene.Notes):len(e.scene.Notes)], e.facts()...)
}

// facts are those of the frame shown.
func (e *exercise) facts() []ascii.Line {
	switch d := &e.debug; {
	case d.whatIf != nil:
		return d.whatIf.facts()
	case d.compare != nil:
		return d.compare.shown.Facts
	}
	return e.player.frame.Notes
}

// controls are the sliders and choices on the stage.
func (e *exercise) controls() []exercises.Control {
	if e.debug.whatIf != nil {
		return e.debug.whatIf.controls
	}
	return e.scene.Controls
}

// onControl reports whether the keyboard is on control i.
func (e *exercise) onControl(i int) bool {
	if e.debug.whatIf != nil {
		return e.debug.whatIf.selected == i
	}
	return e.control == i
}

// inspect is what there is to say of a point, or nil.
func (e *exercise) inspect() func(int) []ascii.Line {
	switch d := &e.debug; {
	case d.whatIf != nil && d.whatIf.shows():
		return d.whatIf.frame.Inspect
	case d.compare != nil && d.compare.known:
		return nil
	}
	if e.player.run != nil && e.player.frame.Inspect != nil {
		return e.player.frame.Inspect
	}
	return e.scene.Inspect
}
