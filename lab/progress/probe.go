package progress

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

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
