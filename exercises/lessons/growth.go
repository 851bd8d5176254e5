package lessons

import (
	"context"
	"fmt"
	"math"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/kernels"
)

// growth is what a width costs as the number of training points grows: sets of
// several sizes, of two moons with much noise, and new points to err on.
type growth struct {
	sets  []*dataset.Set
	fresh *dataset.Set
	swept *stage.Kept[[][]int]
}

func newGrowth(seed uint64) growth {
	g := growth{fresh: dataset.Moons(400, 0.2, seed+1<<32), swept: &stage.Kept[[][]int]{}}
	for _, n := range []int{20, 80, 240} {
		g.sets = append(g.sets, dataset.Moons(n, 0.2, seed))
	}
	return g
}

// growthAsked is the narrow width among growthWidths that a question is about.
const growthAsked = 2

// growthWidths are 0.03 to 10 in quarters of a decade, each as its slider has it.
func growthWidths() []float64 {
	c := growthSlider(nil)
	out := make([]float64, 11)
	for i := range out {
		c.Value = exercises.FormatNumber(c.Min)
		c.Value = c.Nudge(i)
		out[i] = c.Number()
	}
	return out
}

func growthSlider(a exercises.Answers) exercises.Control {
	return stage.LogSlider("growsigma", "σ", 0.032, 10, 0.25, a, "1")
}

// at counts the errors on new points at one width, by training set; C = 10.
func (g growth) at(ctx context.Context, sigma float64) ([]int, error) {
	out := make([]int, len(g.sets))
	for i, set := range g.sets {
		m, err := stage.Model{Set: set, Kernel: kernels.RBF{Sigma: sigma}}.SVM(ctx, 10)
		if err != nil {
			return nil, err
		}
		out[i] = stage.Wrong(m.F, g.fresh)
	}
	return out, nil
}

// sweep counts them at all widths.
func (g growth) sweep(ctx context.Context) ([][]int, error) {
	var out [][]int
	for _, s := range growthWidths() {
		errors, err := g.at(ctx, s)
		if err != nil {
			return nil, err
		}
		out = append(out, errors)
	}
	return out, nil
}

// scene is the errors on new points by width, a curve for each number of
// training points.
func (g growth) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	sigma := growthSlider(a)
	scene := exercises.Scene{Controls: []exercises.Control{sigma}}
	all, err := g.swept.Get(ctx, g.sweep)
	if err != nil {
		return scene
	}
	here, err := g.at(ctx, sigma.Number())
	if err != nil {
		return scene
	}
	chart := ascii.Chart{XLabel: "log₁₀ σ", HasCursor: true, Cursor: math.Log10(sigma.Number()), Y: ascii.Range{Min: 0, Max: float64(g.fresh.Len()) / 2}}
	var words []string
	for i, set := range g.sets {
		s := ascii.ChartSeries{Name: fmt.Sprintf("n = %d", set.Len()), Ink: ascii.Series(i)}
		for j, width := range growthWidths() {
			s.X, s.Y = append(s.X, math.Log10(width)), append(s.Y, float64(all[j][i]))
		}
		chart.Series = append(chart.Series, s)
		words = append(words, fmt.Sprintf("%d (n = %d)", here[i], set.Len()))
	}
	scene.Figures = []exercises.Figure{stage.Main(fmt.Sprintf("σ = %s: wrong are %s", anatomy.Num(sigma.Number()), strings.Join(words, ", ")), chart)}
	scene.Notes = []ascii.Line{ascii.Plainf("Wrong of %d new points, with C = 10.", g.fresh.Len())}
	return scene
}
