package progress

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// disk lists the operations that this package needs from a file system. Tests implement
// it with one that fails.
type disk interface {
	MkdirAll(dir string) error
	ReadDir(dir string) ([]fs.DirEntry, error)
	Stat(path string) (fs.FileInfo, error)
	Open(path string, flag int) (file, error)
	CreateTemp(dir, pattern string) (file, error)
	Rename(from, to string) error
	Remove(path string) error
	// Lock takes a lock file without waiting. held is false if another process holds the
	// lock.
	Lock(path string) (unlock func(), held bool, err error)
}

// file is an open file of a disk.
type file interface {
	io.Reader
	io.ReaderAt
	io.Writer
	io.Closer
	Name() string
	Stat() (fs.FileInfo, error)
	Sync() error
}

// osDisk is the file system of the operating system. Only the owner can read the files
// that it creates.
type osDisk struct{}

var _ disk = osDisk{}

func (osDisk) MkdirAll(dir string) error { return os.MkdirAll(dir, 0o700) }

func (osDisk) ReadDir(dir string) ([]fs.DirEntry, error) { return os.ReadDir(dir) }

func (osDisk) Stat(path string) (fs.FileInfo, error) { return os.Stat(path) }

func (osDisk) Rename(from, to string) error { return os.Rename(from, to) }

func (osDisk) Remove(path string) error { return os.Remove(path) }

func (osDisk) Lock(path string) (unlock func(), ok bool, e error) { return tryLock(path) }

// Open opens a file. A file to append to must not be a link that leads out of its
// folder.
func (osDisk) Open(path string, flag int) (file, error) {
	if flag&os.O_APPEND == 0 {
		return fileOrError(os.OpenFile(path, flag, 0o600))
	}
	root, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return fileOrError(root.OpenFile(filepath.Base(path), flag, 0o600))
}

func (osDisk) CreateTemp(dir, pattern string) (file, error) {
	return fileOrError(os.CreateTemp(dir, pattern)) // mode 0600
}

// fileOrError returns a nil file, not a file that holds a nil *os.File, if err is not nil.
func fileOrError(f *os.File, err error) (file, error) {
	if err != nil {
		return nil, err
	}
	return f, nil
}

// probePattern matches the temporary files of probe.
const probePattern = ".probe-*.tmp"

// Probe creates the folder if it does not exist and checks that documents can be saved
// there: it writes, flushes, renames and removes a file. The error is a *FolderError.
func Probe(dir string) error { return probe(osDisk{}, dir) }

func probe(d disk, dir string) error {
	err := d.MkdirAll(dir)
	if err == nil {
		err = probeWrite(d, dir, Durable)
	}
	if err == nil {
		return nil
	}
	return &FolderError{Dir: dir, Err: err}
}

// probeWrite writes a document's worth of bytes into an existing folder, because a full
// disk still creates empty files.
func probeWrite(d disk, dir string, durable Durability) error {
	t, err := d.CreateTemp(dir, probePattern)
	if err != nil {
		return err
	}
	if err := writeAndClose(t, make([]byte, 4096), durable); err != nil {
		return errors.Join(err, removeIfThere(d, t.Name()))
	}
	to := t.Name() + "-moved"
	if err := d.Rename(t.Name(), to); err != nil {
		return errors.Join(err, removeIfThere(d, t.Name()))
	}
	return d.Remove(to)
}

// The names of files that are not exercises.
const (
	profileName = "profile.json"
	lockName    = ".lock"
	tempPattern = ".writing-*.tmp"
)

// setAside renames a damaged document.
func (f *Files) setAside(path string, why error) error {
	stem := path + ".damaged-" + f.now().UTC().Format("20060102T150405Z")
	to := stem
	for n := 2; f.exists(to); n++ {
		to = fmt.Sprintf("%s-%d", stem, n)
	}
	if err := f.disk.Rename(path, to); err != nil {
		return &ReadError{Name: filepath.Base(path), Err: fmt.Errorf("%w, and it cannot be moved away: %w", why, err)}
	}
	return &SetAsideError{From: path, To: to, Err: why}
}

func (f *Files) exists(path string) bool {
	_, err := f.disk.Stat(path)
	return err == nil
}

// readOrSetAside reads the document at path. If it does not exist, doc is nil. moved
// reports that it was damaged and has been moved away. err means that it still exists
// and must not be overwritten.
func readOrSetAside[T any](f *Files, path string, decode func([]byte) (T, error)) (doc *T, moved, err error) {
	text, err := f.readAll(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	if v := versionOf(text); v > Version {
		return nil, nil, &NewerError{Path: path, Version: v}
	}
	d, err := decode(text)
	if err == nil {
		return &d, nil, nil
	}
	err = f.setAside(path, err)
	if hasType[*SetAsideError](err) {
		return nil, err, nil
	}
	return nil, nil, err
}

// readAll reads a document.
func (f *Files) readAll(path string) ([]byte, error) {
	in, err := f.disk.Open(path, os.O_RDONLY)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var text []byte
	if err == nil {
		text, err = io.ReadAll(in)
		_ = in.Close()
	}
	if err != nil {
		return nil, &ReadError{Name: filepath.Base(path), Err: err}
	}
	return text, nil
}

// versionOf returns the version of a document, or 0 if it has none. It reads nothing
// else, because this program may not understand the rest of a newer document.
func versionOf(text []byte) int {
	var head struct {
		Version int `json:"version"`
	}
	if json.Unmarshal(text, &head) != nil {
		return 0
	}
	return head.Version
}

func decodeExercise(text []byte) (Exercise, error) {
	var e Exercise
	if err := json.Unmarshal(text, &e); err != nil {
		return Exercise{}, err
	}
	switch {
	case e.Version < 1:
		return Exercise{}, errors.New("it has no version")
	case e.ID == "":
		return Exercise{}, errors.New("it names no exercise")
	}
	return e, nil
}

func decodeProfile(text []byte) (Profile, error) {
	var p Profile
	if err := json.Unmarshal(text, &p); err != nil {
		return Profile{}, err
	}
	if p.Version < 1 {
		return Profile{}, errors.New("it has no version")
	}
	return p, nil
}

// write saves a document: it writes it to a temporary file, flushes it if it must be
// durable, and renames it to path.
func (f *Files) write(path string, doc any, d Durability) error {
	text, err := encode(doc)
	if err != nil {
		return err
	}
	if len(text) > MaxBytes {
		return &TooLargeError{len(text), MaxBytes}
	}
	t, err := f.writeTemp(path, text, d)
	if err != nil {
		return err
	}
	if err := f.disk.Rename(t, path); err != nil {
		return errors.Join(err, removeIfThere(f.disk, t))
	}
	if d == Durable {
		f.syncFolder()
	}
	return nil
}

// writeTemp writes a text to a new temporary file in the same folder and returns its path.
func (f *Files) writeTemp(path string, text []byte, d Durability) (string, error) {
	t, err := f.disk.CreateTemp(filepath.Dir(path), tempPattern)
	if err != nil {
		return "", err
	}
	if err := writeAndClose(t, text, d); err != nil {
		_ = removeIfThere(f.disk, t.Name())
		return "", err
	}
	return t.Name(), nil
}

// syncFolder makes the names in the folder survive a crash of the machine. It ignores
// errors, because some systems cannot flush a folder.
func (f *Files) syncFolder() {
	in, err := f.disk.Open(f.dir, os.O_RDONLY)
	if err != nil {
		return
	}
	_ = in.Sync()
	_ = in.Close()
}

func encode(doc any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(doc)
	return b.Bytes(), err
}

// writeAndClose writes text into t and closes it.
func writeAndClose(t file, text []byte, d Durability) error {
	_, err := t.Write(text)
	if err == nil && d == Durable {
		err = t.Sync()
	}
	return errors.Join(err, t.Close())
}

// mergeProfile keeps what only the other process has changed. If two processes
// started without a profile and each drew a seed, it keeps the one on disk.
func mergeProfile(base, mine, disk Profile) Profile {
	out := mine
	if disk.Seed != 0 {
		out.Seed = disk.Seed
	}
	if mine.Last == base.Last {
		out.Last = disk.Last
	}
	if mine.Settings == base.Settings {
		out.Settings = disk.Settings
	}
	return out
}
