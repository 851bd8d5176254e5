package anatomy

import "testing"

// A number is rounded to so many digits, and written out as long as it is short.
func TestDigits(t *testing.T) {
	for _, c := range []struct {
		v      float64
		digits int
		want   string
	}{
		{400, 2, "400"}, {132.6, 2, "130"}, {9871, 2, "9900"}, {-2346, 3, "−2350"}, {23456, 2, "2.3e4"}, {123456, 4, "1.235e5"},
		{66.7, 2, "67"}, {0.00612, 2, "0.0061"}, {2.3e-7, 2, "2.3e−7"}, {0, 2, "0"}, {9960, 2, "1e4"},
	} {
		if got := Digits(c.v, c.digits); got != c.want {
			t.Errorf("%v to %d digits is %q, want %q", c.v, c.digits, got, c.want)
		}
	}
}
