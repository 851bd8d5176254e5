package answer

import (
	"context"
	"strings"

	"kernellab/exercises"
)

// isInfinity reports whether the text says that there is no bound.
func isInfinity(text string) bool {
	s := strings.ToLower(strings.TrimSpace(string(normalise(text))))
	switch strings.TrimPrefix(s, "+") {
	case "∞", "inf", "infinity", "infinite", "oo", "\\infty", "unbounded", "no bound":
		return true
	}
	return false
}

// judgeInfinity decides where the answer, or what is wanted, is +∞.
func judgeInfinity(ctx context.Context, text string, t NumberTask) (Result, bool) {
	typed := isInfinity(text)
	switch {
	case typed && t.Infinite:
		r := newResult(exercises.Equal, "")
		r.Reading = "∞"
		return r, true
	case typed:
		r := newResult(exercises.NotEqual, "The value is finite.").known("infinite", "")
		r.Reading = "∞"
		return r, true
	case !t.Infinite:
		return Result{}, false
	}
	s := Scope{}
	e, stop := read(ctx, text, &s)
	if stop != nil {
		return *stop, true
	}
	return newResult(exercises.NotEqual, "There are larger values than %s that are allowed.", e.quoted()).reading(e).known("finite", ""), true
}
