package unit5

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/testdata/support/lessontest"
)

// TestShortest_isTheShortestAnswer checks that the shortest solution of least squares
// gives two equal points equal shares.
func TestShortest_isTheShortestAnswer(t *testing.T) {
	for name, c := range map[string]struct{ k, y, want []float64 }{
		"regular":  {[]float64{2, 0, 0, 4}, []float64{2, 4}, []float64{1, 1}},
		"twice":    {[]float64{1, 1, 1, 1}, []float64{2, 2}, []float64{1, 1}},
		"disagree": {[]float64{1, 1, 1, 1}, []float64{3, 1}, []float64{1, 1}},
	} {
		if got := shortest(mat.NewSymDense(2, c.k), c.y); floats.Distance(got, c.want, 2) > 1e-9 {
			t.Errorf("%s: shortest(%v, %v) = %v, want %v", name, c.k, c.y, got, c.want)
		}
	}
}

// TestLostDigits_movesTheNearPoint checks that the moved point has the distance of the
// slider, and that the notes give both weights.
func TestLostDigits_movesTheNearPoint(t *testing.T) {
	step := lessontest.Task(t, lessontest.Open(t, lostDigits, "5.4", 3), "twice")
	least := func(d string) float64 {
		s := step.Scene(t.Context(), exercises.Answers{"apart": d, "lambda": "0.1"})
		if len(s.Notes) != 3 || !strings.Contains(s.Notes[1].String(), "a₆") ||
			!strings.Contains(s.Notes[0].String(), "All 6") {
			t.Errorf("got notes %v, want 3, about all 6 points and a₆", s.Notes)
		}
		bars := s.Figures[0].Plot.(ascii.Bars).Bars
		return math.Pow(10, bars[len(bars)-1].Value-19)
	}
	if near, far := least("0.001"), least("1"); math.Abs(near-0.1) > 1e-5 || far < near {
		t.Errorf("got the smallest eigenvalue %v for near points, want 0.1, and %v for far ones, want more", near,
			far)
	}
}
