package cli

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab"
	"kernellab/lab/class"
	"kernellab/lab/progress"
	"kernellab/lab/remote"
	"kernellab/lab/session"
	"kernellab/lab/store"
	"kernellab/lab/study"
	"kernellab/lab/theme"
	"kernellab/solvers"
)

// hostedLabs creates the labs of the clients that connect to a host over SSH, and saves the
// students' work.
type hostedLabs struct {
	library   exercises.Library
	dir       string // contains the work that older programs saved in files
	db        *store.DB
	panics    remote.PanicReporter
	class     *class.Hub
	unsaved   *unsavedWork // unsaved work of sessions that have ended
	runMemory *solvers.MemoryBudget
}

// Limits on the memory of runs, in bytes: for one client, and for all clients
// together if the host has no limit on its memory.
const (
	clientRunBytes = 32 << 20
	hostRunBytes   = 1 << 30
)

// newHostedLabs returns labs whose runs take at most the given bytes together.
func newHostedLabs(library exercises.Library, dir string, db *store.DB, panics remote.PanicReporter,
	runBytes int) hostedLabs {
	return hostedLabs{library: library, dir: dir, db: db, panics: panics, unsaved: &unsavedWork{panics: panics},
		class: newHub(library, db, func(err error) {
			panics.Log.Warn("class not read", "cause", progress.Cause(err))
		}),
		runMemory: solvers.NewMemoryBudget(runBytes, nil)}
}

// newHub returns the hub of the class in a record. The hub distributes the state of the class to its
// members.
func newHub(library exercises.Library, record class.Record, onError func(error)) *class.Hub {
	return class.NewHub(record, class.NewBoard(typedAnswers(library, true)), onError)
}

// open creates the lab of one client, and the hook that saves the student's work. The lab's
// computations end with ctx. If p has no id, the client does not take part in the class.
func (h hostedLabs) open(ctx context.Context, c remote.Client, p class.Person) (remote.Lab, error) {
	student, warnings, err := h.student(c)
	if err != nil {
		return remote.Lab{}, err
	}
	if p.Teacher {
		student.Course().Exempt = true
	}
	ctx = solvers.WithMemoryBudget(ctx, solvers.NewMemoryBudget(clientRunBytes, h.runMemory))
	config := session.Config{Student: student, Profile: profileOf(c), Context: ctx, AwaitTurn: remote.AwaitTurn,
		QueuePlace: func() int { return remote.QueuePosition(ctx) }, Warnings: warnings, HostRetries: !c.IsAnonymous()}
	if p.ID != "" {
		config.Class = h.class.Join(p)
		_ = config.Class.SetPresent(true) // the next save reports the error
	}
	model := lab.New(config)
	return remote.Lab{Model: model, Leave: func() error {
		err := h.leave(model, student, c)
		if config.Class != nil {
			config.Class.Leave()
			if h.db.Student(p.ID).RecordLogin() == nil { // the student has not been deleted
				_ = config.Class.SetPresent(false)
			}
		}
		return err
	}}, nil
}

// profileOf returns the colours of a client's terminal, but never more than 256. With 16 million
// colours, the pictures of exercise 7.7 would take twice as many bytes.
func profileOf(c remote.Client) ascii.Profile {
	choice, _ := theme.Detect(c.Getenv, true, "") // there is no flag that could be wrong
	return max(choice.Profile, ascii.Indexed256)
}

// student reads the saved work of a client. If an earlier session ended with unsaved work, it
// returns the student of that session, unless the student has been deleted. Otherwise it opens the
// student's record. warnings holds the messages to show to the client.
func (h hostedLabs) student(c remote.Client) (student *study.Student, warnings []string, err error) {
	if heldStudent := h.unsaved.take(c.ID); heldStudent != nil {
		switch saveErr := saveUnwritten(heldStudent); {
		case saveErr == nil:
			return heldStudent, nil, nil
		case !errors.Is(saveErr, progress.ErrDeleted):
			return heldStudent, []string{
				"The last of your work is not saved yet: " + progress.Cause(saveErr) +
					". It is here, and the lab keeps trying to save it.",
			}, nil
		}
	}
	if c.IsAnonymous() {
		student, _, err = study.Open(h.library, &progress.Memory{}, study.Options{})
		return student, []string{keylessNotice}, err
	}
	ctx, log := context.Background(), newSaveLog(c.Log, h.panics.Metrics)
	record, err := h.db.StudentWithKey(ctx, c.ID)
	if err != nil {
		return nil, nil, err
	}
	damaged, err := record.Import(ctx, progress.StudentDir(h.dir, c.ID))
	if err != nil {
		damaged = append(damaged, err)
	}
	_ = record.RecordLogin() // the first save reports the error
	record.OnSave = log.recordSave
	student, openWarnings, err := study.Open(h.library, record,
		study.Options{Log: countedLog{record, h.panics.Metrics}, NewSeed: seedForKey(c.ID)})
	for _, w := range append(damaged, openWarnings...) {
		warnings = append(warnings, progress.Explain(w))
		log.warn("warning on opening", w)
	}
	return student, warnings, err
}

// leave stops what a lab is doing and writes its student's work, even if stopping
// panics. If the work cannot be written, leave adds the student to h.unsaved, unless the
// student has been deleted.
func (h hostedLabs) leave(model interface{ Close() }, student *study.Student, c remote.Client) (err error) {
	defer func() {
		if saveErr := saveUnwritten(student); saveErr != nil {
			isHeld := !errors.Is(saveErr, progress.ErrDeleted) && h.unsaved.add(c.ID, student)
			err = &remote.UnsavedError{Err: saveErr, InMemory: isHeld}
		}
	}()
	model.Close()
	return nil
}

// keylessNotice is the message to a student without a key.
const keylessNotice = "You came without a key, so nothing you do here is kept: when you leave, it is forgotten. With a key of your own (ssh-keygen makes one) it would be there the next time."

// countedLog counts the judged answers of a student.
type countedLog struct {
	*store.Student
	metrics *remote.Metrics
}

func (l countedLog) Append(e progress.Event) error {
	err := l.Student.Append(e)
	if err == nil && e.IsJudged() && !e.Disputed {
		l.metrics.Answers(e.Exercise, e.Accepted).Inc()
	}
	return err
}

// countAnswers adds a counter of answers for each exercise to the metrics.
func countAnswers(library exercises.Library, m *remote.Metrics) {
	for _, e := range exercises.Summaries(library) {
		m.Answers(e.ID, true)
		m.Answers(e.ID, false)
	}
}

// seedForKey returns the seed, from 1 to 9999, of a student whose record does not name
// one. It depends on the id only, so two first sessions with the same key have the
// same numbers.
func seedForKey(id string) uint64 {
	sum := sha256.Sum256([]byte(id))
	return 1 + binary.BigEndian.Uint64(sum[:])%9999
}

// saveLog logs errors of saving one session's work, for the operator. It never names a
// student, a path or an answer. It counts every save. It logs one line when saves begin
// to fail, one for each further cause, and one when everything is written again,
// because otherwise the retries of hundreds of students would fill the log of a host
// with a full disk. It is safe for concurrent use.
type saveLog struct {
	log     *slog.Logger // log of the session
	metrics *remote.Metrics

	mu      sync.Mutex
	failing map[string]bool // names of the documents that are not written
	causes  map[string]bool // causes logged since everything was written
}

func newSaveLog(log *slog.Logger, m *remote.Metrics) *saveLog {
	return &saveLog{log: log, metrics: m, failing: map[string]bool{}, causes: map[string]bool{}}
}

// recordSave records the result of saving a document.
func (l *saveLog) recordSave(document string, duration time.Duration, err error) {
	l.metrics.Saves.Update(duration.Seconds())
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case err != nil:
		l.metrics.FailedSaves.Inc()
		l.failing[document] = true
		if cause := progress.Cause(err); !l.causes[cause] {
			l.causes[cause] = true
			l.warn("work not saved", err)
		}
	case l.failing[document]:
		delete(l.failing, document)
		if len(l.failing) == 0 {
			clear(l.causes)
			l.log.Info("work saved again")
		}
	}
}

// warn logs one line. It leaves out the error's own text, which would name the
// student's folder and may quote a document.
func (l *saveLog) warn(message string, err error) {
	attrs := []any{"cause", progress.Cause(err)}
	if e, ok := errors.AsType[*progress.ReadError](err); ok {
		attrs = append(attrs, "file", e.Name)
	}
	l.log.Warn(message, attrs...)
}

// retryPause is the time between two attempts to write the unsaved work.
const retryPause = 10 * time.Second

// maxUnsaved is the maximum number of students in unsavedWork. No class is that large, and
// thousands of generated keys cannot fill the memory.
const maxUnsaved = 1000

// unsavedWork holds the students whose session ended before their work could be written, so
// that a full disk loses nothing. It tries to write each student's work again until it
// succeeds, or until the student returns and continues with the work. The zero value is
// empty. It is safe for concurrent use.
type unsavedWork struct {
	panics remote.PanicReporter // its method Recover is deferred around writing

	mu      sync.Mutex // also held while work is being written
	entries []unsavedEntry
}

// unsavedEntry is one student with unsaved work. key is the fingerprint of the student's key.
type unsavedEntry struct {
	key     string
	student *study.Student
}

// add adds the student of a key if there is room. The caller must not use the student
// afterwards.
func (s *unsavedWork) add(key string, student *study.Student) (ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.entries) >= maxUnsaved {
		return false
	}
	s.entries = append(s.entries, unsavedEntry{key, student})
	return true
}

// take removes the student of a key and returns it, or nil if there is none. If there are
// several, it takes the student added last.
func (s *unsavedWork) take(key string) *study.Student {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, u := range slices.Backward(s.entries) {
		if u.key == key {
			s.entries = slices.Delete(s.entries, i, i+1)
			return u.student
		}
	}
	return nil
}

// retry writes what can be written now and returns the number of students left.
func (s *unsavedWork) retry() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.entries = slices.DeleteFunc(s.entries, s.write)
	return len(s.entries)
}

// write writes the work of a student and reports whether it succeeded or the student has
// been deleted. If writing panics, the work stays in s and other sessions continue.
func (s *unsavedWork) write(u unsavedEntry) (done bool) {
	defer s.panics.Recover()
	err := saveUnwritten(u.student)
	return err == nil || errors.Is(err, progress.ErrDeleted)
}

// retryUntilEnd calls retry once every pause until ctx ends.
func (s *unsavedWork) retryUntilEnd(ctx context.Context, pause time.Duration) {
	defer s.panics.Recover()
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
			s.retry()
		}
	}
}

// saveAtEnd tries a last time to write all work. If this fails, the error says how many sessions
// lose their work.
func (s *unsavedWork) saveAtEnd() error {
	if remaining := s.retry(); remaining > 0 {
		return fmt.Errorf("sessions whose work could not be saved: %d", remaining)
	}
	return nil
}

// joinClass makes a host work together with the other hosts that share its record, until
// leave is called. If their host key has another fingerprint, it returns an error.
func (h hostedLabs) joinClass(fingerprint string) (leave func(), err error) {
	if !h.db.IsShared() {
		return func() {}, nil
	}
	recordedKey, err := h.db.RegisterHostKey(fingerprint)
	if err != nil {
		return nil, err
	}
	if recordedKey != fingerprint {
		return nil, failf("copy "+remote.HostKeyName+" from the folder of another host of this class to "+h.dir,
			"this host has the key %s, and its class has %s: students would be warned of an attack",
			fingerprint, recordedKey)
	}
	ctx, leave := context.WithCancel(context.Background())
	go func() {
		defer h.panics.Recover()
		h.db.WatchSessions(ctx)
	}()
	return leave, nil
}

// beginSession implements BeginSession of [remote.Config].
func (h hostedLabs) beginSession(ctx context.Context, c remote.Client, replaced func()) (end func(), err error) {
	if !h.db.IsShared() {
		return nil, nil
	}
	student, err := h.db.StudentWithKey(ctx, c.ID)
	if err != nil {
		return nil, err
	}
	return h.db.BeginSession(ctx, student.ID(), replaced)
}
