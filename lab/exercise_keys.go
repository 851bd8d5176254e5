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
// not bound.
func (e *exercise) key(msg tea.KeyPressMsg) (intent, tea.Cmd) {
	e.work.Touch(time.Now())
	z := e.zone()
	a := e.session.keys.match(z, msg)
	if a == noAct && z == zoneField {
		return nil, e.edit(msg)
	}
	if a == actAccept && e.offered().fix == "" {
		a = actNextFocus
	}
	if e.disabled(a) != "" {
		return nil, nil
	}
	e.session.notice = ""
	switch z {
	case zoneWhatIf:
		if cmd, ok := e.onWhatIf(a); ok {
			return nil, cmd
		}
	case zoneChoice:
		if in, cmd, ok := e.onChoice(a, msg); ok {
			return in, cmd
		}
	case zoneControl:
		if cmd, ok := e.onSlider(a); ok {
			return nil, cmd
		}
	case zoneStage:
		if in, cmd, ok := e.onRun(a); ok {
			e.pane = stagePane
			return in, cmd
		}
	}
	if a == actReading {
		return nil, e.read(readingOf(msg))
	}
	return e.do(a)
}

// do are the acts of the whole screen.
func (e *exercise) do(a act) (intent, tea.Cmd) {
	switch a {
	case actSubmit:
		return e.submit()
	case actHint:
		return e.hint()
	case actAccept:
		return nil, e.accept()
	case actDispute:
		return nil, e.dispute()
	case actRestart:
		return pushIntent{newRestartWindow(e.session, e.work.ID())}, nil
	case actLeave:
		e.leave()
	case actNextFocus:
		e.moveFocus(1)
	case actPrevFocus:
		e.moveFocus(-1)
	case actNextStep:
		return nil, e.goTo(e.work.Index() + 1)
	case actPrevStep:
		return nil, e.goTo(e.work.Index() - 1)
	case actPageDown:
		e.scrollBy(e.page())
	case actPageUp:
		e.scrollBy(-e.page())
	case actBack:
		e.close()
		e.session.returned = true
		return contentIntent{}, e.session.save()
	}
	return e.session.common(a, e.zone(), e.disabled), nil
}

// onChoice are the acts of a list of choices.
func (e *exercise) onChoice(a act, msg tea.KeyPressMsg) (intent, tea.Cmd, bool) {
	n, at := 0, -1
	switch a {
	case actUp:
		n = -1
	case actDown:
		n = 1
	case actPick:
		at = int(msg.String()[0] - '1')
	default:
		return nil, nil, false
	}
	return nil, e.choose(e.focus.i, n, at), true
}

// choose takes a choice of field i.
func (e *exercise) choose(i, n, at int) tea.Cmd {
	value, ok := e.form.choose(i, n, at, e.work.Answers())
	name := e.info.Fields[i].Name
	if !ok || value == e.work.Answers()[name] {
		return nil
	}
	return e.put(name, value)
}

// onSlider are the acts of a control.
func (e *exercise) onSlider(a act) (tea.Cmd, bool) {
	n := 0
	switch a {
	case actMore:
		n = 1
	case actLess:
		n = -1
	case actMoreTen:
		n = 10
	case actLessTen:
		n = -10
	default:
		return nil, false
	}
	c := e.scene.Controls[e.focus.i]
	return e.slide(e.focus.i, c.Nudge(n)), true
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
	return e.put(c.Name, value)
}

// onRun are the acts of the stage.
func (e *exercise) onRun(a act) (intent, tea.Cmd, bool) {
	p := &e.player
	switch a {
	case actForward:
		if cmd, ok := e.askMarked(); ok {
			return nil, cmd, true
		}
		p.playing = false
		p.step(1)
	case actBackward:
		p.playing = false
		p.step(-1)
	case actForwardTen:
		p.forward(10)
	case actBackwardTen:
		p.seek(p.at - 10)
	case actStart:
		p.seek(0)
	case actEnd:
		p.seekEnd()
	case actPlay:
		p.toggle()
		return nil, e.onward(p.tick(e.owner)), true
	case actFaster:
		p.speed = min(p.speed+1, len(speeds())-1)
	case actSlower:
		p.speed = max(p.speed-1, 0)
	case actNextEvent:
		p.seekEvent(1)
	case actPrevEvent:
		p.seekEvent(-1)
	case actGoto:
		return pushIntent{newNumberWindow(e.session, "Go to step")}, nil, true
	case actGrain:
		p.nextGrain()
	case actEnlarge:
		e.nextFigure()
	case actNextPoint:
		e.inspectBy(1)
	case actPrevPoint:
		e.inspectBy(-1)
	default:
		return e.onDebug(a)
	}
	return nil, e.onward(nil), true
}

// onward returns the work the player now wants done, beside another command.
func (e *exercise) onward(cmd tea.Cmd) tea.Cmd {
	return tea.Batch(cmd, e.session.inTurn(e.player.work(e.session.ctx, e.owner)))
}

func (e *exercise) extended(m extendedMsg) tea.Cmd {
	if !e.player.extended(m) {
		return nil
	}
	return e.onward(nil)
}

func (e *exercise) beat(m tickMsg) tea.Cmd {
	if p := &e.player; p.playing && m.gen == p.ticks {
		if cmd, ok := e.askMarked(); ok {
			return cmd
		}
	}
	if !e.player.beat(m) {
		return nil
	}
	return e.onward(e.player.tick(e.owner))
}

// disabled is why an act does nothing now, or empty.
func (e *exercise) disabled(a act) string {
	switch a {
	case actForward, actBackward, actForwardTen, actBackwardTen, actStart, actEnd, actPlay, actFaster, actSlower, actNextEvent, actPrevEvent, actGoto, actGrain:
		if e.player.run == nil {
			return "nothing to step through here"
		}
	case actBreak:
		if e.player.run == nil || len(e.player.run.Breaks()) == 0 {
			return "no condition to stop at here"
		}
	case actPanelDown, actPanelUp:
		if l := e.layout(e.session.width, e.session.height); l.why.Empty() && l.ledger.Empty() {
			return "no panel is open"
		}
	case actWhy, actWhyWindow:
		if e.player.frame.Why == nil && !e.debug.why {
			return "nothing to explain at this step"
		}
	case actEnlarge:
		if len(e.figures()) < 2 {
			return "one figure only"
		}
	case actBreakBack, actLedger, actLedgerWindow, actWhatIf, actBranches, actCompare, actPredict, actByHand, actRecord, actZoomIn, actZoomOut, actPanLeft, actPanRight, actScale:
		return e.cannot(a)
	case actNextPoint, actPrevPoint:
		if e.picker() == nil || e.inspect() == nil {
			return "no point to inspect here"
		}
	case actHint:
		if len(e.info.Hints) == 0 && len(e.info.Solution) == 0 {
			return "this step has no hints"
		}
	case actReading:
		if len(e.offered().readings) == 0 {
			return "only where a text has two readings"
		}
	case actDispute:
		if !e.recognised() {
			return "no advice to take back"
		}
	case actNextStep:
		if e.work.Index() == e.work.Len()-1 {
			return "this is the last step"
		}
	case actPrevStep:
		if e.work.Index() == 0 {
			return "this is the first step"
		}
	}
	return ""
}

// leave cancels what is computed; else it goes from a field to the stage, and
// from the stage back to the fields.
func (e *exercise) leave() {
	if e.judgment.report != nil {
		return // it is judged, and about to be shown
	}
	if e.player.goal.kind != goalNone || e.player.playing || e.checkJob.busy {
		e.player.stop()
		e.player.playing = false
		e.checkJob.stop()
		return
	}
	if e.debug.compare != nil {
		e.leaveCompare()
		return
	}
	if e.focus.kind == onStage {
		e.setFocus(focus{kind: onField})
		return
	}
	e.setFocus(focus{})
}

// stops are the places the keyboard can be, in order: fields, controls, stage.
func (e *exercise) stops() []focus {
	var out []focus
	for i := range e.info.Fields {
		out = append(out, focus{onField, i})
	}
	for i := range e.scene.Controls {
		out = append(out, focus{onControl, i})
	}
	return append(out, focus{})
}

// moveFocus goes to the next or previous stop. On a narrow screen without
// fields it swaps the panes.
func (e *exercise) moveFocus(n int) {
	if e.narrow() && len(e.stops()) == 1 {
		e.pane = 1 - e.pane
		return
	}
	if e.narrow() && e.focus.kind == onStage && e.pane == textPane {
		e.pane = stagePane
		return
	}
	stops := e.stops()
	for i, f := range stops {
		if f == e.focus {
			e.setFocus(stops[(i+n+len(stops))%len(stops)])
			return
		}
	}
	e.setFocus(focus{})
}

// setFocus puts the keyboard somewhere and shows the pane it is on.
func (e *exercise) setFocus(f focus) {
	if f.kind == onField && f.i >= len(e.info.Fields) {
		f = focus{}
		e.pane = 1 - e.pane
		if !e.narrow() {
			e.pane = stagePane
		}
		e.focus = f
		return
	}
	e.focus = f
	e.pane = stagePane
	if f.kind == onField {
		e.pane, e.follow = textPane, true
	}
}

func (e *exercise) narrow() bool { return e.session.width < wideFrom }

// page is how far a page key scrolls.
func (e *exercise) page() int { return max(1, e.session.height-6) }

// scrollBy moves the text by n lines from where it is shown now.
func (e *exercise) scrollBy(n int) {
	l := e.halves(e.session.width, e.session.height, textPane)
	d := e.document(pen{view: e.session.view()}, l.text.W-1)
	top := e.scrolled(d, l.text.H)
	e.follow = false
	e.scroll = max(0, min(top+n, len(d.lines)-l.text.H))
}

// The answers of the windows an exercise opens.
type (
	solutionAnswer struct{}
	fillAnswer     struct{}
)

// answered follows up on a window that closed.
func (e *exercise) answered(m answered) (intent, tea.Cmd) {
	switch a := m.answer.(type) {
	case breakAnswer:
		return nil, e.runTo(a)
	case recordAnswer:
		return nil, e.record(a)
	case branchAnswer:
		return nil, e.showBranch(a.i)
	case compareAnswer:
		e.compareWith(a.i)
		return nil, nil
	case numberAnswer:
		return nil, e.jump(string(a))
	case solutionAnswer:
		e.work.RevealSolution()
		e.follow = false
		return nil, e.session.save()
	case fillAnswer:
		return nil, e.fillIn()
	case restartAnswer:
		e.close()
		e.player.run = nil // its position belongs to the sheet that goes
	}
	return e.session.followAnswer(m), nil
}

// jump goes to the step of the run whose number was typed.
func (e *exercise) jump(text string) tea.Cmd {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 0 {
		e.session.notice = fmt.Sprintf("%q is not the number of a step", text)
		return nil
	}
	e.player.seek(min(n, 1_000_000))
	return e.onward(nil)
}

// hint shows the next rung; after the last it asks before the worked solution
// and, once that is shown, before filling it in.
func (e *exercise) hint() (intent, tea.Cmd) {
	e.pane = textPane
	switch {
	case e.work.RevealHint():
		e.follow = true
		return nil, e.session.save()
	case !e.work.SolutionShown() && len(e.info.Solution) > 0:
		return pushIntent{newAskWindow(e.session, "Show the worked solution?", solutionAnswer{})}, nil
	case len(e.info.Reference) > 0 && len(e.info.Fields) > 0:
		return pushIntent{newAskWindow(e.session, "Fill the solution into the fields?", fillAnswer{})}, nil
	}
	return nil, nil
}

// fillIn puts the reference answer into the fields.
func (e *exercise) fillIn() tea.Cmd {
	e.work.FillReference()
	for i, f := range e.info.Fields {
		e.form.set(i, e.work.Answers()[f.Name])
	}
	e.report, e.judgment = nil, judgment{}
	e.checkJob.stop()
	return tea.Batch(e.compose(), e.session.save())
}
