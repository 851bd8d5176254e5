package lessons

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// threeGrams is 5.6: kernels as sums of features, beside their closed forms.
func threeGrams(b worksheets.Brief) (worksheets.Parts, error) {
	at := []float64{2, 2.5, 3}[b.Seed%3]
	need := termsNeeded(at, 1e-6)
	return worksheets.Parts{
		Vars: map[string]string{
			"r": anatomy.Plain(at, 2), "need": strconv.Itoa(need), "less": strconv.Itoa(need - 1),
			"ten": anatomy.Digits(taylorError(at, 10), 2),
		},
		Steps: map[string]worksheets.Behaviour{
			"powers": {Scene: sumScene("terms", "M", 1, 16, 5, powersSum, powersClosed)},
			"bumps":  {Scene: sumScene("bumps", "bumps", 2, 24, 6, bumpsSum, bumpsClosed)},
			"taylor": {Scene: sumScene("terms3", "terms", 1, 24, 3, taylorSum, taylorClosed)},
			"terms":  {Scene: errorScene(at)},
		},
	}, nil
}

// kernelSum is k(x, z) by so many features.
type kernelSum func(x, z float64, terms int) float64

// The sets of features, with σ = 1, on [−1.2, 1.2]. The bumps stand on a grid
// over [−3, 3] and are as far apart as they are many.
const gramEnd = 1.2

// powersSum has the features 1, x, …, x^(M−1).
func powersSum(x, z float64, terms int) float64 {
	var sum float64
	for i := range terms {
		sum += math.Pow(x, float64(i)) * math.Pow(z, float64(i))
	}
	return sum
}

func powersClosed(x, z float64, terms int) float64 {
	if x*z == 1 {
		return float64(terms)
	}
	return (1 - math.Pow(x*z, float64(terms))) / (1 - x*z)
}

func bumpAt(j, count int) float64 { return -3 + 6*float64(j)/float64(count-1) }

func bumpsSum(x, z float64, count int) float64 {
	var sum float64
	for j := range count {
		mu := bumpAt(j, count)
		sum += math.Exp(-(x-mu)*(x-mu)/2) * math.Exp(-(z-mu)*(z-mu)/2)
	}
	return sum
}

func bumpsClosed(x, z float64, count int) float64 {
	var sum float64
	for j := range count {
		d := bumpAt(j, count) - (x+z)/2
		sum += math.Exp(-d * d)
	}
	return math.Exp(-(x-z)*(x-z)/4) * sum
}

// taylorSum has the features exp(−x²/2)·xⁱ/√(i!), i from 0 on.
func taylorSum(x, z float64, terms int) float64 {
	sum, term := 0.0, 1.0
	for i := range terms {
		if i > 0 {
			term *= x * z / float64(i)
		}
		sum += term
	}
	return math.Exp(-(x*x+z*z)/2) * sum
}

func taylorClosed(x, z float64, _ int) float64 { return math.Exp(-(x - z) * (x - z) / 2) }

// taylorError is what so many terms lack at x = z = r, where k is 1.
func taylorError(r float64, terms int) float64 { return 1 - taylorSum(r, r, terms) }

// termsNeeded is the least number of terms with an error of at most tol.
func termsNeeded(r, tol float64) int {
	n := 1
	for taylorError(r, n) > tol {
		n++
	}
	return n
}

// sumScene is the Gram matrix of a grid of points by the sum of features, and
// how far it is from the closed form at most.
func sumScene(name, label string, from, to, at int, sum, closed kernelSum) worksheets.SceneFunc {
	return func(_ context.Context, a exercises.Answers) exercises.Scene {
		c := exercises.Control{Name: name, Label: label, Min: float64(from), Max: float64(to), Step: 1, Value: stage.Chosen(a, name, strconv.Itoa(at))}
		terms := int(c.Number())
		const n = 25
		grid := func(i int) float64 { return gramEnd * (2*float64(i)/(n-1) - 1) }
		var most float64
		scale := ascii.Range{Min: math.Inf(1), Max: math.Inf(-1)} // of both
		for i := range n {
			for j := range n {
				u, v := sum(grid(i), grid(j), terms), closed(grid(i), grid(j), terms)
				most, scale = max(most, math.Abs(u-v)), scale.With(u).With(v)
			}
		}
		heat := func(title string, k kernelSum) exercises.Figure {
			return exercises.Figure{Title: title, Role: exercises.Main, Plot: ascii.Heatmap{
				Rows: n, Cols: n, At: func(i, j int) float64 { return k(grid(i), grid(j), terms) }, Range: scale, Bar: true,
			}}
		}
		return exercises.Scene{
			Controls: []exercises.Control{c},
			Figures:  []exercises.Figure{heat(fmt.Sprintf("φ(x)·φ(z), %d features", terms), sum), heat("closed form", closed)},
			Notes:    []ascii.Line{ascii.Plain(fmt.Sprintf("Down x, across z, both from −%s to %s; one scale for both.", anatomy.Num(gramEnd), anatomy.Num(gramEnd))), ascii.Plain(fmt.Sprintf("On this grid the two differ by at most %s.", exercises.Typeset(anatomy.Plain(most, 2))))},
		}
	}
}

// errorScene is the error of the Taylor map over the number of its terms.
func errorScene(r float64) worksheets.SceneFunc {
	return func(_ context.Context, a exercises.Answers) exercises.Scene {
		c := exercises.Control{Name: "radius", Label: "x = z, in σ", Min: 0.5, Max: 1.75, Step: 0.25, Value: stage.Chosen(a, "radius", "1")}
		near := ascii.ChartSeries{Name: "error", Ink: ascii.Symbol1}
		for n := 1; n <= 30; n++ {
			near.X, near.Y = append(near.X, float64(n)), append(near.Y, max(taylorError(c.Number(), n), 1e-16))
		}
		return exercises.Scene{
			Controls: []exercises.Control{c},
			Figures: []exercises.Figure{{Title: "What so many terms lack of k(x, x) = 1", Role: exercises.Main, Plot: ascii.Chart{
				Series: []ascii.ChartSeries{near}, Log: true, XLabel: "terms", Refs: []ascii.RefLine{{Y: 1e-6, Label: "10⁻⁶"}},
			}}},
			Notes: []ascii.Line{ascii.Plain(fmt.Sprintf("The question is about x = z = %sσ, beyond the slider.", anatomy.Plain(r, 2)))},
		}
	}
}
