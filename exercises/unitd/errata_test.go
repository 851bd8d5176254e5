package unitd

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
	"kernellab/testdata/support/lessontest"
)

// TestErrata_stallsBelowTheOptimum checks that the run of the fifth card of D.3 stops
// well below its optimum with a pair that still violates its conditions.
func TestErrata_stallsBelowTheOptimum(t *testing.T) {
	for seed, want := range []struct {
		set     string
		updates int
		g, best float64
	}{{"worksheet1d", 9, 0.9128, 2.962}, {"circles", 7, 0.6113, 1.119}} {
		parts := errata(worksheets.Brief{Seed: uint64(seed)})
		number := func(name string) float64 {
			v, err := strconv.ParseFloat(parts.Vars.Text(name), 64)
			if err != nil {
				t.Errorf("%s: got error %v, want a number", name, err)
			}
			return v
		}
		if parts.Vars["stallSet"] != want.set || number("stallUpdates") != float64(want.updates) ||
			math.Abs(number("stallG")-want.g) > 1e-3 || math.Abs(number("bestG")-want.best) > 1e-3 {
			t.Errorf("got %v, want %s stuck after %d updates at %v of %v", parts.Vars, want.set, want.updates, want.g,
				want.best)
		}
		if number("stallViolation") < 1 {
			t.Errorf("got the violation %s, want at least 1", parts.Vars["stallViolation"])
		}
	}
}

// TestErrata_printedFactorsHalveTheScores checks the factors of the second card of D.3
// with two points at ±r. With ½‖w‖², ½ΣΣ and w = Σαyφ the scores are ±1, with the
// printed factors ±½.
func TestErrata_printedFactorsHalveTheScores(t *testing.T) {
	for _, r := range []float64{2, 3, 5} {
		x := [][]float64{{r}, {-r}}
		sol, err := solvers.SolveSVM(t.Context(), solvers.NewDense(kernels.Gram[[]float64](kernels.Linear{}, x)),
			[]float64{1, -1}, solvers.Options{C: math.Inf(1), Tol: 1e-9})
		if err != nil {
			t.Fatal(err)
		}
		if w := (sol.Alpha[0] + sol.Alpha[1]) * r; math.Abs(w*r-1) > 1e-9 {
			t.Errorf("r = %v: got the score %v, want 1", r, w*r)
		}
		doubled := mat.NewSymDense(2, []float64{2 * r * r, -2 * r * r, -2 * r * r, 2 * r * r}) // ½·2K: the printed ΣΣ
		printed, err := solvers.SolveSVM(t.Context(), solvers.NewDense(doubled), []float64{1, -1},
			solvers.Options{C: math.Inf(1), Tol: 1e-9})
		if err != nil {
			t.Fatal(err)
		}
		if a := printed.Alpha[0]; math.Abs(a-1/(4*r*r)) > 1e-9 || math.Abs(2*a*r*r-0.5) > 1e-9 {
			t.Errorf("r = %v: got α = %v with the printed factors, want 1/(4r²)", r, a)
		}
	}
}

// TestRefutation_checksCounterexamples checks that a counterexample has to satisfy the
// conditions and violate the claim strictly.
func TestRefutation_checksCounterexamples(t *testing.T) {
	square := func(v []float64) (left, right float64) { return v[0] * v[0], 9 }
	task := refutation{field: "f", letters: []string{"a"}, called: [2]string{"a²", "9"}, sides: square, bound: true,
		conditions: []side{{"a ≥ 1", func(v []float64) float64 { return v[0] }}}}
	for typed, says := range map[string]string{"4": "", "7/2": "", "3": "holds", "2": "holds", "-5": "is needed"} {
		if r := task.check(t.Context(), typed); r.Accepted != (says == "") ||
			!strings.Contains(lessontest.Text(r.Fact), says) {
			t.Errorf("check(%s): got accepted %v, %q, want %v and %q", typed, r.Accepted, lessontest.Text(r.Fact),
				says == "", says)
		}
	}
}
