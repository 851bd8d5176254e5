package unit9

import (
	"testing"

	"kernellab/exercises/stage"
	"kernellab/kernels"

	"kernellab/testdata/support/lessontest"
)

// TestTwoRings_areToldApartByOneComponent checks for 9.8 which component has one ring on
// each side. All others have at least a quarter of a ring on the wrong side.
func TestTwoRings_areToldApartByOneComponent(t *testing.T) {
	for _, seed := range lessontest.Fifty() {
		rings := twoRings(seed)
		for _, c := range []struct {
			kernel kernels.Kernel[[]float64]
			want   int // from 1, or 0 for none
		}{
			{kernels.Linear{}, 0}, {kernels.Poly{Degree: 2}, 3}, {kernels.RBF{Sigma: 0.8}, 1}, {kernels.RBF{Sigma: 4}, 3},
		} {
			all, _ := kernels.Components(c.kernel, rings.Points(), 3)
			for i, f := range all {
				wrong := stage.Wrong(f, rings)
				wrong = min(wrong, rings.Len()-wrong)
				if apart := i+1 == c.want; apart != (wrong == 0) || !apart && wrong < 8 {
					t.Errorf("seed %d, %v, component %d: got %d wrong, want 0 only for %d", seed, c.kernel, i+1, wrong, c.want)
				}
			}
		}
	}
}
