package study

import (
	"context"
	"errors"
	"maps"
	"sync"

	"kernellab/exercises"
	"kernellab/lab/progress"
)

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
		Raw: maps.Clone(a), Reading: exercises.ReadAllAs(ctx, w.Step(), info.Fields, a, r),
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
