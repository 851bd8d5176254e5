package lessons

import (
	"context"
	"math"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/kernels"
	"kernellab/solvers"
)

// machine is a support vector machine that has learned a set.
type machine struct {
	stage.Model
	solvers.Solution
	c float64
	f kernels.Expansion
}

// learned solves the support vector machine of a set; C = +Inf is the hard
// margin. The error is ctx's where it was cancelled.
func learned(ctx context.Context, set *dataset.Set, k kernels.Kernel[[]float64], c float64) (machine, error) {
	m := machine{Model: stage.Model{Set: set, Kernel: k}, c: c}
	g, err := m.Gram()
	if err != nil {
		return m, err
	}
	if m.Solution, err = solvers.SolveSVM(ctx, g, set.Labels(), solvers.Options{C: c}); err != nil {
		return m, err
	}
	if m.Status == solvers.Interrupted {
		return m, ctx.Err()
	}
	coef := set.Labels()
	for i := range coef {
		coef[i] *= m.Alpha[i]
	}
	m.f = kernels.Expansion{Kernel: k, Points: set.Points(), Coef: coef, Bias: m.Bias}
	return m, nil
}

// supports counts the points with α > 0.
func (m machine) supports() int {
	n := 0
	for _, a := range m.Alpha {
		if a > 0 {
			n++
		}
	}
	return n
}

// margin is the distance of the margin from the boundary, in feature space.
func (m machine) margin() float64 { return 1 / math.Sqrt(m.NormSq) }

// picture is the decision map, with the support vectors marked.
func (m machine) picture(title string) exercises.Figure {
	return m.Map(m.f, stage.MapOptions{Title: title, Margins: true, Kind: m.standing})
}

func (m machine) standing(i int) ascii.MarkKind { return stage.Standing(m.Alpha[i], m.c) }

// missed counts the points of a set on the wrong side of f, f = 0 included.
func missed(f kernels.Expansion, set *dataset.Set) int {
	n := 0
	for i := range set.Len() {
		if f.Eval(set.Point(i))*set.Label(i) <= 0 {
			n++
		}
	}
	return n
}
