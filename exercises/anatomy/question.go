package anatomy

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/solvers"
)

// Question asks for a prediction about a step: a number, or one of a few options. If it asks for a
// number, each empty text is replaced by one made from Number.
type Question struct {
	Name, Title string
	Text        string // the question, as a sentence
	Given       []exercises.Block
	// Number is the quantity to predict if there are no options.
	Number Quantity
	// Options are the possible answers, and Label is written before them. Accept lists the
	// right answers, the reference answer first.
	Label   string
	Options []exercises.Choice
	Accept  []string
	// Right is shown after a right answer, and Wrong, a hint, after a wrong choice.
	Right, Wrong string
	// Scene shows figures from which the answer can be read. It may be nil.
	Scene func() exercises.Scene
}

// MoveQuestion asks for the points that a step visits or changes: a pair, or one point.
type MoveQuestion struct {
	Name, Title, Text string
	Given             []exercises.Block
	// Fields are the fields for the points of a move, K first. If there is only one field, the
	// student may also answer that there is no such point, which is the zero Move.
	Fields []exercises.Field
	Want   Move
	Judge  func(m Move) Judgement
	// Blanks returns the numbers to fill in for a move, if the student also makes the step by hand.
	// Otherwise it is nil.
	Blanks func(m Move) Derivation
	// Scene returns the figures that help to find the move. m holds the points filled in so far (0
	// for a missing point), and typed returns the numbers filled in so far.
	Scene func(m Move, typed TypedNumber) exercises.Scene
}

// TypedNumber returns the number that a student typed into a field. ok is false if
// there is none.
type TypedNumber func(name string) (v float64, ok bool)

// Judgement is the verdict on a student's answer to a MoveQuestion.
type Judgement struct {
	Right    bool
	Headline string // the first line if the move is wrong
	Fact     string
	// Done is shown when the numbers of the step are right as well.
	Done string
}

// paragraph returns a paragraph of text.
func paragraph(format string, args ...any) exercises.Block {
	return exercises.Block{Kind: exercises.Paragraph, Text: line(format, args...)}
}

// formula returns a formula on a line of its own.
func formula(format string, args ...any) exercises.Block {
	return exercises.Block{Kind: exercises.Formula, Text: line(format, args...)}
}

// line returns a line of plain text.
func line(format string, args ...any) ascii.Line { return ascii.Plain(fmt.Sprintf(format, args...)) }

// ifElse returns yes if cond is true, and otherwise no.
func ifElse(cond bool, yes, no string) string {
	if cond {
		return yes
	}
	return no
}

// ValuesBlock returns a line with the named quantities, such as "αₖ = 0.5, αₗ = 0". Without
// names, it contains all quantities.
func (d Derivation) ValuesBlock(names ...string) exercises.Block {
	var text []string
	values := d.Values()
	for _, q := range d {
		if names == nil || slices.Contains(names, q.Name) {
			text = append(text, q.Symbol+" = "+q.ForComputing(values))
		}
	}
	return formula("%s", strings.Join(text, ", "))
}

// pointColumn is a column of a table of points.
type pointColumn struct {
	title string
	text  func(i int) string
}

// labelColumn returns the column of the labels.
func labelColumn(title string, y []float64) pointColumn {
	return pointColumn{title, func(i int) string { return answer.SignedDecimal(y[i]) }}
}

// shownColumn returns a column of numbers with enough digits to compute with them.
func shownColumn(title string, v func(i int) float64) pointColumn {
	return pointColumn{title, func(i int) string { return FiveDigits(v(i)) }}
}

// pointTable returns a table with a row for each of the points.
func pointTable(title string, points []int, columns ...pointColumn) exercises.Figure {
	table := ascii.Table{Columns: []ascii.Column{{Title: "i", Right: true}}}
	for _, c := range columns {
		table.Columns = append(table.Columns, ascii.Column{Title: c.title, Right: true})
	}
	for _, i := range points {
		row := []ascii.Line{line("%d", i+1)}
		for _, c := range columns {
			row = append(row, ascii.Plain(c.text(i)))
		}
		table.Rows = append(table.Rows, row)
	}
	return exercises.Figure{Title: title, Role: exercises.Table, Plot: table}
}

// Move is the choice that a step makes: a pair of points, or one point with L = 0. Points
// count from 1. The zero Move means no choice.
type Move struct {
	K, L        int
	ClipOmitted bool // the new αₗ is not clipped, although it is outside [L, H]
}

// String describes the move.
func (m Move) String() string {
	switch {
	case m.ClipOmitted:
		return fmt.Sprintf("pair (%d, %d) without the clip", m.K, m.L)
	case m.L > 0:
		return fmt.Sprintf("pair (%d, %d)", m.K, m.L)
	case m.K > 0:
		return fmt.Sprintf("point %d", m.K)
	}
	return "no step"
}

// PointNumbers returns the move without the noun: "(1, 2)" for a pair.
func (m Move) PointNumbers() string {
	return strings.TrimPrefix(strings.TrimPrefix(m.String(), "pair "), "point ")
}

// Answers returns the answers with which a student chooses the move in a fork, a second run that
// goes on from some step in another way. solverMove is the move that the solver would make.
func (m Move) Answers(solverMove Move) exercises.Answers {
	switch {
	case m.L > 0:
		a := exercises.Answers{"k": strconv.Itoa(m.K), "l": strconv.Itoa(m.L)}
		switch {
		case m.ClipOmitted:
			a["clip"] = clipOff
		case solverMove.ClipOmitted && m.K == solverMove.K && m.L == solverMove.L:
			a["clip"] = clipOn
		}
		return a
	case m.K > 0:
		return exercises.Answers{"point": strconv.Itoa(m.K)}
	}
	return nil
}

// ForkPosition is a position at which a student can choose the next step.
type ForkPosition struct {
	Solver  solvers.Solver
	Problem *solvers.Problem
	Step    solvers.Step // the step that led to the position
}

// StepChooser lets a student choose the steps of one kind of solver.
type StepChooser interface {
	// Names returns the names of the choices.
	Names() []string
	// MoveOf returns the move of a step.
	MoveOf(s solvers.Step) Move
	// Suggestion returns the move to suggest at a position where the solver has ended and has no
	// move of its own.
	Suggestion(fork ForkPosition) Move
	// Read returns the move that the answers choose. solverMove is the move that the solver would make.
	// For a missing answer, Read uses the value that suits the other answers best, or the value in
	// solverMove.
	Read(fork ForkPosition, solverMove Move, a exercises.Answers) (Move, error)
	// Take makes the step with the move m.
	Take(fork ForkPosition, m Move) solvers.Step
	// Options returns the controls for choosing a move, set to m. Each option shows a number
	// that helps to judge the option.
	Options(fork ForkPosition, m Move) []exercises.Control
}

// ForkChoices returns the names of all controls for forks, of all kinds of solvers: the choices of
// a step, then the parameters, then the width of the kernel.
func ForkChoices() []string {
	var steps, parameters []string
	for _, k := range All() {
		if k.StepChooser != nil {
			steps = append(steps, k.StepChooser.Names()...)
		}
		for _, p := range k.Parameters {
			if p.ForkLabel != "" && !slices.Contains(parameters, p.ControlName()) {
				parameters = append(parameters, p.ControlName())
			}
		}
	}
	return append(steps, append(parameters, "sigma")...)
}

// Move returns the move of a step, or the zero Move if the kind's steps cannot be
// chosen.
func (k Kind) Move(s solvers.Step) Move {
	if k.StepChooser == nil {
		return Move{}
	}
	return k.StepChooser.MoveOf(s)
}

// SolverMove returns the move that the solver would make at a position if the student did not choose.
func (k Kind) SolverMove(fork ForkPosition) Move {
	if !fork.Step.Status.Done() {
		if next, err := fork.Solver.Next(fork.Problem, fork.Step); err == nil {
			return k.Move(next)
		}
	}
	return k.StepChooser.Suggestion(fork)
}

// readPoint parses the number of a point, from 1 to n. If the text is empty, it returns fallback.
// label names the field in the error.
func readPoint(label, text string, n, fallback int) (int, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return fallback, nil
	}
	i, err := strconv.Atoi(text)
	if err != nil || i < 1 || i > n {
		return fallback, fmt.Errorf("%s = %q: the points are 1 to %d", label, text, n)
	}
	return i, nil
}

// pointChoice returns the choice of point i, counted from 0, with a few words about it.
func pointChoice(i int, words string) exercises.Choice {
	n := strconv.Itoa(i + 1)
	return exercises.Choice{Value: n, Label: n + " (" + words + ")"}
}
