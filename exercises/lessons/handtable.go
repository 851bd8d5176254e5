package lessons

import (
	"context"
	"math"
	"slices"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
)

// plainTable is a table of points among the fields.
func plainTable(f exercises.Figure) exercises.FieldTable {
	t, _ := f.Plot.(ascii.Table)
	s := exercises.FieldTable{Columns: slices.Clone(t.Columns)}
	for _, row := range t.Rows {
		var cells []exercises.Cell
		for _, l := range row {
			cells = append(cells, exercises.Cell{Text: l})
		}
		s.Rows = append(s.Rows, cells)
	}
	return s
}

// withColumn is a table of points with a column more that has a text or the blank of a
// field for every point.
func withColumn(s exercises.FieldTable, head string, of func(i int) exercises.Cell) exercises.FieldTable {
	s.Columns = append(slices.Clip(s.Columns), ascii.Column{Title: head, Right: true})
	rows := s.Rows
	s.Rows = nil
	for i, row := range rows {
		s.Rows = append(s.Rows, append(slices.Clip(row), of(i)))
	}
	return s
}

// blankOf is the blank of a field for every point.
func blankOf(name func(i int) string) func(i int) exercises.Cell {
	return func(i int) exercises.Cell { return exercises.Cell{Field: name(i)} }
}

// withErrors is the table of the four points, with something of the pair in the column E.
func (h handTask) withErrors(k, l exercises.Cell) map[string]exercises.FieldTable {
	return map[string]exercises.FieldTable{"points": withColumn(plainTable(h.scene().Figures[0]), "E", func(i int) exercises.Cell {
		return map[int]exercises.Cell{h.d.K: k, h.d.L: l}[i]
	})}
}

// asked is the table with blanks for the errors, known with the errors.
func (h handTask) asked() map[string]exercises.FieldTable {
	return h.withErrors(exercises.Cell{Field: "ek"}, exercises.Cell{Field: "el"})
}

func (h handTask) knownErrors() map[string]exercises.FieldTable {
	given := func(v float64) exercises.Cell { return exercises.Cell{Text: ascii.Plain(answer.Shown(v))} }
	return h.withErrors(given(h.d.Ek), given(h.d.El))
}

// drafted is the step as far as it is filled in.
func (h handTask) drafted(ctx context.Context, a exercises.Answers) exercises.Scene {
	typed := func(name string) float64 {
		if v, problem := answer.Values(ctx, a[name], 1); problem == nil {
			return v[0]
		}
		return math.NaN()
	}
	d := stage.Draft{
		Old: h.d.OldAl, Slope: h.d.Tl * (h.d.Ek - h.d.El), C: h.c,
		Lo: typed("lo"), Hi: typed("hi"), Kappa: typed("kappa"), Star: typed("star"), New: typed("alnew"),
	}
	return exercises.Scene{Figures: []exercises.Figure{d.Figure()}}
}
