package study

import (
	"context"
	"errors"
	"maps"
	"sync"

	"kernellab/exercises"
	"kernellab/lab/progress"
)

// profileKey is the profile's place in the ledger; no exercise has this id.
const profileKey = ""

// mark says which revisions of a document have been handed to the store.
type mark struct {
	written uint64 // the latest
	synced  uint64 // the latest that was to survive the machine
	kept    uint64 // the latest of those that the store has said it has
}

// has reports whether a revision needs no writing. On leaving, one whose save
// is still under way does: the program may end before that save does.
func (m mark) has(revision uint64, leaving bool) bool {
	if leaving {
		return m.kept >= revision
	}
	return m.written >= revision
}

// ledger keeps the marks. It is what the student shares with the saves that
// run beside it: one that fails takes its mark back.
type ledger struct {
	mu    sync.Mutex
	marks map[string]mark
}

func (l *ledger) get(key string) mark {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.marks[key]
}

func (l *ledger) set(key string, m mark) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.marks[key] = m
}

// kept notes that the store has a revision.
func (l *ledger) kept(key string, revision uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	m := l.marks[key]
	m.kept = max(m.kept, revision)
	l.marks[key] = m
}

// failed takes a mark back, so that the next save includes the document.
func (l *ledger) failed(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.marks, key)
}

// Save takes a snapshot of what has changed and returns the function that
// writes it, or nil when there is nothing to write. The function may run on
// any goroutine, once, and beside later ones: of two snapshots the newer stays.
// Answers that were judged, hints and positions survive the machine; text that
// is only being typed survives the process. What could not be written is in
// the next snapshot again. Of the error, progress.Failure is what was not
// written; the rest are notices.
func (s *Student) Save() func() error { return s.snapshot(false) }

// Leave is Save for the end of a session: everything survives the machine, and
// the time on task is written too.
func (s *Student) Leave() func() error { return s.snapshot(true) }

func (s *Student) snapshot(leaving bool) func() error {
	if s.looking {
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
	if !s.book.empty() {
		writes = append(writes, s.book.write)
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

// writeRecord returns the writing of one exercise, or nil.
func (s *Student) writeRecord(id string, r *record, leaving bool) func() error {
	if leaving && r.timed {
		r.Revision++
	}
	m := s.ledger.get(id)
	if m.has(r.Revision, leaving) {
		return nil
	}
	r.timed = false
	d := progress.Durability(leaving || r.durable > m.synced)
	m.written = r.Revision
	if d == progress.Durable {
		m.synced = r.Revision
	}
	s.ledger.set(id, m)
	doc := r.Clone()
	return func() error { return s.written(id, doc.Revision, d, s.store.SaveExercise(doc, d)) }
}

func (s *Student) writeProfile(leaving bool) func() error {
	p, m := s.profile, s.ledger.get(profileKey)
	if m.has(p.Revision, leaving) {
		return nil
	}
	m.written, m.synced = p.Revision, p.Revision
	s.ledger.set(profileKey, m)
	return func() error {
		return s.written(profileKey, p.Revision, progress.Durable, s.store.SaveProfile(p, progress.Durable))
	}
}

// written notes what the store has kept, and takes the mark of a failed save
// back.
func (s *Student) written(key string, revision uint64, d progress.Durability, err error) error {
	switch {
	case progress.Failure(err) != nil:
		s.ledger.failed(key)
	case d == progress.Durable:
		s.ledger.kept(key, revision)
	}
	return err
}

// AnswerLog takes the answers as they are judged. *progress.AnswerLog is one.
// What Append returns is a failure or, as progress.Sort tells, a notice.
type AnswerLog interface {
	Append(a progress.Answer) error
}

// maxWaiting is how many answers wait for a log that cannot be written; the
// oldest are dropped beyond it.
const maxWaiting = 1000

// logbook keeps answers until a save writes them. It is what the student
// shares with the saves that run beside it.
type logbook struct {
	log AnswerLog // nil: nothing is kept

	writing sync.Mutex // one save writes at a time, so that the order stays
	mu      sync.Mutex
	waiting []progress.Answer
}

// add puts an answer at the end of the queue.
func (b *logbook) add(a progress.Answer) {
	if b.log == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting = append(b.waiting, a)
	b.waiting = b.waiting[max(0, len(b.waiting)-maxWaiting):]
}

func (b *logbook) empty() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.waiting) == 0
}

func (b *logbook) take() []progress.Answer {
	b.mu.Lock()
	defer b.mu.Unlock()
	all := b.waiting
	b.waiting = nil
	return all
}

// giveBack puts answers that were not written before those that came since.
func (b *logbook) giveBack(left []progress.Answer) {
	b.mu.Lock()
	defer b.mu.Unlock()
	all := append(left[:len(left):len(left)], b.waiting...)
	b.waiting = all[max(0, len(all)-maxWaiting):]
}

// write appends what waits to the log. What could not be written waits on.
func (b *logbook) write() error {
	b.writing.Lock()
	defer b.writing.Unlock()
	all := b.take()
	var notices []error
	for i, a := range all {
		err := b.log.Append(a)
		if progress.Failure(err) != nil {
			b.giveBack(all[i:])
			return errors.Join(append(notices, err)...)
		}
		notices = append(notices, err)
	}
	return errors.Join(notices...)
}

// note puts a judged answer into the log.
func (w *Work) note(ctx context.Context, a exercises.Answers, r exercises.Report) {
	if w.student.book.log == nil {
		return
	}
	now, info := w.student.options.Now(), w.Info()
	w.judged = progress.Answer{
		Time: now, Exercise: w.ID(), Step: info.Name, Seed: w.record.Seed, Data: w.record.Data,
		Raw: maps.Clone(a), Reading: exercises.ReadAllAs(ctx, w.Task(), info.Fields, a, r),
		Status: r.Verdict.Status(), Verdict: r.Verdict.Name(), Accepted: r.Accepted, Note: r.Misconception,
		Hints: w.state().Hints, MS: max(0, now.Sub(w.opened).Milliseconds()),
	}
	w.student.book.add(w.judged)
}

// noteDispute repeats the answer in the log, as one whose advice the student
// takes back.
func (w *Work) noteDispute(misconception string) {
	a := w.judged
	if a.Note != misconception || a.Step != w.Info().Name {
		return
	}
	a.Disputed, a.Time = true, w.student.options.Now()
	w.student.book.add(a)
}
