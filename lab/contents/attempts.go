package contents

import (
	"kernellab/ascii"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// noAttemptsReason returns why there is no other attempt to resume, or "".
func noAttemptsReason(c *Screen) string {
	return session.ReasonIf(len(c.Items) == 0 || c.folded() || len(c.Items[c.Selected].Sheets) == 0,
		"no other sheet of this exercise is begun")
}

// askAttempt asks which attempt to resume.
func askAttempt(c *Screen) session.Intent {
	e := c.Items[c.Selected]
	return session.Push{Top: session.NewListWindow(c.Session, "Other sheets of "+e.ID, session.AttemptRows(e))}
}

// writeAttempts lists the other attempts.
func writeAttempts(c *Screen, d *ui.Document, v study.ExerciseView) {
	if len(v.Sheets) == 0 {
		return
	}
	d.Gap()
	for _, s := range v.Sheets {
		d.Write(ascii.Line{{Text: "Also begun: ", Ink: ascii.Dim}, {Text: session.AttemptWords(v, s), Ink: ascii.Text}})
	}
	d.Write(ascii.Line{{Text: c.Session.Keys.Key(session.ZoneContents, "other sheet") + " ", Ink: ascii.Accent},
		{Text: "back to another sheet; this one is kept", Ink: ascii.Dim}})
}
