package lessons

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sort"
	"strconv"
	"sync"
	"time"

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
	mu   sync.Mutex
	kept []timing // nil: not measured yet
}

// timing is the seconds of some runs for n points, sorted.
type timing struct {
	n              int
	kernel, linear []float64
}

// middle is the median.
func middle(v []float64) float64 { return v[len(v)/2] }

// How often, and with how much, the stopwatch runs.
const (
	stopRuns     = 5
	stopSteps    = 10
	stopFeatures = 64
)

// measure times the making of K or Z and stopSteps steps, for several n. Where ctx
// ends it returns what there is.
func (s *stopwatch) measure(ctx context.Context) []timing {
	var out []timing
	for _, n := range []int{50, 100, 200, 400, 800} {
		set := dataset.Moons(n, 0.15, s.seed)
		t := timing{n: n}
		for range stopRuns {
			if ctx.Err() != nil {
				return nil
			}
			model := stage.Model{Set: set, Kernel: kernels.RBF{Sigma: 0.5}}
			t.kernel = append(t.kernel, seconds(func() error {
				p, err := model.Dual()
				if err == nil {
					_, err = descend(ctx, p, 1e-3, stopSteps)
				}
				return err
			}))
			t.linear = append(t.linear, seconds(func() error {
				z := kernels.NewFourier(rand.New(rand.NewPCG(s.seed, 961)), kernels.RBF{Sigma: 0.5}, 2, stopFeatures, true)
				p, err := solvers.NewPrimal(mapped(z, set.Points()), set.Labels())
				if err == nil {
					_, err = descend(ctx, p, 1e-3, stopSteps)
				}
				return err
			}))
		}
		sort.Float64s(t.kernel)
		sort.Float64s(t.linear)
		out = append(out, t)
	}
	return out
}

// seconds is how long something takes; what fails took no time.
func seconds(do func() error) float64 {
	start := time.Now()
	if do() != nil {
		return 0
	}
	return time.Since(start).Seconds()
}

// once measures, or returns what was measured: two pictures of one exercise tell
// the same times.
func (s *stopwatch) once(ctx context.Context) []timing {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kept == nil {
		s.kept = s.measure(ctx)
	}
	return s.kept
}

func (s *stopwatch) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	asked := stage.ChoiceControl("measure", "times here", a, "no", exercises.Choice{Value: "no", Label: "not yet"}, exercises.Choice{Value: "yes", Label: "measured"})
	scene := exercises.Scene{Controls: []exercises.Control{asked}}
	if asked.Value == "no" {
		scene.Figures = []exercises.Figure{{Title: "Seconds over n", Role: exercises.Main, Plot: ascii.TextBlock{Wrap: true, Lines: []ascii.Line{
			ascii.Plain("Turn the switch below, and both are trained here for 50 to 800 points: K or Z is made, and then come some steps of gradient descent."),
		}}}}
		return scene
	}
	all := s.once(ctx)
	if all == nil {
		return scene
	}
	var near, far ascii.ChartSeries
	table := ascii.Table{Columns: []ascii.Column{{Title: "n"}, {Title: "kernel", Right: true}, {Title: "from … to", Right: true}, {Title: "linear on z", Right: true}, {Title: "from … to", Right: true}}}
	for _, t := range all {
		near.X, near.Y = append(near.X, math.Log10(float64(t.n))), append(near.Y, 1000*middle(t.kernel))
		far.X, far.Y = append(far.X, math.Log10(float64(t.n))), append(far.Y, 1000*middle(t.linear))
		table.Rows = append(table.Rows, append([]ascii.Line{ascii.Plain(strconv.Itoa(t.n))}, append(timeCells(t.kernel, ascii.Symbol1), timeCells(t.linear, ascii.Symbol2)...)...))
	}
	near.Name, near.Ink, far.Name, far.Ink = "kernel", ascii.Symbol1, "linear on z", ascii.Symbol2
	scene.Figures = []exercises.Figure{
		{Title: fmt.Sprintf("Milliseconds for K or Z and %d steps, m = %d", stopSteps, stopFeatures), Role: exercises.Main, Plot: ascii.Chart{Series: []ascii.ChartSeries{near, far}, Log: true, XLabel: "log₁₀ n"}},
		{Title: fmt.Sprintf("Median of %d runs, and how far they spread, in ms", stopRuns), Role: exercises.Table, Plot: table},
	}
	return scene
}

// timeCells are the median and the ends of sorted seconds.
func timeCells(v []float64, ink ascii.Ink) []ascii.Line {
	ms := func(s float64) string { return anatomy.Plain(1000*s, 2) }
	return []ascii.Line{{{Text: ms(middle(v)), Ink: ink}}, {{Text: ms(v[0]) + " … " + ms(v[len(v)-1]), Ink: ascii.Dim}}}
}
