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
	if is[*SetAsideError](err) {
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
		return &OverfullError{len(text), MaxBytes}
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
	if err := fill(t, text, d); err != nil {
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
	return out
}
