package lessons

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/kernels"
	"kernellab/solvers"
)

// stopwatch measures both ways on this machine, once, when it is asked to, and has
// what they learned judged on new points.
type stopwatch struct {
	seed uint64
	kept stage.Kept[[]timing]
}

// timing is the milliseconds of some runs for n points, sorted, and how many of the
// new points each way has wrong.
type timing struct {
	n                        int
	kernel, linear           []float64
	kernelWrong, linearWrong int
}

// How often, and with how much, the stopwatch runs.
const (
	stopRuns     = 5
	stopSteps    = 100
	stopFeatures = 64
	stopFresh    = 400
	stopNoise    = 0.25 // of the moons
)

// measure times the making of K or Z and stopSteps steps, for several n.
func (s *stopwatch) measure(ctx context.Context) ([]timing, error) {
	var out []timing
	for _, n := range []int{50, 100, 200, 400, 800} {
		t, err := s.both(ctx, n)
		if err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	return out, nil
}

// both trains with K and on features, from n points by the same steps.
func (s *stopwatch) both(ctx context.Context, n int) (timing, error) {
	model := stage.Model{Set: dataset.Moons(n, stopNoise, s.seed), Kernel: kernels.RBF{Sigma: 0.5}}
	gram, err := model.Gram()
	if err != nil {
		return timing{}, err
	}
	gamma := 0.5 * solvers.GammaSafe(gram)
	var a, w []float64
	kernel := func() error {
		p, err := stage.Model{Set: model.Set, Kernel: model.Kernel}.Dual()
		if err == nil {
			a, err = descend(ctx, p, gamma, stopSteps)
		}
		return err
	}
	var z kernels.Fourier
	linear := func() error {
		z = kernels.NewFourier(rand.New(rand.NewPCG(s.seed, 961)), kernels.RBF{Sigma: 0.5}, 2, stopFeatures, true)
		p, err := solvers.NewPrimal(mapped(z, model.Set.Points()), model.Set.Labels())
		if err == nil {
			w, err = descend(ctx, p, gamma, stopSteps)
		}
		return err
	}
	took, err := stage.Timed(ctx, stopRuns, kernel, linear)
	if err != nil {
		return timing{}, err
	}
	fresh := dataset.Moons(stopFresh, stopNoise, ^s.seed)
	out := timing{n: n, kernel: took[0], linear: took[1]}
	out.kernelWrong = stage.Wrong(kernels.Expansion{Kernel: model.Kernel, Points: model.Set.Points(), Coef: a}, fresh)
	for i, row := range mapped(z, fresh.Points()) {
		if fresh.Label(i)*floats.Dot(w, row) <= 0 {
			out.linearWrong++
		}
	}
	return out, nil
}

func (s *stopwatch) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	scene, asked := stage.TimesHere(a, "measure", "Seconds over n, and errors",
		"both are trained here from 50 to 800 points: K or Z is made, and then come some steps of gradient descent. What they learn is judged on new points.")
	if !asked {
		return scene
	}
	all, err := s.kept.Get(ctx, s.measure)
	if err != nil {
		return scene
	}
	var near, far ascii.ChartSeries
	table := ascii.Table{Columns: []ascii.Column{
		{Title: "n"}, {Title: "kernel", Right: true}, {Title: "from … to", Right: true}, {Title: "wrong", Right: true},
		{Title: "linear on z", Right: true}, {Title: "from … to", Right: true}, {Title: "wrong", Right: true},
	}}
	for _, t := range all {
		near.X, near.Y = append(near.X, math.Log10(float64(t.n))), append(near.Y, stage.Middle(t.kernel))
		far.X, far.Y = append(far.X, math.Log10(float64(t.n))), append(far.Y, stage.Middle(t.linear))
		row := append([]ascii.Line{ascii.Plain(strconv.Itoa(t.n))}, append(timeCells(t.kernel, ascii.Symbol1), wrongCell(t.kernelWrong))...)
		table.Rows = append(table.Rows, append(row, append(timeCells(t.linear, ascii.Symbol2), wrongCell(t.linearWrong))...))
	}
	near.Name, near.Ink, far.Name, far.Ink = "kernel", ascii.Symbol1, "linear on z", ascii.Symbol2
	scene.Figures = []exercises.Figure{
		stage.Main(fmt.Sprintf("Milliseconds for K or Z and %d steps, m = %d", stopSteps, stopFeatures), ascii.Chart{Series: []ascii.ChartSeries{near, far}, Log: true, XLabel: "log₁₀ n"}),
		stage.Table(fmt.Sprintf("Median of %d runs in ms, their spread, errors on %d new points", stopRuns, stopFresh), table),
	}
	return scene
}

// wrongCell is the share of the new points that is wrong.
func wrongCell(n int) ascii.Line {
	return ascii.Plainf("%.1f %%", 100*float64(n)/stopFresh)
}

// timeCells are the median and the ends of sorted milliseconds.
func timeCells(v []float64, ink ascii.Ink) []ascii.Line {
	ms := func(s float64) string {
		if s >= 100 {
			return fmt.Sprintf("%.0f", s)
		}
		return anatomy.Plain(s, 2)
	}
	return []ascii.Line{ascii.Inked(ms(stage.Middle(v)), ink), ascii.Inked(ms(v[0])+" … "+ms(v[len(v)-1]), ascii.Dim)}
}
