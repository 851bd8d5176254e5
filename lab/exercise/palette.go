package exercise

import (
	tea "charm.land/bubbletea/v2"

	"kernellab/lab/debug"
	"kernellab/lab/session"
	"kernellab/lab/ui"
)

// chooseAnswer selects a value of a choice on the stage. toggleAnswer switches a
// breakpoint on or off.
type (
	chooseAnswer struct{ control, value string }
	toggleAnswer struct{ name string }
)

// PaletteRows returns what the palette finds in the exercise: breakpoints, choices on
// the stage, attempts, and actions.
func PaletteRows(e *Screen) []ui.Row {
	z := e.Zone()
	if z == session.ZoneField || z == session.ZoneChoice || z == session.ZoneControl || z == session.ZonePanel {
		z = session.ZoneStage
	}
	var out []ui.Row
	add := func(label, detail string, value any) {
		out = append(out, ui.Row{Label: label, Detail: detail, Value: value})
	}
	w := &e.Stage.Debug.Breakpoints
	for _, k := range w.All() {
		word := "switch off: "
		if k.Off {
			word = "switch on: "
		}
		add(word+k.Label, "condition  b ctrl+o", toggleAnswer{k.Name})
		add("run until "+k.Label, "condition  b", debug.BreakAnswer(k.Break))
	}
	if run := e.Stage.Debug.Player.Run(); run != nil {
		for _, b := range run.Breaks() {
			if w.Find(b.Name) < 0 && !b.OfOnePoint() {
				add("run until "+b.Label, "condition  b", debug.BreakAnswer(b))
			}
		}
	}
	for _, c := range e.Stage.Scene.Controls {
		for _, v := range c.Choices {
			detail := "on the stage  tab"
			if v.Value == c.Value {
				detail = "chosen, " + detail
			}
			add(c.Label+": "+v.Label, detail, chooseAnswer{c.Name, v.Value})
		}
		if c.IsButton() {
			add(c.Label, "on the stage  tab", chooseAnswer{c.Name, ""})
		}
	}
	if v, ok := e.Session.Student.View(e.Task.Work.ID()); ok && e.Task.Work.Round() == nil {
		out = append(out, session.AttemptRows(v)...)
	}
	return append(out, session.ActionRows(e.Actions, e, z, session.ZoneLab, session.ZoneEverywhere)...)
}

// handlePaletteAnswer follows what was chosen in the palette. It passes other answers
// to the session.
func handlePaletteAnswer(e *Screen, m session.AnswerMsg) (session.Intent, tea.Cmd) {
	switch a := m.Answer.(type) {
	case session.ActionAnswer:
		return e.Actions.RunChosen(e, a, func(why string) { e.Session.Notice = why })
	case toggleAnswer:
		e.Stage.Debug.Breakpoints.Turn(a.name)
	case session.SettingAnswer:
		cmd := e.Session.Set(a)
		e.Stage.Debug.Player.Clock.Set(e.Session.Settings.Speed)
		return nil, cmd
	case chooseAnswer:
		for i, c := range e.Stage.Scene.Controls {
			switch {
			case c.Name == a.control && c.IsButton():
				return nil, e.Stage.pressButton(i)
			case c.Name == a.control:
				return nil, e.Stage.Slide(i, a.value)
			}
		}
	}
	return e.Session.HandleAnswer(m), nil
}
