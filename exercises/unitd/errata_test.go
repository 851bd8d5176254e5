package unitd

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"kernellab/exercises/answer"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
	"kernellab/testdata/support/lessontest"
)

// The former fifth card of D.3 asked at which g a run stalls: at 0.913 on the nine
// points.
func TestErrata_formerCardStalls(t *testing.T) {
	for seed, want := range []string{"0.9128", "0.6113"} {
		parts := errata(worksheets.Brief{Seed: uint64(seed)})
		if got := parts.Vars.Text("stallG"); !answer.ToDigits(want, 4)(t.Context(), got).Accepted {
			t.Errorf("seed %d: got g = %s, want %s", seed, got, want)
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
	task := refutation{field: "f", letters: []string{"a"}, names: [2]string{"a²", "9"}, sides: square, bound: true,
		conditions: []side{{"a ≥ 1", func(v []float64) float64 { return v[0] }}}}
	for typed, says := range map[string]string{"4": "", "7/2": "", "3": "that refute", "2": "that refute", "-5": "is needed"} {
		if r := task.check(t.Context(), typed); r.Accepted != (says == "") ||
			!strings.Contains(lessontest.Text(r.Fact), says) {
			t.Errorf("check(%s): got accepted %v, %q, want %v and %q", typed, r.Accepted, lessontest.Text(r.Fact),
				says == "", says)
		}
	}
}
