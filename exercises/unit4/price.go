package unit4

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
)

// countMultiplications builds exercise 4.1: (xᵀz + 1)ᵖ of a pair of points, computed in two ways,
// and the multiplications of each way for a chosen dimension and power.
func countMultiplications(b worksheets.Brief) worksheets.Parts {
	runs := map[string]func() []counted{}
	for _, power := range []int{2, 3} {
		runs[strconv.Itoa(power)] = sync.OnceValue(func() []counted { return countedWays(b.Seed, power) })
	}
	return worksheets.Parts{Steps: worksheets.Steps{"watch": {Scene: func(_ context.Context,
		a exercises.Answers) exercises.Scene {
		power := stage.ChoiceControl("power", "p", a, "2", exercises.Choices("2", "3")...)
		var words []string
		for _, d := range countedDims() {
			words = append(words, strconv.Itoa(d))
		}
		dim := stage.ChoiceControl("dimension", "d", a, words[0], exercises.Choices(words...)...)
		all := runs[power.Value]()
		at := all[slices.Index(words, dim.Value)]
		return exercises.Scene{
			Controls: []exercises.Control{dim, power},
			Figures: []exercises.Figure{
				stage.Main("Multiplications of the inner product", countedChart(all, at)),
				stage.Table(fmt.Sprintf("Multiplications for d = %d, p = %s", at.d, power.Value), countedTable(at)),
			},
			Notes: []ascii.Line{at.note()},
		}
	}}}}
}

func countedDims() []int { return []int{2, 4, 8, 16, 32, 64, 128, 256, 784} }

// counted holds the counts of both ways in one dimension.
type counted struct {
	d                int
	features, kernel kernels.Tally
	values           [2]float64
	run              bool // the features were computed; otherwise their number follows from the formula
}

// madeFeatures is the maximum number of features computed, which takes some
// milliseconds.
const madeFeatures = 400_000

// countedWays counts both ways in all dimensions.
func countedWays(seed uint64, power int) []counted {
	r := lesson.Rand(seed, 41)
	var out []counted
	for _, d := range countedDims() {
		x, z := make([]float64, d), make([]float64, d)
		for i := range d {
			x[i], z[i] = r.NormFloat64()/math.Sqrt(float64(d)), r.NormFloat64()/math.Sqrt(float64(d))
		}
		one := counted{d: d}
		one.values[1], one.kernel = kernels.CountedKernel(x, z, power)
		m := monomials(d, power)
		if one.run = m <= madeFeatures; one.run {
			one.values[0], one.features, _ = kernels.CountedFeatures(context.Background(), x, z, power)
		} else {
			one.features.Features, one.features.Inner = m, m
		}
		out = append(out, one)
	}
	return out
}

// monomials returns C(d + p, p).
func monomials(d, p int) int {
	m := 1
	for i := 1; i <= p; i++ {
		m = m * (d + i) / i
	}
	return m
}

// countedChart shows the cost of the inner products of both ways by dimension.
func countedChart(all []counted, at counted) ascii.Chart {
	far := ascii.ChartSeries{Name: "φ(x)ᵀφ(z)", Ink: ascii.Symbol2}
	near := ascii.ChartSeries{Name: "kernel", Ink: ascii.Symbol1}
	for _, one := range all {
		far.Add(math.Log10(float64(one.d)), float64(one.features.Inner))
		near.Add(math.Log10(float64(one.d)), float64(one.kernel.Inner))
	}
	return ascii.Chart{
		Series: []ascii.ChartSeries{far, near}, Log: true, XLabel: "log₁₀ d", YLabel: "multiplications",
		HasCursor: true, Cursor: math.Log10(float64(at.d)),
	}
}

func countedTable(at counted) ascii.Table {
	build := exercises.Grouped(float64(at.features.Build))
	if !at.run {
		build = "not run"
	}
	return ascii.Table{
		Columns: ascii.Columns("", "to make φ(x), φ(z)", "inner product"),
		Rows: [][]ascii.Line{
			{ascii.Inked("φ(x)ᵀφ(z)", ascii.Symbol2), ascii.Plain(build),
				ascii.Plain(exercises.Grouped(float64(at.features.Inner)))},
			{ascii.Inked("kernel", ascii.Symbol1), ascii.Plain("–"),
				ascii.Plain(exercises.Grouped(float64(at.kernel.Inner)))},
		},
	}
}

// note says that both ways gave the same number, or why one was not run.
func (at counted) note() ascii.Line {
	if !at.run {
		return ascii.Plainf("%s features are counted by the formula: making them takes too long here. The kernel gives %s.",
			exercises.Grouped(float64(at.features.Features)), anatomy.Num(at.values[1]))
	}
	return ascii.Plainf("Both give %s: one number, found in two ways. The counts were taken as they ran.",
		anatomy.Num(at.values[1]))
}

// price builds exercise 4.2: which way is cheaper, counted and timed.
func price(b worksheets.Brief) worksheets.Parts {
	counted := func(typed string) worksheets.Behaviour {
		return worksheets.Behaviour{
			Scene: func(ctx context.Context, a exercises.Answers) exercises.Scene { return costPlane(ctx, a, typed) },
		}
	}
	return worksheets.Parts{Steps: worksheets.Steps{
		"line": counted("p"), "guess": {Scene: func(ctx context.Context, _ exercises.Answers) exercises.Scene {
			return costPlane(ctx, exercises.Answers{"pixels": "2"}, "pixels")
		}}, "stored": counted("degree"),
		"clock": {Scene: newPassClock(b.Seed).scene},
	}}
}

// costPlane shows the plane of d and n on logarithmic scales, coloured by the cheaper
// way of one pass: the kernel, perhaps stored, or the features of a power, which a
// slider of the given name chooses. A typed formula of d is a line.
func costPlane(ctx context.Context, a exercises.Answers, power string) exercises.Scene {
	p, kept := lesson.SliderAt(a, power), power == "degree" && a["kept"] == "1"
	x, y := ascii.Range{Min: math.Log10(2), Max: 3}, ascii.Range{Max: 9}
	// ratio is positive if the kernel is cheaper
	ratio := func(x, y float64) float64 {
		d, n := math.Pow(10, x), math.Pow(10, y)
		kernel, features := n*n, 2*n
		if !kept {
			kernel *= d + p
		}
		for k := 1.0; k <= p; k++ {
			features *= (d + k) / k
		}
		return math.Log10(features / kernel)
	}
	m := ascii.Map{
		X: x, Y: y, XLabel: "log₁₀ d", YLabel: "log₁₀ n", Levels: ascii.BoundaryOnly, Field: ascii.FieldFunc(ratio),
		Marks: []ascii.Mark{{X: math.Log10(784), Y: math.Log10(60000), Label: "digits"}},
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
	above, below := ascii.Span{Text: "kernel values", Ink: ascii.MarkPos},
		ascii.Span{Text: "features", Ink: ascii.MarkNeg}
	if ratio(x.Min, y.Max) < 0 {
		above, below = below, above
	}
	return exercises.Scene{
		Figures: []exercises.Figure{stage.Main("", m)},
		Notes: []ascii.Line{
			{{Text: "above the edge ", Ink: ascii.Dim}, above, {Text: " are cheaper, below it ", Ink: ascii.Dim},
				below},
		},
	}
}

// passClock times passes over points. Each time is the shortest of several runs,
// because other work of the machine only adds to it.
type passClock struct {
	seed   uint64
	kernel kernels.Poly
	phi    kernels.FeatureMap
	swept  stage.Kept[[]passTimes]
}

// The number of coordinates, and how often each way is timed.
const passDim, passRuns = 24, 5

func passSizes() []int { return []int{30, 60, 120, 240, 480, 960} }

func newPassClock(seed uint64) *passClock {
	c := &passClock{seed: seed, kernel: kernels.Poly{Degree: 2, C: 1}}
	c.phi, _ = kernels.MapOf(c.kernel)
	return c
}

func (c *passClock) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	sizes := passSizes()
	scene, asked := stage.TimesHere(a, "passes", "One pass over n points",
		fmt.Sprintf("one pass is timed here for %d to %d points, in three ways.", sizes[0], sizes[len(sizes)-1]))
	if !asked {
		return scene
	}
	all, err := c.swept.Get(ctx, c.sweep)
	if err != nil {
		return scene
	}
	scene.Figures = []exercises.Figure{passChart(all), passTable(all)}
	scene.Notes = []ascii.Line{c.counted()}
	return scene
}

// passTimes are the milliseconds of the ways for n points.
type passTimes struct {
	n    int
	took []float64
}

func (c *passClock) sweep(ctx context.Context) ([]passTimes, error) {
	var out []passTimes
	for _, n := range passSizes() {
		t := passTimes{n: n}
		took, err := stage.Timed(ctx, passRuns, c.pass(n).ways()...)
		if err != nil {
			return nil, err
		}
		for _, runs := range took {
			t.took = append(t.took, runs[0])
		}
		out = append(out, t)
	}
	return out, nil
}

// counted says where the curves cross according to the counts.
func (c *passClock) counted() ascii.Line {
	m := c.phi.Dim(passDim)
	return ascii.Plainf(
		"Counted, the features are cheaper from n = 2m/d = %d on against the kernel on the fly, and from n = 2m = %d on against K stored.", int(math.Round(2*float64(m)/float64(passDim))), 2*m,
	)
}

// pass is n points with their features and their Gram matrix, and the weights that a
// pass of logistic regression needs.
type pass struct {
	kernel    kernels.Kernel[[]float64]
	x, phi, k [][]float64
	w, a      []float64
}

func (c *passClock) pass(n int) pass {
	r := lesson.Rand(c.seed, 42)
	m := c.phi.Dim(passDim)
	p := pass{kernel: c.kernel, w: make([]float64, m), a: make([]float64, n)}
	for i := range n {
		x, phi := make([]float64, passDim), make([]float64, m)
		for j := range x {
			x[j] = r.NormFloat64() / float64(passDim)
		}
		c.phi.MapTo(phi, x)
		p.x, p.phi, p.a[i] = append(p.x, x), append(p.phi, phi), r.NormFloat64()
	}
	gram := kernels.Gram[[]float64](c.kernel, p.x)
	for i := range n {
		p.k = append(p.k, mat.Row(nil, i, gram))
	}
	return p
}

// ways returns the passes in the order of passWays. Each goes over all points once.
// Their sums are used so that the compiler cannot remove them.
func (p pass) ways() []func() error {
	var out []func() error
	for _, way := range []func() float64{p.overFeatures, p.onTheFly, p.stored} {
		out = append(out, func() error {
			if math.IsNaN(way()) {
				return errors.New("a sum is no number")
			}
			return nil
		})
	}
	return out
}

func passWays() []string { return []string{"features", "on the fly", "K stored"} }

func (p pass) overFeatures() (sum float64) {
	step := make([]float64, len(p.w))
	for i, row := range p.phi {
		sum += floats.Dot(p.w, row)
		floats.AddScaled(step, p.a[i], row)
	}
	return sum + floats.Sum(step)
}

func (p pass) onTheFly() (sum float64) {
	for _, x := range p.x {
		for j, z := range p.x {
			sum += p.a[j] * p.kernel.Eval(x, z)
		}
	}
	return sum
}

func (p pass) stored() (sum float64) {
	for _, row := range p.k {
		sum += floats.Dot(p.a, row)
	}
	return sum
}

// passChart shows milliseconds by n, both on logarithmic scales.
func passChart(all []passTimes) exercises.Figure {
	chart := ascii.Chart{Log: true, XLabel: "log₁₀ n"}
	for k, name := range passWays() {
		s := ascii.ChartSeries{Name: name, Ink: ascii.Series(k)}
		for _, t := range all {
			s.Add(math.Log10(float64(t.n)), max(t.took[k], 1e-6))
		}
		chart.Series = append(chart.Series, s)
	}
	return stage.Main("Milliseconds for one pass, on this machine", chart)
}

func passTable(all []passTimes) exercises.Figure {
	table := ascii.Table{Columns: ascii.Columns("n")}
	for _, name := range passWays() {
		table.Columns = append(table.Columns, ascii.Column{Title: name, Right: true})
	}
	for _, t := range all {
		row := ascii.PlainLines(strconv.Itoa(t.n))
		for k, ms := range t.took {
			row = append(row, ascii.Inked(exercises.Typeset(anatomy.Plain(ms, 3)), ascii.Series(k)))
		}
		table.Add(row...)
	}
	return stage.Table(fmt.Sprintf("Milliseconds, the shortest of %d runs", passRuns), table)
}
