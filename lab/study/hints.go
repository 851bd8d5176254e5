package study

import (
	"fmt"
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
// has not been made, if SolutionReason returns a reason not to show it, or in a
// test-out (tasks that show whether a student may skip a unit).
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
	last := w.record.DoneAt
	if w.round != nil {
		known, last = w.round.kind != TestingOut && w.reviewBefore.TimesAsked > 0, w.reviewBefore.LastAsked
	}
	switch {
	case !known || w.state().Done:
		return exercises.FadeNothing
	case now.Sub(last) < recallDelay:
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
