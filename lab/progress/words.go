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
	var busy *BusyError
	var newer *NewerError
	var large *LargeError
	var overfull *OverfullError
	var kind *KindError
	switch {
	case errors.As(err, &busy):
		return "another kernellab is writing to the same place and does not finish"
	case errors.As(err, &newer):
		return "it was saved by a newer kernellab, which this one does not overwrite"
	case errors.As(err, &large):
		return "what is saved there is larger than any record of this program, and is left as it is"
	case errors.As(err, &overfull):
		return "an answer is too long to be kept; shorten it"
	case errors.As(err, &kind):
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
	var aside *SetAsideError
	var full *NearlyFullError
	var newer *NewerError
	var folder *FolderError
	switch {
	case errors.As(err, &aside):
		return fmt.Sprintf("What was saved of %s could not be read. It is kept as it is under another name, and %s begins afresh.", subject(aside.From), subject(aside.From))
	case errors.As(err, &full):
		return fmt.Sprintf("The log of your answers is nearly full (%d kB of %d): soon its older half makes room for the new. What you have done in the exercises is kept in any case.", full.Bytes>>10, full.Limit>>10)
	case errors.As(err, &newer):
		return fmt.Sprintf("What was saved of %s was written by a newer kernellab. It is left as it is, and what you do in it here is not saved; the newer program can open it.", subject(newer.Path))
	case errors.As(err, &folder):
		return fmt.Sprintf("What you do cannot be saved now: %s. You can work: it is kept in this window, and saving is tried again and again.", Cause(err))
	}
	return fmt.Sprintf("What you do in %s cannot be saved now: %s. You can work: it is kept in this window, and saving is tried again and again.", subject(About(err)), Cause(err))
}

// About is the file that an error is about, without its folder, or "".
func About(err error) string {
	var read *ReadError
	var write *WriteError
	var large *LargeError
	var aside *SetAsideError
	var newer *NewerError
	var kind *KindError
	switch {
	case errors.As(err, &read):
		return read.Name
	case errors.As(err, &write):
		return write.Name
	case errors.As(err, &large):
		return filepath.Base(large.Path)
	case errors.As(err, &aside):
		return filepath.Base(aside.From)
	case errors.As(err, &newer):
		return filepath.Base(newer.Path)
	case errors.As(err, &kind):
		return filepath.Base(kind.Path)
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
