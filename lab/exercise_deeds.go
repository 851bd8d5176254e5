package lab

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
	"kernellab/lab/ui"
)

// What follows is what the acts of an exercise do, beyond one call of the part
// they are about: the windows they open, and where they lead.

// leave cancels what is computed; else it goes from a field to the stage, and
// from the stage back to the fields.
func leave(e *exercise) {
	p, check := &e.debug.player, &e.sheet.jobs.check
	switch {
	case e.sheet.judgment.report != nil: // it is judged, and about to be shown
	case p.Moving() || check.Busy():
		p.Halt()
		check.Stop()
	case e.record.leave():
	case e.debug.compare.open:
		e.debug.compare.leave()
	default:
		e.keyboard.leave(e.session.narrow())
		e.sheet.follow()
	}
}

// focusBy goes n stops on, under "what if" to another choice.
func focusBy(n int) func(*exercise) {
	return func(e *exercise) {
		if w := &e.debug.whatIf; w.open {
			w.move(n)
			return
		}
		e.keyboard.move(n, e.room())
		e.sheet.follow()
	}
}

// writes passes the key to the form. Otherwise, outside tables, it goes n stops on.
func writes(n int) deed[*exercise] {
	return func(e *exercise, msg tea.KeyPressMsg) (intent, tea.Cmd) {
		f := e.sheet.form
		event, cmd := e.write(msg)
		if event == ui.Ignored && f.text(f.at()) != nil && !f.inTable(f.at()) {
			focusBy(n)(e)
		}
		return nil, cmd
	}
}

// outsideTable is why keys for cells do nothing, and where the arrows do what is meant
// by them.
func outsideTable(e *exercise) string {
	meant := ""
	switch {
	case e.debug.player.Run() != nil:
		meant = "; esc leads to the stage, where ← → step"
	case len(e.scene.Controls) > 0:
		meant = "; tab leads to the sliders"
	}
	return reason(!e.sheet.form.inTable(e.sheet.form.at()), "↑ ↓ or a number choose in a list"+meant)
}

// accept takes the correction that is offered, or goes to the next field.
func accept(e *exercise, msg tea.KeyPressMsg) (intent, tea.Cmd) {
	event, cmd := e.write(msg)
	if event == ui.Ignored {
		focusBy(1)(e)
	}
	return nil, cmd
}

// fromEmptyField moves what is beside an empty field, in which ← and → have nothing to
// move: the run, if it is visible, or the first slider. A narrow screen then shows the
// slider with the keyboard on it.
func fromEmptyField(e *exercise, msg tea.KeyPressMsg) tea.Cmd {
	by, arrow := map[string]int{"left": -1, "right": 1, "shift+left": -10, "shift+right": 10}[msg.String()]
	if !arrow || e.sheet.form.answer() != "" || e.debug.whatIf.open {
		return nil
	}
	if e.debug.player.Run() != nil {
		if e.session.narrow() || by*by != 1 {
			return nil
		}
		return e.debug.stepBy(by)
	}
	i := slices.IndexFunc(e.scene.Controls, func(c exercises.Control) bool { return c.IsSlider() })
	if i < 0 {
		return nil
	}
	if e.session.narrow() {
		e.keyboard.set(focus{onControl, i}, true)
	}
	return e.slide(i, e.scene.Controls[i].Nudge(by))
}

// scrollText scrolls the text by a page.
func scrollText(e *exercise, msg tea.KeyPressMsg) (intent, tea.Cmd) {
	e.sheet.pane.Update(msg)
	return nil, nil
}

// takeHint shows the next hint, on the pane that has it.
func takeHint(e *exercise) (intent, tea.Cmd) {
	e.keyboard.pane = textPane
	return e.sheet.hint()
}

// back leaves for the contents, or a round for what is below it.
func back(e *exercise) (intent, tea.Cmd) {
	if e.sheet.work.Round() != nil {
		return popIntent{}, e.session.save()
	}
	e.close()
	e.session.returned = true
	return contentIntent{}, e.session.save()
}

func goToExercise(e *exercise) intent { return e.session.palette(paletteItems(e)) }
func askStep(e *exercise) intent      { return pushIntent{newNumberWindow(e.session, "Go to step")} }

func askRestart(e *exercise) intent {
	return pushIntent{newRestartWindow(e.session, e.sheet.work.ID())}
}

// help shows every key, with the reason beside one that does nothing now.
func help(e *exercise) intent {
	return pushIntent{newHelp(e.session, e.zone(), func(b binding) string { return e.session.acts.named(b.zone, b.name).whyNot(e) })}
}

// askBreak asks for a condition to run to.
func askBreak(e *exercise) intent {
	return pushIntent{newBreakWindow(e.session, e.debug.player.Run(), &e.debug.watches)}
}

// openWhatIf asks what else the next step could be.
func openWhatIf(e *exercise) tea.Cmd {
	e.sheet.rewind()
	return e.debug.openWhatIf()
}

// askBranch opens the page of branches.
func askBranch(e *exercise) intent {
	return pushIntent{newBranchWindow(e.session, e.debug.player.Noted())}
}

// toggleWhy closes the panel, or explains the step.
func toggleWhy(e *exercise) intent {
	if e.debug.inspector.why && hasPanelRoom(e.session.width, e.session.height) {
		showPanel(e, whyPanel, false)
		return nil
	}
	return openWhy(e)
}

// openWhy explains the step, in the panel where there is room for it, else in a window
// over the run, which the keys for it step.
func openWhy(e *exercise) intent {
	if hasPanelRoom(e.session.width, e.session.height) {
		showPanel(e, whyPanel, true)
		return nil
	}
	return pushIntent{newWhyWindow(e)}
}

// newWhyWindow explains the step in a window. ← → step the run, and the key that
// opened the window closes it.
func newWhyWindow(e *exercise) *dialog {
	s, w := e.session, ui.NewWindow(e.session.theme, "Why this step", func(d *ui.Document) { d.Write(e.debug.why()...) })
	w.Hints = []key.Binding{ui.Hint("← →", "step")}
	d := newDialog(s, w)
	d.keys = func(msg tea.KeyPressMsg) (intent, tea.Cmd, bool) {
		switch s.keys.match(zoneOverlay, msg) {
		case "less":
			return nil, e.debug.stepBy(-1), true
		case "more":
			return nil, e.debug.stepBy(1), true
		}
		return popIntent{}, nil, s.keys.match(zoneStage, msg) == "why"
	}
	return d
}

// showPanel opens a panel, or closes it and gives its keyboard to the stage.
func showPanel(e *exercise, p panel, open bool) {
	e.debug.inspector.show(p, open)
	if !open && e.keyboard.panel == p {
		e.keyboard.panel = noPanel
	}
}

// recordingOf is what can be written down of the run and the stage; not ok where
// the run cannot.
func recordingOf(e *exercise) (r recording, ok bool) {
	ex, p := e.sheet.work.Exercise(), &e.debug.player
	r = recording{session: e.session, of: ex, at: p.At(), stage: e.stage, sight: e.sight(), room: e.halves(stagePane).stage}
	if r.run = p.Abilities().Export; r.run != nil {
		r.steps = p.Run().Len()
		r.others = p.Noted().Others()
	}
	return r, r.run != nil
}

func askRecord(e *exercise) intent {
	r, _ := recordingOf(e)
	return r.window()
}
