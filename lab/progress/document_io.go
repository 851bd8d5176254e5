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

// The names of files that are no exercises.
const (
	profileName = "profile.json"
	lockName    = ".lock"
	tempPattern = ".writing-*.tmp"
)

// asideFunc takes a damaged document out of the way and says where it is now.
type asideFunc func(path string, why error) error

// leaveAlone is the asideFunc of a folder that cannot be written to.
func leaveAlone(path string, why error) error {
	return fmt.Errorf("%s cannot be read (%w) and is left as it is", path, why)
}

// setAside renames a damaged document.
func (f *Files) setAside(path string, why error) error {
	stem := path + ".damaged-" + f.now().UTC().Format("20060102T150405Z")
	to := stem
	for n := 2; exists(to); n++ {
		to = fmt.Sprintf("%s-%d", stem, n)
	}
	if err := os.Rename(path, to); err != nil {
		return fmt.Errorf("%s cannot be read (%w) and cannot be moved away: %w", path, why, err)
	}
	return &SetAsideError{From: path, To: to, Err: why}
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// readOrSetAside reads the document at path; a missing one is nil. moved says
// that it was damaged and is out of the way now. err means that it is there
// still and must not be overwritten.
func readOrSetAside[T any](path string, decode func([]byte) (T, error), aside asideFunc) (doc *T, moved, err error) {
	text, err := readAll(path)
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
	var done *SetAsideError
	if errors.As(err, &done) {
		return nil, err, nil
	}
	return nil, nil, err
}

// readAll reads a regular file of at most MaxBytes.
func readAll(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no file but a %s; move it away to record progress there", path, kindOf(info.Mode()))
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, MaxBytes+1))
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

// versionOf reads the version alone, so that a newer document need not be
// understood to be left alone. It is 0 where there is none.
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

// write puts a document in its place: written beside it, flushed where it must
// be durable, and renamed.
func write(path string, doc any, d Durability) error {
	text, err := encode(doc)
	if err != nil {
		return err
	}
	if len(text) > MaxBytes {
		return fmt.Errorf("it would have %d bytes, and at most %d are kept; shorten an answer", len(text), MaxBytes)
	}
	t, err := os.CreateTemp(filepath.Dir(path), tempPattern) // mode 0600
	if err != nil {
		return err
	}
	if err := fill(t, text, d); err != nil {
		_ = os.Remove(t.Name())
		return err
	}
	if err := os.Rename(t.Name(), path); err != nil {
		_ = os.Remove(t.Name())
		return err
	}
	if d == Durable {
		syncFolder(filepath.Dir(path))
	}
	return nil
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
func fill(t *os.File, text []byte, d Durability) error {
	_, err := t.Write(text)
	if err == nil && d == Durable {
		err = t.Sync()
	}
	return errors.Join(err, t.Close())
}

// syncFolder makes a rename survive the end of the machine. Some systems
// cannot flush a folder; the rename is made all the same.
func syncFolder(dir string) {
	f, err := os.Open(dir)
	if err != nil {
		return
	}
	_ = f.Sync()
	_ = f.Close()
}

// mergeProfile keeps what another process changed and this one did not.
func mergeProfile(base, mine, disk Profile) Profile {
	out := mine
	if mine.Seed == base.Seed && disk.Seed != 0 {
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
