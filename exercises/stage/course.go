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

// Course is the run of an [anatomy.Course], a computation other than a solver. Students can step
// through it and answer questions about it, but cannot fork it.
type Course struct {
	course  anatomy.Course
	showing Presentation
	shown   int // number of frames so far
	*conditionParser
}

// Presentation describes how a course is presented.
type Presentation struct {
	Frame    func(i int) exercises.Frame // must be a pure function; the course adds the reasons
	Event    func(i int) string          // says what happened at frame i, or returns ""; may be nil
	End      string                      // why the course ends, as a sentence
	Breaks   []exercises.Break           // the name of each break must be a condition
	Examples []string                    // examples of conditions
	// Points is the name of the quantity with an entry for each point of the picture. It is empty
	// if there is no such quantity.
	Points string
}

// NewCourse returns the run at its start.
func NewCourse(course anatomy.Course, s Presentation) Course {
	return Course{course: course, showing: s, shown: 1,
		conditionParser: &conditionParser{
			words:  sync.OnceValue(func() breakpoint.Vocabulary { return breakpoint.ForCourse(course) }),
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
	f.Why = sync.OnceValue(func() []ascii.Line { return explain.Why(c.course.Account(i)) })
	return f
}

// Event says what happened at frame i.
func (c Course) Event(i int) string {
	if c.showing.Event == nil {
		return ""
	}
	return c.showing.Event(i)
}

// Done reports whether the course has reached its last frame, and why it ends there.
func (c Course) Done() (string, bool) {
	if c.shown <= c.course.Steps {
		return "", false
	}
	return c.showing.End, true
}

// Breaks lists the predefined breaks.
func (c Course) Breaks() []exercises.Break { return c.showing.Breaks }

// Holds reports whether a break holds at frame i. At the start it returns false. A break with
// several lines holds if the condition in one of the lines holds.
func (c Course) Holds(i int, b exercises.Break) bool {
	if i < 1 || i >= c.shown {
		return false
	}
	before, now := c.course.Step(i-1), c.course.Step(i)
	for one := range strings.Lines(b.Name) {
		if read, ok := c.conditionParser.read(strings.TrimSuffix(one, "\n")); ok && read.Holds(before, now) {
			return true
		}
	}
	return false
}

// Extend returns the run with up to n more frames.
func (c Course) Extend(ctx context.Context, n int, until exercises.Break) (exercises.Run, error) {
	for end := min(c.shown+n, c.course.Steps+1); c.shown < end && ctx.Err() == nil; {
		if c.shown++; c.Holds(c.shown-1, until) {
			break
		}
	}
	return c, ctx.Err()
}

// UpTo returns the course with frame i as its last frame.
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
	return explain.Ledger(c.course.Account(i))
}

// Formats lists the formats of Write.
func (c Course) Formats() []string { return runfile.Formats() }

// Write writes the values of the quantities in c.course.Words at all frames.
func (c Course) Write(w io.Writer, format string, _ []exercises.Run) error {
	var names []string
	for _, q := range c.course.Words {
		names = append(names, q.Name)
	}
	rows := make([]map[string]float64, c.shown)
	for i := range rows {
		rows[i] = c.course.Record(i)
	}
	return runfile.Numbers(w, names, rows, format)
}

// Reading returns the value that a condition tests at frame i.
func (c Course) Reading(b exercises.Break, i int) string {
	read, ok := c.conditionParser.read(b.Name)
	if !ok || i < 0 || i >= c.shown {
		return ""
	}
	return read.Reading(c.course.Step(max(0, i-1)), c.course.Step(i))
}

// Examples returns conditions on the course's own quantities.
func (c Course) Examples() []string { return c.showing.Examples }

// Change returns the condition that the entry of point i in the quantity Presentation.Points changes.
func (c Course) Change(i int) (exercises.Break, bool) { return change(c, c.showing.Points, i) }

// Questions returns questions about the step from frame i to frame i+1.
func (c Course) Questions(i int) []exercises.Task {
	if i < 0 || i >= c.course.Steps {
		return nil
	}
	return explain.Questions(c.course.Account(i + 1))
}

// ByHand returns the step from frame i to frame i+1 as a form.
func (c Course) ByHand(i int) exercises.Task {
	if i < 0 || i >= c.course.Steps {
		return nil
	}
	return explain.ByHand(c.course.Account(i + 1))
}
