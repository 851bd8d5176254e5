package lifting

import (
	"context"
	"fmt"

	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
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

// truth is the curve's own w and b.
func truth() (w []float64, b float64) { return []float64{1, 0, 0, -1, 0}, -5 }

func weightFields() []string { return []string{"w1", "w2", "w3", "w4", "w5", "b"} }

// score is w·Φ(x) + b with the weights and the offset in one slice.
func score(v, x []float64) float64 {
	f := v[5]
	for i, p := range phi(x) {
		f += v[i] * p
	}
	return f
}

func boundaryWeights(set *dataset.Set) worksheets.Behaviour {
	w, b := truth()
	var want []answer.Expr
	for _, v := range append(w, b) {
		want = append(want, answer.Float(v))
	}
	return worksheets.Behaviour{
		Scene: func(_ context.Context, a exercises.Answers) exercises.Scene { return weightsScene(set, a) },
		Check: func(_ context.Context, a exercises.Answers) exercises.Report {
			typed, v, report := numbers(a, weightFields())
			if typed == nil {
				return report
			}
			return judgeWeights(report, typed, want, weightsTask{
				errors: func() []int { return misclassified(set, func(x []float64) float64 { return score(v, x) }) },
				flipped: func() []int {
					return misclassified(set, func(x []float64) float64 { return -score(v, x) })
				},
				show: func(i int) string {
					x := set.Point(i)
					return fmt.Sprintf("At (%s, %s) your f is %s, and the label is %s.", num(x[0]), num(x[1]), num(score(v, x)), sign(set.Label(i)))
				},
				equal: fmt.Sprintf("f = 0 is the curve x₁ = x₂² + 5, and the sign of f gives all %d labels.", set.Len()),
				works: fmt.Sprintf("The sign of f gives all %d labels. Your curve is another one than x₁ = x₂² + 5, though; that one is w = (1, 0, 0, −1, 0), b = −5.", set.Len()),
			})
		},
		Same: answer.SameText(answer.Scope{}),
		Echo: func(_, text string) exercises.Echo { return answer.EchoOf(text, answer.Scope{}) },
	}
}
