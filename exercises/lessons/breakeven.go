package lessons

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
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

// pass is n points with their quadratic features and their Gram matrix, and what one
// pass of logistic regression needs beside them.
type pass struct {
	x, phi, k [][]float64
	w, a      []float64
}

func newPass(seed uint64, n int) pass {
	r := rand.New(rand.NewPCG(seed, 42))
	p := pass{a: make([]float64, n)}
	for i := range n {
		x := make([]float64, passDim)
		for j := range x {
			x[j] = r.NormFloat64() / passDim
		}
		p.x, p.phi, p.a[i] = append(p.x, x), append(p.phi, quadratics(x)), r.NormFloat64()
	}
	p.w = make([]float64, len(p.phi[0]))
	for _, x := range p.x {
		row := make([]float64, n)
		for j, z := range p.x {
			row[j] = quadraticKernel(x, z)
		}
		p.k = append(p.k, row)
	}
	return p
}

// quadratics are 1, √2xᵢ, and √2xᵢxⱼ with 1 for √2 at i = j.
func quadratics(x []float64) []float64 {
	out := []float64{1}
	for i, v := range x {
		out = append(out, math.Sqrt2*v, v*v)
		for _, u := range x[:i] {
			out = append(out, math.Sqrt2*u*v)
		}
	}
	return out
}

func quadraticKernel(x, z []float64) float64 {
	v := floats.Dot(x, z) + 1
	return v * v
}

// ways are the passes, in the order of passWays: each goes over all points once, and
// returns a sum, so that nothing of it can be left out.
func (p pass) ways() []func() float64 {
	return []func() float64{p.overFeatures, p.onTheFly, p.stored}
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
			sum += p.a[j] * quadraticKernel(x, z)
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
		for _, way := range p.ways() {
			runs := make([]float64, passRuns)
			for i := range runs {
				if ctx.Err() != nil {
					return nil, ctx.Err()
				}
				start := time.Now()
				way()
				runs[i] = float64(time.Since(start).Nanoseconds()) / 1e6
			}
			t.took = append(t.took, slices.Min(runs))
		}
		out = append(out, t)
	}
	return out, nil
}

func (c passClock) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	asked := stage.ChoiceControl("passes", "times here", a, "no", exercises.Choice{Value: "no", Label: "not yet"}, exercises.Choice{Value: "yes", Label: "measured"})
	scene := exercises.Scene{Controls: []exercises.Control{asked}}
	if asked.Value == "no" {
		scene.Figures = []exercises.Figure{{Title: "One pass over n points", Role: exercises.Main, Plot: ascii.TextBlock{Wrap: true, Lines: []ascii.Line{
			ascii.Plain(fmt.Sprintf("Turn the switch below, and one pass is timed here for %d to %d points, in three ways.", passSizes()[0], passSizes()[len(passSizes())-1])),
		}}}}
		return scene
	}
	all, err := c.swept.get(ctx, c.sweep)
	if err != nil {
		return scene
	}
	scene.Figures = []exercises.Figure{passChart(all), passTable(all)}
	m := len(quadratics(make([]float64, passDim)))
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
