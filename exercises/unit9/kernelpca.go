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

// kernelPCA builds exercise 9.8: kernel PCA of three vectors and of two rings.
func kernelPCA(b worksheets.Brief) worksheets.Parts {
	rings := twoRings(b.Seed)
	return worksheets.Parts{Tasks: worksheets.Tasks{
		"guess": {Scene: lesson.FixedFigures(lesson.PointsAlone(rings, "Two rings"))},
		"rings": {Scene: func(_ context.Context, a exercises.Answers) exercises.Scene { return ringScene(rings, a) }},
	}}
}

// twoRings draws 30 points around each of two circles. The inner circle has radius 0.6, so that
// an RBF kernel can separate its points as one cluster.
func twoRings(seed uint64) *dataset.Set {
	const n = 60
	r := lesson.Rand(seed, 980)
	turn := r.Float64()
	points, labels := make([][]float64, n), make([]float64, n)
	for i := range n {
		sin, cos := math.Sincos(2 * math.Pi * (float64(i/2) + turn) / (n / 2))
		radius := []float64{0.6, 2}[i%2]
		points[i] = []float64{radius*cos + 0.05*r.NormFloat64(), radius*sin + 0.05*r.NormFloat64()}
		labels[i] = float64(1 - 2*(i%2))
	}
	return dataset.NewClassification("rings", points, labels)
}

// ringScene shows the component and the kernel that the sliders choose. It draws the component as
// a function of the plane, and its values at the points against those of another component.
func ringScene(rings *dataset.Set, a exercises.Answers) exercises.Scene {
	k := []kernels.Kernel[[]float64]{kernels.Linear{}, kernels.Poly{Degree: 2},
		kernels.RBF{Sigma: lesson.SliderValue(a, "sigma")}}[int(lesson.SliderValue(a, "kernel"))]
	all, shares := kernels.Components(k, rings.Points(), 3)
	c, other := int(lesson.SliderValue(a, "component"))-1, 0
	if c >= len(all) {
		return exercises.SceneOf(lesson.PointsAlone(rings, "Two rings"),
			ascii.Plain("There is no third component: the points vary only in the two directions of the plane."))
	}
	if c == 0 {
		other = 1
	}
	name := func(c int) string { return "component " + lesson.PointNumber(c) }
	projected := ascii.Map{XLabel: name(c), YLabel: name(other)}
	for i, x := range rings.Points() {
		projected.Marks = append(projected.Marks,
			ascii.Mark{X: all[c].Eval(x), Y: all[other].Eval(x), Class: int(rings.Label(i))})
	}
	wrong := stage.Wrong(all[c], rings)
	return exercises.Scene{
		Figures: []exercises.Figure{
			stage.Model{Set: rings, Kernel: k}.Map(all[c],
				stage.MapOptions{Title: "By " + name(c) + ", " + kernels.Describe(k), Standalone: true}),
			stage.Main("The points by their components", projected),
		},
		Notes: ascii.Linesf(
			"Component %d has %.0f %% of the variance. At best, its sign puts %d of %d points on the wrong ring.",
			c+1, 100*shares[c], min(wrong, rings.Len()-wrong), rings.Len()),
	}
}
