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

// threeGrams builds exercise 5.6: kernels as sums of features, and their closed forms.
func threeGrams(b worksheets.Brief) worksheets.Parts {
	at := []float64{2, 2.5, 3}[b.Seed%3]
	need := termsNeeded(at, 1e-6)
	return worksheets.Parts{
		Vars: worksheets.Vars{
			"r": anatomy.Plain(at, 2), "need": need, "less": need - 1,
			"ten": anatomy.Digits(taylorError(at, 10), 2),
		},
		Tasks: worksheets.Tasks{
			"terms": {Scene: errorScene},
			"bumps": {Scene: bumpSum}, "taylor": {Scene: taylorSum},
		},
	}
}

// taylorError returns the error of k at x = z = r if it is computed from the first terms of the
// features exp(−x²/2)·xⁱ/√(i!), i from 0. The exact value is 1.
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

// termsNeeded returns the least number of terms with an error of at most tol.
func termsNeeded(r, tol float64) int {
	n := 1
	for taylorError(r, n) > tol {
		n++
	}
	return n
}

// errorScene shows the error of the first terms of the Taylor map.
func errorScene(_ context.Context, a exercises.Answers) exercises.Scene {
	c := stage.Slider("radius", "x = z, in σ", 0.5, 3, 0.25, a, "2")
	taken := stage.Slider("taken", "N", 1, 32, 1, a, "5")
	left := ascii.ChartSeries{Name: "error", Ink: ascii.Symbol1}
	for n := 1; n <= 32 && taylorError(c.Number(), n) > 1e-12; n++ { // below, rounding errors remain
		left.Add(float64(n), taylorError(c.Number(), n))
	}
	return exercises.Scene{
		Controls: []exercises.Control{c, taken},
		Figures: []exercises.Figure{stage.Main("The error after N terms, at x = z", ascii.Chart{
			Series: []ascii.ChartSeries{left}, Log: true, XLabel: "N", HasCursor: true, Cursor: taken.Number(),
			Refs: []ascii.RefLine{{Y: 1e-6, Label: "10⁻⁶"}}, X: ascii.Range{Min: 1, Max: 32},
		})},
		Notes: ascii.Linesf("x = z = %sσ, N = %s: error %s", anatomy.Plain(c.Number(), 3), taken.Value,
			exercises.Typeset(anatomy.Plain(max(0, taylorError(c.Number(), int(taken.Number()))), 2))),
	}
}

// sumGrid is the number of points for the Gram matrices of features, from −sumEnd to
// sumEnd.
const (
	sumGrid = 24
	sumEnd  = 1.2
)

// kernelOfTwo is a function of two numbers.
type kernelOfTwo func(x, z float64) float64

// sumOf returns the sum of the given number of products φᵢ(x)·φᵢ(z), i from 0.
func sumOf(features float64, product func(i, x, z float64) float64) kernelOfTwo {
	return func(x, z float64) (sum float64) {
		for i := range int(features) {
			sum += product(float64(i), x, z)
		}
		return sum
	}
}

// bumpSum shows the kernel whose features are bumps with centres from −3 to 3. Next to it is the
// kernel that it approaches for many bumps, a multiple of an RBF kernel.
func bumpSum(_ context.Context, a exercises.Answers) exercises.Scene {
	n := lesson.SliderValue(a, "bumps")
	mu := func(i float64) float64 { return 6*i/(n-1) - 3 }
	bump := func(d float64) float64 { return math.Exp(-d * d / 2) }
	multiple := math.Sqrt(math.Pi) * (n - 1) / 6
	return sumAndClosed(sumOf(n, func(i, x, z float64) float64 { return bump(x-mu(i)) * bump(z-mu(i)) }),
		anatomy.Digits(multiple, 3)+"·exp(−(x − z)²/4)", func(x, z float64) float64 {
			return multiple * math.Exp(-(x-z)*(x-z)/4)
		})
}

// taylorSum shows the kernel with the features exp(−x²/2)·xⁱ/√(i!), next to the RBF kernel that it
// approaches.
func taylorSum(_ context.Context, a exercises.Answers) exercises.Scene {
	phi := func(x, i float64) float64 { return math.Exp(-x*x/2) * math.Pow(x, i) / math.Sqrt(math.Gamma(i+1)) }
	return sumAndClosed(sumOf(lesson.SliderValue(a, "terms3"),
		func(i, x, z float64) float64 { return phi(x, i) * phi(z, i) }), "all features",
		func(x, z float64) float64 { return math.Exp(-(x - z) * (x - z) / 2) })
}

// sumAndClosed shows the Gram matrices of a sum of features and of its closed form on a grid. Below
// them it shows both diagonals as curves. A note gives the largest difference.
func sumAndClosed(sum kernelOfTwo, name string, closed kernelOfTwo) exercises.Scene {
	diagonal := ascii.Chart{XLabel: "x = z"}
	for k, f := range []kernelOfTwo{sum, closed} {
		curve := ascii.ChartSeries{Name: []string{"left", "right"}[k], Ink: ascii.Series(k)}
		for i := range 61 {
			x := sumEnd * (float64(i)/30 - 1)
			curve.Add(x, f(x, x))
		}
		diagonal.Series = append(diagonal.Series, curve)
	}
	onGrid := func(k kernelOfTwo) []float64 {
		place := func(i int) float64 { return sumEnd * (2*float64(i)/(sumGrid-1) - 1) }
		out := make([]float64, sumGrid*sumGrid)
		for i := range out {
			out[i] = k(place(i/sumGrid), place(i%sumGrid))
		}
		return out
	}
	one, other := onGrid(sum), onGrid(closed)
	scale := ascii.RangeOf(slices.Concat(one, other)...).With(0)
	below := stage.Table("On the diagonal from the upper left corner, x = z", diagonal)
	below.Rows = 8
	heat := func(title string, values []float64) exercises.Figure {
		return stage.Main(title, ascii.Heatmap{
			Rows: sumGrid, Cols: sumGrid, At: func(i, j int) float64 { return values[i*sumGrid+j] }, Range: scale,
			Bar: true,
		})
	}
	return exercises.Scene{
		Figures: []exercises.Figure{heat("", one), heat(name, other), below},
		Notes: ascii.PlainLines(
			"x and z go from −1.2 to 1.2, with 0 in the middle. The largest value is " + anatomy.Digits(scale.Max, 3) +
				", and the two differ by at most " +
				exercises.Typeset(anatomy.Plain(floats.Distance(one, other, math.Inf(1)), 2)) + ".",
		),
	}
}
