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

// The shortest least squares answer gives two equal points one share each, and solves
// K⁺: KᵀK a = Kᵀy, with nothing of what K cannot see.
func TestShortestAnswer(t *testing.T) {
	for name, c := range map[string]struct{ k, y, want []float64 }{
		"regular":  {[]float64{2, 0, 0, 4}, []float64{2, 4}, []float64{1, 1}},
		"twice":    {[]float64{1, 1, 1, 1}, []float64{2, 2}, []float64{1, 1}},
		"disagree": {[]float64{1, 1, 1, 1}, []float64{3, 1}, []float64{1, 1}},
	} {
		got := shortest(mat.NewSymDense(2, c.k), c.y)
		if floats.Distance(got, c.want, 2) > 1e-9 {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// (xᵀz + 1)² in the plane takes six points and no more, and the second slider comes once
// that is known.
func TestSixPointsAreTheMost(t *testing.T) {
	step := lessontest.Step(t, lessontest.Open(t, lostDigits, "5.4", 3), "break")
	a := step.Info().Reference
	for n, want := range map[string]bool{"6": false, "7": true, "10": true} {
		s := step.Scene(t.Context(), a.With("more", n))
		if got := strings.Contains(s.Notes[0].String(), "singular"); got != want || s.Controls[0].Name != "more" {
			t.Errorf("%s points: singular %v, on %s", n, got, s.Controls[0].Name)
		}
	}
	if s := step.Scene(t.Context(), nil); s.Controls[0].Name != "n" || s.Controls[0].Max != 5 {
		t.Errorf("before: %+v", s.Controls[0])
	}
}

// A point that is moved to the first is as near as it is told, and the weights of the
// two are told under its number.
func TestTwoNearPoints(t *testing.T) {
	step := lessontest.Step(t, lessontest.Open(t, lostDigits, "5.4", 3), "twice")
	least := func(d string) float64 {
		s := step.Scene(t.Context(), exercises.Answers{"apart": d, "lambda": "0.1"})
		if len(s.Notes) != 3 || !strings.Contains(s.Notes[1].String(), "a₆") ||
			!strings.Contains(s.Notes[0].String(), "All 6") {
			t.Errorf("notes %v", s.Notes)
		}
		bars := s.Figures[0].Plot.(ascii.Bars).Bars
		return math.Pow(10, bars[len(bars)-1].Value-19)
	}
	if near, far := least("0.001"), least("1"); math.Abs(near-0.1) > 1e-5 || far < near {
		t.Errorf("smallest eigenvalues %v near, %v apart", near, far)
	}
}
