package study

import (
	"fmt"
	"slices"
	"time"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/progress"
)

// AwaitsPrediction reports whether the task is a prediction that has not been made yet.
// Such a task shows no hints and no worked solution.
func AwaitsPrediction(w *Work) bool { return w.Info().OnlyPredictions && !w.state().Done }

// Hints returns the hints shown so far, and whether there are more.
func (w *Work) Hints() (shown [][]exercises.Block, more bool) {
	if AwaitsPrediction(w) || !w.round.AllowsHelp() {
		return nil, false
	}
	all := w.Info().Hints
	n := max(0, min(w.state().Hints, len(all)))
	return all[:n], n < len(all)
}

// RevealHint records that the next hint is shown. It returns false if there is none.
func (w *Work) RevealHint() bool {
	_, more := w.Hints()
	if !more {
		return false
	}
	s := w.state()
	s.Hints++
	w.setState(s)
	w.student.log.add(w.event(progress.HintShown))
	w.recordActivity()
	return true
}

// HintLines returns the hints of a task, each as one line. They contain the numbers of this
// student's exercise.
func HintLines(s *Student, exercise, task string) (lines []string) {
	e, err := s.Preview(exercise)
	if err != nil {
		return nil
	}
	i, ok := e.TaskIndex(task)
	if !ok {
		return nil
	}
	for _, blocks := range e.Tasks[i].Info().Hints {
		text := ascii.Join(blocks, " ", func(b exercises.Block) string { return b.Text.String() })
		lines = append(lines, ascii.CleanLine(text, maxHintLine))
	}
	return lines
}

// maxHintLine is the maximum width of a hint in one line, in cells.
const maxHintLine = 600

// SolutionShown reports whether the worked solution has been shown.
func (w *Work) SolutionShown() bool {
	return w.state().Solution && !AwaitsPrediction(w) && w.Homework(w.index).SolutionReason() == ""
}

// RevealSolution records that the worked solution is shown. It does nothing for a prediction that
// has not been made, for homework whose solution is still hidden, or in a test-out (tasks that show
// whether a student may skip a unit).
func (w *Work) RevealSolution() {
	s := w.state()
	if s.Solution || AwaitsPrediction(w) || w.Homework(w.index).SolutionReason() != "" || !w.round.AllowsHelp() {
		return
	}
	s.Solution = true
	w.setState(s)
	w.student.log.add(w.event(progress.SolutionShown))
	w.recordActivity()
	w.student.updateReview(w)
}

// CanFillReference reports whether there is a reference answer that [Work.FillReference] may put
// into the fields. It returns false for a prediction, which the reference answer must not replace.
func CanFillReference(w *Work) bool {
	return len(w.Info().Reference) > 0 && !w.Info().OnlyPredictions && w.Homework(w.index).SolutionReason() == ""
}

// FillReference puts the reference answer into the fields if [CanFillReference] returns true,
// except in a test-out. The solution then counts as shown.
func (w *Work) FillReference() {
	if !CanFillReference(w) || !w.round.AllowsHelp() {
		return
	}
	w.RevealSolution()
	w.record.Answers = w.Answers().Joined(w.Info().Reference)
	w.recordActivity()
}

// recallDelay is the time after which a task is repeated from memory. It is long enough to
// include a night.
const recallDelay = 20 * time.Hour

// fadingOf returns how much is omitted of the calculation that is shown next to the current task:
// half of it, or all once recallDelay has passed. The delay starts when the exercise was done, if
// that was before the current attempt. In a review it starts when the task was last asked. Nothing
// is omitted if the start is unknown or if the task is done in this attempt, and also in a test-out,
// because the student may never have seen the task.
func fadingOf(w *Work) exercises.Fading {
	now, known := w.student.options.Now(), !w.record.DoneAt.IsZero() && w.record.Started.After(w.record.DoneAt)
	start := w.record.DoneAt
	if w.round != nil {
		known, start = w.round.kind != TestingOut && w.reviewBefore.TimesAsked > 0, w.reviewBefore.LastAsked
	}
	switch {
	case !known || w.state().Done:
		return exercises.FadeNothing
	case now.Sub(start) < recallDelay:
		return exercises.FadeHalf
	}
	return exercises.FadeAll
}

// Delay describes what an exercise should wait for. It is either a date before which the exercise
// cannot be opened, or the advice to wait some hours after another exercise was done. The student
// may ignore the advice.
type Delay struct {
	Opens    time.Time     // the date; if not zero, the other fields are not set
	After    string        // ID of the other exercise; "" if there is none
	Hours    int           // hours to wait after the other exercise was done
	TimeLeft time.Duration // remaining time; 0 if the other exercise is not done
}

// IsSet reports whether there is something to wait for.
func (d Delay) IsSet() bool { return d.After != "" || !d.Opens.IsZero() }

// Words returns the delay in a few words, such as "a day after 6.2".
func (d Delay) Words() string {
	switch {
	case !d.Opens.IsZero():
		return "opens " + exercises.ShortDate(d.Opens)
	case d.Hours == 0:
		return "after " + d.After
	case d.Hours == 24:
		return "a day after " + d.After
	}
	return ascii.Count(d.Hours, "hour") + " after " + d.After
}

// Predicate returns the delay as a phrase that follows the name of an exercise, such as "is best
// done a day after 6.2".
func (d Delay) Predicate() string {
	if d.Opens.IsZero() {
		return "is best done " + d.Words()
	}
	return "opens " + exercises.Date(d.Opens)
}

// RemainingWords returns the remaining time in words, or "" if it is unknown.
func (d Delay) RemainingWords() string {
	hours := int((d.TimeLeft + time.Hour - 1) / time.Hour)
	if hours == 0 {
		return ""
	}
	return "in " + ascii.Count(hours, "hour")
}

// Advice returns the notice for a student who opens the exercise with the given ID too early.
// instruction is a sentence, without its period, on how to begin it anyway.
func (d Delay) Advice(id, instruction string) string {
	if !d.Opens.IsZero() {
		return id + " " + d.Predicate() + "."
	}
	left := ""
	if r := d.RemainingWords(); r != "" {
		left = ", " + r
	}
	return fmt.Sprintf("%s %s%s. %s.", id, d.Predicate(), left, instruction)
}

// delayOf returns what an exercise should wait for. An exercise that is open and has not been
// begun may have to wait for another one. It need not wait if the other one was tested out, or
// was done in an old version of the program that did not save the time.
func delayOf(s *Student, e exercises.Summary) Delay {
	if s.course.openError(e.ID) != nil {
		return Delay{Opens: e.Opens}
	}
	predecessor := e.Predecessor
	if predecessor.Exercise == "" || s.records[e.ID] != nil {
		return Delay{}
	}
	r := s.records[predecessor.Exercise]
	if r == nil || !r.Done && !r.TestedOut {
		return Delay{After: predecessor.Exercise, Hours: predecessor.Hours}
	}
	left := time.Duration(predecessor.Hours)*time.Hour - s.options.Now().Sub(r.DoneAt)
	if left <= 0 {
		return Delay{}
	}
	return Delay{After: predecessor.Exercise, Hours: predecessor.Hours, TimeLeft: left}
}

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
