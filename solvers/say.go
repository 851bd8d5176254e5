package solvers

import (
	"math"
	"strconv"
	"strings"
)

// say writes a number for a sentence: three significant digits, a true minus
// sign, no padding of the exponent.
func say(v float64) string {
	if math.IsInf(v, 1) {
		return "∞"
	}
	s := strconv.FormatFloat(v, 'g', 3, 64)
	if mantissa, exp, ok := strings.Cut(s, "e"); ok {
		if n, err := strconv.Atoi(exp); err == nil {
			s = mantissa + "e" + strconv.Itoa(n)
		}
	}
	return strings.ReplaceAll(s, "-", "−")
}
