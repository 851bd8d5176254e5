package lesson

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// Column is a column of a table of points. Text returns the text of the cell for point i, counted
// from 0.
type Column struct {
	Title string
	Text  func(i int) string
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
			row[j] = ascii.Inked(c.Text(i), ink)
		}
		t.Add(row...)
	}
	return stage.Table(title, t)
}

// NumberColumn returns a column with the title i and the numbers of the points.
func NumberColumn() Column { return Column{Title: "i", Text: PointNumber} }

// FormattedColumn returns a column with a formatted value for each point. value returns the value of
// point i.
func FormattedColumn[T any](title string, value func(i int) T, format func(T) string) Column {
	return Column{Title: title, Text: func(i int) string { return format(value(i)) }}
}

// ValuesColumn returns a column with formatted values. values[i] is the value of point i.
func ValuesColumn[T any](title string, values []T, format func(T) string) Column {
	return FormattedColumn(title, func(i int) T { return values[i] }, format)
}

// WithInk returns the column with an ink, or colour, for each point.
func (c Column) WithInk(ink func(i int) ascii.Ink) Column {
	c.Ink = ink
	return c
}

// AlignLeft returns the column with its text aligned to the left, as for words.
func (c Column) AlignLeft() Column {
	c.Left = true
	return c
}

// Coordinates formats a point: (1, −2).
func Coordinates(x []float64) string { return "(" + ascii.Join(x, ", ", answer.DisplayDecimal) + ")" }

// TypedVector formats a vector as a student would type it.
func TypedVector(v []float64) string { return "[" + ascii.Join(v, ", ", answer.Decimal) + "]" }

// WithMinusSigns replaces hyphens by minus signs.
func WithMinusSigns(text string) string { return strings.ReplaceAll(text, "-", "−") }

// ThreeDigits formats a number with three significant digits and a true minus sign.
func ThreeDigits(v float64) string { return WithMinusSigns(exercises.Typeset(anatomy.Plain(v, 3))) }

// PointNumber returns the number of a point as the student counts it, from 1.
func PointNumber(i int) string { return strconv.Itoa(i + 1) }

// PointSet formats points as a student counts them: {1, 4}.
func PointSet(points ...int) string { return "{" + ascii.Join(points, ", ", PointNumber) + "}" }

// EntryColumns returns a column for each of the n columns of a matrix. titleFormat is the format of
// their titles, with %s for the index.
func EntryColumns(titleFormat string, width, n int, entry func(i, j int) float64) []Column {
	out := make([]Column, n)
	for j := range n {
		out[j] = Column{Title: fmt.Sprintf(titleFormat, anatomy.Sub(j+1)), Width: width,
			Text: func(i int) string { return answer.DisplayDecimal(entry(i, j)) }}
	}
	return out
}

// Constant returns a function that returns v for every row.
func Constant[T any](v T) func(int) T { return func(int) T { return v } }

// FixedFigures returns a function for a scene with figures that do not depend on the answers. A scene
// is shown next to the text of a task.
func FixedFigures(figures ...exercises.Figure) worksheets.SceneFunc {
	return FixedScene(exercises.Scene{Figures: figures})
}

// FixedScene returns a function for a scene that does not depend on the answers.
func FixedScene(s exercises.Scene) worksheets.SceneFunc {
	return func(context.Context, exercises.Answers) exercises.Scene { return s }
}

// SliderValue returns the value of the named slider of a worksheet.
func SliderValue(a exercises.Answers, name string) float64 {
	v, _ := strconv.ParseFloat(a[name], 64)
	return v
}

// FieldTables returns a table of points that contains fields, under the key "points". figure
// is the table of the points, as PointTable returns it. Each additional column has a text or the
// blank of a field for every point.
func FieldTables(figure exercises.Figure, columns ...FieldColumn) map[string]exercises.FieldTable {
	t := figure.Plot.(ascii.Table)
	fields := exercises.FieldTable{Columns: t.Columns}
	for _, c := range columns {
		fields.Columns = append(fields.Columns, ascii.Column{Title: c.Title, Right: true})
	}
	for i, row := range t.Rows {
		var cells []exercises.Cell
		for _, l := range row {
			cells = append(cells, exercises.Cell{Text: l})
		}
		for _, c := range columns {
			cells = append(cells, c.Cell(i))
		}
		fields.Rows = append(fields.Rows, cells)
	}
	return map[string]exercises.FieldTable{"points": fields}
}

// FieldColumn is an additional column of a table that [FieldTables] returns.
type FieldColumn struct {
	Title string
	Cell  func(i int) exercises.Cell
}

// BlankCell returns a [FieldColumn.Cell] that is a blank for every point. name returns the name
// of the field for point i.
func BlankCell(name func(i int) string) func(i int) exercises.Cell {
	return func(i int) exercises.Cell { return exercises.Cell{Field: name(i)} }
}

// TypedNumber returns the number typed into a field, or NaN if it is not a number.
func TypedNumber(ctx context.Context, a exercises.Answers, field string) float64 {
	if v, ok := answer.NumbersInFields(ctx, a, field); ok {
		return v[0]
	}
	return math.NaN()
}

// GramTask asks for a Gram matrix entry by entry. The fields are k11, k12, ….
type GramTask struct {
	Points  []string               // as text, one for each row
	K       func(i, j int) float64 // the kernel of two points
	Slips   []GramSlip
	Picture ascii.Map // the points with their numbers
}

// GramSlip is a slip, a likely mistake, in a Gram matrix. Entry returns what the student computes
// instead of the kernel, or NaN for an entry that the slip does not change. Unless SingleEntry is set,
// the slip is recognised only if all entries that it affects show it.
type GramSlip struct {
	ID          string
	Entry       func(i, j int) float64
	SingleEntry bool // the slip can be made in one entry alone
}

// UpperHalfSlip returns the slip of filling in only the upper half, with 0 below the
// diagonal.
func UpperHalfSlip() GramSlip {
	return GramSlip{ID: "upper-only", Entry: func(i, j int) float64 {
		if i > j {
			return 0
		}
		return math.NaN()
	}}
}

// GramField returns the name of the field for an entry.
func GramField(i, j int) string { return "k" + PointNumber(i) + PointNumber(j) }

// Calculation returns the calculation of all entries with their slips, row by row.
func (g GramTask) Calculation() answer.Calculation {
	var out answer.Calculation
	for i := range g.Points {
		for j := range g.Points {
			constant := func(v float64) func(answer.Numbers) float64 {
				return func(answer.Numbers) float64 { return v }
			}
			q := answer.Quantity{Name: GramField(i, j), Value: constant(g.K(i, j))}
			for _, s := range g.Slips {
				v := s.Entry(i, j)
				if !math.IsNaN(v) && !(s.SingleEntry && v == 0) { // a lone 0 has many causes
					q.Slips = append(q.Slips, answer.Slip{ID: s.ID, Value: constant(v), Whole: !s.SingleEntry})
				}
			}
			out = append(out, q)
		}
	}
	return out
}

// AllSlipsRecognisable reports whether every slip is recognisable. A slip is recognisable if in some
// entry its value differs from the correct value and from the values of the other slips.
func (g GramTask) AllSlipsRecognisable() bool {
	return !slices.ContainsFunc(g.Slips, func(s GramSlip) bool { return !g.isRecognisable(s) })
}

func (g GramTask) isRecognisable(s GramSlip) bool {
	for i := range g.Points {
		for j := range g.Points {
			v := s.Entry(i, j)
			isUnique := !math.IsNaN(v) && v != g.K(i, j)
			for _, o := range g.Slips {
				isUnique = isUnique && (o.ID == s.ID || o.Entry(i, j) != v)
			}
			if isUnique {
				return true
			}
		}
	}
	return false
}

// Table returns the matrix with a blank for every entry. The points are the heads of the
// rows and columns.
func (g GramTask) Table() exercises.FieldTable {
	t := exercises.FieldTable{Columns: ascii.Columns("K")}
	for i, p := range g.Points {
		t.Columns = append(t.Columns, ascii.Column{Title: p, Right: true})
		row := []exercises.Cell{{Text: ascii.Plain("x" + anatomy.Sub(i+1) + " = " + p)}}
		for j := range g.Points {
			row = append(row, exercises.Cell{Field: GramField(i, j)})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// Scene shows the typed matrix in colours. If the right matrix has negative entries, the
// colours show the signs. Empty and unreadable entries are left blank.
func (g GramTask) Scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	n := len(g.Points)
	typedEntries, hasNegative := make([]float64, n*n), false
	for i := range n {
		for j := range n {
			typedEntries[i*n+j] = TypedNumber(ctx, a, GramField(i, j))
			hasNegative = hasNegative || g.K(i, j) < 0
		}
	}
	return exercises.Scene{Figures: []exercises.Figure{
		stage.Main("K, as you type it", ascii.Heatmap{
			Rows: n, Cols: n, At: func(i, j int) float64 { return typedEntries[i*n+j] }, Signed: hasNegative,
			ShowValues: slices.ContainsFunc(typedEntries, func(v float64) bool { return !math.IsNaN(v) }),
		}),
		stage.SideFigure("The points", g.Picture),
	}}
}

// Rows returns the matrix as text, one line per row.
func (g GramTask) Rows() string {
	var lines []string
	for i, p := range g.Points {
		line := fmt.Sprintf("x%s = %s:", anatomy.Sub(i+1), p)
		for j := range g.Points {
			line += fmt.Sprintf(" %5s", answer.DisplayDecimal(g.K(i, j)))
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}
