package study

import (
	"fmt"
	"slices"
	"time"

	"kernellab/ascii"
	"kernellab/exercises"
)

// Course holds what a course, such as a lecture with exercises, prescribes to a student: when each
// exercise opens and is due, and the rules of homework. A student who attends no course has a Course
// in which everything is open and nothing is homework.
type Course struct {
	Title     string
	Exempt    bool // whether dates and the rules of homework do not apply, as for a teacher
	schedules map[string]exercises.Schedule
	now       func() time.Time
}

func newCourse(lib exercises.Library, now func() time.Time) *Course {
	c := &Course{schedules: map[string]exercises.Schedule{}, now: now}
	if lib, ok := lib.(exercises.Titled); ok {
		c.Title = lib.Title()
	}
	for _, e := range exercises.Summaries(lib) {
		c.schedules[e.ID] = e.Schedule
	}
	return c
}

// scheduleOf returns the schedule (dates and limits) that applies to an exercise.
func (c *Course) scheduleOf(id string) exercises.Schedule {
	if c.Exempt {
		return exercises.Schedule{}
	}
	return c.schedules[id]
}

// homeworkSchedule returns the schedule that applies to an exercise if it is homework now.
func (c *Course) homeworkSchedule(id string) (s exercises.Schedule) {
	if plan := c.scheduleOf(id); plan.IsHomework(c.now()) {
		return plan
	}
	return s
}

// NoRestartReason returns why an exercise cannot be started over, or "". A restart would reset the
// number of attempts, which homework may limit.
func (c *Course) NoRestartReason(id string) string {
	if c.homeworkSchedule(id).MaxAttempts > 0 {
		return "homework cannot be started over"
	}
	return ""
}

// openError returns an error if an exercise does not open until later.
func (c *Course) openError(id string) error {
	if opens := c.scheduleOf(id).Opens; c.now().Before(opens) {
		return fmt.Errorf("%s opens %s", id, exercises.Date(opens))
	}
	return nil
}

// isHomeworkOrClosed reports whether an exercise is homework, or is not open.
func (c *Course) isHomeworkOrClosed(id string) bool {
	return c.scheduleOf(id).IsHomework(c.now()) || c.openError(id) != nil
}

// withoutHomework returns a unit with only the exercises that are open and are not homework.
func (c *Course) withoutHomework(u exercises.Unit) exercises.Unit {
	u.Exercises = slices.DeleteFunc(slices.Clone(u.Exercises),
		func(e exercises.Summary) bool { return c.isHomeworkOrClosed(e.ID) })
	return u
}

// IsHomeworkUnit reports whether all exercises of a unit are homework, or are not open.
func (c *Course) IsHomeworkUnit(u UnitView) bool {
	return !slices.ContainsFunc(u.Exercises, func(e ExerciseView) bool { return !c.isHomeworkOrClosed(e.ID) })
}

// Homework holds the rules of homework for a task, and the attempts at it so far. The zero value
// has no rules.
type Homework struct {
	schedule exercises.Schedule
	done     bool
	attempts int
	round    *Round // the review, warm-up or test-out to which the task belongs; nil if it belongs to none
}

// Homework returns the rules for task i. In a round, the number of attempts has no limit.
func (w *Work) Homework(i int) Homework {
	h := Homework{round: w.round, schedule: w.student.course.homeworkSchedule(w.ID())}
	if w.round != nil {
		h.schedule.MaxAttempts = 0
	}
	s := w.record.Tasks[w.infos[i].Name]
	h.done, h.attempts = s.Done, s.Attempts
	return h
}

// AttemptsLeft returns how many attempts are left. limited is false if there is no limit, or if
// the task is done; n then means nothing.
func (h Homework) AttemptsLeft() (n int, limited bool) {
	return h.schedule.MaxAttempts - h.attempts, h.schedule.MaxAttempts > 0 && !h.done
}

// UsedUp reports whether no attempts are left.
func (h Homework) UsedUp() bool { return h.schedule.UsedUp(h.attempts) && !h.done }

// ClosedReason returns why the task takes no more answers, in a sentence, or "".
func (h Homework) ClosedReason() string {
	if !h.UsedUp() {
		return ""
	}
	why := fmt.Sprintf("You have used your %s at this task.", ascii.Count(h.schedule.MaxAttempts, "attempt"))
	if from := h.schedule.SolutionFrom; !from.IsZero() {
		why += " The solution opens " + exercises.Date(from) + "."
	}
	return why
}

// SolutionReason returns why the worked solution cannot be seen yet, or "".
func (h Homework) SolutionReason() string {
	switch from := h.schedule.SolutionFrom; {
	case !from.IsZero():
		return "homework: solution opens " + from.Format("2 Jan 15:04")
	case !h.done && h.attempts < h.schedule.AttemptsBeforeSolution:
		return "homework: solution opens after " + ascii.Count(h.schedule.AttemptsBeforeSolution, "attempt")
	}
	return ""
}

// Redact returns the part of a report that the student may see, as [Round.Redact] does. If
// attempts are limited, it also hides the verdicts on single fields of an incomplete answer.
func (h Homework) Redact(report exercises.Report) exercises.Report {
	if _, limited := h.AttemptsLeft(); limited {
		return redactReport(report)
	}
	return h.round.Redact(report)
}

// costsNoAttempt reports whether attempts are limited but an answer with this report does not count
// as one: an unfinished derivation whose lines so far are right.
func (h Homework) costsNoAttempt(r exercises.Report) bool {
	for _, f := range r.Fields {
		if n := len(f.Lines); n == 0 || f.Lines[n-1] != exercises.Equal {
			return false
		}
	}
	return h.schedule.MaxAttempts > 0 && len(r.Fields) > 0 && !r.Accepted
}
