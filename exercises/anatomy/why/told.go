package why

import (
	"kernellab/ascii"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// told is the panel of a step that is told by its sheet alone: the rule, every
// law with its numbers, and the objective.
func (v view) told(k anatomy.Kind, s solvers.Solver) []ascii.Line {
	out := []ascii.Line{heading("The rule: " + k.Called), sentence("%s", k.Rule)}
	if v.i == 0 {
		return append(out, sentence("No step led here."))
	}
	sheet := k.Sheet(v.Points, s, v.before(), v.now())
	want, said := sheet.Truth(), sheet.Said(v.now())
	out = append(out, heading("The arithmetic"))
	for _, q := range sheet.Laws() {
		out = append(out, equation(sheet, q.Name, "=", want, said))
	}
	return append(out, sentence("%s: %s → %s", k.Objective, anatomy.Num(v.before().Objective), anatomy.Num(v.now().Objective)))
}
