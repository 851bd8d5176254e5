// Package svm is unit 7: the dual of the support vector machine and sequential
// minimal optimisation, step by step. It knows the mathematics of its
// exercises and how to judge them; the text is in the worksheet.
package svm

import (
	"math"
	"strconv"

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

// decimal writes a number as a student would type it. All numbers asked by
// hand have at most nine decimals; the dust of binary fractions is taken off.
func decimal(v float64) string {
	v = math.Round(v*1e9) / 1e9
	if v == 0 {
		return "0"
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// shown writes a number for reading, with a true minus.
func shown(v float64) string {
	s := decimal(v)
	if s[0] == '-' {
		return "−" + s[1:]
	}
	return s
}

// exactly judges a number that has to equal v, with known slips by value.
func exactly(v float64, slips ...answer.Mistake) func(string) answer.Result {
	task := answer.NumberTask{Want: answer.MustParse(decimal(v), answer.Scope{}), Mistakes: slips}
	return func(text string) answer.Result { return answer.JudgeNumber(text, task) }
}

func signed(label float64) string {
	if label > 0 {
		return "+1"
	}
	return "−1"
}
