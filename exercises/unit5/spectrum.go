package unit5

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
)

// withoutPenalty builds the Go part of exercise 5.4: ridge regression with λ = 0 or a tiny
// λ. It draws points of the plane and targets, all standard normal, and shows the eigenvalues of
// the Gram matrix of the points.
func withoutPenalty(input worksheets.LessonInput) worksheets.LessonOutput {
	r := lesson.Rand(input.Seed, 54)
	var x [][]float64
	var y []float64
	for range 10 {
		x, y = append(x, []float64{r.NormFloat64(), r.NormFloat64()}), append(y, r.NormFloat64())
	}
	eigenvalueTask := worksheets.LessonTask{Scene: func(ctx context.Context, a exercises.Answers) exercises.Scene {
		n := stage.Slider("n", "n", 2, 5, 1, a, "3")
		if input.Right(ctx, a, "largest") {
			n = stage.Slider("more", "n", 2, 10, 1, a, "8")
		}
		s := spectrumScene(fmt.Sprintf("Eigenvalues of K on a log scale, %.0f points, (xᵀz + 1)²", n.Number()),
			kernels.Gram(lesson.Quadratic(), x[:int(n.Number())]))
		s.Controls = []exercises.Control{n}
		return s
	}}
	return worksheets.LessonOutput{Tasks: worksheets.Tasks{
		"guess": eigenvalueTask, "break": eigenvalueTask,
		"twice": {Scene: func(_ context.Context, a exercises.Answers) exercises.Scene {
			distance := stage.LogSlider("apart", "distance", 1e-9, 1, 1, a, "1")
			lambda := stage.LogSlider("lambda", "λ", 1e-18, 1, 1, a, "1e-18")
			points := append(slices.Clone(x[:5]), []float64{x[0][0] + distance.Number(), x[0][1]})
			return coefficientsScene(points, y[:6], distance, lambda)
		}},
	}}
}

// spectrumScene shows the eigenvalues of a matrix, and its condition number.
func spectrumScene(title string, g *mat.SymDense) exercises.Scene {
	values := solvers.Eigenvalues(g.SymmetricDim(), g.At)
	return exercises.SceneOf(eigenBars(title, values), conditionLine(values))
}

// coefficientsScene shows the eigenvalues of K + λI for an RBF kernel, and the length ‖a‖ of the dual
// coefficients.
func coefficientsScene(x [][]float64, y []float64, distance, lambda exercises.Control) exercises.Scene {
	gram := func() *mat.SymDense { return kernels.Gram[[]float64](kernels.RBF{Sigma: 1}, x) }
	g := gram()
	for i := range x {
		g.SetSym(i, i, g.At(i, i)+lambda.Number())
	}
	s := spectrumScene("Eigenvalues of K + λI on a log scale, RBF, six points", g)
	s.Controls = []exercises.Control{distance, lambda}
	solution, err := solvers.SolveRidge(gram(), y, lambda.Number())
	if err != nil {
		s.Notes = append(s.Notes, stage.Warning(err.Error()))
		return s
	}
	format := "The solution a has length ‖a‖ = %s."
	if solution.Status == solvers.Singular {
		format = "More than one a solves the system to 16 digits. The shortest has length ‖a‖ = %s."
	}
	s.Notes = append(s.Notes, ascii.Plainf(format, lesson.ThreeDigits(floats.Norm(solution.Coef, 2))))
	return s
}

// conditionLine describes a matrix with the given eigenvalues, which are in increasing order. If some
// cannot be distinguished from 0, it reports the rank, and otherwise the condition number. Rounding may
// change each of n values by n times the rounding error of the largest one.
func conditionLine(values []float64) ascii.Line {
	largest, smallest, rank := values[len(values)-1], values[0], 0
	for _, v := range values {
		if v > largest*float64(len(values))*0x1p-52 {
			rank++
		}
	}
	if rank < len(values) {
		return stage.Warning(
			fmt.Sprintf("K has rank %d of %d: it is singular, as far as 16 digits can tell.", rank, len(values)),
		)
	}
	return ascii.Plainf("All %d eigenvalues are positive. Condition number: %s.", rank,
		lesson.ThreeDigits(largest/smallest))
}

// eigenBars shows eigenvalues, given in increasing order, on a logarithmic scale. Those that are not
// positive or are lost in rounding have the smallest bars.
func eigenBars(title string, values []float64) exercises.Figure {
	chart := ascii.Bars{Range: ascii.RangeOf(0, 21),
		Format: func(v float64) string {
			if v == 0 {
				return "≈ 0"
			}
			return lesson.ThreeDigits(math.Pow(10, v-19))
		}}
	for k := 1.0; k < 20; k += 6 {
		chart.Ticks = append(chart.Ticks, ascii.Tick{Value: k, Label: chart.Format(k)})
	}
	for i := len(values) - 1; i >= 0; i-- {
		chart.Bars = append(chart.Bars,
			ascii.Bar{Label: "μ" + anatomy.Sub(len(values)-i), Value: math.Log10(max(values[i], 1e-19)) + 19,
				Ink: ascii.Symbol1})
	}
	return stage.Main(title, chart)
}
