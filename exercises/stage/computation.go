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

// ComputationRun is the run of an [anatomy.Computation], a computation other than a solver, such as
// filling a table cell by cell. Students can step through it and answer questions about it, but
// cannot fork it, that is, choose another step.
type ComputationRun struct {
	computation  anatomy.Computation
	presentation Presentation
	frameCount   int // number of frames so far
	*conditionParser
}

// Presentation describes how a computation is presented.
type Presentation struct {
	Frame      func(i int) exercises.Frame // must be a pure function; the run adds the reasons
	Event      func(i int) string          // says what happened at frame i, or returns ""; may be nil
	End        string                      // why the computation ends, as a sentence
	Conditions []exercises.Condition       // the Name of each one is also its text
	Examples   []string                    // examples of conditions
	// Points is the name of the quantity with an entry for each point of the picture. It is empty
	// if there is no such quantity.
	Points string
}

// NewComputationRun returns the run at its start.
func NewComputationRun(c anatomy.Computation, s Presentation) ComputationRun {
	return ComputationRun{computation: c, presentation: s, frameCount: 1,
		conditionParser: &conditionParser{
			vocabulary: sync.OnceValue(func() breakpoint.Vocabulary { return breakpoint.ForComputation(c) }),
			predefined: func() []exercises.Condition { return s.Conditions }}}
}

// Abilities returns what the run can do in addition to showing frames.
func (c ComputationRun) Abilities() exercises.Abilities {
	return exercises.Abilities{ConditionParser: c, Predictions: c, Export: c, Ledger: c.Invariants}
}

// Len returns the number of frames so far.
func (c ComputationRun) Len() int { return c.frameCount }

// Frame returns frame i with its reasons.
func (c ComputationRun) Frame(i int) exercises.Frame {
	f := c.presentation.Frame(i)
	f.Why = sync.OnceValue(func() []ascii.Line { return explain.Why(c.computation.Account(i)) })
	return f
}

// Event says what happened at frame i.
func (c ComputationRun) Event(i int) string {
	if c.presentation.Event == nil {
		return ""
	}
	return c.presentation.Event(i)
}

// Done reports whether the run has reached its last frame, and why it ends there.
func (c ComputationRun) Done() (string, bool) {
	if c.frameCount <= c.computation.Steps {
		return "", false
	}
	return c.presentation.End, true
}

// Conditions lists the predefined conditions at which the run can stop.
func (c ComputationRun) Conditions() []exercises.Condition { return c.presentation.Conditions }

// Holds reports whether a condition holds at frame i. At the start it returns false. A condition
// with several lines holds if the condition in one of the lines holds.
func (c ComputationRun) Holds(i int, condition exercises.Condition) bool {
	if i < 1 || i >= c.frameCount {
		return false
	}
	before, now := c.computation.Step(i-1), c.computation.Step(i)
	for line := range strings.Lines(condition.Name) {
		if compiled, ok := c.conditionParser.read(strings.TrimSuffix(line, "\n")); ok && compiled.Holds(before, now) {
			return true
		}
	}
	return false
}

// Extend returns the run with up to n more frames.
func (c ComputationRun) Extend(ctx context.Context, n int, until exercises.Condition) (exercises.Run, error) {
	for end := min(c.frameCount+n, c.computation.Steps+1); c.frameCount < end && ctx.Err() == nil; {
		if c.frameCount++; c.Holds(c.frameCount-1, until) {
			break
		}
	}
	return c, ctx.Err()
}

// UpTo returns the run with frame i as its last frame.
func (c ComputationRun) UpTo(i int) exercises.Run {
	if i >= 0 {
		c.frameCount = min(c.frameCount, i+1)
	}
	return c
}

// Invariants returns the ledger of frame i: the list of its invariants, each with its value.
func (c ComputationRun) Invariants(i int) []exercises.Invariant {
	if i < 0 || i >= c.frameCount {
		return nil
	}
	return explain.Ledger(c.computation.Account(i))
}

// Formats lists the formats of Write.
func (c ComputationRun) Formats() []string { return runfile.Formats() }

// Write writes the quantities that conditions can refer to, at all frames.
func (c ComputationRun) Write(w io.Writer, format string, _ []exercises.Run) error {
	var names []string
	for _, q := range c.computation.ConditionQuantities {
		names = append(names, q.Name)
	}
	rows := make([]map[string]float64, c.frameCount)
	for i := range rows {
		rows[i] = c.computation.Record(i)
	}
	return runfile.WriteNumbers(w, names, rows, format)
}

// ValuesAt returns the value that a condition tests at frame i.
func (c ComputationRun) ValuesAt(condition exercises.Condition, i int) string {
	compiled, ok := c.conditionParser.read(condition.Name)
	if !ok || i < 0 || i >= c.frameCount {
		return ""
	}
	return compiled.ValuesText(c.computation.Step(max(0, i-1)), c.computation.Step(i))
}

// Examples returns conditions on the quantities of the computation.
func (c ComputationRun) Examples() []string { return c.presentation.Examples }

// ChangeCondition returns the condition that the entry of point i in the quantity
// Presentation.Points changes.
func (c ComputationRun) ChangeCondition(i int) (exercises.Condition, bool) {
	return changeCondition(c, c.presentation.Points, i)
}

// Questions returns questions about the step from frame i to frame i+1.
func (c ComputationRun) Questions(i int) []exercises.Task {
	if i < 0 || i >= c.computation.Steps {
		return nil
	}
	return explain.QuestionTasks(c.computation.Account(i + 1))
}

// ByHand returns the step from frame i to frame i+1 as a form.
func (c ComputationRun) ByHand(i int) exercises.Task {
	if i < 0 || i >= c.computation.Steps {
		return nil
	}
	return explain.ByHand(c.computation.Account(i + 1))
}
