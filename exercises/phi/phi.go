// Package phi is unit 3: deriving the feature map φ of the quadratic kernel.
// It knows the mathematics of its exercises and how to judge them; the text is
// in the worksheet, and how anything looks is not its business.
package phi

import (
	"context"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/worksheets"
)

// Lessons returns the unit's exercises by id.
func Lessons() map[string]worksheets.Lesson {
	return map[string]worksheets.Lesson{
		"3.1": expand,
		"3.2": split,
		"3.3": rows,
	}
}

// echoNumbers says how a field for a number is read.
func echoNumbers(ctx context.Context, _, text string) exercises.Echo {
	return answer.EchoOf(ctx, text, answer.Scope{})
}

// point writes a point of the plane.
func point(x []float64) string {
	return "(" + answer.Shown(x[0]) + ", " + answer.Shown(x[1]) + ")"
}
