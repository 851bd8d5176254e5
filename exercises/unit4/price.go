// Package unit4 contains unit 4, “The kernel trick and its price”: its worksheets, and Go code for
// the exercises that need it.
//
// A worksheet is the Markdown file of an exercise. A lesson is the Go part of an exercise: it draws
// random numbers for the worksheet, and adds scenes and judges of answers. A scene is the figures,
// controls and notes that a task shows next to its text.
//
// The package does not know other units, the terminal or screens.
package unit4

import (
	"context"
	"embed"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
)

//go:embed *.md
var files embed.FS

// Unit returns the worksheets of the unit, and its lessons by exercise ID.
func Unit() worksheets.Source {
	return worksheets.Source{Worksheets: files, Lessons: map[string]worksheets.Lesson{
		"4.2": breakEven,
	}}
}

// breakEven builds the Go part of exercise 4.2: is a pass over the data cheaper with kernel values or
// with features? The student compares numbers of multiplications and measures times.
func breakEven(input worksheets.LessonInput) worksheets.LessonOutput {
	costTask := func(slider string) worksheets.LessonTask {
		return worksheets.LessonTask{
			Scene: func(ctx context.Context, a exercises.Answers) exercises.Scene { return costPlane(ctx, a, slider) },
		}
	}
	return worksheets.LessonOutput{Tasks: worksheets.Tasks{
		"line": costTask("p"), "guess": costTask("pixels"), "stored": costTask("degree"),
		"clock": {Scene: newPassClock(input.Seed).Scene},
	}}
}

// costPlane shows a plane with the number of coordinates, d, and the number of points, n, on
// logarithmic scales. The colour shows which computation of one pass is cheaper: with the kernel, or
// with all features up to a degree p. slider is the name of the slider that chooses p. If it is
// "degree", a switch decides whether the Gram matrix K is stored. If it is "p", the formula typed into
// the field "line" is drawn as a curve.
func costPlane(ctx context.Context, a exercises.Answers, slider string) exercises.Scene {
	p, stored := lesson.SliderValue(a, slider), slider == "degree" && a["gram"] == "1"
	// logRatio returns the logarithm of the ratio of costs, which is positive if the kernel is cheaper.
	logRatio := func(x, y float64) float64 {
		d, n := math.Pow(10, x), math.Pow(10, y)
		kernel, features := n*n, 2*n
		if !stored {
			kernel *= d
		}
		for k := 1.0; k <= p; k++ {
			features *= (d + k) / k
		}
		return math.Log10(features / kernel)
	}
	m := ascii.Map{
		X: ascii.Range{Min: math.Log10(2), Max: 3}, Y: ascii.Range{Max: 9}, XLabel: "log₁₀ d", YLabel: "log₁₀ n",
		Levels: ascii.BoundaryOnly, Field: ascii.FieldFunc(logRatio),
		Marks: []ascii.Mark{{X: math.Log10(784), Y: math.Log10(60000), Label: "MNIST"}},
	}
	scope := answer.Scope{Vars: []string{"d", "p"}}
	if e, err := answer.Parse(ctx, a["line"], scope); slider == "p" && err == nil {
		if f, err := e.Compile(scope.Vars...); err == nil {
			m.Curves = []ascii.CurveLine{
				{F: func(x float64) float64 { return math.Log10(f.Value(math.Pow(10, x), p)) }, Ink: ascii.Accent,
					Name: "yours"},
			}
		}
	}
	return exercises.Scene{
		Figures: []exercises.Figure{stage.Main("", m)},
		Notes: []ascii.Line{
			{{Text: "above the edge: ", Ink: ascii.Dim}, {Text: "features", Ink: ascii.MarkNeg},
				{Text: " are cheaper, below it ", Ink: ascii.Dim}, {Text: "kernel values", Ink: ascii.MarkPos}},
		},
	}
}

// passDim is the number of coordinates of the points whose passes are timed.
const passDim = 10

// newPassClock returns the clock that times one pass over the points, computed in three ways. All
// numbers of the largest pass fit into the cache of a processor, because outside the cache the time
// would grow faster than the number of multiplications.
func newPassClock(seed uint64) *lesson.Clock {
	return &lesson.Clock{
		Name: "passes", Title: "One pass over n points",
		SwitchEffect: "one pass is timed here for 15 to 240 points, in three ways.",
		Sizes:        []int{15, 30, 60, 120, 240}, Methods: []string{"on the fly", "features", "K stored"},
		Prepare: func(_ context.Context, n int) []func() error { return newPassData(seed, n).methods() },
	}
}

// passData holds what a pass of logistic regression needs: n points x, their features phi, their Gram
// matrix k, the weights w of the features and the dual coefficients a.
type passData struct {
	kernel    kernels.Kernel[[]float64]
	x, phi, k [][]float64
	w, a      []float64
	result    float64 // result of the last pass, kept so that the compiler cannot remove the computation
}

func newPassData(seed uint64, n int) *passData {
	r := lesson.Rand(seed, 42)
	quadratic := lesson.Quadratic()
	m := quadratic.Dim(passDim)
	p := &passData{kernel: quadratic, w: make([]float64, m), a: make([]float64, n)}
	for i := range n {
		x, phi := make([]float64, passDim), make([]float64, m)
		for j := range x {
			x[j] = r.NormFloat64() / float64(passDim)
		}
		quadratic.MapTo(phi, x)
		p.x, p.phi, p.a[i] = append(p.x, x), append(p.phi, phi), r.NormFloat64()
	}
	gram := kernels.Gram(p.kernel, p.x)
	for i := range n {
		p.k = append(p.k, mat.Row(nil, i, gram))
	}
	return p
}

// methods returns the three computations of a pass, in the order of the clock's Methods.
func (p *passData) methods() []func() error {
	var out []func() error
	for _, method := range []func() float64{p.sumWithKernel, p.sumWithFeatures, p.sumWithGram} {
		out = append(out, func() error {
			p.result = method()
			return nil
		})
	}
	return out
}

// sumWithFeatures computes f and the gradient from the features.
func (p *passData) sumWithFeatures() (sum float64) {
	gradient := make([]float64, len(p.w))
	for i, row := range p.phi {
		sum += floats.Dot(p.w, row)
		floats.AddScaled(gradient, p.a[i], row)
	}
	return sum + floats.Sum(gradient)
}

// sumWithKernel computes f from kernel values, which it evaluates for each pair of points.
func (p *passData) sumWithKernel() (sum float64) {
	for _, x := range p.x {
		for j, z := range p.x {
			sum += p.a[j] * p.kernel.Eval(x, z)
		}
	}
	return sum
}

// sumWithGram computes f from the stored Gram matrix.
func (p *passData) sumWithGram() (sum float64) {
	for _, row := range p.k {
		sum += floats.Dot(p.a, row)
	}
	return sum
}
