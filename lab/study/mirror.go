package study

import (
	"fmt"
	"time"

	"kernellab/exercises"
	"kernellab/lab/progress"
)

// DocumentOf returns what others need in order to see an open exercise as it is now: the
// document of the current attempt, with the run of the current task at a frame and with
// its branches and conditions.
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

// Mirror opens the document of another student, who has own data or nil. The work belongs
// to a student of its own, of whom nothing is saved or logged.
func (s *Student) Mirror(doc progress.Exercise, own exercises.Data) (*Student, *Work, error) {
	store := &progress.Memory{}
	if err := store.SaveExercise(doc); err != nil {
		return nil, nil, err
	}
	other, _, err := Open(s.library, store, Options{Data: own, NewSeed: doc.Seed})
	if err != nil {
		return nil, nil, err
	}
	other.course.Exempt = true // the dates apply to the one who is followed
	w, err := other.Start(doc.ID)
	if err == nil && !UpdateMirror(w, doc) {
		err = fmt.Errorf("exercise %s needs data that are not here: %s", doc.ID, doc.Data)
	}
	return other, w, err
}

// UpdateMirror replaces the document of a mirrored exercise by a newer one. ok is false if
// that is of another attempt.
func UpdateMirror(w *Work, doc progress.Exercise) (ok bool) {
	r := w.record
	i := TaskNamed(w, doc.Task)
	if r.ID != doc.ID || r.Seed != doc.Seed || r.Data != doc.Data || !r.Started.Equal(doc.Started) || i < 0 {
		return false
	}
	r.Exercise, w.index, w.verdicts = doc.Clone(), i, nil
	return true
}
