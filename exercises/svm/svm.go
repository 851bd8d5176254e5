// Package svm is unit 7: the dual of the support vector machine and sequential
// minimal optimisation, step by step. It knows the mathematics of its
// exercises and how to judge them; the text is in the worksheet.
package svm

import (
	"context"

	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/worksheets"
)

// Lessons returns the unit's exercises by id.
func Lessons() map[string]worksheets.Lesson {
	return map[string]worksheets.Lesson{
		"7.5": ascent,
		"7.6": byHand,
		"7.7": watch,
	}
}

// echoNumbers says how a field for a number is read.
func echoNumbers(ctx context.Context, _, text string) exercises.Echo {
	return answer.EchoOf(ctx, text, answer.Scope{})
}
