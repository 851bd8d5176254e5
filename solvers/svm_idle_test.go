package solvers

import (
	"context"
	"testing"
)

// TestEveryPointIdle: where the optimum has no free α and is reached just when
// idle points are set aside, every point is idle, and the run ends all the same.
func TestEveryPointIdle(t *testing.T) {
	x := [][]float64{
		{2.245722, 2.924324}, {1.17538, -0.241737}, {1.875788, 2.589363}, {0.099912, 1.787581}, {2.998656, -0.748416},
		{-3.211237, -0.600724}, {-0.989047, 0.286113}, {-0.565243, 0.958173}, {0.653605, -0.662337}, {-2.22925, -0.678415},
	}
	y := []float64{1, -1, 1, -1, 1, -1, 1, -1, 1, -1}
	for _, tol := range []float64{1e-3, 1e-6, 1e-9} {
		fast, err := SolveSVM(context.Background(), LinearGram(x), y, Options{C: 1, Tol: tol})
		if err != nil || fast.Status != Converged {
			t.Fatalf("tolerance %g: %v, %v", tol, fast.Status, err)
		}
		slow := run(t, SMO{C: 1, Tol: tol}, dual(t, LinearGram(x), y), 1000).Last()
		if d := farthest(fast.Alpha, slow.CoefCopy()); slow.Status != Converged || d > 1e-4 {
			t.Errorf("tolerance %g: %v, and α is %g from that of the stepping solver", tol, slow.Status, d)
		}
	}
}
