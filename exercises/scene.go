package exercises

import (
	"context"

	"kernellab/ascii"
)

// Scene is what the stage shows for some answers.
type Scene struct {
	Figures  []Figure     // where there is no run
	Run      Run          // nil: nothing to step through
	Controls []Control    // sliders and choices; their values live in Answers
	Notes    []ascii.Line // live facts beside the question: "5 errors at x₁ = −2"
	Formula  []ascii.Line // the formula line, where there is no run
	// Inspect describes point i of the first figure that can be pointed at;
	// nil where there is nothing to inspect.
	Inspect func(i int) []ascii.Line
	// Points are those of a run's picture that a question on its next step speaks
	// of, counted from 0, with their letters: the pair.
	Points map[int]string
}

// SceneOf returns a scene with one figure and notes.
func SceneOf(f Figure, notes ...ascii.Line) Scene {
	return Scene{Figures: []Figure{f}, Notes: notes}
}

// Role says how much room a figure wants.
type Role uint8

// The roles.
const (
	Main  Role = iota // the picture of the scene: as large as can be
	Chart             // a small chart beside it
	Strip             // a few rows over the full width (number line)
	Table             // text in columns
	State             // the points of a run, a row each: under the picture, or by itself
)

// Figure is a drawing with its place in the layout.
type Figure struct {
	Title string
	Role  Role
	Plot  ascii.Figure
	// Sets names the slider that a click on the figure sets, or the fields of
	// which it fills one: with the value of an ascii.Valued there, or of the axis
	// across of an ascii.Chart. Of a map it names two sliders, which a point of the
	// student's own has for its places across and up.
	Sets []string
	// Presses names the button that a click on the ground of a map presses, once the
	// two sliders of Sets are there; a click on a point moves them to it. Where it is
	// empty, they are dragged.
	Presses string
	Rows    int // it wants at least, its title not among them; 0: as many as there are
}

// Run is a solver's path, hidden behind frames: the lab steps through it
// without knowing what is solved. A Run is immutable and safe for concurrent
// use.
type Run interface {
	// Len is the number of frames there are now, at least 1: frame 0 is the
	// start.
	Len() int
	// Frame returns frame i, 0 ≤ i < Len().
	Frame(i int) Frame
	// Event names what happened at frame i that a student may look for ("α₃
	// reaches C"), or is empty.
	Event(i int) string
	// Done reports that no further frame can come, and why, in a sentence.
	Done() (reason string, done bool)
	// Breaks lists the kinds of event the run can be asked to stop at.
	Breaks() []Break
	// Holds reports whether b holds at frame i, 0 ≤ i < Len().
	Holds(i int, b Break) bool
	// Extend returns a run with up to n more frames, stopping early at a
	// frame where until holds (the zero Break never does), at the end, or when
	// ctx is cancelled. The receiver stays as it is.
	Extend(ctx context.Context, n int, until Break) (Run, error)
	// Abilities returns what else the run can do.
	Abilities() Abilities
}

// Scan returns the first frame after from in direction dir, 1 or −1, at which b
// holds among those there are; −1 where there is none, or when ctx ends.
func Scan(ctx context.Context, run Run, from, dir int, b Break) int {
	for i := from + dir; i >= 0 && i < run.Len() && ctx.Err() == nil; i += dir {
		if run.Holds(i, b) {
			return i
		}
	}
	return -1
}

// Break is a condition a run can stop at. The zero Break never holds; one whose
// name has several lines holds where that of one line does.
type Break struct {
	Name  string // key, e.g. "bound", "gap<1e-3", "alpha3"
	Label string // "a bound is hit"
}

// Frame is one position of a run.
type Frame struct {
	Figures []Figure
	// Status is the position in words: "update 12, gap 3.1e-3".
	Status ascii.Line
	// Formula is the update of this frame: symbols, then numbers, then result.
	Formula []ascii.Line
	// Why explains this step with tables and sentences; nil where there is
	// nothing to explain. It computes them when it is first called.
	Why func() []ascii.Line
	// Notes are live facts beside the question, after the scene's own.
	Notes []ascii.Line
	// Inspect describes point i of the first figure that can be pointed at.
	Inspect func(i int) []ascii.Line
	// Of is the run of which this is the last frame, where that is not the run
	// that was asked for it; else nil. What is asked about the frame it answers.
	Of Run
}
