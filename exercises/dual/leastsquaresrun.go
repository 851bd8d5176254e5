package dual

import (
	"fmt"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/debug"
	"kernellab/exercises/stage"
	"kernellab/kernels"
	"kernellab/solvers"
)

// maxDescent caps the runs of this unit.
const maxDescent = 400

// sideBySide is gradient descent on w and on a in lockstep, with η on a slider
// that reaches to both sides of n/λ_max.
func (p threePoints) sideBySide(a exercises.Answers) exercises.Scene {
	eta := exercises.Control{Name: "eta", Label: "η", Min: 0.01, Max: 1, Step: 0.025, Log: true, Value: a["eta"]}
	if eta.Value == "" {
		eta.Value = exercises.FormatNumber(p.eta)
	}
	kernel := exercises.Control{Name: "kernel", Label: "kernel", Value: a["kernel"], Choices: []exercises.Choice{
		{Value: "linear", Label: "linear"}, {Value: "quadratic", Label: "quadratic"},
	}}
	m := p.model(kernels.Poly{Degree: 2, C: 1})
	if kernel.Value != "quadratic" {
		kernel.Value, m.Kernel = "linear", kernels.Linear{}
	}
	scene := exercises.Scene{Controls: []exercises.Control{eta, kernel}}
	run, err := squaresRun(m, eta.Number(), a["beyond"])
	if err != nil {
		scene.Notes = []ascii.Line{ascii.Plain(err.Error())}
		return scene
	}
	scene.Run = run
	return scene
}

// squaresRun starts least squares on a model, primal beside dual.
func squaresRun(m stage.Model, eta float64, foreseen string) (exercises.Run, error) {
	s := solvers.LeastSquares{Eta: eta, MaxSteps: maxDescent, Tol: 1e-9}
	dual, primal, err := bothTraces(m, s)
	if err != nil {
		return nil, err
	}
	e := stability{eta: eta, limit: solvers.EtaMax(dual.Problem().Gram()), foreseen: foreseen}
	return debug.Wrap(m, stage.NewRun(e.painter(m), dual, primal)), nil
}

// painter shows primal and dual with what is to be said of η.
func (e stability) painter(m stage.Model) pair {
	return pair{
		DescentPainter: stage.DescentPainter{Model: m}, beside: primalBeside(m),
		after: e.notes,
		again: func(m stage.Model, s solvers.Solver) stage.Painter {
			if l, ok := s.(solvers.LeastSquares); ok {
				e.eta = l.Eta
			}
			return e.painter(m)
		},
	}
}

// bothTraces starts one solver on the dual and on the primal of a model.
func bothTraces(m stage.Model, s solvers.Solver) (dual, primal solvers.Trace, err error) {
	d, err := m.Dual()
	if err != nil {
		return dual, primal, err
	}
	p, err := m.Primal()
	if err != nil {
		return dual, primal, err
	}
	if dual, err = solvers.NewTrace(s, d); err != nil {
		return dual, primal, err
	}
	primal, err = solvers.NewTrace(s, p)
	return dual, primal, err
}

// stability is how an η stands to n/λ_max.
type stability struct {
	eta, limit float64
	foreseen   string // the student's prediction for an η above the limit
}

// notes say on which side η is and, beyond the limit, what was foreseen and
// what happens.
func (e stability) notes(t solvers.Trace, i int) []ascii.Line {
	factor := 1 - 2*e.eta/e.limit
	out := []ascii.Line{
		{{Text: "n/λ_max = ", Ink: ascii.Dim}, {Text: stage.Num(e.limit), Ink: ascii.Text}, {Text: ",  η = ", Ink: ascii.Dim}, {Text: stage.Num(e.eta), Ink: ascii.Symbol3}},
	}
	switch {
	case e.eta > e.limit:
		out = append(out, ascii.Line{{Text: fmt.Sprintf("diverges: factor %s a step along λ_max", stage.Num(factor)), Ink: ascii.Bad}})
		if words, ok := expectations()[e.foreseen]; ok && i >= 3 {
			out = append(out, ascii.Plain("you expected: "+words), swings(t, i))
		}
	case e.eta == e.limit:
		out = append(out, ascii.Line{{Text: "on the limit: an error changes its sign and keeps its size", Ink: ascii.Warn}})
	default:
		out = append(out, ascii.Line{{Text: fmt.Sprintf("stable: factor %s a step along λ_max", stage.Num(factor)), Ink: ascii.Good}})
	}
	return out
}

// expectations are the options of the prediction, in words.
func expectations() map[string]string {
	return map[string]string{"slow": "it settles, only more slowly", "swing": "it swings, wider each time", "away": "it goes off to one side"}
}

// swings tells what f did at the point that is farthest from 0 in the last
// three steps.
func swings(t solvers.Trace, i int) ascii.Line {
	at := 0
	for j := range t.Problem().Len() {
		if f, g := t.At(i).F(j), t.At(i).F(at); f*f > g*g {
			at = j
		}
	}
	return ascii.Plain(fmt.Sprintf("it does this: f(x%s) went %s, %s, %s", stage.Sub(at+1), stage.Num(t.At(i-2).F(at)), stage.Num(t.At(i-1).F(at)), stage.Num(t.At(i).F(at))))
}
