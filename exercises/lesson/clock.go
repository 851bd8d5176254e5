package lesson

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"time"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/stage"
)

// Clock times several ways of one computation for growing numbers of points. It measures
// on this machine, once, when the student turns a switch.
type Clock struct {
	Name  string // of the switch
	Title string
	Says  string // what is timed, after "Turn the switch below, and"
	Sizes []int
	Ways  []string
	// Of prepares the computation for n points and returns its ways.
	Of   func(ctx context.Context, n int) []func() error
	took stage.Kept[[][]float64]
}

// clockRuns is how often each way is timed. The shortest time counts, because other work
// of the machine only adds to it.
const clockRuns = 5

// Scene shows the milliseconds of each way by size, as a chart and as a table.
func (c *Clock) Scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	asked := stage.ChoiceControl(c.Name, "times here", a, "no",
		exercises.Labelled("no", "not yet", "yes", "measured")...)
	scene := exercises.Scene{Controls: []exercises.Control{asked}}
	if asked.Value == "no" {
		scene.Figures = []exercises.Figure{stage.Main(c.Title,
			ascii.TextBlock{Wrap: true, Lines: ascii.PlainLines("Turn the switch below, and " + c.Says)})}
		return scene
	}
	took, err := c.took.Get(ctx, c.measure)
	if err != nil {
		return scene
	}
	chart, table := ascii.Chart{Log: true, XLabel: "log₁₀ n"}, ascii.Table{Columns: ascii.Columns("n")}
	for k, way := range c.Ways {
		chart.Series = append(chart.Series, ascii.ChartSeries{Name: way, Ink: ascii.Series(k)})
		table.Columns = append(table.Columns, ascii.Column{Title: way, Right: true})
	}
	for i, n := range c.Sizes {
		row := ascii.PlainLines(strconv.Itoa(n))
		for k, ms := range took[i] {
			chart.Series[k].Add(math.Log10(float64(n)), max(ms, 1e-6))
			row = append(row, ascii.Inked(exercises.Typeset(anatomy.Plain(ms, 3)), ascii.Series(k)))
		}
		table.Add(row...)
	}
	scene.Figures = []exercises.Figure{stage.Main(c.Title+", in milliseconds", chart),
		stage.Table(fmt.Sprintf("Milliseconds on this machine, the shortest of %d runs", clockRuns), table)}
	return scene
}

// measure returns the milliseconds by size and way. The ways take turns, so that a
// slowdown of the machine affects all of them.
func (c *Clock) measure(ctx context.Context) ([][]float64, error) {
	took := make([][]float64, len(c.Sizes))
	for i, n := range c.Sizes {
		ways := c.Of(ctx, n)
		took[i] = make([]float64, len(ways))
		for run := range clockRuns {
			for k, way := range ways {
				start := time.Now()
				if err := way(); err != nil {
					return nil, err
				}
				if ms := float64(time.Since(start).Nanoseconds()) / 1e6; run == 0 || ms < took[i][k] {
					took[i][k] = ms
				}
			}
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
		}
	}
	return took, nil
}
