package lab

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
)

// key does what a key means where the keyboard is; a text field takes what is
// not bound. What moves the run or its picture turns a narrow screen to the
// stage.
func (e *exercise) key(msg tea.KeyPressMsg) (intent, tea.Cmd) {
	e.sheet.work.Touch(time.Now())
	z := e.zone()
	a := e.session.acts.match(z, msg)
	switch {
	case a == nil && z == zoneField:
		return nil, e.write("", msg)
	case a.whyNot(e) != "":
		return nil, nil
	}
	e.session.notice = ""
	if a == nil {
		return nil, nil
	}
	in, cmd := a.do(e, msg)
	if a.zone == zoneStage {
		e.pane = stagePane
	}
	return in, cmd
}

// back leaves for the contents.
func (e *exercise) back() (intent, tea.Cmd) {
	e.close()
	e.session.returned = true
	return contentIntent{}, e.session.save()
}

// help shows every key, with the reason beside one that does nothing now.
func (e *exercise) help() intent {
	return pushIntent{newHelp(e.session, e.zone(), func(b binding) string { return e.session.acts.named(b.zone, b.name).whyNot(e) })}
}

func (e *exercise) palette() intent { return e.session.palette() }

func (e *exercise) askRestart() intent {
	return pushIntent{newRestartWindow(e.session, e.sheet.work.ID())}
}

// slide puts control i at a value. The control shows it at once, the picture
// when its scene arrives.
func (e *exercise) slide(i int, value string) tea.Cmd {
	if e.scene.Controls[i].Value == value {
		return nil
	}
	return e.set(i, value)
}

// set gives a control a value, which may be the one it has.
func (e *exercise) set(i int, value string) tea.Cmd {
	c := e.scene.Controls[i]
	e.debug.dropBranches()
	controls := append([]exercises.Control(nil), e.scene.Controls...)
	controls[i].Value = value
	e.scene.Controls = controls
	e.sheet.put(c.Name, value)
	return e.redo()
}

// forward steps the run, or asks about a step that the lesson has marked.
func (e *exercise) forward() tea.Cmd {
	if cmd, ok := e.askMarked(); ok {
		return cmd
	}
	e.player.playing = false
	e.player.step(1)
	return nil
}

// play plays the run, or pauses it.
func (e *exercise) play() tea.Cmd {
	e.player.toggle()
	return e.player.tick(e.owner)
}

// beat plays a frame on, or asks about a step that the lesson has marked.
func (e *exercise) beat(m tickMsg) tea.Cmd {
	if p := &e.player; p.playing && m.gen == p.ticks {
		if cmd, ok := e.askMarked(); ok {
			return cmd
		}
	}
	if !e.player.beat(m) {
		return nil
	}
	return e.player.tick(e.owner)
}

// askStep asks for the step to go to.
func (e *exercise) askStep() intent {
	return pushIntent{newNumberWindow(e.session, "Go to step")}
}

// leave cancels what is computed; else it goes from a field to the stage, and
// from the stage back to the fields.
func (e *exercise) leave() {
	if e.sheet.judgment.report != nil {
		return // it is judged, and about to be shown
	}
	if e.player.goal.kind != goalNone || e.player.playing || e.sheet.jobs.check.busy {
		e.player.stop()
		e.player.playing = false
		e.sheet.jobs.check.stop()
		return
	}
	if e.debug.compare != nil {
		e.leaveCompare()
		return
	}
	if e.focus().kind == onStage {
		e.setFocus(focus{kind: onField})
		return
	}
	e.setFocus(focus{})
}

// stops are the places the keyboard can be, in order: fields, controls, stage.
func (e *exercise) stops() []focus {
	var out []focus
	for i := range e.sheet.info().Fields {
		out = append(out, focus{onField, i})
	}
	for i := range e.scene.Controls {
		out = append(out, focus{onControl, i})
	}
	return append(out, focus{})
}

// moveFocus goes to the next or previous stop, under "what if" to another
// choice. On a narrow screen without fields it swaps the panes.
func (e *exercise) moveFocus(n int) {
	if w := e.debug.whatIf; w != nil {
		w.move(n)
		return
	}
	if e.narrow() && len(e.stops()) == 1 {
		e.pane = 1 - e.pane
		return
	}
	if e.narrow() && e.focus().kind == onStage && e.pane == textPane {
		e.pane = stagePane
		return
	}
	stops := e.stops()
	for i, f := range stops {
		if f == e.focus() {
			e.setFocus(stops[(i+n+len(stops))%len(stops)])
			return
		}
	}
	e.setFocus(focus{})
}

// focus is where the keyboard is, the choices of "what if" apart.
func (e *exercise) focus() focus {
	switch at := e.sheet.form.at; {
	case e.control >= 0:
		return focus{onControl, e.control}
	case at >= 0:
		return focus{onField, at}
	}
	return focus{}
}

// setFocus puts the keyboard somewhere and shows the pane it is on. A field that
// is not there is the other pane.
func (e *exercise) setFocus(f focus) {
	e.control, e.sheet.form.at = -1, -1
	switch {
	case f.kind == onField && f.i < len(e.sheet.info().Fields):
		e.sheet.form.at, e.pane, e.sheet.scroll.follow = f.i, textPane, true
	case f.kind == onField && e.narrow():
		e.pane = 1 - e.pane
	default:
		e.pane = stagePane
	}
	if f.kind == onControl {
		e.control = f.i
	}
}

func (e *exercise) narrow() bool { return e.session.width < wideFrom }

// page is how far a page key scrolls.
func (e *exercise) page() int { return max(1, e.session.height-6) }

// scrollBy moves the text by n lines from where it is shown now.
func (e *exercise) scrollBy(n int) {
	l := e.halves(e.session.width, e.session.height, textPane)
	d := e.document(pen{view: e.session.view()}, l.text.W-1)
	e.sheet.scroll.by(n, e.sheet.first(d, l.text.H), len(d.lines), l.text.H)
}

// answered follows up on a window that closed.
func (e *exercise) answered(m answered) (intent, tea.Cmd) {
	switch a := m.answer.(type) {
	case breakAnswer:
		e.runTo(a)
		return nil, nil
	case recordAnswer:
		return nil, e.record(a)
	case branchAnswer:
		e.showBranch(a.i)
		return nil, nil
	case compareAnswer:
		e.compareWith(a.i)
		return nil, nil
	case numberAnswer:
		e.jump(string(a))
		return nil, nil
	case solutionAnswer:
		return nil, e.sheet.reveal()
	case fillAnswer:
		e.sheet.fillIn()
		return nil, e.redo()
	case restartAnswer:
		e.close()
		e.player.run = nil // its position belongs to the sheet that goes
	}
	return e.session.followAnswer(m), nil
}

// jump goes to the step of the run whose number was typed.
func (e *exercise) jump(text string) {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 0 {
		e.session.notice = fmt.Sprintf("%q is not the number of a step", text)
		return
	}
	e.player.seek(min(n, 1_000_000))
}

// hint shows the next hint, on the pane that has it.
func (e *exercise) hint() (intent, tea.Cmd) {
	e.pane = textPane
	return e.sheet.hint()
}
