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

// How many characters a sentence repeats of a student's text, quotes of it as
// the lab reads it, and has at all.
const (
	maxQuote    = 60
	maxReading  = 300
	maxSentence = 1000
)

// clip shortens what a sentence quotes.
func clip(s string) string { return clipTo(s, maxQuote) }

// quoted is the expression for a sentence.
func (e Expr) quoted() string { return clipTo(e.String(), maxReading) }

func clipTo(s string, most int) string {
	if len(s) <= most {
		return s
	}
	if rs := []rune(s); len(rs) > most {
		return string(rs[:most-1]) + "…"
	}
	return s
}

// faultf is a syntax error that is one sentence.
func faultf(at int, format string, args ...any) *SyntaxError {
	return &SyntaxError{At: at, Reason: fmt.Sprintf(format, args...)}
}

// unknown reports whether the error is a name that the task does not have.
func (e *SyntaxError) unknown() bool { return e.Expected == "" && e.Found != "" }
