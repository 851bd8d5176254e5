package exercises

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
)

// Scene describes what the stage shows for some answers.
type Scene struct {
	Figures   []Figure     // if there is no run
	Run       Run          // nil if there is nothing to step through
	Controls  []Control    // sliders, choices and buttons; their values are in Answers
	Predicted []ascii.Line // what the student predicted, shown before the notes in the text
	Notes     []ascii.Line // facts that depend on the answers, such as "5 errors at x₁ = −2"
	Formula   []ascii.Line // the formula line, if there is no run
	// Inspect describes point i of the first figure with points. It is nil if there
	// is nothing to inspect.
	Inspect func(i int) []ascii.Line
	// Points maps points of a run's picture, counted from 0, to labels. A question about
	// the next step refers to these points, such as the pair.
	Points map[int]string
}

// SceneOf returns a scene with one figure and notes.
func SceneOf(f Figure, notes ...ascii.Line) Scene {
	return Scene{Figures: []Figure{f}, Notes: notes}
}

// Role determines how much room a figure gets.
type Role uint8

// The roles.
const (
	Main  Role = iota // the picture of the scene, as large as possible
	Chart             // a small chart next to the main picture
	Strip             // a few rows over the full width, such as a number line
	Table             // text in columns
	State             // the points of a run, one per row: below the picture, or alone
)

// Figure is a drawing and its place in the layout.
type Figure struct {
	Title string
	Role  Role
	Plot  ascii.Figure
	// Sets names two sliders, the horizontal one first. They hold the coordinates of a
	// point that the student moves on a map. Sets is empty if there is no such point.
	Sets []string
	// Presses names a button. A click on the background of a map sets the two sliders of
	// Sets and then presses the button. A click on a point sets only the sliders. If
	// Presses is empty, the point can be dragged.
	Presses string
	Rows    int // minimum height without the title; 0: all rows of the figure
}

// FigureIndex returns the index of the first figure with a role, or −1.
func FigureIndex(figures []Figure, r Role) int {
	return slices.IndexFunc(figures, func(f Figure) bool { return f.Role == r })
}

// Run is a solver's path as a sequence of frames. The lab steps through it without
// knowing the problem. A Run is immutable and safe for concurrent use.
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
	// Breaks returns the kinds of event that the run can stop at.
	Breaks() []Break
	// Holds reports whether b holds at frame i, 0 ≤ i < Len().
	Holds(i int, b Break) bool
	// Extend returns a run with up to n more frames. It stops early at a frame
	// where until holds (the zero Break never does), at the end, or when ctx is
	// cancelled. The receiver does not change.
	Extend(ctx context.Context, n int, until Break) (Run, error)
	// Abilities returns what else the run can do.
	Abilities() Abilities
}

// Scan returns the first frame after from in direction dir, 1 or −1, at which b
// holds. It considers only existing frames and returns −1 if there is none or when
// ctx is cancelled.
func Scan(ctx context.Context, run Run, from, dir int, b Break) int {
	for i := from + dir; i >= 0 && i < run.Len() && ctx.Err() == nil; i += dir {
		if run.Holds(i, b) {
			return i
		}
	}
	return -1
}

// Break is a condition that a run can stop at. The zero Break never holds. If Name has
// several lines, each line is a condition, and the Break holds when any of them holds.
type Break struct {
	Name  string // key, such as "bound", "gap<1e-3", "alpha3"
	Label string // such as "a bound is hit"
	// Condition is the condition as a student would type it. If empty, it is Name.
	Condition string
}

// OfOnePoint reports whether the break is about the coefficient of one point, such as
// alpha3. Lists show a single entry for the breaks of all points.
func (b Break) OfOnePoint() bool {
	number, ok := strings.CutPrefix(b.Name, "alpha")
	_, err := strconv.Atoi(number)
	return ok && err == nil
}

// Code is the pseudo-code of an algorithm at a frame. It may be empty.
type Code struct {
	Lines []ascii.Line // the first is the head of the loop
	// Numbers returns what each line except the first computed in the step that led to the
	// frame.
	Numbers func() []ascii.Line
}

// Frame is one position of a run.
type Frame struct {
	Figures []Figure
	// Status describes the position in words: "update 12, gap 3.1e-3".
	Status ascii.Line
	// Formula is the update of this frame: in symbols, in numbers, and the result.
	Formula []ascii.Line
	Code    Code // the pseudo-code, which is also among the figures
	// Why returns tables and sentences that explain this step, computed when it is
	// first called. It is nil if there is nothing to explain.
	Why func() []ascii.Line
	// Notes are facts that follow the notes of the scene.
	Notes []ascii.Line
	// Inspect describes point i of the first figure with points.
	Inspect func(i int) []ascii.Line
	// Owner is a run that ends at this frame and answers questions about the frame. If it
	// is nil, the run that returned the frame answers them.
	Owner Run
}
