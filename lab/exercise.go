package lab

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/study"
)

// exercise is the screen on which a student works: text, question and fields
// on the left, the stage on the right.
type exercise struct {
	base
	work *study.Work // what the student has done

	step exercises.Step
	info exercises.Info
	form *form

	focus focus
	pane  pane // the half shown on a narrow screen

	scene    exercises.Scene
	sceneJob job
	textOnly bool              // the last scene that arrived has nothing for the stage
	report   *exercises.Report // nil: none for the answers as they are
	outcome  study.Outcome     // of the report
	hinted   bool              // the answer came again, and a hint in place of the same words
	checkJob job
	judgment judgment // not shown before it is kept

	player  player
	debug   debugger
	lens    lens // how the enlarged chart is looked at
	enlarge int  // 0: all figures, i: figure i−1 alone
	point   int  // the point inspected, or −1
	drawn   stageCache
	caret   caret // of the screen drawn last

	scroll int  // first line of text shown
	follow bool // scroll so that the focus or the report is in sight
	drag   drag
}

// caret is where the text cursor stands, if it is shown.
type caret struct {
	x, y  int
	shown bool
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

// sceneMsg brings the scene for some answers, reportMsg the verdict on them.
type (
	sceneMsg struct {
		address
		scene exercises.Scene
	}
	reportMsg struct {
		address
		report  exercises.Report
		answers exercises.Answers
	}
)

func (m sceneMsg) to() address  { return m.address }
func (m reportMsg) to() address { return m.address }

// newExercise opens an exercise where the student left it.
func newExercise(s *session, id string) (*exercise, error) {
	w, err := s.student.Start(id)
	if err != nil {
		return nil, err
	}
	e := &exercise{base: s.base(), work: w}
	e.player.speed = s.settings.speed
	e.enter()
	return e, nil
}

func (e *exercise) overlay() bool { return false }

// waits for the verdict, for the questions on a step, and for the choices under
// "what if".
func (e *exercise) waits() bool {
	d := &e.debug
	return e.checkJob.busy || d.next.busy || d.whatIf != nil && len(d.whatIf.controls) == 0 && d.previews.busy
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
		e.work.SetFrame(at)
	}
	e.player.stop()
	e.player.playing = false
	e.debug.stop()
	e.sceneJob.stop()
	e.checkJob.stop()
}

// enter sets the screen up for the step the student is at.
func (e *exercise) enter() {
	e.step, e.info = e.work.Step(), e.work.Info()
	e.form = newForm(e.session.ctx, e.step, e.info.Fields, e.work.Answers())
	e.scene, e.report, e.hinted, e.judgment = exercises.Scene{}, nil, false, judgment{}
	e.player = player{speed: e.session.settings.speed, serial: e.player.serial, grain: e.player.grain, gen: e.player.gen, ticks: e.player.ticks}
	e.debug.reset()
	e.enlarge, e.point, e.scroll, e.pane, e.follow = 0, -1, 0, textPane, false
	e.lens = lens{}
	e.drawn.drop()
	e.focus = focus{}
	if len(e.info.Fields) > 0 {
		e.focus = focus{kind: onField}
	}
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
		return nil, e.edit(msg)
	case tea.MouseClickMsg, tea.MouseMotionMsg, tea.MouseReleaseMsg, tea.MouseWheelMsg:
		return nil, e.mouse(msg)
	case repeated:
		return nil, e.repeat(msg)
	case typed:
		return nil, e.typeIn(msg)
	case turned:
		e.turn(msg)
	case sceneMsg:
		return nil, e.composed(msg)
	case reportMsg:
		return e.judged(msg)
	case keptMsg:
		e.show(msg)
	case extendedMsg:
		return nil, e.extended(msg)
	case scannedMsg:
		return nil, e.scanned(msg)
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
	case e.focus.kind == onControl:
		return zoneControl
	case e.focus.kind == onField && e.form.isText(e.focus.i):
		return zoneField
	case e.focus.kind == onField:
		return zoneChoice
	}
	return zoneStage
}

// compose asks for the scene of the answers as they are; the picture there
// stays until the new one arrives.
func (e *exercise) compose() tea.Cmd {
	ctx, gen := e.sceneJob.start(e.session.ctx)
	step, answers, to := e.step, e.work.Answers(), address{e.owner, gen}
	return e.session.inTurn(func() tea.Msg { return sceneMsg{to, step.Scene(ctx, answers)} })
}

func (e *exercise) composed(m sceneMsg) tea.Cmd {
	if !e.sceneJob.finish(m.gen) {
		return nil
	}
	e.scene, e.textOnly = m.scene, stageless(m.scene)
	e.drawn.drop()
	first := e.player.run == nil
	e.debug.leaveGuests()
	e.player.load(e.debug.branches.renew(m.scene.Run))
	if first && e.work.Frame() > 0 {
		e.player.resume(e.work.Frame())
	}
	e.enlarge = min(e.enlarge, len(e.figures()))
	if e.focus.kind == onControl && e.focus.i >= len(e.scene.Controls) {
		e.focus = focus{}
	}
	return e.session.inTurn(e.player.work(e.session.ctx, e.owner))
}

// stageless reports whether a scene has nothing for the stage.
func stageless(s exercises.Scene) bool {
	return s.Run == nil && len(s.Figures)+len(s.Controls)+len(s.Formula) == 0
}

// check asks for the verdict on the answers as they are.
func (e *exercise) check() tea.Cmd {
	ctx, gen := e.checkJob.start(e.session.ctx)
	step, answers, to := e.step, e.work.Answers(), address{e.owner, gen}
	return e.session.inTurn(func() tea.Msg { return reportMsg{to, step.Check(ctx, answers), answers} })
}

// judgment is a verdict that is in the student's record and on its way to the
// disk.
type judgment struct {
	report  *exercises.Report // nil: none is
	outcome study.Outcome
	hinted  bool
}

// judged takes a verdict in. It is shown once it is kept.
func (e *exercise) judged(m reportMsg) (intent, tea.Cmd) {
	if !e.checkJob.awaits(m.gen) || e.judgment.report != nil {
		return nil, nil
	}
	outcome := e.work.Apply(e.session.ctx, m.answers, m.report)
	e.judgment = judgment{&m.report, outcome, outcome.Repeated && e.work.RevealHint()}
	return nil, e.session.saveThen(m.address)
}

// show shows the verdict that is kept now, or cannot be.
func (e *exercise) show(m keptMsg) {
	j := e.judgment
	if j.report == nil || !e.checkJob.finish(m.gen) {
		return
	}
	e.judgment = judgment{}
	e.report, e.outcome, e.hinted = j.report, j.outcome, j.hinted
	e.follow = true
	e.point = -1
	e.focusUnread()
	if e.focus.kind == onField {
		e.pane = textPane
	}
}

// focusUnread puts the keyboard into the first field that could not be read,
// where what is offered for it can be taken.
func (e *exercise) focusUnread() {
	if e.report.Verdict != exercises.Unreadable && e.report.Verdict != exercises.Ambiguous {
		return
	}
	for i, f := range e.info.Fields {
		v, ok := e.report.Fields[f.Name]
		if ok && (v.Verdict == exercises.Unreadable || v.Verdict == exercises.Ambiguous) {
			e.setFocus(focus{onField, i})
			return
		}
	}
}

// asks reports whether the step wants anything of the student.
func (e *exercise) asks() bool { return !study.AsksNothing(e.info) }

// submit checks the answer; where it stands accepted or nothing is asked, it
// goes on.
func (e *exercise) submit() (intent, tea.Cmd) {
	if e.goesOn() {
		return e.advance()
	}
	if e.hinted || e.judgment.report != nil {
		return nil, nil // the same answer once more brings nothing new
	}
	settled := e.settle()
	return nil, tea.Batch(settled, e.check())
}

// goesOn reports whether enter leads on rather than to the checker.
func (e *exercise) goesOn() bool { return !e.asks() || e.report != nil && e.report.Accepted }

// advance goes to the next step; after the last one to the first that is
// still open, and with none left back to the contents.
func (e *exercise) advance() (intent, tea.Cmd) {
	if e.work.Index() < e.work.Len()-1 {
		return nil, e.goTo(e.work.Index() + 1)
	}
	if i, open := e.work.Open(); open {
		return nil, e.goTo(i)
	}
	return e.finish(), e.session.save()
}

// goTo shows step i, if there is one.
func (e *exercise) goTo(i int) tea.Cmd {
	if i < 0 || i >= e.work.Len() || i == e.work.Index() {
		return nil
	}
	e.close()
	e.work.Go(i)
	e.enter()
	return tea.Batch(e.compose(), e.session.save())
}

// edit gives a key or paste to the field with the keyboard.
func (e *exercise) edit(msg tea.Msg) tea.Cmd {
	if e.zone() != zoneField {
		return nil
	}
	text, changed := e.form.edit(e.focus.i, msg)
	e.follow = true
	if lost := e.form.inputs[e.focus.i].lost; lost > 0 {
		e.session.notice = fmt.Sprintf("%d characters fit; the last %d did not.", editorLimit, lost)
	}
	if !changed {
		return nil
	}
	return e.put(e.info.Fields[e.focus.i].Name, text)
}

// put changes one answer: the verdict on the old one goes, a new scene is
// asked for, and the draft is saved.
func (e *exercise) put(name, text string) tea.Cmd {
	e.work.Set(name, text)
	e.report, e.hinted, e.judgment = nil, false, judgment{}
	e.checkJob.stop()
	return tea.Batch(e.compose(), e.session.save())
}

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
	return e.focus == focus{onControl, i}
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
