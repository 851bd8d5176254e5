package solvers

import (
	"fmt"
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

// count is a number of things: "1 update", "3 updates".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func steps(n int) string { return count(n, "step") }

func updates(n int) string { return count(n, "update") }
