package exercises

import (
	"strings"

	"kernellab/ascii"
)

// Verdict is the outcome of judging an answer.
type Verdict uint8

// The verdicts. Only those from Equal on count as an attempt.
const (
	Empty      Verdict = iota // nothing typed yet
	Unreadable                // a syntax error; not a wrong answer
	Ambiguous                 // two readings
	Undecided                 // the checker cannot decide
	Noted                     // a prediction taken down; right or wrong comes later
	Equal
	OtherForm // equal, but not in the form asked
	Close     // close, not equal
	NotEqual
)

// Words returns the fixed first line of a report with this verdict.
func (v Verdict) Words() string {
	switch v {
	case Empty:
		return "Nothing here yet."
	case Unreadable:
		return "I cannot read this yet."
	case Ambiguous:
		return "Two readings."
	case Undecided:
		return "Cannot decide."
	case Noted:
		return "Noted."
	case Equal:
		return "Equal."
	case OtherForm:
		return "Equal, but not in the form asked."
	case Close:
		return "Close, not equal."
	case NotEqual:
		return "Not equal."
	}
	return ""
}

// Counts reports whether an answer with this verdict is an attempt.
func (v Verdict) Counts() bool { return v >= Equal }

// Preferred picks the reading that a student chose before, where the session
// remembers for each kind whether it was the first.
func Preferred(readings []Reading, first map[string]bool) (Reading, bool) {
	for _, r := range readings {
		if want, known := first[r.Kind]; known && r.Kind != "" && want == r.First {
			return r, true
		}
	}
	return Reading{}, false
}

// Report is what the checker says of an answer.
type Report struct {
	Verdict Verdict
	// Accepted: the step is done.
	Accepted bool
	// Headline replaces the verdict's fixed words where the thing judged is
	// not an equality ("Separable."); usually empty.
	Headline string
	// Fact is the smallest true fact that supports the verdict.
	Fact []ascii.Line
	// Advice is there only where a misconception matched exactly, or where a
	// syntax error has a fix.
	Advice []ascii.Line
	// Misconception is the id of the one recognised, or empty.
	Misconception string
	// Fields holds the verdict of each field that was looked at.
	Fields map[string]FieldReport
}

// SaidOfAField reports whether a line of the report only repeats what is said of
// one of the fields.
func (r Report) SaidOfAField(l ascii.Line) bool {
	text := l.String()
	for _, f := range r.Fields {
		if f.Message != "" && strings.HasSuffix(text, f.Message) {
			return true
		}
	}
	return false
}

// FieldReport is the verdict on one field.
type FieldReport struct {
	Verdict Verdict
	// Follows: the text is wrong, and rightly computed from other fields that are
	// wrong. The Verdict is Close then.
	Follows bool
	Message string
	At      int // the rune a syntax error points at, or −1
	// Reading is the text as the lab reads it, typeset; "" where it cannot be
	// read or the step does not say.
	Reading string
	// Readings are what the text may mean, for the verdict Ambiguous: one key
	// each. Choosing one puts its Text in the field's place.
	Readings []Reading
	// Fix is the field's whole text as it would be read, for a syntax error
	// that has one; tab accepts it.
	Fix string
}

// Slip reports whether the text is wrong by itself.
func (f FieldReport) Slip() bool { return f.Verdict > OtherForm && !f.Follows }

// Open reports whether the field asks for another text: it is empty, or wrong by
// itself.
func (f FieldReport) Open() bool { return f.Slip() || f.Verdict == Empty }

// Words are the verdict's fixed words, or that the text follows from others.
func (f FieldReport) Words() string {
	if f.Follows {
		return "It follows from a slip."
	}
	return f.Verdict.Words()
}

// Reading is one of several things a text may mean.
type Reading struct {
	Shown string // typeset, for the student to choose from
	Text  string // a text with this meaning alone, to stand in the field
	// Kind names what is open ("quotient": 1/2x), the same for every text of
	// that kind, and First tells the reading from left to right apart from the
	// other. A session that remembers both can choose again by itself.
	Kind  string
	First bool
}

// FirstLine is the report's headline or the verdict's fixed words.
func (r Report) FirstLine() string {
	if r.Headline != "" {
		return r.Headline
	}
	return r.Verdict.Words()
}
