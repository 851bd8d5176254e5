package unit7

import (
	"fmt"
	"math"
	"strconv"
	"testing"

	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
	"kernellab/testdata/support/lessontest"
)

// The tests in this file compute in another way what 7.2 to 7.9 ask and claim.

// TestStall_andRaceNeedTheUpdatesOfTheText counts updates on the built-in sets: the updates after
// which the printed rule of 7.8 is stuck, and the updates that four other rules need. The numbers
// come from the reference implementation of the curriculum (numpy, tolerance 1e-3).
func TestStall_andRaceNeedTheUpdatesOfTheText(t *testing.T) {
	for _, c := range []struct {
		set    string
		kernel kernels.Kernel[[]float64]
		stuck  int
		race   [4]int // zero: not known
	}{
		{"worksheet1d", lesson.Quadratic(), 9, [4]int{144, 135, 72, 237}},
		{"moons", kernels.RBF{Sigma: 0.5}, 6, [4]int{212, 182, 57, 801}},
		{"blobs_sep", kernels.Linear{}, 2, [4]int{}}, {"circles", lesson.Quadratic(), 7, [4]int{}},
	} {
		m := stage.TrainingData{Set: dataset.MustBuiltin(c.set), Kernel: c.kernel}
		printed := lesson.Trace(m, stall{}.solver(solvers.MaxErrorLiteral), 500)
		if last := printed.Last(); last.Status != solvers.Stuck || last.Updates != c.stuck {
			t.Errorf("%s: %v after %d updates, want stuck after %d", c.set, last.Status, last.Updates, c.stuck)
		}
		done := runRules(m)
		for i, want := range c.race {
			if last := done.traces[i].Last(); last.Status != solvers.Converged || want > 0 && last.Updates != want {
				t.Errorf("%s, rule %d: %v after %d updates, want %d", c.set, i, last.Status, last.Updates, want)
			}
		}
	}
}

// TestOwnCode_firstLineByHand computes the first line of the trace of 7.9.
func TestOwnCode_firstLineByHand(t *testing.T) {
	for seed := range uint64(lessontest.Seeds) {
		p := ownCode(worksheets.LessonInput{Seed: seed})
		set := p.Sets["six"].(*dataset.Set)
		first := func(label float64) int {
			for i, y := range set.Labels() {
				if y == label {
					return i
				}
			}
			return -1
		}
		k, l := first(1), first(-1)
		dx, dy := set.Point(k)[0]-set.Point(l)[0], set.Point(k)[1]-set.Point(l)[1]
		kappa := dx*dx + dy*dy
		al, err := strconv.ParseFloat(p.Vars.Text("al"), 64)
		if p.Vars.Text("k") != fmt.Sprint(k+1) || p.Vars.Text("l") != fmt.Sprint(l+1) ||
			p.Vars.Text("kappa") != fmt.Sprint(kappa) || err != nil || math.Abs(al-2/kappa) > 1e-9 {
			t.Errorf("seed %d: got %v, want k = %d, l = %d, κ = %v, αₗ = %v", seed, p.Vars, k+1, l+1, kappa, 2/kappa)
		}
	}
}
