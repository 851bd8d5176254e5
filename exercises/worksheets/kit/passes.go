package kit

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
)

// passesScene is the time of one pass over n points on this machine, in three ways:
// over the features, over the kernel on the fly, and over a K that is stored.
func passesScene(p *worksheets.Params) worksheets.SceneFunc {
	title, notes, swept := p.Needed("passes"), livesOf(p, "notes", levers{}), &stage.Kept[[]passTimes]{}
	c := passClock{seed: p.Brief().Seed, stream: uint64(p.Int("stream")), runs: max(p.Int("runs"), 1), dim: p.Int("dimension")}
	for _, text := range p.Texts("sizes") {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > 2000 {
			p.Fail("sizes", "write [50, 100, 200], each up to 2000", "%q is no number of points", text)
		}
		c.sizes = append(c.sizes, n)
	}
	var err error
	if c.kernel, err = kernels.Parse(p.Needed("kernel")); err != nil {
		p.Fail("kernel", "", "%v", err)
		return nil
	}
	phi, ok := kernels.MapOf(c.kernel)
	if c.phi = phi; !ok || c.dim < 1 || phi.Dim(c.dim) > 1e5 || len(c.sizes) == 0 {
		p.Fail("kernel", "take a polynomial, with up to 100 000 features, a dimension and sizes", "%s has no φ that can be timed", c.kernel)
		return nil
	}
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		scene, asked := stage.TimesHere(a, "passes", "One pass over n points",
			fmt.Sprintf("one pass is timed here for %d to %d points, in three ways.", slices.Min(c.sizes), slices.Max(c.sizes)))
		if !asked {
			return scene
		}
		all, err := swept.Get(ctx, c.sweep)
		if err != nil {
			return scene
		}
		scene.Figures = []exercises.Figure{passChart(title, all), passTable(all, c.runs)}
		scene.Notes = append([]ascii.Line{c.counted()}, shown(ctx, notes, a)...)
		return scene
	}
}

// passClock times passes over points of so many coordinates. Each time is the shortest
// of some runs: what else the machine does only adds to it.
type passClock struct {
	seed, stream uint64
	dim, runs    int
	sizes        []int
	kernel       kernels.Kernel[[]float64]
	phi          kernels.FeatureMap
}

// passTimes are the milliseconds of the ways for n points.
type passTimes struct {
	n    int
	took []float64
}

func (c passClock) sweep(ctx context.Context) ([]passTimes, error) {
	var out []passTimes
	for _, n := range c.sizes {
		t := passTimes{n: n}
		took, err := stage.Timed(ctx, c.runs, c.pass(n).ways()...)
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

// counted says where the curves cross by counting.
func (c passClock) counted() ascii.Line {
	m := c.phi.Dim(c.dim)
	return ascii.Plainf("Counted, the features are cheaper from n = 2m/d = %d on against the kernel on the fly, and from n = 2m = %d on against K stored.", int(math.Round(2*float64(m)/float64(c.dim))), 2*m)
}

// pass is n points with their features and their Gram matrix, and what one pass of
// logistic regression needs beside them.
type pass struct {
	kernel    kernels.Kernel[[]float64]
	x, phi, k [][]float64
	w, a      []float64
}

func (c passClock) pass(n int) pass {
	r := rand.New(rand.NewPCG(c.seed, c.stream))
	m := c.phi.Dim(c.dim)
	p := pass{kernel: c.kernel, w: make([]float64, m), a: make([]float64, n)}
	for i := range n {
		x, phi := make([]float64, c.dim), make([]float64, m)
		for j := range x {
			x[j] = r.NormFloat64() / float64(c.dim)
		}
		c.phi.MapTo(phi, x)
		p.x, p.phi, p.a[i] = append(p.x, x), append(p.phi, phi), r.NormFloat64()
	}
	gram := kernels.Gram(c.kernel, p.x)
	for i := range n {
		p.k = append(p.k, mat.Row(nil, i, gram))
	}
	return p
}

// ways are the passes, in the order of passWays: each goes over all points once. What
// it sums up is looked at, so that nothing of it can be left out.
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

// passChart is milliseconds over n, both by their logarithms.
func passChart(title string, all []passTimes) exercises.Figure {
	chart := ascii.Chart{Log: true, XLabel: "log₁₀ n"}
	for k, name := range passWays() {
		s := ascii.ChartSeries{Name: name, Ink: ascii.Series(k)}
		for _, t := range all {
			s.X, s.Y = append(s.X, math.Log10(float64(t.n))), append(s.Y, max(t.took[k], 1e-6))
		}
		chart.Series = append(chart.Series, s)
	}
	return stage.Main(title, chart)
}

func passTable(all []passTimes, runs int) exercises.Figure {
	table := ascii.Table{Columns: []ascii.Column{{Title: "n"}}}
	for _, name := range passWays() {
		table.Columns = append(table.Columns, ascii.Column{Title: name, Right: true})
	}
	for _, t := range all {
		row := []ascii.Line{ascii.Plain(strconv.Itoa(t.n))}
		for k, ms := range t.took {
			row = append(row, ascii.Inked(exercises.Typeset(anatomy.Plain(ms, 3)), ascii.Series(k)))
		}
		table.Rows = append(table.Rows, row)
	}
	return stage.Table(fmt.Sprintf("Milliseconds, the shortest of %d runs", runs), table)
}
