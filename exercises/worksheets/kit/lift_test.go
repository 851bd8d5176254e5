package kit

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
			if err != nil || !l.margin.Separable {
				t.Fatalf("seed %d: %s: %v, separable %v", seed, f, err, l.margin.Separable)
			}
			m := l.margin
			length := math.Hypot(m.W[0], m.W[1])
			nearest := math.Inf(1)
			for i, h := range l.heights {
				nearest = math.Min(nearest, set.Label(i)*(m.W[0]*set.Point(i)[0]+m.W[1]*h+m.B)/length)
			}
			if math.Abs(nearest-m.Width) > 1e-6*m.Width || m.Width <= 0.01 {
				t.Errorf("seed %d, %s: the nearest point is at %v, the margin is said to be %v", seed, f, nearest, m.Width)
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
	if math.Abs(m.Width-0.5) > 1e-7 || math.Abs(m.W[0]) > 1e-7 || math.Abs(m.B/m.W[1]+0.5) > 1e-7 {
		t.Errorf("got %+v", m)
	}
	if cross, err := liftText(t.Context(), "3x1", set); err != nil || cross.margin.Separable {
		t.Errorf("an affine lift separates: %v", err)
	}
}
