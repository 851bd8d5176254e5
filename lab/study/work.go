package study

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"kernellab/exercises"
	"kernellab/lab/progress"
)

// Work is an open exercise: the current task, the answers, and what was tried and shown. It belongs
// to its Student and must be used on the same goroutine. The student's next Save includes every
// change.
type Work struct {
	student    *Student
	record     *record
	exercise   *exercises.Exercise
	infos      []exercises.Info
	index      int
	lastAction time.Time      // time of the last action
	taskOpened time.Time      // when the current task was opened
	lastJudged progress.Event // the latest judged answer

	round        *Round          // the review, warm-up or test-out of the task; nil in an ordinary attempt
	reviewBefore progress.Review // the review record of the task when the round opened it
}

func infosOf(e *exercises.Exercise) []exercises.Info {
	out := make([]exercises.Info, len(e.Tasks))
	for i, s := range e.Tasks {
		out[i] = s.Info()
	}
	return out
}

// begin starts an attempt at the exercise, and opens the first task. It keeps the answers.
func (w *Work) begin(seed uint64, data string) {
	r := w.record
	r.Seed, r.Data, r.Started = seed, data, w.student.options.Now()
	r.Tasks = map[string]progress.Task{}
	w.openTask(0)
}

// resume goes to the task that was saved as the current one, or to the task that has replaced it.
// If neither exists, it goes to the task with the saved index. If all open tasks have since been
// removed from the exercise, resume marks the exercise as done.
func (w *Work) resume() {
	w.taskOpened = w.student.options.Now()
	w.index = max(0, min(w.record.Index, len(w.infos)-1))
	if i, ok := w.exercise.TaskIndex(w.record.Task); ok {
		w.index = i
	}
	if !w.record.Done && w.finish() {
		w.recordChange()
	}
	w.student.log.add(w.event(progress.TaskOpened))
}

// recordChange marks the document of the exercise as changed.
func (w *Work) recordChange() {
	r := w.record
	r.Revision++
	r.timeChanged = false
	r.Updated = w.student.options.Now()
}

// recordActivity records a change that counts as work. A student who has made one does more
// than look around, see Options.SaveWorkOnly.
func (w *Work) recordActivity() {
	w.student.onlyLooked = false
	w.recordChange()
}

// ID returns the ID of the exercise.
func (w *Work) ID() string { return w.exercise.ID }

// OffersNewNumbers reports whether the exercise can be restarted with new numbers.
func (w *Work) OffersNewNumbers() bool {
	return w.round == nil && w.exercise.UsesSeed && w.student.course.NoRestartReason(w.ID()) == ""
}

// Exercise returns the exercise.
func (w *Work) Exercise() *exercises.Exercise { return w.exercise }

// Index returns the index of the current task, 0 ≤ Index < Len.
func (w *Work) Index() int { return w.index }

// Len returns the number of tasks, at least 1.
func (w *Work) Len() int { return len(w.infos) }

// Task returns the current task.
func (w *Work) Task() exercises.Task { return w.exercise.Tasks[w.index] }

// Info returns the fixed part of the current task. The text of a closing task has a list that
// contains answers. Info omits this list while questions are unanswered.
func (w *Work) Info() exercises.Info {
	info := w.infos[w.index]
	if info.ClosesExercise {
		info.Text = closingText(w, info.Text)
	}
	return info
}

// InfoAt returns the fixed part of task i.
func (w *Work) InfoAt(i int) exercises.Info { return w.infos[i] }

// GoTo moves to task i, or to the first or last task if i is out of range. A task that asks
// nothing is done when the student moves to a later task.
func (w *Work) GoTo(i int) {
	i = max(0, min(i, len(w.infos)-1))
	if i == w.index {
		return
	}
	if i > w.index {
		w.MarkRead()
	}
	w.openTask(i)
}

// Next moves to the next task. At the last one it stays and returns false.
func (w *Work) Next() bool {
	before := w.index
	w.GoTo(w.index + 1)
	return w.index != before
}

func (w *Work) openTask(i int) {
	w.index, w.taskOpened = i, w.student.options.Now()
	w.record.Index, w.record.Task = i, w.infos[i].Name
	s := w.state()
	s.Seen = true
	w.setState(s)
	w.recordChange()
	w.student.log.add(w.event(progress.TaskOpened))
}

// MarkRead marks the current task as done if it asks nothing, and reports whether that
// finished the exercise.
func (w *Work) MarkRead() (finished bool) {
	if !AsksNothing(w.Info()) || w.state().Done {
		return false
	}
	finished = w.finishTask()
	w.recordChange()
	return finished
}

// AsksNothing reports whether a task only needs to be read.
func AsksNothing(i exercises.Info) bool { return len(i.Question) == 0 && len(i.Fields) == 0 }

func (w *Work) state() progress.Task { return w.record.Tasks[w.Info().Name] }

// setState stores the state of the current task. Snapshots may share the values of the map,
// but not the map itself.
func (w *Work) setState(s progress.Task) {
	if w.record.Tasks == nil {
		w.record.Tasks = map[string]progress.Task{}
	}
	w.record.Tasks[w.Info().Name] = s
}

// Answers returns the texts of all fields and controls of the exercise, by name. The caller must
// not change the map. Later answers do not change it either.
func (w *Work) Answers() exercises.Answers { return w.record.Answers }

// MaxText is the maximum length in bytes of the text of a field or control.
const MaxText = 4096

// Set stores the value of a field or control. Text is stored as typed, cut to MaxText
// bytes, with invalid UTF-8 replaced by U+FFFD.
func (w *Work) Set(name, text string) {
	text = cleanText(text)
	if old, exists := w.record.Answers[name]; exists && old == text || !exists && text == "" {
		return
	}
	w.record.Answers = w.Answers().With(name, text)
	if s := w.state(); w.Judged() && !slices.Contains(s.Changed, name) {
		s.Changed = append(slices.Clone(s.Changed), name)
		w.setState(s)
	}
	w.recordActivity()
}

// Changed returns the fields and controls that have changed since the last verdict on the current
// task.
func (w *Work) Changed() []string { return w.state().Changed }

// StageAnswers returns the answers from which the pictures of the task are drawn. It marks fields
// that have no verdict, or were changed since their verdict, so that the pictures do not show
// whether they are right. If the current task is repeated from memory, StageAnswers also sets how
// much of the calculation next to it is omitted.
func StageAnswers(w *Work) exercises.Answers {
	var unjudged []string
	for _, info := range w.infos {
		s := w.record.Tasks[info.Name]
		for _, f := range info.Fields {
			if !isJudged(info, s) || slices.Contains(s.Changed, f.Name) {
				unjudged = append(unjudged, f.Name)
			}
		}
	}
	return w.Answers().WithUnjudged(unjudged...).WithFading(fadingOf(w))
}

func cleanText(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if len(text) <= MaxText {
		return text
	}
	text = text[:MaxText]
	for !utf8.ValidString(text) {
		text = text[:len(text)-1]
	}
	return text
}

// Frame returns the number of the step at which the student left the run, the algorithm that the
// task shows step by step.
func (w *Work) Frame() int { return max(0, w.state().Frame) }

// SetFrame stores the number of the step at which the run of the task is.
func (w *Work) SetFrame(i int) {
	s := w.state()
	if i = max(0, i); s.Frame == i {
		return
	}
	s.Frame = i
	w.setState(s)
	w.recordChange()
}

// idleAfter is the maximum gap between two actions that counts as work.
const idleAfter = 2 * time.Minute

// RecordAction records an action. The time since the previous action counts as time on task, unless
// it exceeds idleAfter or is negative.
func (w *Work) RecordAction(now time.Time) {
	gap := now.Sub(w.lastAction)
	first := w.lastAction.IsZero()
	w.lastAction = now
	if first || gap <= 0 || gap > idleAfter {
		return
	}
	r := w.record
	if w.round != nil {
		r = w.student.records[w.ID()]
	}
	if r != nil { // time on an exercise that has no record does not count
		r.Seconds += gap.Seconds()
		r.timeChanged = true
	}
}

// predictionsName is the key under which the tally of predictions is saved among the
// answers. No field has this name, because field names begin with a letter.
const predictionsName = "·predictions"

// CountPrediction adds a prediction to the tally of the current attempt.
func (w *Work) CountPrediction(right bool) {
	correct, total := w.Predictions()
	if right {
		correct++
	}
	w.Set(predictionsName, fmt.Sprintf("%d/%d", correct, total+1))
}

// Predictions returns the tally of predictions in the current attempt.
func (w *Work) Predictions() (right, total int) { return parseTally(w.Answers()) }

// parseTally parses the tally of predictions in the answers a. An invalid tally counts as empty.
func parseTally(a exercises.Answers) (right, total int) {
	n, err := fmt.Sscanf(a[predictionsName], "%d/%d", &right, &total)
	if n != 2 || err != nil || right < 0 || total < right {
		return 0, 0
	}
	return right, total
}

// DocumentOf returns the document with which others can see the present state of an open exercise.
// It is the document of the current attempt, except that the run of the current task is at the
// given frame and has the branches and breakpoints d.
func DocumentOf(w *Work, frame int, d *progress.Debug) progress.Exercise {
	doc := w.record.Clone()
	doc.Reviews, doc.OtherAttempts = nil, nil
	doc.Seconds, doc.Updated, doc.Revision = 0, time.Time{}, 0
	doc.Task, doc.Index = w.Info().Name, w.index
	t := doc.Tasks[doc.Task]
	if t.Frame, t.Debug = frame, d; doc.Tasks == nil {
		doc.Tasks = map[string]progress.Task{}
	}
	doc.Tasks[doc.Task] = t
	return doc
}

// Mirror opens the document of another student. data is the own data set of that student, or nil.
// The returned work belongs to the returned student, for whom nothing is saved on disk or logged.
func (s *Student) Mirror(doc progress.Exercise, data exercises.Data) (*Student, *Work, error) {
	store := &progress.Memory{}
	if err := store.SaveExercise(doc); err != nil {
		return nil, nil, err
	}
	otherStudent, _, err := Open(s.library, store, Options{Data: data, NewSeed: doc.Seed})
	if err != nil {
		return nil, nil, err
	}
	otherStudent.course.Exempt = true // the dates apply to the student whose document it is
	w, err := otherStudent.Start(doc.ID)
	if err == nil && !UpdateMirror(w, doc) {
		err = fmt.Errorf("exercise %s needs data that are not here: %s", doc.ID, doc.Data)
	}
	return otherStudent, w, err
}

// UpdateMirror replaces the document of a mirrored exercise by a newer document. ok is false if the
// newer document belongs to another attempt.
func UpdateMirror(w *Work, doc progress.Exercise) (ok bool) {
	r := w.record
	i, ok := w.exercise.TaskIndex(doc.Task)
	if r.ID != doc.ID || !r.Same(doc.Attempt) || !ok {
		return false
	}
	r.Exercise, w.index = doc.Clone(), i
	return true
}
