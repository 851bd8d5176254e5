package unit6

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
)

// oneUpdate builds the Go part of exercise 6.6: gradient descent in the dual for any loss.
func oneUpdate(input worksheets.LessonInput) worksheets.LessonOutput {
	r := lesson.Rand(input.Seed, 660)
	similarity, eta, steps := newDescents(r)
	p := newLossProblem(r)
	_, zeros, _ := p.converge(solvers.HingeLoss(), 1)
	_, zerosAtFirstLambda, _ := p.converge(solvers.HingeLoss(), 0.25)
	return worksheets.LessonOutput{
		Vars: worksheets.Vars{
			"near": similarity, "rate2": eta, "slow": steps[1], "fast": steps[0],
			"mu2": math.Round((1-similarity)*10) / 10, "zeros": zeros, "zerosFirst": zerosAtFirstLambda,
			"others": lossProblemPoints - zeros, "points": lossProblemPoints,
		},
		Tasks: worksheets.Tasks{"rest": {Scene: p.barsScene}},
	}
}

// maxDescentSteps is the maximum number of steps of the descents in w and in a.
const maxDescentSteps = 40

// stepsToTenth returns the number of steps until the error is at most a tenth, if each step
// multiplies it by factor. isClear is true if neither this error nor the previous one is near a
// tenth.
func stepsToTenth(factor float64) (steps int, isClear bool) {
	err, previous := 1.0, 1.0
	for ; steps < maxDescentSteps && err > 0.1; steps++ {
		err, previous = err*factor, err
	}
	return steps, err < 0.098 && previous > 0.102
}

// newDescents draws similarity = k(x₁, x₂) and η for two points with targets +1 and −1. It also
// returns the numbers of steps that the descents in w and in a need to reduce the error to a tenth.
func newDescents(r *rand.Rand) (similarity, eta float64, steps [2]int) {
	for {
		similarity, eta = float64(3+r.IntN(4))/10, float64(5+r.IntN(5))/10
		mu := 1 - similarity
		wSteps, wClear := stepsToTenth(1 - eta*mu)
		aSteps, aClear := stepsToTenth(1 - eta*mu*mu)
		if wClear && aClear && wSteps+2 < aSteps && aSteps < maxDescentSteps {
			return similarity, eta, [2]int{wSteps, aSteps}
		}
	}
}

// lossProblemPoints is the number of points of a lossProblem.
const lossProblemPoints = 10

// lossProblem holds points on a line with labels −1 and +1, and their Gram matrix. The student looks
// at the coefficients a that minimise several losses on these points.
type lossProblem struct {
	x [][]float64
	y []float64
	k *mat.SymDense
}

// lossProblemKernel returns the kernel of a lossProblem.
func lossProblemKernel() kernels.RBF { return kernels.RBF{Sigma: 1} }

// newLossProblem draws five points of each class and sorts them. At the optimum of the hinge loss with
// λ = 1, 2 to 4 of the a are 0, and each a is either clearly 0, with its point beyond the margin, or
// clearly not 0.
func newLossProblem(r *rand.Rand) lossProblem {
	for {
		var p lossProblem
		x, order := make([]float64, lossProblemPoints), make([]int, lossProblemPoints)
		label := func(i int) float64 { return float64(2*(i%2) - 1) }
		for i := range x {
			x[i] = 1.1*label(i) + 0.6*r.NormFloat64()
		}
		floats.Argsort(x, order)
		for i, x := range x {
			p.x, p.y = append(p.x, []float64{x}), append(p.y, label(order[i]))
		}
		p.k = kernels.Gram(lossProblemKernel(), p.x)
		if _, zeros, isClear := p.converge(solvers.HingeLoss(), 1); isClear && zeros >= 2 && zeros <= 4 {
			return p
		}
	}
}

// converge runs a descent with decreasing step sizes. It returns the last step and the number of a
// that are 0 at this step. isClear is true if exactly the points with a = 0 are clearly beyond the
// margin.
func (p lossProblem) converge(l solvers.Loss, lambda float64) (s solvers.Step, zeros int, isClear bool) {
	problem := lesson.Must(solvers.NewDual(solvers.NewDense(p.k), p.y))
	d := solvers.LossDescent{Loss: l, Lambda: lambda, Eta: 0.04 / lambda}
	s = lesson.Must(d.Start(problem))
	for _, eta := range []float64{0.04, 0.01, 0.002} {
		d.Eta = eta / lambda
		for range 250 {
			s = d.Next(problem, s)
		}
	}
	isClear = true
	for i, y := range p.y {
		margin, isZero := y*s.F(i), countsAsZero(lambda*s.Coef().At(i))
		if isZero {
			zeros++
		}
		isClear = isClear && (isZero && margin > 1.03 || !isZero && margin < 1.015 &&
			lambda*math.Abs(s.Coef().At(i)) > 0.1)
	}
	return s, zeros, isClear
}

// countsAsZero reports whether an a counts as 0, given λa. Beyond the margin, a step multiplies a by
// 1 − ηλ, so a never becomes exactly 0.
func countsAsZero(lambdaA float64) bool { return math.Abs(lambdaA) < 1e-4 }

// barsScene shows λyᵢaᵢ at the optimum, for a loss and a λ on controls.
func (p lossProblem) barsScene(_ context.Context, a exercises.Answers) exercises.Scene {
	losses := map[string]solvers.Loss{"squared": solvers.SquaredLoss(), "logistic": solvers.PlusMinus.Loss(),
		"hinge": solvers.HingeLoss()}
	lossControl := stage.ChoiceControl("loss", "loss", a, "squared", exercises.Choices("squared", "logistic",
		"hinge")...)
	lambda := stage.Slider("lambda", "λ", 0.25, 4, 0.25, a, "0.25")
	s, _, _ := p.converge(losses[lossControl.Value], lambda.Number())
	chart := ascii.Bars{Range: ascii.RangeOf(-0.5, 1), Format: twoDecimals}
	for i, y := range p.y {
		bar := ascii.Bar{Label: fmt.Sprintf("%2d  yf = %s", i+1, twoDecimals(y*s.F(i))), Class: int(y),
			Value: lambda.Number() * y * s.Coef().At(i)}
		if countsAsZero(bar.Value) {
			bar.Value = 0
		}
		chart.Bars = append(chart.Bars, bar)
	}
	return exercises.Scene{
		Controls: []exercises.Control{lossControl, lambda},
		Figures: []exercises.Figure{
			stage.Main("λ·yᵢ·aᵢ at rest, "+lossControl.Value+" loss", chart),
			stage.SideFigure("f and the labels", p.scoreChart(s)),
		},
	}
}

// scoreChart shows f over the line, and the labels.
func (p lossProblem) scoreChart(s solvers.Step) ascii.Chart {
	f := ascii.ChartSeries{Name: "f", Ink: ascii.Symbol2}
	labels := ascii.ChartSeries{Name: "y", Kind: ascii.Dots, Ink: ascii.Symbol3, Y: p.y}
	for _, x := range p.x {
		labels.X = append(labels.X, x[0])
	}
	fit := kernels.Expansion{Kernel: lossProblemKernel(), Points: p.x, Coef: s.CoefCopy()}
	for x := -3.0; x <= 3; x += 0.05 {
		f.Add(x, fit.Eval([]float64{x}))
	}
	return ascii.Chart{XLabel: "x", X: ascii.RangeOf(-3, 3), Y: ascii.RangeOf(-2, 2),
		Series: []ascii.ChartSeries{labels, f}}
}

// twoDecimals formats a number with two decimals, five columns wide. It writes −0.001 as 0.00.
func twoDecimals(v float64) string {
	return lesson.WithMinusSigns(fmt.Sprintf("%5.2f", math.Round(100*v)/100+0))
}
