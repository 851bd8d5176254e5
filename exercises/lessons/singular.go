package lessons

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
)

// withoutPenalty is 5.4: K without λI, regular and singular.
func withoutPenalty(b worksheets.Brief) (worksheets.Parts, error) {
	r := rand.New(rand.NewPCG(b.Seed, 54))
	var s spectra
	for range 10 {
		s.x = append(s.x, []float64{r.NormFloat64(), r.NormFloat64()})
		s.y = append(s.y, r.NormFloat64())
	}
	return worksheets.Parts{Steps: map[string]worksheets.Behaviour{
		"break": {Scene: s.grow},
		"twice": {Scene: s.twice},
	}}, nil
}

// spectra are points of the plane with targets, and what becomes of their Gram
// matrix.
type spectra struct {
	x [][]float64
	y []float64
}

// grow takes the first n points, with the quadratic kernel: up to five, and once
// it is found how many fit also more than that, from eight on.
func (s spectra) grow(ctx context.Context, a exercises.Answers) exercises.Scene {
	n := exercises.Control{Name: "n", Label: "n", Min: 2, Max: 5, Step: 1, Value: stage.Chosen(a, "n", "3")}
	if !a.Awaits("largest") && answer.Exactly(6)(ctx, a["largest"]).Accepted {
		n = exercises.Control{Name: "more", Label: "n", Min: 2, Max: 10, Step: 1, Value: stage.Chosen(a, "more", "8")}
	}
	count := int(n.Number())
	g := kernels.Gram(kernels.Poly{Degree: 2, C: 1}, s.x[:count])
	return exercises.Scene{
		Controls: []exercises.Control{n},
		Figures:  []exercises.Figure{eigenBars(fmt.Sprintf("Eigenvalues of K, %d points, (xᵀz + 1)²", count), g)},
		Notes:    []ascii.Line{conditionWords(g)},
	}
}

// twice has six points and an RBF kernel, the last of them moved onto the
// first, and λ.
func (s spectra) twice(_ context.Context, a exercises.Answers) exercises.Scene {
	near := exercises.Control{Name: "apart", Label: "distance", Min: 1e-9, Max: 1, Step: 1, Log: true, Value: stage.Chosen(a, "apart", "1")}
	lambda := exercises.Control{Name: "lambda", Label: "λ", Min: 1e-18, Max: 1, Step: 1, Log: true, Value: stage.Chosen(a, "lambda", "1e-18")}
	x := append([][]float64(nil), s.x[:6]...)
	x[5] = []float64{x[0][0] + near.Number(), x[0][1]}
	k := kernels.RBF{Sigma: 1}
	g := kernels.Gram(k, x)
	for i := range x {
		g.SetSym(i, i, g.At(i, i)+lambda.Number())
	}
	scene := exercises.Scene{Controls: []exercises.Control{near, lambda}, Figures: []exercises.Figure{eigenBars("Eigenvalues of K + λI, RBF, six points", g)}}
	words := conditionWords(g)
	solved, err := solvers.SolveRidge(kernels.Gram(k, x), s.y[:6], lambda.Number())
	if err != nil {
		scene.Notes = []ascii.Line{words, stage.Warning(err.Error())}
		return scene
	}
	scene.Notes = []ascii.Line{words, weightWords("", solved.Coef), weightWords("Shortest least squares answer: ", shortest(kernels.Gram(k, x), s.y[:6]))}
	return scene
}

// weightWords say how long a is, and what the two points have of it that meet.
func weightWords(of string, a []float64) ascii.Line {
	return ascii.Plain(fmt.Sprintf("%s‖a‖ = %s; a₁ = %s and a₆ = %s.", of, said(floats.Norm(a, 2)), said(a[0]), said(a[len(a)-1])))
}

// shortest is the least of all a with the smallest ‖y − Ka‖: what eigenvalues that
// are lost in rounding would have to say is left out.
func shortest(g *mat.SymDense, y []float64) []float64 {
	var e mat.EigenSym
	out := make([]float64, len(y))
	if !e.Factorize(g, true) {
		return out
	}
	values := e.Values(nil)
	var u mat.Dense
	e.VectorsTo(&u)
	for j, v := range values {
		if v > lost(values) {
			column := mat.Col(nil, j, &u)
			floats.AddScaled(out, floats.Dot(column, y)/v, column)
		}
	}
	return out
}

// lost is up to where an eigenvalue cannot be told from 0: n times the rounding of
// the largest, which is the last.
func lost(values []float64) float64 {
	return values[len(values)-1] * float64(len(values)) * 0x1p-52
}

func said(v float64) string {
	return strings.ReplaceAll(exercises.Typeset(anatomy.Plain(v, 3)), "-", "−")
}

// conditionWords say rank and condition number; the rank counts eigenvalues
// above n times the rounding of the largest.
func conditionWords(g *mat.SymDense) ascii.Line {
	values := solvers.Eigenvalues(g.SymmetricDim(), g.At)
	most, least, rank := values[len(values)-1], values[0], 0
	for _, v := range values {
		if v > lost(values) {
			rank++
		}
	}
	if rank < len(values) {
		return stage.Warning(fmt.Sprintf("K has rank %s of %d: it is singular, as far as 53 bits can tell.", strconv.Itoa(rank), len(values)))
	}
	return ascii.Plain(fmt.Sprintf("All %d eigenvalues are positive. Condition number %s / %s = %s.", rank, said(most), said(least), exercises.Typeset(anatomy.Plain(most/least, 2))))
}

// eigenBars shows eigenvalues by size on a logarithmic scale; what is not
// positive, or lost in rounding, stands at the lower end.
func eigenBars(title string, g *mat.SymDense) exercises.Figure {
	values := solvers.Eigenvalues(g.SymmetricDim(), g.At)
	chart := ascii.Bars{Range: ascii.Range{Min: 0, Max: 21}, Said: func(v float64) string { return said(math.Pow(10, v-19)) }}
	for i := len(values) - 1; i >= 0; i-- {
		chart.Bars = append(chart.Bars, ascii.Bar{Label: "μ" + anatomy.Sub(len(values)-i), Value: math.Log10(max(values[i], 1e-19)) + 19, Ink: ascii.Symbol1})
	}
	return exercises.Figure{Title: title, Role: exercises.Main, Plot: chart}
}
