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

// The names of files that are not exercises.
const (
	profileName = "profile.json"
	lockName    = ".lock"
	tempPattern = ".writing-*.tmp"
)

// asideFunc moves a damaged document out of the way and returns an error that describes
// what was done.
type asideFunc func(path string, why error) error

// leaveAlone is the asideFunc for a folder that is not writable.
func leaveAlone(path string, why error) error {
	return &ReadError{Name: filepath.Base(path), Err: fmt.Errorf("%w; it is left as it is", why)}
}

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
func readOrSetAside[T any](f *Files, path string, decode func([]byte) (T, error),
	aside asideFunc) (doc *T, moved, err error) {
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
	err = aside(path, err)
	if is[*SetAsideError](err) {
		return nil, err, nil
	}
	return nil, nil, err
}

// readAll reads a regular file of at most MaxBytes.
func (f *Files) readAll(path string) ([]byte, error) {
	text, err := readRegular(f.disk, path)
	if err == nil || errors.Is(err, fs.ErrNotExist) || is[*LargeError](err) || is[*KindError](err) {
		return text, err
	}
	return nil, &ReadError{Name: filepath.Base(path), Err: err}
}

func readRegular(d disk, path string) ([]byte, error) {
	info, err := d.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &KindError{Path: path, Kind: kindOf(info.Mode())}
	}
	in, err := d.Open(path, os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	text, err := io.ReadAll(io.LimitReader(in, MaxBytes+1))
	if err != nil {
		return nil, err
	}
	if len(text) > MaxBytes {
		return nil, &LargeError{Path: path, Bytes: max(info.Size(), int64(len(text)))}
	}
	return text, nil
}

func kindOf(m fs.FileMode) string {
	if m.IsDir() {
		return "folder"
	}
	return "device or pipe"
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
		return Exercise{}, misfit(text, err)
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
		return Profile{}, misfit(text, err)
	}
	if p.Version < 1 {
		return Profile{}, errors.New("it has no version")
	}
	return p, nil
}

// errTaken reports that another process has created the document in the meantime.
var errTaken = errors.New("another process has saved it first")

// write saves a document. If fresh, the document must not exist: on a file system
// without locks another process may have created it in the meantime, and write returns
// errTaken.
func (f *Files) write(path string, doc any, fresh bool, d Durability) error {
	text, err := encode(doc)
	if err != nil {
		return err
	}
	if len(text) > MaxBytes {
		return &OverfullError{len(text), MaxBytes}
	}
	if fresh {
		return f.create(path, text, d)
	}
	return f.replace(path, text, d)
}

// replace writes a text to a temporary file, flushes it if it must be durable, and
// renames it to path.
func (f *Files) replace(path string, text []byte, d Durability) error {
	t, err := f.writeTemp(path, text, d)
	if err != nil {
		return err
	}
	if err := f.disk.Rename(t, path); err != nil {
		return errors.Join(err, removeIfThere(f.disk, t))
	}
	f.settle(path, d)
	return nil
}

// create writes a document that does not exist yet. It assumes that file systems without
// hard links have locks.
func (f *Files) create(path string, text []byte, d Durability) error {
	t, err := f.writeTemp(path, text, d)
	if err != nil {
		return err
	}
	err = f.disk.Link(t, path)
	switch {
	case errors.Is(err, fs.ErrExist):
		return errors.Join(errTaken, removeIfThere(f.disk, t))
	case err != nil:
		err = f.disk.Rename(t, path)
	}
	_ = removeIfThere(f.disk, t) // if this fails, the next sweep removes it
	if err != nil {
		return err
	}
	f.settle(path, d)
	return nil
}

// writeTemp writes a text to a new temporary file in the same folder and returns its path.
func (f *Files) writeTemp(path string, text []byte, d Durability) (string, error) {
	t, err := f.disk.CreateTemp(filepath.Dir(path), tempPattern)
	if err != nil {
		return "", err
	}
	if err := fill(t, text, d); err != nil {
		_ = removeIfThere(f.disk, t.Name())
		return "", err
	}
	return t.Name(), nil
}

// settle makes the names in a folder survive a crash of the machine. It ignores errors,
// because some systems cannot flush a folder.
func (f *Files) settle(path string, d Durability) {
	if d == Durable {
		syncFolder(f.disk, filepath.Dir(path))
	}
}

func syncFolder(d disk, dir string) {
	in, err := d.Open(dir, os.O_RDONLY)
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

// fill writes text into t and closes it.
func fill(t file, text []byte, d Durability) error {
	_, err := t.Write(text)
	if err == nil && d == Durable {
		err = t.Sync()
	}
	return errors.Join(err, t.Close())
}

// mergeProfile keeps what only another process changed. Of two seeds, drawn in two first
// sessions, the one on disk wins.
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
	out.extra = disk.extra
	return out
}
