package cli

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"path/filepath"

	"kernellab/exercises"
	"kernellab/lab"
	"kernellab/lab/progress"
	"kernellab/lab/remote"
	"kernellab/lab/remote/meter"
	"kernellab/lab/study"
	"kernellab/lab/theme"
	"kernellab/solvers"
)

// hostedLabs makes the labs of a host's clients, and keeps what they do.
type hostedLabs struct {
	library exercises.Library
	dir     string // holds the students' folders
	counts  *meter.Meter
	shelf   *shelf // the students of sessions that ended with work not written
	runs    *solvers.Room
}

// What the runs of a client may take, and those of all clients, in bytes.
const (
	clientRuns = 32 << 20
	hostRuns   = 1 << 30
)

func newHostedLabs(library exercises.Library, dir string, watch remote.Watch) hostedLabs {
	return hostedLabs{library: library, dir: dir, counts: watch.Meter, shelf: &shelf{watch: watch}, runs: solvers.NewRoom(hostRuns, nil)}
}

// probe proves that students' work can be kept, so that a host that could not
// keep it does not start.
func (h hostedLabs) probe() error {
	for _, dir := range []string{h.dir, filepath.Join(h.dir, "students")} {
		if err := progress.Probe(dir); err != nil {
			return failf("--data-dir takes a folder that this user may write to, with room on its disk", "the work of students could not be kept. %v", err)
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
	ctx = solvers.WithRoom(ctx, solvers.NewRoom(clientRuns, h.runs))
	model := breakable(lab.New(lab.Config{Student: student, Profile: choice.Profile, Context: ctx, Turn: remote.Turn, Warnings: said, Held: !c.Anonymous()}))
	return remote.Opened{Model: model, Leave: func() error { return h.leave(model, student, c) }}, nil
}

// student opens the record of a client: what the session before could not write
// or else what is on the disk. said is what the client is to be told.
func (h hostedLabs) student(c remote.Client) (student *study.Student, said []string, err error) {
	if held := h.shelf.take(c.ID); held != nil {
		if failed := leave(held); failed != nil {
			said = []string{"The last of your work is not saved yet: " + progress.Cause(failed) + ". It is here, and saving is tried again and again."}
		}
		return held, said, nil
	}
	told := newTeller(c.Log, h.counts)
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
