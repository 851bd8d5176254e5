package progress

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"
)

// FolderError reports that a folder for progress is not writable.
type FolderError struct {
	Dir string
	Err error
}

func (e *FolderError) Error() string {
	return fmt.Sprintf("Progress cannot be saved in %s: %s (%v).", e.Dir, Cause(e.Err), cause(e.Err))
}

// Unwrap returns the cause.
func (e *FolderError) Unwrap() error { return e.Err }

// cause returns the error without its path, which the sentence contains already.
func cause(err error) error {
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		return at.Err
	}
	return err
}

// ReadError reports that a document could not be read. It is not changed.
type ReadError struct {
	Name string // of the file, without its folder
	Err  error
}

func (e *ReadError) Error() string { return fmt.Sprintf("%s cannot be read: %v", e.Name, e.Err) }

func (e *ReadError) file() string { return e.Name }

// Unwrap returns the cause.
func (e *ReadError) Unwrap() error { return e.Err }

// NewerError reports that a newer program wrote a document or a record, in a format that
// this program does not know. It is neither read nor changed.
type NewerError struct{ Version, Known int }

func (e *NewerError) Error() string {
	return fmt.Sprintf("it has format %d of a newer kernellab; this one reads up to %d", e.Version, e.Known)
}

// QuotaError reports that a save would exceed what is kept of a student. Nothing was
// written.
type QuotaError struct{ Bytes, Max int64 }

func (e *QuotaError) Error() string {
	return fmt.Sprintf("this student's work would take %d bytes, and the limit is %d", e.Bytes, e.Max)
}

// BusyError reports that another process was writing for too long. Nothing was saved;
// saving again may work.
type BusyError struct{}

func (e *BusyError) Error() string {
	return "another kernellab has been writing to the same place for too long"
}

// hasType reports whether an error has a type.
func hasType[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

// Cause returns a short reason why something could not be saved. It names no path and no
// file, so that students on somebody else's machine may read it.
func Cause(err error) string {
	switch {
	case hasType[*BusyError](err):
		return (&BusyError{}).Error()
	case hasType[*NewerError](err):
		return "the record was written by a newer kernellab; open it with that one"
	case hasType[*QuotaError](err):
		return "there is no more room for your work; ask whoever runs the lab"
	}
	for _, c := range causes() {
		if errors.Is(err, c.err) {
			return c.words
		}
	}
	return "the record cannot be written"
}

// causeWords holds the words for an error of the operating system.
type causeWords struct {
	err   error
	words string
}

func causes() []causeWords {
	return []causeWords{
		{syscall.ENOSPC, "the disk is full"},
		{syscall.EDQUOT, "the disk quota is used up"},
		{syscall.EROFS, "the disk is read-only"},
		{fs.ErrPermission, "the folder is not writable"},
		{syscall.EMFILE, "too many files are open"},
		{syscall.ENOTDIR, "no folder can be created there"},
		{syscall.EIO, "the disk reports a fault"},
		{ErrSlow, "the disk does not answer"},
		{ErrDeleted, ErrDeleted.Error()},
		{ErrDamaged, "the record is damaged; restore a backup, or move it away to begin a new one"},
	}
}

// ErrDamaged reports that a database cannot be read. It is not changed.
var ErrDamaged = errors.New("the record is damaged")

// ErrDeleted reports a save of a student who has been deleted. Nothing was written.
var ErrDeleted = errors.New("your work here has been deleted by whoever runs the lab")

// ErrSlow reports that a save is taking longer than anybody should wait for it.
var ErrSlow = errors.New("the disk does not answer")

// Words returns sentences for the student about a warning of opening a record. They name
// no path.
func Words(err error) string {
	if hasType[*ReadError](err) {
		about := subject(About(err))
		return fmt.Sprintf("The saved work on %s could not be read. It is kept as it is, and %s starts from the beginning.", about, about)
	}
	return fmt.Sprintf("What you do cannot be saved now: %s. You can go on: your work is kept in this window, and saving is "+
		"tried again and again.", Cause(err))
}

// About returns the name of the file that an error is about, without its folder, or "".
func About(err error) string {
	if at, ok := errors.AsType[interface {
		error
		file() string
	}](err); ok && at.file() != "" {
		return filepath.Base(at.file())
	}
	return ""
}

// subject returns the subject of a document in words.
func subject(path string) string {
	name := filepath.Base(path)
	id, readable := strings.CutPrefix(name, "exercise-")
	switch {
	case readable:
		return "exercise " + strings.TrimSuffix(id, ".json")
	case name == profileName:
		return "your settings"
	}
	return "one exercise"
}
