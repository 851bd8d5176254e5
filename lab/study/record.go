package study

import (
	"cmp"
	"fmt"

	"kernellab/ascii"
	"kernellab/exercises"
)

// RecordName proposes a name for the run of an exercise as a file, in a format, ""
// being the run file.
func RecordName(e *exercises.Exercise, format string) string {
	return fmt.Sprintf("kernellab-%s-seed%d.%s", e.ID, e.Seed, cmp.Or(format, "run"))
}

// PictureName proposes one for its stage at a step of the run.
func PictureName(e *exercises.Exercise, step int, format string) string {
	return fmt.Sprintf("kernellab-%s-seed%d-step%d.%s", e.ID, e.Seed, step, format)
}

// PageOf is the stage of an exercise at a step of its run, to be written down: what
// it is of, the figures, and the formula.
func PageOf(e *exercises.Exercise, step int, status ascii.Line, figures []exercises.Figure, formula []ascii.Line) ascii.Page {
	p := ascii.Page{Title: fmt.Sprintf("%s %s, seed %d, step %d", e.ID, e.Title, e.Seed, step), Above: []ascii.Line{status}, Below: formula}
	for _, f := range figures {
		p.Figures = append(p.Figures, ascii.Plate{Title: f.Title, Main: f.Role == exercises.Main, Plot: f.Plot})
	}
	return p
}
