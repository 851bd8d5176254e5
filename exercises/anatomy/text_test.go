package anatomy

import (
	"math"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"kernellab/ascii"
	"kernellab/testdata/support/check"
)

// Every number in a table of points fits its column.
func TestFitting_width(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Float64Range(-10, 10).Draw(t, "mantissa") * math.Pow(10,
			float64(rapid.IntRange(-99, 99).Draw(t, "exponent")))
		if text := NumInTable(v); ascii.Width(text) > NumberWidth {
			t.Fatalf("NumInTable(%v) = %s with %d columns, want at most %d", v, text, ascii.Width(text), NumberWidth)
		}
	})
}

// A number is rounded to the given number of digits, without an exponent if it is short.
func TestDigits_text(t *testing.T) {
	for _, c := range []struct {
		v      float64
		digits int
		want   string
	}{
		{400, 2, "400"}, {132.6, 2, "130"}, {9871, 2, "9900"}, {-2346, 3, "−2350"}, {23456, 2, "2.3e4"},
		{123456, 4, "1.235e5"},
		{66.7, 2, "67"}, {0.00612, 2, "0.0061"}, {2.3e-7, 2, "2.3e−7"}, {0, 2, "0"}, {9960, 2, "1e4"},
	} {
		check.Equal(t, Digits(c.v, c.digits), c.want, "%v to %d digits", c.v, c.digits)
	}
}

// rounded rounds a number to some significant digits.
func rounded(v float64, digits int) float64 {
	r, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'g', digits, 64), 64)
	return r
}

func TestDemand_Met(t *testing.T) {
	for _, c := range []struct {
		v, want, size, within float64
		is                    bool
	}{
		{.333, 1. / 3, 0, 0, true}, {.33, 1. / 3, 0, 0, false}, {.3338, 1. / 3, 0, 0, true},
		{.334, 1. / 3, 0, 0, false},
		{1, 1.004, 0, 0, true}, {1, 1.006, 0, 0, false}, {0, 1e-5, 1, 0, true}, {0, 1e-3, 1, 0, false},
		{0, 0, 0, 0, true}, {1e-9, 0, 0, 0, false},
		{math.Inf(1), math.Inf(1), 1, 0, true}, {1e9, math.Inf(1), 1, 0, false}, {math.Inf(1), 1, 1, 0, false},
		{-.5, .5, 1, 0, false},
		{628.83, 628.93, 0, .025, false}, {628.92, 628.93, 0, .025, true}, {1.0004, 1, 1, 1e-12, false},
		{1 + 5e-8, 1, 1, 1e-12, true},
	} {
		d := Demand{c.want, c.size, c.within}
		check.That(t, d.IsMetBy(c.v) == c.is,
			"Met(%v) for %v of size %v within %v = %v, want %v", c.v, c.want, c.size, c.within, !c.is, c.is)
		if n := d.Digits(); c.want != 0 && !math.IsInf(c.want, 0) && !d.IsMetBy(rounded(c.want, n)) {
			t.Errorf("%v rounded to %d digits is refused, want it met", c.want, n)
		}
	}
}

// A number to compute with has the digits in which its resolution can be seen.
func TestQuantity_ForComputing(t *testing.T) {
	const v = 1234.56789
	for _, resolution := range []float64{1e-4, 1e-2} {
		text := Given("k", "K", v).withResolution(resolution).ForComputing(Numbers{"k": v})
		if got, err := strconv.ParseFloat(text, 64); err != nil || math.Abs(got-v) > resolution {
			t.Errorf("ForComputing with a resolution of %v = %q, want %v within it", resolution, text, v)
		}
	}
}
