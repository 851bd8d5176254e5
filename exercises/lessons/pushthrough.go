package lessons

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// pushThrough is 5.2: both systems of ridge regression on random data.
func pushThrough(b worksheets.Brief) (worksheets.Parts, error) {
	both := func(_ context.Context, a exercises.Answers) exercises.Scene {
		lambda := exercises.Control{Name: "lambda", Label: "λ", Min: 1e-14, Max: 1, Step: 1, Log: true, Value: stage.Chosen(a, "lambda", "1")}
		table := ascii.Table{Columns: []ascii.Column{{Title: "n × d"}, {Title: "‖w − Xᵀa‖/‖w‖", Right: true}, {Title: "condition", Right: true}}}
		for _, size := range [][2]int{{30, 50}, {50, 30}, {20, 200}} {
			gap, cond := twoSystems(b.Seed, size[0], size[1], lambda.Number())
			table.Rows = append(table.Rows, []ascii.Line{
				ascii.Plain(fmt.Sprintf("%d × %d", size[0], size[1])), ascii.Plain(exercises.Typeset(anatomy.Plain(gap, 2))), ascii.Plain(exercises.Typeset(anatomy.Plain(cond, 2))),
			})
		}
		return exercises.Scene{
			Controls: []exercises.Control{lambda},
			Figures:  []exercises.Figure{{Title: "Solved both ways, random X and y", Role: exercises.Table, Plot: table}},
		}
	}
	return worksheets.Parts{Steps: map[string]worksheets.Behaviour{"machine": {Scene: both}}}, nil
}

// twoSystems solves (XᵀX + λI)w = Xᵀy and (XXᵀ + λI)a = y for standard normal X
// and y, and returns how far w and Xᵀa are apart, relative to w, and the
// condition number of the larger system. NaN stands for a system that has no
// Cholesky factor in double precision.
func twoSystems(seed uint64, n, d int, lambda float64) (gap, cond float64) {
	r := rand.New(rand.NewPCG(seed, 52))
	x, y := mat.NewDense(n, d, nil), mat.NewVecDense(n, nil)
	for i := range n {
		for j := range d {
			x.Set(i, j, r.NormFloat64())
		}
		y.SetVec(i, r.NormFloat64())
	}
	var right, w, a, twin mat.VecDense
	right.MulVec(x.T(), y)
	near := regularised(x.T(), lambda)
	far := regularised(x, lambda)
	var c, k mat.Cholesky
	if !c.Factorize(near) || !k.Factorize(far) {
		return math.NaN(), math.NaN()
	}
	if c.SolveVecTo(&w, &right) != nil || k.SolveVecTo(&a, y) != nil {
		return math.NaN(), math.Max(c.Cond(), k.Cond())
	}
	twin.MulVec(x.T(), &a)
	return floats.Distance(w.RawVector().Data, twin.RawVector().Data, 2) / mat.Norm(&w, 2), math.Max(c.Cond(), k.Cond())
}

// regularised is XXᵀ + λI.
func regularised(x mat.Matrix, lambda float64) *mat.SymDense {
	n, _ := x.Dims()
	var g mat.SymDense
	g.SymOuterK(1, x)
	for i := range n {
		g.SetSym(i, i, g.At(i, i)+lambda)
	}
	return &g
}
