package answer

import "fmt"

// SyntaxError says why a text cannot be read.
type SyntaxError struct {
	At       int    // the rune it is noticed at, counted from 0 in the text as typed
	After    string // what stands just before, as typed; may be empty
	Expected string // what would have been right here
	Found    string // what stands there instead
	Reason   string // the whole sentence, where expected and found do not say it
	Fix      string // the whole text as it would be read; "" where none is known
}

// Error returns the sentence shown to the student.
func (e *SyntaxError) Error() string {
	if e.Reason != "" {
		return e.Reason
	}
	where := "at the start"
	if e.After != "" {
		where = "after " + e.After
	}
	return fmt.Sprintf("%s: expected %s — found %s", where, e.Expected, e.Found)
}

// faultf is a syntax error that is one sentence.
func faultf(at int, format string, args ...any) *SyntaxError {
	return &SyntaxError{At: at, Reason: fmt.Sprintf(format, args...)}
}
