package lessons

import (
	"context"

	"gonum.org/v1/gonum/floats"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/solvers"
)

// mistakeCount is a finished run of the perceptron in which some point was a
// mistake more than once, for reading its α.
type mistakeCount struct {
	model  stage.Model
	trace  solvers.Trace
	alpha  []float64
	labels []float64
	often  int // the point with the largest α
}

// Limits of a run that can be read and added up.
const (
	minOften   = 2
	maxUpdates = 40
)

// newMistakeCount runs the worksheet's points with the quadratic kernel, drawn
// until one point has been a mistake at least twice and the whole can be added
// up in the head.
func newMistakeCount(seed uint64) mistakeCount {
	for try := seed; ; try += 1 << 32 {
		m := stage.Model{Set: dataset.Worksheet1D(try), Kernel: quadratic()}
		trace := walked(m, solvers.Perceptron{}, maxUpdates+1)
		c := mistakeCount{model: m, trace: trace, alpha: trace.Last().CoefCopy(), labels: m.Set.Labels()}
		c.often = floats.MaxIdx(c.alpha)
		if trace.Last().Status == solvers.Converged && c.alpha[c.often] >= minOften && c.distinct() {
			return c
		}
	}
}

// updates is the sum of α: every mistake adds 1 somewhere.
func (c mistakeCount) updates() float64 { return floats.Sum(c.alpha) }

// bias is Σ αᵢyᵢ: every mistake also adds its label to b.
func (c mistakeCount) bias() float64 { return floats.Dot(c.alpha, c.labels) }

// points is how many α are not 0.
func (c mistakeCount) points() float64 {
	return float64(floats.Count(func(a float64) bool { return a != 0 }, c.alpha))
}

// distinct reports whether the known slips give other numbers than the truth.
func (c mistakeCount) distinct() bool {
	return !near(c.points(), c.updates()) && !near(c.bias(), c.updates()) && !near(c.bias(), c.points())
}

// scene is the end of the run.
func (c mistakeCount) scene(context.Context, exercises.Answers) exercises.Scene {
	last := stage.PerceptronPainter{Model: c.model}.Paint([]solvers.Trace{c.trace}, c.trace.Len()-1)
	return exercises.Scene{Figures: last.Figures[:2], Inspect: last.Inspect}
}

func (c mistakeCount) vars() worksheets.Vars {
	return worksheets.Vars{
		"often": number(c.often), "sub": anatomy.Sub(c.often + 1), "times": c.alpha[c.often],
		"alphas": typed(c.alpha), "updates": c.updates(), "nine": len(c.alpha),
		"bias": c.bias(), "points": c.points(),
	}
}
