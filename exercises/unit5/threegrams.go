package unit5

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// threeGrams builds the Go part of exercise 5.6: Gram matrices of kernels as sums over
// features, and closed forms of these kernels.
func threeGrams(input worksheets.LessonInput) worksheets.LessonOutput {
	radius := []float64{2, 2.5, 3}[input.Seed%3]
	terms := termsNeeded(radius, 1e-6)
	return worksheets.LessonOutput{
		Vars: worksheets.Vars{
			"r": anatomy.Plain(radius, 2), "need": terms, "less": terms - 1,
			"ten": anatomy.Digits(taylorError(radius, 10), 2),
		},
		Tasks: worksheets.Tasks{
			"terms": {Scene: errorScene},
			"bumps": {Scene: bumpSumScene}, "taylor": {Scene: taylorSumScene},
		},
	}
}

// taylorError returns the error of the RBF kernel at x = z = r if it is computed from the first
// features exp(−x²/2)·xⁱ/√(i!), i from 0. terms is their number. The exact value of the kernel is
// 1.
func taylorError(r float64, terms int) float64 {
	sum, term := 0.0, 1.0
	for i := range terms {
		if i > 0 {
			term *= r * r / float64(i)
		}
		sum += term
	}
	return 1 - math.Exp(-r*r)*sum
}

// termsNeeded returns the least number of terms for which taylorError is at most tol.
func termsNeeded(r, tol float64) int {
	n := 1
	for taylorError(r, n) > tol {
		n++
	}
	return n
}

// errorScene shows taylorError as a function of the number of terms.
func errorScene(_ context.Context, a exercises.Answers) exercises.Scene {
	radius := stage.Slider("radius", "x = z, in σ", 0.5, 3, 0.25, a, "2")
	termSlider := stage.Slider("taken", "N", 1, 32, 1, a, "5")
	errors := ascii.ChartSeries{Name: "error", Ink: ascii.Symbol1}
	for n := 1; n <= 32 && taylorError(radius.Number(), n) > 1e-12; n++ { // smaller errors are only rounding
		errors.Add(float64(n), taylorError(radius.Number(), n))
	}
	return exercises.Scene{
		Controls: []exercises.Control{radius, termSlider},
		Figures: []exercises.Figure{stage.Main("The error after N terms, at x = z", ascii.Chart{
			Series: []ascii.ChartSeries{errors}, Log: true, XLabel: "N", HasCursor: true, Cursor: termSlider.Number(),
			Refs: []ascii.RefLine{{Y: 1e-6, Label: "10⁻⁶"}}, X: ascii.Range{Min: 1, Max: 32},
		})},
		Notes: ascii.Linesf("x = z = %sσ, N = %s: error %s", anatomy.Plain(radius.Number(), 3), termSlider.Value,
			exercises.Typeset(anatomy.Plain(max(0, taylorError(radius.Number(), int(termSlider.Number()))), 2))),
	}
}

// The Gram matrices are those of gramSize points on a regular grid from −gramEnd to gramEnd.
const (
	gramSize = 24
	gramEnd  = 1.2
)

// kernelFunc is a function of two numbers.
type kernelFunc func(x, z float64) float64

// sumOfProducts returns the kernel that is the sum of φᵢ(x)·φᵢ(z) over i from 0 to features − 1.
// product returns φᵢ(x)·φᵢ(z).
func sumOfProducts(features float64, product func(i, x, z float64) float64) kernelFunc {
	return func(x, z float64) (sum float64) {
		for i := range int(features) {
			sum += product(float64(i), x, z)
		}
		return sum
	}
}

// bumpSumScene shows the kernel whose features are bumps with centres from −3 to 3. Next to it is the
// kernel that it approaches for many bumps, a multiple of an RBF kernel.
func bumpSumScene(_ context.Context, a exercises.Answers) exercises.Scene {
	n := lesson.SliderValue(a, "bumps")
	mu := func(i float64) float64 { return 6*i/(n-1) - 3 }
	bump := func(d float64) float64 { return math.Exp(-d * d / 2) }
	multiple := math.Sqrt(math.Pi) * (n - 1) / 6
	return compareGrams(sumOfProducts(n, func(i, x, z float64) float64 { return bump(x-mu(i)) * bump(z-mu(i)) }),
		anatomy.Digits(multiple, 3)+"·exp(−(x − z)²/4), many bumps", func(x, z float64) float64 {
			return multiple * math.Exp(-(x-z)*(x-z)/4)
		})
}

// taylorSumScene shows the kernel with the features exp(−x²/2)·xⁱ/√(i!), next to the RBF kernel that it
// approaches.
func taylorSumScene(_ context.Context, a exercises.Answers) exercises.Scene {
	phi := func(x, i float64) float64 { return math.Exp(-x*x/2) * math.Pow(x, i) / math.Sqrt(math.Gamma(i+1)) }
	return compareGrams(sumOfProducts(lesson.SliderValue(a, "terms3"),
		func(i, x, z float64) float64 { return phi(x, i) * phi(z, i) }), "all features, the limit",
		func(x, z float64) float64 { return math.Exp(-(x - z) * (x - z) / 2) })
}

// compareGrams shows the Gram matrices of two kernels on the grid: a sum over features, and its closed
// form. Below them it shows both diagonals as curves. A note gives the largest difference.
func compareGrams(sum kernelFunc, closedTitle string, closedForm kernelFunc) exercises.Scene {
	diagonal := ascii.Chart{XLabel: "x = z"}
	for k, f := range []kernelFunc{sum, closedForm} {
		curve := ascii.ChartSeries{Name: []string{"sum", "limit"}[k], Ink: ascii.Series(k)}
		for i := range 61 {
			x := gramEnd * (float64(i)/30 - 1)
			curve.Add(x, f(x, x))
		}
		diagonal.Series = append(diagonal.Series, curve)
	}
	entriesOnGrid := func(k kernelFunc) []float64 {
		coordinate := func(i int) float64 { return gramEnd * (2*float64(i)/(gramSize-1) - 1) }
		out := make([]float64, gramSize*gramSize)
		for i := range out {
			out[i] = k(coordinate(i/gramSize), coordinate(i%gramSize))
		}
		return out
	}
	sumEntries, closedEntries := entriesOnGrid(sum), entriesOnGrid(closedForm)
	scale := ascii.RangeOf(slices.Concat(sumEntries, closedEntries)...).With(0)
	diagonalFigure := stage.Table("On the diagonal from the upper left corner, x = z", diagonal)
	diagonalFigure.Rows = 8
	heatmap := func(title string, values []float64) exercises.Figure {
		return stage.Main(title, ascii.Heatmap{
			Rows: gramSize, Cols: gramSize, At: func(i, j int) float64 { return values[i*gramSize+j] }, Range: scale,
			ShowValues: true,
		})
	}
	return exercises.Scene{
		Figures: []exercises.Figure{heatmap("", sumEntries), heatmap(closedTitle, closedEntries), diagonalFigure},
		Notes: ascii.PlainLines(
			"x and z go from −1.2 to 1.2, with 0 in the middle. The largest value is " + anatomy.Digits(scale.Max, 3) +
				", and the two matrices differ by at most " +
				exercises.Typeset(anatomy.Plain(floats.Distance(sumEntries, closedEntries, math.Inf(1)), 2)) + ".",
		),
	}
}
