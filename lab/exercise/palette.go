package exercise

import (
	tea "charm.land/bubbletea/v2"

	"kernellab/lab/debug"
	"kernellab/lab/session"
	"kernellab/lab/ui"
)

// chooseAnswer is a value of a choice on the stage, turnAnswer a condition to be
// switched off or on.
type (
	chooseAnswer struct{ control, value string }
	turnAnswer   struct{ name string }
)

// PaletteItems are what the palette finds of the exercise: the conditions of its run,
// what can be chosen on the stage, and its actions.
func PaletteItems(e *Screen) []ui.Row {
	z := e.Zone()
	if z == session.ZoneField || z == session.ZoneChoice || z == session.ZoneControl || z == session.ZonePanel {
		z = session.ZoneStage
	}
	var out []ui.Row
	add := func(label, detail string, value any) {
		out = append(out, ui.Row{Label: label, Detail: detail, Value: value})
	}
	w := &e.Right.Debug.Breakpoints
	for _, k := range w.All() {
		word := "switch off: "
		if k.Off {
			word = "switch on: "
		}
		add(word+k.Label, "condition  b ctrl+o", turnAnswer{k.Name})
		add("run until "+k.Label, "condition  b", debug.BreakAnswer(k.Break))
	}
	if run := e.Right.Debug.Player.Run(); run != nil {
		for _, b := range run.Breaks() {
			if w.Find(b.Name) < 0 {
				add("run until "+b.Label, "condition  b", debug.BreakAnswer(b))
			}
		}
	}
	for _, c := range e.Right.Scene.Controls {
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
	if v, ok := e.Session.Student.View(e.Left.Work.ID()); ok && e.Left.Work.Round() == nil {
		out = append(out, session.AttemptRows(v)...)
	}
	return append(out, session.ActionRows(e.Acts, e, z, session.ZoneLab, session.ZoneEverywhere)...)
}

// found does what was chosen in the palette over an exercise; other answers go on.
func found(e *Screen, m session.AnswerMsg) (session.Intent, tea.Cmd) {
	switch a := m.Answer.(type) {
	case session.ActionAnswer:
		return e.Acts.RunChosen(e, a, func(why string) { e.Session.Notice = why })
	case turnAnswer:
		e.Right.Debug.Breakpoints.Turn(a.name)
	case session.SettingAnswer:
		cmd := e.Session.Set(a)
		e.Right.Debug.Player.Clock.Set(e.Session.Settings.Speed)
		return nil, cmd
	case chooseAnswer:
		for i, c := range e.Right.Scene.Controls {
			switch {
			case c.Name == a.control && c.IsButton():
				return nil, e.Right.pressButton(i)
			case c.Name == a.control:
				return nil, e.Right.Slide(i, a.value)
			}
		}
	}
	return e.Session.HandleAnswer(m), nil
}
