package exercises

import (
	"strings"
	"time"

	"kernellab/ascii"
)

// Titled is a library that may have a title. Without one, Title returns "".
type Titled interface{ Title() string }

// After recommends doing an exercise after another one and, if Hours is not 0, that many
// hours later. The zero After recommends nothing.
type After struct {
	Exercise string // ID of the other exercise
	Hours    int
}

// Schedule holds what a course prescribes for an exercise. The zero Schedule prescribes
// nothing.
type Schedule struct {
	Opens, Due time.Time // zero if there is no date
	// SolutionFrom is when the worked solutions can be seen. From then on the number of
	// attempts has no limit. If zero, there is no date.
	SolutionFrom time.Time
	Attempts     int // the maximum number of attempts at a task; 0 means no limit
	// If SolutionFrom is zero, the solution of a task can be seen after TriesFirst attempts
	// at the task, or once the task is done.
	TriesFirst int
}

// Date returns a time in words, with its year and time zone.
func Date(t time.Time) string { return t.Format("Mon 2 Jan 2006, 15:04 MST") }

// Day returns a time in a few words. It omits the time of day if this is 00:00 or 23:59.
func Day(t time.Time) string {
	if clock := t.Format("15:04"); clock != "00:00" && clock != "23:59" {
		return t.Format("2 Jan 15:04")
	}
	return t.Format("2 Jan")
}

// IsHomework reports whether attempts are limited or solutions withheld at a time.
func (s Schedule) IsHomework(now time.Time) bool {
	if s.SolutionFrom.IsZero() {
		return s.Attempts > 0 || s.TriesFirst > 0
	}
	return now.Before(s.SolutionFrom)
}

// UsedUp reports whether the attempts at a task are limited, and all of them are used.
func (s Schedule) UsedUp(attempts int) bool { return s.Attempts > 0 && attempts >= s.Attempts }

// Words returns the schedule in sentences, or "" if it prescribes nothing.
func (s Schedule) Words() string {
	var out []string
	add := func(applies bool, words string) {
		if applies {
			out = append(out, words)
		}
	}
	add(!s.Opens.IsZero(), "Opens "+Date(s.Opens)+".")
	add(!s.Due.IsZero(), "Due "+Date(s.Due)+".")
	add(s.Attempts > 0, "At most "+ascii.Count(s.Attempts, "attempt")+" at each task.")
	add(!s.SolutionFrom.IsZero(), "Solutions from "+Date(s.SolutionFrom)+".")
	add(s.SolutionFrom.IsZero() && s.TriesFirst > 0, "Solutions after "+ascii.Count(s.TriesFirst, "attempt")+".")
	return strings.Join(out, " ")
}
