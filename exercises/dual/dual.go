// Package dual is unit 6: learning by updates of dual weights, one for each
// training point. It knows the mathematics of its exercises and how to judge
// them; the text is in the worksheet.
package dual

import (
	"math"
	"strconv"
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
func shown(v float64) string { return strings.Replace(decimal(v), "-", "−", 1) }

// vector writes numbers as a student would type a vector.
func vector(v []float64) string {
	text := make([]string, len(v))
	for i, x := range v {
		text[i] = decimal(x)
	}
	return "[" + strings.Join(text, ", ") + "]"
}

// exactly judges a number that has to equal v, with known slips by value.
func exactly(v float64, slips ...answer.Mistake) func(string) answer.Result {
	task := answer.NumberTask{Want: answer.MustParse(decimal(v), answer.Scope{}), Mistakes: slips}
	return func(text string) answer.Result { return answer.JudgeNumber(text, task) }
}

// exactVector asks for numbers in order, each exact.
func exactVector(v []float64, names ...string) answer.VectorTask {
	t := answer.VectorTask{Names: names}
	for _, x := range v {
		t.Want = append(t.Want, answer.MustParse(decimal(x), answer.Scope{}))
	}
	return t
}

// echo says how every field is read in one scope.
func echo(s answer.Scope) func(field, text string) exercises.Echo {
	return func(_, text string) exercises.Echo { return answer.EchoOf(text, s) }
}

// near reports whether two numbers of a task by hand are one.
func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }
