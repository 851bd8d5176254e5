package lessons

import (
	"context"
	"fmt"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/worksheets"
)

// column is a column of a table of points: its head, and what it has of a point
// counted from 0.
type column struct {
	title string
	of    func(i int) string
	width int                   // 0: as wide as it has to be
	left  bool                  // words, where numbers stand to the right
	ink   func(i int) ascii.Ink // nil: plain text
}

// pointTable is a table with a row for each of n points.
func pointTable(title string, n int, columns ...column) exercises.Figure {
	var t ascii.Table
	for _, c := range columns {
		t.Columns = append(t.Columns, ascii.Column{Title: c.title, Width: c.width, Right: !c.left})
	}
	for i := range n {
		row := make([]ascii.Line, len(columns))
		for j, c := range columns {
			ink := ascii.Text
			if c.ink != nil {
				ink = c.ink(i)
			}
			row[j] = ascii.Line{{Text: c.of(i), Ink: ink}}
		}
		t.Rows = append(t.Rows, row)
	}
	return exercises.Figure{Title: title, Role: exercises.Table, Plot: t}
}

// place is a point as text: (1, −2).
func place(x []float64) string {
	parts := make([]string, len(x))
	for j, v := range x {
		parts[j] = answer.Shown(v)
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// typed is a vector as a student would type it.
func typed(v []float64) string {
	parts := make([]string, len(v))
	for j, x := range v {
		parts[j] = answer.Decimal(x)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// shown is a text as it is read: with a true minus.
func shown(typed string) string { return strings.ReplaceAll(typed, "-", "−") }

// said is a number with three digits, as it is read.
func said(v float64) string { return shown(exercises.Typeset(anatomy.Plain(v, 3))) }

// number is a point as the student counts it, from 1.
func number(i int) string { return fmt.Sprint(i + 1) }

// entries are columns of a matrix, one for each of its n columns.
func entries(head string, width, n int, at func(i, j int) float64) []column {
	out := make([]column, n)
	for j := range n {
		out[j] = column{title: fmt.Sprintf(head, anatomy.Sub(j+1)), width: width, of: func(i int) string { return answer.Shown(at(i, j)) }}
	}
	return out
}

// always is one ink for every row.
func always(ink ascii.Ink) func(int) ascii.Ink { return func(int) ascii.Ink { return ink } }

// alone is a scene of figures that nothing changes.
func alone(figures ...exercises.Figure) worksheets.SceneFunc {
	scene := exercises.Scene{Figures: figures}
	return func(context.Context, exercises.Answers) exercises.Scene { return scene }
}
