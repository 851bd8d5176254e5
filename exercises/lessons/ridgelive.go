package lessons

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// sinePoints are as many of the noisy sine as are drawn for a student, and
// sineWidth is an RBF that suits them.
const (
	sinePoints = 16
	sineWidth  = 0.6
)

// ridgeLive is 5.3: kernel ridge regression on points of a noisy sine.
func ridgeLive(b worksheets.Brief) (worksheets.Parts, error) {
	r := rand.New(rand.NewPCG(b.Seed, 53))
	all := dataset.MustBuiltin("sine_reg")
	chosen := r.Perm(all.Len())[:sinePoints]
	slices.SortFunc(chosen, func(i, j int) int { return int(math.Copysign(1, all.Point(i)[0]-all.Point(j)[0])) })
	l := liveRidge{all.Subset(chosen)}
	lambda := []float64{0.1, 0.2, 0.5}[r.IntN(3)]
	fit, err := regress(stage.KernelOf("rbf", sineWidth), l.set.Points(), l.set.Labels(), lambda)
	if err != nil {
		return worksheets.Parts{}, err
	}
	i := farthest(fit)
	y, f := math.Round(fit.y[i]*1000)/1000, math.Round(fit.Scores[i]*1000)/1000 // as the text has them
	return worksheets.Parts{
		Vars: map[string]string{
			"n": strconv.Itoa(sinePoints), "i": anatomy.Sub(i + 1), "lambda": answer.Shown(lambda), "y": answer.Shown(y), "f": answer.Shown(f),
			"weight": answer.Decimal((y - f) / lambda), "product": answer.Decimal((y - f) * lambda), "residual": answer.Decimal(y - f),
		},
		Steps: map[string]worksheets.Behaviour{"ends": {Scene: l.fit}, "pull": {Scene: l.pull}},
	}, nil
}

// farthest is the point with the largest residual.
func farthest(r regression) int {
	at := 0
	for i := range r.y {
		if math.Abs(r.y[i]-r.Scores[i]) > math.Abs(r.y[at]-r.Scores[at]) {
			at = i
		}
	}
	return at
}

// liveRidge is the stage: a fit with its setting on controls.
type liveRidge struct{ set *dataset.Set }

// setting is kernel and λ as the controls stand.
func (l liveRidge) setting(a exercises.Answers) (kernel, sigma, lambda exercises.Control) {
	kernel = stage.KernelControl("kernel", a, "rbf")
	sigma = exercises.Control{Name: "sigma", Label: "σ", Min: 0.05, Max: 10, Step: 0.1, Log: true, Value: stage.Chosen(a, "sigma", exercises.FormatNumber(sineWidth))}
	lambda = exercises.Control{Name: "lambda", Label: "λ", Min: 1e-6, Max: 1e4, Step: 0.25, Log: true, Value: stage.Chosen(a, "lambda", "1")}
	return kernel, sigma, lambda
}

func (l liveRidge) with(a exercises.Answers, y []float64) (regression, []exercises.Control, error) {
	kernel, sigma, lambda := l.setting(a)
	r, err := regress(stage.KernelOf(kernel.Value, sigma.Number()), l.set.Points(), y, lambda.Number())
	controls := []exercises.Control{lambda, kernel}
	if kernel.Value == "rbf" {
		controls = append(controls, sigma)
	}
	return r, controls, err
}

// span is the part of the line that is shown, wider than the data.
func (l liveRidge) span() ascii.Range { return ascii.RangeOf(l.set.Column(0)...).Pad(0.4) }

var sineHeight = ascii.Range{Min: -2.2, Max: 2.2}

func (l liveRidge) fit(_ context.Context, a exercises.Answers) exercises.Scene {
	r, controls, err := l.with(a, l.set.Labels())
	if err != nil {
		return exercises.Scene{Controls: controls, Notes: []ascii.Line{stage.Warning(err.Error())}}
	}
	return exercises.Scene{
		Controls: controls,
		Figures:  []exercises.Figure{{Title: "f(x) = Σⱼ aⱼ k(xⱼ, x)", Role: exercises.Main, Plot: r.curveOver(l.span(), sineHeight)}, r.bars(-1)},
		Notes:    []ascii.Line{r.words()},
	}
}

// pull moves one target and shows how far everything moves with it.
func (l liveRidge) pull(_ context.Context, a exercises.Answers) exercises.Scene {
	point := exercises.Control{Name: "point", Label: "point", Min: 1, Max: sinePoints, Step: 1, Value: stage.Chosen(a, "point", strconv.Itoa(sinePoints/2))}
	by := exercises.Control{Name: "by", Label: "pulled by", Min: -1, Max: 1, Step: 0.25, Value: stage.Chosen(a, "by", "0")}
	other := exercises.Control{Name: "others", Label: "the others", Value: stage.Chosen(a, "others", "drawn"), Choices: []exercises.Choice{{Value: "drawn", Label: "as drawn"}, {Value: "zero", Label: "0"}}}
	y := l.set.Labels()
	i := int(point.Number()) - 1
	if other.Value == "zero" {
		for j := range y {
			y[j] = 0
		}
	}
	before, controls, err := l.with(a, y)
	pulled := slices.Clone(y)
	pulled[i] += by.Number()
	after, _, failed := l.with(a, pulled)
	if err != nil || failed != nil {
		return exercises.Scene{Controls: controls, Notes: []ascii.Line{stage.Warning("K + λI cannot be solved here.")}}
	}
	chart := after.curveOver(l.span(), sineHeight)
	ghost := before.curveOver(l.span(), sineHeight).Series[0]
	ghost.Name, ghost.Dim = "before", true
	chart.Series = append([]ascii.ChartSeries{ghost}, chart.Series...)
	moved := after.Scores[i] - before.Scores[i]
	return exercises.Scene{
		Controls: append([]exercises.Control{by, point, other}, controls...),
		Figures:  []exercises.Figure{{Title: fmt.Sprintf("Target %d pulled by %s", i+1, anatomy.Num(by.Number())), Role: exercises.Main, Plot: chart}, after.bars(i)},
		Notes: []ascii.Line{ascii.Plain(fmt.Sprintf("f(x%s) moves by %s, a%s by %s.", anatomy.Sub(i+1), anatomy.Num(moved),
			anatomy.Sub(i+1), anatomy.Num(after.Coef[i]-before.Coef[i])))},
	}
}
