package exercises

import (
	"context"
	"fmt"
	"io"

	"kernellab/ascii"
)

// Abilities is what a run offers beyond its frames, so that a student can question
// a solver rather than watch it. What a run cannot do is nil. All functions are pure,
// and safe for concurrent use, like the run itself.
type Abilities struct {
	Breakpoints Breakpoints
	Predictions Predictions
	Branching   Branching
	Export      Export
	// Ledger lists what must hold at frame i, in a fixed order.
	Ledger func(i int) []Invariant
	// NoWhy and NoLedger say why the student does without the reasons of the steps
	// and without the ledger. They are empty if there is no need to.
	NoWhy, NoLedger string
}

// AbilitiesOf returns the abilities of a run, none if it is nil.
func AbilitiesOf(run Run) Abilities {
	if run == nil {
		return Abilities{}
	}
	return run.Abilities()
}

// Breakpoints are conditions that can be typed, in the words of the run's
// algorithm: "alpha[3] == C".
type Breakpoints interface {
	// Watch reads a condition. Its name is the text in normal form, and Extend
	// and Holds know it. The error of a text that cannot be read is a
	// *WatchError.
	Watch(text string) (Break, error)
	// Complete lists what could stand at rune at of the text, best first.
	Complete(text string, at int) []Completion
	// Examples returns conditions that Watch reads. There may be none.
	Examples() []string
	// Reading returns the value of what a condition looks at, at frame i, in words:
	// "gap = 0.0031". It is empty if that has no value.
	Reading(b Break, i int) string
	// Change returns the condition that the number of point i, counted from 0,
	// changes. It is not ok if the run keeps no number for that point.
	Change(i int) (b Break, ok bool)
}

// Completion is one way to go on with a text that is being typed.
type Completion struct {
	Text string // the whole text as it would then be
	At   int    // the rune where typing goes on
	Help string // what it means, in a few words
}

// WatchError says what is wrong with a condition and where.
type WatchError struct {
	At      int    // the rune
	Problem string // what is wrong, a sentence
	Fix     string // the whole text as it may be meant, or empty
}

func (e *WatchError) Error() string { return fmt.Sprintf("character %d: %s", e.At+1, e.Problem) }

// Predictions ask about the step from frame i to frame i+1 before it is shown.
// Each question is a small Step: its fields take the answer, its Check judges it,
// and its Reference is right.
type Predictions interface {
	// Questions returns what is asked, in that order; i+1 < Len().
	Questions(i int) []Task
	// ByHand returns the step with a blank for each quantity; i+1 < Len(). It is nil
	// if there is nothing to compute. A value that follows from an earlier slip of
	// the student's own is said to follow from it.
	ByHand(i int) Task
	// Marked reports whether the lesson asks about this step without being told to.
	Marked(i int) bool
	// UpTo returns the run as it was when frame i was its last, so that its charts
	// and events do not give the answer away.
	UpTo(i int) Run
}

// Branching takes a step in another way, and compares the branches that come of it.
type Branching interface {
	// Options lists what can be changed in the step after frame i, with the values
	// in force under a: the pair, the point, the step size, and the parameters of
	// the solver. With no answers these are the run's own.
	Options(i int, a Answers) []Control
	// Preview returns the frame that the step after frame i would lead to. It reports
	// a choice that cannot be taken.
	Preview(i int, a Answers) (Frame, error)
	// Fork returns a run with the past up to frame i and the chosen step after it.
	Fork(ctx context.Context, i int, a Answers) (Run, error)
	// Named returns the run with a name for the branch that its last fork began, of
	// letters, digits and hyphens. Files have it.
	Named(name string) Run
	// Origin says at which frame this run left another, and by what choice, in words.
	// It is not ok for a run that was not forked.
	Origin() (at int, choice string, ok bool)
	// Forks lists the forks that led to this run, the oldest first.
	Forks() []Fork
	// Root names what the run was made of before any fork. Runs of one root go the
	// same way.
	Root() string
	// Gauges returns the few numbers at frame i by which branches are told apart:
	// "W = 9.83  gap 0.062". It may be empty.
	Gauges(i int) string
	// Compare shows both runs at frame i, this one first; the other may be shorter.
	// It is not ok if they have nothing to compare.
	Compare(other Run, i int) (c Comparison, ok bool)
}

// Comparison is two runs side by side.
type Comparison struct {
	Figures []Figure
	Facts   []ascii.Line // what differs, in numbers
}

// Export writes a run down.
type Export interface {
	// Formats lists what Write knows: "csv" and "jsonl" for the steps so far, and
	// "run" for the run file, if the run can be replayed.
	Formats() []string
	// Write writes the run in one of the formats. A run file has other branches of
	// the same beginning too.
	Write(w io.Writer, format string, others []Run) error
}

// Invariant is a law of an algorithm with its number at one step.
type Invariant struct {
	Name  string     // a machine name, unique in its ledger: "sum", "box"
	Law   ascii.Line // the law in symbols: "Σαt = 0"
	Value string     // its number at this step: "3.1e−17"
	Holds bool
	// Note says, where the law does not hold, what is wrong and where: "α₃ =
	// 1.2 lies above C = 1".
	Note string
}
