package bench

import (
	"context"
	"slices"

	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/exercises/debug"
	"kernellab/exercises/stage"
	"kernellab/kernels"
	"kernellab/solvers"
)

// freeBench is the stage with everything to choose.
type freeBench struct {
	own  stage.StageSet // Set is nil where there is none
	note string
}

// sets are the data to choose from, the student's own first.
func (f freeBench) sets() []stage.StageSet {
	var out []stage.StageSet
	if f.own.Set != nil {
		out = append(out, f.own)
	}
	for _, s := range []struct{ name, label, kernel string }{
		{"moons", "two moons", "rbf"}, {"worksheet1d", "the worksheet's line", "poly"}, {"xor4", "four points of XOR", "poly"},
		{"circles", "two circles", "poly"}, {"blobs_sep", "separable blobs", "linear"}, {"blobs_overlap", "overlapping blobs", "linear"},
		{"sine_reg", "a noisy sine, real targets", "rbf"},
	} {
		out = append(out, stage.StageSet{Name: s.name, Label: s.label, Set: dataset.MustBuiltin(s.name), Kernel: s.kernel})
	}
	return out
}

// The solvers to choose from, by the values of the control.
const (
	smo          = "smo"
	perceptron   = "perceptron"
	logistic     = "logistic"
	leastSquares = "least-squares"
	ridge        = "ridge"
)

func (f freeBench) scene(_ context.Context, a exercises.Answers) exercises.Scene {
	data, chosen := stage.SetControl("data", f.sets(), a)
	kernel := stage.KernelControl("kernel", a, chosen.Kernel)
	solver := solverControl(a, chosen.Set)
	scene := exercises.Scene{Controls: []exercises.Control{data, kernel}}
	model := stage.Model{Set: chosen.Set}
	sigma := stage.SigmaControl("sigma", chosen.Set, a, 0.5)
	if kernel.Value == "rbf" {
		scene.Controls = append(scene.Controls, sigma)
	}
	model.Kernel = stage.KernelOf(kernel.Value, sigma.Number())
	if chosen.Set.Dim() > 2 {
		columns, pair := stage.ColumnsControl("columns", chosen.Set, a)
		model.Pair = pair
		scene.Controls = append(scene.Controls, columns)
	}
	scene.Controls = append(scene.Controls, solver)
	if note, ok := model.SliceNote(); ok {
		scene.Notes = append(scene.Notes, note)
	}
	if f.note != "" {
		scene.Notes = append(scene.Notes, stage.Warning(f.note))
	}
	s, controls := solverOf(solver.Value, model, a)
	scene.Controls = append(scene.Controls, controls...)
	run, err := debug.Start(model, s)
	if err != nil {
		scene.Notes = append(scene.Notes, stage.Warning(err.Error()))
		return scene
	}
	scene.Run = run
	return scene
}

// solverControl offers the solvers that can take the data.
func solverControl(a exercises.Answers, set *dataset.Set) exercises.Control {
	squares := []exercises.Choice{{Value: leastSquares, Label: "least squares, steps"}, {Value: ridge, Label: "ridge"}}
	if set.Task() == dataset.Regression {
		return stage.ChoiceControl("solver", "solver", a, leastSquares, squares...)
	}
	classes := []exercises.Choice{{Value: smo, Label: "SVM by SMO"}, {Value: perceptron, Label: "perceptron"}, {Value: logistic, Label: "logistic"}}
	return stage.ChoiceControl("solver", "solver", a, smo, slices.Concat(classes, squares)...)
}

// solverOf is the solver that is chosen, with its parameters on controls.
func solverOf(name string, m stage.Model, a exercises.Answers) (solvers.Solver, []exercises.Control) {
	switch name {
	case perceptron:
		passes := exercises.Control{Name: "passes", Label: "passes", Min: 5, Max: 500, Step: 5, Value: stage.Chosen(a, "passes", "100")}
		steps := stage.ChoiceControl("visits", "a step is", a, "mistake", exercises.Choice{Value: "mistake", Label: "the next mistake"}, exercises.Choice{Value: "visit", Label: "every point"})
		return solvers.Perceptron{MaxEpochs: int(passes.Number()), EveryVisit: steps.Value == "visit"}, []exercises.Control{passes, steps}
	case logistic:
		gamma := stepSize("gamma", "γ", m, a, solvers.GammaSafe)
		return solvers.Logistic{Gamma: gamma.Number()}, []exercises.Control{gamma}
	case leastSquares:
		eta := stepSize("eta", "η", m, a, solvers.EtaMax)
		return solvers.LeastSquares{Eta: eta.Number()}, []exercises.Control{eta}
	case ridge:
		lambda := exercises.Control{Name: "lambda", Label: "λ", Min: 1e-6, Max: 1e3, Step: 0.5, Log: true, Value: stage.Chosen(a, "lambda", "0.1")}
		return solvers.Ridge{Lambda: lambda.Number()}, []exercises.Control{lambda}
	}
	c := exercises.Control{Name: "C", Label: "C", Min: 0.01, Max: 1e4, Step: 0.5, Log: true, Value: stage.Chosen(a, "C", "1")}
	var rules []exercises.Choice
	for _, r := range []solvers.PairRule{solvers.SecondOrder, solvers.MaxViolation, solvers.MaxError, solvers.MaxErrorLiteral, solvers.Random} {
		rules = append(rules, exercises.Choice{Value: r.String(), Label: r.String()})
	}
	rule := stage.ChoiceControl("rule", "pair rule", a, solvers.SecondOrder.String(), rules...)
	r, _ := solvers.ParsePairRule(rule.Value) // offered, so known
	return solvers.SMO{C: c.Number(), Rule: r, Seed: 1}, []exercises.Control{c, rule}
}

// stepSize is the slider of a step size, from a ten-thousandth of what is safe
// to ten times as much; it begins at half of it.
func stepSize(name, label string, m stage.Model, a exercises.Answers, safe func(solvers.Gram) float64) exercises.Control {
	limit := 1.0
	if kernels.CheckDim(m.Kernel, m.Set.Dim()) == nil {
		if g, err := m.Gram(); err == nil {
			limit = safe(g)
		}
	}
	c := exercises.Control{Name: name, Label: label, Min: limit * 1e-4, Max: limit * 10, Step: 0.1, Log: true}
	c.Value = exercises.FormatNumber(limit / 2)
	c.Value = stage.Chosen(a, name, c.Nudge(0))
	return c
}
