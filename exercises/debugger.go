package exercises

import (
	"context"
	"fmt"
	"io"

	"kernellab/ascii"
)

// What a run may offer beyond its frames, so that a student can question a
// solver rather than watch it. The lab asks for each by a type assertion; a run
// implements those that make sense for its algorithm. All of them are pure, and
// safe for concurrent use, like the run itself.

// Ledger is a run that keeps books: what must hold at every step.
type Ledger interface {
	// Invariants lists what must hold at frame i, in a fixed order.
	Invariants(i int) []Invariant
}

// Shutter is a run that may do without some of its help, for who has to find out
// by other means.
type Shutter interface {
	// Shut says why there are no reasons and why there are no books; "" where
	// there are.
	Shut() (why, ledger string)
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

// Watcher is a run whose breaks can be typed, in the words of its algorithm:
// "alpha[3] == C".
type Watcher interface {
	// Watch reads a condition. Its name is the text in normal form, and Extend
	// and Holds know it. The error of a text that cannot be read is a
	// *WatchError.
	Watch(text string) (Break, error)
	// Complete lists what could stand at rune at of the text, best first.
	Complete(text string, at int) []Completion
	// Reading is the value of what a condition looks at, at frame i, in words:
	// "gap = 0.0031"; "" where it looks at nothing that has a value.
	Reading(b Break, i int) string
}

// Exampler is a run that can show what a condition looks like.
type Exampler interface {
	// Examples are conditions of the run's own quantities, each of which Watch
	// reads.
	Examples() []string
}

// Changer is a run that keeps a number for every point.
type Changer interface {
	// Change is the condition that the number of point i, counted from 0, changes:
	// its α. Not ok where there is none.
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

// Quiz is a run that asks what comes next before it shows it.
type Quiz interface {
	// Questions are about the step from frame i to frame i+1, in the order in
	// which they are asked; i+1 < Len(). Each is a small Step: its fields take
	// the answer, its Check judges it, its Reference is right.
	Questions(i int) []Step
}

// Marker is a quiz with steps that a lesson has marked.
type Marker interface {
	Quiz
	// Marked reports whether the student is asked for the step from frame i to
	// frame i+1 before it is shown, without asking for the questions.
	Marked(i int) bool
}

// Apprentice is a run whose next step a student can compute by hand.
type Apprentice interface {
	// ByHand is the step from frame i to frame i+1 with a blank for each
	// quantity; i+1 < Len(). A value that follows from an earlier slip of the
	// student's own is said to follow from it.
	ByHand(i int) Step
}

// Forker is a run that can be made to go another way.
type Forker interface {
	// Options lists what can be otherwise in the step after frame i, with the
	// values in force under a: the pair, the point, the step size, and the
	// parameters of the solver. With no answers these are the run's own.
	Options(i int, a Answers) []Control
	// Preview is the frame that the step after frame i would lead to. Nothing
	// is kept. It reports a choice that cannot be taken.
	Preview(i int, a Answers) (Frame, error)
	// Fork returns a run with the past up to frame i and the chosen step after
	// it. The receiver stays as it is.
	Fork(ctx context.Context, i int, a Answers) (Run, error)
	// Origin says where this run left another: at which frame, and by what
	// choice, in words; not ok for a run that was not forked.
	Origin() (at int, choice string, ok bool)
}

// Named is a run that writes down by what name its last fork goes.
type Named interface {
	// Named returns the run with that name, of letters, digits and hyphens. The
	// receiver stays as it is.
	Named(name string) Run
}

// Comparer is a run that can be laid beside another on the same data.
type Comparer interface {
	// Compare shows both runs at frame i, this one first; the other may be
	// shorter. Not ok where the two have nothing to compare.
	Compare(other Run, i int) (c Comparison, ok bool)
}

// Comparison is two runs side by side.
type Comparison struct {
	Figures []Figure
	Facts   []ascii.Line // what differs, in numbers
}

// Shortener is a run that can be seen as it was on the way.
type Shortener interface {
	// UpTo is the run as it was when frame i was its last: nothing in it, its
	// charts and events, tells of what came after. The receiver stays as it is.
	UpTo(i int) Run
}

// Forest is a run that can be written down with the branches of the same
// beginning.
type Forest interface {
	// RecordWith writes one run file of all.
	RecordWith(w io.Writer, others []Run) error
}

// Written is how a run is written down in a format, "" being the run file of a
// Recorder, which has the other branches too where the run knows how.
func Written(run Exporter, others []Run, format string) func(io.Writer) error {
	if r, ok := run.(Recorder); ok && format == "" {
		if f, ok := run.(Forest); ok {
			return func(w io.Writer) error { return f.RecordWith(w, others) }
		}
		return r.Record
	}
	return func(w io.Writer) error { return run.Export(w, format) }
}

// Recorder is a run that can be replayed elsewhere.
type Recorder interface {
	Exporter
	// Record writes the run file.
	Record(w io.Writer) error
}

// Exporter is a run that can be written down.
type Exporter interface {
	// Export writes the steps so far in a format of Formats.
	Export(w io.Writer, format string) error
	// Formats lists what Export knows: "csv", "jsonl".
	Formats() []string
}
