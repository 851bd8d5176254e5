package lessons

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
			row[j] = ascii.Inked(c.of(i), ink)
		}
		t.Rows = append(t.Rows, row)
	}
	return stage.Table(title, t)
}

// written is a column of what there is of each point.
func written[T any](of func(i int) T, write func(T) string) func(int) string {
	return func(i int) string { return write(of(i)) }
}

// each is a column of values, one for each point.
func each[T any](values []T, write func(T) string) func(int) string {
	return func(i int) string { return write(values[i]) }
}

// place is a point as text: (1, −2).
func place(x []float64) string { return "(" + joined(x, answer.Shown) + ")" }

// typed is a vector as a student would type it.
func typed(v []float64) string { return "[" + joined(v, answer.Decimal) + "]" }

func joined(v []float64, write func(float64) string) string {
	parts := make([]string, len(v))
	for j, x := range v {
		parts[j] = write(x)
	}
	return strings.Join(parts, ", ")
}

// pointSet is points as a student counts them: {1, 4}.
func pointSet(points ...int) string {
	texts := make([]string, len(points))
	for at, i := range points {
		texts[at] = number(i)
	}
	return "{" + strings.Join(texts, ", ") + "}"
}

// shown is a text as it is read: with a true minus.
func shown(typed string) string { return strings.ReplaceAll(typed, "-", "−") }

// said is a number with three digits, as it is read.
func said(v float64) string { return shown(exercises.Typeset(anatomy.Plain(v, 3))) }

// threeDecimals writes a number so that columns can be compared.
func threeDecimals(v float64) string {
	if v == 0 {
		return "0"
	}
	return shown(strconv.FormatFloat(v, 'f', 3, 64))
}

// twoDigits is a number to two significant digits.
func twoDigits(v float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(v))-1)
	return math.Round(v/unit) * unit
}

// number is a point as the student counts it, from 1.
func number(i int) string { return strconv.Itoa(i + 1) }

// entries are columns of a matrix, one for each of its n columns.
func entries(head string, width, n int, at func(i, j int) float64) []column {
	out := make([]column, n)
	for j := range n {
		out[j] = column{title: fmt.Sprintf(head, anatomy.Sub(j+1)), width: width, of: func(i int) string { return answer.Shown(at(i, j)) }}
	}
	return out
}

// always is one value for every row.
func always[T any](v T) func(int) T { return func(int) T { return v } }

// alone is a scene of figures that nothing changes.
func alone(figures ...exercises.Figure) worksheets.SceneFunc {
	return func(context.Context, exercises.Answers) exercises.Scene { return exercises.Scene{Figures: figures} }
}

// plain is lines in the ink of text.
func plain(texts ...string) []ascii.Line {
	var out []ascii.Line
	for _, s := range texts {
		out = append(out, ascii.Plain(s))
	}
	return out
}

// sliderAt is where a slider of the worksheet stands.
func sliderAt(a exercises.Answers, name string) float64 {
	v, _ := strconv.ParseFloat(a[name], 64)
	return v
}

// fieldTable is a table of points among the fields, with columns more that each have
// a text or the blank of a field for every point.
func fieldTable(f exercises.Figure, more ...fieldColumn) map[string]exercises.FieldTable {
	t := f.Plot.(ascii.Table)
	out := exercises.FieldTable{Columns: t.Columns}
	for _, c := range more {
		out.Columns = append(out.Columns, ascii.Column{Title: c.title, Right: true})
	}
	for i, row := range t.Rows {
		var cells []exercises.Cell
		for _, l := range row {
			cells = append(cells, exercises.Cell{Text: l})
		}
		for _, c := range more {
			cells = append(cells, c.of(i))
		}
		out.Rows = append(out.Rows, cells)
	}
	return map[string]exercises.FieldTable{"points": out}
}

type fieldColumn struct {
	title string
	of    func(i int) exercises.Cell
}

// blankOf is the blank of a field for every point.
func blankOf(name func(i int) string) func(i int) exercises.Cell {
	return func(i int) exercises.Cell { return exercises.Cell{Field: name(i)} }
}

// typedNumber is what is typed into a field; NaN where it is no number.
func typedNumber(ctx context.Context, a exercises.Answers, field string) float64 {
	if v, ok := answer.ValuesOf(ctx, a, field); ok {
		return v[0]
	}
	return math.NaN()
}
