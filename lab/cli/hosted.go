package cli

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab"
	"kernellab/lab/progress"
	"kernellab/lab/remote"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/lab/theme"
	"kernellab/solvers"
)

// hostedLabs makes the labs of a host's clients, and keeps what they do.
type hostedLabs struct {
	library exercises.Library
	dir     string // holds the students' folders
	metrics *remote.Metrics
	shelf   *shelf // the students of sessions that ended with work not written
	runs    *solvers.MemoryBudget
}

// What the runs of a client may take, and those of all clients, in bytes.
const (
	clientRuns = 32 << 20
	hostRuns   = 1 << 30
)

func newHostedLabs(library exercises.Library, dir string, watch remote.Watch) hostedLabs {
	return hostedLabs{library: library, dir: dir, metrics: watch.Metrics, shelf: &shelf{watch: watch},
		runs: solvers.NewMemoryBudget(hostRuns, nil)}
}

// probe proves that students' work can be kept, so that a host that could not
// keep it does not start.
func (h hostedLabs) probe() error {
	for _, dir := range []string{h.dir, filepath.Join(h.dir, "students")} {
		if err := progress.Probe(dir); err != nil {
			return failf("--data-dir takes a folder that this user may write to, with room on its disk",
				"the work of students could not be kept. %v", err)
		}
	}
	return nil
}

// open makes the lab of one client, whose work ends with ctx, and the hook
// that saves it.
func (h hostedLabs) open(ctx context.Context, c remote.Client) (remote.Opened, error) {
	choice, err := theme.Detect(c.Getenv, true, "")
	if err != nil {
		return remote.Opened{}, err
	}
	student, said, err := h.student(c)
	if err != nil {
		return remote.Opened{}, err
	}
	ctx = solvers.WithMemoryBudget(ctx, solvers.NewMemoryBudget(clientRuns, h.runs))
	// In 16 million colours a step of 7.7 takes twice the bytes, 9.5 kB.
	profile := max(choice.Profile, ascii.Indexed256)
	model := breakable(lab.New(
		session.Config{Student: student, Profile: profile, Context: ctx, Turn: remote.Turn, Warnings: said,
			HostRetries: !c.Anonymous()},
	))
	return remote.Opened{Model: model, Leave: func() error { return h.leave(model, student, c) }}, nil
}

// student opens the record of a client: what the session before could not write
// or else what is on the disk. said is what the client is to be told.
func (h hostedLabs) student(c remote.Client) (student *study.Student, said []string, err error) {
	if held := h.shelf.take(c.ID); held != nil {
		if failed := leave(held); failed != nil {
			said = []string{
				"The last of your work is not saved yet: " + progress.Cause(failed) +
					". It is here, and saving is tried again and again.",
			}
		}
		return held, said, nil
	}
	told := newTeller(c.Log, h.metrics)
	store, o, said := h.storage(c, told)
	student, warnings, err := study.Open(h.library, store, o)
	for _, w := range warnings {
		said = append(said, progress.Words(w))
		told.opened(w)
	}
	return student, said, err
}

// leave ends what a lab has under way and writes its student's work, which a
// panic on the way does not keep from the disk. What cannot be written is held.
func (h hostedLabs) leave(model interface{ Close() }, student *study.Student, c remote.Client) (err error) {
	defer func() {
		if failed := leave(student); failed != nil {
			err = unsavedError{failed, h.shelf.put(c.ID, student)}
		}
	}()
	model.Close()
	return nil
}

// forgotten is what a student without a key is told.
const forgotten = "You came without a key, so nothing you do here is kept: when you leave, it is forgotten. With a key of your own (ssh-keygen makes one) it would be there the next time."

// storage is where the work of a client is kept, and what the client is to be
// told of it.
func (h hostedLabs) storage(c remote.Client, told *teller) (progress.Store, study.Options, []string) {
	if c.Anonymous() {
		return &progress.Memory{}, study.Options{}, []string{forgotten}
	}
	own := progress.ForStudent(h.dir, c.ID)
	store := progress.Observed{Store: progress.NewFiles(own), Saved: told.saved}
	log := observedLog{progress.BoundedAnswerLog(own, progress.ClassLog), told.saved}
	return store, study.Options{Log: log, First: seedOf(c.ID), WorkOnly: true}, nil
}

// seedOf is the seed of a student whose record does not name one: two first
// sessions of one key have the same numbers.
func seedOf(id string) uint64 {
	sum := sha256.Sum256([]byte(id))
	return 1 + binary.BigEndian.Uint64(sum[:])%9999
}

// unsavedError is the error of a leaving as others may read it.
type unsavedError struct {
	err  error
	held bool
}

func (e unsavedError) Error() string { return progress.Cause(e.err) }

// Held reports that the work is in the host's memory, and tried again.
func (e unsavedError) Held() bool { return e.held }

// Quiet is the error as a log may have it.
func (e unsavedError) Quiet() string { return e.Error() }

// Unwrap returns the error with its paths.
func (e unsavedError) Unwrap() error { return e.err }

// teller tells the operator what becomes of one session's work, in words that
// name no student, no path and no answer. Every save is counted; the log has a
// line when saves begin to fail, one for each further cause, and one when all
// is written: five hundred students on a full disk, each tried again every few
// seconds, do not fill it. It is safe for concurrent use.
type teller struct {
	log     *slog.Logger // of the session
	metrics *remote.Metrics

	mu      sync.Mutex
	failing map[string]bool // what is not written
	causes  map[string]bool // told since all was written
}

func newTeller(log *slog.Logger, m *remote.Metrics) *teller {
	return &teller{log: log, metrics: m, failing: map[string]bool{}, causes: map[string]bool{}}
}

// saved takes in how the save of one thing went.
func (t *teller) saved(what string, took time.Duration, err error) {
	notices, failures := progress.Sort(err)
	t.metrics.Saves.Observe(took.Seconds())
	if progress.Failure(err) != nil {
		t.metrics.FailedSaves.Inc()
	}
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
		t.metrics.SetAside.Inc()
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

// shelfPause is how often a host tries again to write what it holds.
const shelfPause = 10 * time.Second

// shelfRoom is how many students are held: more than any class has, and keys
// made by the thousand cannot fill the memory.
const shelfRoom = 1000

// shelf holds the students whose session ended before their work could be
// written: a full disk is no reason to lose it. Each is tried again until it is
// written, or until its student comes back and goes on with it. The zero shelf
// is empty. It is safe for concurrent use.
type shelf struct {
	watch remote.Watch // over the writing

	mu   sync.Mutex
	held []*unwritten
}

// unwritten is one student on the shelf.
type unwritten struct {
	key     string
	mu      sync.Mutex // held while the work is being written
	student *study.Student
	gone    bool // written, or taken off the shelf
}

// put holds the student of a key, who is nobody else's from here on, if there is
// room.
func (s *shelf) put(key string, student *study.Student) (ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.held) >= shelfRoom {
		return false
	}
	s.held = append(s.held, &unwritten{key: key, student: student})
	return true
}

// take gives back the student of a key who was held last, or nil. It waits for
// a write of that work which is under way.
func (s *shelf) take(key string) *study.Student {
	for _, u := range slices.Backward(s.all()) {
		if u.key == key && u.claim() {
			s.remove(u)
			return u.student
		}
	}
	return nil
}

// claim takes the student away from later writes; ok is false where somebody
// was first.
func (u *unwritten) claim() (ok bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	ok = !u.gone
	u.gone = true
	return ok
}

// retry writes what can be written now, and returns how many students are left.
func (s *shelf) retry() int {
	for _, u := range s.all() {
		if u.write(s.watch) {
			s.remove(u)
		}
	}
	return len(s.all())
}

// write reports whether the work need not be held any more. A panic on the way
// leaves it where it is: nobody else's session is to end with it.
func (u *unwritten) write(watch remote.Watch) (done bool) {
	defer watch.Guard()
	u.mu.Lock()
	defer u.mu.Unlock()
	u.gone = u.gone || leave(u.student) == nil
	return u.gone
}

func (s *shelf) all() []*unwritten {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.held)
}

func (s *shelf) remove(u *unwritten) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held = slices.DeleteFunc(s.held, func(o *unwritten) bool { return o == u })
}

// keepTrying writes what is held, again and again, until ctx ends.
func (s *shelf) keepTrying(ctx context.Context, pause time.Duration) {
	defer s.watch.Guard()
	again := time.NewTicker(pause)
	defer again.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-again.C:
			s.retry()
		}
	}
}

// empty tries a last time; the error says of how many sessions the work is lost.
func (s *shelf) empty() error {
	if left := s.retry(); left > 0 {
		return fmt.Errorf("sessions whose work could not be saved: %d", left)
	}
	return nil
}
