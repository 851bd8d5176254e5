package progress

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// faulty is a disk that refuses one kind of operation, or every kind, with one error, from
// the skip-th operation on and as often as times says (-1: until it is repaired).
type faulty struct {
	osDisk
	mu    sync.Mutex
	op    string // "" refuses all
	err   error
	skip  int
	times int
	hits  int
}

func (d *faulty) refuse(op string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.err == nil || d.op != "" && d.op != op {
		return nil
	}
	if d.skip > 0 {
		d.skip--
		return nil
	}
	if d.times == 0 {
		return nil
	}
	d.times--
	d.hits++
	return &fs.PathError{Op: op, Path: "/srv/secret/place", Err: d.err}
}

// do does an operation unless the disk refuses it.
func (d *faulty) do(op string, act func() error) error {
	if err := d.refuse(op); err != nil {
		return err
	}
	return act()
}

// unless is like do for an operation that returns something.
func unless[T any](d *faulty, op string, act func() (T, error)) (out T, err error) {
	err = d.do(op, func() error { out, err = act(); return err })
	return out, err
}

func (d *faulty) mend() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.err = nil
}

func (d *faulty) MkdirAll(dir string) error {
	return d.do("mkdir", func() error { return d.osDisk.MkdirAll(dir) })
}

func (d *faulty) ReadDir(dir string) ([]fs.DirEntry, error) {
	return unless(d, "readdir", func() ([]fs.DirEntry, error) { return d.osDisk.ReadDir(dir) })
}

func (d *faulty) Stat(path string) (fs.FileInfo, error) {
	return unless(d, "stat", func() (fs.FileInfo, error) { return d.osDisk.Stat(path) })
}

func (d *faulty) Open(path string, flag int) (file, error) {
	return unless(d, "open", func() (file, error) { return d.wrap(d.osDisk.Open(path, flag)) })
}

func (d *faulty) CreateTemp(dir, pattern string) (file, error) {
	return unless(d, "create", func() (file, error) { return d.wrap(d.osDisk.CreateTemp(dir, pattern)) })
}

func (d *faulty) Rename(from, to string) error {
	return d.do("rename", func() error { return d.osDisk.Rename(from, to) })
}

func (d *faulty) Remove(path string) error {
	return d.do("remove", func() error { return d.osDisk.Remove(path) })
}

func (d *faulty) Lock(path string) (func(), bool, error) {
	if err := d.refuse("lock"); err != nil {
		return nil, false, err
	}
	return d.osDisk.Lock(path)
}

func (d *faulty) wrap(f file, err error) (file, error) {
	if err != nil {
		return nil, err
	}
	return &faultyFile{f, d}, nil
}

type faultyFile struct {
	file
	disk *faulty
}

// Write writes a part on a full disk.
func (f *faultyFile) Write(p []byte) (int, error) {
	if err := f.disk.refuse("write"); err != nil {
		n, _ := f.file.Write(p[:len(p)/2])
		return n, err
	}
	return f.file.Write(p)
}

func (f *faultyFile) Read(p []byte) (int, error) {
	return unless(f.disk, "read", func() (int, error) { return f.file.Read(p) })
}

func (f *faultyFile) ReadAt(p []byte, at int64) (int, error) {
	return unless(f.disk, "readat", func() (int, error) { return f.file.ReadAt(p, at) })
}

func (f *faultyFile) Stat() (fs.FileInfo, error) {
	return unless(f.disk, "fstat", func() (fs.FileInfo, error) { return f.file.Stat() })
}

func (f *faultyFile) Sync() error {
	return f.disk.do("sync", f.file.Sync)
}

// Close closes the file and then reports an error, like a disk that notices late.
func (f *faultyFile) Close() error {
	return errors.Join(f.file.Close(), f.disk.refuse("close"))
}

func operations() []string {
	return []string{"mkdir", "readdir", "stat", "open", "create", "rename", "remove", "lock", "write", "read",
		"readat", "fstat", "sync", "close", ""}
}

// errnos returns the errors of a disk. With -short it returns one of each kind: no space,
// no permission, broken.
func errnos() []syscall.Errno {
	if testing.Short() {
		return []syscall.Errno{syscall.ENOSPC, syscall.EACCES, syscall.EIO}
	}
	return []syscall.Errno{syscall.ENOSPC, syscall.EROFS, syscall.EACCES, syscall.EIO, syscall.EDQUOT, syscall.EMFILE,
		syscall.EPERM}
}

func faultyFiles(dir string) (*Files, *faulty) {
	d := &faulty{times: -1}
	s := NewFiles(dir)
	s.disk, s.wait = d, 20*time.Millisecond
	return s, d
}

// Whatever a disk refuses, a save fails with a cause in plain words or has been made. No
// document is damaged, and the same save made again on a repaired disk loses nothing.
func TestFiles_everyFaultOfDisk(t *testing.T) {
	for _, op := range operations() {
		for _, errno := range errnos() {
			for _, fresh := range []bool{true, false} {
				t.Run(fmt.Sprintf("%s/%d/fresh=%v", op, int(errno), fresh),
					func(t *testing.T) { faultOf(t, op, errno, fresh) })
			}
		}
	}
}

func faultOf(t *testing.T, op string, errno syscall.Errno, fresh bool) {
	dir := filepath.Join(t.TempDir(), "a")
	before := sample("7.7", 1)
	if !fresh {
		save(t, NewFiles(dir), before)
	}
	s, d := faultyFiles(dir)
	load(t, s)
	d.op, d.err = op, errno
	after := sample("7.7", 2)
	after.Answers["x2"] = "typed while the disk was out"
	err := s.SaveExercise(after, Durable)
	if err != nil {
		checkWords(t, err)
	}
	checkWhole(t, dir, before, after, err == nil)
	d.mend()
	if err := s.SaveExercise(after, Durable); err != nil {
		t.Fatalf("SaveExercise on the repaired disk: got error %v, want none", err)
	}
	if got := load(t, NewFiles(dir)).Exercises["7.7"]; !reflect.DeepEqual(got, after) {
		t.Errorf("got %+v, want %+v", got, after)
	}
}

// checkWhole checks that the disk has one of two documents or none, and the later one if
// its save has been made.
func checkWhole(t *testing.T, dir string, before, after Exercise, made bool) {
	t.Helper()
	state, warnings, err := NewFiles(dir).Load()
	if err != nil || len(warnings) > 0 {
		t.Fatalf("Load after a fault: got error %v, warnings %v, want none", err, warnings)
	}
	got, there := state.Exercises["7.7"]
	switch {
	case there && reflect.DeepEqual(got, after):
	case made:
		t.Errorf("the save was confirmed: got %+v, want %+v", got, after)
	case there && !reflect.DeepEqual(got, before):
		t.Errorf("the save failed: got %+v, want %+v", got, before)
	}
}

func checkWords(t *testing.T, err error) {
	t.Helper()
	if said := Cause(err); said == "the disk does not take it" || strings.ContainsAny(said, "/\\") {
		t.Errorf("Cause(%v) = %q, want a cause of its own without a path", err, said)
	}
	if said := Words(err); strings.Contains(said, "secret") || !strings.Contains(said, Cause(err)) {
		t.Errorf("Words(%v) = %q, want the cause without a secret", err, said)
	}
}

// A disk that reads badly loses nothing: there is a warning about what could not be read,
// it is never overwritten, and it is merged as soon as it can be read.
func TestFiles_faultsWhileLoading(t *testing.T) {
	for _, op := range operations() {
		for _, errno := range errnos() {
			dir := t.TempDir()
			kept := sample("7.7", 5)
			save(t, NewFiles(dir), kept)
			s, d := faultyFiles(dir)
			d.op, d.err = op, errno
			state, warnings, err := s.Load()
			if err != nil {
				t.Errorf("Load with %s %v: got error %v, want none", op, errno, err)
			}
			for _, w := range warnings {
				checkWords(t, w)
			}
			if _, there := state.Exercises["7.7"]; !there && len(warnings) == 0 {
				t.Errorf("Load with %s %v: got no exercise and no warning, want a warning", op, errno)
			}
			d.mend()
			if _, there := state.Exercises["7.7"]; !there {
				begun := sample("7.7", 1)
				begun.Seed, begun.Started, begun.Answers = 5, day(9), map[string]string{"x2": "new"}
				save(t, s, begun)
			}
			got := load(t, NewFiles(dir)).Exercises["7.7"]
			if !strings.Contains(fmt.Sprint(got), kept.Answers["x2"]) {
				t.Errorf("%s %v: got %+v, want the answer %q kept", op, errno, got, kept.Answers["x2"])
			}
		}
	}
}

// An answer is reported as written only if it is. A torn line affects no other, and an
// answer that is written again is there.
func TestAnswerLog_faultsOfDisk(t *testing.T) {
	for _, op := range operations() {
		for _, errno := range errnos() {
			log, d := NewAnswerLog(t.TempDir()), &faulty{times: -1}
			log.disk = d
			for i, a := range []string{"first", "second", "third"} {
				d.op, d.err = op, nil
				if i == 1 {
					d.err = errno
				}
				err := log.Append(Answer{Task: a})
				d.mend()
				if err != nil {
					checkWords(t, err)
					check(t, log.Append(Answer{Task: a}))
				}
			}
			if got := stepsLogged(t, log); strings.Join(got, " ") != "first second third" {
				t.Errorf("%s %v: the log holds %q, want first, second, third", op, errno, got)
			}
		}
	}
}

// stepsLogged returns the steps in a log, each once.
func stepsLogged(t *testing.T, l *AnswerLog) []string {
	t.Helper()
	in := must(os.Open(l.path))
	defer in.Close()
	var got []string
	must(ReadAnswers(in, func(_ int, a Answer) error {
		if len(got) == 0 || got[len(got)-1] != a.Task {
			got = append(got, a.Task)
		}
		return nil
	}))
	return got
}

// What is confirmed as durable, and every answer, has been synced: if the disk refuses to
// sync, the save fails. A draft does not wait for it.
func TestFiles_durableIsSynced(t *testing.T) {
	s, d := faultyFiles(t.TempDir())
	load(t, s)
	log := NewAnswerLog(t.TempDir())
	log.disk = d
	d.op, d.err = "sync", syscall.EIO
	if err := s.SaveExercise(sample("7.7", 1), Durable); err == nil {
		t.Error("SaveExercise that was not synced: got no error, want one")
	}
	if err := log.Append(Answer{Task: "read"}); err == nil {
		t.Error("Append that was not synced: got no error, want one")
	}
	if err := s.SaveExercise(sample("7.7", 1), Draft); err != nil {
		t.Errorf("SaveExercise of a draft: got error %v, want none", err)
	}
}

func TestAnswerLog_closesTornLine(t *testing.T) {
	dir := t.TempDir()
	place(t, dir, answerLogName, "{\"step\":\"whole\"}\n{\"step\":\"to")
	log := NewAnswerLog(dir)
	check(t, log.Append(Answer{Task: "next"}))
	if got := stepsLogged(t, log); strings.Join(got, " ") != "whole next" {
		t.Errorf("the log holds %q, want whole, next", got)
	}
}

// The log of a student on a host stays within its limit and keeps the newest answers.
func TestAnswerLog_bounded(t *testing.T) {
	dir := t.TempDir()
	const bound = 64 << 10
	log := BoundedAnswerLog(dir, bound)
	for i := range 400 {
		check(t, log.Append(Answer{Task: fmt.Sprint(i), Reading: strings.Repeat("x", 700)}))
		if all := log.size(log.path) + log.size(log.oldPath()); all > bound {
			t.Fatalf("after answer %d the log has %d bytes, want at most %d", i, all, bound)
		}
	}
	if got := stepsLogged(t, log); got[len(got)-1] != "399" {
		t.Errorf("got %q last, want 399", got[len(got)-1])
	}
	if err := log.Append(Answer{Reading: strings.Repeat("x", bound)}); err == nil {
		t.Error("Append of an answer larger than the log: got no error, want one")
	}
}

func TestSplitNotices(t *testing.T) {
	aside, bad := &SetAsideError{Err: errors.New("cut")}, errors.New("bad")
	notices, failures := SplitNotices(errors.Join(fmt.Errorf("a: %w", aside), errors.Join(bad, aside)))
	if len(notices) != 2 || len(failures) != 1 || !errors.Is(failures[0], bad) {
		t.Errorf("Sort = %v, %v, want two notices and %v", notices, failures, bad)
	}
	if err := Failure(errors.Join(aside, aside)); err != nil {
		t.Errorf("Failure of notices alone = %v, want none", err)
	}
}

func TestObserved_reportsSaves(t *testing.T) {
	var told []error
	s := Observed{Store: &Memory{}, Saved: func(what string, took time.Duration, err error) {
		if took < 0 || what != [...]string{"7.7", "profile"}[len(told)] {
			t.Errorf("Saved(%q, %v): got save %d, want the exercise and then the profile", what, took, len(told))
		}
		told = append(told, err)
	}}
	save(t, s, sample("7.7", 1))
	if err := s.SaveProfile(Profile{Revision: 1}, Draft); err != nil || len(told) != 2 || told[0] != nil {
		t.Errorf("SaveProfile: got error %v, reports %v, want no error and two reports", err, told)
	}
}
