package stage

import (
	"math"
	"slices"
	"testing"

	"kernellab/exercises/dataset"
	"kernellab/kernels"
	"kernellab/testdata/support/must"
)

// There are two points at each of three positions. At the last position the classes of the two
// points differ. Cross-validation puts the two points into different folds, so each point is
// classified by its twin.
func TestTrainingData_CrossValidate_asksMachinesThatHaveNotSeenThePoint(t *testing.T) {
	p, q, r := []float64{0, 0}, []float64{9, 0}, []float64{0, 9}
	set := dataset.NewClassification("twins", [][]float64{p, q, r, p, q, r}, []float64{1, -1, 1, 1, -1, -1})
	m := TrainingData{Set: set, Kernel: kernels.RBF{Sigma: 0.1}}
	for _, want := range [][]int{{1, 1}, {0, 1, 1}, {0, 0, 1, 0, 0, 1}} {
		if got, err := m.CrossValidate(t.Context(), 10, len(want)); err != nil || !slices.Equal(got, want) {
			t.Errorf("CrossValidate(%d folds) = %v, error %v, want %v", len(want), got, err, want)
		}
	}
}

// No pair of σ and C has fewer errors than the chosen pair. Among the pairs with equally few
// errors, none has a larger σ, and none with the same σ has a smaller C.
func TestPlane_Validate_choosesTheFewestErrors(t *testing.T) {
	p := ParameterGrid{Sigma: LogGrid{From: -1, Step: 0.5, Count: 4}, C: LogGrid{From: -1, Step: 1, Count: 4}}
	for seed := range uint64(10) {
		v := must.Value(p.Validate(t.Context(), dataset.Moons(20, 0.3, seed), 4))
		for i := range v.ErrorCounts {
			for j := range v.ErrorCounts[i] {
				a, b := v.Errors(i, j), v.Errors(v.I, v.J)
				if a < b || a == b && (i > v.I || i == v.I && j < v.J) {
					t.Errorf("seed %d: chose place %d, %d with %d errors, want %d, %d with %d", seed, v.I, v.J, b, i, j, a)
				}
			}
		}
	}
}

func TestBilinear_interpolates(t *testing.T) {
	v := [][]float64{{0, 1, 2}, {10, 11, 12}}
	for at, want := range map[[2]float64]float64{{0, 0}: 0, {1, 2}: 12, {0.5, 0.5}: 5.5, {-3, 9}: -21, {7, 1}: 71} {
		if got := Bilinear(func(i, j int) float64 { return v[i][j] }, 2, 3, at[0], at[1]); math.Abs(got-want) > 1e-12 {
			t.Errorf("Bilinear(v, %v) = %v, want %v", at, got, want)
		}
	}
}
