package contents

import (
	"context"
	"fmt"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/lab/job"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// review asks everything that is due.
func (c *Screen) review() session.Intent {
	r, err := c.Session.Student.Reviews()
	return c.Session.ShowRound(r, err, "nothing is due for review")
}

// reviewHint says how much is due for review.
func (c *Screen) reviewHint() key.Binding {
	n := len(c.Session.Student.Due())
	if n == 0 {
		return key.Binding{}
	}
	return c.Session.Hint(session.ZoneContents, "review", fmt.Sprintf("review: %d due", n))
}

// nothingDue is why there is nothing to review.
func (c *Screen) nothingDue() string {
	return session.ReasonIf(len(c.Session.Student.Due()) == 0, "nothing is due yet; right answers come again in days")
}

// testOutAnswer is an exercise of the unit to test out.
type testOutAnswer struct{ exercise string }

// unitKnown is why the selected unit is not to be tested out.
func (c *Screen) unitKnown() string {
	u := c.unit()
	return session.ReasonIf(u == nil || u.Done == len(u.Exercises), "every exercise of this unit is done or tested out")
}

// testOutHint offers to test the unit out where the text beside the list does not.
func testOutHint(c *Screen) key.Binding {
	if c.unitKnown() != "" || !c.Session.Narrow() {
		return key.Binding{}
	}
	return c.Session.Hint(session.ZoneContents, "test out", "test out")
}

// unit is that of the selected exercise, nil where there is none.
func (c *Screen) unit() *study.UnitView {
	n := c.Selected
	for i := range c.units {
		if n < len(c.units[i].Exercises) {
			return &c.units[i]
		}
		n -= len(c.units[i].Exercises)
	}
	return nil
}

// askTestOut asks before it tests the unit.
func (c *Screen) askTestOut() session.Intent {
	question := fmt.Sprintf("Test out of unit %s? Three tasks right in a row, no hints", c.unit().ID)
	return session.Push{Top: session.NewConfirmWindow(c.Session, question, testOutAnswer{c.Items[c.Selected].ID})}
}

// plannedMsg brings the tasks to test a unit out.
type plannedMsg struct {
	job.Address
	exercise string
	tasks    []study.TaskID
	err      error
}

// plan has the tasks chosen by which a unit is tested out.
func (c *Screen) plan(a testOutAnswer) tea.Cmd {
	choose := c.Session.Student.PlanTestOut(a.exercise)
	return c.Ask(&c.planning, func(ctx context.Context, to job.Address) tea.Msg {
		tasks, err := choose(ctx)
		return plannedMsg{to, a.exercise, tasks, err}
	})
}

// planned asks them.
func (c *Screen) planned(m plannedMsg) session.Intent {
	if !c.planning.Finish(m.Address) {
		return nil
	}
	if m.err != nil {
		return c.Session.ShowRound(nil, m.err, "")
	}
	r, err := c.Session.Student.TestOut(m.exercise, m.tasks)
	return c.Session.ShowRound(r, err, "nothing in this unit can be asked alone")
}

// layTestOut offers to test the unit out while anything of it is not done.
func (c *Screen) layTestOut(d *ui.Document) {
	if c.unitKnown() != "" {
		return
	}
	d.Gap()
	d.Item(ascii.Inked(c.Session.Keys.Key(session.ZoneContents, "test out")+" ", ascii.Accent), ascii.Inked("test out of unit "+c.unit().ID+": three tasks right in a row", ascii.Dim))
}
