package progress

import "fmt"

// SetAsideError says that a document could not be read and was renamed, so
// that nothing overwrites it. A save that returns it has been made.
type SetAsideError struct {
	From, To string
	Err      error // what is wrong with the document
}

func (e *SetAsideError) Error() string {
	return fmt.Sprintf("The saved progress in %s cannot be read (%v). It is kept as %s, and this exercise is recorded afresh.", e.From, e.Err, e.To)
}

// Unwrap returns what is wrong with the document.
func (e *SetAsideError) Unwrap() error { return e.Err }

// NewerError says that a document was written by a newer program. It is left
// as it is, and nothing is saved over it.
type NewerError struct {
	Path    string
	Version int
}

func (e *NewerError) Error() string {
	return fmt.Sprintf("%s was written by a newer kernellab (format %d; this one knows %d). It is left as it is, and what you do in it here is not saved; the newer program can open it.", e.Path, e.Version, Version)
}

// LargeError says that a document is larger than any that this program writes.
// It is left as it is, and nothing is saved over it.
type LargeError struct {
	Path  string
	Bytes int64
}

func (e *LargeError) Error() string {
	return fmt.Sprintf("%s has %d bytes; a record of progress has at most %d. It is left as it is; move it away to record this exercise again.", e.Path, e.Bytes, MaxBytes)
}

// BusyError says that another process held the folder's lock for too long.
// Nothing was saved; saving again may work.
type BusyError struct{ Path string }

func (e *BusyError) Error() string {
	return fmt.Sprintf("Another kernellab is writing to the same folder and does not finish (lock %s). Your progress is still in this window; the next save tries again.", e.Path)
}
