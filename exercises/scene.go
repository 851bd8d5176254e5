package exercises

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
)

// Scene describes what a task shows on the stage, the part of the screen with the pictures, for
// given answers.
type Scene struct {
	Figures   []Figure     // if there is no run
	Run       Run          // nil if there is nothing to step through
	Controls  []Control    // sliders, choices and buttons; their values are in Answers
	Predicted []ascii.Line // what the student predicted, shown before the notes
	Notes     []ascii.Line // facts that depend on the answers, such as "5 errors at x₁ = −2"
	Formula   []ascii.Line // the update as a formula, if there is no run
	// Inspect describes point i of the first figure with points. It is nil if there
	// is nothing to inspect.
	Inspect func(i int) []ascii.Line
	// Points maps points of a run's picture, counted from 0, to labels. A question about the next
	// step refers to these points, for example to the pair.
	Points map[int]string
}

// SceneOf returns a scene with one figure and notes.
func SceneOf(f Figure, notes ...ascii.Line) Scene {
	return Scene{Figures: []Figure{f}, Notes: notes}
}

// Role determines where a figure is placed and how large it is.
type Role uint8

// The roles.
const (
	Main  Role = iota // the picture of the scene, as large as possible
	Chart             // a small chart next to the main picture
	Strip             // a few rows over the full width, such as a number line
	Table             // text in columns
	State             // a table of the points of a run, one per row: below the picture, or alone
)

// Figure is a drawing and its place in the layout.
type Figure struct {
	Title string
	Role  Role
	Plot  ascii.Figure
	// PointSliders names the sliders of x and y of a point that the student moves on
	// the map. It is empty if there is no such point.
	PointSliders []string
	// ClickButton names a button. A click on the background of a map sets the two
	// PointSliders and then presses the button. A click on a point sets only the sliders. If
	// ClickButton is empty, the point can be dragged.
	ClickButton string
	Rows        int // minimum height without the title; 0: all rows of the figure
}

// FigureIndex returns the index of the first figure with a role, or −1.
func FigureIndex(figures []Figure, r Role) int {
	return slices.IndexFunc(figures, func(f Figure) bool { return f.Role == r })
}

// Run is a sequence of frames, usually one for each step of a solver. The lab, the program around
// the exercises, steps through it without knowing the problem. A Run is immutable and safe for
// concurrent use.
type Run interface {
	// Len returns the current number of frames, at least 1. Frame 0 is the start.
	Len() int
	// Frame returns frame i, 0 ≤ i < Len().
	Frame(i int) Frame
	// Event describes an event at frame i that a student may look for ("α₃ reaches
	// C"), or returns "".
	Event(i int) string
	// Done reports whether the run has ended, with the reason as a sentence.
	Done() (reason string, done bool)
	// Conditions returns the predefined conditions at which the run can stop.
	Conditions() []Condition
	// Holds reports whether the condition holds at frame i, 0 ≤ i < Len().
	Holds(i int, condition Condition) bool
	// Extend returns a run with up to n more frames. It stops early at a frame where until holds,
	// at the end of the run, or when ctx is cancelled. The receiver does not change.
	Extend(ctx context.Context, n int, until Condition) (Run, error)
	// Abilities returns what the run offers in addition to its frames.
	Abilities() Abilities
}

// FindFrame returns the first frame after start (dir = 1) or before start (dir = −1) at which the
// condition holds. It does not extend the run. It returns −1 if there is no such frame or when ctx
// is cancelled.
func FindFrame(ctx context.Context, run Run, start, dir int, condition Condition) int {
	for i := start + dir; i >= 0 && i < run.Len() && ctx.Err() == nil; i += dir {
		if run.Holds(i, condition) {
			return i
		}
	}
	return -1
}

// Condition is a condition on a frame, at which a run can stop, as at a breakpoint of a debugger.
// The zero Condition never holds. If Name has several lines, each line is a condition, and the
// Condition holds when any of them holds.
type Condition struct {
	Name  string // key, such as "bound", "gap<1e-3", "alpha3"
	Label string // such as "a bound is hit"
	// Text is the condition as a student would type it. If empty, it is Name.
	Text string
}

// OfOnePoint reports whether the condition is about the coefficient of one point, such as alpha3.
// Lists have a single entry for all these conditions.
func (c Condition) OfOnePoint() bool {
	number, ok := strings.CutPrefix(c.Name, "alpha")
	_, err := strconv.Atoi(number)
	return ok && err == nil
}

// Code is the pseudo-code of an algorithm at a frame. It may be empty.
type Code struct {
	Lines []ascii.Line // the first is the head of the loop
	// LineResults returns, for each line except the first, the numbers that it computed in the step
	// that led to the frame.
	LineResults func() []ascii.Line
}

// Frame is one position of a run, usually the state after a step, with its pictures.
type Frame struct {
	Figures []Figure
	// Status describes the position in words: "update 12, gap 3.1e-3".
	Status ascii.Line
	// Formula is the update of this frame: in symbols, in numbers, and the result.
	Formula []ascii.Line
	Code    Code // the pseudo-code, which is also among the figures
	// Why returns tables and sentences that explain the step that led to this frame. They are computed
	// at the first call. Why is nil if there is nothing to explain.
	Why func() []ascii.Line
	// Notes are facts that follow the notes of the scene.
	Notes []ascii.Line
	// Inspect describes point i of the first figure with points.
	Inspect func(i int) []ascii.Line
	// Owner is a run that ends at this frame and has the abilities for it. If Owner is nil, the run
	// that returned the frame has them.
	Owner Run
}

// Abilities holds what a run offers in addition to its frames, so that a student can ask questions
// about a solver and not only watch it. An ability that the run lacks is nil. All functions are
// pure and safe for concurrent use.
type Abilities struct {
	ConditionParser ConditionParser
	Predictions     Predictions
	Branching       Branching
	Export          Export
	// Ledger returns the ledger: the list of the invariants at frame i, each with its value, in a
	// fixed order.
	Ledger func(i int) []Invariant
	// WhyReplacement is the text that the student sees instead of the reasons of the steps, and
	// LedgerReplacement is the text instead of the ledger, for example because these would reveal an
	// answer. If a text is empty, the reasons or the ledger are shown.
	WhyReplacement, LedgerReplacement string
}

// AbilitiesOf returns the abilities of a run, or none if the run is nil.
func AbilitiesOf(run Run) Abilities {
	if run == nil {
		return Abilities{}
	}
	return run.Abilities()
}

// ConditionParser parses conditions that a student types, such as "alpha[3] == C". The names in a
// condition are those of the run's algorithm.
type ConditionParser interface {
	// ParseCondition parses a condition. Extend and Holds accept the returned Condition, whose
	// Name is the text in normal form. If the text is invalid, the error is a
	// *ConditionError.
	ParseCondition(text string) (Condition, error)
	// Complete returns the completions of the text at the given rune, best first.
	Complete(text string, at int) []Completion
	// Examples returns conditions that ParseCondition accepts. There may be none.
	Examples() []string
	// ValuesAt returns a text such as "gap = 0.0031" with the values at frame i on which a
	// condition depends. It returns "" if the condition depends on no values.
	ValuesAt(condition Condition, i int) string
	// ChangeCondition returns the condition that holds at a frame where the coefficient of point i
	// changes, with i counted from 0: "alpha[3] changes" for i = 2. ok is false if point i has no
	// coefficient.
	ChangeCondition(i int) (condition Condition, ok bool)
}

// Completion is a possible continuation of a text that is being typed.
type Completion struct {
	Text   string // the whole text after the completion
	Cursor int    // position of the cursor, in runes
	Help   string // the meaning in a few words
}

// ConditionError reports an error in a condition.
type ConditionError struct {
	At      int    // position in runes, from 0
	Problem string // the error, as a sentence
	Fix     string // the whole text as it may be meant; may be empty
}

func (e *ConditionError) Error() string { return fmt.Sprintf("character %d: %s", e.At+1, e.Problem) }

// Predictions provides questions about the step from frame i to frame i+1, to be asked
// before that step is shown. Each question is a Task.
type Predictions interface {
	// Questions returns the questions in their order. It requires i+1 < Len().
	Questions(i int) []Task
	// ByHand returns a task in which the student computes the step, with a blank for each quantity.
	// It returns nil if there is nothing to compute. It requires i+1 < Len(). If a value is wrong
	// only because an earlier value is wrong, the report says so.
	ByHand(i int) Task
	// UpTo returns the run cut off after frame i, so that its charts and events do
	// not reveal the answer.
	UpTo(i int) Run
}

// Branching lets a student fork a run: go back to a frame, choose another step or other parameters,
// and get a second run, a branch. It also compares branches.
type Branching interface {
	// Options returns the controls for choosing the step after frame i: the pair, the point, the
	// step size, and the parameters of the solver. A control has the value that choices contains
	// for it or, if there is none, the value that the run would use.
	Options(i int, choices Answers) []Control
	// Preview returns the frame after the step that follows frame i with the given choices, or an
	// error if this step is not possible.
	Preview(i int, choices Answers) (Frame, error)
	// Fork returns a run with the frames 0 … i of this run, followed by the step with the given
	// choices.
	Fork(ctx context.Context, i int, choices Answers) (Run, error)
	// WithName returns a copy of the run in which the last fork has the given name. Names
	// consist of letters, digits and hyphens, and are written to files.
	WithName(name string) Run
	// Forks returns the forks that led to this run, the oldest first.
	Forks() []Fork
	// Root returns a text that identifies the settings of the run before any fork. Runs with the
	// same root are identical up to their forks.
	Root() string
	// ObjectiveText returns a few numbers at frame i for the comparison of branches, such as "W =
	// 9.83 gap 0.062". It may return "".
	ObjectiveText(i int) string
	// Compare shows this run and then the other run at frame i. The other run may be shorter. ok is
	// false if there is nothing to compare.
	Compare(other Run, i int) (c Comparison, ok bool)
}

// Comparison shows two runs next to each other.
type Comparison struct {
	Figures []Figure
	Facts   []ascii.Line // the differences in numbers
}

// Export writes a run to a file.
type Export interface {
	// Formats returns the formats that Write supports: "csv" and "jsonl" for the
	// steps so far, and "run" for the run file, if the run can be replayed.
	Formats() []string
	// Write writes the run in one of the formats. A run file also contains the runs in others that
	// have the same root as this run.
	Write(w io.Writer, format string, others []Run) error
}

// Invariant is a law of an algorithm, checked at one step.
type Invariant struct {
	Name  string     // machine name, unique in its ledger, such as "sum"
	Law   ascii.Line // in symbols, such as "Σαt = 0"
	Value string     // the number that the law is about, such as "3.1e−17"
	Holds bool
	// Waived reports whether the law need not hold at this step. Then Holds is true.
	Waived bool
	// Note describes a violation and its place: "α₃ = 1.2 lies above C = 1".
	Note string
}

// Fork records at which frame a run was forked from another run, and by which choice.
type Fork struct {
	Frame       int     // the last frame that both runs share
	Answers     Answers // the changed values, in canonical form
	Description string  // the choice in words, such as "pair (3, 9) instead of (3, 4)"
	Name        string  // name of the run that the fork created; may be empty
}

// ReplayForks repeats the forks of one run on another run with the same root, and extends the result to
// lastFrame. It returns an error if a fork is not possible.
func ReplayForks(ctx context.Context, run Run, forks []Fork, lastFrame int) (Run, error) {
	for _, f := range forks {
		run = ExtendTo(ctx, run, f.Frame)
		branching := AbilitiesOf(run).Branching
		if branching == nil || f.Frame < 0 || f.Frame >= run.Len() {
			return nil, fmt.Errorf("there is no step %d to leave it at", f.Frame)
		}
		var err error
		if run, err = branching.Fork(ctx, f.Frame, f.Answers); err != nil {
			return nil, err
		}
		if newBranching := AbilitiesOf(run).Branching; newBranching != nil && f.Name != "" {
			run = newBranching.WithName(f.Name)
		}
	}
	return ExtendTo(ctx, run, lastFrame), ctx.Err()
}

// ExtendTo returns a run extended to a frame, or as far as it goes.
func ExtendTo(ctx context.Context, run Run, frame int) Run {
	if _, done := run.Done(); done || run.Len() > frame {
		return run
	}
	longer, err := run.Extend(ctx, frame+1-run.Len(), Condition{})
	if longer == nil || err != nil && longer.Len() < run.Len() {
		return run
	}
	return longer
}

// AnyOf returns a condition that holds if at least one of the given conditions holds. Without
// conditions, it returns the zero Condition. The Name of the result holds the names of the conditions,
// one per line, and its Label joins their labels.
func AnyOf(conditions ...Condition) Condition {
	var out Condition
	for i, c := range conditions {
		if i > 0 {
			out.Name, out.Label = out.Name+"\n", out.Label+", or "
		}
		out.Name, out.Label = out.Name+c.Name, out.Label+c.Label
	}
	return out
}
