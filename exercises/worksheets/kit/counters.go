package kit

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"sync"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
)

// countersScene computes (xᵀz + 1)^p of one pair of points in two ways and
// counts the multiplications of each, for a dimension and a power that are
// chosen.
func countersScene(p *worksheets.Params) worksheets.SceneFunc {
	title, dims := p.Needed("counters"), []int{}
	for _, text := range p.Texts("dimensions") {
		d, err := strconv.Atoi(text)
		if err != nil || d < 1 || d > 1000 {
			p.Fail("dimensions", "give whole numbers from 1 to 1000", "%q is no dimension", text)
			return nil
		}
		dims = append(dims, d)
	}
	if len(dims) == 0 {
		p.Fail("dimensions", "give a list, as [2, 784]", "dimensions are missing")
		return nil
	}
	c := counters{title: title, dims: dims, seed: p.Brief().Seed, runs: map[string]func() []counted{}}
	for _, power := range []int{2, 3} {
		c.runs[strconv.Itoa(power)] = sync.OnceValue(func() []counted { return c.count(power) })
	}
	return c.scene
}

// counters are the dimensions that can be chosen, and all that was counted, by
// the power.
type counters struct {
	title string
	dims  []int
	seed  uint64
	runs  map[string]func() []counted
}

// counted is both ways in one dimension.
type counted struct {
	d                int
	features, kernel kernels.Tally
	values           [2]float64
	run              bool // the features were made; else their number follows from the formula
}

// mostFeatures is how many are made, some milliseconds' worth.
const mostFeatures = 400_000

func (c counters) count(power int) []counted {
	r := rand.New(rand.NewPCG(c.seed, 41))
	var out []counted
	for _, d := range c.dims {
		x, z := make([]float64, d), make([]float64, d)
		for i := range d {
			x[i], z[i] = r.NormFloat64()/math.Sqrt(float64(d)), r.NormFloat64()/math.Sqrt(float64(d))
		}
		one := counted{d: d}
		one.values[1], one.kernel = kernels.CountedKernel(x, z, power)
		m := monomials(d, power)
		if one.run = m <= mostFeatures; one.run {
			one.values[0], one.features, _ = kernels.CountedFeatures(context.Background(), x, z, power)
		} else {
			one.features.Features, one.features.Inner = m, m
		}
		out = append(out, one)
	}
	return out
}

// monomials is C(d + p, p).
func monomials(d, p int) int {
	m := 1
	for i := 1; i <= p; i++ {
		m = m * (d + i) / i
	}
	return m
}

func (c counters) scene(_ context.Context, a exercises.Answers) exercises.Scene {
	power := stage.ChoiceControl("power", "p", a, "2", exercises.Choices("2", "3")...)
	words := make([]string, len(c.dims))
	for i, d := range c.dims {
		words[i] = strconv.Itoa(d)
	}
	dim := stage.ChoiceControl("dimension", "d", a, words[0], exercises.Choices(words...)...)
	all := c.runs[power.Value]()
	at := all[0]
	for _, one := range all {
		if strconv.Itoa(one.d) == dim.Value {
			at = one
		}
	}
	return exercises.Scene{
		Controls: []exercises.Control{dim, power},
		Figures: []exercises.Figure{
			stage.Main(c.title, chartOf(all, at)),
			stage.Table(fmt.Sprintf("Multiplications for d = %d, p = %s", at.d, power.Value), tableOf(at)),
		},
		Notes: []ascii.Line{at.note()},
	}
}

// chartOf is the inner products of both ways over the dimension.
func chartOf(all []counted, at counted) ascii.Chart {
	far := ascii.ChartSeries{Name: "φ(x)ᵀφ(z)", Ink: ascii.Symbol2}
	near := ascii.ChartSeries{Name: "kernel", Ink: ascii.Symbol1}
	for _, one := range all {
		far.X, far.Y = append(far.X, math.Log10(float64(one.d))), append(far.Y, float64(one.features.Inner))
		near.X, near.Y = append(near.X, math.Log10(float64(one.d))), append(near.Y, float64(one.kernel.Inner))
	}
	return ascii.Chart{
		Series: []ascii.ChartSeries{far, near}, Log: true, XLabel: "log₁₀ d", YLabel: "multiplications",
		HasCursor: true, Cursor: math.Log10(float64(at.d)),
	}
}

func tableOf(at counted) ascii.Table {
	build := grouped(float64(at.features.Build))
	if !at.run {
		build = "not run"
	}
	row := func(ink ascii.Ink, cells ...string) []ascii.Line {
		out := []ascii.Line{ascii.Inked(cells[0], ink)}
		for _, c := range cells[1:] {
			out = append(out, ascii.Plain(c))
		}
		return out
	}
	return ascii.Table{
		Columns: []ascii.Column{{Title: ""}, {Title: "to make φ(x), φ(z)", Right: true}, {Title: "inner product", Right: true}},
		Rows: [][]ascii.Line{
			row(ascii.Symbol2, "φ(x)ᵀφ(z)", build, grouped(float64(at.features.Inner))),
			row(ascii.Symbol1, "kernel", "–", grouped(float64(at.kernel.Inner))),
		},
	}
}

// note says that both ways gave one number, or why one was not gone.
func (at counted) note() ascii.Line {
	if !at.run {
		return ascii.Plainf("%s features are counted by the formula: making them takes too long here. The kernel gives %s.",
			grouped(float64(at.features.Features)), anatomy.Num(at.values[1]))
	}
	return ascii.Plainf("Both give %s: one number, found in two ways. The counts were taken as they ran.", anatomy.Num(at.values[1]))
}
