package study

import (
	"fmt"
	"time"

	"kernellab/ascii"
	"kernellab/exercises"
)

// Wait is what an exercise that has not been begun waits for: some hours since
// another one was done. Nothing keeps a student from beginning it before.
type Wait struct {
	For   string        // the other exercise; "" where there is nothing to wait for
	Hours int           // after it was done
	Left  time.Duration // of them; 0 where the other one is still to be done
}

// Waits reports whether there is something to wait for.
func (w Wait) Waits() bool { return w.For != "" }

// Words says what it is meant for, as the middle of a sentence: a day after 6.2.
func (w Wait) Words() string {
	after := ascii.Count(w.Hours, "hour")
	switch {
	case w.Hours == 24:
		after = "a day"
	case w.Hours%24 == 0:
		after = ascii.Count(w.Hours/24, "day")
	}
	return after + " after " + w.For
}

// Remaining says how long that is from now on, "" where it is not known.
func (w Wait) Remaining() string {
	hours := int((w.Left + time.Hour - 1) / time.Hour)
	if hours == 0 {
		return ""
	}
	return "in " + ascii.Count(hours, "hour")
}

// Advice is what a student is told who opens the exercise all the same; again is
// what to do to begin it now.
func (w Wait) Advice(id, again string) string {
	left := ""
	if r := w.Remaining(); r != "" {
		left = ", " + r
	}
	return fmt.Sprintf("%s is meant for %s%s. %s.", id, w.Words(), left, again)
}

// waitFor is what there is to wait for now. Of an exercise that was done before
// the time was noted nobody knows when; it is long enough ago.
func waitFor(s *Student, a exercises.After) Wait {
	if a.Exercise == "" {
		return Wait{}
	}
	r := s.records[a.Exercise]
	if r == nil || !r.Done {
		return Wait{For: a.Exercise, Hours: a.Hours}
	}
	left := time.Duration(a.Hours)*time.Hour - s.options.Now().Sub(r.DoneAt)
	if left <= 0 {
		return Wait{}
	}
	return Wait{For: a.Exercise, Hours: a.Hours, Left: left}
}
