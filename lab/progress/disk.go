package progress

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// disk is what this package asks of a file system. There is one of the
// operating system's; tests have one that refuses.
type disk interface {
	MkdirAll(dir string) error
	ReadDir(dir string) ([]fs.DirEntry, error)
	Stat(path string) (fs.FileInfo, error)
	Open(path string, flag int) (file, error)
	CreateTemp(dir, pattern string) (file, error)
	// Link gives a file a second name, and fails where the name is taken.
	Link(from, to string) error
	Rename(from, to string) error
	Remove(path string) error
	// Lock takes a lock file without waiting; held is false while another
	// process holds it.
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

// osDisk is the operating system's. What it makes only its owner can read.
type osDisk struct{}

var _ disk = osDisk{}

func (osDisk) MkdirAll(dir string) error { return os.MkdirAll(dir, 0o700) }

func (osDisk) ReadDir(dir string) ([]fs.DirEntry, error) { return os.ReadDir(dir) }

func (osDisk) Stat(path string) (fs.FileInfo, error) { return os.Stat(path) }

func (osDisk) Link(from, to string) error { return os.Link(from, to) }

func (osDisk) Rename(from, to string) error { return os.Rename(from, to) }

func (osDisk) Remove(path string) error { return os.Remove(path) }

func (osDisk) Lock(path string) (unlock func(), ok bool, e error) { return tryLock(path) }

func (osDisk) Open(path string, flag int) (file, error) {
	return opened(os.OpenFile(path, flag, 0o600))
}

func (osDisk) CreateTemp(dir, pattern string) (file, error) {
	return opened(os.CreateTemp(dir, pattern)) // mode 0600
}

// opened keeps a nil *os.File from becoming a file that is not nil.
func opened(f *os.File, err error) (file, error) {
	if err != nil {
		return nil, err
	}
	return f, nil
}

// probePattern names what a probe writes; it is gone when the probe is done.
const probePattern = ".probe-*.tmp"

// Probe makes a folder where there is none and proves that documents can be
// kept there: it writes a file, has it flushed, renames and removes it. The
// error is a *FolderError.
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

// probeWrite writes a document's worth of bytes in an existing folder: a full
// disk makes empty files as if nothing were wrong.
func probeWrite(d disk, dir string, durable Durability) error {
	t, err := d.CreateTemp(dir, probePattern)
	if err != nil {
		return err
	}
	if err := fill(t, make([]byte, 4096), durable); err != nil {
		return errors.Join(err, removeIfThere(d, t.Name()))
	}
	to := t.Name() + "-moved"
	if err := d.Rename(t.Name(), to); err != nil {
		return errors.Join(err, removeIfThere(d, t.Name()))
	}
	return d.Remove(to)
}

// probeDocument proves that a document can be replaced. One that cannot be
// opened for writing, such as another user's, is replaced by itself: that
// shows it, and where it works the document is the student's own from then on.
func (f *Files) probeDocument(path string) error {
	w, err := f.disk.Open(path, os.O_RDWR)
	if err == nil {
		return w.Close()
	}
	text, err := f.readAll(path)
	if err != nil {
		return err
	}
	if err := f.replace(path, text, Durable); err != nil {
		return &WriteError{Name: filepath.Base(path), Err: fmt.Errorf("replacing %s: %w", path, err)}
	}
	return nil
}
