package unit1

import (
	"math"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/lessontest"
)

// TestRootsScene_showsTheQuadratic checks that the parabola on the stage that asks for roots
// has the signs of the classes and is 0 at the roots, and that only typed cuts are drawn.
func TestRootsScene_showsTheQuadratic(t *testing.T) {
	for seed := range uint64(lessontest.Seeds) {
		set := dataset.Worksheet1D(seed)
		task := lessontest.OpenTask(t, Unit(), "1.3", "roots", seed)
		curveAndCuts := func(a exercises.Answers) (ascii.CurveLine, []float64) {
			figures := task.Scene(t.Context(), a).Figures
			return figures[0].Plot.(ascii.Map).Curves[0], figures[1].Plot.(ascii.NumberLine).Roots
		}
		if _, roots := curveAndCuts(exercises.Answers{"right": "0"}); len(roots) != 1 {
			t.Errorf("seed %d: one root is typed: got the cuts %v, want one", seed, roots)
		}
		curve, roots := curveAndCuts(task.Info().Reference)
		check.That(t, len(roots) == 2, "seed %d: got the cuts %v, want two", seed, roots)
		for _, x := range roots {
			if math.Abs(curve.F(x)) > 1e-9 {
				t.Errorf("seed %d: the parabola is %v at the root %v, want 0", seed, curve.F(x), x)
			}
		}
		for i := range set.Len() {
			if x := set.Point(i)[0]; curve.F(x)*set.Label(i) <= 0 {
				t.Errorf("seed %d: the parabola is %v at %v, want the sign of class %v", seed, curve.F(x), x,
					set.Label(i))
			}
		}
	}
}
