package lessons

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

// gramTask is a Gram matrix that is filled in entry by entry: a field k11, k12, … for
// each.
type gramTask struct {
	points  []string               // as they are read, one for each row
	k       func(i, j int) float64 // the kernel of two of them
	slips   []gramSlip
	picture ascii.Map // the points with their numbers
}

// gramSlip is a known wrong way to the entries of a Gram matrix: another function in
// the place of the kernel. It is one decision for all entries that it has.
type gramSlip struct {
	id string
	of func(i, j int) float64
	in func(i, j int) bool // where it is one; nil: everywhere
}

// upperOnly is the slip of who fills the upper half and writes 0 below it.
func upperOnly() gramSlip {
	return gramSlip{id: "upper-only", of: func(int, int) float64 { return 0 }, in: func(i, j int) bool { return i > j }}
}

// gramName is the field of an entry.
func gramName(i, j int) string { return "k" + number(i) + number(j) }

// working is every entry with its slips, row by row.
func (g gramTask) working() answer.Working {
	var out answer.Working
	for i := range g.points {
		for j := range g.points {
			constant := func(v float64) func(answer.Numbers) float64 { return func(answer.Numbers) float64 { return v } }
			q := answer.Quantity{Name: gramName(i, j), Value: constant(g.k(i, j))}
			for _, s := range g.slips {
				if s.in == nil || s.in(i, j) {
					q.Slips = append(q.Slips, answer.Slip{ID: s.id, Value: constant(s.of(i, j)), Whole: true})
				}
			}
			out = append(out, q)
		}
	}
	return out
}

// toldApart reports whether every slip shows in an entry where neither the truth nor
// another slip has its number.
func (g gramTask) toldApart() bool {
	for _, s := range g.slips {
		if !g.shows(s) {
			return false
		}
	}
	return true
}

func (g gramTask) shows(s gramSlip) bool {
	for i := range g.points {
		for j := range g.points {
			if s.in != nil && !s.in(i, j) {
				continue
			}
			alone := s.of(i, j) != g.k(i, j)
			for _, o := range g.slips {
				alone = alone && (o.id == s.id || o.in != nil && !o.in(i, j) || o.of(i, j) != s.of(i, j))
			}
			if alone {
				return true
			}
		}
	}
	return false
}

// table is the matrix with a blank for every entry, a point before each row and over
// each column.
func (g gramTask) table() exercises.FieldTable {
	t := exercises.FieldTable{Columns: []ascii.Column{{Title: "K"}}}
	for i, p := range g.points {
		t.Columns = append(t.Columns, ascii.Column{Title: p, Right: true})
		row := []exercises.Cell{{Text: ascii.Plain("x" + anatomy.Sub(i+1) + " = " + p)}}
		for j := range g.points {
			row = append(row, exercises.Cell{Field: gramName(i, j)})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// scene is the matrix as it is typed, in colours; what is blank or cannot be read yet
// stays blank.
func (g gramTask) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	n := len(g.points)
	typed := make([]float64, n*n)
	for i := range n {
		for j := range n {
			typed[i*n+j] = typedNumber(ctx, a, gramName(i, j))
		}
	}
	return exercises.Scene{Figures: []exercises.Figure{
		stage.Main("K, as you type it", ascii.Heatmap{
			Rows: n, Cols: n, At: func(i, j int) float64 { return typed[i*n+j] }, Signed: true,
		}),
		stage.Chart("The points", g.picture),
	}}
}

// rows is the matrix as text, a line for each row.
func (g gramTask) rows() string {
	var lines []string
	for i, p := range g.points {
		line := fmt.Sprintf("x%s = %s:", anatomy.Sub(i+1), p)
		for j := range g.points {
			line += fmt.Sprintf(" %5s", answer.Shown(g.k(i, j)))
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}
