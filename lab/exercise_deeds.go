package lab

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
	"kernellab/lab/ui"
)

// What follows is what the acts of an exercise do, beyond one call of the part
// they are about: the windows they open, and where they lead.

// leave cancels what is computed; else it goes from a field to the stage, and
// from the stage back to the fields.
func leave(e *exercise) {
	p, check := &e.right.debug.player, &e.sheet.jobs.check
	switch {
	case e.sheet.judgment.report != nil: // it is judged, and about to be shown
	case p.Moving() || check.Busy():
		p.Halt()
		check.Stop()
	case e.right.record.leave():
	case e.right.debug.compare.open:
		e.right.debug.compare.leave()
	default:
		e.keyboard.leave(e.session.narrow())
		e.sheet.follow()
	}
}

// focusBy goes n stops on, under "what if" to another choice.
func focusBy(n int) func(*exercise) {
	return func(e *exercise) {
		if w := &e.right.debug.whatIf; w.open {
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
	case e.right.debug.player.Run() != nil:
		meant = "; esc leads to the stage, where ← → step"
	case len(e.right.scene.Controls) > 0:
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
	if !arrow || e.sheet.form.answer() != "" || e.right.debug.whatIf.open {
		return nil
	}
	if e.right.debug.player.Run() != nil {
		if e.session.narrow() || by*by != 1 {
			return nil
		}
		return e.right.debug.stepBy(by)
	}
	i := slices.IndexFunc(e.right.scene.Controls, func(c exercises.Control) bool { return c.IsSlider() })
	if i < 0 {
		return nil
	}
	if e.session.narrow() {
		e.keyboard.set(focus{onControl, i}, true)
	}
	return e.right.slide(i, e.right.scene.Controls[i].Nudge(by))
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

// help shows every key, with the reason beside one that does nothing now.
func help(e *exercise) intent {
	return pushIntent{newHelp(e.session, e.zone(), func(b binding) string { return e.acts.named(b.zone, b.name).whyNot(e) })}
}
