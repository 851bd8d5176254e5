package svm

import (
	"context"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/stage"
	"kernellab/solvers"
)

// twins is a pair with κ = 0: one place, two labels, α = 0.2 and C = 1.
func twins() (solvers.SMODetail, float64) {
	gram := solvers.LinearGram([][]float64{{1, 1}, {1, 1}})
	t, alpha := []float64{1, -1}, []float64{0.2, 0.2}
	return solvers.PairUpdate(gram, t, alpha, 0, 1, 0, 1), solvers.DualObjective(gram, t, alpha)
}

// flatScene is g along the line of a pair with κ = 0: straight, so without a
// top.
func flatScene(context.Context, exercises.Answers) exercises.Scene {
	d, before := twins()
	fig := stage.Parabola(&d, before)
	fig.Title, fig.Role = "g(α), here W, along the line of the twins", exercises.Main
	return exercises.Scene{
		Figures: []exercises.Figure{fig},
		Notes:   []ascii.Line{ascii.Plain("x₁ = x₂ = (1, 1), t₁ = +1, t₂ = −1, α₁ = α₂ = 0.2, C = 1, so κ = 2 + 2 − 2·2 = 0.")},
	}
}
