package lesson

import (
	"context"
	"fmt"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
)

// GramTask is a Gram matrix that is filled in entry by entry: a field k11, k12, … for
// each.
type GramTask struct {
	Points  []string               // as they are read, one for each row
	K       func(i, j int) float64 // the kernel of two of them
	Slips   []GramSlip
	Picture ascii.Map // the points with their numbers
}

// GramSlip is a known wrong way to the entries of a Gram matrix: another function in
// the place of the kernel. It is one decision for all entries that it has.
type GramSlip struct {
	ID string
	Of func(i, j int) float64
	In func(i, j int) bool // where it is one; nil: everywhere
}

// UpperOnly is the slip of who fills the upper half and writes 0 below it.
func UpperOnly() GramSlip {
	return GramSlip{ID: "upper-only", Of: func(int, int) float64 { return 0 }, In: func(i, j int) bool { return i > j }}
}

// GramField is the field of an entry.
func GramField(i, j int) string { return "k" + PointNumber(i) + PointNumber(j) }

// Working is every entry with its slips, row by row.
func (g GramTask) Working() answer.Working {
	var out answer.Working
	for i := range g.Points {
		for j := range g.Points {
			constant := func(v float64) func(answer.Numbers) float64 { return func(answer.Numbers) float64 { return v } }
			q := answer.Quantity{Name: GramField(i, j), Value: constant(g.K(i, j))}
			for _, s := range g.Slips {
				if s.In == nil || s.In(i, j) {
					q.Slips = append(q.Slips, answer.Slip{ID: s.ID, Value: constant(s.Of(i, j)), Whole: true})
				}
			}
			out = append(out, q)
		}
	}
	return out
}

// ToldApart reports whether every slip shows in an entry where neither the truth nor
// another slip has its number.
func (g GramTask) ToldApart() bool {
	for _, s := range g.Slips {
		if !g.shows(s) {
			return false
		}
	}
	return true
}

func (g GramTask) shows(s GramSlip) bool {
	for i := range g.Points {
		for j := range g.Points {
			if s.In != nil && !s.In(i, j) {
				continue
			}
			alone := s.Of(i, j) != g.K(i, j)
			for _, o := range g.Slips {
				alone = alone && (o.ID == s.ID || o.In != nil && !o.In(i, j) || o.Of(i, j) != s.Of(i, j))
			}
			if alone {
				return true
			}
		}
	}
	return false
}

// Table is the matrix with a blank for every entry, a point before each row and over
// Each column.
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

// Scene is the matrix as it is typed, in colours; what is blank or cannot be read yet
// stays blank.
func (g GramTask) Scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	n := len(g.Points)
	typed := make([]float64, n*n)
	for i := range n {
		for j := range n {
			typed[i*n+j] = TypedNumber(ctx, a, GramField(i, j))
		}
	}
	return exercises.Scene{Figures: []exercises.Figure{
		stage.Main("K, as you type it", ascii.Heatmap{
			Rows: n, Cols: n, At: func(i, j int) float64 { return typed[i*n+j] }, Signed: true,
		}),
		stage.Chart("The points", g.Picture),
	}}
}

// Rows is the matrix as text, a line for each row.
func (g GramTask) Rows() string {
	var lines []string
	for i, p := range g.Points {
		line := fmt.Sprintf("x%s = %s:", anatomy.Sub(i+1), p)
		for j := range g.Points {
			line += fmt.Sprintf(" %5s", answer.Shown(g.K(i, j)))
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}
