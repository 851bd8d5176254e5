package contents

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/lab/core"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// review starts a review of everything that is due.
func (c *Screen) review() session.Intent {
	r, err := c.Session.Student.Reviews()
	return c.Session.ShowRound(r, err, "nothing is due for review")
}

// reviewWord returns the footer's word with the number of tasks that are due.
func (c *Screen) reviewWord() string {
	return fmt.Sprintf("review: %d due", len(c.Session.Student.Due()))
}

// notDueReason returns why there is nothing to review, or "".
func (c *Screen) notDueReason() string {
	return session.ReasonIf(len(c.Session.Student.Due()) == 0, "nothing is due yet; tasks that you solved come back after some days")
}

// noTestOutReason returns why the student cannot test out of the selected unit, or "".
func (c *Screen) noTestOutReason() string {
	if c.Session.Classroom.Pauses() {
		return "your class pauses"
	}
	u := c.unit()
	if c.Session.Student.Course().IsHomework(u) {
		return "homework cannot be tested out"
	}
	return session.ReasonIf(u.Done == len(u.Exercises), "you have done or tested out of every exercise of this unit")
}

// testOutWord returns the footer's word for a test-out, unless the text next to the list
// offers it.
func (c *Screen) testOutWord() string { return session.ReasonIf(c.Session.Narrow(), "test out") }

// unit returns the unit of the selected exercise.
func (c *Screen) unit() study.UnitView { return c.units[c.currentUnit()] }

// askTestOut asks before a test-out starts.
func (c *Screen) askTestOut() session.Intent {
	question := fmt.Sprintf("Test out of unit %s? Three tasks right in a row, no hints", c.unit().ID)
	id := c.Items[c.Selected].ID
	return session.Push{Top: session.NewConfirmWindow(c.Session, question,
		func() (session.Intent, tea.Cmd) { return nil, c.plan(id) })}
}

// plannedMsg contains the tasks for a test-out.
type plannedMsg struct {
	core.Address
	exercise string
	tasks    []study.TaskID
	err      error
}

// plan returns the command that chooses the tasks for a test-out of the unit of an exercise.
func (c *Screen) plan(exercise string) tea.Cmd {
	choose := c.Session.Student.PlanTestOut(exercise)
	return c.Ask(&c.planning, func(ctx context.Context, to core.Address) tea.Msg {
		tasks, err := choose(ctx)
		return plannedMsg{to, exercise, tasks, err}
	})
}

// startTestOut starts a test-out with the chosen tasks.
func (c *Screen) startTestOut(m plannedMsg) session.Intent {
	if !c.planning.Finish(m.Address) {
		return nil
	}
	if m.err != nil {
		return c.Session.ShowRound(nil, m.err, "")
	}
	r, err := c.Session.Student.TestOut(m.exercise, m.tasks)
	return c.Session.ShowRound(r, err, "no task of this unit can be asked by itself")
}

// writeTestOut offers a test-out of a unit that is not finished.
func (c *Screen) writeTestOut(d *ui.Document) {
	if c.noTestOutReason() != "" {
		return
	}
	d.Gap()
	d.Item(ascii.Inked(c.Session.Keys.Key(session.ZoneContents, "test out")+" ", ascii.Accent),
		ascii.Inked("test out of unit "+c.unit().ID+": three tasks right in a row", ascii.Dim))
}

// noAttemptsReason returns why there is no other attempt to resume, or "".
func noAttemptsReason(c *Screen) string {
	return session.ReasonIf(c.folded() || len(c.Items[c.Selected].OtherAttempts) == 0,
		"you have begun no other attempt at this exercise")
}

// askAttempt asks which attempt to resume.
func askAttempt(c *Screen) session.Intent {
	e := c.Items[c.Selected]
	return session.Push{Top: session.NewListWindow(c.Session, "Other attempts at "+e.ID, c.Session.AttemptRows(e)...)}
}

// writeAttempts lists the other attempts.
func writeAttempts(c *Screen, d *ui.Document, v study.ExerciseView) {
	if len(v.OtherAttempts) == 0 {
		return
	}
	d.Gap()
	for _, s := range v.OtherAttempts {
		d.Write(ascii.Line{{Text: "Also begun: ", Ink: ascii.Dim}, {Text: session.AttemptWords(v, s), Ink: ascii.Text}})
	}
	d.Write(ascii.Line{{Text: c.Session.Keys.Key(session.ZoneContents, "other attempt") + " ", Ink: ascii.Accent},
		{Text: "back to another attempt; this one is kept", Ink: ascii.Dim}})
}
