package study

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/progress"
)

// TaskState is the student's progress with a task in the current attempt.
type TaskState uint8

// The states of a task.
const (
	TaskUntouched TaskState = iota
	TaskBegun               // the student has opened it
	TaskSkipped             // not done although a later task was opened, or left out by the student's choice
	TaskDone
	TaskDoneWithHints
	TaskUsedUp // not done, and no attempts are left (homework)
)

// Words returns the name of the state.
func (s TaskState) Words() string {
	return [...]string{"not begun", "begun", "skipped", "done", "done, with hints", "out of attempts"}[s]
}

// TaskState returns the state of task i, 0 ≤ i < Len.
func (w *Work) TaskState(i int) TaskState {
	return taskStates(w.record, w.exercise.Summary.Tasks, w.index, w.student.course.homeworkSchedule(w.ID()))[i]
}

// taskStates returns the states of the tasks in the current attempt at an exercise, where the task
// with index current is open. rules holds the rules of homework.
func taskStates(r *record, tasks []string, current int, rules exercises.Schedule) []TaskState {
	out := make([]TaskState, len(tasks))
	laterSeen := false // whether a later task has been opened
	for i, name := range slices.Backward(tasks) {
		switch s := r.Tasks[name]; {
		case isLeftOut(s):
			out[i] = TaskSkipped
		case s.Done && s.Helped:
			out[i] = TaskDoneWithHints
		case s.Done:
			out[i] = TaskDone
		case rules.UsedUp(s.Attempts):
			out[i] = TaskUsedUp
		case s.Seen && laterSeen:
			out[i] = TaskSkipped
		case s.Seen:
			out[i] = TaskBegun
		}
		laterSeen = laterSeen || r.Tasks[name].Seen || i == current
	}
	return out
}

// isLeftOut reports whether the student has chosen to leave out a task. Such a task counts as done.
func isLeftOut(s progress.Task) bool { return s.Done && s.Verdict == exercises.Skipped.Words() }

// TaskDone reports whether task i is done.
func (w *Work) TaskDone(i int) bool { return w.record.Tasks[w.infos[i].Name].Done }

// Finished reports whether every task of the attempt is done, optional, or out of attempts.
func (w *Work) Finished() bool {
	_, open := w.NextOpen()
	return !open
}

// NextOpen returns the index of the first task after the current one that still has to be done
// and has attempts left. After the last task it continues at the first. ok is false if the
// exercise is finished.
func (w *Work) NextOpen() (i int, ok bool) {
	for k := range w.infos {
		if i := (w.index + 1 + k) % len(w.infos); !w.TaskDone(i) && !w.Homework(i).UsedUp() && !w.infos[i].Optional {
			return i, true
		}
	}
	return 0, false
}

// Dispute records that a misconception recognised in the current task does not apply to
// the student.
func (w *Work) Dispute(misconception string) {
	if misconception == "" || w.Disputed(misconception) {
		return
	}
	w.logDispute(misconception)
	s := w.state()
	s.DeniedMistakes = append(slices.Clone(s.DeniedMistakes), misconception)
	w.setState(s)
	w.recordActivity()
}

// Disputed reports whether the student disputed a misconception of the current task in
// this attempt.
func (w *Work) Disputed(misconception string) bool {
	return slices.Contains(w.state().DeniedMistakes, misconception)
}

// Outcome describes what a report means for the student's record.
type Outcome struct {
	// Counted reports whether the answer was a new attempt.
	Counted bool
	// Repeated reports whether the same answer was judged before and not accepted.
	Repeated bool
	// Hinted reports whether the next hint is shown because the answer was repeated.
	Hinted bool
	// SuggestHint reports whether to suggest a hint: there is one left, and this is the
	// third, sixth, … attempt and was not accepted.
	SuggestHint bool
	// TaskDone and ExerciseDone report whether this answer completed the task and the
	// exercise.
	TaskDone, ExerciseDone bool
	// Message is a sentence for the student, or empty.
	Message string
}

// attemptsBeforeHint is the number of attempts between two suggestions of a hint.
const attemptsBeforeHint = 3

// maxTried is the number of answers that a task remembers in order to recognise
// repetitions.
const maxTried = 64

// Apply records a report, the result of checking answers to the current task. It counts as an
// attempt if its verdict counts and the answer is new, except an answer that costs no attempt at
// homework. A repeated answer that is not accepted reveals the next hint.
//
// For the log, Apply parses the answers that the report does not parse itself. ctx cancels the
// parsing.
func (w *Work) Apply(ctx context.Context, a exercises.Answers, r exercises.Report) Outcome {
	var o Outcome
	s := w.state()
	if !isLeftOut(s) || r.Accepted {
		s.Verdict = r.Verdict.Words()
	}
	s.Changed = nil
	if w.wasJudged(a, r) {
		o.Repeated = r.Verdict.CountsAsAttempt() && !r.Accepted
	} else {
		if o.Counted = r.Verdict.CountsAsAttempt() && !w.Homework(w.index).costsNoAttempt(r); o.Counted {
			s.Attempts++
		}
		s.LatestAnswers = append(slices.Clone(s.LatestAnswers), fingerprint(w.Info(), a, r))
		s.LatestAnswers = s.LatestAnswers[max(0, len(s.LatestAnswers)-maxTried):]
	}
	w.setState(s)
	w.logAnswer(ctx, a, r)
	if r.Accepted && !s.Done {
		o.TaskDone = true
		o.ExerciseDone = w.finishTask() && w.round == nil
		w.student.scheduleReview(w)
	} else if w.Homework(w.index).UsedUp() {
		o.ExerciseDone = w.finish()
	}
	w.recordActivity()
	if w.round != nil {
		w.round.recordAnswer(w, r)
	}
	o.Hinted = o.Repeated && w.RevealHint()
	_, more := w.Hints()
	o.SuggestHint = more && !r.Accepted && o.Counted && w.state().Attempts%attemptsBeforeHint == 0
	o.Message = o.words(w)
	return o
}

// wasJudged reports whether the same answers to the current task were judged before. If the verdict
// of r counts as an attempt, the earlier verdict must have counted too. If not, it must have been the
// same verdict. Answers with the same text are the same even if the judge parses them differently
// now.
func (w *Work) wasJudged(a exercises.Answers, r exercises.Report) bool {
	judgedAnswers := w.state().LatestAnswers
	return slices.Contains(judgedAnswers, fingerprint(w.Info(), a, r)) ||
		slices.Contains(judgedAnswers, fingerprint(w.Info(), a, exercises.Report{Verdict: r.Verdict}))
}

// Judged reports whether the current task has received a verdict.
func (w *Work) Judged() bool { return isJudged(w.Info(), w.state()) }

func isJudged(info exercises.Info, s progress.Task) bool {
	return len(s.LatestAnswers) > 0 || s.Done && !AsksNothing(info)
}

// NothingNew reports whether a report contains nothing new for the student: the answers a, complete
// or not, were judged before, or the task is done and the answers are right again.
func (w *Work) NothingNew(a exercises.Answers, r exercises.Report) bool {
	return r.Accepted && w.state().Done || w.wasJudged(a, r)
}

// Advice returns the advice of a report, or nil if the student has disputed the
// misconception that the report assumes.
func (w *Work) Advice(r exercises.Report) []ascii.Line {
	if w.Disputed(r.Misconception) {
		return nil
	}
	return r.Advice
}

// words returns a sentence about the outcome, or "".
func (o Outcome) words(w *Work) string {
	if w.round != nil && w.round.message != "" {
		return w.round.message
	}
	attemptsLeft, limited := w.Homework(w.index).AttemptsLeft()
	switch {
	case o.ExerciseDone:
		return fmt.Sprintf("That was the last open task: exercise %s is done.", w.exercise.ID)
	case o.Counted && limited && attemptsLeft > 0:
		return ascii.Count(attemptsLeft, "attempt") + " left."
	case o.Hinted:
		return "You have given this answer before. Here is the next hint."
	case o.Repeated:
		return "You have given this answer before, and the verdict is the same."
	case o.SuggestHint && w.state().Hints > 0:
		return "There is another hint for this task whenever you want it."
	case o.SuggestHint:
		return "There is a hint for this task whenever you want it."
	}
	return ""
}

// finishTask marks the current task as done, and reports whether that finished the
// exercise.
func (w *Work) finishTask() bool {
	s := w.state()
	s.Done, s.Seen = true, true
	s.Helped = s.Hints > 0 || s.Solution
	w.setState(s)
	return w.finish()
}

// finish marks the exercise as done if the attempt is [Work.Finished], and reports whether it is.
func (w *Work) finish() bool {
	if !w.Finished() {
		return false
	}
	helped := false
	for _, info := range w.infos {
		helped = helped || w.record.Tasks[info.Name].Helped
	}
	w.record.Helped = helped && (w.record.Helped || !w.record.Done)
	if !w.record.Done {
		w.record.Done, w.record.DoneAt = true, w.student.options.Now()
	}
	return true
}

// fingerprint returns a hash that identifies the answers to a task. It covers the task's
// fields, as the report parses them or, if the report does not parse a field, as typed without
// surrounding blanks. If the task has no fields, it covers all answers in a. It also covers a
// verdict that does not count, so that the same text may count later.
func fingerprint(info exercises.Info, a exercises.Answers, r exercises.Report) string {
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(a)), func(n string) bool { return n == predictionsName })
	if len(info.Fields) > 0 {
		names = nil
		for _, f := range info.Fields {
			names = append(names, f.Name)
		}
	}
	h := fnv.New64a()
	for _, name := range names {
		// Writing to a hash returns no error.
		_, _ = fmt.Fprintf(h, "%q=%q;", name, cmp.Or(r.Fields[name].Reading, strings.TrimSpace(a[name])))
	}
	if !r.Verdict.CountsAsAttempt() {
		_, _ = fmt.Fprint(h, r.Verdict.Words())
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

// closingText returns the text of a closing task, the summary at the end of an exercise. Its list
// contains the answers to other tasks. closingText omits the list until the student has found these
// answers or seen the solutions.
func closingText(w *Work, text []exercises.Block) []exercises.Block {
	openTasks := unansweredTasks(w)
	firstItem := slices.IndexFunc(text, isItem)
	if len(openTasks) == 0 || firstItem < 0 || w.record.TestedOut {
		return text
	}
	out := slices.DeleteFunc(slices.Clone(text), isItem)
	return slices.Insert(out, firstItem, exercises.Block{Text: ascii.Plain(fmt.Sprintf(
		"The rest of this page would give answers away. It appears once you have found them or seen the solutions. Answer these tasks first: %s.", strings.Join(openTasks, ", ")))})
}

func isItem(b exercises.Block) bool { return b.Kind == exercises.Item }

// unansweredTasks returns the numbers, from 1, of the tasks that have fields, are not optional and
// not done, and whose solution was not shown.
func unansweredTasks(w *Work) (out []string) {
	for i, info := range w.infos {
		if s := w.record.Tasks[info.Name]; len(info.Fields) > 0 && !s.Done && !s.Solution && !info.Optional {
			out = append(out, fmt.Sprint(i+1))
		}
	}
	return out
}

// PredictionOutcome is the outcome of a question about the next step.
type PredictionOutcome uint8

// The outcomes of a question.
const (
	PredictionPending PredictionOutcome = iota
	PredictionRight
	PredictionWrong
	PredictionRecorded // neither right nor wrong
)

// Recap is the text that follows the actual value of a predicted field. It consists of
// Prefix, the predicted value if ShowsPrediction is set, and Suffix. Prefix is empty if
// nothing was predicted.
type Recap struct {
	Prefix, Suffix  string
	ShowsPrediction bool
}

// Recap compares the actual value of a field with the predicted one, both as displayed.
func (o PredictionOutcome) Recap(actual, predicted string) Recap {
	switch {
	case o == PredictionPending, predicted == "":
		return Recap{}
	case predicted == actual:
		return Recap{Prefix: ", as you said"}
	case o == PredictionRight:
		return Recap{Prefix: "; your ", Suffix: " counts too", ShowsPrediction: true}
	}
	return Recap{Prefix: "; you said ", ShowsPrediction: true}
}
