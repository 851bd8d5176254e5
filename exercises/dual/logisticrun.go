package dual

import (
	"fmt"
	"math"
	"strconv"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/exercises/debug"
	"kernellab/exercises/stage"
	"kernellab/kernels"
	"kernellab/solvers"
)

// stageChoice is what the student has chosen for a run of logistic
// regression.
type stageChoice struct {
	model    stage.Model
	gamma    float64
	safe     float64 // below it the loss falls at every step
	controls []exercises.Control
}

// chosen reads the controls data, kernel and γ. Where γ has not been touched
// it is half of what is safe, to one digit.
func chosen(a exercises.Answers, sets, kernelTexts []string) (stageChoice, error) {
	set := choiceControl("data", "data", a["data"], sets)
	kernel := choiceControl("kernel", "kernel", a["kernel"], kernelTexts)
	k, err := kernels.Parse(kernel.Value)
	if err != nil {
		return stageChoice{}, err
	}
	c := stageChoice{model: stage.Model{Set: dataset.MustBuiltin(set.Value), Kernel: k}}
	gram, err := c.model.Gram()
	if err != nil {
		return c, err
	}
	c.safe = solvers.GammaSafe(gram)
	gamma := exercises.Control{Name: "gamma", Label: "γ", Min: 1e-4, Max: 10, Step: 0.1, Log: true, Value: a["gamma"]}
	if _, err := strconv.ParseFloat(gamma.Value, 64); err != nil {
		gamma.Value = exercises.FormatNumber(oneDigit(c.safe / 2))
	}
	c.gamma = gamma.Number()
	c.controls = []exercises.Control{set, kernel, gamma}
	return c, nil
}

// choiceControl offers some texts; the first is in force where none of them is
// chosen.
func choiceControl(name, label, value string, texts []string) exercises.Control {
	c := exercises.Control{Name: name, Label: label, Value: texts[0]}
	for _, t := range texts {
		c.Choices = append(c.Choices, exercises.Choice{Value: t, Label: t})
		if t == value {
			c.Value = value
		}
	}
	return c
}

// oneDigit rounds a positive number down to one significant digit.
func oneDigit(v float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(v)))
	return math.Floor(v/unit) * unit
}

// watchPrimal is logistic regression on a with the primal beside it.
func watchPrimal(a exercises.Answers) exercises.Scene {
	c, err := chosen(a, []string{"moons", "blobs_overlap", "circles"}, []string{"poly(degree=2,c=1)", "linear", "poly(degree=3,c=1)"})
	if err != nil {
		return failed(c, err)
	}
	dual, primal, err := bothTraces(c.model, solvers.Logistic{Gamma: c.gamma, MaxSteps: maxDescent, Tol: 1e-9})
	if err != nil {
		return failed(c, err)
	}
	return exercises.Scene{Controls: c.controls, Run: debug.Wrap(c.model, stage.NewRun(c.withPrimal(), dual, primal))}
}

// withPrimal shows the dual with w of the primal beside it.
func (c stageChoice) withPrimal() pair {
	return pair{
		DescentPainter: stage.DescentPainter{Model: c.model, Logistic: true},
		beside:         primalBeside(c.model),
		after: func(t solvers.Trace, i int) []ascii.Line {
			return append(c.rateNote(), firstMoves(t.At(i), c.gamma)...)
		},
		again: func(m stage.Model, s solvers.Solver) stage.Painter { return c.under(m, s).withPrimal() },
	}
}

// under is the choice as it stands in a fork.
func (c stageChoice) under(m stage.Model, s solvers.Solver) stageChoice {
	c.model = m
	if l, ok := s.(solvers.Logistic); ok {
		c.gamma = l.Gamma
	}
	if g, err := m.Gram(); err == nil {
		c.safe = solvers.GammaSafe(g)
	}
	return c
}

// watchForms is logistic regression in both forms at once.
func watchForms(a exercises.Answers) exercises.Scene {
	c, err := chosen(a, []string{"moons", "circles", "blobs_overlap"}, []string{"rbf(sigma=0.5)", "poly(degree=2,c=1)", "linear"})
	if err != nil {
		return failed(c, err)
	}
	problem, err := c.model.Dual()
	if err != nil {
		return failed(c, err)
	}
	var traces [2]solvers.Trace
	for i, form := range []solvers.LogisticForm{solvers.PlusMinus, solvers.ZeroOne} {
		if traces[i], err = solvers.NewTrace(solvers.Logistic{Gamma: c.gamma, Form: form, MaxSteps: maxDescent, Tol: 1e-9}, problem); err != nil {
			return failed(c, err)
		}
	}
	return exercises.Scene{Controls: c.controls, Run: debug.Wrap(c.model, stage.NewRun(c.bothForms(), traces[:]...))}
}

// bothForms shows a with labels ±1 and with labels 0/1.
func (c stageChoice) bothForms() pair {
	return pair{
		DescentPainter: stage.DescentPainter{Model: c.model, Logistic: true, Form: solvers.PlusMinus},
		beside:         formsBeside,
		after:          func(t solvers.Trace, i int) []ascii.Line { return append(c.rateNote(), weakest(t, i)...) },
		again:          func(m stage.Model, s solvers.Solver) stage.Painter { return c.under(m, s).bothForms() },
	}
}

func failed(c stageChoice, err error) exercises.Scene {
	return exercises.Scene{Controls: c.controls, Notes: []ascii.Line{ascii.Plain(err.Error())}}
}

// rateNote says how γ stands to the safe step size.
func (c stageChoice) rateNote() []ascii.Line {
	if c.gamma > c.safe {
		return []ascii.Line{{{Text: fmt.Sprintf("γ = %s > %s: the loss may rise", stage.Num(c.gamma), stage.Num(c.safe)), Ink: ascii.Warn}}}
	}
	return []ascii.Line{{{Text: fmt.Sprintf("γ = %s < %s: the loss never rises", stage.Num(c.gamma), stage.Num(c.safe)), Ink: ascii.Dim}}}
}

// firstMoves tells, after the first step, what the student has foreseen: every a
// is ±γ/2.
func firstMoves(s solvers.Step, gamma float64) []ascii.Line {
	if s.N != 1 {
		return nil
	}
	up, down := 0, 0
	for _, a := range s.Coef().All() {
		switch a {
		case gamma / 2:
			up++
		case -gamma / 2:
			down++
		}
	}
	return []ascii.Line{ascii.Plain(fmt.Sprintf("γ/2 = %s: %d points have a = +γ/2, %d have −γ/2", stage.Num(gamma/2), up, down))}
}

// formsBeside shows a in both forms, with their difference.
func formsBeside(plusMinus, zeroOne solvers.Step) []ascii.Line {
	u, v := plusMinus.CoefCopy(), zeroOne.CoefCopy()
	return []ascii.Line{
		{{Text: "labels ±1  a = ", Ink: ascii.Dim}, {Text: digits(u), Ink: ascii.Symbol1}},
		{{Text: "labels 0/1 a = ", Ink: ascii.Dim}, {Text: digits(v), Ink: ascii.Symbol2}},
		differenceLine(u, v),
	}
}

// weakest names the points that the next step pushes most and least.
func weakest(t solvers.Trace, i int) []ascii.Line {
	s, p := t.At(i), t.Problem()
	if i == 0 {
		return nil
	}
	worst, best := 0, 0
	for j := range p.Len() {
		m := p.Y(j) * s.F(j)
		if m < p.Y(worst)*s.F(worst) {
			worst = j
		}
		if m > p.Y(best)*s.F(best) {
			best = j
		}
	}
	push := func(j int) string { return stage.Num(round2(solvers.Sigmoid(-p.Y(j) * s.F(j)))) }
	return []ascii.Line{ascii.Plain(fmt.Sprintf("σ(−yf): largest %s at point %d, smallest %s at point %d", push(worst), worst+1, push(best), best+1))}
}
