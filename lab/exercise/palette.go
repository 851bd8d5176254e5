package exercise

import (
	"kernellab/lab/session"
	"kernellab/lab/ui"
)

// PaletteRows returns what the palette finds in the exercise: attempts and actions.
func PaletteRows(e *Screen) []ui.Row {
	z := e.Zone()
	if z == session.ZoneField || z == session.ZoneChoice || z == session.ZoneControl || z == session.ZonePanel {
		z = session.ZoneStage
	}
	var out []ui.Row
	if v, ok := e.Session.Student.View(e.Task.Work.ID()); ok && e.Task.Work.Round() == nil {
		out = session.AttemptRows(v)
	}
	return append(out, session.ActionRows(e.Actions, e, z, session.ZoneLab, session.ZoneEverywhere)...)
}
