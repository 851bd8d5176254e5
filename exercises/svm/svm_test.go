package svm

import (
	"math"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// dotted is the linear kernel of two points.
func dotted(x, z []float64) float64 {
	var sum float64
	for i := range x {
		sum += x[i] * z[i]
	}
	return sum
}
