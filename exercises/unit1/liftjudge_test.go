package unit1

import (
	"math"
	"testing"

	"kernellab/exercises/dataset"
)

// TestLiftText_lineSeparates checks that the line of a lift has every point on its side,
// and that its margin is the distance of the nearest point.
func TestLiftText_lineSeparates(t *testing.T) {
	for seed := range uint64(200) {
		set := dataset.Worksheet1D(seed)
		for _, f := range []string{"(x1+1)^2", "x1^2", "exp(x1)", "x1^3", "abs(x1+1)"} {
			l, err := liftText(t.Context(), f, set)
			if err != nil || l.verdict != separable {
				t.Fatalf("seed %d: liftText(%s): error %v, verdict %v, want separable", seed, f, err, l.verdict)
			}
			m := l.margin
			length := math.Hypot(m.w1, m.w2)
			nearest := math.Inf(1)
			for i, h := range l.heights {
				nearest = math.Min(nearest, set.Label(i)*(m.w1*set.Point(i)[0]+m.w2*h+m.b)/length)
			}
			if math.Abs(nearest-m.width) > 1e-6*m.width || m.width <= 0.01 {
				t.Errorf("seed %d, %s: the nearest point is at %v, want the margin %v, above 0.01", seed, f, nearest,
					m.width)
			}
		}
	}
}
