package lesson

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// Column is a column of a table of points: its head, and its text for the point with
// index i from 0.
type Column struct {
	Title string
	Of    func(i int) string
	Width int                   // if zero, as wide as necessary
	Left  bool                  // aligned to the left, for words; numbers are aligned to the right
	Ink   func(i int) ascii.Ink // if nil, plain text
}

// PointTable returns a table with a row for each of n points.
func PointTable(title string, n int, columns ...Column) exercises.Figure {
	var t ascii.Table
	for _, c := range columns {
		t.Columns = append(t.Columns, ascii.Column{Title: c.Title, Width: c.Width, Right: !c.Left})
	}
	for i := range n {
		row := make([]ascii.Line, len(columns))
		for j, c := range columns {
			ink := ascii.Text
			if c.Ink != nil {
				ink = c.Ink(i)
			}
			row[j] = ascii.Inked(c.Of(i), ink)
		}
		t.Add(row...)
	}
	return stage.Table(title, t)
}

// WrittenBy returns a column that formats a value of each point.
func WrittenBy[T any](title string, of func(i int) T, write func(T) string) Column {
	return Column{Title: title, Of: func(i int) string { return write(of(i)) }}
}

// Each returns a column that formats one of the values for each point.
func Each[T any](title string, values []T, write func(T) string) Column {
	return WrittenBy(title, func(i int) T { return values[i] }, write)
}

// Inked returns the column with an ink for each point.
func (c Column) Inked(ink func(i int) ascii.Ink) Column {
	c.Ink = ink
	return c
}

// AtLeft returns the column with its text aligned to the left, as for words.
func (c Column) AtLeft() Column {
	c.Left = true
	return c
}

// Coordinates formats a point: (1, −2).
func Coordinates(x []float64) string { return "(" + Join(x, answer.DisplayDecimal) + ")" }

// TypedVector formats a vector as a student would type it.
func TypedVector(v []float64) string { return "[" + Join(v, answer.Decimal) + "]" }

// Join formats numbers with commas between them.
func Join(v []float64, write func(float64) string) string {
	parts := make([]string, len(v))
	for j, x := range v {
		parts[j] = write(x)
	}
	return strings.Join(parts, ", ")
}

// TrueMinus replaces hyphens by minus signs.
func TrueMinus(typed string) string { return strings.ReplaceAll(typed, "-", "−") }

// ThreeDigits formats a number with three digits and a true minus sign.
func ThreeDigits(v float64) string { return TrueMinus(exercises.Typeset(anatomy.Plain(v, 3))) }

// PointNumber returns the number of a point as the student counts it, from 1.
func PointNumber(i int) string { return strconv.Itoa(i + 1) }

// EntryColumns returns a column for each of the n columns of a matrix.
func EntryColumns(head string, width, n int, at func(i, j int) float64) []Column {
	out := make([]Column, n)
	for j := range n {
		out[j] = Column{Title: fmt.Sprintf(head, anatomy.Sub(j+1)), Width: width,
			Of: func(i int) string { return answer.DisplayDecimal(at(i, j)) }}
	}
	return out
}

// Always returns the same value for every row.
func Always[T any](v T) func(int) T { return func(int) T { return v } }

// StillScene returns a scene of figures that do not change.
func StillScene(figures ...exercises.Figure) worksheets.SceneFunc {
	return func(context.Context, exercises.Answers) exercises.Scene { return exercises.Scene{Figures: figures} }
}

// SliderAt returns the value of a slider of the worksheet.
func SliderAt(a exercises.Answers, name string) float64 {
	v, _ := strconv.ParseFloat(a[name], 64)
	return v
}

// FieldTable returns a table of points to put among the fields. Each additional column
// has a text or the blank of a field for every point.
func FieldTable(f exercises.Figure, more ...FieldColumn) map[string]exercises.FieldTable {
	t := f.Plot.(ascii.Table)
	out := exercises.FieldTable{Columns: t.Columns}
	for _, c := range more {
		out.Columns = append(out.Columns, ascii.Column{Title: c.Title, Right: true})
	}
	for i, row := range t.Rows {
		var cells []exercises.Cell
		for _, l := range row {
			cells = append(cells, exercises.Cell{Text: l})
		}
		for _, c := range more {
			cells = append(cells, c.Of(i))
		}
		out.Rows = append(out.Rows, cells)
	}
	return map[string]exercises.FieldTable{"points": out}
}

// FieldColumn is an additional column of a FieldTable.
type FieldColumn struct {
	Title string
	Of    func(i int) exercises.Cell
}

// BlankOf returns a column function that gives every point the blank of a field.
func BlankOf(name func(i int) string) func(i int) exercises.Cell {
	return func(i int) exercises.Cell { return exercises.Cell{Field: name(i)} }
}

// TypedNumber returns the number typed into a field, or NaN if it is not a number.
func TypedNumber(ctx context.Context, a exercises.Answers, field string) float64 {
	if v, ok := answer.ValuesOf(ctx, a, field); ok {
		return v[0]
	}
	return math.NaN()
}
