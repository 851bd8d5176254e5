package lessons

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
)

// TestFootOfThePerpendicular: the foot lies on the line, and the way to it along
// w; its length is |y|/‖w‖.
func TestFootOfThePerpendicular(t *testing.T) {
	for _, c := range [][5]float64{{3, 4, -5, 2, 1}, {-1, 0, 2, 7, 7}, {0, 2, 0, 1, 0}, {0.1, -0.3, 4, -2, 5}} {
		q := ascii.Mark{X: c[3], Y: c[4]}
		f := withFeet(c[0], c[1], c[2], []ascii.Mark{q}).Curves[0].Points[1]
		on, y := c[0]*f.X+c[1]*f.Y+c[2], c[0]*q.X+c[1]*q.Y+c[2]
		cross := (q.X-f.X)*c[1] - (q.Y-f.Y)*c[0]
		length := floats.Norm([]float64{q.X - f.X, q.Y - f.Y}, 2)
		if math.Abs(on) > 1e-12 || math.Abs(cross) > 1e-12 || math.Abs(length-math.Abs(y)/math.Hypot(c[0], c[1])) > 1e-12 {
			t.Errorf("%v: foot %v, y there %v, length %v", c, f, on, length)
		}
	}
}
