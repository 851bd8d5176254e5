package stage

import (
	"context"
	"slices"
	"time"

	"kernellab/ascii"
	"kernellab/exercises"
)

// Timed are the milliseconds that each of some ways takes on this machine, in so many
// runs, sorted. The ways take turns, for a machine that slows down slows all of them.
func Timed(ctx context.Context, runs int, ways ...func() error) ([][]float64, error) {
	took := make([][]float64, len(ways))
	for range runs {
		for k, way := range ways {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			start := time.Now()
			if err := way(); err != nil {
				return nil, err
			}
			took[k] = append(took[k], float64(time.Since(start).Nanoseconds())/1e6)
		}
	}
	for _, t := range took {
		slices.Sort(t)
	}
	return took, nil
}

// Middle is the median of sorted numbers.
func Middle(v []float64) float64 { return v[len(v)/2] }

// TimesHere is a scene with the switch that has times taken, named so, and until it is
// turned with words on what it will do.
func TimesHere(a exercises.Answers, name, title, words string) (scene exercises.Scene, asked bool) {
	c := ChoiceControl(name, "times here", a, "no", exercises.Choice{Value: "no", Label: "not yet"}, exercises.Choice{Value: "yes", Label: "measured"})
	scene.Controls = []exercises.Control{c}
	if c.Value == "yes" {
		return scene, true
	}
	scene.Figures = []exercises.Figure{{Title: title, Role: exercises.Main, Plot: ascii.TextBlock{Wrap: true, Lines: []ascii.Line{
		ascii.Plain("Turn the switch below, and " + words),
	}}}}
	return scene, false
}
