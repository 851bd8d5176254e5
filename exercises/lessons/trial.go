package lessons

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
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
func newTrial(h heldOut) trial {
	first := slices.Index(h.train.Labels(), 1)
	t := trial{x: h.held.Point(0), set: h.train.Subset([]int{
		first, slices.Index(h.train.Labels(), -1), first + 1 + slices.Index(h.train.Labels()[first+1:], 1),
	})}
	m := stage.Model{Set: t.set, Kernel: quadratic()}
	both := staged(m, solvers.Logistic{Gamma: 0.1}, trialSteps, exercises.Break{}).Traces() // the primal walks beside it
	t.a = both[0].Last().CoefCopy()
	for _, x := range t.set.Points() {
		t.k = append(t.k, m.Kernel.Eval(x, t.x))
	}
	phi, _ := stage.Model{Set: h.held.Subset([]int{0}), Kernel: m.Kernel}.Features()
	t.truth = solvers.Sigmoid(floats.Dot(both[1].Last().CoefCopy(), phi[0]))
	return t
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

// scoreScope is what the probability of a new point is written in: kⱼ stands
// for k(xⱼ, x).
func scoreScope() answer.Scope {
	s := answer.Scope{
		Arrays:  []answer.Array{{Name: "a", Dims: []int{3}}, {Name: "k", Dims: []int{3}}, {Name: "y", Dims: []int{3}}},
		Indices: []string{"i", "j", "l"}, N: 3,
		Vars: []string{"n"}, Positive: []string{"n"},
		Signs:    []string{"y"},
		Logistic: true,
	}
	return s.AtQuery("k")
}

// scene is the machine as a table, and the formula's value beside the truth.
func (t trial) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	table := pointTable(fmt.Sprintf("Three points after %d steps", trialSteps), len(t.a),
		column{title: "j", of: number},
		column{title: "yⱼ", of: written(t.set.Label, anatomy.Num)},
		column{title: "aⱼ", of: each(t.a, anatomy.Num), ink: always(ascii.Symbol1)},
		column{title: "kⱼ = k(xⱼ, x)", of: each(t.k, anatomy.Num)})
	yours, mark := ascii.Inked("–", ascii.Dim), ascii.Line{}
	if v, ok := t.value(ctx, a["score"]); ok {
		yours, mark = ascii.Plain(anatomy.Num(v)), ascii.Inked("not the same", ascii.Bad)
		if math.Abs(v-t.truth) < 1e-9 {
			mark = ascii.Inked("the same", ascii.Good)
		}
	}
	check := ascii.Table{
		Columns: []ascii.Column{{Title: "by"}, {Title: "P(+1 | x)", Right: true}, {Title: ""}},
		Rows: [][]ascii.Line{
			{{{Text: "w: s(wᵀφ(x))", Ink: ascii.Text}}, ascii.Plain(anatomy.Num(t.truth)), nil},
			{{{Text: "your formula", Ink: ascii.Text}}, yours, mark},
		},
	}
	return exercises.Scene{Figures: []exercises.Figure{table, stage.Table("At a new point x", check)}}
}
