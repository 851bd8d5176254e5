package lessons

import (
	"context"
	"math"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// threeGrams is 5.6: kernels as sums of features, beside their closed forms.
func threeGrams(b worksheets.Brief) worksheets.Parts {
	at := []float64{2, 2.5, 3}[b.Seed%3]
	need := termsNeeded(at, 1e-6)
	return worksheets.Parts{
		Vars: worksheets.Vars{
			"r": anatomy.Plain(at, 2), "need": need, "less": need - 1,
			"ten": anatomy.Digits(taylorError(at, 10), 2),
		},
		Steps: map[string]worksheets.Behaviour{
			"terms": {Scene: errorScene(at)},
		},
	}
}

// taylorError is what so many of the features exp(−x²/2)·xⁱ/√(i!), i from 0 on, lack
// at x = z = r, where k is 1.
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

// termsNeeded is the least number of terms with an error of at most tol.
func termsNeeded(r, tol float64) int {
	n := 1
	for taylorError(r, n) > tol {
		n++
	}
	return n
}

// errorScene is the error of the Taylor map over the number of its terms.
func errorScene(r float64) worksheets.SceneFunc {
	return func(_ context.Context, a exercises.Answers) exercises.Scene {
		c := stage.Slider("radius", "x = z, in σ", 0.5, 1.75, 0.25, a, "1")
		near := ascii.ChartSeries{Name: "error", Ink: ascii.Symbol1}
		for n := 1; n <= 30; n++ {
			near.X, near.Y = append(near.X, float64(n)), append(near.Y, max(taylorError(c.Number(), n), 1e-16))
		}
		return exercises.Scene{
			Controls: []exercises.Control{c},
			Figures: []exercises.Figure{stage.Main("What so many terms lack of k(x, x) = 1", ascii.Chart{
				Series: []ascii.ChartSeries{near}, Log: true, XLabel: "terms", Refs: []ascii.RefLine{{Y: 1e-6, Label: "10⁻⁶"}},
			})},
			Notes: []ascii.Line{ascii.Plainf("The question is about x = z = %sσ, beyond the slider.", anatomy.Plain(r, 2))},
		}
	}
}
