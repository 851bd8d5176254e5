package cli

import (
	"log/slog"
	"sync"
	"time"

	"kernellab/lab/progress"
	"kernellab/lab/remote/meter"
	"kernellab/lab/study"
)

// teller tells the operator what becomes of one session's work, in words that
// name no student, no path and no answer. Every save is counted; the log has a
// line when saves begin to fail, one for each further cause, and one when all
// is written: five hundred students on a full disk, each tried again every few
// seconds, do not fill it. It is safe for concurrent use.
type teller struct {
	log    *slog.Logger // of the session
	counts *meter.Meter

	mu      sync.Mutex
	failing map[string]bool // what is not written
	causes  map[string]bool // told since all was written
}

func newTeller(log *slog.Logger, counts *meter.Meter) *teller {
	return &teller{log: log, counts: counts, failing: map[string]bool{}, causes: map[string]bool{}}
}

// saved takes in how the save of one thing went.
func (t *teller) saved(what string, took time.Duration, err error) {
	notices, failures := progress.Sort(err)
	t.counts.Saved(took, progress.Failure(err))
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, e := range notices {
		t.tell("notice on saving", e)
	}
	if len(failures) == 0 {
		t.written(what)
		return
	}
	t.failing[what] = true
	for _, e := range failures {
		if cause := progress.Kind(e) + progress.Cause(e); !t.causes[cause] {
			t.causes[cause] = true
			t.tell("work not saved", e)
		}
	}
}

// written notes that nothing of a thing is waiting any more.
func (t *teller) written(what string) {
	if !t.failing[what] {
		return
	}
	delete(t.failing, what)
	if len(t.failing) == 0 {
		clear(t.causes)
		t.log.Info("work saved again")
	}
}

// opened tells of a warning that came with a student's record.
func (t *teller) opened(warning error) { t.tell("warning on opening", warning) }

// tell writes a line. The error's own text would name the student's folder, and
// may quote what is in a document.
func (t *teller) tell(what string, err error) {
	kind := progress.Kind(err)
	if kind == progress.KindSetAside {
		t.counts.SetAside()
	}
	attrs := []any{"kind", kind, "cause", progress.Cause(err)}
	if file := progress.About(err); file != "" {
		attrs = append(attrs, "file", file)
	}
	t.log.Warn(what, attrs...)
}

// observedLog is a log of answers whose writing is told like any save.
type observedLog struct {
	study.AnswerLog
	saved func(what string, took time.Duration, err error)
}

// Append writes and tells.
func (l observedLog) Append(a progress.Answer) error {
	start := time.Now()
	err := l.AnswerLog.Append(a)
	l.saved("answers", time.Since(start), err)
	return err
}
