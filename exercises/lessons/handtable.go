package lessons

import (
	"context"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
)

// withErrors is the table of the four points, with something of the pair in the column E.
func (h handTask) withErrors(k, l exercises.Cell) map[string]exercises.FieldTable {
	return fieldTable(h.scene().Figures[0], fieldColumn{"E", func(i int) exercises.Cell {
		return map[int]exercises.Cell{h.d.K: k, h.d.L: l}[i]
	}})
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
	typed := func(name string) float64 { return typedNumber(ctx, a, name) }
	d := stage.Draft{
		Old: h.d.OldAl, Slope: h.d.Tl * (h.d.Ek - h.d.El), C: h.c,
		Lo: typed("lo"), Hi: typed("hi"), Kappa: typed("kappa"), Star: typed("star"), New: typed("alnew"),
	}
	return exercises.Scene{Figures: []exercises.Figure{d.Figure()}}
}
