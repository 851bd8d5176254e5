package lifting

import (
	"context"
	"fmt"

	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// boundary is 1.4: x₁ = x₂² + 5 as a weight vector on
// Φ(x) = (x₁, x₂, x₁², x₂², x₁x₂).
func boundary(worksheets.Brief) (worksheets.Parts, error) {
	set := dataset.MustBuiltin("parabola")
	learn, err := learnScene(set)
	if err != nil {
		return worksheets.Parts{}, err
	}
	return worksheets.Parts{
		Vars: map[string]string{"n": fmt.Sprint(set.Len())},
		Steps: map[string]worksheets.Behaviour{
			"weights": boundaryWeights(set),
			"guess":   {Check: worksheets.Prediction("guess"), Scene: func(context.Context, exercises.Answers) exercises.Scene { return trueScene(set) }},
			"learn":   {Scene: learn},
		},
	}, nil
}

// phi is Φ(x).
func phi(x []float64) []float64 {
	return []float64{x[0], x[1], x[0] * x[0], x[1] * x[1], x[0] * x[1]}
}

func weightFields() []string { return []string{"w1", "w2", "w3", "w4", "w5", "b"} }

// trueWeights are w and b of x₁ − x₂² − 5.
func trueWeights() []answer.Expr { return answer.Exprs(answer.Scope{}, "1", "0", "0", "-1", "0", "-5") }

// score is w·Φ(x) + b with the weights and the offset in one slice.
func score(v, x []float64) float64 {
	f := v[5]
	for i, p := range phi(x) {
		f += v[i] * p
	}
	return f
}

func boundaryWeights(set *dataset.Set) worksheets.Behaviour {
	task := weightsTask{
		set: set, names: weightFields(), want: trueWeights(), f: score,
		show: func(v, x []float64) string {
			return fmt.Sprintf("At (%s, %s) your f is %s", stage.Num(x[0]), stage.Num(x[1]), stage.Num(score(v, x)))
		},
		equal: fmt.Sprintf("f = 0 is the curve x₁ = x₂² + 5, and the sign of f gives all %d labels.", set.Len()),
		works: fmt.Sprintf("The sign of f gives all %d labels, though f = 0 is another curve than x₁ = x₂² + 5. That one is w = (1, 0, 0, −1, 0), b = −5, up to a positive factor.", set.Len()),
	}
	return worksheets.Behaviour{
		Scene: func(ctx context.Context, a exercises.Answers) exercises.Scene { return weightsScene(ctx, set, a) },
		Check: func(ctx context.Context, a exercises.Answers) exercises.Report { return task.judge(ctx, a) },
		Same:  answer.SameText(answer.Scope{}),
		Echo:  echoNumbers,
	}
}
