package anatomy

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"kernellab/ascii"
)

// No number of a table of points is cut.
func TestNumbersFitTheirColumn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Float64Range(-10, 10).Draw(t, "mantissa") * math.Pow(10, float64(rapid.IntRange(-99, 99).Draw(t, "exponent")))
		if text := Fitting(v); ascii.Width(text) > NumberWidth {
			t.Fatalf("%v is %s, of %d columns", v, text, ascii.Width(text))
		}
	})
}
