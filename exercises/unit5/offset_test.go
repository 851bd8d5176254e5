package unit5

import (
	"math"
	"testing"
)

// pairs returns the pairs of points that 5.7 may draw.
func pairs() [][2]float64 { return [][2]float64{{1, 3}, {1, 4}, {2, 4}, {2, 5}} }

// TestMachinesByShift_moveTheBoundary computes the machines for two shifted points by hand. With
// k + 1, α₁ = C and f(x₂) = 1 once the α of the hard margin leave the box.
func TestMachinesByShift_moveTheBoundary(t *testing.T) {
	for _, x := range pairs() {
		byShift := machinesByShift(x[0], x[1])
		failed := false
		for i, row := range byShift {
			p, q := x[0]+float64(i)*shiftStep, x[1]+float64(i)*shiftStep
			if row[0].boundary() != 0 || row[0].countRight() == 2 {
				t.Errorf("(%v, %v): boundary without an offset at %v, want 0 and an error", p, q, row[0].boundary())
			}
			if at := row[2].boundary(); math.Abs(at-(p+q)/2) > 0.01 {
				t.Errorf("(%v, %v): got the boundary with b at %v, want %v", p, q, at, (p+q)/2)
			}
			a := []float64{(q*q + p*q + 2) / (q - p) / (q - p), (p*p + p*q + 2) / (q - p) / (q - p)}
			if a[0] > shiftC {
				a = []float64{shiftC, (1 + shiftC*(p*q+1)) / (q*q + 1)}
			}
			cut := (a[0] - a[1]) / (a[1]*q - a[0]*p)
			if at := row[1].boundary(); math.Abs(at-cut) > 0.01*cut {
				t.Errorf("(%v, %v): got the boundary with k + 1 at %v, want %v (by hand)", p, q, at, cut)
			}
			if failed && row[1].countRight() == 2 {
				t.Errorf("(%v, %v): got no error with k + 1 after some, want errors from there on", p, q)
			}
			failed = failed || row[1].countRight() < 2
			if d := math.Abs(cut - p); d < 0.02 && i > 0 {
				t.Errorf("(%v, %v): got the boundary %v from x₁, want at least 0.02", p, q, d)
			}
		}
		if s := firstFailingShift(byShift); !failed || s < 2*shiftStep || s > maxShift-2 {
			t.Errorf("%v: k + 1 leaves at a shift of %v, want one well within the stage", x, s)
		}
	}
}
