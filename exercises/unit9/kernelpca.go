package unit9

import (
	"context"
	"math"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
)

// kernelPCA builds the parts of exercise 9.8 that show kernel PCA of two rings. The calculation
// with three vectors is in the worksheet, the text of the exercise.
func kernelPCA(input worksheets.LessonInput) worksheets.LessonOutput {
	rings := twoRings(input.Seed)
	return worksheets.LessonOutput{Tasks: worksheets.Tasks{
		"guess": {Scene: lesson.FixedFigures(lesson.PointsAlone(rings, "Two rings"))},
		"rings": {Scene: func(_ context.Context, a exercises.Answers) exercises.Scene { return ringScene(rings, a) }},
	}}
}

// twoRings returns 30 random points around each of two circles. The inner circle has radius
// 0.6, which is so small that an RBF kernel sees its points as one cluster.
func twoRings(seed uint64) *dataset.Set {
	const n = 60
	r := lesson.Rand(seed, 980)
	rotation := r.Float64()
	points, labels := make([][]float64, n), make([]float64, n)
	for i := range n {
		sin, cos := math.Sincos(2 * math.Pi * (float64(i/2) + rotation) / (n / 2))
		radius := []float64{0.6, 2}[i%2]
		points[i] = []float64{radius*cos + 0.05*r.NormFloat64(), radius*sin + 0.05*r.NormFloat64()}
		labels[i] = float64(1 - 2*(i%2))
	}
	return dataset.NewClassification("rings", points, labels)
}

// ringScene shows the component and the kernel that the sliders choose. It draws the component as
// a function of the plane. It also plots the points by their values of this component and of
// another one.
func ringScene(rings *dataset.Set, a exercises.Answers) exercises.Scene {
	k := []kernels.Kernel[[]float64]{kernels.Linear{}, kernels.Poly{Degree: 2},
		kernels.RBF{Sigma: lesson.SliderValue(a, "sigma")}}[int(lesson.SliderValue(a, "kernel"))]
	components, shares := kernels.PrincipalComponents(k, rings.Points(), 3)
	c, other := int(lesson.SliderValue(a, "component"))-1, 0
	if c >= len(components) {
		return exercises.SceneOf(lesson.PointsAlone(rings, "Two rings"),
			ascii.Plain("There is no third component: the points vary only in the two directions of the plane."))
	}
	if c == 0 {
		other = 1
	}
	name := func(c int) string { return "component " + lesson.PointNumber(c) }
	projection := ascii.Map{XLabel: name(c), YLabel: name(other)}
	for i, x := range rings.Points() {
		projection.Marks = append(projection.Marks,
			ascii.Mark{X: components[c].Eval(x), Y: components[other].Eval(x), Class: int(rings.Label(i))})
	}
	misclassified := stage.CountErrors(components[c], rings)
	return exercises.Scene{
		Figures: []exercises.Figure{
			stage.TrainingData{Set: rings, Kernel: k}.Map(components[c],
				stage.MapOptions{Title: "By " + name(c) + ", " + kernels.Describe(k), Standalone: true}),
			stage.Main("The points by their components", projection),
		},
		Notes: ascii.Linesf(
			"Component %d has %.0f %% of the variance. Whichever ring gets the +, the sign is wrong for at least %d of %d points.",
			c+1, 100*shares[c], min(misclassified, rings.Len()-misclassified), rings.Len()),
	}
}
