package lessons

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
)

// breakEven is 4.2: what one pass costs in three ways, timed on this machine. All
// else of it is in the worksheet.
func breakEven(b worksheets.Brief) (worksheets.Parts, error) {
	c := passClock{seed: b.Seed, swept: &kept[[]passTimes]{}}
	return worksheets.Parts{Steps: map[string]worksheets.Behaviour{"clock": {Scene: c.scene}}}, nil
}

// The points of the clock have passDim coordinates, and each time is the shortest
// of passRuns: what else the machine does only adds to it.
const (
	passDim  = 24
	passRuns = 5
)

func passSizes() []int { return []int{30, 60, 120, 240, 480, 960} }

// passKernel is (xᵀz + 1)², with the φ of its monomials.
func passKernel() kernels.Poly { return kernels.Poly{Degree: 2, C: 1} }

// pass is n points with their quadratic features and their Gram matrix, and what one
// pass of logistic regression needs beside them.
type pass struct {
	x, phi, k [][]float64
	w, a      []float64
}

func newPass(seed uint64, n int) pass {
	r := rand.New(rand.NewPCG(seed, 42))
	m := passKernel().Dim(passDim)
	p := pass{w: make([]float64, m), a: make([]float64, n)}
	for i := range n {
		x, phi := make([]float64, passDim), make([]float64, m)
		for j := range x {
			x[j] = r.NormFloat64() / passDim
		}
		passKernel().MapTo(phi, x)
		p.x, p.phi, p.a[i] = append(p.x, x), append(p.phi, phi), r.NormFloat64()
	}
	gram := kernels.Gram[[]float64](passKernel(), p.x)
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
			sum += p.a[j] * passKernel().Eval(x, z)
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

// passTimes are the milliseconds of the ways for n points.
type passTimes struct {
	n    int
	took []float64
}

// passClock times the passes, once, when it is asked to.
type passClock struct {
	seed  uint64
	swept *kept[[]passTimes]
}

func (c passClock) sweep(ctx context.Context) ([]passTimes, error) {
	var out []passTimes
	for _, n := range passSizes() {
		p, t := newPass(c.seed, n), passTimes{n: n}
		took, err := timed(ctx, passRuns, p.ways()...)
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

func (c passClock) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	scene, asked := timesHere(a, "passes", "One pass over n points",
		fmt.Sprintf("one pass is timed here for %d to %d points, in three ways.", passSizes()[0], passSizes()[len(passSizes())-1]))
	if !asked {
		return scene
	}
	all, err := c.swept.get(ctx, c.sweep)
	if err != nil {
		return scene
	}
	scene.Figures = []exercises.Figure{passChart(all), passTable(all)}
	m := passKernel().Dim(passDim)
	scene.Notes = []ascii.Line{ascii.Plain(fmt.Sprintf("Counted, the features are cheaper from n = 2m/d = %d on against the kernel on the fly, and from n = 2m = %d on against K stored.", int(math.Round(2*float64(m)/passDim)), 2*m))}
	return scene
}

// passChart is milliseconds over n, both by their logarithms.
func passChart(all []passTimes) exercises.Figure {
	chart := ascii.Chart{Log: true, XLabel: "log₁₀ n"}
	for k, name := range passWays() {
		s := ascii.ChartSeries{Name: name, Ink: ascii.Series(k)}
		for _, t := range all {
			s.X, s.Y = append(s.X, math.Log10(float64(t.n))), append(s.Y, max(t.took[k], 1e-6))
		}
		chart.Series = append(chart.Series, s)
	}
	return exercises.Figure{Title: "Milliseconds for one pass, on this machine", Role: exercises.Main, Plot: chart}
}

func passTable(all []passTimes) exercises.Figure {
	table := ascii.Table{Columns: []ascii.Column{{Title: "n"}}}
	for _, name := range passWays() {
		table.Columns = append(table.Columns, ascii.Column{Title: name, Right: true})
	}
	for _, t := range all {
		row := []ascii.Line{ascii.Plain(strconv.Itoa(t.n))}
		for k, ms := range t.took {
			row = append(row, ascii.Line{{Text: exercises.Typeset(anatomy.Plain(ms, 3)), Ink: ascii.Series(k)}})
		}
		table.Rows = append(table.Rows, row)
	}
	return exercises.Figure{Title: fmt.Sprintf("Milliseconds, the shortest of %d runs", passRuns), Role: exercises.Table, Plot: table}
}
