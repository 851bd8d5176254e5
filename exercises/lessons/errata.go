package lessons

import (
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/solvers"
)

// errata is D.3: the run of the fifth card, which stalls, on a set of the seed.
func errata(b worksheets.Brief) worksheets.Parts {
	name := []string{"worksheet1d", "circles"}[b.Seed%2]
	model := stage.Model{Set: dataset.MustBuiltin(name), Kernel: quadratic()}
	stall := walked(model, solvers.SMO{C: stallC, Tol: 1e-3, Rule: solvers.MaxErrorLiteral}, 100)
	best := walked(model, solvers.SMO{C: stallC, Tol: 1e-3, Rule: solvers.SecondOrder}, 1000)
	end := stall.Last()
	return worksheets.Parts{Vars: worksheets.Vars{
		"stallSet": name, "stallTitle": model.Set.Title(), "stallG": anatomy.Plain(end.Objective, 8), "bestG": anatomy.Digits(best.Last().Objective, 4),
		"stallUpdates": end.Updates, "stallViolation": anatomy.Digits(end.Violation, 3),
	}}
}

// stallC is the C of that run.
const stallC = 10
