package kit

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

// bothWays is ridge regression on random data of some sizes, solved by the primal
// system and by the dual one: how far the two are apart.
func bothWays(p *worksheets.Params) worksheets.SceneFunc {
	by := leversOf(p, "sliders")
	title, lambda, stream, notes := by.title(p, "both-ways"), by.law(p, "lambda", p.Needed("lambda")), uint64(p.Int("stream")), livesOf(p, "notes", by)
	var sizes [][2]int
	for _, text := range p.Texts("sizes") {
		var n, d int
		if got, err := fmt.Sscanf(text, "%d × %d", &n, &d); got != 2 || err != nil || min(n, d) < 1 || max(n, d) > 500 {
			p.Fail("sizes", "write [30 × 50, 50 × 30], each up to 500", "%q is no size", text)
			continue
		}
		sizes = append(sizes, [2]int{n, d})
	}
	seed := p.Brief().Seed
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		table := ascii.Table{Columns: []ascii.Column{{Title: "n × d"}, {Title: "‖w − Xᵀa‖/‖w‖", Right: true}, {Title: "condition", Right: true}}}
		for _, size := range sizes {
			gap, cond := twoSystems(rand.New(rand.NewPCG(seed, stream)), size[0], size[1], lambda.Value(by.values(a)...))
			table.Rows = append(table.Rows, []ascii.Line{
				ascii.Plainf("%d × %d", size[0], size[1]), ascii.Plain(exercises.Typeset(anatomy.Plain(gap, 2))), ascii.Plain(exercises.Typeset(anatomy.Plain(cond, 2))),
			})
		}
		return exercises.Scene{
			Controls: by.controls(a), Notes: shown(ctx, notes, a),
			Figures: []exercises.Figure{stage.Table(title(a), table)},
		}
	}
}

// twoSystems solves (XᵀX + λI)w = Xᵀy and (XXᵀ + λI)a = y for standard normal X
// and y, and returns how far w and Xᵀa are apart, relative to w, and the
// condition number of the larger system. NaN stands for a system that has no
// Cholesky factor in double precision.
func twoSystems(r *rand.Rand, n, d int, lambda float64) (gap, cond float64) {
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
