package progress

import (
	"errors"
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

// osDisk is the file system of the operating system. Only their owner can read the files
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
		return opened(os.OpenFile(path, flag, 0o600))
	}
	root, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return opened(root.OpenFile(filepath.Base(path), flag, 0o600))
}

func (osDisk) CreateTemp(dir, pattern string) (file, error) {
	return opened(os.CreateTemp(dir, pattern)) // mode 0600
}

// opened returns a nil file, not a file that holds a nil *os.File, if err is not nil.
func opened(f *os.File, err error) (file, error) {
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
	if err := fill(t, make([]byte, 4096), durable); err != nil {
		return errors.Join(err, removeIfThere(d, t.Name()))
	}
	to := t.Name() + "-moved"
	if err := d.Rename(t.Name(), to); err != nil {
		return errors.Join(err, removeIfThere(d, t.Name()))
	}
	return d.Remove(to)
}
