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

// GramTask asks for a Gram matrix entry by entry, in fields k11, k12, ….
type GramTask struct {
	Points  []string               // as text, one for each row
	K       func(i, j int) float64 // the kernel of two points
	Slips   []GramSlip
	Picture ascii.Map // the points with their numbers
}

// GramSlip is a known mistake in the entries of a Gram matrix: another function that
// replaces the kernel. It is one mistake, even if it affects several entries.
type GramSlip struct {
	ID string
	Of func(i, j int) float64
	In func(i, j int) bool // which entries it affects; nil means all
}

// UpperOnly is the mistake of filling the upper half and writing 0 below the diagonal.
func UpperOnly() GramSlip {
	return GramSlip{ID: "upper-only", Of: func(int, int) float64 { return 0 }, In: func(i, j int) bool { return i > j }}
}

// GramField returns the field of an entry.
func GramField(i, j int) string { return "k" + PointNumber(i) + PointNumber(j) }

// Working returns the calculation of all entries with their slips, row by row.
func (g GramTask) Working() answer.Working {
	var out answer.Working
	for i := range g.Points {
		for j := range g.Points {
			constant := func(v float64) func(answer.Numbers) float64 {
				return func(answer.Numbers) float64 { return v }
			}
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

// SlipsDiffer reports whether every slip shows in an entry in which neither the correct
// value nor another slip has the same number.
func (g GramTask) SlipsDiffer() bool {
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

// Table returns the matrix with a blank for every entry. A point is before each row and
// above each column.
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

// Scene shows the typed matrix in colours. Empty and unreadable entries are left blank.
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
