package lessons

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"sync"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
)

// bending is how far a boundary may bend, from least to most: machines by one number.
type bending struct {
	name, set string    // of the controls
	label     string    // of the number
	values    []float64 // those that are offered
	kernel    func(v float64) kernels.Kernel[[]float64]
	called    func(v float64) string
	title     string                  // of the chart
	axis      string                  // of the chart
	across    func(v float64) float64 // where the chart has a number
}

// byDegree are polynomials, of one degree after the other.
func byDegree() bending {
	return bending{
		name: "degree", set: "set", label: "degree", values: []float64{1, 2, 3, 4, 5, 6, 7}, title: "error in %, by degree", axis: "degree",
		kernel: func(v float64) kernels.Kernel[[]float64] { return kernels.Poly{Degree: int(v), C: 1} },
		called: func(v float64) string {
			if v == 1 {
				return "a line"
			}
			return fmt.Sprintf("degree %.0f", v)
		},
		across: func(v float64) float64 { return v },
	}
}

// askedWidth is the width of the bumps that 1.1 asks about.
const askedWidth = 0.3

// byWidth are bumps at the points, of ever smaller widths.
func byWidth() bending {
	return bending{
		name: "width", set: "narrowset", label: "σ", values: []float64{3, 1, 0.5, askedWidth, 0.2, 0.1}, title: "error in %, by log₁₀ σ", axis: "log₁₀ σ",
		kernel: func(v float64) kernels.Kernel[[]float64] { return kernels.RBF{Sigma: v} },
		called: func(v float64) string { return "bumps of σ = " + anatomy.Num(v) },
		across: math.Log10,
	}
}

// at is the machine of one number.
func (b bending) at(t task, v float64) cell {
	m := svm(t.train, b.kernel(v), noiseC)
	return cell{
		Machine: m, task: t, called: b.called(v),
		train: float64(stage.Wrong(m.F, t.train)) / noisePoints, fresh: float64(stage.Wrong(m.F, t.fresh)) / freshPoints,
	}
}

// all are the machines of all numbers.
func (b bending) all(t task) []cell {
	var out []cell
	for _, v := range b.values {
		out = append(out, b.at(t, v))
	}
	return out
}

// control chooses the number, and says its place among the values.
func (b bending) control(a exercises.Answers) (c exercises.Control, at int) {
	if last := b.values[len(b.values)-1]; last > b.values[0] {
		c = stage.Slider(b.name, b.label, b.values[0], last, 1, a, anatomy.Num(b.values[0]))
		return c, int(c.Number() - b.values[0])
	}
	options := make([]exercises.Choice, len(b.values))
	for i, v := range b.values {
		options[i] = exercises.Choice{Value: strconv.Itoa(i), Label: anatomy.Num(v)}
	}
	c = stage.ChoiceControl(b.name, b.label, a, "0", options...)
	at, _ = strconv.Atoi(c.Value)
	return c, at
}

// scene is the number on a control, on one of the two sets, with both errors over it
// up to there.
func (b bending) scene(noisy, curved task) worksheets.SceneFunc {
	swept := map[string]func() []cell{}
	for _, t := range []task{noisy, curved} {
		swept[t.name] = sync.OnceValue(func() []cell { return b.all(t) })
	}
	return func(_ context.Context, a exercises.Answers) exercises.Scene {
		number, at := b.control(a)
		set := stage.ChoiceControl(b.set, "data", a, noisy.name, exercises.Choices(noisy.name, curved.name)...)
		scene := exercises.Scene{Controls: []exercises.Control{number, set}}
		all := swept[set.Value]()
		now := all[at]
		scene.Figures = []exercises.Figure{
			stage.Main(now.task.name+", "+now.called, now.picture()),
			b.chart(all, at),
		}
		scene.Notes = []ascii.Line{now.scores()}
		return scene
	}
}

// chart is both errors in per cent, up to a number.
func (b bending) chart(all []cell, at int) exercises.Figure {
	lines := []ascii.ChartSeries{{Name: "train", Ink: ascii.Series(0)}, {Name: "new", Ink: ascii.Series(1)}}
	most := 0.0
	for i, c := range all {
		most = max(most, c.train, c.fresh)
		for k, v := range []float64{c.train, c.fresh} {
			if i <= at {
				lines[k].X, lines[k].Y = append(lines[k].X, b.across(b.values[i])), append(lines[k].Y, 100*v)
			}
		}
	}
	ends := ascii.RangeOf(b.across(b.values[0]), b.across(b.values[len(b.values)-1]))
	return exercises.Figure{Title: b.title, Role: exercises.Chart, Sets: []string{b.name}, Plot: ascii.Chart{
		Series: lines, XLabel: b.axis, X: ends, Y: ascii.Range{Min: 0, Max: 110 * most}, HasCursor: true, Cursor: b.across(b.values[at]),
	}}
}
