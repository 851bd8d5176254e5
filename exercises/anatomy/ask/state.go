package ask

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/solvers"
)

// column is one number of every point, in a table of points.
type column struct {
	title string
	text  func(i int) string
}

// labels is the column of the labels.
func labels(title string, y func(i int) float64) column {
	return column{title, func(i int) string { return answer.Signed(y(i)) }}
}

// values is a column of numbers to compute with.
func values(title string, v func(i int) float64) column {
	return column{title, func(i int) string { return show(v(i)) }}
}

// pointsTable is a table with a row for each of some points.
func pointsTable(title string, points []int, columns ...column) exercises.Figure {
	table := ascii.Table{Columns: []ascii.Column{{Title: "i", Right: true}}}
	for _, c := range columns {
		table.Columns = append(table.Columns, ascii.Column{Title: c.title, Right: true})
	}
	for _, i := range points {
		row := []ascii.Line{ascii.Plain(pointNumber(i))}
		for _, c := range columns {
			row = append(row, ascii.Plain(c.text(i)))
		}
		table.Rows = append(table.Rows, row)
	}
	return exercises.Figure{Title: title, Role: exercises.Table, Plot: table}
}

// from are n points in the order in which they are visited, from one on.
func from(start, n int) []int {
	out := make([]int, n)
	for j := range out {
		out[j] = (start + j) % n
	}
	return out
}

// still is a scene that no answer changes, computed when it is asked for.
func still(scene func() exercises.Scene) func(context.Context, exercises.Answers) exercises.Scene {
	return func(context.Context, exercises.Answers) exercises.Scene { return scene() }
}

// with is the task with a scene.
func (t task) with(scene func() exercises.Scene) task {
	t.scene = still(scene)
	return t
}

// eigenvalues is the table of the eigenvalues of a matrix, the largest first,
// with 0 for those that are 0 but for
// rounding.
func eigenvalues(of string, rising []float64) exercises.Figure {
	table := ascii.Table{Columns: []ascii.Column{{Title: "j", Right: true}, {Title: "λⱼ", Right: true}}}
	top := 0.0
	for _, v := range rising {
		top = math.Max(top, math.Abs(v))
	}
	for j := len(rising) - 1; j >= 0; j-- {
		v := rising[j]
		if math.Abs(v) <= 1e-9*top {
			v = 0
		}
		table.Rows = append(table.Rows, []ascii.Line{ascii.Plain(pointNumber(len(rising) - 1 - j)), ascii.Plain(show(v))})
	}
	return exercises.Figure{Title: "The eigenvalues of " + of, Role: exercises.Table, Plot: table}
}

// spectrumLimit is up to how many points questions are asked that need the
// eigenvalues of a matrix, so that asking does not make anyone wait.
const spectrumLimit = 200

// spectrum are the eigenvalues of a symmetric matrix of n rows, rising, and its
// eigenvectors; not ok for too large a one.
func spectrum(n int, entry func(i, j int) float64) (values []float64, vectors *mat.Dense, ok bool) {
	if n > spectrumLimit {
		return nil, nil, false
	}
	return solvers.Spectrum(n, entry)
}
