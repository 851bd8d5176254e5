package exercises

import (
	"context"
	"errors"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises/budget"
)

// Verdict is the outcome of judging a student's answer.
type Verdict uint8

// The verdicts. An answer counts as an attempt only if its verdict is Equal or follows Equal in
// this list.
const (
	Empty      Verdict = iota // nothing typed yet
	Unreadable                // a syntax error rather than a wrong answer
	Ambiguous                 // several meanings
	Undecided                 // the judge cannot decide
	Noted                     // a recorded prediction, which is not judged
	Skipped                   // the student chose to leave out the task
	Equal
	OtherForm // equal, but not in the required form
	Close     // close but not equal
	NotEqual
)

// Words returns the fixed first line of a report with this verdict.
func (v Verdict) Words() string {
	return [...]string{
		Empty:      "Nothing here yet.",
		Unreadable: "I cannot read this yet.",
		Ambiguous:  "Two readings.",
		Undecided:  "Cannot decide.",
		Noted:      "Noted.",
		Skipped:    "Skipped.",
		Equal:      "Right.",
		OtherForm:  "The value is right, in another form than asked.",
		Close:      "Close, but not right.",
		NotEqual:   "Not right.",
	}[v]
}

// CountsAsAttempt reports whether an answer with this verdict is an attempt.
func (v Verdict) CountsAsAttempt() bool { return v >= Equal }

// Report is the result of checking answers.
type Report struct {
	Verdict Verdict
	// Accepted means that these answers complete the task.
	Accepted bool
	// Headline is shown instead of the verdict's fixed words, for example
	// "Separable." It is usually empty.
	Headline string
	// Fact is one true statement that supports the verdict, such as a point at which
	// two formulas differ.
	Fact []ascii.Line
	// Advice is empty unless a misconception matched exactly or a syntax error has a fix.
	Advice []ascii.Line
	// Misconception is the ID of the recognized misconception, or empty.
	Misconception string
	// Fields holds the verdicts of the fields that were judged.
	Fields map[string]FieldReport
}

// RepeatsFieldMessage reports whether the line l ends with the message of a field, and so says
// nothing new.
func (r Report) RepeatsFieldMessage(l ascii.Line) bool {
	text := l.String()
	for _, f := range r.Fields {
		if f.Message != "" && strings.HasSuffix(text, f.Message) {
			return true
		}
	}
	return false
}

// WithoutVagueMessage returns the report without the message of a field if that message is vague,
// that is, if it would fit any wrong answer. It also removes the message from the map r.Fields.
func (r Report) WithoutVagueMessage(field string) Report {
	f := r.Fields[field]
	if f.Vague && f.Message != "" {
		r.Fact = slices.DeleteFunc(slices.Clone(r.Fact),
			func(l ascii.Line) bool { return strings.HasSuffix(l.String(), f.Message) })
		f.Message = ""
		r.Fields[field] = f
	}
	return r
}

// FieldReport is the verdict on one field.
type FieldReport struct {
	Verdict Verdict
	// Follows means that the text is wrong, but computed correctly from other
	// fields that are wrong. The Verdict is then Close.
	Follows bool
	Message string
	At      int // position of a syntax error in runes, or −1
	// Reading is the text as the program understood it, typeset. It is "" if the text is
	// unreadable or the task does not say how it understands it.
	Reading string
	// Readings are the possible meanings of the text if the verdict is Ambiguous. The
	// student chooses a Reading with a key, and its Text replaces the text of the field.
	Readings []Reading
	// Fix is the text of the whole field with the syntax error corrected. It is "" if there
	// is no correction. Tab accepts the correction.
	Fix string
	// Misconception is the ID of the mistake in this field, or empty. Vague means that the
	// message would fit any wrong answer.
	Misconception string
	Vague         bool
	// Lines are the verdicts on the lines of a derivation. A line that follows has the verdict
	// Equal. The list ends with the first line that does not follow, which has the verdict
	// NotEqual.
	Lines []Verdict
}

// IsSlip reports whether the text is a mistake of its own, and not wrong only because it follows
// from another field that is wrong.
func (f FieldReport) IsSlip() bool { return f.Verdict > OtherForm && !f.Follows }

// IsOpen reports whether the student still has to change the field: its text is empty, a slip, or not
// in the required form.
func (f FieldReport) IsOpen() bool { return f.IsSlip() || f.Verdict == Empty || f.Verdict == OtherForm }

// Words returns the verdict's words, or other words if Follows is set.
func (f FieldReport) Words() string {
	if f.Follows {
		return "It follows from a slip."
	}
	return f.Verdict.Words()
}

// Reading is one of several meanings of a text.
type Reading struct {
	Shown string // typeset, for the student to choose from
	Text  string // a replacement text with only this meaning
	Kind  string // name of the ambiguity, for example "quotient" for 1/2x
}

// FirstLine returns the report's headline or, if there is none, the verdict's words.
func (r Report) FirstLine() string {
	if r.Headline != "" {
		return r.Headline
	}
	return r.Verdict.Words()
}

// tooLargeNote is the note of an echo that would take longer than a screen can wait.
const tooLargeNote = "This is too large to be read while you type; enter judges it."

// EchoWhileTyping calls echo with the small work budget that an answer has while it is being typed.
// If the budget is too small, the result has only a note. Every task's Echo uses EchoWhileTyping.
func EchoWhileTyping(ctx context.Context, echo func(context.Context) Echo) Echo {
	ctx = budget.StartCall(ctx, budget.EchoLimits())
	e := echo(ctx)
	if err := budget.CallErr(ctx); errors.Is(err, budget.ErrLarge) || errors.Is(err, budget.ErrBusy) {
		return Echo{Note: tooLargeNote, At: -1}
	}
	return e
}

// ScreenEchoContext returns a context for an echo that a screen waits for. It limits the work to an
// eighth of [budget.EchoLimits].
func ScreenEchoContext(ctx context.Context) context.Context {
	l := budget.EchoLimits()
	l.Work /= 8
	return budget.StartCall(ctx, l)
}

// IsTooLarge reports whether the text was not read because that would take too long.
func (e Echo) IsTooLarge() bool { return e.Note == tooLargeNote }

// Status says whether an answer could be judged: "valid" if so, and otherwise "empty", "invalid",
// "ambiguous" or "undecided".
func (v Verdict) Status() string {
	if v >= Noted {
		return "valid"
	}
	return [...]string{Empty: "empty", Unreadable: "invalid", Ambiguous: "ambiguous", Undecided: "undecided"}[v]
}

// Name returns the machine name of the verdict on a valid answer: "equal",
// "equal-other-form", "close", "not-equal" or "skipped". For all other verdicts it returns
// "", also for Noted, because a prediction is not judged.
func (v Verdict) Name() string {
	return [...]string{Skipped: "skipped", Equal: "equal", OtherForm: "equal-other-form", Close: "close",
		NotEqual: "not-equal"}[v]
}

// ReadingOf returns the text in field f as the task understands it, typeset. For a choice, it
// returns the label of the choice. Otherwise it returns the Reading in the report r or, if there is
// none, the Reading in the task's echo. For an unreadable text it returns "".
func ReadingOf(ctx context.Context, t Task, f Field, text string, r Report) string {
	for _, c := range f.Choices {
		if c.Value == text {
			return c.Label
		}
	}
	if reading := r.Fields[f.Name].Reading; reading != "" || strings.TrimSpace(text) == "" {
		return reading
	}
	if e, ok := t.(Echoer); ok {
		return e.Echo(ctx, f.Name, text).Reading
	}
	return ""
}

// ReadingsOf joins the results of ReadingOf for the given fields of a task. If there are several
// fields, each result follows the label of its field.
func ReadingsOf(ctx context.Context, t Task, fields []Field, a Answers, r Report) string {
	var out []string
	ctx = budget.StartCall(ctx, budget.TaskEchoLimits())
	for _, f := range fields {
		reading := ReadingOf(ctx, t, f, a[f.Name], r)
		switch {
		case len(fields) == 1:
			return reading
		case reading != "":
			out = append(out, strings.TrimSpace(f.Label+" "+reading))
		}
	}
	return strings.Join(out, "; ")
}

// LeaveOutValue is the value of a choice with which a student leaves out a task. The task then
// counts as done, with the verdict Skipped.
const LeaveOutValue = "skipped"

// LeavesOut reports whether the answers leave out the task.
func (i Info) LeavesOut(a Answers) bool {
	return slices.ContainsFunc(i.Fields,
		func(f Field) bool { return f.Kind == ChoiceField && a[f.Name] == LeaveOutValue })
}

// canLeaveOut reports whether the field has the choice LeaveOutValue.
func (f Field) canLeaveOut() bool {
	return slices.ContainsFunc(f.Choices, func(c Choice) bool { return c.Value == LeaveOutValue })
}
