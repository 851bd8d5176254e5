package exercises

import (
	"context"
	"errors"
	"strings"

	"kernellab/exercises/budget"
)

// tooLargeToEcho is said of a text that takes longer to read than a screen can
// wait.
const tooLargeToEcho = "This is too large to be read while you type; enter judges it."

// WhileTyping gives an echo the work that there is for it: every step's Echo
// goes through here.
func WhileTyping(ctx context.Context, echo func(context.Context) Echo) Echo {
	ctx = budget.With(ctx, budget.Echo())
	e := echo(ctx)
	if err := budget.Ended(ctx); errors.Is(err, budget.ErrLarge) || errors.Is(err, budget.ErrBusy) {
		return Echo{Note: tooLargeToEcho, At: -1}
	}
	return e
}

// AtAGlance is a context for an echo that a screen waits for: what would take
// longer than a moment stays unread.
func AtAGlance(ctx context.Context) context.Context {
	l := budget.Echo()
	l.Work /= 8
	return budget.With(ctx, l)
}

// Unread reports that there was not enough work to read the text.
func (e Echo) Unread() bool { return e.Note == tooLargeToEcho }

// Status names what became of an answer before it was judged: "valid",
// "empty", "invalid", "ambiguous" or "undecided".
func (v Verdict) Status() string {
	switch v {
	case Empty:
		return "empty"
	case Unreadable:
		return "invalid"
	case Ambiguous:
		return "ambiguous"
	case Undecided:
		return "undecided"
	}
	return "valid"
}

// Name is the verdict on a valid answer for machines: "equal",
// "equal-other-form", "close" or "not-equal"; "" for all others and for a
// prediction, which is noted and not judged.
func (v Verdict) Name() string {
	switch v {
	case Equal:
		return "equal"
	case OtherForm:
		return "equal-other-form"
	case Close:
		return "close"
	case NotEqual:
		return "not-equal"
	}
	return ""
}

// ReadAs is the text in field f as the step reads it, typeset: the label of a
// choice, the reading in the report or, where that has none, the one of the
// step's echo. It is "" for a text that cannot be read.
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

// ReadAllAs joins the readings of a step's fields, each behind its label where
// there are several.
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
