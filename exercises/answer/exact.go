package answer

import (
	"context"
	"math"
	"strconv"
	"strings"
)

// Decimal writes a number that is asked for by hand as a student would type
// it: at most nine decimals, without the dust of binary fractions.
func Decimal(v float64) string {
	v = math.Round(v*1e9) / 1e9
	if v == 0 {
		return "0" // not −0
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// Shown is Decimal for reading, with a true minus.
func Shown(v float64) string { return strings.ReplaceAll(Decimal(v), "-", "−") }

// Signed is Shown with the sign always written, as of a label: +1, −1.
func Signed(v float64) string {
	if v > 0 {
		return "+" + Shown(v)
	}
	return Shown(v)
}

// Exactly returns the judge of a blank that has to equal v, with known slips
// by value. v is taken to nine decimals, as Decimal writes it.
func Exactly(v float64, slips ...Mistake) func(context.Context, string) Result {
	return ExactlyText(Decimal(v), slips...)
}

// ExactlyText is Exactly for a number given as an expression: "2√2". It panics
// on one that cannot be read.
func ExactlyText(want string, slips ...Mistake) func(context.Context, string) Result {
	task := NumberTask{Want: MustParse(want, Scope{}), Mistakes: slips}
	return func(ctx context.Context, text string) Result { return JudgeNumber(ctx, text, task) }
}

// ToDigits is ExactlyText for a number that may be rounded to so many
// significant digits.
func ToDigits(want string, digits int) func(context.Context, string) Result {
	task := NumberTask{Want: MustParse(want, Scope{}), Digits: digits}
	return func(ctx context.Context, text string) Result { return JudgeNumber(ctx, text, task) }
}
