package anatomy

import (
	"fmt"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
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
	Headline string
	Fact     []string
	// Done is what to say once the rest of the step is right as well.
	Done []string
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
