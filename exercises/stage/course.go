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

// Course is the run of a computation that is no solver's. It can be walked and
// questioned, and not forked. What explains its steps follows from their derivations.
type Course struct {
	of      anatomy.Course
	showing Showing
	shown   int // frames there are
	desk    *desk
}

// Showing is how a course is shown.
type Showing struct {
	Frame    func(i int) exercises.Frame // pure; its reasons are the course's
	Event    func(i int) string          // what happened there, "" for nothing; nil: nothing ever does
	End      string                      // why there are no more, a sentence
	Breaks   []exercises.Break           // each named by a condition that the course reads
	Examples []string                    // of conditions
	// Points is the word of which the points of the picture have an entry each; "":
	// it has none.
	Points string
}

// NewCourse is the run at its start.
func NewCourse(of anatomy.Course, s Showing) Course {
	return Course{of: of, showing: s, shown: 1, desk: &desk{words: sync.OnceValue(func() breakpoint.Vocabulary { return breakpoint.ForCourse(of) })}}
}

// Abilities returns what a course can do beside its frames.
func (c Course) Abilities() exercises.Abilities {
	return exercises.Abilities{Breakpoints: c, Predictions: c, Export: c, Ledger: c.Invariants}
}

// Len is the number of frames there are now.
func (c Course) Len() int { return c.shown }

// Frame is frame i, with its reasons.
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

// Done reports that the last position is reached.
func (c Course) Done() (string, bool) {
	if c.shown <= c.of.Steps {
		return "", false
	}
	return c.showing.End, true
}

// Breaks lists what the run can stop at without typing anything.
func (c Course) Breaks() []exercises.Break { return c.showing.Breaks }

// Holds reports whether a break holds at frame i, which it never does at the start;
// of several, in a line each, one has to hold.
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

// UpTo is the run as it was when frame i was its last.
func (c Course) UpTo(i int) exercises.Run {
	if i >= 0 {
		c.shown = min(c.shown, i+1)
	}
	return c
}

// Invariants lists what must hold at frame i.
func (c Course) Invariants(i int) []exercises.Invariant {
	if i < 0 || i >= c.shown {
		return nil
	}
	return explain.Ledger(c.of.Account(i))
}

// Formats lists what Write knows.
func (c Course) Formats() []string { return runfile.Formats() }

// Write writes what the frames say of the words of the course.
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

// Watch reads a condition in the words of the course.
func (c Course) Watch(text string) (exercises.Break, error) { return c.desk.watch(text) }

// Complete lists how a condition can go on at rune at.
func (c Course) Complete(text string, at int) []exercises.Completion {
	return c.desk.words().Complete(text, at)
}

// Reading is the value of what a condition looks at, at frame i.
func (c Course) Reading(b exercises.Break, i int) string {
	read, ok := c.desk.read(b.Name)
	if !ok || i < 0 || i >= c.shown {
		return ""
	}
	return read.Reading(c.of.Step(max(0, i-1)), c.of.Step(i))
}

// Examples are conditions of the course's own quantities.
func (c Course) Examples() []string { return c.showing.Examples }

// Change is the condition that the number of point i changes.
func (c Course) Change(i int) (exercises.Break, bool) { return change(c, c.showing.Points, i) }

// Questions are about the step from frame i to frame i+1.
func (c Course) Questions(i int) []exercises.Task {
	if i < 0 || i >= c.of.Steps {
		return nil
	}
	return explain.Questions(c.of.Account(i + 1))
}

// Marked reports false: the lessons mark no step of a course.
func (Course) Marked(int) bool { return false }

// ByHand is the step from frame i to frame i+1 as a form.
func (c Course) ByHand(i int) exercises.Task {
	if i < 0 || i >= c.of.Steps {
		return nil
	}
	return explain.ByHand(c.of.Account(i + 1))
}
