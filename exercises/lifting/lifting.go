// Package lifting is unit 1: features that make a set separable, what a line
// in the lifted plane means below, and a curved boundary as a weight vector.
// It knows the mathematics of its exercises and how to judge them; the text is
// in the worksheet.
package lifting

import (
	"context"
	"fmt"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/worksheets"
)

// Lessons returns the unit's exercises by id.
func Lessons() map[string]worksheets.Lesson {
	return map[string]worksheets.Lesson{
		"1.2": lift,
		"1.3": parabola,
		"1.4": boundary,
	}
}

// echoNumbers says how a field for a number is read.
func echoNumbers(ctx context.Context, _, text string) exercises.Echo {
	return answer.EchoOf(ctx, text, answer.Scope{})
}

func plainf(format string, args ...any) ascii.Line {
	return ascii.Plain(fmt.Sprintf(format, args...))
}
