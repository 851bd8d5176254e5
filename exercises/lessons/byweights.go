package lessons

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
)

// byWeights is K of (xz − 1)² at the points of a typed witness, each entry with
// the weights of its points, and their sum vᵀKv.
func byWeights(ctx context.Context, a exercises.Answers) exercises.Scene {
	plain := ascii.Table{Columns: []ascii.Column{{Title: ""}, {Title: "x₁", Right: true}, {Title: "x₂", Right: true}}, Rows: [][]ascii.Line{
		{ascii.Plain("x₁"), ascii.Plain("(x₁² − 1)²"), ascii.Plain("(x₁x₂ − 1)²")},
		{ascii.Plain("x₂"), ascii.Plain("(x₁x₂ − 1)²"), ascii.Plain("(x₂² − 1)²")},
	}}
	scene := exercises.Scene{
		Figures: []exercises.Figure{stage.Table("K for k(x, z) = (xz − 1)²", plain)},
		Notes:   []ascii.Line{ascii.Plain("vᵀKv = v₁²K₁₁ + 2v₁v₂K₁₂ + v₂²K₂₂")},
	}
	parts, ok := answer.ReadWitness(ctx, a["witness"])
	if !ok || len(parts[0]) != len(parts[1]) || len(parts[0]) > 6 {
		return scene
	}
	x, v, n := parts[0], parts[1], len(parts[0])
	g := mat.NewSymDense(n, nil)
	table := ascii.Table{Columns: []ascii.Column{{Title: "x"}, {Title: "v", Right: true}}}
	var sum float64
	for i := range n {
		row := []ascii.Line{ascii.Plain(answer.Shown(x[i])), ascii.Plain(answer.Shown(v[i]))}
		for j := range n {
			k := (x[i]*x[j] - 1) * (x[i]*x[j] - 1)
			g.SetSym(min(i, j), max(i, j), k)
			sum += v[i] * v[j] * k
			row = append(row, ascii.Plain(anatomy.Num(v[i]*v[j]*k)))
		}
		table.Rows = append(table.Rows, row)
		table.Columns = append(table.Columns, ascii.Column{Title: fmt.Sprintf("vᵢv%sKᵢ%s", anatomy.Sub(i+1), anatomy.Sub(i+1)), Right: true})
	}
	scene.Figures = []exercises.Figure{
		stage.Main("K at your points", ascii.Heatmap{Rows: n, Cols: n, At: g.At, Signed: true}),
		stage.Table("Weighed: their sum is vᵀKv = "+anatomy.Num(sum), table),
	}
	return scene
}
