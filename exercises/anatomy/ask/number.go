package ask

import (
	"context"
	"math"
	"strconv"
	"strings"

	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
)

const (
	// digits is how many significant digits a number is judged to.
	digits = 3
	// fine is the part of its terms that a number may be off by where they
	// nearly cancel: what the five digits shown of them allow.
	fine = 1e-4
	// finest is the part of its terms below which no number is held to more:
	// at most nine digits are shown of them.
	finest = 1e-7
)

// demand is how near a number has to come to be right.
type demand struct {
	want float64
	size float64 // of the terms that it is made of
	// within is a bound on the slack, where much would hide what the number is
	// asked for (the step of an α that hardly moves); 0: none.
	within float64
}

// slack is by how much a number may be off.
func (d demand) slack() float64 {
	usual := math.Max(0.5*math.Pow(10, -digits+1)*decade(d.want), fine*math.Abs(d.size))
	if d.within <= 0 {
		return usual
	}
	return math.Min(usual, math.Max(d.within, finest*math.Max(math.Abs(d.want), math.Abs(d.size))))
}

// met reports whether a number is right.
func (d demand) met(v float64) bool {
	if math.IsInf(d.want, 0) || math.IsInf(v, 0) {
		return v == d.want
	}
	return math.Abs(v-d.want) <= d.slack()
}

// digits is how many significant digits are enough.
func (d demand) digits() int {
	n := digits
	for n < 12 && 0.5*math.Pow(10, 1-float64(n))*decade(d.want) > d.slack() {
		n++
	}
	return n
}

// decade is the power of ten of a number's first digit.
func decade(v float64) float64 {
	if v == 0 {
		return 0
	}
	return math.Pow(10, math.Floor(math.Log10(math.Abs(v))))
}

// plain is a text that is nothing but a decimal number, with any minus sign.
func plain(text string) (float64, bool) {
	text = strings.ReplaceAll(strings.TrimSpace(text), "−", "-")
	if strings.Trim(text, "0123456789.eE-+") != "" || len(text) > 40 {
		return 0, false
	}
	v, err := strconv.ParseFloat(text, 64)
	return v, err == nil
}

// read is a student's number; not ok where there is none.
func read(ctx context.Context, text string) (float64, bool) {
	if v, ok := plain(text); ok {
		return v, true
	}
	if answer.JudgeNumber(ctx, text, answer.NumberTask{Infinite: true}).Accepted {
		return math.Inf(1), true
	}
	v, problem := answer.Values(ctx, text, 1)
	if problem != nil || math.IsNaN(v[0]) {
		return 0, false
	}
	return v[0], true
}

// judgeNumber judges one number.
func judgeNumber(ctx context.Context, text string, d demand, slips []answer.Mistake) answer.Result {
	task := answer.NumberTask{Digits: d.digits(), Mistakes: slips}
	if math.IsInf(d.want, 1) {
		task.Infinite = true
		return answer.JudgeNumber(ctx, text, task)
	}
	task.Want = answer.Float(d.want)
	r := answer.JudgeNumber(ctx, text, task)
	if !r.Verdict.Counts() {
		return r
	}
	if v, ok := read(ctx, text); ok && d.met(v) {
		return right(r, d)
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
	return anatomy.Plain(v, 9)
}

// show is a number to compute with: five significant digits, a true minus.
func show(v float64) string { return showTo(v, 0) }

// showTo is show with as many digits as it takes to tell numbers apart that
// differ by so much, up to nine.
func showTo(v, difference float64) string {
	if math.IsInf(v, 1) {
		return "∞"
	}
	n := 5
	for n < 9 && difference > 0 && math.Pow(10, 1-float64(n))*decade(v) > difference {
		n++
	}
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', n, 64), 64)
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
