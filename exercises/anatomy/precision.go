package anatomy

import (
	"math"
	"strconv"
	"strings"
)

const (
	// judgedDigits is how many significant digits a number is judged to.
	judgedDigits = 3
	// fine is the part of its terms that a number may be off by if they nearly
	// cancel: what the five digits shown of them allow.
	fine = 1e-4
	// finest is the part of its terms below which nothing is asked for: at most
	// nine digits are shown of them.
	finest = 1e-7
)

// Demand is how near a student's number has to come to be right: to three
// significant digits, or to a ten-thousandth of terms that nearly cancel, since a
// student computes with rounded numbers.
type Demand struct {
	Want  float64
	Scale float64 // the size of the terms that it is made of
	// Margin bounds the slack if more would hide what the number is asked for, as
	// the step of an α that hardly moves. If zero, nothing does.
	Margin float64
}

// slack returns by how much a number may be off.
func (d Demand) slack() float64 {
	usual := math.Max(0.5*math.Pow(10, -judgedDigits+1)*decade(d.Want), fine*math.Abs(d.Scale))
	if d.Margin <= 0 {
		return usual
	}
	return math.Min(usual, math.Max(d.Margin, finest*math.Max(math.Abs(d.Want), math.Abs(d.Scale))))
}

// Met reports whether a number is right.
func (d Demand) Met(v float64) bool {
	if math.IsInf(d.Want, 0) || math.IsInf(v, 0) {
		return v == d.Want
	}
	return math.Abs(v-d.Want) <= d.slack()
}

// Digits returns how many significant digits are enough.
func (d Demand) Digits() int {
	n := judgedDigits
	for n < 12 && 0.5*math.Pow(10, 1-float64(n))*decade(d.Want) > d.slack() {
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

// Typed writes a number as a student would type it, to nine digits.
func Typed(v float64) string {
	switch {
	case math.IsInf(v, 1):
		return "inf"
	case v == 0:
		return "0"
	}
	return Plain(v, 9)
}

// Show writes a number to compute with: five significant digits, a true minus.
func Show(v float64) string { return ShowTo(v, 0) }

// ShowTo is [Show] with as many digits, up to nine, as it takes to tell numbers
// apart that differ by resolution.
func ShowTo(v, resolution float64) string {
	if math.IsInf(v, 1) {
		return "∞"
	}
	n := 5
	for n < 9 && resolution > 0 && math.Pow(10, 1-float64(n))*decade(v) > resolution {
		n++
	}
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', n, 64), 64)
	if err != nil {
		rounded = v
	}
	return strings.ReplaceAll(Typed(rounded), "-", "−")
}
