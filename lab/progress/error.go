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

// ReadError reports that a document could not be read. The document is not touched, and
// nothing is saved over it.
type ReadError struct {
	Name string // of the file, without its folder
	Err  error
}

func (e *ReadError) Error() string { return fmt.Sprintf("%s cannot be read: %v", e.Name, e.Err) }

func (e *ReadError) file() string { return e.Name }

// Unwrap returns the cause.
func (e *ReadError) Unwrap() error { return e.Err }

// SetAsideError reports that a document could not be read and was renamed so that
// nothing overwrites it. A save that returns it has succeeded.
type SetAsideError struct {
	From, To string
	Err      error // what is wrong with the document
}

func (e *SetAsideError) Error() string {
	return fmt.Sprintf("The saved progress in %s cannot be read (%v). It is kept as %s, and this exercise is recorded afresh.", e.From, e.Err, e.To)
}

func (e *SetAsideError) file() string { return e.From }

// Unwrap returns what is wrong with the document.
func (e *SetAsideError) Unwrap() error { return e.Err }

// NewerError reports that a document was written by a newer program. The document is not
// touched, and nothing is saved over it.
type NewerError struct {
	Path    string
	Version int
}

func (e *NewerError) Error() string {
	return fmt.Sprintf("%s was written by a newer kernellab (format %d; this one knows %d). It is left as it is, and what you do in it here is not saved; the newer program can open it.", e.Path, e.Version, Version)
}

func (e *NewerError) file() string { return e.Path }

// TooLargeError reports that a document or log line is too large to be written. Nothing
// was written.
type TooLargeError struct{ Bytes, Max int }

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("it would have %d bytes, and at most %d are kept; shorten an answer", e.Bytes, e.Max)
}

// BusyError reports that another process held the lock of the folder for too long.
// Nothing was saved; saving again may work.
type BusyError struct{ Path string }

func (e *BusyError) Error() string {
	return fmt.Sprintf("Another kernellab is writing to the same folder and does not finish (lock %s). Your progress is still in this window; the next save tries again.", e.Path)
}

// SplitNotices splits the error of a save, which may be a joined one, into notices,
// which come with successful saves, and failures.
func SplitNotices(err error) (notices, failures []error) {
	if err == nil {
		return nil, nil
	}
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		for _, one := range many.Unwrap() {
			n, f := SplitNotices(one)
			notices, failures = append(notices, n...), append(failures, f...)
		}
		return notices, failures
	}
	if hasType[*SetAsideError](err) {
		return []error{err}, nil
	}
	return nil, []error{err}
}

// Failure returns the failures among the errors of a save, joined, or nil.
func Failure(err error) error {
	_, failures := SplitNotices(err)
	return errors.Join(failures...)
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
		return "another kernellab is writing to the same place and does not finish"
	case hasType[*NewerError](err):
		return "it was saved by a newer kernellab, which this one does not overwrite"
	case hasType[*TooLargeError](err):
		return "an answer is too long to be kept; shorten it"
	}
	for _, c := range causes() {
		if errors.Is(err, c.err) {
			return c.words
		}
	}
	return "the disk does not take it"
}

// causeWords holds the words for an error of the operating system.
type causeWords struct {
	err   error
	words string
}

func causes() []causeWords {
	return []causeWords{
		{syscall.ENOSPC, "the disk is full"},
		{syscall.EDQUOT, "the share of the disk set for it is used up"},
		{syscall.EROFS, "the disk is read-only"},
		{fs.ErrPermission, "the folder does not allow it"},
		{syscall.EMFILE, "too many files are open"},
		{syscall.ENFILE, "too many files are open"},
		{syscall.ENOTDIR, "no folder can be made there"},
		{syscall.EIO, "the disk reports a fault"},
		{ErrSlow, "the disk does not answer"},
	}
}

// ErrSlow reports that a save is taking longer than anybody should wait for it.
var ErrSlow = errors.New("the disk does not answer")

// Words returns sentences for the student about a warning of Load or a notice of a save.
// They name no path.
func Words(err error) string {
	const kept = "You can work: it is kept in this window, and saving is tried again and again."
	about := subject(About(err))
	switch {
	case hasType[*SetAsideError](err):
		return fmt.Sprintf(
			"What was saved of %s could not be read. It is kept as it is under another name, and %s begins afresh.",
			about, about,
		)
	case hasType[*NewerError](err):
		return fmt.Sprintf(
			"What was saved of %s was written by a newer kernellab. It is left as it is, and what you do in it here is not saved; the newer program can open it.", about,
		)
	case hasType[*FolderError](err):
		return fmt.Sprintf("What you do cannot be saved now: %s. %s", Cause(err), kept)
	}
	return fmt.Sprintf("What you do in %s cannot be saved now: %s. %s", about, Cause(err), kept)
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
