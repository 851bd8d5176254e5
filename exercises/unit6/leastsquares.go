// Package unit6 contains unit 6, “Dual updates”: its worksheets, and Go code for the exercises that
// need it.
//
// A worksheet is the Markdown file of an exercise. A lesson is the Go part of an exercise: it draws
// random numbers for the worksheet, and adds scenes and judges of answers. A scene is the figures,
// controls and notes that a task shows next to its text.
//
// The package does not know other units, the terminal or screens.
package unit6

import (
	"context"
	"embed"
	"fmt"
	"math/rand/v2"
	"slices"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/solvers"
)

//go:embed *.md
var files embed.FS

// Unit returns the worksheets of the unit, and its lessons by exercise ID.
func Unit() worksheets.Source {
	return worksheets.Source{Worksheets: files, Lessons: map[string]worksheets.Lesson{
		"6.1": leastSquares,
		"6.2": zeroOne,
		"6.3": plusMinus,
		"6.4": kernelLogistic,
		"6.5": kernelPerceptron,
		"6.6": oneUpdate,
		"6.7": blankPage,
	}}
}

// leastSquares builds the Go part of exercise 6.1: gradient descent on the mean squared error, in w and
// in the dual coefficients a.
func leastSquares(input worksheets.LessonInput) worksheets.LessonOutput {
	p := newThreePoints(input.Seed)
	gram := p.gram()
	return worksheets.LessonOutput{
		Vars: p.vars(),
		Sets: map[string]exercises.Data{"three": p.set()},
		Tasks: worksheets.Tasks{
			"gram": {Tables: map[string]exercises.FieldTable{"gram": gram.Table()}, Scene: gram.Scene,
				Calculation: gram.Calculation()},
			"hand": {Tables: lesson.FieldTables(p.table(),
				lesson.FieldColumn{Title: "a′", Cell: lesson.BlankCell(oneStepName)},
				lesson.FieldColumn{Title: "f", Cell: lesson.BlankCell(scoreName)},
				lesson.FieldColumn{Title: "a″", Cell: lesson.BlankCell(twoStepsName)}), Scene: p.handScene,
				Calculation: p.calculation()},
			"beyond": {Scene: lesson.FixedFigures(stage.Main("The points", p.picture()))},
			"side":   {FocusesStage: true},
		},
	}
}

func (p threePoints) vars() worksheets.Vars {
	truth := p.calculation().RightValues()
	afterOne, scores, afterTwo := p.valuesOf(truth, oneStepName), p.valuesOf(truth, scoreName), p.valuesOf(truth,
		twoStepsName)
	lambda, limit := p.largestEigenvalue(), 3/p.largestEigenvalue()
	return worksheets.Vars{
		"eta": p.eta, "rate": p.rate, "lambda": lambda, "limit": threeDigits(limit), "above": threeDigits(1.1 * limit),
		"fastest": threeDigits(limit / 2), "twice": threeDigits(2 * limit), "noN": threeDigits(limit / 3),
		"upsideDown": threeDigits(1 / limit), "twoOver": threeDigits(2 * limit / 3),
		"x1": p.x[0], "x2": p.x[1], "x3": p.x[2],
		"t2": p.t[1], "t3": p.t[2], "gramRows": p.gram().Rows(),
		"k11": p.k(0, 0), "k12": p.k(0, 1), "x1p": anatomy.Paren(p.x[0]), "x2p": anatomy.Paren(p.x[1]),
		"first": lesson.Coordinates(afterOne), "scores": lesson.Coordinates(scores),
		"second": lesson.Coordinates(afterTwo),
		"f1":     afterOne[0], "q1": anatomy.Paren(scores[0]), "t1": p.t[0], "s1": afterTwo[0],
		"s2": afterTwo[1], "s3": afterTwo[2], "sum2": afterTwo[0] + afterTwo[1] + afterTwo[2],
		"factorAbove": -1.2, "w1": p.weight(afterOne), "w2": p.weight(afterTwo),
	}
}

// threeDigits formats a number with three significant digits.
func threeDigits(v float64) string { return answer.DisplayDecimal(exercises.RoundTo(v, 3)) }

// threePoints is a regression through the origin that can be computed by hand: three whole
// numbers with whole targets, and a step size η for which 2η/n has few digits.
type threePoints struct {
	x, t []float64
	eta  float64
	rate float64 // 2η/n
}

// newThreePoints draws until gradient descent converges with η, no line through the origin meets
// all three points, and every known slip gives a number that differs from the right one even if
// only one decimal is typed.
func newThreePoints(seed uint64) threePoints {
	r := lesson.Rand(seed, 61)
	for {
		p := randomThreePoints(r)
		if p.eta <= 0.9*(3/p.largestEigenvalue()) && !p.fitsExactly() && lesson.SlipsDiffer(p.calculation(), 0.051) {
			return p
		}
	}
}

func randomThreePoints(r *rand.Rand) threePoints {
	p := threePoints{rate: float64(1+r.IntN(2)) / 10}
	p.eta = p.rate * 3 / 2
	candidates := []float64{-2, -1, 1, 2, 3}
	r.Shuffle(len(candidates), func(i, j int) { candidates[i], candidates[j] = candidates[j], candidates[i] })
	p.x = candidates[:3]
	for range p.x {
		t := float64(1 + r.IntN(4))
		if r.IntN(2) == 0 {
			t = -t
		}
		p.t = append(p.t, t)
	}
	return p
}

// fitsExactly reports whether some f(x) = wx equals all three targets.
func (p threePoints) fitsExactly() bool {
	return p.t[0]*p.x[1] == p.t[1]*p.x[0] && p.t[1]*p.x[2] == p.t[2]*p.x[1]
}

// k returns the linear kernel of two of the points.
func (p threePoints) k(i, j int) float64 { return p.x[i] * p.x[j] }

// gram returns the task that asks for the Gram matrix of the points.
func (p threePoints) gram() lesson.GramTask {
	return lesson.GramTask{Picture: p.picture(),
		Points: []string{answer.DisplayDecimal(p.x[0]), answer.DisplayDecimal(p.x[1]), answer.DisplayDecimal(p.x[2])},
		K:      p.k,
		Slips: []lesson.GramSlip{
			{ID: "squared-distance", Entry: func(i, j int) float64 { return (p.x[i] - p.x[j]) * (p.x[i] - p.x[j]) }},
			{ID: "with-one", Entry: func(i, j int) float64 { return p.x[i]*p.x[j] + 1 }},
			{ID: "targets", Entry: func(i, j int) float64 { return p.t[i] * p.t[j] }},
			lesson.UpperHalfSlip(),
		}}
}

// largestEigenvalue returns the largest eigenvalue of K, which here is Σ xᵢ².
func (p threePoints) largestEigenvalue() float64 {
	return solvers.LambdaMax(solvers.LinearGram(p.rows()))
}

func (p threePoints) rows() [][]float64 {
	return [][]float64{{p.x[0]}, {p.x[1]}, {p.x[2]}}
}

// set returns the three points as a data set.
func (p threePoints) set() *dataset.Set { return dataset.NewRegression("three points", p.rows(), p.t) }

// weight returns w = Φᵀa, which is one number because the points are numbers.
func (p threePoints) weight(a []float64) float64 { return a[0]*p.x[0] + a[1]*p.x[1] + a[2]*p.x[2] }

func oneStepName(i int) string  { return fmt.Sprint("first", i+1) }
func scoreName(i int) string    { return fmt.Sprint("score", i+1) }
func twoStepsName(i int) string { return fmt.Sprint("second", i+1) }

// valuesOf returns the numbers with the names name(0), name(1) and name(2), one for each point.
func (p threePoints) valuesOf(n answer.Numbers, name func(int) string) []float64 {
	return []float64{n[name(0)], n[name(1)], n[name(2)]}
}

// calculation returns the blanks that the student fills in: a′ after one step, f = Ka′, and a″
// after two steps.
func (p threePoints) calculation() answer.Calculation {
	var first, scores, second answer.Calculation
	for i := range p.x {
		firstStep := func(factor float64) func(answer.Numbers) float64 {
			return func(answer.Numbers) float64 { return factor * p.rate * p.t[i] }
		}
		first = append(first, answer.Quantity{Name: oneStepName(i), Value: firstStep(1), Slips: []answer.Slip{
			{ID: "no-two", Value: firstStep(0.5)}, {ID: "no-n", Value: firstStep(3)}, {ID: "uphill",
				Value: firstStep(-1)},
		}})
		scores = append(scores, answer.Quantity{
			Name:  scoreName(i),
			Value: func(n answer.Numbers) float64 { return p.weight(p.valuesOf(n, oneStepName)) * p.x[i] },
			Slips: []answer.Slip{
				{ID: "row-sum", Value: func(answer.Numbers) float64 { return p.k(i, 0) + p.k(i, 1) + p.k(i, 2) }},
				{ID: "own-only", Value: func(n answer.Numbers) float64 { return p.k(i, i) * n[oneStepName(i)] }},
			},
		})
		change := func(n answer.Numbers) float64 { return p.rate * (p.t[i] - n[scoreName(i)]) }
		second = append(second, answer.Quantity{
			Name:  twoStepsName(i),
			Value: func(n answer.Numbers) float64 { return n[oneStepName(i)] + change(n) },
			Slips: []answer.Slip{
				{ID: "restart", Value: change},
				{ID: "same-again", Value: func(n answer.Numbers) float64 { return n[oneStepName(i)] + p.rate*p.t[i] }},
				{ID: "uphill", Value: func(n answer.Numbers) float64 { return n[oneStepName(i)] - change(n) }},
			},
		})
	}
	return slices.Concat(first, scores, second)
}

// picture returns the points with their numbers.
func (p threePoints) picture() ascii.Map {
	m := ascii.Map{X: ascii.RangeOf(p.x...).With(0).Pad(.15), Y: ascii.RangeOf(p.t...).With(0).Pad(.15), XLabel: "x",
		YLabel: "t"}
	for i := range p.x {
		m.Marks = append(m.Marks, ascii.Mark{X: p.x[i], Y: p.t[i], Label: "x" + anatomy.Sub(i+1)})
	}
	return m
}

// handScene shows the points with the lines that the student's numbers define.
func (p threePoints) handScene(ctx context.Context, a exercises.Answers) exercises.Scene {
	picture := p.picture()
	for _, step := range []struct {
		words string
		name  func(int) string
		ink   ascii.Ink
	}{{"after one step", oneStepName, ascii.Dim}, {"after two steps", twoStepsName, ascii.Curve}} {
		if typed, ok := answer.NumbersInFields(ctx, a, step.name(0), step.name(1), step.name(2)); ok {
			picture.Curves = append(picture.Curves,
				ascii.CurveLine{F: func(x float64) float64 { return p.weight(typed) * x },
					Ink: step.ink, Dotted: step.ink == ascii.Dim,
					Name: step.words})
		}
	}
	return exercises.Scene{
		Figures: []exercises.Figure{stage.Main("The points, and your lines f(x) = wx", picture)},
		Formula: []ascii.Line{{
			{Text: "aᵢ", Ink: ascii.Symbol1}, {Text: " ← ", Ink: ascii.Text}, {Text: "aᵢ", Ink: ascii.Symbol1},
			{Text: " + ", Ink: ascii.Text},
			{Text: "(2η/n)", Ink: ascii.Symbol3}, {Text: " (tᵢ − (Ka)ᵢ)", Ink: ascii.Text},
			{Text: ",   2η/n = " + answer.DisplayDecimal(p.rate), Ink: ascii.Symbol3},
		}},
	}
}

// table shows the points, the targets and the Gram matrix.
func (p threePoints) table() exercises.Figure {
	columns := []lesson.Column{
		lesson.NumberColumn().AlignLeft(),
		lesson.ValuesColumn("xᵢ", p.x, answer.DisplayDecimal),
		lesson.ValuesColumn("tᵢ", p.t, answer.DisplayDecimal),
	}
	return lesson.PointTable("Three points, linear kernel", 3,
		append(columns, lesson.EntryColumns("Kᵢ%s", 5, 3, p.k)...)...)
}
