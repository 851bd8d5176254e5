package dual

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/kernels"
	"kernellab/solvers"
)

// trial is a small machine on which the student's formula is tried: three
// points, the a of a few steps, and a new point x. The truth comes from the
// primal run, s(wᵀφ(x)), which knows no a.
type trial struct {
	set   *dataset.Set
	x     []float64
	a, k  []float64
	truth float64
}

// trialSteps is how often the small machine is trained.
const trialSteps = 4

// newTrial trains on three of the points of h, two of class +1 and one of
// class −1, and takes one that was held out.
func newTrial(h heldOut) (trial, error) {
	first := slices.Index(h.train.Labels(), 1)
	t := trial{x: h.held.Point(0), set: h.train.Subset([]int{
		first, slices.Index(h.train.Labels(), -1), first + 1 + slices.Index(h.train.Labels()[first+1:], 1),
	})}
	m := stage.Model{Set: t.set, Kernel: quadratic()}
	run, err := stage.Start(m, solvers.Logistic{Gamma: 0.1})
	if err != nil {
		return t, err
	}
	longer, err := run.Trace().Extend(context.Background(), trialSteps, nil)
	if err != nil {
		return t, err
	}
	primal, err := m.Primal()
	if err != nil {
		return t, err
	}
	walked, err := solvers.NewTrace(solvers.Logistic{Gamma: 0.1}, primal)
	if err == nil {
		walked, err = walked.Extend(context.Background(), trialSteps, nil)
	}
	if err != nil {
		return t, err
	}
	t.a = longer.Last().CoefCopy()
	for _, x := range t.set.Points() {
		t.k = append(t.k, m.Kernel.Eval(x, t.x))
	}
	t.truth = solvers.Sigmoid(inner(walked.Last().CoefCopy(), m.Kernel, t.x))
	return t, nil
}

// inner is wᵀφ(x).
func inner(w []float64, k kernels.Kernel[[]float64], x []float64) (sum float64) {
	fm, ok := kernels.MapOf(k)
	if !ok {
		panic("dual: a kernel without features")
	}
	phi := make([]float64, fm.Dim(len(x)))
	fm.MapTo(phi, x)
	for j, v := range phi {
		sum += w[j] * v
	}
	return sum
}

// value is the student's formula on the small machine.
func (t trial) value(ctx context.Context, text string) (float64, bool) {
	e, err := answer.Parse(ctx, text, scoreScope())
	if err != nil {
		return 0, false
	}
	env := map[string]float64{"n": float64(t.set.Len())}
	for j := range t.a {
		i := strconv.Itoa(j + 1)
		env["a_"+i], env["k_"+i], env["y_"+i] = t.a[j], t.k[j], t.set.Label(j)
	}
	v, err := e.Eval(env)
	return v, err == nil
}

// scene is the machine as a table, and the formula's value beside the truth.
func (t trial) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	table := ascii.Table{Columns: []ascii.Column{
		{Title: "j", Right: true}, {Title: "yⱼ", Right: true}, {Title: "aⱼ", Right: true}, {Title: "kⱼ = k(xⱼ, x)", Right: true},
	}}
	for j := range t.a {
		table.Rows = append(table.Rows, []ascii.Line{
			ascii.Plain(strconv.Itoa(j + 1)), ascii.Plain(stage.Num(t.set.Label(j))),
			{{Text: stage.Num(t.a[j]), Ink: ascii.Symbol1}}, ascii.Plain(stage.Num(t.k[j])),
		})
	}
	yours, mark := ascii.Line{{Text: "–", Ink: ascii.Faint}}, ascii.Line{}
	if v, ok := t.value(ctx, a["score"]); ok {
		yours, mark = ascii.Plain(stage.Num(v)), ascii.Line{{Text: "not the same", Ink: ascii.Bad}}
		if math.Abs(v-t.truth) < 1e-9 {
			mark = ascii.Line{{Text: "the same", Ink: ascii.Good}}
		}
	}
	check := ascii.Table{
		Columns: []ascii.Column{{Title: "by"}, {Title: "P(+1 | x)", Right: true}, {Title: ""}},
		Rows: [][]ascii.Line{
			{{{Text: "w: s(wᵀφ(x))", Ink: ascii.Text}}, ascii.Plain(stage.Num(t.truth)), nil},
			{{{Text: "your formula", Ink: ascii.Text}}, yours, mark},
		},
	}
	return exercises.Scene{Figures: []exercises.Figure{
		{Title: fmt.Sprintf("Three points after %d steps", trialSteps), Role: exercises.Table, Plot: table},
		{Title: "At a new point x", Role: exercises.Table, Plot: check},
	}}
}
