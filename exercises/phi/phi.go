// Package phi is unit 3: deriving the feature map φ of the quadratic kernel.
// It knows the mathematics of its exercises and how to judge them; the text is
// in the worksheet, and how anything looks is not its business.
package phi

import (
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

// exactly judges a number that has to equal want.
func exactly(want string) func(string) answer.Result {
	task := answer.NumberTask{Want: answer.MustParse(want, answer.Scope{})}
	return func(text string) answer.Result { return answer.JudgeNumber(text, task) }
}
