package stage

import (
	"context"
	"io"
	"strings"
	"sync"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/anatomy/explain"
	"kernellab/exercises/anatomy/explain/breakpoint"
	"kernellab/exercises/runfile"
)

// Course is the run of a computation that is not a solver's. It can be stepped through
// and questioned but not forked. The derivations of its steps explain it.
type Course struct {
	of      anatomy.Course
	showing Showing
	shown   int // frames so far
	*desk
}

// Showing is the presentation of a course.
type Showing struct {
	Frame    func(i int) exercises.Frame // pure; the course adds the reasons
	Event    func(i int) string          // what happened there, or ""; nil if nothing ever does
	End      string                      // why the course ends, a sentence
	Breaks   []exercises.Break           // each has a condition that the course reads as its name
	Examples []string                    // of conditions
	// Points is the word that has an entry for each point of the picture. If empty,
	// there is none.
	Points string
}

// NewCourse returns the run at its start.
func NewCourse(of anatomy.Course, s Showing) Course {
	return Course{of: of, showing: s, shown: 1,
		desk: &desk{words: sync.OnceValue(func() breakpoint.Vocabulary { return breakpoint.ForCourse(of) }),
			breaks: func() []exercises.Break { return s.Breaks }}}
}

// Abilities returns what a course can do in addition to showing frames.
func (c Course) Abilities() exercises.Abilities {
	return exercises.Abilities{Breakpoints: c, Predictions: c, Export: c, Ledger: c.Invariants}
}

// Len returns the number of frames so far.
func (c Course) Len() int { return c.shown }

// Frame returns frame i with its reasons.
func (c Course) Frame(i int) exercises.Frame {
	f := c.showing.Frame(i)
	f.Why = sync.OnceValue(func() []ascii.Line { return explain.Why(c.of.Account(i)) })
	return f
}

// Event names what happened at frame i.
func (c Course) Event(i int) string {
	if c.showing.Event == nil {
		return ""
	}
	return c.showing.Event(i)
}

// Done returns true at the last frame, and why the course ends there.
func (c Course) Done() (string, bool) {
	if c.shown <= c.of.Steps {
		return "", false
	}
	return c.showing.End, true
}

// Breaks lists the breaks that need not be typed.
func (c Course) Breaks() []exercises.Break { return c.showing.Breaks }

// Holds reports whether a break holds at frame i. It never does at the start. If a
// break has several lines, one of them must hold.
func (c Course) Holds(i int, b exercises.Break) bool {
	if i < 1 || i >= c.shown {
		return false
	}
	before, now := c.of.Step(i-1), c.of.Step(i)
	for one := range strings.Lines(b.Name) {
		if read, ok := c.desk.read(strings.TrimSuffix(one, "\n")); ok && read.Holds(before, now) {
			return true
		}
	}
	return false
}

// Extend returns the run with up to n more frames.
func (c Course) Extend(ctx context.Context, n int, until exercises.Break) (exercises.Run, error) {
	for end := min(c.shown+n, c.of.Steps+1); c.shown < end && ctx.Err() == nil; {
		if c.shown++; c.Holds(c.shown-1, until) {
			break
		}
	}
	return c, ctx.Err()
}

// UpTo returns the run as it was when frame i was its last.
func (c Course) UpTo(i int) exercises.Run {
	if i >= 0 {
		c.shown = min(c.shown, i+1)
	}
	return c
}

// Invariants returns the ledger of frame i.
func (c Course) Invariants(i int) []exercises.Invariant {
	if i < 0 || i >= c.shown {
		return nil
	}
	return explain.Ledger(c.of.Account(i))
}

// Formats lists the formats of Write.
func (c Course) Formats() []string { return runfile.Formats() }

// Write writes the values of the course's words at all frames.
func (c Course) Write(w io.Writer, format string, _ []exercises.Run) error {
	var names []string
	for _, q := range c.of.Words {
		names = append(names, q.Name)
	}
	rows := make([]map[string]float64, c.shown)
	for i := range rows {
		rows[i] = c.of.Record(i)
	}
	return runfile.Numbers(w, names, rows, format)
}

// Reading returns the value that a condition tests at frame i.
func (c Course) Reading(b exercises.Break, i int) string {
	read, ok := c.desk.read(b.Name)
	if !ok || i < 0 || i >= c.shown {
		return ""
	}
	return read.Reading(c.of.Step(max(0, i-1)), c.of.Step(i))
}

// Examples returns conditions on the course's own quantities.
func (c Course) Examples() []string { return c.showing.Examples }

// Change returns the condition that the number of point i changes.
func (c Course) Change(i int) (exercises.Break, bool) { return change(c, c.showing.Points, i) }

// Questions returns questions about the step from frame i to frame i+1.
func (c Course) Questions(i int) []exercises.Task {
	if i < 0 || i >= c.of.Steps {
		return nil
	}
	return explain.Questions(c.of.Account(i + 1))
}

// ByHand returns the step from frame i to frame i+1 as a form.
func (c Course) ByHand(i int) exercises.Task {
	if i < 0 || i >= c.of.Steps {
		return nil
	}
	return explain.ByHand(c.of.Account(i + 1))
}
