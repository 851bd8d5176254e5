package study

import (
	"context"
	"errors"
	"maps"
	"sync"

	"kernellab/exercises"
	"kernellab/lab/progress"
)

// profileKey is the key of the student's profile (seed and settings) in savedRevisions. No exercise
// has this ID.
const profileKey = ""

// savedRevision records how far a document has been saved. Revisions count its changes.
type savedRevision struct {
	passed    uint64 // the latest revision that was passed to the store
	confirmed uint64 // the latest revision that the store has confirmed
}

// savedRevisions holds a savedRevision for each document: under the ID of an exercise, or
// under profileKey. Concurrent saves share it.
type savedRevisions struct {
	mu    sync.Mutex
	byKey map[string]savedRevision
}

// pass reports whether a revision has to be passed to the store, and records that it is. When
// the student leaves, a revision whose save is still running is passed again, because the program
// may end before that save has finished.
func (r *savedRevisions) pass(key string, revision uint64, leaving bool) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	saved := r.byKey[key]
	if saved.confirmed >= revision || !leaving && saved.passed >= revision {
		return false
	}
	saved.passed = revision
	r.byKey[key] = saved
	return true
}

// finish records err, the result of a save, and returns it. After a failure, the next save includes
// the document.
func (r *savedRevisions) finish(key string, revision uint64, err error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err != nil {
		delete(r.byKey, key)
		return err
	}
	saved := r.byKey[key]
	saved.confirmed = max(saved.confirmed, revision)
	r.byKey[key] = saved
	return nil
}

// Save takes a snapshot of what has changed and returns a function that writes it, or
// nil if nothing has changed. The function may be called once, on any goroutine and
// concurrently with functions of later snapshots: the newest snapshot wins. The
// next snapshot includes what could not be written.
func (s *Student) Save() func() error { return s.snapshot(false) }

// Leave is Save for the end of a session. It also includes the time on task, and repeats the
// changes of saves that are still running.
func (s *Student) Leave() func() error { return s.snapshot(true) }

func (s *Student) snapshot(leaving bool) func() error {
	if s.onlyLooked {
		return nil
	}
	var writes []func() error
	if w := s.writeProfile(leaving); w != nil {
		writes = append(writes, w)
	}
	for id, r := range s.records {
		if w := s.writeRecord(id, r, leaving); w != nil {
			writes = append(writes, w)
		}
	}
	if n := s.log.unsaved(); n > 0 {
		writes = append(writes, func() error { return s.log.write(n) })
	}
	if len(writes) == 0 {
		return nil
	}
	return func() error {
		var errs []error
		for _, w := range writes {
			errs = append(errs, w())
		}
		return errors.Join(errs...)
	}
}

// Unsaved returns the number of events that the log has not confirmed yet. It does not
// count events about opened tasks.
func (s *Student) Unsaved() int { return s.log.unsavedWork() }

// writeRecord returns a function that writes the document of one exercise, or nil if it need
// not be written.
func (s *Student) writeRecord(id string, r *record, leaving bool) func() error {
	if leaving && r.timeChanged {
		r.Revision++
	}
	if !s.revisions.pass(id, r.Revision, leaving) {
		return nil
	}
	r.timeChanged = false
	doc := r.Clone()
	return func() error { return s.revisions.finish(id, doc.Revision, s.store.SaveExercise(doc)) }
}

func (s *Student) writeProfile(leaving bool) func() error {
	p := s.profile
	if !s.revisions.pass(profileKey, p.Revision, leaving) {
		return nil
	}
	return func() error { return s.revisions.finish(profileKey, p.Revision, s.store.SaveProfile(p)) }
}

// EventLog receives events. *store.Student implements it.
type EventLog interface {
	Append(e progress.Event) error
}

// maxQueued is the maximum number of events that wait for a log that cannot be written. Later
// events are dropped. A full queue has about as many bytes as a host of a class stores for one
// student at most.
const maxQueued = 30_000

// eventQueue holds events, which are what the student did, until a save has written them to dest.
// The student shares it with concurrent saves.
type eventQueue struct {
	dest EventLog // nil: events are dropped

	writeMu sync.Mutex // serialises writes, to keep the order
	mu      sync.Mutex
	queue   []progress.Event // an event remains here until the log has it
}

// add appends an event to the queue.
func (q *eventQueue) add(e progress.Event) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.dest != nil && len(q.queue) < maxQueued {
		q.queue = append(q.queue, e)
	}
}

// unsaved returns the number of events in the queue.
func (q *eventQueue) unsaved() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.queue)
}

// unsavedWork returns the number of events in the queue that show work of the student.
func (q *eventQueue) unsavedWork() (n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, e := range q.queue {
		if e.Kind != progress.TaskOpened {
			n++
		}
	}
	return n
}

// next removes the given number of written events from the front of the queue and returns the
// event after them.
func (q *eventQueue) next(written int) (e progress.Event, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.queue = q.queue[written:]
	if len(q.queue) == 0 {
		return e, false
	}
	return q.queue[0], true
}

// write appends the first n queued events to the log, one after another, until one cannot be
// written. Events queued after these n wait until the documents that belong to them are saved.
func (q *eventQueue) write(n int) error {
	q.writeMu.Lock()
	defer q.writeMu.Unlock()
	e, ok := q.next(0)
	for ; n > 0 && ok; n-- {
		if err := q.dest.Append(e); err != nil {
			return err
		}
		e, ok = q.next(1)
	}
	return nil
}

// event returns an event of the current task.
func (w *Work) event(kind progress.EventKind) progress.Event {
	s, now := w.state(), w.student.options.Now()
	return progress.Event{
		Kind: kind, Time: now, Exercise: w.ID(), Task: w.Info().Name, Seed: w.record.Seed, Data: w.record.Data,
		Hints: s.Hints, Solution: s.Solution, Milliseconds: max(0, now.Sub(w.taskOpened).Milliseconds()),
	}
}

// Log queues an event that concerns the class. w is the open exercise, or nil if none is open.
// The next Save writes the event.
func (s *Student) Log(w *Work, kind progress.EventKind, reading string, raw map[string]string) {
	e := progress.Event{Kind: kind, Time: s.options.Now()}
	if w != nil {
		e = w.event(kind)
	}
	e.Reading, e.Raw = reading, raw
	s.log.add(e)
}

// logAnswer queues a judged answer for the log.
func (w *Work) logAnswer(ctx context.Context, a exercises.Answers, r exercises.Report) {
	if w.student.log.dest == nil {
		return
	}
	e, info := w.event(progress.AnswerGiven), w.Info()
	if info.OnlyPredictions {
		e.Kind = progress.PredictionMade
	}
	e.Raw, e.Reading = maps.Clone(a), exercises.ReadingsOf(ctx, w.Task(), info.Fields, a, r)
	e.Status, e.Verdict, e.Accepted, e.Misconception = r.Verdict.Status(), r.Verdict.Name(), r.Accepted, r.Misconception
	e.LastAttempt = w.Homework(w.index).UsedUp()
	w.lastJudged = e
	w.student.log.add(e)
}

// logDispute logs the latest answer again, marked as disputed, if its verdict was due to the
// given misconception.
func (w *Work) logDispute(misconception string) {
	e := w.lastJudged
	if e.Misconception != misconception || e.Task != w.Info().Name {
		return
	}
	e.Disputed, e.Time = true, w.student.options.Now()
	w.student.log.add(e)
}
