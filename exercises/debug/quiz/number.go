package quiz

import (
	"math"
	"strconv"
	"strings"

	"kernellab/exercises/answer"
)

const (
	// digits is how many significant digits a number is judged to.
	digits = 3
	// fine is the part of its terms that a number may be off by where they
	// nearly cancel: what the five digits shown of them allow.
	fine = 1e-4
)

// closeTo reports whether a number is right to the digits asked for, where its
// terms are of the size given.
func closeTo(v, want, size float64) bool {
	if math.IsInf(want, 0) || math.IsInf(v, 0) {
		return v == want
	}
	return math.Abs(v-want) <= math.Max(0.5*math.Pow(10, -digits+1)*decade(want), fine*math.Abs(size))
}

// decade is the power of ten of a number's first digit.
func decade(v float64) float64 {
	if v == 0 {
		return 0
	}
	return math.Pow(10, math.Floor(math.Log10(math.Abs(v))))
}

// read is a student's number; not ok where there is none.
func read(text string) (float64, bool) {
	if answer.JudgeNumber(text, answer.NumberTask{Infinite: true}).Accepted {
		return math.Inf(1), true
	}
	v, problem := answer.Values(text, 1)
	if problem != nil || math.IsNaN(v[0]) {
		return 0, false
	}
	return v[0], true
}

// judgeNumber judges one number that has to be want, made of terms of a size.
func judgeNumber(text string, want, size float64, slips []answer.Mistake) answer.Result {
	task := answer.NumberTask{Digits: digits, Mistakes: slips}
	if math.IsInf(want, 1) {
		task.Infinite = true
		return answer.JudgeNumber(text, task)
	}
	task.Want = answer.Float(want)
	r := answer.JudgeNumber(text, task)
	if !r.Verdict.Counts() {
		return r
	}
	if v, ok := read(text); ok && closeTo(v, want, size) {
		return right(r)
	}
	return r
}

// typed is a number as a student would type it, to nine digits.
func typed(v float64) string {
	switch {
	case math.IsInf(v, 1):
		return "inf"
	case v == 0:
		return "0"
	}
	s := strconv.FormatFloat(v, 'g', 9, 64)
	if mantissa, exponent, ok := strings.Cut(s, "e"); ok {
		if e, err := strconv.Atoi(exponent); err == nil {
			return mantissa + "e" + strconv.Itoa(e)
		}
	}
	return s
}

// show is a number to compute with: five significant digits, a true minus.
func show(v float64) string {
	if math.IsInf(v, 1) {
		return "∞"
	}
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 5, 64), 64)
	if err != nil {
		rounded = v
	}
	return strings.ReplaceAll(typed(rounded), "-", "−")
}

// term is show with a negative number in brackets.
func term(v float64) string {
	if v < 0 {
		return "(" + show(v) + ")"
	}
	return show(v)
}
