package kit

import (
	"math"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/solvers"
)

// Another loss, set and kernel: the first step moves each a by −η∂ℓ/∂f at f = 0, and
// the curve is the function of f that is asked for.
func TestDescentOfAnyLoss(t *testing.T) {
	show := shownBy(t, "descent: \"Step {= k}\"\nloss: exponential\ndata: worksheet1d\nkernel: rbf(sigma=0.5)\nrate: 0.1\nsteps: 4\nafter: k\nshows: 2f + 3\nfrom: -3\nto: 3\nlow: -1\nhigh: 9\nsliders: [{name: k, from: 0, to: 9}]\n")
	set := dataset.MustBuiltin("worksheet1d")
	s := show(exercises.Answers{"k": "1"})
	bars, chart := s.Figures[1].Plot.(ascii.Bars), s.Figures[0].Plot.(ascii.Chart)
	for i, b := range bars.Bars {
		if want := -0.1 * solvers.ExponentialLoss().Slope(set.Label(i), 0); math.Abs(b.Value-want) > 1e-12 {
			t.Errorf("a%d = %v, want %v", i+1, b.Value, want)
		}
	}
	if s.Figures[0].Title != "Step 1" || len(chart.Series[0].X) != set.Len() {
		t.Errorf("%q with %d points", s.Figures[0].Title, len(chart.Series[0].X))
	}
	for _, y := range show(nil).Figures[0].Plot.(ascii.Chart).Series[1].Y {
		if y != 3 {
			t.Fatalf("2f + 3 is %v where f is 0", y)
		}
	}
	if beyond, last := show(exercises.Answers{"k": "9"}), show(exercises.Answers{"k": "4"}); beyond.Notes[0].String() != last.Notes[0].String() {
		t.Errorf("beyond its last step: %v", beyond.Notes)
	}
}
