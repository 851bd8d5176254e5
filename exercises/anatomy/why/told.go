package why

import (
	"kernellab/ascii"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// Told explains a step that is told by its sheet alone: the rule, every law with its
// numbers, and the objective, where one is shown. Of the start it says that no step led there.
func Told(a anatomy.Account) []ascii.Line {
	out := []ascii.Line{heading("The rule: " + a.Title), sentence("%s", a.Rule)}
	if a.Now.N == 0 {
		return append(out, sentence("No step led here."))
	}
	want, said := a.Derivation.Values(), a.Derivation.Recorded(a.Now)
	out = append(out, heading("The arithmetic"))
	out = append(out, a.Given...)
	for _, q := range a.Derivation.Formulas() {
		out = append(out, equation(a.Derivation, q.Name, "=", want, said))
	}
	if a.Objective == "" {
		return out
	}
	return append(out, sentence("%s: %s → %s", a.Objective, anatomy.Num(a.Before.Objective), anatomy.Num(a.Now.Objective)))
}

// told is the panel of a solver's step that is told by its sheet alone.
func (v view) told(k anatomy.Kind, s solvers.Solver) []ascii.Line {
	before := v.now()
	if v.i > 0 {
		before = v.before()
	}
	return Told(k.Account(v.Points, s, before, v.now()))
}
