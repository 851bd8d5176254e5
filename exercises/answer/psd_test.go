package answer

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"kernellab/exercises"
)

func TestPSD(t *testing.T) {
	task := PSDTask{Size: 3, Negative: true}
	for _, c := range []struct {
		text    string
		verdict exercises.Verdict
		known   string
	}{
		{"[[2, -1, 0], [-1, 2, -1], [0, -1, 2]]", exercises.Equal, ""},
		{"1 -1 0; -1 1 0; 0 0 0", exercises.Equal, ""},
		{"[[1, -1/2, -1/2], [-1/2, 1, -1/2], [-1/2, -1/2, 1]]", exercises.Equal, ""}, // rank 2, exactly
		{"[[1, -0.5000001, -1/2], [-0.5000001, 1, -1/2], [-1/2, -1/2, 1]]", exercises.NotEqual, ""},
		{"[[1, 0, 0], [0, 1, 0], [0, 0, 1]]", exercises.NotEqual, "nonnegative"},
		{"[[1, 2, 0], [2, 1, 0], [0, 0, 1]]", exercises.NotEqual, "entries"},
		{"[[-1, 0, 0], [0, -1, 0], [0, 0, 1]]", exercises.NotEqual, "determinant"},
		{"[[1, -1, 0], [1, 1, 0], [0, 0, 1]]", exercises.NotEqual, "asymmetric"},
		{"[[1, -1], [-1, 1]]", exercises.NotEqual, "shape"},
		{"[[√2, -1, 0], [-1, 2, -1], [0, -1, 2]]", exercises.Undecided, ""},
		{"", exercises.Empty, ""},
		{"[[1, -1,", exercises.Unreadable, ""},
	} {
		if r := JudgePSD(context.Background(), c.text, task); r.Verdict != c.verdict || r.Misconception != c.known {
			t.Errorf("%q: %s %q %v", c.text, r.Verdict.Words(), r.Misconception, r.Fact)
		}
	}
}

// Elimination agrees with the definition: BBᵀ is positive semidefinite whatever
// B is, and one that is not has a v that shows it.
func TestPSDIsTheDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	for range 300 {
		m := make([][]*big.Rat, 3)
		for i := range m {
			m[i] = make([]*big.Rat, 3)
		}
		for i := range m {
			for j := range i + 1 {
				m[i][j] = big.NewRat(int64(r.IntN(9)-4), 1)
				m[j][i] = m[i][j]
			}
		}
		least := math.Inf(1)
		for range 2000 {
			v := []float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
			f, _ := quadraticForm(m, v).Float64()
			least = min(least, f)
		}
		if isPSD(m) != (least >= -1e-9) && math.Abs(least) > 1e-2 {
			t.Errorf("%v: eliminated %v, least vᵀMv %v", m, isPSD(m), least)
		}
		if v, value := negativeDirection(m); !isPSD(m) && value.Sign() >= 0 {
			t.Errorf("%v: no witness, %v has %v", m, v, value)
		}
	}
}

// A witness at given points holds exactly, and none is found for kernels.
func TestRefutedAtGivenPoints(t *testing.T) {
	task := KernelTask{X: []string{"x"}, Z: []string{"z"}, NonNegative: true}
	points := [][]float64{{0.5}, {1.5}, {0}, {2.25}, {3}, {1}}
	for text, want := range map[string]bool{
		"(x z - 1)^2": true, "tanh(x z + 1)": true, "exp(-|x-z|^3)": true, "|x-z|": true,
		"exp(-(x-z)^2)": false, "(1 + x z)^2": false, "min(x, z)": false,
	} {
		e := MustParse(text, task.Scope())
		f, ok := task.RefutedAt(e, points)
		if ok != want {
			t.Errorf("%s: refuted %v", text, ok)
		}
		if ok && f.Value >= 0 {
			t.Errorf("%s: vᵀKv = %v", text, f.Value)
		}
	}
}
