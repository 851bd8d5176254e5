// Package unit4 contains unit 4, “The kernel trick and its price”: its worksheets, and Go code for
// the exercises that need it.
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

// Unit returns the worksheets of the unit, and the lessons by exercise ID.
func Unit() worksheets.Source {
	return worksheets.Source{Worksheets: files, Lessons: map[string]worksheets.Lesson{
		"4.2": price,
	}}
}

// price builds exercise 4.2: which way is cheaper, counted and timed.
func price(b worksheets.Brief) worksheets.Parts {
	counted := func(typed string) worksheets.Behaviour {
		return worksheets.Behaviour{
			Scene: func(ctx context.Context, a exercises.Answers) exercises.Scene { return costPlane(ctx, a, typed) },
		}
	}
	return worksheets.Parts{Tasks: worksheets.Tasks{
		"line": counted("p"), "guess": counted("pixels"), "stored": counted("degree"),
		"clock": {Scene: newPassClock(b.Seed).Scene},
	}}
}

// costPlane shows the plane of d and n on logarithmic scales, coloured by the cheaper way of one
// pass: the kernel, or all features up to a degree. power is the name of the slider for the degree.
// With the slider degree, a switch decides whether K is stored. With the slider p, the formula
// typed into the field line is drawn as a curve.
func costPlane(ctx context.Context, a exercises.Answers, power string) exercises.Scene {
	p, kept := lesson.SliderValue(a, power), power == "degree" && a["kept"] == "1"
	// ratio is positive if the kernel is cheaper
	ratio := func(x, y float64) float64 {
		d, n := math.Pow(10, x), math.Pow(10, y)
		kernel, features := n*n, 2*n
		if !kept {
			kernel *= d
		}
		for k := 1.0; k <= p; k++ {
			features *= (d + k) / k
		}
		return math.Log10(features / kernel)
	}
	m := ascii.Map{
		X: ascii.Range{Min: math.Log10(2), Max: 3}, Y: ascii.Range{Max: 9}, XLabel: "log₁₀ d", YLabel: "log₁₀ n",
		Levels: ascii.BoundaryOnly, Field: ascii.FieldFunc(ratio),
		Marks: []ascii.Mark{{X: math.Log10(784), Y: math.Log10(60000), Label: "MNIST"}},
	}
	scope := answer.Scope{Vars: []string{"d", "p"}}
	if e, err := answer.Parse(ctx, a["line"], scope); power == "p" && err == nil {
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
			{{Text: "above the edge ", Ink: ascii.Dim}, {Text: "features", Ink: ascii.MarkNeg},
				{Text: " are cheaper, below it ", Ink: ascii.Dim}, {Text: "kernel values", Ink: ascii.MarkPos}},
		},
	}
}

// passDim is the number of coordinates of the points of the clock.
const passDim = 10

// newPassClock times a pass over points in three ways. All numbers of the largest pass fit into
// a processor's cache: beyond it, time grows faster than the count.
func newPassClock(seed uint64) *lesson.Clock {
	return &lesson.Clock{
		Name: "passes", Title: "One pass over n points",
		SwitchEffect: "one pass is timed here for 15 to 240 points, in three ways.",
		Sizes:        []int{15, 30, 60, 120, 240}, Methods: []string{"on the fly", "features", "K stored"},
		Prepare: func(_ context.Context, n int) []func() error { return newPass(seed, n).ways() },
	}
}

// pass is n points with their features and their Gram matrix, and the weights that a
// pass of logistic regression needs.
type pass struct {
	kernel    kernels.Kernel[[]float64]
	x, phi, k [][]float64
	w, a      []float64
	sum       float64 // of the last pass, so that the compiler cannot remove it
}

func newPass(seed uint64, n int) *pass {
	r := lesson.Rand(seed, 42)
	features := lesson.Quadratic()
	m := features.Dim(passDim)
	p := &pass{kernel: features, w: make([]float64, m), a: make([]float64, n)}
	for i := range n {
		x, phi := make([]float64, passDim), make([]float64, m)
		for j := range x {
			x[j] = r.NormFloat64() / float64(passDim)
		}
		features.MapTo(phi, x)
		p.x, p.phi, p.a[i] = append(p.x, x), append(p.phi, phi), r.NormFloat64()
	}
	gram := kernels.Gram(p.kernel, p.x)
	for i := range n {
		p.k = append(p.k, mat.Row(nil, i, gram))
	}
	return p
}

// ways returns the passes over all points, in the order of the clock.
func (p *pass) ways() []func() error {
	var out []func() error
	for _, way := range []func() float64{p.onTheFly, p.overFeatures, p.stored} {
		out = append(out, func() error {
			p.sum = way()
			return nil
		})
	}
	return out
}

func (p *pass) overFeatures() (sum float64) {
	step := make([]float64, len(p.w))
	for i, row := range p.phi {
		sum += floats.Dot(p.w, row)
		floats.AddScaled(step, p.a[i], row)
	}
	return sum + floats.Sum(step)
}

func (p *pass) onTheFly() (sum float64) {
	for _, x := range p.x {
		for j, z := range p.x {
			sum += p.a[j] * p.kernel.Eval(x, z)
		}
	}
	return sum
}

func (p *pass) stored() (sum float64) {
	for _, row := range p.k {
		sum += floats.Dot(p.a, row)
	}
	return sum
}
