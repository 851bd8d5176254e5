package anatomy

import (
	"math"

	"kernellab/ascii"
	"kernellab/solvers"
)

// State is what tables show of each point at a step.
type State struct {
	// Label is the first column, and Columns are those after the coefficient and f.
	Label   Column
	Columns []Column
	// Movers returns the points that the step to s is about. It may be nil.
	Movers func(s solvers.Step) []Mover
	// Violation returns by how much a point is not as the solver wants it, 0 if it is. It
	// is nil if a solver wants nothing of single points.
	Violation func(s solvers.Step, i int) float64
}

// Column is one number or verdict of every point.
type Column struct {
	Head string
	Cell func(s solvers.Step, i int) ascii.Line
	// Width is that of the words in it, 0 for a number.
	Width int
	// Words returns the cell as part of a sentence. It is nil for a number.
	Words func(s solvers.Step, i int) string
	// Legend explains the signs in it, "" if none need that.
	Legend string
}

// Mover is a point that a step is about, with the sign that marks it.
type Mover struct {
	Point int
	Mark  ascii.Span
}

// PlainMark marks the only point that a step is about.
const PlainMark = "▸"

// mover is the only point that a step is about.
func mover(i int) []Mover { return []Mover{{i, ascii.Span{Text: PlainMark, Ink: InkA}}} }

// State returns that of a run of the kind. Of the points it takes the labels alone: f
// is the one that the step has.
func (k Kind) State(y []float64, s solvers.Solver) State {
	switch {
	case k.Descent != nil:
		return k.Descent(Points{Y: y}, Claimed(s)).state()
	case k.PointState != nil:
		return k.PointState(y, Claimed(s))
	}
	return State{Label: labels("y", y)}
}

// number is a column of numbers.
func number(head string, of func(s solvers.Step, i int) float64) Column {
	return Column{Head: head, Cell: func(s solvers.Step, i int) ascii.Line { return ascii.Plain(Fitting(of(s, i))) }}
}

// verdict is a column that says whether a point is as the solver wants it: in a cell,
// and as part of a sentence.
func verdict(head string, width int, of func(s solvers.Step, i int) (ok bool, cell, words string)) Column {
	return Column{
		Head: head, Width: width,
		Cell: func(s solvers.Step, i int) ascii.Line {
			ok, cell, _ := of(s, i)
			if ok {
				return ascii.Line{{Text: "✓" + cell, Ink: ascii.Good}}
			}
			return ascii.Line{{Text: "✗" + cell, Ink: ascii.Bad}}
		},
		Words: func(s solvers.Step, i int) string { _, _, words := of(s, i); return words },
	}
}

// NumberWidth is the width of a number in a table, in columns.
const NumberWidth = 9

// Fitting writes a number with as many of its four digits as there is room for.
func Fitting(v float64) string {
	for digits := 4; ; digits-- {
		if text := Digits(v, digits); digits == 1 || ascii.Width(text) <= NumberWidth {
			return text
		}
	}
}

// labels is the column of the labels, with their signs if they are classes.
func labels(head string, y []float64) Column {
	return Column{Head: head, Cell: func(_ solvers.Step, i int) ascii.Line {
		return ascii.Plain(either(math.Abs(y[i]) == 1, Label(y[i]), Num(y[i])))
	}}
}
