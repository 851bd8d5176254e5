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

// Question is something to predict about a step: a number, or one of a few options.
// Of a question for a number, what is empty is derived.
type Question struct {
	Name, Title string
	Text        string // the question, a sentence
	Given       []exercises.Block
	// Number is what is asked for if there are no options.
	Number Quantity
	// Options are what can be answered after the Label, and Accept the right ones of
	// them, the reference first.
	Label   string
	Options []exercises.Choice
	Accept  []string
	// Right certifies a right answer, and Wrong says what to look at after a wrong
	// choice.
	Right, Wrong string
	// Scene shows what the answer can be read off. It may be nil.
	Scene func() exercises.Scene
}

// MoveQuestion asks what a step is about: a pair of points, or one point.
type MoveQuestion struct {
	Name, Title, Text string
	Given             []exercises.Block
	// Fields take the points of a move, K first. With one field the answer may be
	// that there is none: the zero Move.
	Fields []exercises.Field
	Want   Move
	Judge  func(m Move) Judgement
	// Blanks returns what there is to fill in of a move, if the rest of the step is done
	// by hand as well. It may be nil.
	Blanks func(m Move) Derivation
	// Scene shows what a move can be found by, given the points filled in so far,
	// 0 for none, and the numbers.
	Scene func(m Move, typed TypedNumber) exercises.Scene
}

// TypedNumber returns the number that a student typed into a field; not ok if there is none.
type TypedNumber func(name string) (v float64, ok bool)

// Judgement is what there is to say of a move.
type Judgement struct {
	Right    bool
	Headline string // if it is wrong
	Fact     string
	// Done is what to say once the rest of the step is right as well.
	Done string
}

// said is a paragraph.
func said(format string, args ...any) exercises.Block {
	return exercises.Block{Kind: exercises.Paragraph, Text: line(format, args...)}
}

// formula is a formula on a line of its own.
func formula(format string, args ...any) exercises.Block {
	return exercises.Block{Kind: exercises.Formula, Text: line(format, args...)}
}

// line is a line of plain text.
func line(format string, args ...any) ascii.Line { return ascii.Plain(fmt.Sprintf(format, args...)) }

// either returns the first word if something is true, else the second.
func either(is bool, word, other string) string {
	if is {
		return word
	}
	return other
}

// Shown returns a formula line with some of the numbers, all for no names: "αk = 0.5, αℓ = 0".
func (d Derivation) Shown(names ...string) exercises.Block {
	var text []string
	values := d.Values()
	for _, q := range d {
		if names == nil || slices.Contains(names, q.Name) {
			text = append(text, q.Symbol+" = "+q.Shown(values))
		}
	}
	return formula("%s", strings.Join(text, ", "))
}

// pointColumn is one number of every point, in a table of points.
type pointColumn struct {
	title string
	text  func(i int) string
}

// labelColumn is the column of the labels.
func labelColumn(title string, y []float64) pointColumn {
	return pointColumn{title, func(i int) string { return answer.Signed(y[i]) }}
}

// shownColumn is a column of numbers to compute with.
func shownColumn(title string, v func(i int) float64) pointColumn {
	return pointColumn{title, func(i int) string { return Show(v(i)) }}
}

// pointTable is a table with a row for each of some points.
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

// Move is what a step is about, as far as it can be chosen: a pair of points,
// or one point, which has no L. Points count from 1; the zero Move is none.
type Move struct {
	K, L int
	Free bool // the clip of a pair is left out, where there would be one
}

// String says the move.
func (m Move) String() string {
	switch {
	case m.Free:
		return fmt.Sprintf("pair (%d, %d) without the clip", m.K, m.L)
	case m.L > 0:
		return fmt.Sprintf("pair (%d, %d)", m.K, m.L)
	case m.K > 0:
		return fmt.Sprintf("point %d", m.K)
	}
	return "no step"
}

// Numbers is the move without its noun.
func (m Move) Numbers() string {
	return strings.TrimPrefix(strings.TrimPrefix(m.String(), "pair "), "point ")
}

// Answers is the move as a choice that takes the place of another.
func (m Move) Answers(own Move) exercises.Answers {
	switch {
	case m.L > 0:
		a := exercises.Answers{"k": strconv.Itoa(m.K), "l": strconv.Itoa(m.L)}
		switch {
		case m.Free:
			a["clip"] = clipOff
		case own.Free && m.K == own.K && m.L == own.L:
			a["clip"] = clipOn
		}
		return a
	case m.K > 0:
		return exercises.Answers{"point": strconv.Itoa(m.K)}
	}
	return nil
}

// Crossing is a step that others can follow, with what would lead to them.
type Crossing struct {
	Solver  solvers.Solver
	Problem *solvers.Problem
	From    solvers.Step
}

// Steering is how the step of a solver can be chosen by hand.
type Steering interface {
	// Names are those of what can be chosen.
	Names() []string
	// Of is what a step was about.
	Of(s solvers.Step) Move
	// Nearest is what comes closest to a step where the solver has ended.
	Nearest(at Crossing) Move
	// Read is the move that answers ask for. What they leave out is what goes
	// best with the rest, and otherwise as in own.
	Read(at Crossing, own Move, a exercises.Answers) (Move, error)
	// Take makes the step of a move.
	Take(at Crossing, m Move) solvers.Step
	// Options are the choices there are, each with what speaks for it.
	Options(at Crossing, m Move) []exercises.Control
}

// Chosen lists the names of all that a fork can choose, of any kind: the step,
// then the parameters, then the width of the kernel.
func Chosen() []string {
	var steps, parameters []string
	for _, k := range All() {
		if k.Steering != nil {
			steps = append(steps, k.Steering.Names()...)
		}
		for _, p := range k.Parameters {
			if p.Sign != "" && !slices.Contains(parameters, p.Choice()) {
				parameters = append(parameters, p.Choice())
			}
		}
	}
	return append(steps, append(parameters, "sigma")...)
}

// Move is what a step was about, as far as the kind's steps can be chosen.
func (k Kind) Move(s solvers.Step) Move {
	if k.Steering == nil {
		return Move{}
	}
	return k.Steering.Of(s)
}

// OwnMove is what the solver itself would do at a crossing.
func (k Kind) OwnMove(at Crossing) Move {
	if !at.From.Status.Done() {
		if next, err := at.Solver.Next(at.Problem, at.From); err == nil {
			return k.Move(next)
		}
	}
	return k.Steering.Nearest(at)
}

// pointOf reads the number of a point; without text it is otherwise.
func pointOf(label, text string, n, otherwise int) (int, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return otherwise, nil
	}
	i, err := strconv.Atoi(text)
	if err != nil || i < 1 || i > n {
		return otherwise, fmt.Errorf("%s = %q: the points are 1 to %d", label, text, n)
	}
	return i, nil
}

// option is point i, from 0, as a choice.
func option(i int, words string) exercises.Choice {
	n := strconv.Itoa(i + 1)
	return exercises.Choice{Value: n, Label: n + "  " + words}
}
