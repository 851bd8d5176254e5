package lab

import (
	"context"
	"fmt"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/lab/job"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// A round is shown by the screen of an exercise with one step: its text, stage,
// hints and verdicts are those of any other. It stands over what it was asked
// for from, the contents or an exercise, and leaving it comes back there.

// roundIntent shows a round. Where there is none, it says why.
func (s *session) roundIntent(r *study.Round, err error, none string) intent {
	switch {
	case err != nil:
		s.notice = err.Error()
	case r == nil:
		s.notice = none
	default:
		s.notice = "" // what was said of the contents
		return workIntent{r.Work()}
	}
	return nil
}

// nextTask goes on in a round, and from its last task back.
func (e *exercise) nextTask() (intent, tea.Cmd) {
	r := e.sheet.work.Round()
	more, err := r.Next()
	if err != nil {
		e.session.notice = err.Error()
	}
	if !more {
		return popIntent{}, e.session.save()
	}
	e.close()
	e.sheet.work = r.Work()
	e.enter()
	return nil, e.right.redo()
}

// skip goes to the next step, done or not; in a review to the next task.
func skip(e *exercise) (intent, tea.Cmd) {
	if e.sheet.work.Round() != nil {
		return e.nextTask()
	}
	return nil, goBy(1)(e)
}

// roundTitle names a round over its tasks.
func roundTitle(r *study.Round) string {
	if id, title := r.Unit(); r.Kind() == study.TestingOut {
		return fmt.Sprintf("%s of unit %s, %s", r.Kind().Words(), id, title)
	}
	return r.Kind().Words()
}

// roundOnwards says where enter leads once a task is done with.
func roundOnwards(r *study.Round) string {
	switch {
	case r.Kind() == study.WarmingUp:
		return "to the exercise"
	case r.Last():
		return "to the contents"
	}
	return "next task"
}

// layRoundEnd says where enter leads from a task that is right; of one that has
// ended the row it is said with the verdict.
func (s *sheetPage) layRoundEnd() {
	if s.goesOn() && s.work.Finished() {
		s.d.Gap()
		s.layKey("enter", s.onwards())
	}
}

// inRound is why a task alone is not begun anew.
func (s *sheet) inRound() string {
	return reason(s.work.Round() != nil, "the numbers here are new already")
}

// anew reports whether new numbers are to be had.
func (s *sheet) anew() bool { return s.work.Round() == nil && s.work.Exercise().Drawn }

// withoutWarmUp is why there is no warm-up.
func (s *sheet) withoutWarmUp() string {
	_, ok := s.session.student.WarmUp(s.work)
	return reason(!ok, "no task of an earlier unit is due, or the exercise is begun")
}

func warmUpWord(*exercise) string { return "warm-up" }

// warmUp asks the task that is due before the exercise.
func (s *sheet) warmUp() intent {
	r, err := s.session.student.BeginWarmUp(s.work)
	return s.session.roundIntent(r, err, "nothing is due")
}

// layWarmUp offers a task before the exercise. It is in nobody's way: who goes on
// has gone without it.
func (s *sheetPage) layWarmUp() {
	t, ok := s.session.student.WarmUp(s.work)
	if !ok {
		return
	}
	s.layKey(s.key1("warm up"), fmt.Sprintf("first a warm-up, if you like: a task from %s", t.Exercise))
	s.d.Gap()
}

// review asks everything that is due.
func (c *contents) review() intent {
	r, err := c.session.student.Reviews()
	return c.session.roundIntent(r, err, "nothing is due for review")
}

// reviewHint says how much is due for review.
func (c *contents) reviewHint() key.Binding {
	n := len(c.session.student.Due())
	if n == 0 {
		return key.Binding{}
	}
	return c.session.hint(zoneContents, "review", fmt.Sprintf("review: %d due", n))
}

// nothingDue is why there is nothing to review.
func (c *contents) nothingDue() string {
	return reason(len(c.session.student.Due()) == 0, "nothing is due yet; right answers come again in days")
}

// testOutAnswer is an exercise of the unit to test out.
type testOutAnswer struct{ exercise string }

// unitKnown is why the selected unit is not to be tested out.
func (c *contents) unitKnown() string {
	u := c.unit()
	return reason(u == nil || u.Done == len(u.Exercises), "every exercise of this unit is done or tested out")
}

// testOutHint offers to test the unit out where the text beside the list does not.
func testOutHint(c *contents) key.Binding {
	if c.unitKnown() != "" || !c.session.narrow() {
		return key.Binding{}
	}
	return c.session.hint(zoneContents, "test out", "test out")
}

// unit is that of the selected exercise, nil where there is none.
func (c *contents) unit() *study.UnitView {
	n := c.selected
	for i := range c.units {
		if n < len(c.units[i].Exercises) {
			return &c.units[i]
		}
		n -= len(c.units[i].Exercises)
	}
	return nil
}

// askTestOut asks before it tests the unit.
func (c *contents) askTestOut() intent {
	question := fmt.Sprintf("Test out of unit %s? Three tasks right in a row, no hints", c.unit().ID)
	return pushIntent{newAskWindow(c.session, question, testOutAnswer{c.items[c.selected].ID})}
}

// plannedMsg brings the tasks to test a unit out.
type plannedMsg struct {
	job.Address
	exercise string
	tasks    []study.Task
	err      error
}

// plan has the tasks chosen by which a unit is tested out.
func (c *contents) plan(a testOutAnswer) tea.Cmd {
	choose := c.session.student.PlanTestOut(a.exercise)
	return c.Ask(&c.planning, func(ctx context.Context, to job.Address) tea.Msg {
		tasks, err := choose(ctx)
		return plannedMsg{to, a.exercise, tasks, err}
	})
}

// planned asks them.
func (c *contents) planned(m plannedMsg) intent {
	if !c.planning.Finish(m.Address) {
		return nil
	}
	if m.err != nil {
		return c.session.roundIntent(nil, m.err, "")
	}
	r, err := c.session.student.TestOut(m.exercise, m.tasks)
	return c.session.roundIntent(r, err, "nothing in this unit can be asked alone")
}

// layTestOut offers to test the unit out while anything of it is not done.
func (c *contents) layTestOut(d *ui.Document) {
	if c.unitKnown() != "" {
		return
	}
	d.Gap()
	d.Item(ascii.Inked(c.session.keys.key(zoneContents, "test out")+" ", ascii.Accent), ascii.Inked("test out of unit "+c.unit().ID+": three tasks right in a row", ascii.Dim))
}
