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

// faulty is a disk that refuses one kind of operation, or every kind, with one
// error: from the skip-th on, as often as times says (-1: until it is mended).
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

func (d *faulty) mend() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.err = nil
}

func (d *faulty) MkdirAll(dir string) error {
	if err := d.refuse("mkdir"); err != nil {
		return err
	}
	return d.osDisk.MkdirAll(dir)
}

func (d *faulty) ReadDir(dir string) ([]fs.DirEntry, error) {
	if err := d.refuse("readdir"); err != nil {
		return nil, err
	}
	return d.osDisk.ReadDir(dir)
}

func (d *faulty) Stat(path string) (fs.FileInfo, error) {
	if err := d.refuse("stat"); err != nil {
		return nil, err
	}
	return d.osDisk.Stat(path)
}

func (d *faulty) Open(path string, flag int) (file, error) {
	if err := d.refuse("open"); err != nil {
		return nil, err
	}
	return d.wrap(d.osDisk.Open(path, flag))
}

func (d *faulty) CreateTemp(dir, pattern string) (file, error) {
	if err := d.refuse("create"); err != nil {
		return nil, err
	}
	return d.wrap(d.osDisk.CreateTemp(dir, pattern))
}

func (d *faulty) Link(from, to string) error {
	if err := d.refuse("link"); err != nil {
		return err
	}
	return d.osDisk.Link(from, to)
}

func (d *faulty) Rename(from, to string) error {
	if err := d.refuse("rename"); err != nil {
		return err
	}
	return d.osDisk.Rename(from, to)
}

func (d *faulty) Remove(path string) error {
	if err := d.refuse("remove"); err != nil {
		return err
	}
	return d.osDisk.Remove(path)
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

// Write on a full disk takes a part.
func (f *faultyFile) Write(p []byte) (int, error) {
	if err := f.disk.refuse("write"); err != nil {
		n, _ := f.file.Write(p[:len(p)/2])
		return n, err
	}
	return f.file.Write(p)
}

func (f *faultyFile) Read(p []byte) (int, error) {
	if err := f.disk.refuse("read"); err != nil {
		return 0, err
	}
	return f.file.Read(p)
}

func (f *faultyFile) ReadAt(p []byte, at int64) (int, error) {
	if err := f.disk.refuse("readat"); err != nil {
		return 0, err
	}
	return f.file.ReadAt(p, at)
}

func (f *faultyFile) Stat() (fs.FileInfo, error) {
	if err := f.disk.refuse("fstat"); err != nil {
		return nil, err
	}
	return f.file.Stat()
}

func (f *faultyFile) Sync() error {
	if err := f.disk.refuse("sync"); err != nil {
		return err
	}
	return f.file.Sync()
}

// Close closes, and then says that it could not: as a disk does that finds out
// late.
func (f *faultyFile) Close() error {
	return errors.Join(f.file.Close(), f.disk.refuse("close"))
}

func operations() []string {
	return []string{"mkdir", "readdir", "stat", "open", "create", "link", "rename", "remove", "lock", "write", "read",
		"readat", "fstat", "sync", "close", ""}
}

// errnos are what a disk may answer; with -short one of each kind: it has no
// room, it does not allow it, it is broken.
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

// Whatever a disk refuses and however: a save fails with a cause in plain
// words or has been made, no document is damaged by it, and the same save made
// again when the disk takes it loses nothing.
func TestEveryFaultOfTheDisk(t *testing.T) {
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
		t.Fatalf("the disk is mended: %v", err)
	}
	if got := load(t, NewFiles(dir)).Exercises["7.7"]; !reflect.DeepEqual(got, after) {
		t.Errorf("found %+v\nwant %+v", got, after)
	}
}

// checkWhole fails unless what is on disk is one of two documents, or none;
// the later one where its save is said to have been made.
func checkWhole(t *testing.T, dir string, before, after Exercise, made bool) {
	t.Helper()
	state, warnings, err := NewFiles(dir).Load()
	if err != nil || len(warnings) > 0 {
		t.Fatalf("a fault leaves %v, %v", err, warnings)
	}
	got, there := state.Exercises["7.7"]
	switch {
	case there && reflect.DeepEqual(got, after):
	case made:
		t.Errorf("said to be saved, and found %+v", got)
	case there && !reflect.DeepEqual(got, before):
		t.Errorf("damaged: %+v", got)
	}
}

func checkWords(t *testing.T, err error) {
	t.Helper()
	if said := Cause(err); said == "the disk does not take it" || strings.ContainsAny(said, "/\\") {
		t.Errorf("%v is said as %q", err, said)
	}
	if said := Words(err); strings.Contains(said, "secret") || !strings.Contains(said, Cause(err)) {
		t.Errorf("%v is said as %q", err, said)
	}
}

// Reading what a disk gives badly loses nothing either: what could not be read
// is warned of, never written over, and merged when it can be.
func TestFaultsWhileLoading(t *testing.T) {
	for _, op := range operations() {
		for _, errno := range errnos() {
			dir := t.TempDir()
			kept := sample("7.7", 5)
			save(t, NewFiles(dir), kept)
			s, d := faultyFiles(dir)
			d.op, d.err = op, errno
			state, warnings, err := s.Load()
			if err != nil {
				t.Errorf("%s %v: %v", op, errno, err)
			}
			for _, w := range warnings {
				checkWords(t, w)
			}
			if _, there := state.Exercises["7.7"]; !there && len(warnings) == 0 {
				t.Errorf("%s %v: an exercise is missing without a word", op, errno)
			}
			d.mend()
			if _, there := state.Exercises["7.7"]; !there {
				begun := sample("7.7", 1)
				begun.Seed, begun.Started, begun.Answers = 5, day(9), map[string]string{"x2": "new"}
				save(t, s, begun)
			}
			got := load(t, NewFiles(dir)).Exercises["7.7"]
			if !strings.Contains(fmt.Sprint(got), kept.Answers["x2"]) {
				t.Errorf("%s %v: lost: %+v", op, errno, got)
			}
		}
	}
}

// The log of answers: an answer is said to be written only where it is, a
// torn line costs no other, and one written again is there.
func TestFaultsOfTheAnswerLog(t *testing.T) {
	for _, op := range operations() {
		for _, errno := range errnos() {
			log, d := NewAnswerLog(t.TempDir()), &faulty{times: -1}
			log.disk = d
			for i, a := range []string{"first", "second", "third"} {
				d.op, d.err = op, nil
				if i == 1 {
					d.err = errno
				}
				err := log.Append(Answer{Step: a})
				d.mend()
				if err != nil {
					checkWords(t, err)
					if err := log.Append(Answer{Step: a}); err != nil {
						t.Fatal(err)
					}
				}
			}
			if got := stepsLogged(t, log); strings.Join(got, " ") != "first second third" {
				t.Errorf("%s %v: the log holds %q", op, errno, got)
			}
		}
	}
}

// stepsLogged are the steps in a log, each once.
func stepsLogged(t *testing.T, l *AnswerLog) []string {
	t.Helper()
	in, err := os.Open(l.path)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var got []string
	if _, err := ReadAnswers(in, func(_ int, a Answer) error {
		if len(got) == 0 || got[len(got)-1] != a.Step {
			got = append(got, a.Step)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return got
}

// What is acknowledged as durable, and every answer, has been synced: a disk
// that refuses to is a save that failed. A draft is not waited for.
func TestDurableIsSynced(t *testing.T) {
	s, d := faultyFiles(t.TempDir())
	load(t, s)
	log := NewAnswerLog(t.TempDir())
	log.disk = d
	d.op, d.err = "sync", syscall.EIO
	if err := s.SaveExercise(sample("7.7", 1), Durable); err == nil {
		t.Error("a document is said to be kept that was not synced")
	}
	if err := log.Append(Answer{Step: "read"}); err == nil {
		t.Error("an answer is said to be kept that was not synced")
	}
	if err := s.SaveExercise(sample("7.7", 1), Draft); err != nil {
		t.Errorf("a draft waits for the disk: %v", err)
	}
}

func TestTornLastLineIsClosed(t *testing.T) {
	dir := t.TempDir()
	place(t, dir, answerLogName, "{\"step\":\"whole\"}\n{\"step\":\"to")
	log := NewAnswerLog(dir)
	if err := log.Append(Answer{Step: "next"}); err != nil {
		t.Fatal(err)
	}
	if got := stepsLogged(t, log); strings.Join(got, " ") != "whole next" {
		t.Errorf("the log holds %q", got)
	}
}

// A student's log on a host stays within its bound, says before the older
// half goes, and keeps the newest.
func TestBoundedAnswerLog(t *testing.T) {
	dir := t.TempDir()
	const bound = 64 << 10
	log := BoundedAnswerLog(dir, bound)
	said := 0
	for i := range 400 {
		err := log.Append(Answer{Step: fmt.Sprint(i), Reading: strings.Repeat("x", 700)})
		var full *NearlyFullError
		if errors.As(err, &full) {
			said++
			if i < 60 || i > 90 || full.Limit != bound {
				t.Errorf("said at answer %d: %v", i, err)
			}
			if !strings.Contains(Words(err), "64") || strings.Contains(Words(err), dir) {
				t.Errorf("said as %q", Words(err))
			}
		} else if err != nil {
			t.Fatal(err)
		}
		if all := log.size(log.path) + log.size(log.old()); all > bound {
			t.Fatalf("%d bytes after answer %d", all, i)
		}
	}
	if got := stepsLogged(t, log); said != 1 || got[len(got)-1] != "399" {
		t.Errorf("said %d times; the last is %q", said, got[len(got)-1])
	}
	if err := log.Append(Answer{Reading: strings.Repeat("x", bound)}); err == nil {
		t.Error("an answer larger than the log is taken")
	}
}

func TestSort(t *testing.T) {
	aside, full, bad := &SetAsideError{Err: errors.New("cut")}, &NearlyFullError{}, errors.New("bad")
	notices, failures := Sort(errors.Join(fmt.Errorf("a: %w", aside), errors.Join(bad, full)))
	if len(notices) != 2 || len(failures) != 1 || !errors.Is(failures[0], bad) {
		t.Errorf("%v, %v", notices, failures)
	}
	if err := Failure(errors.Join(aside, full)); err != nil {
		t.Errorf("notices alone: %v", err)
	}
}

func TestObserved(t *testing.T) {
	var told []error
	s := Observed{Store: &Memory{}, Saved: func(what string, took time.Duration, err error) {
		if took < 0 || what != [...]string{"7.7", "profile"}[len(told)] {
			t.Error(what, took)
		}
		told = append(told, err)
	}}
	save(t, s, sample("7.7", 1))
	if err := s.SaveProfile(Profile{Revision: 1}, Draft); err != nil || len(told) != 2 || told[0] != nil {
		t.Errorf("%v, %v", err, told)
	}
}
