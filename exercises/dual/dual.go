// Package dual is unit 6: learning by updates of dual weights, one for each
// training point. It knows the mathematics of its exercises and how to judge
// them; the text is in the worksheet.
package dual

import (
	"context"
	"math"
	"strings"

	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/worksheets"
)

// Lessons returns the unit's exercises by id.
func Lessons() map[string]worksheets.Lesson {
	return map[string]worksheets.Lesson{
		"6.1": leastSquares,
		"6.2": zeroOne,
		"6.3": plusMinus,
		"6.4": kernelLogistic,
		"6.5": kernelPerceptron,
	}
}

// vector writes numbers as a student would type a vector.
func vector(v []float64) string {
	text := make([]string, len(v))
	for i, x := range v {
		text[i] = answer.Decimal(x)
	}
	return "[" + strings.Join(text, ", ") + "]"
}

// exactVector asks for numbers in order, each exact.
func exactVector(v []float64, names ...string) answer.VectorTask {
	t := answer.VectorTask{Names: names}
	for _, x := range v {
		t.Want = append(t.Want, answer.MustParse(answer.Decimal(x), answer.Scope{}))
	}
	return t
}

// echo says how every field is read in one scope.
func echo(s answer.Scope) func(ctx context.Context, field, text string) exercises.Echo {
	return func(ctx context.Context, _, text string) exercises.Echo { return answer.EchoOf(ctx, text, s) }
}

// near reports whether two numbers of a task by hand are one.
func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }
