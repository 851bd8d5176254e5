package lessons

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/kernels"
	"kernellab/solvers"
)

// stopwatch measures both ways on this machine, once, when it is asked to.
type stopwatch struct {
	seed uint64
	kept stage.Kept[[]timing]
}

// timing is the milliseconds of some runs for n points, sorted.
type timing struct {
	n              int
	kernel, linear []float64
}

// How often, and with how much, the stopwatch runs.
const (
	stopRuns     = 5
	stopSteps    = 10
	stopFeatures = 64
)

// measure times the making of K or Z and stopSteps steps, for several n.
func (s *stopwatch) measure(ctx context.Context) ([]timing, error) {
	var out []timing
	for _, n := range []int{50, 100, 200, 400, 800} {
		set := dataset.Moons(n, 0.15, s.seed)
		kernel := func() error {
			p, err := stage.Model{Set: set, Kernel: kernels.RBF{Sigma: 0.5}}.Dual()
			if err == nil {
				_, err = descend(ctx, p, 1e-3, stopSteps)
			}
			return err
		}
		linear := func() error {
			z := kernels.NewFourier(rand.New(rand.NewPCG(s.seed, 961)), kernels.RBF{Sigma: 0.5}, 2, stopFeatures, true)
			p, err := solvers.NewPrimal(mapped(z, set.Points()), set.Labels())
			if err == nil {
				_, err = descend(ctx, p, 1e-3, stopSteps)
			}
			return err
		}
		took, err := stage.Timed(ctx, stopRuns, kernel, linear)
		if err != nil {
			return nil, err
		}
		out = append(out, timing{n: n, kernel: took[0], linear: took[1]})
	}
	return out, nil
}

func (s *stopwatch) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	scene, asked := stage.TimesHere(a, "measure", "Seconds over n",
		"both are trained here for 50 to 800 points: K or Z is made, and then come some steps of gradient descent.")
	if !asked {
		return scene
	}
	all, err := s.kept.Get(ctx, s.measure)
	if err != nil {
		return scene
	}
	var near, far ascii.ChartSeries
	table := ascii.Table{Columns: []ascii.Column{{Title: "n"}, {Title: "kernel", Right: true}, {Title: "from … to", Right: true}, {Title: "linear on z", Right: true}, {Title: "from … to", Right: true}}}
	for _, t := range all {
		near.X, near.Y = append(near.X, math.Log10(float64(t.n))), append(near.Y, stage.Middle(t.kernel))
		far.X, far.Y = append(far.X, math.Log10(float64(t.n))), append(far.Y, stage.Middle(t.linear))
		table.Rows = append(table.Rows, append([]ascii.Line{ascii.Plain(strconv.Itoa(t.n))}, append(timeCells(t.kernel, ascii.Symbol1), timeCells(t.linear, ascii.Symbol2)...)...))
	}
	near.Name, near.Ink, far.Name, far.Ink = "kernel", ascii.Symbol1, "linear on z", ascii.Symbol2
	scene.Figures = []exercises.Figure{
		{Title: fmt.Sprintf("Milliseconds for K or Z and %d steps, m = %d", stopSteps, stopFeatures), Role: exercises.Main, Plot: ascii.Chart{Series: []ascii.ChartSeries{near, far}, Log: true, XLabel: "log₁₀ n"}},
		{Title: fmt.Sprintf("Median of %d runs, and how far they spread, in ms", stopRuns), Role: exercises.Table, Plot: table},
	}
	return scene
}

// timeCells are the median and the ends of sorted milliseconds.
func timeCells(v []float64, ink ascii.Ink) []ascii.Line {
	ms := func(s float64) string { return anatomy.Plain(s, 2) }
	return []ascii.Line{{{Text: ms(stage.Middle(v)), Ink: ink}}, {{Text: ms(v[0]) + " … " + ms(v[len(v)-1]), Ink: ascii.Dim}}}
}
