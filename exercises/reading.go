package exercises

import (
	"context"
	"errors"
	"strings"

	"kernellab/exercises/budget"
)

// tooLargeToEcho replaces an echo that takes longer than a screen can wait.
const tooLargeToEcho = "This is too large to be read while you type; enter judges it."

// WhileTyping calls echo with the work budget of an echo. Every task's Echo uses
// it.
func WhileTyping(ctx context.Context, echo func(context.Context) Echo) Echo {
	ctx = budget.With(ctx, budget.Echo())
	e := echo(ctx)
	if err := budget.Err(ctx); errors.Is(err, budget.ErrLarge) || errors.Is(err, budget.ErrBusy) {
		return Echo{Note: tooLargeToEcho, At: -1}
	}
	return e
}

// AtAGlance returns a context for an echo that a screen waits for. A text that
// takes longer than a moment stays unread.
func AtAGlance(ctx context.Context) context.Context {
	l := budget.Echo()
	l.Work /= 8
	return budget.With(ctx, l)
}

// Unread reports whether the work did not suffice to read the text.
func (e Echo) Unread() bool { return e.Note == tooLargeToEcho }

// Status names the state of an answer before it is judged: "valid", "empty",
// "invalid", "ambiguous" or "undecided".
func (v Verdict) Status() string {
	if v >= Noted {
		return "valid"
	}
	return [...]string{Empty: "empty", Unreadable: "invalid", Ambiguous: "ambiguous", Undecided: "undecided"}[v]
}

// Name returns the machine name of the verdict on a valid answer: "equal",
// "equal-other-form", "close" or "not-equal". For all others, and for a prediction,
// which is noted rather than judged, it returns "".
func (v Verdict) Name() string {
	return [...]string{Equal: "equal", OtherForm: "equal-other-form", Close: "close", NotEqual: "not-equal"}[v]
}

// ReadAs returns the text in field f as the task reads it, typeset: the label of a
// choice, the reading in the report, or otherwise the reading of the task's echo.
// It returns "" for an unreadable text.
func ReadAs(ctx context.Context, s Task, f Field, text string, r Report) string {
	for _, c := range f.Choices {
		if c.Value == text {
			return c.Label
		}
	}
	if own := r.Fields[f.Name].Reading; own != "" || strings.TrimSpace(text) == "" {
		return own
	}
	if e, ok := s.(Echoer); ok {
		return e.Echo(ctx, f.Name, text).Reading
	}
	return ""
}

// ReadAllAs joins the readings of a task's fields. If there are several, each
// follows its label.
func ReadAllAs(ctx context.Context, s Task, fields []Field, a Answers, r Report) string {
	var out []string
	ctx = budget.With(ctx, budget.Echoes())
	for _, f := range fields {
		reading := ReadAs(ctx, s, f, a[f.Name], r)
		switch {
		case len(fields) == 1:
			return reading
		case reading != "":
			out = append(out, strings.TrimSpace(f.Label+" "+reading))
		}
	}
	return strings.Join(out, "; ")
}
