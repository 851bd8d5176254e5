package unit1

import (
	"math"
	"testing"

	"kernellab/exercises/dataset"
)

// TestLineSeparates holds the line of a lift to the points themselves: it has
// every one on its side, at the margin's distance or more, and its three
// nearest at it.
func TestLineSeparates(t *testing.T) {
	for seed := range uint64(200) {
		set := dataset.Worksheet1D(seed)
		for _, f := range []string{"(x1+1)^2", "x1^2", "exp(x1)", "x1^3", "abs(x1+1)"} {
			l, err := liftText(t.Context(), f, set)
			if err != nil || l.verdict != separable {
				t.Fatalf("seed %d: %s: %v, verdict %v", seed, f, err, l.verdict)
			}
			m := l.margin
			length := math.Hypot(m.w1, m.w2)
			nearest := math.Inf(1)
			for i, h := range l.heights {
				nearest = math.Min(nearest, set.Label(i)*(m.w1*set.Point(i)[0]+m.w2*h+m.b)/length)
			}
			if math.Abs(nearest-m.width) > 1e-6*m.width || m.width <= 0.01 {
				t.Errorf("seed %d, %s: the nearest point is at %v, the margin is said to be %v", seed, f, nearest,
					m.width)
			}
		}
	}
}

// TestSquareLiftByHand is the lift of three points: −1 at 0 between +1 at ±1.
// Over (x, (x+1)²) shifted to (x, x²) the line is x₂ = ½ with margin ½.
func TestSquareLiftByHand(t *testing.T) {
	set := dataset.NewClassification("three", [][]float64{{-1}, {0}, {1}}, []float64{1, -1, 1})
	l, err := liftText(t.Context(), "x1^2", set)
	if err != nil {
		t.Fatal(err)
	}
	m := l.margin
	if math.Abs(m.width-0.5) > 1e-7 || math.Abs(m.w1) > 1e-7 || math.Abs(m.b/m.w2+0.5) > 1e-7 {
		t.Errorf("got %+v", m)
	}
	if cross, err := liftText(t.Context(), "3x1", set); err != nil || cross.verdict != inseparable {
		t.Errorf("an affine lift separates: %v", err)
	}
}
