package progress

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"
)

// Cause says in a few plain words why something could not be saved. It names
// no path and no file, so that a student of somebody else's machine may read
// it.
func Cause(err error) string {
	switch {
	case is[*BusyError](err):
		return "another kernellab is writing to the same place and does not finish"
	case is[*NewerError](err):
		return "it was saved by a newer kernellab, which this one does not overwrite"
	case is[*LargeError](err):
		return "what is saved there is larger than any record of this program, and is left as it is"
	case is[*OverfullError](err):
		return "an answer is too long to be kept; shorten it"
	case is[*KindError](err):
		return "something else stands where the record should be"
	}
	for _, c := range causes() {
		if errors.Is(err, c.err) {
			return c.words
		}
	}
	return "the disk does not take it"
}

// causeWords are the words for an error of the operating system.
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

// ErrSlow stands for a save that is under way for longer than anybody should
// wait for it.
var ErrSlow = errors.New("the disk does not answer")

// Words puts a warning of Load, or a notice of a save, into sentences for the
// student. They name no path.
func Words(err error) string {
	const kept = "You can work: it is kept in this window, and saving is tried again and again."
	about := subject(About(err))
	if full, ok := errors.AsType[*NearlyFullError](err); ok {
		return fmt.Sprintf("The log of your answers is nearly full (%d kB of %d): soon its older half makes room for the new. What you have done in the exercises is kept in any case.", full.Bytes>>10, full.Limit>>10)
	}
	switch {
	case is[*SetAsideError](err):
		return fmt.Sprintf("What was saved of %s could not be read. It is kept as it is under another name, and %s begins afresh.", about, about)
	case is[*NewerError](err):
		return fmt.Sprintf("What was saved of %s was written by a newer kernellab. It is left as it is, and what you do in it here is not saved; the newer program can open it.", about)
	case is[*FolderError](err):
		return fmt.Sprintf("What you do cannot be saved now: %s. %s", Cause(err), kept)
	}
	return fmt.Sprintf("What you do in %s cannot be saved now: %s. %s", about, Cause(err), kept)
}

// About is the file that an error is about, without its folder, or "".
func About(err error) string {
	if at, ok := errors.AsType[interface {
		error
		file() string
	}](err); ok && at.file() != "" {
		return filepath.Base(at.file())
	}
	return ""
}

// subject names what a document is about.
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
